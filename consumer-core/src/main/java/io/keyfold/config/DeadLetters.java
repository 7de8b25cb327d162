package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/** Where the dead letters of a table go. */
public sealed interface DeadLetters {

    /** {@return the topic they go to; empty if they go to files} */
    default Optional<String> topic() {
        return this instanceof Topic topic ? Optional.of(topic.name()) : Optional.empty();
    }

    /** {@return the files they go to; empty if they go to a topic} */
    default Optional<Files> files() {
        return this instanceof Files files ? Optional.of(files) : Optional.empty();
    }

    /**
     * A topic, written by the reader's own producer.
     *
     * @param name it must exist
     */
    record Topic(String name) implements DeadLetters {

        /** Refuses a name that is none. */
        public Topic {
            requireNonNull(name, "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("deadLetterTopic: blank (expected: the name of a topic)");
            }
        }
    }

    /**
     * Files of this instance, for a service that may not write to Kafka: one JSON object a line, a letter each.
     *
     * @param directory made if it is missing; not inside the state directory, which may be lost as a whole
     * @param fileBytes a file that has so many is followed by another; a batch of letters may take it beyond
     * @param totalBytes what all files of the table in the directory may have together: what comes then waits until
     *     there is room, and nothing is dropped
     */
    record Files(Path directory, long fileBytes, long totalBytes) implements DeadLetters {

        /** 64 MiB. */
        public static final long DEFAULT_FILE_BYTES = 64L << 20;

        /** 1 GiB. */
        public static final long DEFAULT_TOTAL_BYTES = 1L << 30;

        /** Refuses sizes of which nothing could be written. */
        public Files {
            requireNonNull(directory, "directory");
            if (fileBytes < 1) {
                throw new IllegalArgumentException("fileBytes: " + fileBytes + " (expected: 1 or more)");
            }
            if (totalBytes < fileBytes) {
                throw new IllegalArgumentException(
                        "totalBytes: " + totalBytes + " (expected: fileBytes, " + fileBytes + ", or more)");
            }
        }

        /**
         * Files of 64 MiB, 1 GiB in all.
         *
         * @param directory made if it is missing
         */
        public Files(Path directory) {
            this(directory, DEFAULT_FILE_BYTES, DEFAULT_TOTAL_BYTES);
        }
    }
}
