package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.RandomStencils;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.PlaneRange;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.direct.DirectMethod;
import org.plegma.stencil.method.partialsums.ColumnPieces;
import org.plegma.stencil.method.partialsums.PartialSums;
import org.plegma.stencil.tile.DirectTile;

/**
 * Code for a part of the planes beside that for all, on one device: the planes of the part have the same bits, all others stay as they
 * were, and what is sent lies in its place in the boxes and nowhere else.
 */
class SlabPartTest {
    private static Session session;

    @BeforeContainer
    static void open() {
        session = Session.open();
    }

    @AfterContainer
    static void close() {
        session.close();
    }

    @Property(tries = 20)
    void direct(@ForAll long seed) {
        RandomStencils random = random(seed, 2);
        Case any = new Case(random, random.below(2) == 0 ? random.linear() : random.general(), seed);
        int vector = Math.min(4, Integer.lowestOneBit(any.shape[any.shape.length - 1]));
        int rows = any.shape.length == 3 ? 1 + random.below(2) : 1;
        DirectTile tile = new DirectTile(
                vector, rows, 1 + random.below(5), 1 + random.below(2), random.below(2), random.below(2) > 0, 8, 4);
        any.check(instance -> DirectMethod.code(instance, tile));
    }

    @Property(tries = 10)
    void partialSums(@ForAll long seed) {
        RandomStencils random = random(seed, 3);
        Case any = new Case(random, random.linear(), seed);
        int vector = Math.min(4, Integer.lowestOneBit(any.shape[2]));
        // Chunks of a column are begun one after the other where a group has 256 items.
        boolean spread = random.below(2) > 0;
        DirectTile tile = new DirectTile(
                vector, 1 + random.below(2), 1 + random.below(5), 1, 0, false, spread ? 16 : 8, spread ? 16 : 4);
        any.check(instance -> PartialSums.code(instance, tile));
    }

    @Property(tries = 10)
    void columnsInPieces(@ForAll long seed) {
        RandomStencils random = random(seed, 3);
        Case any = new Case(random, random.linear(), seed);
        int vector = Math.min(4, Integer.lowestOneBit(any.shape[2]));
        DirectTile tile = new DirectTile(vector, 1, any.shape[0], 1, 0, false, 2, 2);
        int columns = ((any.shape[2] / vector + 1) / 2) * ((any.shape[1] + 1) / 2);
        int units = 2 + random.below(columns + 2);
        any.check(instance -> PartialSums.code(
                instance,
                tile,
                PartialSums.registerFeed(instance, tile),
                instance.part().filter(PlaneRange.class::isInstance).isPresent() || columns % units == 0
                        ? Optional.empty()
                        : Optional.of(
                                new ColumnPieces(columns, instance.planes(), units, 2, (instance.planes() + 1) / 2))));
    }

    @Property(tries = 15)
    void planesAreTakenFromBoxes(@ForAll long seed) {
        RandomStencils random = random(seed, 3);
        Stencil stencil = Stencil.parse(random.linear());
        for (long next = seed + 1;
                stencil.spec().fields().size() > 1 || stencil.spec().depth() > 1;
                next++) {
            random = random(next, 3);
            stencil = Stencil.parse(random.linear());
        }
        int row = random.below(2) > 0 ? 4 * (1 + random.below(6)) : 1 + random.below(24);
        int[] shape = {0, 1 + random.below(12), row};
        Case any = new Case(stencil, random.boundaries(), shape, ElementType.FLOAT, new Random(seed));
        DirectTile tile = new DirectTile(4, 1 + random.below(2), 1 + random.below(5), 1, 0, false, 8, 4);
        any.checkTaking(instance -> PartialSums.code(instance, tile, PartialSums.asyncFeed(instance, tile, false)));
    }

    @Example
    void chosenCodeComputesAPartToo() {
        for (String formula : List.of(
                "u[x,y,z] = (u[x-1,y,z] + u[x+1,y,z] + u[x,y-1,z] + u[x,y+1,z] + u[x,y,z-1] + u[x,y,z+1])/6",
                "u[x,y,z] = u + 0.1*(u[x-4,y,z] + u[x+4,y,z] + u[x,y-4,z] + u[x,y,z+4])",
                "u[x,y] = u + 0.1*(u[x-1,y] + u[x,y+1])")) {
            new Case(Stencil.parse(formula), 3)
                    .check(instance -> Method.direct().code(instance));
        }
    }

