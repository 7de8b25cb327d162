package io.keyfold.store;

import static io.keyfold.config.Grouping.column;
import static io.keyfold.config.Grouping.day;
import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Grouping.minute;
import static io.keyfold.config.Measure.count;
import static io.keyfold.config.Measure.max;
import static io.keyfold.config.Measure.min;
import static io.keyfold.config.Measure.sum;
import static io.keyfold.config.Measure.top;

import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random changes, commits, crashes, restores, builds and declarations that come and go, against what the rows give when they
 * are gone over anew.
 */
class ProjectionModelTest {

    private static final int STEPS = 6_000;
    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");

    private static final List<UnaryOperator<TableSettings>> DECLARATIONS = List.of(
            table -> table.index("by_user", "user_id"),
            table -> table.index("by_status_and_time", "order_status", "update_time"),
            table -> table.index("by_amount", "amount"),
            table -> table.total("rows", count()),
            table -> table.total("amount_by_status", sum("amount"), groupBy("order_status")),
            table -> table.total("least_by_user", min("amount"), groupBy("user_id")),
            table -> table.total("latest_by_status", max("update_time"), groupBy("order_status")),
            table -> table.total("top_by_status", top(2, "quantity"), groupBy("order_status")),
            table -> table.total("by_minute", sum("quantity"), groupBy(minute("update_time"))),
            table -> table.total("by_day_and_user", count(), groupBy(day("update_time"), column("user_id"))));

    @Test
    void projections_whateverHappens_equalARecomputation(@TempDir Path directory) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("ProjectionModelTest seed " + seed);
        Random random = new Random(seed);

        try (ProjectionModel model = new ProjectionModel(CONTRACT, directory, random)) {
            model.reopen(someDeclared(random));
            for (int step = 0; step < STEPS; step++) {
                step(model, random);
                if (step % 20 == 0) {
                    model.check("seed " + seed + " step " + step);
                }
            }
            model.buildAll();
            model.checkAllBuilt("seed " + seed + " at the end");
        }
    }

    private static void step(ProjectionModel model, Random random) {
        int what = random.nextInt(1_000);
        if (what < 500) {
            model.put();
        } else if (what < 700) {
            model.remove();
        } else if (what < 740) {
            model.mark();
        } else if (what < 800) {
            model.commit();
        } else if (what < 960) {
            model.buildSome();
        } else if (what < 970) {
            model.restoreSome();
        } else if (what < 975) {
            model.restoreAll();
        } else if (what < 985) {
            model.crash(model.declared());
        } else if (what < 998) {
            model.crash(someDeclared(random));
        } else {
            model.forget();
        }
    }

    private static TableSettings someDeclared(Random random) {
        TableSettings table = TableSettings.of(CONTRACT);
        List<UnaryOperator<TableSettings>> chosen = new ArrayList<>(DECLARATIONS);
        chosen.removeIf(declaration -> random.nextInt(3) == 0);
        if (random.nextInt(3) == 0) {
            chosen.removeIf(declaration -> declaration == DECLARATIONS.get(0));
            chosen.add(other -> other.index("by_user", "sku_id", "user_id"));
        }
        for (UnaryOperator<TableSettings> declaration : chosen) {
            table = declaration.apply(table);
        }
        return table;
    }
}
