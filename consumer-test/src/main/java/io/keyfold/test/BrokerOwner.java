package io.keyfold.test;

/** Who may stop a broker: the test classes of one extension, or nobody. */
enum BrokerOwner {
    ONE_EXTENSION,
    ALL_TEST_CLASSES;

    void requireAlone(String verb) {
        if (this == ALL_TEST_CLASSES) {
            throw new IllegalStateException(
                    "Cannot " + verb + " the broker: all test classes of this JVM share it. Give"
                            + " this class a broker of its own:"
                            + " @RegisterExtension static KeyfoldKafkaExtension kafka ="
                            + " KeyfoldKafkaExtension.builder().ownBroker().build()");
        }
    }
}
