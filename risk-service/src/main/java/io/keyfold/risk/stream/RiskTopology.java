package io.keyfold.risk.stream;

import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.stream.Message.ToSku;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowKey;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * From the table to alerts.
 *
 * @param judge asks the rules
 * @param zone of the upstream job's times, which say of none
 * @param stale what is decided while deletes may have been missed
 * @param events is told what happens
 * @param nanos tells how long a judgement takes: {@code System::nanoTime}
 */
public record RiskTopology(Judge judge, ZoneId zone, StaleDecisions stale, RiskEvents events, LongSupplier nanos) {

    /** The store of what users' items come to. */
    public static final String USERS = UserProcessor.STORE;
    /** The store of who bought what. */
    public static final String SKUS = SkuProcessor.STORE;

    /**
     * {@return what becomes of alerts: a row for one that is open, null for one that is closed}
     *
     * @param builder the application's
     * @param items the latest row per key, deletes as Kafka Streams has them
     * @param freshness how far the items have been read
     */
    public KStream<RowKey, ColumnValues> build(
            StreamsBuilder builder, KTable<RowKey, OrderItem> items, TableFreshness freshness) {
        builder.addStateStore(State.builder(ItemProcessor.STORE));
        builder.addStateStore(State.builder(SkuProcessor.STORE));
        builder.addStateStore(State.builder(UserProcessor.STORE));
        KStream<String, Message> told = items.toStream()
                .process(() -> new ItemProcessor(zone, freshness, events), Named.as("risk-item"), ItemProcessor.STORE);
        KStream<String, ToUser> skuNews = only(told, ToSku.class)
                .repartition(repartitioned("risk-by-sku", ToSku.class))
                .process(() -> new SkuProcessor(judge, nanos), Named.as("risk-sku"), SkuProcessor.STORE)
                .repartition(repartitioned("risk-sku-news", ToUser.class));
        return only(told, ToUser.class)
                .repartition(repartitioned("risk-by-user", ToUser.class))
                .merge(skuNews)
                .process(
                        () -> new UserProcessor(judge, events, stale, nanos),
                        Named.as("risk-user"),
                        UserProcessor.STORE);
    }

    private static <M extends Message> KStream<String, M> only(KStream<String, Message> all, Class<M> type) {
        return all.filter((key, message) -> type.isInstance(message)).mapValues(type::cast);
    }

    private static <M extends Message> Repartitioned<String, M> repartitioned(String name, Class<M> type) {
        return Repartitioned.<String, M>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Json.of(type).serde())
                .withStreamPartitioner(new NewsToAll<M>());
    }

    /** How far a partition of the table is concerns every partition; all else goes where its key does. */
    private static final class NewsToAll<M extends Message> implements StreamPartitioner<String, M> {

        @Override
        @SuppressWarnings("removal") // the only method there is to implement
        public Optional<Set<Integer>> partitions(String topic, String key, M message, int partitions) {
            return message.isNews()
                    ? Optional.of(IntStream.range(0, partitions).boxed().collect(Collectors.toSet()))
                    : Optional.empty();
        }
    }
}
