package io.keyfold.micronaut.log;

import io.keyfold.micronaut.route.RouteTemplates;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.context.event.HttpRequestTerminatedEvent;
import java.security.Principal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each request once its reply is written, by a logger of its own. For any thread.
 *
 * <p>What cannot be read as a request is not logged: nothing of it is known.
 */
@ServerFilter(value = Filter.MATCH_ALL_PATTERN, appendContextPath = false)
@Requires(property = AccessLog.SETTING, value = "true")
final class AccessLog implements ApplicationEventListener<HttpRequestTerminatedEvent> {

    static final String SETTING = "keyfold.access-log";
    static final String LOGGER = "io.keyfold.access";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final String LINE = "keyfold.access-line";

    private final RouteTemplates templates;

    AccessLog(RouteTemplates templates) {
        this.templates = templates;
    }

    @RequestFilter
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void begin(HttpRequest<?> request) {
        if (request.getAttribute(LINE).isEmpty()) {
            request.setAttribute(LINE, new AccessLine(System.nanoTime()));
        }
    }

    @ResponseFilter
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void answered(HttpRequest<?> request, HttpResponse<?> response) {
        request.getAttribute(LINE, AccessLine.class)
                .ifPresent(line -> line.answered(
                        templates.of(request),
                        response,
                        request.getUserPrincipal().map(Principal::getName)));
    }

    @Override
    public void onApplicationEvent(HttpRequestTerminatedEvent event) {
        HttpRequest<?> request = event.getSource();
        request.removeAttribute(LINE, AccessLine.class)
                .ifPresent(line -> LOG.info("{}", line.text(request, System.nanoTime())));
    }
}
