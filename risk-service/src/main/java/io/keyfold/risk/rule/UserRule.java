package io.keyfold.risk.rule;

import io.keyfold.risk.exposure.Exposure;
import java.time.Duration;
import java.util.Optional;

/** Looks at what a user's items come to. */
public non-sealed interface UserRule extends Rule {

    /** {@return whose items count: those changed within the last whole minutes; empty for all} */
    Optional<Duration> within();

    /**
     * {@return why it is too much; empty if it is not}
     *
     * @param exposure of the items that {@link #within()} says
     */
    Optional<Breach> check(Exposure exposure);
}
