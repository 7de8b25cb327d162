package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerSettings;
import io.keyfold.error.StartException;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedTopology;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an application derives, and lacks something for. */
final class ConsumerFactoryTest {

    private static void make(Optional<DerivedTopology> topology, Optional<DerivedDesk> desk) {
        Environment environment = new DefaultEnvironment(() -> List.of(Environment.TEST))
                .addPropertySource(PropertySource.of(Map.of(
                        "micronaut.application.name",
                        "risk",
                        "keyfold.bootstrap-servers",
                        "127.0.0.1:1",
                        "keyfold.tables.dwd_order_item.contract",
                        "dwd_order_item")))
                .start();
        new ConsumerFactory().consumer(environment, List.of(), Optional.empty(), PeerSettings.NONE, topology, desk);
    }

    @Test
    void topology_withoutChangelogs_isRefusedInTheWordsOfTheSettings() {
        assertThatThrownBy(() -> make(Optional.of((builder, tables) -> {}), Optional.empty()))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start risk: there is a DerivedTopology bean, and keyfold.materialization is SOURCE_TOPIC; set"
                                + " it to CHANGELOG: a mirror of the source topic loses what a row was before when its disk is lost,"
                                + " and what is derived from it would be wrong for ever");
    }

    @Test
    void desk_withoutTopology_isRefused() {
        assertThatThrownBy(() -> make(Optional.empty(), Optional.of((derived, question) -> Optional.empty())))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start risk: there is a DerivedDesk bean, which answers out of what a topology derives, and no"
                                + " DerivedTopology bean; add one");
    }
}
