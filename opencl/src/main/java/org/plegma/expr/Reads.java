package org.plegma.expr;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Footprint;

/** What the updates of a stencil read, gathered once: generators ask again and again, and trees may be large. Immutable. */
final class Reads {
    private final Map<String, Set<Access>> accesses = new HashMap<>();
    private final Map<String, Footprint> footprints = new HashMap<>();
    private final Footprint all;

    /** @param updates at least one */
    Reads(int rank, List<Update> updates) {
        for (Update update : updates) {
            Set<Access> reads = Exprs.accesses(update.value());
            accesses.put(update.field(), Collections.unmodifiableSet(reads));
            footprints.put(
                    update.field(),
                    Footprint.of(rank, reads.stream().map(Access::offset).toList()));
        }
        this.all = footprints.values().stream().reduce(Footprint::union).orElseThrow();
    }

    /** Those of the update of a field, each once, in the order of the update. */
    Set<Access> of(Update update) {
        return Objects.requireNonNull(accesses.get(update.field()));
    }

    Footprint footprint(Update update) {
        return Objects.requireNonNull(footprints.get(update.field()));
    }

    /** The cells that any update reads. */
    Footprint footprint() {
        return all;
    }
}
