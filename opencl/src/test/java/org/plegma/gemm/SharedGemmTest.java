package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.StandIn;
import org.plegma.device.peer.PeerMemory;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.testing.ChildJvm;

/**
 * Products on several devices: a process with three devices (PoCL's processors, and GPUs where there are so many), against one device and
 * against plain loops.
 */
class SharedGemmTest {
    @Test
    void severalDevicesGiveWhatOneGives() {
        for (ChildJvm child : ChildJvm.onDevices(3, SharedGemmTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all is well"), output);
        }
    }

    @Test
    void rowsAreDealtOutByRates() {
        assertArrayEquals(new int[] {6, 9, 10}, SharedArray.ends(10, 6, 3, 1));
        assertArrayEquals(new int[] {0, 1, 1}, SharedArray.ends(1, 1, 1, 1));
        assertArrayEquals(new int[] {0, 0}, SharedArray.ends(0, 1, 2));
    }

    @Test
    void oneDeviceIsEnough() {
        Grid a = Grid.random(ElementType.FLOAT, 1, 5, 7);
        Grid b = Grid.random(ElementType.FLOAT, 2, 7, 6);
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                SharedGemm all = gemm.onAll()) {
            assertEquals(onOne(gemm, a, b), all.multiply(a, b));
            assertEquals(List.of(session.device()), all.devices());
        }
    }

    /** What one device chooses for all of its model is the method that it would take for itself alone. */
    @Test
    void severalDevicesLaunchWhatOneLaunches() {
        List<String> launched = new ArrayList<>();
        try (Session session = StandIn.h200(
                        launch -> launched.add(launch.kernel().program().options() + " " + launch.arguments()),
                        "REAL",
                        "TERMS",
                        "ADDED",
                        "SLICED",
                        "PACKS");
                DeviceArray a = session.allocate(ElementType.FLOAT, 2800, 2800);
                DeviceArray d = session.allocate(ElementType.FLOAT, 2800, 2800)) {
            Matrix factor = Matrix.of(a);
            for (Precision precision : List.of(Precision.FP32_FAST, Precision.TF32, Precision.BF16)) {
                try (Gemm gemm = Gemm.of(session).precision(precision)) {
                    Product product = gemm.product(1, factor, Op.N, factor, Op.T, 0, null, Matrix.of(d));
                    gemm.enqueue(product);
                    List<String> alone = List.copyOf(launched);
                    launched.clear();
                    gemm.enqueue(product, product, gemm.way(product));
                    assertEquals(alone, launched);
                    launched.clear();
                }
            }
        }
    }

    /** Slices depend on the rate of the sizes, which sizes that another device has chosen do not tell. */
    @Test
    void aPanelIsSummedAsTheWholeIs() {
        List<String> launched = new ArrayList<>();
        try (Session session = StandIn.h200(
                        launch -> launched.add(slicing(launch.kernel().program().options())),
                        "REAL",
                        "TERMS",
                        "ADDED",
                        "SLICED",
                        "PACKS");
                DeviceArray a = session.allocate(ElementType.FLOAT, 2800, 2800);
                DeviceArray d = session.allocate(ElementType.FLOAT, 2800, 2800);
                Gemm gemm = Gemm.of(session).method("tensor").precision(Precision.TF32)) {
            Matrix factor = Matrix.of(a);
            Product whole = gemm.product(1, factor, Op.N, factor, Op.N, 0, null, Matrix.of(d));
            Product panel = gemm.product(
                    1,
                    factor,
                    Op.N,
                    factor.part(0, 0, 2800, 128),
                    Op.N,
                    0,
                    null,
                    Matrix.of(d).part(0, 0, 2800, 128));
            gemm.enqueue(whole);
            List<String> all = List.copyOf(launched);
            launched.clear();
            gemm.enqueue(panel, whole, gemm.way(whole));
            assertEquals(all, launched);
        }
    }

    private static String slicing(List<String> options) {
        return options.stream()
                .filter(option -> option.startsWith("-DADDED") || option.startsWith("-DSLICED"))
                .toList()
                .toString();
    }

