package io.keyfold.test.broker;

import java.io.PrintStream;

/**
 * A broker as a process of its own, with kept data.
 *
 * <pre>
 * --data-dir DIR                        where the data is; the directory is made if it is absent
 * --port N                              the port to listen on at 127.0.0.1; a free one is picked without it
 * --topic NAME:PARTITIONS[:CFG=VAL,..]  a topic to create if it is missing; may be given several times
 * </pre>
 *
 * <p>When the broker is up and the topics are there, one line goes to standard output:
 * {@code READY bootstrap=127.0.0.1:PORT cluster=ID}. SIGTERM and SIGINT stop it in good order. A wrong argument, a
 * taken port or a broker that fails ends in one sentence on standard error and exit code 1. A logging backend on the
 * class path may print to standard output too: look for the line that begins with {@code READY}.
 */
public final class EmbeddedKafkaMain {

    private EmbeddedKafkaMain() {}

    /**
     * Runs the broker until the process is told to end.
     *
     * @param args as above
     */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /** {@return the exit code; returns only if the broker could not start or has failed} */
    static int run(String[] args, PrintStream out, PrintStream err) {
        try {
            serve(BrokerArguments.parse(args), out);
            return 1;
        } catch (IllegalArgumentException | IllegalStateException failure) {
            err.println(failure.getMessage());
            return 1;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static void serve(BrokerArguments arguments, PrintStream out) throws InterruptedException {
        EmbeddedKafkaBuilder builder = EmbeddedKafka.builder().dataDir(arguments.dataDir());
        arguments.port().ifPresent(builder::port);
        try (EmbeddedKafka kafka = builder.start()) {
            Thread stopper = new Thread(kafka::close, "embedded-kafka-stop");
            Runtime.getRuntime().addShutdownHook(stopper);
            arguments.topics().forEach(topic -> topic.createIfMissing(kafka.admin()));
            out.println("READY bootstrap=" + kafka.bootstrapServers() + " cluster=" + kafka.clusterId());
            out.flush();
            kafka.awaitFault();
        }
    }
}
