package io.keyfold.health;

/**
 * What the stores of an instance's tables use.
 *
 * @param limitBytes what the settings allow them
 * @param usedBytes block cache, write buffers and rows not yet committed, now
 * @param openCursors listings that are walking rows right now; 0 while nobody lists
 */
public record StoreUsage(long limitBytes, long usedBytes, long openCursors) {}
