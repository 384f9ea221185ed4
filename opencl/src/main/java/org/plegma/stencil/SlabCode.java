package org.plegma.stencil;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.PlanePart;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.method.frequency.FrequencyMethod;
import org.plegma.stencil.method.frequency.MirrorImages;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.DeviceExchange;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.ExchangeCosts;
import org.plegma.stencil.slabs.PlaneExchange;
import org.plegma.stencil.slabs.SendingSteps;
import org.plegma.stencil.slabs.Slab;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.stencil.slabs.SlabRounds;
import org.plegma.stencil.slabs.Transport;
import org.plegma.tune.store.TuningStore;

/** What the devices of a {@link SlabPlan} compute: a stencil by one method, each on so many planes of a grid. */
final class SlabCode {
    private static final String PRODUCT = "fft";

    private static final Set<String> METHODS = Set.of("direct", "blocked", PRODUCT);

    /** Above it rarer exchanges gain nothing: chunks of planes are longer, and ghost planes many. */
    private static final int MOST_RADIUS_OF_LATER_EXCHANGES = 2;

    private final BoundStencil bound;
    private final StencilSettings settings;
    private final int[] shape;
    /** Steps that are one product in frequency, if they are. */
    private final OptionalInt product;

    /**
     * @param shape of the whole grid
     * @throws IllegalArgumentException if the stencil does not run on several devices
     */
    SlabCode(BoundStencil bound, int... shape) {
        bound.settings().requireShape(shape);
        if (bound.session().isIsolated()) {
            throw new IllegalArgumentException("A session whose kernels run in a process of their own has no slabs:"
                    + " open one by Session.open.");
        }
        Boundary ends = bound.settings().boundaries().get(0);
        if (!StepMethod.USUAL.contains(ends.kind())) {
            throw new IllegalArgumentException("Slabs do not know the boundary " + ends + " along their first axis.");
        }
        Method method = method(bound.settings());
        boolean isProduct = method.name().equals(PRODUCT);
        this.bound = bound;
        this.product = isProduct ? OptionalInt.of(method.steps()) : OptionalInt.empty();
        this.settings = bound.settings().withMethod(isProduct ? Method.direct() : method);
        this.shape = shape.clone();
    }

    private static Method method(StencilSettings settings) {
        Method method = settings.method().orDirect();
        if (!METHODS.contains(method.name())) {
            throw new IllegalArgumentException(
                    "The method " + method
                            + " does not run on several devices. Use direct, blocked(k), which does k steps together, or fft(k).");
        }
        if (settings.source() != null && method.name().equals(PRODUCT)) {
            throw new IllegalArgumentException("Source of one's own takes the place of single steps, and not of "
                    + method + ". Use direct or blocked(k).");
        }
        return method;
    }

    /** The products in frequency, if the method is one. */
    Optional<SlabProducts> products(List<DeviceSlab> own, SlabOptions options, Transport transport) {
        if (product.isEmpty()) {
            return Optional.empty();
        } else if (transport.slabs() > transport.own()) {
            throw new IllegalArgumentException("The method fft(" + product.getAsInt()
                    + ") does not run on slabs of several processes. Use direct, or blocked(k).");
        }
        return Optional.of(new SlabProducts(this, own, options, shape, product.getAsInt()));
    }

    /** Slabs of another grid by the steps of {@link #method}, with as many ghost planes as those of a product have. */
    SlabPlan slabs(List<Session> sessions, SlabOptions options, int... grid) {
        SlabOptions named = options.between(options.betweenFor(method().steps()));
        return SlabPlan.over(sessions, bound.method(method()), named, grid);
    }

    /** Where mirror images make the grid periodic. */
    MirrorImages images(Session session, FrequencyForm form, int steps) {
        return MirrorImages.behindFirstAxis(on(session).instance(type(), shape), form, steps);
    }

    /** With the kernels {@code copy_planes}, {@code add_images} and {@code leave_images}. */
    Program copies(Session session) {
        return session.compile(FrequencyMethod.source(type(), 1));
    }

    StencilSettings settings() {
        return settings;
    }

    Method method() {
        return settings.method();
    }

    ElementType type() {
        return settings.typeOr(ElementType.FLOAT);
    }

