package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.testing.ChildJvm;

/**
 * Transforms on several devices: a process with three devices (PoCL's processors, and GPUs where there are so many), against sums in double
 * precision.
 */
class SharedFftTest {
    private static final int[][] SHAPES = {
        {6, 8}, {3, 5}, {1, 7}, {7, 1}, {2, 2}, {11, 20}, {2, 3, 4}, {5, 1, 6}, {9, 10, 1}, {4, 6, 2, 3}
    };

    /**
     * Of GPUs, whose driver takes long to compile: by address with and without a third axis between, by blocks, with devices that have
     * nothing. {@link DirectTransformTest} has their code for many shapes on processors.
     */
    private static final int[][] ON_GPUS = {{6, 12}, {6, 12, 8}, {4, 6, 2, 3}, {1, 7}};

    /** So many processes share them. */
    private static final int PARTS = 4;

    @Test
    void severalDevicesTransformAsSumsDo() {
        List<ChildJvm> children = ChildJvm.onDevices(3, SharedFftTest.class);
        requireWell(children.get(0).run());
        for (ChildJvm onGpus : children.subList(1, children.size())) {
            List<ChildJvm.Running> parts = IntStream.range(0, PARTS)
                    .mapToObj(part -> onGpus.start(Integer.toString(part)))
                    .toList();
            parts.forEach(part -> requireWell(part.await()));
        }
    }

    private static void requireWell(ChildJvm.Result result) {
        String output = result.assertSuccess().output();
        assertTrue(output.contains("all is well"), output);
    }

    @Test
    void oneDeviceIsEnough() {
        Grid image = Grid.random(ElementType.FLOAT, 1, 6, 10);
        try (Session session = Session.open()) {
            Fft fft = Fft.of(session);
            SharedFft all = fft.onAll();
            assertEquals(List.of(session.device()), all.devices());
            Dft.assertClose(fft.rfft(image), all.rfft(image), "one device");
        }
    }

    @Test
    void whatCannotBeDealtOutIsRefused() {
        try (Session session = Session.open()) {
            SharedFft all = Fft.of(session).onAll();
            refusal("needs two axes or more", () -> all.plan(ElementType.FLOAT, 8));
            refusal("float or double, not int", () -> all.plan(ElementType.INT, 8, 8));
            refusal("needs a finite rate above 0, found [1.0, 2.0]", () -> Fft.of(session)
                    .onAll(1, 2));
            refusal(
                    "along the last 3 axes",
                    () -> Fft.of(session).axes(3).onAll().plan(ElementType.FLOAT, 8, 8));
            refusal("of 4 values along its last axis", () -> all.irfft(Grid.floats(3, 4, 2), 4));
            try (SharedFftPlan plan = all.planReal(ElementType.FLOAT, 4, 6);
                    SharedArray in = plan.allocateInput();
                    SharedArray spectrum = plan.allocateSpectrum()) {
                refusal("The input of the transform must be float [4, 6]", () -> plan.forward(spectrum, spectrum));
                refusal("The output of the transform must be float [4, 4, 2]", () -> plan.forward(in, in));
                refusal("that end at [4] along axis 1", () -> plan.inverse(in, in));
                refusal("The factor of the transform must be float [4, 4, 2]", () -> plan.multiply(spectrum, in));
                refusal("The spectrum of the transform must be float [4, 4, 2]", () -> plan.multiply(in, spectrum));
            }
        }
    }

    private static void refusal(String part, Runnable action) {
        String message =
                assertThrows(IllegalArgumentException.class, action::run).getMessage();
        assertTrue(message.contains(part), message);
    }

