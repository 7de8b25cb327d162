package io.keyfold.health;

import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.store.TableStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table's findings, each with the time since when it has been one, and logged when it comes, when it becomes graver, and when it goes. What comes and goes
 * is logged once, then as a count. Any thread may ask.
 */
public final class FindingHistory {

    private static final Logger LOG = LoggerFactory.getLogger(FindingHistory.class);
    /** What nobody has to act on is told only if it has lasted: with a Flink sink every checkpoint has an open transaction. */
    private static final Duration LASTING = Duration.ofMinutes(1);

    private final TableStore store;
    private final ConsumerMetrics metrics;
    private final Map<Key, Open> open = new HashMap<>();
    private final Repeats repeats = new Repeats();

    /** Findings of one id about one thing are the same. */
    private record Key(String id, String about) {
        static Key of(Finding finding) {
            return new Key(finding.id(), finding.about());
        }
    }

    /**
     * One that is there.
     *
     * @param since since when it has been one
     * @param seen when it was seen first
     * @param told how much it mattered when it was last told of; empty if it was not
     */
    private record Open(Instant since, Instant seen, Optional<Severity> told) {

        boolean isToTell(Severity severity, Instant now) {
            boolean isGraver = told.isEmpty() || severity.compareTo(told.get()) > 0;
            return isGraver && (severity != Severity.INFO || !now.isBefore(seen.plus(LASTING)));
        }
    }

    /**
     * Of a table of which nothing has been found yet.
     *
     * @param store the table
     * @param metrics is told what is found
     */
    public FindingHistory(TableStore store, ConsumerMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
    }

    /** {@return what is to be found now, the gravest first; never throws. Looks rows up} */
    public synchronized List<Finding> now() {
        return note(TableHealth.findings(store), Instant.now());
    }

    synchronized List<Finding> note(List<Finding> found, Instant now) {
        List<Finding> dated = new ArrayList<>();
        Set<Key> seen = new HashSet<>();
        for (Finding finding : found) {
            Key key = Key.of(finding);
            seen.add(key);
            Open known =
                    open.computeIfAbsent(key, added -> new Open(finding.since().orElse(now), now, Optional.empty()));
            if (known.isToTell(finding.severity(), now)) {
                open.put(key, new Open(known.since, known.seen, Optional.of(finding.severity())));
                comes(finding, now);
            }
            dated.add(finding.since().isPresent() ? finding : finding.since(known.since));
        }
        open.entrySet()
                .removeIf(known -> !seen.contains(known.getKey()) && goes(known.getKey(), known.getValue(), now));
        repeats.forget(now);
        return List.copyOf(dated);
    }

    private void comes(Finding finding, Instant now) {
        metrics.found(store.contract().name(), finding.id());
        OptionalLong held = repeats.pass(finding.severity() + " " + Key.of(finding), now);
        if (held.isEmpty()) {
            return;
        }
        String message = finding.about() + ": " + finding.id() + ": " + finding.sentence() + ". " + finding.advice()
                + again(held.getAsLong());
        switch (finding.severity()) {
            case INFO -> LOG.info("{}", message);
            case WARNING -> LOG.warn("{}", message);
            case ERROR -> LOG.error("{}", message);
        }
    }

    private boolean goes(Key key, Open gone, Instant now) {
        OptionalLong held = gone.told.isEmpty() ? OptionalLong.empty() : repeats.pass("goes " + key, now);
        if (held.isPresent()) {
            Duration lasted = Duration.between(gone.since, now);
            LOG.info("{}: {} is over after {} s{}", key.about, key.id, lasted.toSeconds(), again(held.getAsLong()));
        }
        return true;
    }

    static String again(long held) {
        return held == 0 ? "" : " (and " + held + " times in between)";
    }
}
