package io.keyfold.risk;

import io.keyfold.micronaut.KeyfoldApplication;
import io.keyfold.micronaut.change.ChangesController;
import io.keyfold.micronaut.rest.AuditsController;
import io.keyfold.micronaut.rest.IndexesController;
import io.keyfold.micronaut.rest.InstanceController;
import io.keyfold.micronaut.rest.RowsController;
import io.keyfold.micronaut.rest.TablesController;
import io.keyfold.micronaut.rest.TotalsController;
import io.micronaut.openapi.annotation.OpenAPIInclude;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;

/** The risk service's start. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "risk-service",
                        version = "v1",
                        description =
                                "What users' live order items come to, alerts where a rule says that it is too much, what"
                                        + " would be if, and the tables behind it",
                        license = @License(name = "Apache-2.0", url = "https://www.apache.org/licenses/LICENSE-2.0")),
        security = @SecurityRequirement(name = "bearer"))
@SecurityScheme(
        name = "bearer",
        type = SecuritySchemeType.HTTP,
        scheme = "bearer",
        description = "An API key or a JWT, where the service asks for one")
@OpenAPIInclude({
    TablesController.class,
    RowsController.class,
    IndexesController.class,
    TotalsController.class,
    ChangesController.class,
    AuditsController.class,
    InstanceController.class
})
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
