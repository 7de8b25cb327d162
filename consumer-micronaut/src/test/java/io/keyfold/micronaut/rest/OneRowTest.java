package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.UpsertTables;
import io.keyfold.change.ChangeFeed;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.TableCounters;
import io.keyfold.metrics.TableCounts;
import io.keyfold.micronaut.health.StandbyReply;
import io.keyfold.micronaut.limit.Limits;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StandbyMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.GroupListing;
import io.keyfold.store.KeyBytes;
import io.keyfold.store.KeyRange;
import io.keyfold.store.Listing;
import io.keyfold.store.Lookup;
import io.keyfold.store.PartitionProgress;
import io.keyfold.store.TableNotes;
import io.keyfold.store.TableStore;
import io.keyfold.store.Tally;
import io.keyfold.store.TopicNote;
import io.micronaut.http.HttpRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of an answer that is no row. */
final class OneRowTest {

    private static final String ROWS = "/v1/tables/dwd_order_item/rows";

    private final OneRow rows = new OneRow(new Patience(), new Views(request -> true), new WaitingRoom(Runnable::run));
    private final ServedTable elsewhere = table(new Lookup.Elsewhere(3));

    private static ServedTable table(Lookup lookup) {
        return new ServedTable(UpsertTables.over(new Answering(lookup), new ChangeFeed("t")), Limits.DEFAULTS);
    }

    private void ask(ServedTable table, String path) {
        try {
            rows.byPath(table, HttpRequest.GET(path), TablePaths.of(path))
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ProblemException problem ? problem : e;
        }
    }

    @Test
    void byPath_withheldPartition_isNotReadyWithTheReason() {
        ServedTable withheld = table(new Lookup.Unavailable("partition 3 is withheld: away for 2 days"));

        assertThatThrownBy(() -> ask(withheld, ROWS + "/A1001/I02"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("partition 3 is withheld: away for 2 days")
                .satisfies(problem ->
                        assertThat(((ProblemException) problem).type()).isEqualTo(ProblemType.NOT_READY));
    }

    @Test
    void byPath_noRow_tellsAsOfWhenEveryDeleteWasSeen() {
        Instant caughtUpAt = Instant.parse("2024-01-15T02:40:00Z");
        ServedTable absent = table(new Lookup.Nothing(
                new PartitionPosition("dwd_order_item", 3, 9), Optional.of(caughtUpAt), PartitionMarks.NONE));

        assertThatThrownBy(() -> ask(absent, ROWS + "/A1001/I02"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("dwd_order_item has no such row as of dwd_order_item-3@9")
                .usingRecursiveComparison()
                .ignoringFields("stackTrace")
                .isEqualTo(ProblemException.of(
                                ProblemType.ROW_NOT_FOUND, "dwd_order_item has no such row as of dwd_order_item-3@9")
                        .with("as_of", new PartitionPosition("dwd_order_item", 3, 9))
                        .header("Keyfold-As-Of", "dwd_order_item-3@9")
                        .header("Keyfold-Served-By", "active")
                        .with("caught_up_at", "2024-01-15T02:40:00Z")
                        .header("Keyfold-Caught-Up-At", "2024-01-15T02:40:00Z"));
    }

    @Test
    void byPath_partitionOfAnotherInstance_isElsewhere() {
        assertThatThrownBy(() -> ask(elsewhere, ROWS + "/A1001/I02"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("partition 3 of dwd_order_item is not assigned to this instance")
                .satisfies(problem ->
                        assertThat(((ProblemException) problem).type()).isEqualTo(ProblemType.ROW_ELSEWHERE));
    }

    @Test
    void byPath_absentOnAStandby_saysSo() {
        StandbyMark mark = new StandbyMark(Instant.parse("2024-01-15T02:39:58Z"));
        ServedTable absent = table(new Lookup.Nothing(
                new PartitionPosition("dwd_order_item", 3, 9),
                Optional.empty(),
                new PartitionMarks(Optional.empty(), Optional.empty(), Optional.of(mark))));

        assertThatThrownBy(() -> ask(absent, ROWS + "/A1001/I02?max-staleness=5s"))
                .isInstanceOfSatisfying(ProblemException.class, problem -> {
                    assertThat(problem.body().extensions())
                            .containsEntry("standby", new StandbyReply("2024-01-15T02:39:58Z"));
                    assertThat(problem)
                            .usingRecursiveComparison()
                            .comparingOnlyFields("headers")
                            .isEqualTo(ProblemException.of(ProblemType.ROW_NOT_FOUND, "")
                                    .header("Keyfold-As-Of", "dwd_order_item-3@9")
                                    .header("Keyfold-Served-By", "standby")
                                    .header("Keyfold-Read-Through", "2024-01-15T02:39:58Z"));
                });
    }

    @Test
    void byPath_unknownParameter_isRefusedByName() {
        assertThatThrownBy(() -> ask(elsewhere, ROWS + "/A1001/I02?page_size=3"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("page_size: unknown (expected: values, fields, max-staleness, min-position, wait)");
    }

    /** A table that says the same of every key, and whose lists lack its last partition. */
    private record Answering(Lookup lookup) implements TableStore {

        private static final Map<Integer, String> MISSING = Map.of(3, "partition 3 is not assigned to this instance");

        @Override
        public TableSettings settings() {
            return TableSettings.of(TableContracts.named("dwd_order_item"));
        }

        @Override
        public int partitionCount() {
            return 4;
        }

        @Override
        public boolean isAssigned() {
            return true;
        }

        @Override
        public List<PartitionProgress> progress() {
            return List.of();
        }

        @Override
        public TableCounts counts() {
            return new TableCounters().counts();
        }

        @Override
        public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public List<TopicNote> topicNotes() {
            return List.of();
        }

        @Override
        public Optional<String> waiting() {
            return Optional.empty();
        }

        @Override
        public TableNotes notes() {
            return TableNotes.NONE;
        }

        @Override
        public Optional<String> failure() {
            return Optional.empty();
        }

        @Override
        public Lookup get(KeyBytes key) {
            return lookup;
        }

        @Override
        public List<Lookup> getAll(List<KeyBytes> keys) {
            return keys.stream().map(this::get).toList();
        }

        @Override
        public Listing list(KeyRange range, int limit) {
            return new Listing(List.of(), false, List.of(), MISSING, Map.of());
        }

        @Override
        public Tally count(KeyRange range, int limit) {
            return new Tally(0, Optional.empty(), List.of(), MISSING, Map.of());
        }

        @Override
        public Listing listIndexed(String index, KeyRange range, int limit) {
            return list(range, limit);
        }

        @Override
        public GroupListing groups(String total, KeyRange range, int limit) {
            return new GroupListing(List.of(), false, List.of(), MISSING, Map.of());
        }

        @Override
        public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
            return groups(total, range, limit);
        }

        @Override
        public List<BuildProgress> builds(int asked) {
            return List.of();
        }

        @Override
        public boolean readBetweenChanges(int asked, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
            return false;
        }
    }
}
