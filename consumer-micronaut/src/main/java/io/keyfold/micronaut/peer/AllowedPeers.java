package io.keyfold.micronaut.peer;

import io.keyfold.config.PeerAddress;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whom this instance may ask. A name matches as it is written, or by its end; networks hold addresses that are written as such. No
 * name is looked up, so what a name server says opens nothing that is not listed by name.
 */
final class AllowedPeers {

    private static final String FORMS =
            "host:port, *.suffix:port, 10.0.0.0/8:port or [fd00::]/8:port; the port may be *";
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|(\\*\\.)?([A-Za-z0-9._-]+))(?:/(\\d{1,3}))?:(\\d{1,5}|\\*)");
    private static final Pattern NUMERIC_END = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9A-Fa-f]*)\\.?");
    private static final String ANY_PORT = "*";

    private final List<String> entries;
    private final List<Predicate<PeerAddress>> rules;

    private AllowedPeers(List<String> entries) {
        this.entries = List.copyOf(entries);
        this.rules = entries.stream().map(AllowedPeers::rule).toList();
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the one that has another form
     */
    static AllowedPeers of(List<String> entries) {
        return new AllowedPeers(entries);
    }

    boolean contains(PeerAddress address) {
        return rules.stream().anyMatch(rule -> rule.test(address));
    }

    private static Predicate<PeerAddress> rule(String entry) {
        Matcher form = FORM.matcher(entry.strip());
        if (!form.matches()) {
            throw misshapen(entry);
        }
        Predicate<PeerAddress> host = host(form, entry);
        String port = String.valueOf(form.group(5));
        if (port.equals(ANY_PORT)) {
            return host;
        }
        int only = new PeerAddress("any", Integer.parseInt(port)).port();
        return address -> address.port() == only && host.test(address);
    }

    private static Predicate<PeerAddress> host(Matcher form, String entry) {
        String host = (form.group(1) == null ? String.valueOf(form.group(3)) : form.group(1)).toLowerCase(Locale.ROOT);
        boolean isSuffix = form.group(2) != null;
        boolean isNetwork = form.group(4) != null;
        if (isSuffix) {
            if (isNetwork || NUMERIC_END.matcher(host).matches()) {
                throw misshapen(entry); // the end of an address is no suffix of a name
            }
            String end = "." + host;
            return address -> address.host().toLowerCase(Locale.ROOT).endsWith(end)
                    && address.host().length() > end.length();
        }
        byte[] network = IpLiteral.parse(host).orElse(null);
        if (network != null) {
            int bits = isNetwork ? Integer.parseInt(form.group(4)) : network.length * Byte.SIZE;
            if (bits > network.length * Byte.SIZE
                    || !isSame(network, new byte[network.length], bits, network.length * Byte.SIZE)) {
                throw misshapen(entry);
            }
            return address -> IpLiteral.parse(address.host())
                    .filter(bytes -> bytes.length == network.length && isSame(bytes, network, 0, bits))
                    .isPresent();
        }
        if (isNetwork || form.group(1) != null) {
            throw misshapen(entry);
        }
        return address -> address.host().equalsIgnoreCase(host);
    }

    /** {@return whether they agree from one bit, inclusive, to another, exclusive} */
    private static boolean isSame(byte[] one, byte[] other, int from, int to) {
        for (int bit = from; bit < to; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((one[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    private static IllegalArgumentException misshapen(String entry) {
        return new IllegalArgumentException("allowed: " + entry + " (expected: " + FORMS + ")");
    }

    /** {@return the entries as they were written} */
    @Override
    public String toString() {
        return String.join(", ", entries);
    }
}
