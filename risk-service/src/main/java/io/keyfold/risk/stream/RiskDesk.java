package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.rule.ItemRule;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.SkuRule;
import io.keyfold.risk.rule.UserRule;
import io.keyfold.risk.rule.Verdict;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.StoreView.NotHereException;
import io.keyfold.risk.stream.UserAnswer.Trailing;
import io.keyfold.risk.stream.UserAnswer.Tried;
import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedState;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Asks what the topology has come to, of the instance that keeps it, and answers out of what this one keeps. Any thread. */
public final class RiskDesk implements DerivedDesk {

    private static final Json<Question> QUESTION = Json.of(Question.class);
    private static final Json<UserAnswer> USER_ANSWER = Json.of(UserAnswer.class);
    private static final Json<SkuAnswer> SKU_ANSWER = Json.of(SkuAnswer.class);
    private static final Serializer<String> KEYS = new StringSerializer();

    private static final List<Duration> TRAILING =
            List.of(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofHours(24));
    private static final int TRIES = 10;

    private final Judge judge;
    private final ZoneId zone;
    private final InstantSource clock;

    /** One of the two. */
    record Question(@Nullable UserQuestion user, @Nullable SkuQuestion sku) {}

    /**
     * A desk.
     *
     * @param judge asks the rules
     * @param zone of the upstream job's times, which say of none
     * @param clock now
     */
    public RiskDesk(Judge judge, ZoneId zone, InstantSource clock) {
        this.judge = judge;
        this.zone = zone;
        this.clock = clock;
    }

    /** {@return the minute that it is, since the epoch} */
    public long minute() {
        return Minute.of(clock.millis());
    }

    /**
     * {@return the minute of a time, since the epoch}
     *
     * @param time as the upstream job writes it
     */
    public long minute(LocalDateTime time) {
        return Minute.of(time, zone);
    }

    /**
     * {@return a {@link UserAnswer}, or why nobody can tell}
     *
     * @param derived where to ask
     * @param question about a user
     */
    public DerivedAnswer ask(DerivedState derived, UserQuestion question) {
        return derived.ask(RiskTopology.USERS, question.userId(), KEYS, QUESTION.write(new Question(question, null)));
    }

    /**
     * {@return a {@link SkuAnswer}, or why nobody can tell}
     *
     * @param derived where to ask
     * @param question about a SKU
     */
    public DerivedAnswer ask(DerivedState derived, SkuQuestion question) {
        return derived.ask(RiskTopology.SKUS, question.skuId(), KEYS, QUESTION.write(new Question(null, question)));
    }

    /**
     * {@return the answer to a question about a user}
     *
     * @param bytes what was answered
     */
    public UserAnswer userAnswer(byte[] bytes) {
        return USER_ANSWER.read(bytes);
    }

    /**
     * {@return the answer to a question about a SKU}
     *
     * @param bytes what was answered
     */
    public SkuAnswer skuAnswer(byte[] bytes) {
        return SKU_ANSWER.read(bytes);
    }

    @Override
    public Optional<byte[]> answer(DerivedState derived, byte[] bytes) {
        Question question = QUESTION.read(bytes);
        try {
            UserQuestion user = question.user();
            if (user != null) {
                return view(derived, RiskTopology.USERS, user.userId())
                        .flatMap(view -> answer(new UserReads(view), user))
                        .map(USER_ANSWER::write);
            }
            SkuQuestion sku = requireNonNull(question.sku(), "sku");
            return view(derived, RiskTopology.SKUS, sku.skuId())
                    .flatMap(view -> answer(new SkuReads(view), sku))
                    .map(SKU_ANSWER::write);
        } catch (NotHereException e) {
            return Optional.empty();
        }
    }

    private static Optional<StoreView> view(DerivedState derived, String store, String key) {
        OptionalInt partition = derived.partition(store, key, KEYS);
        return partition.isEmpty()
                ? Optional.empty()
                : Optional.of(new StoreView(derived, store, partition.getAsInt()));
    }

