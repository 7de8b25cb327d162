package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.config.Materialization;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What a store's rows belong to. Kept in the store's meta family, as lines of text in this order, and compared whenever
 * the store is opened:
 *
 * <pre>
 * storeFormat     1, how rows are kept
 * clusterId       the Kafka cluster
 * topicId         the topic's id: one made anew under its name has another
 * partitionCount  how many partitions the topic had
 * contract        SHA-256 of the key, the columns, the JSON options and what else says how to read, 64 hex digits
 * </pre>
 *
 * @param storeFormat how rows are kept
 * @param clusterId the Kafka cluster
 * @param topicId the source topic's id
 * @param partitionCount partitions of the source topic
 * @param contract a fingerprint of what decides how records are read
 */
record TopicBinding(int storeFormat, String clusterId, String topicId, int partitionCount, String contract) {

    private static final int STORE_FORMAT = 1;
    private static final int LINES = 5;

    /** What to do with a store whose rows belong to something else. */
    sealed interface Verdict {

        /** They belong to what is read now. */
        record Fits() implements Verdict {}

        /** The copy is thrown away and made anew. */
        record Rebuild(String why) implements Verdict {}

        /** Nobody but the user can decide. */
        record Refuse(String why) implements Verdict {}
    }

    static TopicBinding of(TableContract contract, SourceTopic source) {
        return new TopicBinding(
                STORE_FORMAT, source.clusterId(), source.topicId(), source.partitionCount(), fingerprint(contract));
    }

    private static String fingerprint(TableContract contract) {
        String text = contract.key() + "\n" + contract.columns() + "\n" + contract.valueFields() + "\n"
                + contract.keyJson() + options(contract);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Cannot fingerprint " + contract.name() + ": no SHA-256", e);
        }
    }

    /** Nothing where none is set: contracts had no such options once, and the copies of then fit still. */
    private static String options(TableContract contract) {
        boolean isPlain = contract.keyPrefix().isEmpty()
                && contract.keyJson().equals(contract.valueJson())
                && contract.lenient().equals(LenientOptions.NONE);
        return isPlain ? "" : "\n" + contract.keyPrefix() + "\n" + contract.valueJson() + "\n" + contract.lenient();
    }

    byte[] encode() {
        return String.join(
                        "\n",
                        Integer.toString(storeFormat),
                        clusterId,
                        topicId,
                        Integer.toString(partitionCount),
                        contract)
                .getBytes(UTF_8);
    }

    /** Another format than ours may have other lines: then it is only known not to be ours. */
    static TopicBinding decode(byte[] bytes) {
        List<String> lines = List.of(new String(bytes, UTF_8).split("\n", -1));
        if (lines.size() != LINES || !lines.get(0).equals(Integer.toString(STORE_FORMAT))) {
            return new TopicBinding(0, "", "", 0, "");
        }
        return new TopicBinding(STORE_FORMAT, lines.get(1), lines.get(2), Integer.parseInt(lines.get(3)), lines.get(4));
    }

    /** What to do with a store that is bound to this, where {@code now} is read into {@code topic}'s table. */
    Verdict compare(TopicBinding now, String topic, Materialization materialization) {
        if (storeFormat != now.storeFormat) {
            return new Verdict.Rebuild("it was kept in another store format");
        }
        if (topicId.equals(now.topicId) && partitionCount != now.partitionCount) {
            return new Verdict.Refuse("topic " + topic + " has " + now.partitionCount + " partitions and had "
                    + partitionCount + ": keys now hash to other partitions, where their old rows are neither updated "
                    + "nor deleted; make the topic anew with " + now.partitionCount + " partitions and have the "
                    + "upstream job write it whole, or read another topic");
        }
        String why = difference(now, topic);
        if (why.isEmpty()) {
            return new Verdict.Fits();
        }
        return materialization == Materialization.SOURCE_TOPIC
                ? new Verdict.Rebuild(why)
                : new Verdict.Refuse(why + "; " + StoreRefusedException.DERIVED);
    }

    private String difference(TopicBinding now, String topic) {
        if (!clusterId.equals(now.clusterId)) {
            return "it was read from another Kafka cluster";
        }
        if (!topicId.equals(now.topicId)) {
            return "topic " + topic + " was deleted and made anew since";
        }
        return contract.equals(now.contract) ? "" : "the contract has changed since";
    }
}
