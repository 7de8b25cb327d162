package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.Environment;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DefaultSettingsTest {

    private static String setting(String name, Map<String, Object> user) {
        try (Environment environment = ApplicationContext.builder(user, "test")
                .build()
                .getEnvironment()
                .start()) {
            return environment.getProperty(name, String.class).orElse("");
        }
    }

    @Test
    void configure_userSetsNothing_givesTheDefault() {
        assertThat(setting("endpoints.health.details-visible", Map.of())).isEqualTo("ANONYMOUS");
    }

    @Test
    void configure_userSetsIt_goesBefore() {
        assertThat(setting("endpoints.health.details-visible", Map.of("endpoints.health.details-visible", "NEVER")))
                .isEqualTo("NEVER");
    }

    @Test
    void configure_swaggerUi_isWhereTheWebjarHasIt() {
        String path = setting("micronaut.router.static-resources.swagger-ui-files.paths", Map.of());

        assertThat(path).startsWith("classpath:META-INF/resources/webjars/swagger-ui/");
        assertThat(DefaultSettingsTest.class
                        .getClassLoader()
                        .getResource(path.substring("classpath:".length()) + "/swagger-ui-bundle.js"))
                .isNotNull();
    }
}
