package io.keyfold.risk.rule;

import java.time.Duration;
import java.util.Optional;

/** Looks at how many users bought one thing in a short time; it concerns each of them. */
public non-sealed interface SkuRule extends Rule {

    /** {@return whose items count: those changed within the last whole minutes} */
    Duration within();

    /**
     * {@return why it is too much; empty if it is not}
     *
     * @param skuId what was bought
     * @param users how many different users have items of it that count
     */
    Optional<Breach> check(String skuId, long users);
}
