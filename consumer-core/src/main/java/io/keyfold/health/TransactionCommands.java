package io.keyfold.health;

import io.keyfold.metrics.OpenTransaction;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The commands with which an operator looks at an open transaction, or ends it; to be pasted into a shell. Where the cluster asks who one is,
 * they need {@code --command-config} and a file that only the operator has.
 */
final class TransactionCommands {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:/@%+=-]+");
    private static final String NOT_KNOWN = "BOOTSTRAP_SERVERS";

    private final String tool;
    private final String topic;

    TransactionCommands(Optional<String> bootstrapServers, String topic) {
        this.tool = "kafka-transactions.sh --bootstrap-server " + quoted(bootstrapServers.orElse(NOT_KNOWN));
        this.topic = topic;
    }

    String describeProducers(int partition) {
        return tool + " describe-producers" + place(partition);
    }

    /** Kafka's own opinion; it looks at transactions that nobody has written to for 15 minutes. */
    String findHanging(int partition) {
        return tool + " find-hanging" + place(partition);
    }

    String describe(String transactionalId) {
        // What begins with a dash would be taken for an option.
        return tool + " describe --transactional-id" + (transactionalId.startsWith("-") ? "=" : " ")
                + quoted(transactionalId);
    }

    String abort(int partition, OpenTransaction transaction) {
        return tool + " abort" + place(partition) + " --start-offset " + transaction.startOffset();
    }

    private String place(int partition) {
        return " --topic " + quoted(topic) + " --partition " + partition;
    }

    /** As one word of a POSIX shell; of Bash, where it has characters that would not show. */
    static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        if (word.chars().noneMatch(Character::isISOControl)) {
            return "'" + word.replace("'", "'\\''") + "'";
        }
        StringBuilder quoted = new StringBuilder("$'");
        word.chars().forEach(c -> {
            if (Character.isISOControl(c)) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append(c == '\'' || c == '\\' ? "\\" : "").append((char) c);
            }
        });
        return quoted.append('\'').toString();
    }
}
