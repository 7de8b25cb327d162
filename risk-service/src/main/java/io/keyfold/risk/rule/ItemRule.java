package io.keyfold.risk.rule;

import io.keyfold.risk.item.Item;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at one item and its own past. */
public non-sealed interface ItemRule extends Rule {

    /**
     * {@return why it is too much; empty if it is not}
     *
     * @param item as it is
     * @param minute now, in minutes since the epoch
     */
    Optional<Breach> check(Item item, long minute);

    /**
     * {@return the next minute at which the answer may be another though the item is the same; empty if never}
     *
     * @param item as it is
     * @param minute now, in minutes since the epoch
     */
    default OptionalLong changesAt(Item item, long minute) {
        return OptionalLong.empty();
    }
}
