package io.keyfold.micronaut.rest;

import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.http.HttpResponse;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Where requests are answered that may have to wait: for a file, a lock, another instance. A thread that serves connections must not. */
@Singleton
final class WaitingRoom {

    private final Executor threads;

    WaitingRoom(@Named(TaskExecutors.BLOCKING) Executor threads) {
        this.threads = threads;
    }

    /** {@return the reply, once it is there} */
    CompletionStage<HttpResponse<?>> reply(Supplier<HttpResponse<?>> reply) {
        return CompletableFuture.supplyAsync(PropagatedContext.wrapCurrent(reply), threads);
    }
}
