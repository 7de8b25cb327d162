package io.keyfold.risk.rest;

import io.keyfold.risk.rule.Rule;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A rule's settings, as texts for a person. */
final class RuleWords {

    private RuleWords() {}

    /** Of a rule that is a record, as all of this service are; none of another. */
    static Map<String, String> settings(Rule rule) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kind", rule.getClass().getSimpleName());
        RecordComponent[] components = rule.getClass().getRecordComponents();
        if (components == null) {
            return settings;
        }
        for (RecordComponent component : components) {
            try {
                settings.put(component.getName(), text(component.getAccessor().invoke(rule)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Cannot read " + component.getName() + " of " + rule.id(), e);
            }
        }
        return settings;
    }

    private static String text(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(RuleWords::text).orElse("");
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : String.valueOf(value);
    }
}
