package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * Writes to a transaction of which no coordinator hears, by the bytes of a request: what a broker's bug leaves behind. Nobody will
 * end it. The broker must not verify transactions: {@link #VERIFICATION} is false.
 */
final class GhostProducer {

    static final String VERIFICATION = "transaction.partition.verification.enable";

    /** The last in which the client, and not the leader, tells the coordinator. It names topics. */
    private static final short VERSION = 11;

    private static final int TIMEOUT_MS = 30_000;

    private final String host;
    private final int port;
    private final long producerId;
    private final short epoch;

    GhostProducer(String bootstrapServers, long producerId, int epoch) {
        int colon = bootstrapServers.lastIndexOf(':');
        this.host = bootstrapServers.substring(0, colon);
        this.port = Integer.parseInt(bootstrapServers.substring(colon + 1));
        this.producerId = producerId;
        this.epoch = (short) epoch;
    }

    /** Of one record; its timestamp may be -1, which no Java producer writes. */
    void write(TopicPartition partition, long timestampMs, byte[] key, byte[] value) {
        MemoryRecords records = MemoryRecords.withTransactionalRecords(
                Compression.NONE, producerId, epoch, 0, new SimpleRecord(timestampMs, key, value));
        ProduceRequestData.TopicProduceDataCollection topics = new ProduceRequestData.TopicProduceDataCollection();
        topics.add(new ProduceRequestData.TopicProduceData()
                .setName(partition.topic())
                .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                        .setIndex(partition.partition())
                        .setRecords(records))));
        ProduceRequest request = ProduceRequest.builder(
                        new ProduceRequestData()
                                .setTransactionalId("ghost")
                                .setAcks((short) -1)
                                .setTimeoutMs(TIMEOUT_MS)
                                .setTopicData(topics),
                        true)
                .build(VERSION);
        ProduceResponse response = (ProduceResponse) send(request);
        assertThat(response.errorCounts()).containsOnlyKeys(Errors.NONE);
    }

    private AbstractResponse send(ProduceRequest request) {
        RequestHeader header = new RequestHeader(ApiKeys.PRODUCE, VERSION, "ghost", 1);
        ByteBuffer bytes = request.serializeWithHeader(header);
        try (Socket socket = new Socket(host, port);
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            socket.setSoTimeout(TIMEOUT_MS);
            out.writeInt(bytes.remaining());
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            out.flush();
            return AbstractResponse.parseResponse(ByteBuffer.wrap(in.readNBytes(in.readInt())), header);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write a transaction of nobody", e);
        }
    }
}
