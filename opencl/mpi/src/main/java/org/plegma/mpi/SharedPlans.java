package org.plegma.mpi;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.slabs.Slab;
import org.plegma.stencil.slabs.SlabOptions;

/** A notebook's plans on one rank. All ranks call the same methods in the order that rank 0 tells. */
final class SharedPlans implements AutoCloseable {
    /** One of them, with the type of its fields. */
    private record Held(SlabPlan plan, ElementType type) {}

    private final Ranks ranks;
    private final GridMessages messages;
    private final Map<Integer, Held> plans = new HashMap<>();

    SharedPlans(Ranks ranks) {
        this.ranks = ranks;
        this.messages = new GridMessages(ranks);
    }

    SlabPlan plan(int number) {
        return held(number).plan();
    }

    private Held held(int number) {
        return Objects.requireNonNull(plans.get(number), "There is no such plan.");
    }

    /** If it fails on one rank, none has the plan, and rank 0 throws the reason. */
    void open(Order.Open order) {
        try {
            ranks.together("open a plan", () -> plans.put(order.plan(), new Held(opened(order), order.type())));
        } catch (RuntimeException e) {
            close(order.plan());
            if (ranks.rank() == 0) {
                throw e;
            }
        }
    }

    private SlabPlan opened(Order.Open order) {
        Stencil stencil = Stencil.parse(order.formula())
                .withType(order.type())
                .withBoundary(order.boundary().stream().map(Boundary::parse).toArray(Boundary[]::new))
                .withMethod(Method.parse(order.method()));
        for (Map.Entry<String, Double> parameter : order.parameters().entrySet()) {
            stencil = stencil.withParam(parameter.getKey(), parameter.getValue());
        }
        SlabOptions options = SlabOptions.usual()
                .rates(order.rates())
                .between(order.between())
                .over(ranks.transport());
        for (boolean overlapped : order.overlapped()) {
            options = options.overlapped(overlapped);
        }
        return SlabPlan.open(stencil.on(ranks.session()), options, order.shape());
    }

    /** @param whole all grids on rank 0, nothing on the others */
    void load(Order.Load order, Map<String, Grid> whole) {
        Held held = held(order.plan());
        Map<String, Grid> parts = new LinkedHashMap<>();
        for (String key : order.keys()) {
            Slab own = held.plan.slabs().get(ranks.rank());
            if (ranks.rank() > 0) {
                Grid part = Grid.zeros(held.type, shape(held.plan, own));
                messages.receive(part, 0, part.length(), 0);
                parts.put(key, part);
                continue;
            }
            Grid grid = Objects.requireNonNull(whole.get(key), key).to(held.type);
            for (int other = 1; other < ranks.size(); other++) {
                messages.send(cut(grid, held.plan, held.plan.slabs().get(other)), other);
            }
            parts.put(key, cut(grid, held.plan, own));
        }
        held.plan.loadPart(parts);
    }

    private static int[] shape(SlabPlan plan, Slab slab) {
        int[] shape = plan.shape();
        shape[0] = slab.planes();
        return shape;
    }

    private static Grid cut(Grid grid, SlabPlan plan, Slab slab) {
        int[] from = new int[grid.rank()];
        from[0] = slab.first();
        return grid.region(from, shape(plan, slab));
    }

    void run(Order.Run order) {
        plan(order.plan()).run(order.steps());
    }

    /** On rank 0 the whole fields. */
    Optional<Map<String, Grid>> gather(Order.Gather order) {
        return ranks.gather(plan(order.plan()));
    }

    void close(int number) {
        Held held = plans.remove(number);
        if (held != null) {
            held.plan.close();
        }
    }

    /** A line for each rank. */
    List<String> describe() {
        List<String> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            String own = "rank " + ranks.rank() + " on " + machine() + ", process "
                    + ProcessHandle.current().pid() + ", device "
                    + ranks.session().device().index() + " ("
                    + ranks.session().device().name() + ")";
            byte[] told = ranks.broadcast(own.getBytes(StandardCharsets.UTF_8), rank);
            all.add(new String(told, StandardCharsets.UTF_8));
        }
        return all;
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unnamed machine";
        }
    }

    @Override
    public void close() {
        plans.values().forEach(held -> held.plan.close());
        plans.clear();
    }
}
