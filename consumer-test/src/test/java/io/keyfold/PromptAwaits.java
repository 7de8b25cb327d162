package io.keyfold;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Looks at once and then often, in all tests of the JVM that do not say otherwise: Awaitility by itself first waits for 100 ms,
 * also for what is so already. JUnit finds this by its name in {@code META-INF/services}.
 */
public final class PromptAwaits implements LauncherSessionListener {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(BETWEEN_LOOKS);
    }
}
