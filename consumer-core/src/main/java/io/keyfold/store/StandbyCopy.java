package io.keyfold.store;

/**
 * How far a copy is that a restore consumer keeps.
 *
 * @param copy the copy
 * @param position the next offset of the source topic to be brought in
 * @param readThroughMs as of when all that could be read is in it, ms since 1970; {@link #NEVER} if that is not known yet
 */
record StandbyCopy(LocalCopy copy, long position, long readThroughMs) {

    static final long NEVER = Long.MIN_VALUE;
}
