package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import java.util.Map;

/** UC-47: order items whose keys URLs were not made for. */
final class AwkwardKeys {

    static final String ROWS = "/v1/tables/dwd_order_item/rows";

    static final List<List<String>> ALL = List.of(
            List.of("A/10", "I 02"),
            List.of("A%2F10", "I 02"),
            List.of("A%2F10", "(x)"),
            List.of("..", ";v=1"),
            List.of(".", "%"),
            List.of("A?b#c", "\"q\""),
            List.of("", "+ &=,"),
            List.of("A1", ""),
            List.of("", ""),
            List.of("A+1", "A 1"),
            List.of("A 1", "A+1"),
            List.of("订单", "\uD83D\uDE00"),
            List.of("two\r\nlines", "\ttab\\"),
            List.of("rows", "/rows/"),
            List.of("page_size", "page_token=1"),
            List.of("a".repeat(8 << 10), "8 KB"),
            List.of("订".repeat((8 << 10) / 3), "8 KB"));

    /** All but the one whose path is nothing but slashes, of which the router takes some for none: its link is a query. */
    static final List<List<String>> IN_PATHS =
            ALL.stream().filter(key -> !key.equals(List.of("", ""))).toList();

    private AwkwardKeys() {}

    /** As a form's encoder would, with blanks as a path wants them. */
    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    static String path(List<String> key) {
        return ROWS + "/" + encode(key.get(0)) + "/" + encode(key.get(1));
    }

    static String query(List<String> key) {
        return ROWS + "?item_id=" + URLEncoder.encode(key.get(1), UTF_8) + "&order_id="
                + URLEncoder.encode(key.get(0), UTF_8);
    }

    static Map<String, String> json(List<String> key) {
        return Map.of("order_id", key.get(0), "item_id", key.get(1));
    }
}