    /** By the device, though the host may be done sooner. */
    private static Grid onOne(Gemm gemm, Grid a, Grid b) {
        Grid d = Grid.zeros(a.type(), a.size(0), b.size(1));
        GridProducts.byDevice(gemm, 1, a, Op.N, b, Op.N, 0, null, d);
        return d;
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        try (Session session = Session.open(devices);
                Gemm gemm = Gemm.of(session)) {
            for (String method : List.of("naive", devices[0].kind() == Device.Kind.CPU ? "cpu" : "register")) {
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    for (Op op : Op.values()) {
                        for (double[] rates : new double[][] {{}, {1, 3, 2}}) {
                            try (SharedGemm all = gemm.method(method).onAll(rates)) {
                                for (int m : new int[] {1, 2, 3, 64}) {
                                    grids(gemm.method(method), all, type, op, m);
                                }
                            }
                        }
                    }
                }
            }
            epilogues(gemm, session);
            batches(gemm);
            try (SharedGemm all = gemm.onAll(1, 1, 2)) {
                onDevices(gemm, all, session, devices);
            }
            chains(gemm, Gemm.AUTO, session, devices);
            chains(gemm.method(new CopyingNaive()), "naive", session, devices);
            waits(gemm, session, devices);
            refused(gemm, session, devices[0]);
        }
        System.out.println("all is well");
    }

    private static void grids(Gemm one, SharedGemm all, ElementType type, Op op, int m) {
        int k = 33;
        int n = 17;
        Grid a = Grid.random(type, m, op == Op.N ? new int[] {m, k} : new int[] {k, m});
        Grid b = Grid.random(type, m + 1, op == Op.N ? new int[] {k, n} : new int[] {n, k});
        Grid c = Grid.random(type, m + 2, m, n);
        Grid expected = Grid.zeros(type, m, n);
        Grid found = Grid.zeros(type, m, n);
        one.multiply(0.5, a, op, b, op, 0, null, expected);
        all.multiply(0.5, a, op, b, op, 0, null, found);
        assertEquals(expected, found, all + " " + m);
        requireProduct(0.5, a, b, op, 0, c, found);
        one.multiply(1, a, op, b, op, 0.25, c, expected);
        all.multiply(1, a, op, b, op, 0.25, c, found);
        assertEquals(expected, found, all + " with C " + m);
        requireProduct(1, a, b, op, 0.25, c, found);
        Grid kept = c.copy();
        all.multiply(1, a, op, b, op, 0.25, kept, kept);
        assertEquals(expected, kept, all + " in place " + m);
    }

    private static void requireProduct(double alpha, Grid a, Grid b, Op op, double beta, Grid c, Grid d) {
        int k = op == Op.N ? a.size(1) : a.size(0);
        double unit = d.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        for (int i = 0; i < d.size(0); i++) {
            for (int j = 0; j < d.size(1); j++) {
                double sum = ProductOracle.element(a, op, b, op, i, j);
                assertEquals(alpha * sum + beta * c.get(i, j), d.get(i, j), (k + 3) * (k + 1) * unit);
            }
        }
    }

    private static void epilogues(Gemm gemm, Session session) {
        Grid a = Grid.generate(ElementType.FLOAT, new Values()::next, 10, 9);
        Grid b = Grid.generate(ElementType.FLOAT, new Values()::next, 9, 8);
        try (DeviceArray rows = session.upload(Grid.random(ElementType.FLOAT, 5, 10));
                DeviceArray columns = session.upload(Grid.random(ElementType.FLOAT, 6, 8))) {
            for (Gemm set : List.of(
                    gemm.rowBias(rows),
                    gemm.columnBias(columns).activation(Activation.RELU),
                    gemm.activation(Activation.RELU))) {
                try (SharedGemm all = set.onAll(2, 5, 3)) {
                    assertEquals(set.multiply(a, b), all.multiply(a, b));
                }
            }
            try (SharedGemm wrong = gemm.rowBias(columns).onAll()) {
                refusal("The bias needs 10 values, one a row: got 8.", () -> wrong.multiply(a, b));
            }
        }
    }

    private static final class Values {
        private final Random random = new Random(3);

        double next(int... index) {
            return random.nextDouble() - 0.5;
        }
    }

    private static void batches(Gemm gemm) {
        for (int count : new int[] {1, 2, 7}) {
            Grid a = Grid.random(ElementType.FLOAT, 1, count, 5, 6);
            Grid b = Grid.random(ElementType.FLOAT, 2, count, 6, 4);
            try (SharedGemm all = gemm.onAll(1, 2, 1)) {
                Grid d = all.multiply(a, b);
                Grid oneRight = all.multiply(a, b.slice(0, 0));
                Grid oneLeft = all.multiply(a.slice(0, 0).reshape(1, 5, 6), b);
                Grid c = Grid.random(ElementType.FLOAT, 3, 5, 4);
                Grid sum = Grid.zeros(ElementType.FLOAT, d.shape());
                Grid alone = c.copy();
                all.multiply(1, a, Op.N, b, Op.N, 2, c, sum);
                GridProducts.byDevice(
                        gemm, 1, a.slice(0, count - 1), Op.N, b.slice(0, count - 1), Op.N, 2, alone, alone);
                assertEquals(alone, sum.slice(0, count - 1));
                assertEquals(oneRight, all.multiply(a, b.slice(0, 0).reshape(1, 6, 4)));
                for (int s = 0; s < count; s++) {
                    assertEquals(onOne(gemm, a.slice(0, s), b.slice(0, s)), d.slice(0, s));
                    assertEquals(onOne(gemm, a.slice(0, s), b.slice(0, 0)), oneRight.slice(0, s));
                    assertEquals(onOne(gemm, a.slice(0, 0), b.slice(0, s)), oneLeft.slice(0, s));
                }
            }
        }
    }

    /** B on each of the devices in turn, twice of one shape and once of another. */
    private static void onDevices(Gemm gemm, SharedGemm all, Session session, Device... devices) {
        for (Device home : devices) {
            for (int n : new int[] {12, 12, 5}) {
                for (Op op : Op.values()) {
                    Grid a = Grid.random(ElementType.DOUBLE, n, 9, 20);
                    Grid b = Grid.random(
                            ElementType.DOUBLE, home.index(), op == Op.N ? new int[] {20, n} : new int[] {n, 20});
                    Grid c = Grid.random(ElementType.DOUBLE, 8, 9, n);
                    Grid expected = c.copy();
                    GridProducts.byDevice(gemm, 2, a, Op.N, b, op, 1, expected, expected);
                    try (SharedArray rows = all.share(a);
                            SharedArray d = all.share(c);
                            DeviceArray right = session.on(home).upload(b)) {
                        assertEquals(c, d.download());
                        all.multiply(2, rows, right, op, 1, d);
                        assertEquals(expected, d.download(), home + " " + n + " " + op);
                        assertEquals(b, right.download());
                    }
                }
            }
        }
    }

    /** B passed on from device to device, in two panels: in many pieces, in two where one device has no rows, and in one panel. */
    private static void chains(Gemm gemm, String same, Session session, Device... devices) {
        chains(gemm, same, session, new Panels(1, 8, 2, 64), new double[] {1, 1, 2}, devices);
        chains(gemm, same, session, new Panels(1, 2, 1, 1000), new double[] {1, 1e-9, 1}, devices);
        chains(gemm, same, session, new Panels(1 << 20, 8, 2, 64), new double[] {1, 1, 1}, devices);
    }

    /** @param same a method that gives the same bits on one device */
    private static void chains(
            Gemm gemm, String same, Session session, Panels panels, double[] rates, Device... devices) {
        List<Session> sessions = Arrays.stream(devices).map(session::on).toList();
        try (SharedGemm all = new SharedGemm(gemm, sessions, new Broadcast(panels, true), rates)) {
            onDevices(gemm.method(same), all, session, devices);
        }
        try (DeviceArray byRow = session.upload(Grid.random(ElementType.DOUBLE, 5, 9));
                DeviceArray byColumn = session.upload(Grid.random(ElementType.DOUBLE, 6, 12))) {
            for (Gemm set : List.of(gemm.rowBias(byRow).activation(Activation.RELU), gemm.columnBias(byColumn))) {
                try (SharedGemm all = new SharedGemm(set, sessions, new Broadcast(panels, true), rates)) {
                    biased(set.method(same), all);
                }
            }
        }
    }

    private static void biased(Gemm one, SharedGemm all) {
        Grid a = Grid.generate(ElementType.DOUBLE, new Values()::next, 9, 20);
        Grid b = Grid.generate(ElementType.DOUBLE, new Values()::next, 20, 12);
        try (SharedArray rows = all.share(a);
                SharedArray d = all.allocate(ElementType.DOUBLE, 9, 12);
                DeviceArray right = one.workshop().session().upload(b)) {
            for (int i = 0; i < 2; i++) {
                all.multiply(1, rows, right, Op.N, 0, d);
                assertEquals(one.multiply(a, b), d.download(), all.toString());
            }
        }
    }

    /** Each of the devices in turn has no row, and so waits all the time; another has six times as many rows as the third. */
    private static void waits(Gemm gemm, Session session, Device... devices) {
        List<Session> sessions = Arrays.stream(devices).map(session::on).toList();
        for (int idle = 0; idle < devices.length; idle++) {
            int few = (idle + 1) % devices.length;
            int many = (idle + 2) % devices.length;
            double[] rates = new double[devices.length];
            rates[idle] = 1e-9;
            rates[few] = 1;
            rates[many] = 6;
            try (SharedGemm all = gemm.onAll(rates)) {
                boolean reach = PeerMemory.refusal(sessions).isEmpty();
                waits(all, session, idle, few, many, reach ? "neighbours' memory" : "B through the host's memory");
            }
            try (SharedGemm all =
                    new SharedGemm(gemm, sessions, new Broadcast(new Panels(1, 8, 2, 4096), true), rates)) {
                waits(all, session, idle, few, many, "neighbours' memory, in 2 panels");
            }
        }
    }

    private static void waits(SharedGemm all, Session session, int idle, int few, int many, String way) {
        assertThrows(IllegalStateException.class, all::explain);
        try (SharedArray rows = all.share(Grid.random(ElementType.FLOAT, 1, 280, 200));
                SharedArray d = all.allocate(ElementType.FLOAT, 280, 100);
                DeviceArray right = session.upload(Grid.random(ElementType.FLOAT, 2, 200, 100))) {
            all.multiply(1, rows, right, Op.N, 0, d);
            WaitingShares shares = all.explain();
            assertTrue(shares.title().contains("280 x 200 by 200 x 100 float, B "), shares::title);
            assertTrue(shares.title().endsWith(way), shares::title);
            List<WaitingShares.Row> found = shares.rows();
            assertEquals(
                    all.devices(), found.stream().map(WaitingShares.Row::device).toList());
            assertEquals("0 rows", found.get(idle).part());
            assertEquals("40 rows", found.get(few).part());
            assertEquals("240 rows", found.get(many).part());
            assertEquals(1, found.get(idle).predicted());
            assertEquals(1, found.get(idle).measured().orElseThrow(), shares::toString);
            double most = found.get(few).predicted();
            double least = found.get(many).predicted();
            assertTrue(0 < least && least < most && most < 1, shares::toString);
            for (int device : new int[] {few, many}) {
                assertTrue(found.get(device).exchanging() > 0, shares::toString);
                assertTrue(found.get(device).measured().orElseThrow() < 1, shares::toString);
            }
        }
    }

    private static void refused(Gemm gemm, Session session, Device first) {
        try (SharedGemm all = gemm.onAll();
                Session other = Session.open(first);
                DeviceArray elsewhere = other.upload(Grid.zeros(ElementType.FLOAT, 6, 4));
                SharedArray own = session.shared(ElementType.FLOAT, 5, 4);
                SharedArray a = session.shared(ElementType.FLOAT, 5, 6);
                SharedArray d = all.allocate(ElementType.FLOAT, 4, 4)) {
            Grid five = Grid.zeros(ElementType.FLOAT, 5, 6);
            refusal("A has 6 columns, B 5 rows", () -> all.multiply(five, five));
            refusal(
                    "The product is 5 x 5, and D is 5 x 6.",
                    () -> all.multiply(1, five, Op.N, five, Op.T, 0, null, five.copy()));
            refusal(
                    "C is null",
                    () -> all.multiply(1, five, Op.N, five, Op.T, 1, null, Grid.zeros(ElementType.FLOAT, 5, 5)));
            refusal("B is of double", () -> all.multiply(five, Grid.zeros(ElementType.DOUBLE, 6, 5)));
            refusal("not 1", () -> all.multiply(five, Grid.zeros(ElementType.FLOAT, 6)));
            Grid three = Grid.zeros(ElementType.FLOAT, 3, 5, 6);
            Grid two = Grid.zeros(ElementType.FLOAT, 2, 6, 5);
            refusal("D is 3 x 5 x 5, and B is 2 x 6 x 5", () -> all.multiply(three, two));
            refusal(
                    "found A float [5, 6], B of float [6, 4], D float [4, 4]",
                    () -> all.multiply(1, a, elsewhere, Op.N, 0, d));
            try (SharedGemm unequal = gemm.onAll(1, 4, 1);
                    SharedArray other5 = unequal.allocate(ElementType.FLOAT, 5, 4)) {
                refusal(
                        "must be dealt out as this product does, to rows that end at [2, 3, 5]",
                        () -> all.multiply(1, a, elsewhere, Op.N, 0, other5));
            }
            refusal("in another session", () -> all.multiply(1, a, elsewhere, Op.N, 0, own));
            refusal("a finite rate above 0, found [1.0]", () -> gemm.onAll(1));
            refusal("a finite rate above 0", () -> gemm.onAll(1, 0, 1));
            refusal("2 axes, or 3 for a batch", () -> all.allocate(ElementType.FLOAT, 3));
        }
    }

    private static void refusal(String expected, Runnable action) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, action::run);
        assertTrue(refused.getMessage().contains(expected), refused::getMessage);
    }
}