    /** As {@link SlabPlan#problem}. */
    Map<String, String> problem() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("formula", settings.spec().formula());
        all.put("boundary", settings.boundaries().stream().map(Object::toString).collect(Collectors.joining(", ")));
        settings.parameters().forEach((name, value) -> all.put("param " + name, value.toString()));
        return all;
    }

    /** The shape of so many planes. */
    int[] thick(int planes) {
        int[] part = shape.clone();
        part[0] = planes;
        return part;
    }

    private BoundStencil on(Session session) {
        return new BoundStencil(bound.stencil(), session, settings);
    }

    StencilPlan plan(Session session, int planes) {
        BoundStencil own = on(session);
        return own.planSlab(own.instance(type(), thick(planes)).ofPlanes(shape[0]));
    }

    private StencilInstance instance(DeviceSlab slab) {
        return on(slab.session()).instance(type(), thick(slab.slab().extent())).ofPlanes(shape[0]);
    }

    /** How long each device waits in a step, by the cost model and what an exchange costs, and as it was measured. */
    WaitingShares explained(
            String title, List<DeviceSlab> own, PlaneExchange exchange, SlabRounds rounds, int between) {
        double[] computing = own.stream().mapToDouble(this::stepSeconds).toArray();
        double[] exchanging = new double[own.size()];
        for (int i = 0; i < own.size(); i++) {
            double seconds = exchange.seconds(i, rounds.exchanged(), TuningStore.open()) / between;
            exchanging[i] = rounds.hides() ? Math.max(0, seconds - computing[i]) : seconds;
        }
        return WaitingShares.of(
                title,
                own.stream().map(DeviceSlab::device).toList(),
                i -> own.get(i).slab().planes() + " planes",
                computing,
                exchanging,
                i -> waited(own.get(i), own.size()));
    }

    /** A device without neighbours waits for none, also where the host gives it its launches late. */
    private static OptionalDouble waited(DeviceSlab slab, int slabs) {
        OptionalDouble between = slab.waiting().share();
        return slabs == 1 && between.isPresent() ? OptionalDouble.of(0) : between;
    }

    private double stepSeconds(DeviceSlab slab) {
        StencilInstance instance = instance(slab);
        return new CostModel(instance, Machine.of(instance)).of(method()).seconds();
    }

    /**
     * Steps from one exchange to the next: those that options name, else those that cost least where devices put exchanges in order
     * themselves, and where they do not, those that the method does together.
     */
    int between(List<Session> sessions, SlabOptions options, Transport transport) {
        int fewest = options.betweenFor(method().steps());
        int radius = settings.spec().footprint().radius(0);
        boolean ring = settings.boundaries().get(0).wraps();
        if (options.namesBetween()
                || options.overlapped().orElse(false)
                || product.isPresent()
                || radius == 0
                || radius > MOST_RADIUS_OF_LATER_EXCHANGES
                || sessions.size() == 1
                || transport.slabs() > transport.own()
                || !PlaneExchange.byDevicesUnasked(sessions, ring, options)) {
            return fewest;
        }
        List<Slab> slabs = Slab.cut(shape[0], fewest * radius, ring, options.rates(sessions.size()));
        int thinnest = slabs.stream().mapToInt(Slab::planes).min().orElseThrow();
        int most = slabs.stream().mapToInt(Slab::planes).max().orElseThrow();
        StencilInstance instance = on(sessions.get(0)).instance(type(), thick(most));
        double plane =
                new CostModel(instance, Machine.of(instance)).of(method()).seconds() / most;
        int levels = settings.spec().updatedFields().size() * settings.spec().depth();
        int cuts = ring || sessions.size() > 2 ? 2 : 1;
        boolean sends = settings.source() == null
                && method().way().takesParts(instance)
                && settings.spec().depth() == 1;
        return ExchangeCosts.ofDevices(levels, plane, cuts, radius, method().steps(), sends)
                .best(thinnest);
    }

    /** Single steps that send planes themselves, where the method's code can. */
    Optional<SendingSteps> sending(DeviceExchange devices, List<DeviceSlab> own, int between, int plane) {
        int radius = settings.spec().footprint().radius(0);
        int halo = between * radius;
        List<String> updated = List.copyOf(settings.spec().updatedFields());
        // Older levels are not sent: they have the ghosts that an exchange after each step leaves.
        boolean can = own.size() > 1
                && halo > 0
                && method().steps() == 1
                && settings.source() == null
                && (between == 1 || settings.spec().depth() == 1)
                && SendingSteps.fit(updated.size(), (long) halo * plane, type())
                && own.stream().allMatch(slab -> method().way()
                        .takesParts(on(slab).withPart(SendingSteps.part(slab.slab(), plane))));
        boolean takes = between == 1
                && own.stream().allMatch(slab -> method().way()
                        .takesPlanes(on(slab).withPart(SendingSteps.part(slab.slab(), plane))));
        return can
                ? Optional.of(new SendingSteps(
                        devices, own, updated, type(), halo, radius, plane, takes, stages(between, plane, takes)))
                : Optional.empty();
    }

    private SendingSteps.Stages stages(int between, int plane, boolean takes) {
        return new SendingSteps.Stages() {
            @Override
            public CompiledStage sending(DeviceSlab slab) {
                SlabPart part = SendingSteps.part(slab.slab(), plane);
                return stage(slab, takes ? part.taking() : part);
            }

            @Override
            public Optional<CompiledStage> before(DeviceSlab slab) {
                int radius = settings.spec().footprint().radius(0);
                return between == 1
                        ? Optional.empty()
                        : Optional.of(stage(slab, SendingSteps.range(slab.slab(), radius)));
            }
        };
    }

    private CompiledStage stage(DeviceSlab slab, PlanePart part) {
        StencilInstance instance = on(slab).withPart(part);
        return new CompiledStage(slab.session(), instance, method().code(instance), settings.parameters());
    }

    /** In the code for GPUs: processors that wait for each other do so in tests of that code. */
    private StencilInstance on(DeviceSlab slab) {
        return settings.on(slab.device(), Variant.GPU, type(), thick(slab.slab().extent()));
    }
}