    /** Reads again what was changed while it was read; empty if it changes all the time. */
    Optional<UserAnswer> answer(UserReads reads, UserQuestion question) {
        List<PartitionNews> frontier = UserReads.frontier(reads.reader());
        if (!Frontier.isLoaded(frontier)) {
            return Optional.empty(); // sums lack what is still to come
        }
        for (int tries = 1; tries <= TRIES; tries++) {
            long before = reads.totals(question.userId()).changes();
            UserAnswer answer = null;
            try {
                answer = read(reads, question, frontier);
            } catch (IllegalArgumentException e) { // parts of several moments may contradict each other
                if (reads.totals(question.userId()).changes() == before) {
                    throw e;
                }
            }
            if (answer != null && reads.totals(question.userId()).changes() == before) {
                return Optional.of(answer);
            }
        }
        return Optional.empty();
    }

    private UserAnswer read(UserReads reads, UserQuestion question, List<PartitionNews> frontier) {
        String user = question.userId();
        RuleBook rules = judge.rules();
        long minute = Minute.of(clock.millis());
        Set<Duration> spans = spans(rules);
        WhatIf candidate = question.candidate() == null
                ? null
                : new WhatIf(reads, user, question.candidate(), rules.statuses(), spans, minute);
        TrailingSums trailing = candidate == null
                ? TrailingSums.of(reads, user, rules.statuses(), spans, minute, null)
                : candidate.trailing();
        Exposure all = candidate == null ? reads.exposure(user, rules.statuses()) : candidate.all();
        return new UserAnswer(
                clock.instant(),
                all,
                reads.totals(user).byStatus(),
                spans.stream()
                        .map(span -> new Trailing(span, trailing.of(span)))
                        .toList(),
                List.copyOf(reads.open(user).values()),
                question.wantsHistory() ? reads.history(user) : List.of(),
                candidate == null ? List.of() : tried(rules, candidate, minute),
                rules.version(),
                Frontier.positions(frontier),
                Frontier.stale(frontier, clock.millis()));
    }

    private static Set<Duration> spans(RuleBook rules) {
        Set<Duration> spans = new TreeSet<>(TRAILING);
        rules.userRules().forEach(rule -> rule.within().ifPresent(spans::add));
        return spans;
    }

    private List<Tried> tried(RuleBook rules, WhatIf candidate, long minute) {
        List<Tried> tried = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            if (rule instanceof UserRule userRule) {
                tried.add(tried(
                        rule,
                        judge.ask(
                                userRule,
                                userRule.within().map(candidate.trailing()::of).orElseGet(candidate::all))));
            } else if (rule instanceof ItemRule itemRule) {
                tried.add(tried(rule, judge.ask(itemRule, candidate.item(), minute)));
            } else {
                tried.add(new Tried(rule.id(), null, false)); // where the SKU is it is told
            }
        }
        return tried;
    }

    private static Tried tried(Rule rule, Verdict verdict) {
        return new Tried(
                rule.id(),
                verdict instanceof Verdict.Breached breached ? breached.breach() : null,
                verdict instanceof Verdict.Failed);
    }

    Optional<SkuAnswer> answer(SkuReads reads, SkuQuestion question) {
        List<PartitionNews> frontier = UserReads.frontier(reads.reader());
        if (!Frontier.isLoaded(frontier)) {
            return Optional.empty();
        }
        long minute = minute();
        List<Tried> tried = new ArrayList<>();
        for (SkuRule rule : judge.rules().skuRules()) {
            UserReads.Minutes minutes = UserReads.Minutes.last(rule.within().toMinutes(), minute);
            Set<String> users = reads.users(question.skuId(), minutes, question.item());
            if (minutes.has(question.minute())) {
                users.add(question.userId());
            }
            Verdict verdict = judge.ask(rule, question.skuId(), users.size());
            boolean concerned = users.contains(question.userId());
            tried.add(concerned ? tried(rule, verdict) : new Tried(rule.id(), null, verdict instanceof Verdict.Failed));
        }
        return Optional.of(
                new SkuAnswer(tried, Frontier.positions(frontier), Frontier.stale(frontier, clock.millis())));
    }
}
