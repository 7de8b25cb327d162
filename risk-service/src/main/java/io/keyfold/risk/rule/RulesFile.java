package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Statuses;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * Reads a rules file.
 *
 * <pre>{@code
 * statuses: {cancelled: [CANCELLED], done: [DONE]}
 * rules:
 *   - {id: open-amount, kind: exposure-above, severity: high, measure: open-amount, limit: 50000.00}
 * }</pre>
 *
 * <p>Each kind reads its own fields; one that it does not know is refused. All problems of a file are told at once.
 */
public final class RulesFile {

    /** As many bytes may a file have. */
    public static final int MOST_BYTES = 1 << 20;

    private static final Map<String, Function<RuleFields, Rule>> KINDS = Map.of(
            "exposure-above", ExposureAbove::of,
            "cancelled-share-above", CancelledShareAbove::of,
            "out-of-history", OutOfHistory::of,
            "changed-often", ChangedOften::of,
            "amount-jump", AmountJump::of,
            "many-users-on-sku", ManyUsersOnSku::of);

    private static final Statuses NO_STATUSES = new Statuses(Set.of(), Set.of());
    private static final int VERSION_BYTES = 6;

    private final String source;
    private final List<String> problems = new ArrayList<>();

    private RulesFile(String source) {
        this.source = source;
    }

    /**
     * {@return the rules of a file}
     *
     * @param source where it comes from, for messages
     * @param yaml the whole file, UTF-8
     * @throws RulesException with everything that is wrong
     */
    public static RuleBook parse(String source, byte[] yaml) {
        requireNonNull(source, "source");
        requireNonNull(yaml, "yaml");
        return new RulesFile(source).book(yaml);
    }

    /** {@return another text for each other content} */
    static String version(byte[] yaml) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(yaml);
            return HexFormat.of().formatHex(hash, 0, VERSION_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private RuleBook book(byte[] yaml) {
        if (yaml.length > MOST_BYTES) {
            throw refused("more than " + MOST_BYTES + " bytes");
        }
        if (!(compose(yaml) instanceof MappingNode root)) {
            throw refused("it is empty or no object (expected: statuses, rules)");
        }
        RuleFields fields = new RuleFields("", root, problems);
        Statuses statuses = fields.object("statuses").flatMap(this::statuses).orElse(NO_STATUSES);
        List<Rule> rules = rules(fields.list("rules"));
        fields.refuseOthers();
        if (!problems.isEmpty()) {
            throw new RulesException(source, problems);
        }
        return new RuleBook(version(yaml), statuses, rules);
    }

    /** Nodes, not values: those would have lost digits. An alias to a list or an object may grow without end. */
    private Node compose(byte[] yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_BYTES);
        options.setMaxAliasesForCollections(0);
        try {
            return new Yaml(options).compose(new UnicodeReader(new ByteArrayInputStream(yaml)));
        } catch (MarkedYAMLException e) {
            throw refused("line " + (e.getProblemMark().getLine() + 1) + ": " + e.getProblem());
        } catch (YAMLException e) {
            throw refused("it is not YAML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private RulesException refused(String problem) {
        return new RulesException(source, List.of(problem));
    }

    private Optional<Statuses> statuses(RuleFields fields) {
        Set<String> cancelled = fields.texts("cancelled");
        Set<String> done = fields.texts("done");
        fields.refuseOthers();
        return made("", () -> new Statuses(cancelled, done));
    }

    private List<Rule> rules(List<Node> nodes) {
        List<Rule> rules = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < nodes.size(); i++) {
            String path = "rules[" + i + "]";
            if (!(nodes.get(i) instanceof MappingNode object)) {
                problems.add(path + ": " + RuleFields.shown(nodes.get(i)) + " (expected: an object)");
                continue;
            }
            RuleFields fields = new RuleFields(path + ".", object, problems);
            rule(path, fields).ifPresent(rule -> {
                rules.add(rule);
                if (!ids.add(rule.id())) {
                    fields.problem("id", rule.id(), "an id that no other rule has");
                }
            });
        }
        return rules;
    }

    private Optional<Rule> rule(String path, RuleFields fields) {
        Function<RuleFields, Rule> kind = KINDS.get(fields.text("kind", RulesFile::known));
        if (kind == null) {
            return Optional.empty();
        }
        Optional<Rule> rule = made(path + ".", () -> kind.apply(fields));
        fields.refuseOthers();
        return rule;
    }

    private static String known(String name, String kind) {
        return Allowed.allowed(KINDS.containsKey(kind), name, kind, "one of " + new TreeSet<>(KINDS.keySet()));
    }

    /** What is made of fields that are wrong may be refused once more: that says nothing new. */
    private <T> Optional<T> made(String path, Supplier<T> maker) {
        int before = problems.size();
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException e) {
            if (problems.size() == before) {
                problems.add(path + e.getMessage());
            }
            return Optional.empty();
        }
    }
}
