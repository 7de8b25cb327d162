package io.keyfold.micronaut.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageTokensTest {

    private static final Optional<String> SECRET = Optional.of("a secret of just 32 characters !");
    private static final Instant NOON = Instant.parse("2024-01-15T12:00:00Z");
    private static final Question QUESTION = new Question("orders", "rows ASC =5:A1001", "id/6");
    private static final byte[] PLACE = "A1001/I02".getBytes(UTF_8);

    private final PageTokens tokens = at(SECRET, NOON);

    private static PageTokens at(Optional<String> secret, Instant time) {
        return new PageTokens(secret.map(text -> text.getBytes(UTF_8)), Clock.fixed(time, ZoneOffset.UTC));
    }

    private static void assertRefused(PageTokens taker, Question question, String token, ProblemType type) {
        assertThatThrownBy(() -> taker.take(question, token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(type))
                .hasMessageStartingWith("page_token: ");
    }

    @Test
    void take_givenToken_isThePlace() {
        assertThat(tokens.take(QUESTION, tokens.give(QUESTION, PLACE))).isEqualTo(PLACE);
    }

    @Test
    void take_tokenOfAnotherInstanceOfThatSecret_isThePlace() {
        assertThat(at(SECRET, NOON.plus(Duration.ofHours(24))).take(QUESTION, tokens.give(QUESTION, PLACE)))
                .isEqualTo(PLACE);
    }

    @Test
    void give_samePlace_isNeverTheSameTextAndShowsNothing() {
        String token = tokens.give(QUESTION, PLACE);

        assertThat(tokens.give(QUESTION, PLACE)).isNotEqualTo(token);
        assertThat(token).matches("[A-Za-z0-9_-]+");
        assertThat(new String(Base64.getUrlDecoder().decode(token), UTF_8))
                .doesNotContain("A1001")
                .doesNotContain("orders");
    }

    @Test
    void take_anyCharacterChanged_isNoToken() {
        String token = tokens.give(QUESTION, PLACE);

        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            assertRefused(tokens, QUESTION, changed, ProblemType.BAD_TOKEN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "AQ", "nonsense", "!!!", "A1001/I02"})
    void take_whatWasNeverGiven_isNoToken(String token) {
        assertRefused(tokens, QUESTION, token, ProblemType.BAD_TOKEN);
    }

    @Test
    void take_tokenOfAnotherSecretOrNone_isNoToken() {
        String token = tokens.give(QUESTION, PLACE);

        assertRefused(
                at(Optional.of("another secret of 32 characters!"), NOON), QUESTION, token, ProblemType.BAD_TOKEN);
        assertRefused(at(Optional.empty(), NOON), QUESTION, token, ProblemType.BAD_TOKEN);
        assertRefused(
                at(Optional.empty(), NOON),
                QUESTION,
                at(Optional.empty(), NOON).give(QUESTION, PLACE),
                ProblemType.BAD_TOKEN);
    }

    @Test
    void take_tokenOfAnotherFilterOrTable_isOfAnotherQuestion() {
        String token = tokens.give(QUESTION, PLACE);

        assertRefused(
                tokens,
                new Question("orders", "rows ASC =5:A1002", "id/6"),
                token,
                ProblemType.TOKEN_OF_ANOTHER_QUESTION);
        assertRefused(
                tokens,
                new Question("users", "rows ASC =5:A1001", "id/6"),
                token,
                ProblemType.TOKEN_OF_ANOTHER_QUESTION);
    }

    @Test
    void take_topicMadeAnew_isExpired() {
        String token = tokens.give(QUESTION, PLACE);

        assertRefused(tokens, new Question("orders", "rows ASC =5:A1001", "other/6"), token, ProblemType.TOKEN_EXPIRED);
        assertRefused(tokens, new Question("orders", "rows ASC =5:A1001", "id/12"), token, ProblemType.TOKEN_EXPIRED);
    }

    @Test
    void take_olderThanADay_isExpired() {
        String token = tokens.give(QUESTION, PLACE);

        assertRefused(
                at(SECRET, NOON.plus(Duration.ofHours(24)).plusMillis(1)), QUESTION, token, ProblemType.TOKEN_EXPIRED);
    }
}
