package io.keyfold.risk.stream;

import io.keyfold.risk.stream.UserAnswer.Tried;
import java.util.List;

/**
 * What the rules about SKUs would say.
 *
 * @param tried each of them
 */
public record SkuAnswer(List<Tried> tried) {}
