package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an instance can be asked by the others.
 *
 * @param host a name or an IP address; of IPv6 without brackets
 * @param port 1 .. 65535
 */
public record PeerAddress(String host, int port) {

    private static final int LAST_PORT = 65_535;
    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");

    /** Refuses what nobody can be asked at. */
    public PeerAddress {
        requireNonNull(host, "host");
        if (host.isBlank()) {
            throw new IllegalArgumentException("host: blank (expected: a name or an IP address)");
        }
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 .. " + LAST_PORT + ")");
        }
    }

    /**
     * Reads one.
     *
     * @param text {@code host:port}, or {@code [::1]:port}
     * @return the address
     * @throws IllegalArgumentException if it has another form
     */
    public static PeerAddress parse(String text) {
        Matcher form = FORM.matcher(requireNonNull(text, "text"));
        if (!form.matches()) {
            throw new IllegalArgumentException("address: " + text + " (expected: host:port, or [::1]:port)");
        }
        String host = form.group(1) == null ? form.group(2) : form.group(1);
        return new PeerAddress(requireNonNull(host), Integer.parseInt(requireNonNull(form.group(3))));
    }

    /** {@return {@code host:port}, an IPv6 address in brackets} */
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
