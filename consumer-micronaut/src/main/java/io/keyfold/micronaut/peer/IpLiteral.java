package io.keyfold.micronaut.peer;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IP addresses in their full spelling; no name is ever looked up. {@code 127.1} and the like are names here, and allowed by no rule for addresses. */
final class IpLiteral {

    private static final Pattern V4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final int BYTE = 255;
    private static final int LOOPBACK_V4 = 127;

    private IpLiteral() {}

    /** {@return the address's 4 or 16 bytes, if the host is one; an IPv4 address in an IPv6 one has 4} */
    static Optional<byte[]> parse(String host) {
        Matcher v4 = V4.matcher(host);
        if (v4.matches()) {
            byte[] bytes = new byte[4];
            for (int i = 0; i < bytes.length; i++) {
                String part = v4.group(i + 1);
                int value = Integer.parseInt(part);
                if (value > BYTE || (part.length() > 1 && part.startsWith("0"))) {
                    return Optional.empty();
                }
                bytes[i] = (byte) value;
            }
            return Optional.of(bytes);
        }
        if (!V6.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(host).getAddress()); // with a colon it is a literal or nothing
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** {@return whether it stands for all addresses of a machine, at which nobody can be asked} */
    static boolean isEverywhere(String host) {
        return parse(host)
                .filter(bytes -> new BigInteger(1, bytes).signum() == 0)
                .isPresent();
    }

    /** {@return whether only this machine finds itself there} */
    static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || parse(host).filter(IpLiteral::isLoopback).isPresent();
    }

    private static boolean isLoopback(byte[] bytes) {
        return bytes.length == 4 ? bytes[0] == LOOPBACK_V4 : new BigInteger(1, bytes).equals(BigInteger.ONE);
    }
}
