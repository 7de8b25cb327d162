package io.keyfold;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process's memory as Linux sees it: heap, native and all. */
final class ResidentMemory {

    private ResidentMemory() {}

    static long bytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    << 10;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read this process's memory: " + e.getMessage(), e);
        }
    }
}
