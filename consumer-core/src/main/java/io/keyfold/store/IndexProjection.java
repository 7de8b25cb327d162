package io.keyfold.store;

import io.keyfold.codec.IndexCodec;
import io.keyfold.config.IndexSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.rocks.Family;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An index: for each row an entry without a value, whose key is the row's columns and, behind them, its storage key. */
final class IndexProjection implements Projection {

    private final String name;
    private final IndexCodec codec;
    private final Family family;

    private IndexProjection(String name, IndexCodec codec) {
        this.name = name;
        this.codec = codec;
        this.family = new Family("index." + name);
    }

    static IndexProjection of(TableContract contract, IndexSettings index) {
        return new IndexProjection(index.name(), IndexCodec.of(contract, index));
    }

    String name() {
        return name;
    }

    IndexCodec codec() {
        return codec;
    }

    @Override
    public String label() {
        return "index " + name;
    }

    @Override
    public Family family() {
        return family;
    }

    @Override
    public String fingerprint() {
        return codec.fingerprint();
    }

    @Override
    public boolean takesForeign() {
        return true;
    }

    @Override
    public void follow(
            byte[] storageKey,
            @Nullable Object @Nullable [] before,
            @Nullable Object @Nullable [] after,
            ProjectionFamily out) {
        byte[] left = before == null ? null : codec.entry(before, storageKey);
        byte[] entered = after == null ? null : codec.entry(after, storageKey);
        if (Arrays.equals(left, entered)) {
            return;
        }
        if (left != null) {
            out.remove(left);
        }
        if (entered != null) {
            out.enter(entered);
        }
    }
}
