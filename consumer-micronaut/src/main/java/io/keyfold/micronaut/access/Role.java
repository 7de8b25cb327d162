package io.keyfold.micronaut.access;

import io.micronaut.security.authentication.Authentication;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The roles that this module knows, as keys and tokens name them. A service may have more. */
enum Role {
    /** Reads tables. */
    READ("keyfold-read", "keyfold-audit", "keyfold-admin"),
    /** Starts audits too. */
    AUDIT("keyfold-audit", "keyfold-admin"),
    /** Sees and changes how the service runs too. */
    ADMIN("keyfold-admin"),
    /** Sees personal data in what it may read; implied by nothing. */
    PERSONAL("keyfold-personal");

    /** What the names of all of them begin with. */
    static final String PREFIX = "keyfold-";

    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<String> held;

    /** The names that hold it: its own, then those that imply it. */
    Role(String... held) {
        this.held = List.of(held);
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Role::text).toList();
    }

    /** {@return its name in keys and tokens} */
    String text() {
        return held.get(0);
    }

    boolean isHeldBy(Authentication caller) {
        Collection<String> roles = caller.getRoles();
        return held.stream().anyMatch(roles::contains);
    }
}
