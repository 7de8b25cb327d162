package io.keyfold.micronaut.peer;

import io.keyfold.micronaut.config.UnstartedConsumer;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;

/** What a {@link PeerNode} answers with instead of tables. */
@Factory
@Requires(property = UnstartedConsumer.WANTED)
final class PeerNodeBeans {

    @Singleton
    @Replaces(value = PeerAnswers.class, factory = PeerFactory.class)
    GivenAnswers answers() {
        return new GivenAnswers();
    }

    /** The question, or what a test gives. */
    static final class GivenAnswers implements PeerAnswers {

        private volatile PeerAnswers given = question -> question;

        void give(PeerAnswers answers) {
            given = answers;
        }

        @Override
        public byte[] answer(byte[] question) {
            return given.answer(question);
        }
    }
}
