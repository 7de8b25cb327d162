package io.keyfold.micronaut.health;

import io.keyfold.health.PartitionDiagnosis;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Why a partition brings what it brings, or nothing, as replies have it.
 *
 * @param verdict in one word
 * @param sentence in one sentence
 */
@Schema(name = "Diagnosis", description = "Why a partition brings what it brings, or nothing")
public record DiagnosisReply(PartitionDiagnosis.Verdict verdict, String sentence) {

    static DiagnosisReply of(PartitionDiagnosis diagnosis) {
        return new DiagnosisReply(diagnosis.verdict(), diagnosis.sentence());
    }
}
