package io.keyfold.risk.rest;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.Past;
import io.keyfold.risk.rest.EvaluationReply.RuleReply;
import io.keyfold.risk.rest.ExposureReply.Sum;
import io.keyfold.risk.rest.ExposureReply.TrailingSum;
import io.keyfold.risk.stream.RiskDesk;
import io.keyfold.risk.stream.SkuAnswer;
import io.keyfold.risk.stream.SkuQuestion;
import io.keyfold.risk.stream.UserAnswer;
import io.keyfold.risk.stream.UserAnswer.Tried;
import io.keyfold.risk.stream.UserQuestion;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Asks what would be. */
@Singleton
final class Evaluations {

    private final RiskState state;
    private final RiskDesk desk;

    Evaluations(RiskState state, RiskDesk desk) {
        this.state = state;
        this.desk = desk;
    }

    EvaluationReply of(CandidateItem candidate) {
        String userId = requireNonNull(candidate.userId());
        long minute = candidate.time().map(desk::minute).orElseGet(desk::minute);
        ItemKey key = new ItemKey(requireNonNull(candidate.orderId()), requireNonNull(candidate.itemId()));
        Item item = new Item(
                key, candidate.skuId(), candidate.quantity(), candidate.cents(), candidate.status(), minute, Past.NONE);
        UserAnswer answer = state.user(UserQuestion.whatIf(userId, item));
        Map<String, Tried> tried = new LinkedHashMap<>();
        answer.tried().forEach(one -> tried.put(one.ruleId(), one));
        SortedMap<Integer, Long> asOf = new TreeMap<>(answer.asOf());
        SortedSet<Integer> stale = new TreeSet<>(answer.stale());
        if (candidate.skuId() != null) {
            SkuAnswer sku = state.sku(new SkuQuestion(candidate.skuId(), userId, key, minute));
            sku.tried().forEach(one -> tried.put(one.ruleId(), one));
            sku.asOf().forEach((partition, position) -> asOf.merge(partition, position, Math::min));
            stale.addAll(sku.stale());
        }
        Set<String> open = answer.open().stream().map(Alert::ruleId).collect(Collectors.toSet());
        List<RuleReply> rules =
                tried.values().stream().map(one -> reply(one, open)).toList();
        return new EvaluationReply(
                rules.stream().anyMatch(RuleReply::fires),
                rules,
                Sum.of(answer.exposure()),
                answer.trailing().stream()
                        .map(trailing -> new TrailingSum(trailing.within().toString(), Sum.of(trailing.exposure())))
                        .toList(),
                answer.rules(),
                answer.at().toString(),
                Positions.of(state.topic(), asOf),
                List.copyOf(stale));
    }

    private static RuleReply reply(Tried tried, Set<String> open) {
        boolean isOpen = open.contains(tried.ruleId());
        return tried.breach() == null
                ? new RuleReply(tried.ruleId(), false, tried.failed(), null, null, null, isOpen)
                : new RuleReply(
                        tried.ruleId(),
                        true,
                        false,
                        tried.breach().why(),
                        tried.breach().value().toPlainString(),
                        tried.breach().limit().toPlainString(),
                        isOpen);
    }
}
