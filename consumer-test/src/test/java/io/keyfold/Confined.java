package io.keyfold;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run what stands behind them where the disk refuses. Mounts live in a namespace that ends with the process. */
final class Confined {

    private Confined() {}

    /** Whether this user may mount in a namespace of its own. */
    static boolean canMount() {
        try {
            return new ProcessBuilder(inNamespace("mount -t tmpfs none /mnt && exec \"$@\"", List.of("true")))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A directory that cannot be written, not by root either. */
    static List<String> readOnly(Path directory) {
        return inNamespace(
                "mount --bind '" + directory + "' '" + directory + "' && mount -o remount,ro,bind '" + directory
                        + "' && exec \"$@\"",
                List.of());
    }

    /** A directory on a disk of that size, empty. */
    static List<String> smallDisk(Path directory, int mebibytes) {
        return inNamespace(
                "mount -t tmpfs -o size=" + mebibytes + "m none '" + directory + "' && exec \"$@\"", List.of());
    }

    private static List<String> inNamespace(String script, List<String> command) {
        List<String> whole = new ArrayList<>(List.of("unshare", "-rm", "/bin/sh", "-c", script, "sh"));
        whole.addAll(command);
        return whole;
    }
}
