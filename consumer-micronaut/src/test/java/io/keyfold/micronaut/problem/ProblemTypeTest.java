package io.keyfold.micronaut.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ProblemTypeTest {

    @Test
    void types_statuses_areThoseThatClientsKnow() {
        Map<String, Integer> statuses = Arrays.stream(ProblemType.values())
                .collect(Collectors.toMap(
                        ProblemType::type, type -> type.status().getCode()));

        assertThat(statuses)
                .containsOnly(
                        Map.entry("/problems/bad-key", 400),
                        Map.entry("/problems/changes-off", 501),
                        Map.entry("/problems/bad-parameter", 400),
                        Map.entry("/problems/peer-busy", 503),
                        Map.entry("/problems/peer-expired", 401),
                        Map.entry("/problems/peer-failed", 500),
                        Map.entry("/problems/peer-forged", 401),
                        Map.entry("/problems/peer-hop", 508),
                        Map.entry("/problems/peer-misdirected", 421),
                        Map.entry("/problems/peer-question", 400),
                        Map.entry("/problems/peer-replayed", 401),
                        Map.entry("/problems/peer-too-large", 413),
                        Map.entry("/problems/bad-body", 400),
                        Map.entry("/problems/bad-token", 400),
                        Map.entry("/problems/token-of-another-question", 400),
                        Map.entry("/problems/token-expired", 410),
                        Map.entry("/problems/column-hidden", 403),
                        Map.entry("/problems/not-acceptable", 406),
                        Map.entry("/problems/index-not-found", 404),
                        Map.entry("/problems/total-not-found", 404),
                        Map.entry("/problems/audit-not-found", 404),
                        Map.entry("/problems/unauthenticated", 401),
                        Map.entry("/problems/forbidden", 403),
                        Map.entry("/problems/too-many-requests", 429),
                        Map.entry("/problems/too-many-scans", 429),
                        Map.entry("/problems/row-elsewhere", 503),
                        Map.entry("/problems/row-not-found", 404),
                        Map.entry("/problems/table-not-found", 404),
                        Map.entry("/problems/not-ready", 503));
    }

    @Test
    void body_extensions_standBesideTheOthers() throws JsonProcessingException {
        ProblemException problem =
                ProblemException.of(ProblemType.ROW_NOT_FOUND, "no such row").with("as_of", Map.of("partition", 3));

        assertThat(new ObjectMapper().writeValueAsString(problem.body()))
                .isEqualTo("{\"type\":\"/problems/row-not-found\",\"title\":\"There is no such row\",\"status\":404,"
                        + "\"detail\":\"no such row\",\"as_of\":{\"partition\":3}}");
    }

    @Test
    void notReady_fractionsOfASecond_areRoundedUp() {
        assertThat(ProblemException.notReady("restoring", Duration.ofMillis(1)).headers())
                .containsEntry("Retry-After", "1");
        assertThat(ProblemException.notReady("restoring", Duration.ZERO).headers())
                .containsEntry("Retry-After", "1");
        assertThat(ProblemException.notReady("restoring", Duration.ofMillis(2001))
                        .headers())
                .containsEntry("Retry-After", "3");
    }
}
