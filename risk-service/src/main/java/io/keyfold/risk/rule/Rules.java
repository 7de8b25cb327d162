package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules as they are now. A file of rules may change while the service runs: a good one is taken at the next look, a bad one is
 * not, and those before it hold on. What was seen is told in the log once.
 *
 * <p>Has no thread of its own: somebody must {@link #look()}. Any thread may call anything.
 */
public final class Rules {

    private static final Logger LOG = LoggerFactory.getLogger(Rules.class);

    private static final String SHIPPED = "risk-rules.yml";

    private final Optional<Path> file;
    private volatile RuleBook current;
    private volatile @Nullable String problem;
    /** What the last look saw: a version, or why there is none. */
    private String seen;

    private Rules(Optional<Path> file, RuleBook first) {
        this.file = file;
        this.current = first;
        this.seen = first.version();
    }

    /**
     * Reads the rules for the first time.
     *
     * @param file a rules file; empty for the one in the jar, which never changes
     * @return the rules
     * @throws RulesException if they are wrong or cannot be read
     */
    public static Rules of(Optional<Path> file) {
        RuleBook book = file.map(path -> RulesFile.parse(path.toString(), read(path)))
                .orElseGet(() -> RulesFile.parse(SHIPPED, shipped()));
        return new Rules(file, book);
    }

    private static byte[] read(Path file) {
        try (InputStream yaml = Files.newInputStream(file)) {
            return yaml.readNBytes(RulesFile.MOST_BYTES + 1); // one too many is refused
        } catch (IOException e) {
            throw new RulesException(
                    file.toString(),
                    List.of("it cannot be read: " + e.getClass().getSimpleName()));
        }
    }

    private static byte[] shipped() {
        try (InputStream yaml = Rules.class.getResourceAsStream("/" + SHIPPED)) {
            return requireNonNull(yaml, SHIPPED).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + SHIPPED + ": " + e.getMessage(), e);
        }
    }

    /** {@return the rules that hold now} */
    public RuleBook current() {
        return current;
    }

    /** {@return why the file as it is now was not taken; empty if it was} */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Takes the file if its content is another than at the last look, and good. */
    public synchronized void look() {
        file.ifPresent(this::look);
    }

    private void look(Path path) {
        byte[] yaml;
        try {
            yaml = read(path);
        } catch (RulesException e) {
            refuse(String.valueOf(e.getMessage()), e);
            return;
        }
        String version = RulesFile.version(yaml);
        if (!version.equals(seen)) {
            try {
                take(RulesFile.parse(path.toString(), yaml));
            } catch (RulesException e) {
                refuse(version, e);
            }
        }
    }

    private void refuse(String sees, RulesException why) {
        if (!sees.equals(seen)) {
            seen = sees;
            problem = why.getMessage();
            LOG.warn("{}; rules {} hold on", why.getMessage(), current.version());
        }
    }

    private void take(RuleBook book) {
        RuleBook before = current;
        seen = book.version();
        current = book;
        problem = null;
        LOG.info(
                "Took rules {} after {}: new {}, gone {}, changed {}{}",
                book.version(),
                before.version(),
                ids(book, rule -> !before.ids().contains(rule.id())),
                ids(before, rule -> !book.ids().contains(rule.id())),
                ids(
                        book,
                        rule -> before.ids().contains(rule.id())
                                && !before.rules().contains(rule)),
                book.statuses().equals(before.statuses()) ? "" : ", other statuses");
    }

    private static List<String> ids(RuleBook book, Predicate<Rule> which) {
        return book.rules().stream().filter(which).map(Rule::id).toList();
    }
}
