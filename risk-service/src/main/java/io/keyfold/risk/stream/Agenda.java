package io.keyfold.risk.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Who is to be looked at when; each once. In memory: a processor fills it from its store when it begins. For one thread.
 *
 * <p>Looking at somebody in rounds, and not at each change, makes one look of many changes; and a delete that is followed by its insert,
 * as Flink writes updates whose key it cannot prove, is never seen.
 */
final class Agenda {

    /** At once. */
    static final long NOW = Long.MIN_VALUE;

    private final NavigableMap<Long, Set<String>> minutes = new TreeMap<>();
    private final Map<String, Long> minuteOf = new HashMap<>();

    /** Sets or moves the minute, since the epoch, at which somebody is looked at. */
    void set(String who, long minute) {
        Long before = minuteOf.put(who, minute);
        if (before != null && before != minute) {
            remove(who, before);
        }
        if (before == null || before != minute) {
            minutes.computeIfAbsent(minute, none -> new LinkedHashSet<>()).add(who);
        }
    }

    void clear() {
        minutes.clear();
        minuteOf.clear();
    }

    void clear(String who) {
        Long before = minuteOf.remove(who);
        if (before != null) {
            remove(who, before);
        }
    }

    private void remove(String who, long minute) {
        Set<String> all = minutes.get(minute);
        if (all != null) {
            all.remove(who);
            if (all.isEmpty()) {
                minutes.remove(minute);
            }
        }
    }

    /** Who is due, the longest waiting first; they stay due until they are set anew or cleared. */
    List<String> due(long minute, int most) {
        List<String> due = new ArrayList<>();
        for (Set<String> all : minutes.headMap(minute, true).values()) {
            for (String who : all) {
                if (due.size() == most) {
                    return due;
                }
                due.add(who);
            }
        }
        return due;
    }
}