    /**
     * The child.
     *
     * @param arguments the number of a part, or nothing for all
     */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        int part = arguments.length == 0 ? -1 : Integer.parseInt(arguments[0]);
        boolean onGpus = devices[0].kind() == Device.Kind.GPU;
        try (Session session = Session.open(devices)) {
            int number = 0;
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                int[][] all = onGpus ? ON_GPUS : SHAPES;
                for (int[] shape : onGpus && type == ElementType.DOUBLE ? Arrays.copyOf(all, 1) : all) {
                    if (part < 0 || number++ % PARTS == part) {
                        transforms(session, 0, type, shape);
                    }
                }
                if (part < 0 || number++ % PARTS == part) {
                    transforms(session, 1, type, 7, 12);
                }
                if (part < 0 || number++ % PARTS == part) {
                    transforms(session, 2, type, 2, 5, 6);
                }
            }
            if (part <= 0) {
                pieces(session.devices().stream().map(session::on).toList());
                measured(session, devices);
            }
            if (part < 0 || part == 1 && devices.length == 3) {
                waits(session, 0);
                waits(session, 1);
            }
            long before = session.memoryInUse();
            Fft.of(session).onAll().rfft(Grid.floats(6, 8));
            assertEquals(before, session.memoryInUse());
        }
        System.out.println("all is well");
    }

    /** Each of the devices in turn has no row and no column, and so waits all the time; another has more than the third. */
    private static void waits(Session session, int axes) {
        Fft fft = axes == 0 ? Fft.of(session) : Fft.of(session).axes(axes);
        for (int idle = 0; idle < 3; idle++) {
            double[] rates = new double[3];
            rates[idle] = 1e-9;
            rates[(idle + 1) % 3] = 1;
            rates[(idle + 2) % 3] = 3;
            try (SharedFftPlan plan = fft.onAll(rates).plan(ElementType.FLOAT, 8, 8);
                    SharedArray in = plan.allocateInput();
                    SharedArray out = plan.allocateSpectrum()) {
                assertTrue(plan.explain().rows().get(idle).measured().isEmpty());
                plan.forward(in.upload(Grid.floats(8, 8, 2)), out);
                waits(plan.explain(), axes, idle);
                plan.inverse(out, in);
                waits(plan.explain(), axes, idle);
            }
        }
    }

    private static void waits(WaitingShares shares, int axes, int idle) {
        WaitingShares.Row none = shares.rows().get(idle);
        WaitingShares.Row few = shares.rows().get((idle + 1) % 3);
        WaitingShares.Row many = shares.rows().get((idle + 2) % 3);
        assertEquals(axes == 0 ? "2 rows, 2 columns" : "2 transforms", few.part());
        assertEquals(axes == 0 ? "6 rows, 6 columns" : "6 transforms", many.part());
        assertEquals(1, none.predicted());
        assertEquals(1, none.measured().orElseThrow(), shares::toString);
        double least = many.predicted();
        assertTrue((axes == 0 ? 0 < least : least == 0) && least < few.predicted(), shares::toString);
        for (WaitingShares.Row row : List.of(few, many)) {
            assertEquals(axes == 0, row.exchanging() > 0, shares::toString);
            assertTrue(row.measured().orElseThrow() < 1, shares::toString);
        }
    }

    /** Of GPUs the lightest case: the others have gigabytes. */
    private static void measured(Session session, Device... devices) {
        List<BenchCase> cases = BenchFamily.find("fft").cases(List.of(devices));
        int count = devices[0].kind() == Device.Kind.CPU ? 4 : 2;
        List<Measurement> measured =
                new Bench(session).timeLimit(1e-3).warmUp(0).run(cases.subList(0, count));
        assertEquals(count, measured.size());
        measured.forEach(one -> assertTrue(one.valid(), () -> one.work() + ": " + one.problem()));
    }

    /** @param axes that are transformed; 0 for all */
    private static void transforms(Session session, int axes, ElementType type, int... shape) {
        Fft fft = axes == 0 ? Fft.of(session) : Fft.of(session).axes(axes);
        for (double[] rates : new double[][] {{}, {1, 5, 2}}) {
            double[] each = Arrays.copyOf(
                    rates, Math.min(rates.length, session.devices().size()));
            transforms(fft.onAll(each), type, shape, axes == 0 ? shape.length : axes);
        }
    }

    private static void transforms(SharedFft all, ElementType type, int[] shape, int rank) {
        String what = all + " " + type + " " + Arrays.toString(shape);
        Grid complex = Dft.randomComplex(type, shape);
        Grid expected = Dft.of(rank, complex);
        Dft.assertClose(expected, all.fft(complex), what);
        Dft.assertClose(complex, all.ifft(all.fft(complex)), what + " and back");
        Grid real = Dft.randomReals(type, shape);
        Grid halves = Dft.ofReals(rank, real);
        Dft.assertClose(halves, all.rfft(real), what + " real");
        Dft.assertClose(real, all.irfft(halves.to(type), shape[shape.length - 1]), what + " real and back");
        if (rank == shape.length) {
            convolution(all, real, Dft.randomReals(type, shape), what);
        }
        try (SharedFftPlan plan = all.plan(type, shape);
                SharedArray in = plan.allocateInput();
                SharedArray out = plan.allocateSpectrum()) {
            in.upload(complex);
            for (int i = 0; i < 3; i++) {
                plan.forward(in, out);
            }
            Dft.assertClose(expected, out.download(), what + " again");
            assertEquals(complex, in.download(), what);
        }
    }

    /** Each value is its own number, so that a wrong place shows; in pieces of one row, of two, and of all. */
    private static void pieces(List<Session> sessions) {
        int[] shape = {7, 5, 3, 2};
        Grid grid = Grid.generate(
                ElementType.FLOAT, index -> ((index[0] * 5 + index[1]) * 3 + index[2]) * 2 + index[3], shape);
        for (long bytes : new long[] {1, 2 * 2 * 3 * 8, 1 << 20}) {
            for (double[] three : new double[][] {{1, 1, 1}, {6, 1, 1}, {1, 0.1, 9}}) {
                double[] rates = Arrays.copyOf(three, sessions.size());
                try (SharedArray rows =
                                new SharedArray(sessions, 0, SharedArray.ends(7, rates), ElementType.FLOAT, shape);
                        SharedArray columns =
                                new SharedArray(sessions, 1, SharedArray.ends(5, rates), ElementType.FLOAT, shape);
                        SharedArray back =
                                new SharedArray(sessions, 0, SharedArray.ends(7, rates), ElementType.FLOAT, shape);
                        Transposition transposition = new Transposition(sessions, rows, columns, bytes)) {
                    rows.upload(grid);
                    transposition.toColumns(rows, columns);
                    assertEquals(grid, columns.download(), "to columns, " + bytes + " bytes");
                    transposition.toRows(columns, back);
                    assertEquals(grid, back.download(), "to rows, " + bytes + " bytes");
                }
            }
        }
    }

    /** Each value is a sum over all pairs of places that add up to its own, around the edges. */
    private static void convolution(SharedFft all, Grid image, Grid kernel, String what) {
        int[] shape = image.shape();
        Grid expected = Grid.zeros(image.type(), shape);
        int count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                int[] at = place(i, shape);
                int[] other = place(j, shape);
                int[] to = new int[shape.length];
                Arrays.setAll(to, axis -> (at[axis] + other[axis]) % shape[axis]);
                expected.set(expected.get(to) + image.get(at) * kernel.get(other), to);
            }
        }
        try (SharedFftPlan plan = all.planReal(image.type(), shape);
                SharedArray values = plan.allocateInput();
                SharedArray spectrum = plan.allocateSpectrum();
                SharedArray factor = plan.allocateSpectrum()) {
            plan.forward(values.upload(kernel), factor);
            plan.forward(values.upload(image), spectrum);
            plan.multiply(spectrum, factor);
            plan.inverse(spectrum, values);
            Dft.assertClose(expected, values.download(), what + " convolution");
        }
    }

    private static int[] place(int index, int... shape) {
        int[] at = new int[shape.length];
        int rest = index;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            at[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return at;
    }
}
