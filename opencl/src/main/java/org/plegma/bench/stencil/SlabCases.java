package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Work;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.slabs.SlabOptions;

/**
 * Stencils on one device and on several together: stars of four radii on cubes, also on one that few devices hold alone; one of radius 1 on
 * boxes of other proportions and the same volume, five points in 2-D; and for weak scaling the part of a device alone. All are timed by the
 * host's clock: that of a device may go 1 % slower. One device is judged by the oracle as a {@link StencilCase}, or on the large cube as a
 * {@link LargeCase}; several by one device, as a {@link SlabCase}. Bytes and operations are those of a device's share, so that the limit is
 * that of all devices at once.
 */
final class SlabCases {
    private static final String DEVICES = "devices";
    private static final int[] RADII = {1, 2, 4, 8};
    private static final int[] BETWEEN = {1, 2, 4, 8};
    private static final int RESTED_RADIUS = 2;

    /** The most steps between exchanges for which planes also go through pinned memory where they need not. */
    private static final int MOST_THROUGH_HOST = 2;

    private final String family;
    private final List<Device> devices;
    private final List<BenchCase> cases = new ArrayList<>();

    private SlabCases(String family, List<Device> devices) {
        this.family = family;
        this.devices = devices;
    }

    static List<BenchCase> of(String family, List<Device> devices) {
        SlabCases all = new SlabCases(family, devices);
        boolean cpu = devices.get(0).kind() == Kind.CPU;
        int side = cpu ? 128 : 1024;
        for (int length : new int[] {side, side / 2}) {
            for (int radius : RADII) {
                all.star(radius, length, length, length);
            }
        }
        for (int radius : RADII) {
            all.beyond(radius, 5 * side / 2);
        }
        all.star(1, side / 16, 4 * side, 4 * side);
        all.star(1, side / 4, 2 * side, 2 * side);
        all.star(1, 4 * side, side / 2, side / 2);
        for (int radius : RADII) {
            all.weak(Shapes.star(3, radius), side / 2, side, side);
        }
        for (int length : cpu ? new int[] {1024, 512} : new int[] {32_768, 16_384}) {
            all.strong("5-point", Shapes.star(2, 1), new Method("blocked", 10), 200, length, length);
        }
        return all.cases;
    }

    private void star(int radius, int... shape) {
        strong("star", Shapes.star(3, radius), Method.direct(), 48, shape);
    }

    /** On a cube whose fields, in float 67 GB each, few GPUs hold. */
    private void beyond(int radius, int side) {
        Stencil stencil = Shapes.star(3, radius);
        int[] shape = {side, side, side};
        int steps = 12;
        if (side / devices.size() >= radius) {
            ExpectedPlanes expected = new ExpectedPlanes(stencil, Method.direct(), shape);
            cases.add(shared("star", stencil, Method.direct(), steps, shape, 1)
                    .prepare(buffers -> new LargeCase(buffers, stencil, Method.direct(), shape, steps, expected)));
            add("star", stencil, Method.direct(), steps, shape, 1, false, havePeers(), expected);
        }
    }

    private boolean havePeers() {
        return devices.stream().allMatch(Device::isNvidia);
    }

    private void strong(String name, Stencil stencil, Method method, int steps, int... shape) {
        one(name, stencil, method, steps, shape);
        several(name, stencil, method, steps, shape);
    }

    /** @param shape of the part of each device */
    private void weak(Stencil stencil, int... shape) {
        one("star", stencil, Method.direct(), 48, shape);
        int[] whole = shape.clone();
        whole[0] = Math.multiplyExact(shape[0], devices.size());
        if (cases.stream().noneMatch(c -> isOf(c.work(), stencil, whole))) {
            several("star", stencil, Method.direct(), 48, whole);
        }
    }

    private boolean isOf(Work work, Stencil stencil, int[] shape) {
        return Objects.equals(work.parameters().get(DEVICES), devices.size())
                && Objects.equals(work.parameters().get("radius"), radius(stencil))
                && work.shape().equals(Arrays.stream(shape).boxed().toList());
    }

    /** Whether an H200 reaches its limit of power within a second: then cases begin rested, on one device and on several. */
    private static boolean isRested(Stencil stencil, Method method) {
        return radius(stencil) >= RESTED_RADIUS || method.steps() > 1;
    }

    private static int radius(Stencil stencil) {
        return stencil.spec().footprint().radius();
    }

    private void one(String name, Stencil stencil, Method method, int steps, int... shape) {
        cases.add(new StencilCase(stencil, ElementType.FLOAT, shape, steps, method)
                .byHost()
                .rested(isRested(stencil, method))
                .named(family, name, Map.of(DEVICES, 1)));
    }

    private void several(String name, Stencil stencil, Method method, int steps, int... shape) {
        ExpectedPlanes expected = new ExpectedPlanes(stencil, method, shape);
        boolean peers = havePeers();
        for (int more : name.equals("star") ? BETWEEN : new int[] {1, 2, 4}) {
            int between = more * method.steps();
            int halo = between * radius(stencil);
            int thinnest = shape[0] / devices.size();
            if (thinnest >= halo) {
                add(name, stencil, method, steps, shape, between, false, peers, expected);
            }
            if (thinnest >= 2 * halo) {
                add(name, stencil, method, steps, shape, between, true, peers, expected);
            }
            if (thinnest >= halo && peers && more <= MOST_THROUGH_HOST) {
                add(name, stencil, method, steps, shape, between, false, false, expected);
            }
        }
    }

    private void add(
            String name,
            Stencil stencil,
            Method method,
            int steps,
            int[] shape,
            int between,
            boolean overlapped,
            boolean peer,
            ExpectedPlanes expected) {
        SlabOptions usual = SlabOptions.usual().between(between).overlapped(overlapped);
        SlabOptions options = peer ? usual : usual.throughHost();
        cases.add(shared(name, stencil, method, steps, shape, devices.size())
                .parameter("between", between)
                .parameter("overlapped", overlapped ? "yes" : "no")
                .parameter("transport", peer ? "peer" : "pinned")
                .prepare(buffers -> new SlabCase(buffers, stencil, method, shape, steps, options, peer, expected)));
    }

    private BenchCase.Builder shared(String name, Stencil stencil, Method method, int steps, int[] shape, int among) {
        StencilSpec spec = stencil.spec();
        double cells = Arrays.stream(shape).asDoubleStream().reduce(steps, (a, b) -> a * b);
        double share = cells / among;
        BenchCase.Builder shared = BenchCase.of(family, name, method.toString());
        if (isRested(stencil, method)) {
            shared.rested();
        }
        return shared.parameter(DEVICES, among)
                .parameter("radius", radius(stencil))
                .parameter("steps", steps)
                .type(ElementType.FLOAT)
                .shape(shape)
                .flops(share * spec.cost().flops())
                .bytes(share * spec.cost().bytes(ElementType.FLOAT.bytes()))
                .cells(cells)
                .inCache();
    }
}
