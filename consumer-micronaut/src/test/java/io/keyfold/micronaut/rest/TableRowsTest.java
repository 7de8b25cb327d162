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
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of an answer that is no row. */
final class TableRowsTest {

    private static final String ROWS = "/v1/tables/dwd_order_item/rows";

    private final TableRows rows =
            new TableRows(UpsertTables.over(new Elsewhere(3), new ChangeFeed("t")), TablePaths.of(ROWS));

    @Test
    void byPath_partitionOfAnotherInstance_isElsewhere() {
        assertThatThrownBy(() -> rows.byPath(HttpRequest.GET(ROWS + "/A1001/I02"), "A1001/I02"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("partition 3 of dwd_order_item is not assigned to this instance")
                .satisfies(problem ->
                        assertThat(((ProblemException) problem).type()).isEqualTo(ProblemType.ROW_ELSEWHERE));
    }

    @Test
    void byQuery_allColumnsInAPartitionOfAnotherInstance_isElsewhere() {
        HttpRequest<?> request = HttpRequest.GET(ROWS + "?item_id=I02&order_id=A1001");

        assertThatThrownBy(() -> rows.byQuery(request))
                .isInstanceOf(ProblemException.class)
                .hasMessage("partition 3 of dwd_order_item is not assigned to this instance")
                .satisfies(problem ->
                        assertThat(((ProblemException) problem).type()).isEqualTo(ProblemType.ROW_ELSEWHERE));
    }

    /** A table of which another instance has everything. */
    private record Elsewhere(int partition) implements TableStore {

        private static final Map<Integer, String> MISSING = Map.of(3, "partition 3 is not assigned to this instance");

        @Override
        public TableSettings settings() {
            return TableSettings.of(TableContracts.named("dwd_order_item"));
        }

        @Override
        public int partitionCount() {
            return partition + 1;
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
            return new Lookup.Elsewhere(partition);
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
        public GroupListing greatestGroups(String total, KeyRange range, int limit) {
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