    /** What a GPU's compiler makes of a loop depends on all that is in it, so the loops must not differ by more than a block for each cut. */
    @Example
    void loopsAreThoseOfAWholeGrid() {
        for (int radius : new int[] {1, 2, 4, 8}) {
            SlabPart part = new SlabPart(radius, 256, radius, 512 * 512);
            StencilInstance whole = new StencilInstance(
                    Shapes.star(3, radius).spec(),
                    Collections.nCopies(3, Boundary.ZERO),
                    ElementType.FLOAT,
                    new int[] {256, 512, 512},
                    KnownDevices.h200(),
                    Variant.GPU);
            StencilInstance slab = whole.withShape(256 + 2 * radius, 512, 512).withPart(part);
            String found = loops(Method.direct().code(slab), radius);
            for (String sent : List.of("i0 < " + 2 * radius, "i0 >= 256")) {
                Matcher block = Pattern.compile("\\n( *)if \\(" + sent + "\\) \\{\\n(?s:.*?)\\n\\1}(?=\\n)")
                        .matcher(found);
                int loops = radius < 3 ? 2 : 1;
                assertEquals(loops, block.results().count(), radius + ": blocks of what is sent where " + sent);
                found = block.replaceAll("");
            }
            String range = loops(Method.direct().code(whole.withPart(new PlaneRange(256))), radius);
            String expected = loops(Method.direct().code(whole), radius);
            assertEquals(
                    expected,
                    found.replaceAll(", (global float \\*)?to_(below|above)|, (const long )?sent", ""),
                    "radius " + radius);
            assertEquals(
                    expected,
                    range.replaceAll(", (const int )?lowest, (const int )?beyond", ""),
                    "radius " + radius + ", planes by arguments");
        }
    }

    /** Without the places of groups, whose order differs. */
    private static String loops(StepCode code, int radius) {
        String text = code.source();
        return radius < 3
                ? text.substring(0, text.indexOf("kernel __attribute__"))
                : text.substring(text.indexOf("    // The sums of the planes"));
    }

