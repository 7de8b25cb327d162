package io.keyfold.micronaut.access;

import io.keyfold.micronaut.StillConsumer;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.rules.SecurityRule;

/** Routes of a service: some like the tables', some of its own. */
@Controller
@Requires(property = StillConsumer.PROPERTY)
final class AskedController {

    private final Access access;

    AskedController(Access access) {
        this.access = access;
    }

    @Get("/v1/asked/{thing}")
    String read(HttpRequest<?> request, String thing) {
        return access.maySeePersonalData(request) ? "all" : "masked";
    }

    @Get("/v1/asked/{thing}/team")
    @Secured("team")
    String team(String thing) {
        return "team";
    }

    @Get("/v1/asked/{thing}/anyone")
    @Secured(SecurityRule.IS_ANONYMOUS)
    String anyone(String thing) {
        return "anyone";
    }

    @Post("/v1/asked/{thing}/rows:batchGet")
    String batch(String thing) {
        return "batch";
    }

    @Post("/v1/asked/{thing}/audits")
    String audit(String thing) {
        return "audit";
    }

    @Post("/v1/asked/{thing}/writes")
    String write(String thing) {
        return "write";
    }

    @Post("/v1/asked/{thing}/secured-writes")
    @Secured("team")
    String securedWrite(String thing) {
        return "written";
    }

    /** As that of the instances, which is not there where they do not ask each other. */
    @Post("/peer/v1/questions")
    String peer() {
        return "peer";
    }

    @Post("/peer/v1/asked")
    String underPeer() {
        return "under peer";
    }

    @Post("/peer/v1/team")
    @Secured("team")
    String teamUnderPeer() {
        return "team";
    }

    @Get("/own/open")
    @Secured(SecurityRule.IS_ANONYMOUS)
    String open() {
        return "open";
    }

    @Get("/own/unsaid")
    String unsaid() {
        return "unsaid";
    }
}
