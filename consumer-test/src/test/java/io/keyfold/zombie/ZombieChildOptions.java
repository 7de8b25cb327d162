package io.keyfold.zombie;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.OrderItem;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * What a child is told, as one argument.
 *
 * @param reader its consumer
 * @param live the items that there should be
 * @param zombies the orders of those that were deleted
 * @param haltAt when it ends
 */
record ZombieChildOptions(ReaderSettings reader, List<Item> live, List<String> zombies, HaltAt haltAt) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What an item is made from.
     *
     * @param order its order
     * @param user its user
     * @param quantity how many
     */
    record Item(String order, String user, int quantity) {

        static Item of(OrderItem item) {
            return new Item(
                    item.orderId(), Objects.requireNonNull(item.userId()), Objects.requireNonNull(item.quantity()));
        }

        OrderItem orderItem() {
            return ZombieScene.item(order, user, quantity);
        }
    }

    static ZombieChildOptions of(ReaderSettings reader, ZombieScene scene, HaltAt haltAt) {
        Collection<OrderItem> zombies = scene.zombies();
        return new ZombieChildOptions(
                reader,
                scene.live().stream().map(Item::of).toList(),
                zombies.stream().map(OrderItem::orderId).toList(),
                haltAt);
    }

    static ZombieChildOptions parse(String argument) throws JsonProcessingException {
        return JSON.readValue(argument, ZombieChildOptions.class);
    }

    String argument() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
