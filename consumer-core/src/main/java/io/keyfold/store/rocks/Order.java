package io.keyfold.store.rocks;

/** In which order a cursor shows rows: by their keys' bytes, each taken as unsigned. */
public enum Order {
    /** The least key first. */
    ASCENDING,
    /** The greatest key first. */
    DESCENDING
}
