package io.keyfold.test.demo;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.demo.DemoCluster.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The demo: a broker, order traffic and both services, each a process of its own, until it is interrupted. With
 * {@code --check}: the same for a while, then what the services say is compared with what was produced.
 */
public final class Demo {

    private static final String TABLE = "dwd_order_item";
    private static final int RISK_PORT = 8081;
    private static final int DASHBOARD_PORT = 8082;
    private static final int FIRST_CHANGES = 1_500;
    private static final int CHECK_CHANGES = 2_000;
    private static final int CHANGES_A_SECOND = 20;
    private static final Duration CHECK_PATIENCE = Duration.ofSeconds(60);
    private static final Duration TRAFFIC_PATIENCE = Duration.ofSeconds(5);
    private static final Duration CHECK_PAUSE = Duration.ofMillis(500);

    private final Path dir;
    private final DemoCluster cluster;
    private final TableContract contract = TableContracts.named(TABLE);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch trafficEnded = new CountDownLatch(1);

    private Demo(Path root, Path dir) {
        this.dir = dir;
        this.cluster = new DemoCluster(root, dir);
    }

    /**
     * Runs the demo.
     *
     * @param args the checkout's directory, then perhaps {@code --check}
     */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        boolean check = arguments.size() == 2 && arguments.get(1).equals("--check");
        if (arguments.isEmpty() || (arguments.size() > 1 && !check)) {
            System.err.println("Usage: ./demo [--check]");
            System.exit(2);
        }
        Path root = Path.of(arguments.get(0)).toAbsolutePath().normalize();
        Path kept = root.resolve(".demo");
        Demo demo = new Demo(
                root, check ? kept.resolve("check-" + ProcessHandle.current().pid()) : kept.resolve("kept"));
        Thread stopper = new Thread(demo::stop, "demo-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        int exitCode;
        try {
            exitCode = check ? demo.check() : demo.stay();
        } catch (IllegalStateException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            exitCode = 1;
        }
        demo.cluster.close();
        if (check && exitCode == 0) {
            delete(demo.dir);
        }
        System.exit(exitCode);
    }

    private int check() {
        long seed = Long.getLong("demo.seed", System.currentTimeMillis());
        System.out.println("Seed " + seed + " (to repeat: -Ddemo.seed=" + seed + " in JAVA_TOOL_OPTIONS)");
        String bootstrap = cluster.startBroker(contract);
        try (OrderTraffic traffic = new OrderTraffic(bootstrap, contract, seed)) {
            write(traffic, FIRST_CHANGES);
            Service risk = cluster.startService("risk-service", RISK_PORT, bootstrap);
            Service dashboard = cluster.startService("dashboard-service", DASHBOARD_PORT, bootstrap);
            cluster.awaitReady(risk);
            cluster.awaitReady(dashboard);
            write(traffic, CHECK_CHANGES);
            DemoCheck.Result result = compare(risk, dashboard, traffic);
            System.out.println(result);
            return result.isRight() ? 0 : 1;
        } finally {
            trafficEnded.countDown();
        }
    }

    /** The services may be a moment behind the last change; a difference that stays is one. */
    private DemoCheck.Result compare(Service risk, Service dashboard, OrderTraffic traffic) {
        System.out.println("Comparing what the services say with what was produced");
        long deadline = System.nanoTime() + CHECK_PATIENCE.toNanos();
        while (true) {
            DemoCheck.Result result =
                    DemoCheck.run(contract, risk.url(), dashboard.url(), traffic.expected(), traffic.orders());
            if (result.isRight() || System.nanoTime() > deadline) {
                return result;
            }
            System.out.println("  not yet: " + result);
            LockSupport.parkNanos(CHECK_PAUSE.toNanos());
        }
    }

    private static void write(OrderTraffic traffic, int changes) {
        System.out.println("Writing " + changes + " changes to " + TABLE);
        for (int written = 0; written < changes; written += 500) {
            traffic.write(Math.min(500, changes - written));
            System.out.println("  " + traffic.changes() + " written");
        }
    }

    private int stay() {
        String bootstrap = cluster.startBroker(contract);
        try (OrderTraffic traffic = new OrderTraffic(bootstrap, contract, System.currentTimeMillis())) {
            write(traffic, FIRST_CHANGES);
            Service risk = cluster.startService("risk-service", RISK_PORT, bootstrap);
            Service dashboard = cluster.startService("dashboard-service", DASHBOARD_PORT, bootstrap);
            cluster.awaitReady(risk);
            cluster.awaitReady(dashboard);
            System.out.println(welcome(bootstrap, risk.url(), dashboard.url(), traffic));
            while (!await(Duration.ofSeconds(1))) {
                traffic.write(CHANGES_A_SECOND);
            }
        } finally {
            trafficEnded.countDown();
        }
        return 0;
    }

    private boolean await(Duration pause) {
        try {
            return interrupted.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static String welcome(String bootstrap, String risk, String dashboard, OrderTraffic traffic) {
        String order = traffic.anOrder();
        return String.join(
                System.lineSeparator(),
                "",
                "Ready. " + CHANGES_A_SECOND + " changes a second are written to " + TABLE + ".",
                "",
                "  dashboard   " + dashboard + "/",
                "  API         " + risk + "/swagger-ui",
                "  broker      " + bootstrap,
                "",
                "Try:",
                "  curl '" + risk + "/v1/tables/" + TABLE + "/rows?order_id=" + order + "'",
                "  curl '" + risk + "/v1/risk/users/" + traffic.aUser() + "/amount'",
                "  curl '" + dashboard + "/v1/tables/" + TABLE + "'",
                "",
                "Ctrl-C ends it.");
    }

    /** The traffic ends before the broker does, or it would complain. */
    private void stop() {
        interrupted.countDown();
        try {
            boolean inTime = trafficEnded.await(TRAFFIC_PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("The traffic did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cluster.close();
    }

    private static void delete(Path dir) {
        try (Stream<Path> files = Files.walk(dir)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("Cannot remove " + dir + ": " + e.getMessage());
        }
    }
}
