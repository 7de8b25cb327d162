package io.keyfold.micronaut.rest;

import io.micronaut.context.annotation.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Properties;

/** This process: since when it runs, and what. */
@Context // for its start is when it is made
final class RunningInstance {

    private static final String FILE = "version.properties";

    private final Instant startedAt = Instant.now();
    private final String version;

    RunningInstance() {
        Properties properties = new Properties();
        try (InputStream file = RunningInstance.class.getResourceAsStream(FILE)) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + FILE + ": " + e.getMessage(), e);
        }
        this.version = properties.getProperty("version", "unknown");
    }

    Instant startedAt() {
        return startedAt;
    }

    String version() {
        return version;
    }
}
