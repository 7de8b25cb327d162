package io.keyfold.risk.rest;

import io.keyfold.risk.rule.Rule;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A rule's settings, as texts for a person. */
final class RuleWords {

    private static final Pattern UPPER = Pattern.compile("[A-Z]");

    /** What a reply says beside the settings. */
    private static final Set<String> SAID = Set.of("id", "severity");

    private RuleWords() {}

    /** Of a rule that is a record, as all of this service are; none of another. */
    static Map<String, String> settings(Rule rule) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kind", kebab(rule.getClass().getSimpleName()));
        RecordComponent[] components = rule.getClass().getRecordComponents();
        if (components == null) {
            return settings;
        }
        for (RecordComponent component : components) {
            if (SAID.contains(component.getName())) {
                continue;
            }
            try {
                settings.put(
                        kebab(component.getName()), text(component.getAccessor().invoke(rule)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Cannot read " + component.getName() + " of " + rule.id(), e);
            }
        }
        return settings;
    }

    /** As the rules file spells it. */
    private static String kebab(String camel) {
        return UPPER.matcher(camel).replaceAll("-$0").toLowerCase(Locale.ROOT).replaceFirst("^-", "");
    }

    private static String text(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(RuleWords::text).orElse("");
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return value instanceof Enum<?> word
                ? word.name().toLowerCase(Locale.ROOT).replace('_', '-')
                : String.valueOf(value);
    }
}
