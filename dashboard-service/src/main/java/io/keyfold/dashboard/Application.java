package io.keyfold.dashboard;

import io.keyfold.micronaut.KeyfoldApplication;
import io.keyfold.micronaut.rest.TablesController;
import io.micronaut.openapi.annotation.OpenAPIInclude;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;

/** The dashboard service's start. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "dashboard-service",
                        version = "v1",
                        description = "The live state of orders, and the table behind it",
                        license = @License(name = "Apache-2.0", url = "https://www.apache.org/licenses/LICENSE-2.0")))
@OpenAPIInclude(TablesController.class)
public final class Application {

    private Application() {}

    /**
     * Starts the service.
     *
     * @param args settings, such as {@code --keyfold.bootstrap-servers=localhost:9092}
     */
    public static void main(String[] args) {
        KeyfoldApplication.run(Application.class, args);
    }
}
