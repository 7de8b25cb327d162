package io.keyfold.micronaut;

import io.keyfold.error.StartException;
import io.keyfold.schemas.ContractException;
import io.micronaut.context.exceptions.ConfigurationException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why an application could not start, found below the exceptions that the container wraps around it.
 *
 * @param root the exception that says why
 */
record StartFailure(Throwable root) {

    private static final int DEEPEST = 50;

    static StartFailure of(Throwable thrown) {
        List<Throwable> causes = causes(thrown);
        return new StartFailure(last(causes, StartException.class)
                .or(() -> last(causes, ContractException.class))
                .or(() -> last(causes, BindException.class))
                .or(() -> last(causes, ConfigurationException.class))
                .or(() -> last(causes, IllegalArgumentException.class).filter(StartFailure::isOfOurGrammar))
                .orElse(causes.get(causes.size() - 1)));
    }

    /** {@return whether the sentence tells all, so that a stack trace would only hide it} */
    boolean isForeseen() {
        return root instanceof StartException
                || root instanceof ContractException
                || root instanceof BindException
                || root instanceof ConfigurationException
                || isOfOurGrammar(root);
    }

    String sentence(String application) {
        if (root instanceof StartException || root instanceof ContractException) {
            return oneLine(root);
        }
        return "Cannot start " + application + ": " + oneLine(root);
    }

    /** {@return whether it says {@code <name>: <value> (expected: <what>)}} */
    private static boolean isOfOurGrammar(Throwable thrown) {
        return thrown instanceof IllegalArgumentException
                && String.valueOf(thrown.getMessage()).contains("(expected: ");
    }

    private static String oneLine(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank()
                ? thrown.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static Optional<Throwable> last(List<Throwable> causes, Class<? extends Throwable> type) {
        return causes.stream().filter(type::isInstance).reduce((upper, lower) -> lower);
    }

    /** {@return the exception and what lies below it, outermost first; bounded, for causes may run in a circle} */
    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable t = thrown; t != null && causes.size() < DEEPEST; t = t.getCause()) {
            causes.add(t);
        }
        return causes;
    }
}
