package io.keyfold.health;

/** How much a finding matters. */
public enum Severity {
    /** Good to know. */
    INFO,
    /** Someone should look: answers are right but for what the finding says. */
    WARNING,
    /** Records are not applied, or nothing goes on. */
    ERROR
}