    @Example
    void othersRefuse() {
        Case any = new Case(Stencil.parse("u[x,y] = u[x-1,y]"), 5);
        String message = assertThrows(IllegalArgumentException.class, () -> Method.parse("blocked(2)")
                        .code(any.instance().withPart(any.part)))
                .getMessage();
        assertEquals("The method blocked(2) does not compute a part of the planes.", message);
        assertThrows(IllegalArgumentException.class, () -> new SlabPart(3, 2, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> new SlabPart(-1, 2, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> new SlabPart(0, 2, 3, 8));
        assertThrows(IllegalArgumentException.class, () -> new SlabPart(0, 0, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> new PlaneRange(0));
    }

    private static RandomStencils random(long seed, int leastRank) {
        RandomStencils random = new RandomStencils(seed);
        for (long next = seed + 1; random.rank() < leastRank; next++) {
            random = new RandomStencils(next);
        }
        return random;
    }

    /** The code for an instance. */
    private interface Code {
        StepCode of(StencilInstance instance);
    }

    private static final class Case {
        private static final double MARK = -77;
        private static final int BEFORE = 16;

        private final Stencil stencil;
        private final Boundary[] boundaries;
        private final int[] shape;
        private final ElementType type;
        private final Map<String, Double> params = new LinkedHashMap<>();
        private final Map<String, Grid> start = new LinkedHashMap<>();
        private final SlabPart part;

        Case(RandomStencils random, String formula, long seed) {
            this(
                    Stencil.parse(formula),
                    random.boundaries(),
                    random.shape(),
                    random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE,
                    new Random(seed));
        }

        Case(Stencil stencil, long seed) {
            this(
                    stencil,
                    new Boundary[] {Boundary.ZERO, Boundary.PERIODIC, Boundary.NEAREST},
                    new int[] {0, 6, 8},
                    ElementType.FLOAT,
                    new Random(seed));
        }

        private Case(Stencil stencil, Boundary[] all, int[] shape, ElementType type, Random random) {
            this.stencil = stencil;
            this.type = type;
            int rank = stencil.spec().rank();
            boundaries = Arrays.copyOf(all, rank);
            this.shape = Arrays.copyOf(shape, rank);
            int below = random.nextInt(4);
            int above = random.nextInt(4);
            int planes = Math.max(1, Math.max(below, above)) + random.nextInt(7);
            this.shape[0] = below + planes + above;
            long plane = Arrays.stream(this.shape).skip(1).asLongStream().reduce(1, Math::multiplyExact);
            part = new SlabPart(below, planes, above, plane);
            stencil.spec().params().forEach(param -> params.put(param.name(), random.nextDouble()));
            for (String key : State.keys(stencil.spec())) {
                start.put(key, Grid.generate(type, i -> random.nextDouble() - 0.5, this.shape));
            }
        }

        StencilInstance instance() {
            return new StencilInstance(stencil.spec(), List.of(boundaries), type, shape, session.device(), Variant.GPU);
        }

        void check(Code code) {
            Map<String, Grid> whole = run(code.of(instance()), List.of());
            int length = Math.toIntExact(
                    BEFORE + part.cells() * 4 * stencil.spec().updatedFields().size() + BEFORE);
            double[] marks = new double[length];
            Arrays.fill(marks, MARK);
            try (DeviceArray toBelow = upload(marks);
                    DeviceArray toAbove = upload(marks)) {
                List<Object> last = new ArrayList<>();
                if (part.below() > 0) {
                    last.add(toBelow);
                }
                if (part.above() > 0) {
                    last.add(toAbove);
                }
                last.add((long) BEFORE);
                Map<String, Grid> found = run(code.of(instance().withPart(part)), last);
                double[] below = marks.clone();
                double[] above = marks.clone();
                int cells = Math.toIntExact(part.cells());
                int field = 0;
                for (String name : stencil.spec().updatedFields()) {
                    double[] all = doubles(whole.get(name));
                    double[] expected = new double[all.length];
                    Arrays.fill(expected, MARK);
                    int first = part.below() * cells;
                    int end = first + part.planes() * cells;
                    System.arraycopy(all, first, expected, first, end - first);
                    assertArrayEquals(expected, doubles(found.get(name)), this + " field " + name);
                    int low = part.below() * cells;
                    System.arraycopy(all, first, below, BEFORE + field * low, low);
                    int high = part.above() * cells;
                    System.arraycopy(all, end - high, above, BEFORE + field * high, high);
                    field++;
                }
                assertArrayEquals(below, doubles(toBelow.download()), this + " sent below");
                assertArrayEquals(above, doubles(toAbove.download()), this + " sent above");
            }
            checkRange(code, whole);
        }

        /** Ghost planes are where neighbours put them, and in the grid they are NaN. */
        void checkTaking(Code code) {
            String name = State.onlyField(stencil.spec());
            double[] expected = doubles(
                    Objects.requireNonNull(run(code.of(instance()), List.of()).get(name)));
            double[] values = doubles(Objects.requireNonNull(start.get(name)));
            int cells = Math.toIntExact(part.cells());
            int end = (part.below() + part.planes()) * cells;
            double[] box = new double[BEFORE + Math.max(part.below(), part.above()) * cells + 1];
            try (DeviceArray below = upload(copied(values, 0, part.below() * cells, box));
                    DeviceArray above = upload(copied(values, end, part.above() * cells, box));
                    DeviceArray sent = upload(new double[2 * box.length])) {
                List<Object> last = new ArrayList<>();
                if (part.below() > 0) {
                    last.add(sent);
                }
                if (part.above() > 0) {
                    last.add(sent);
                }
                last.add(0L);
                if (part.below() > 0) {
                    last.addAll(List.of(below, (long) BEFORE));
                }
                if (part.above() > 0) {
                    last.addAll(List.of(above, (long) BEFORE));
                }
                Arrays.fill(values, 0, part.below() * cells, Double.NaN);
                Arrays.fill(values, end, values.length, Double.NaN);
                start.put(name, Grid.of(values, shape).to(type));
                double[] found = doubles(Objects.requireNonNull(
                        run(code.of(instance().withPart(part.taking())), last).get(name)));
                assertArrayEquals(
                        Arrays.copyOfRange(expected, part.below() * cells, end),
                        Arrays.copyOfRange(found, part.below() * cells, end),
                        this::toString);
            }
        }

        private static double[] copied(double[] values, int first, int count, double[] box) {
            double[] filled = box.clone();
            System.arraycopy(values, first, filled, BEFORE, count);
            return filled;
        }

        /** By one text, as launches say: from one to all planes that it is made for. */
        private void checkRange(Code code, Map<String, Grid> whole) {
            int most = Math.max(1, shape[0] - part.below());
            StepCode made = code.of(instance().withPart(new PlaneRange(most)));
            int cells = Math.toIntExact(part.cells());
            for (int planes : new int[] {most, (most + 1) / 2, 1}) {
                int lowest = shape[0] - most - (shape[0] - most) / 2 * (planes == most ? 0 : 1);
                Map<String, Grid> found = run(made, List.of(lowest, lowest + planes));
                for (String name : stencil.spec().updatedFields()) {
                    double[] all = doubles(whole.get(name));
                    double[] expected = new double[all.length];
                    Arrays.fill(expected, MARK);
                    System.arraycopy(all, lowest * cells, expected, lowest * cells, planes * cells);
                    String what = this + " field " + name + ", " + planes + " planes from " + lowest;
                    assertArrayEquals(expected, doubles(found.get(name)), what);
                }
            }
        }

        private DeviceArray upload(double[] values) {
            return session.upload(Grid.of(values, values.length).to(type));
        }

        private static double[] doubles(Grid grid) {
            return grid.to(ElementType.DOUBLE).doubles();
        }

        private Map<String, Grid> run(StepCode code, List<Object> last) {
            try (State state = new State(session, stencil.spec(), type, shape, Map.of(), 1);
                    CompiledStage stage = new CompiledStage(session, instance(), code, params)) {
                state.load(start);
                for (Field field : stencil.spec().fields()) {
                    if (field.updated()) {
                        state.next(field.name(), 0).fill(MARK).await();
                    }
                }
                stage.launch(state, last).forEach(Event::await);
                return state.download();
            }
        }

        @Override
        public String toString() {
            return stencil + " " + Arrays.toString(shape) + " " + part + " " + Arrays.toString(boundaries);
        }
    }
}
