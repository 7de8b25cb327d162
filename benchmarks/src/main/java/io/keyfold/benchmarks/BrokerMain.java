package io.keyfold.benchmarks;

import io.keyfold.test.broker.EmbeddedKafkaMain;

/** The kit's broker as a process that does not outlive its parent. */
public final class BrokerMain {

    private BrokerMain() {}

    /**
     * Runs the broker.
     *
     * @param args as for {@link EmbeddedKafkaMain}
     */
    public static void main(String[] args) {
        ChildMain.endWithParent();
        EmbeddedKafkaMain.main(args);
    }
}
