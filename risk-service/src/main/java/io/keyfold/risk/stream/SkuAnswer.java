package io.keyfold.risk.stream;

import io.keyfold.risk.stream.UserAnswer.Tried;
import java.util.List;
import java.util.SortedMap;

/**
 * What the rules about SKUs would say.
 *
 * @param tried each of them
 * @param asOf up to which position, exclusive, each partition of the table is in this
 * @param stale partitions of the table in which deletes may have been missed
 */
public record SkuAnswer(List<Tried> tried, SortedMap<Integer, Long> asOf, List<Integer> stale) {}
