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
    private static final String ALERTS = "risk_alert";
    private static final int RISK_PORT = 8081;
    private static final int DASHBOARD_PORT = 8082;
    private static final int FIRST_CHANGES = 1_500;
    private static final int CHECK_CHANGES = 2_000;
    private static final int CHANGES_A_SECOND = 20;
    private static final Duration CHECK_PATIENCE = Duration.ofSeconds(60);
    private static final Duration DONE_PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_SHOWN = 10;
    private static final Duration CHECK_PAUSE = Duration.ofMillis(500);

    private final Path dir;
    private final boolean check;
    private final DemoCluster cluster;
    private final TableContract contract = TableContracts.named(TABLE);
    private final TableContract alerts = TableContracts.named(ALERTS);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private Demo(Path root, Path dir, boolean check) {
        this.dir = dir;
        this.check = check;
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
        Demo demo = new Demo(root, directory(root.resolve(".demo"), check), check);
        Thread stopper = new Thread(demo::stop, "demo-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        int exitCode;
        try {
            exitCode = check ? demo.check() : demo.stay();
        } catch (IllegalStateException | UncheckedIOException e) {
            exitCode = 1;
            if (demo.interrupted.getCount() > 0) {
                System.err.println(e.getMessage());
                System.err.println("Logs: " + demo.dir.resolve("logs"));
            }
        }
        demo.done.countDown();
        demo.cluster.close();
        if (check && exitCode == 0) {
            delete(demo.dir);
        }
        System.exit(exitCode);
    }

    /** A check begins with nothing; the demo goes on where it ended. */
    private static Path directory(Path kept, boolean check) {
        try {
            Files.createDirectories(kept);
            return check ? Files.createTempDirectory(kept, "check-") : kept.resolve("kept");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + kept + ": " + e.getMessage(), e);
        }
    }

    private int check() {
        long seed = Long.getLong("demo.seed", System.currentTimeMillis());
        System.out.println("Seed " + seed + " (to repeat: -Ddemo.seed=" + seed + " in JAVA_TOOL_OPTIONS)");
        String bootstrap = cluster.startBroker(contract, alerts);
        try (OrderTraffic traffic = new OrderTraffic(bootstrap, contract, seed)) {
            write(traffic, FIRST_CHANGES);
            Service risk = cluster.startService("risk-service", RISK_PORT, bootstrap);
            Service dashboard = cluster.startService("dashboard-service", DASHBOARD_PORT, bootstrap);
            cluster.awaitReady(risk);
            cluster.awaitReady(dashboard);
            write(traffic, CHECK_CHANGES);
            boolean alerted = showAlert(bootstrap, risk);
            DemoCheck.Result result = compare(risk, dashboard, traffic);
            System.out.println(result);
            return result.isRight() && alerted ? 0 : 1;
        }
    }

    /** The services may be a moment behind the last change; a difference that stays is one. */
    private DemoCheck.Result compare(Service risk, Service dashboard, OrderTraffic traffic) {
        System.out.println("Comparing what the services say with what was produced");
        long deadline = System.nanoTime() + CHECK_PATIENCE.toNanos();
        while (true) {
            DemoCheck.Result result = DemoCheck.run(
                    contract, risk.url(), dashboard.url(), traffic.expected(), traffic.orders(), traffic.users());
            if (result.isRight() || System.nanoTime() > deadline) {
                return result;
            }
            System.out.println("  not yet: " + result);
            result.differences().stream()
                    .limit(MOST_SHOWN)
                    .forEach(difference -> System.out.println("    " + difference));
            LockSupport.parkNanos(CHECK_PAUSE.toNanos());
        }
    }

    private boolean showAlert(String bootstrap, Service risk) {
        try (DemoAlert alert = new DemoAlert(bootstrap, contract, risk.url())) {
            return alert.show(interrupted);
        }
    }

    private void write(OrderTraffic traffic, int changes) {
        System.out.println("Writing " + changes + " changes to " + TABLE);
        for (int written = 0; written < changes && interrupted.getCount() > 0; written += 500) {
            traffic.write(Math.min(500, changes - written));
            System.out.println("  " + traffic.changes() + " written");
        }
    }

    private int stay() {
        String bootstrap = cluster.startBroker(contract, alerts);
        try (OrderTraffic traffic = new OrderTraffic(bootstrap, contract, System.currentTimeMillis())) {
            write(traffic, FIRST_CHANGES);
            Service risk = cluster.startService("risk-service", RISK_PORT, bootstrap);
            Service dashboard = cluster.startService("dashboard-service", DASHBOARD_PORT, bootstrap);
            cluster.awaitReady(risk);
            cluster.awaitReady(dashboard);
            System.out.println(welcome(bootstrap, risk.url(), dashboard.url(), traffic));
            showAlert(bootstrap, risk);
            while (!await(Duration.ofSeconds(1))) {
                traffic.write(CHANGES_A_SECOND);
            }
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
                "  curl '" + risk + "/v1/risk/users/" + traffic.aUser() + "/exposure'",
                "  curl '" + risk + "/v1/risk/alerts'",
                "  curl '" + dashboard + "/v1/tables/" + TABLE + "'",
                "",
                "Ctrl-C ends it.");
    }

    /** On a signal. The traffic ends before the broker does, or it would complain; a check is not worth keeping. */
    private void stop() {
        boolean wasDone = done.getCount() == 0;
        if (!wasDone) {
            System.out.println("Stopping");
        }
        interrupted.countDown();
        try {
            boolean inTime = done.await(DONE_PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (!inTime && !check) {
                System.err.println("The traffic did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cluster.close();
        if (check && !wasDone) {
            delete(dir);
        }
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
