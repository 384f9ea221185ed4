package org.plegma.display.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.particles.ConstraintErrors;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.stencil.Animation;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

/**
 * Animations of soft cubes, a frame for each state. The colour of a particle is its mean constraint error, as a part of the rest lengths;
 * what is nearer covers what is farther.
 */
public final class ParticleFilm {
    private static final int PANEL = 150;
    private static final int GAP = 4;
    private static final String ERROR = "constraint error";
    /** A frame, in radians. */
    private static final double TURN = Math.PI / 60;

    private ParticleFilm() {}

    /** A cube that turns about its vertical axis, seen from a little above. */
    public static Animation turning(SoftBody body, List<ParticleState> states) {
        return film(
                body,
                ERROR,
                List.of(states),
                (frame, list) -> List.of(new Panel(list.get(0), errors(body, list.get(0)), turned(frame))));
    }

    /** From the front (x, y), from the side (z, y) and from above (x, z). */
    public static Animation projections(SoftBody body, List<ParticleState> states) {
        return film(body, ERROR, List.of(states), (frame, list) -> {
            double[] errors = errors(body, list.get(0));
            return List.of(
                    new Panel(list.get(0), errors, new View(1, 0, 0, 0, 1, 0)),
                    new Panel(list.get(0), errors, new View(0, 0, 1, 0, 1, 0)),
                    new Panel(list.get(0), errors, new View(1, 0, 0, 0, 0, 1)));
        });
    }

    /**
     * Two runs of the same body beside each other, and the second once more in colours of how far its particles are from those of the
     * first, in distances at rest.
     */
    public static Animation beside(SoftBody body, List<ParticleState> first, List<ParticleState> second) {
        return film(body, "error, right: distance", List.of(first, second), (frame, list) -> {
            ParticleState a = list.get(0);
            ParticleState b = list.get(1);
            View view = turned(frame);
            return List.of(
                    new Panel(a, errors(body, a), view),
                    new Panel(b, errors(body, b), view),
                    new Panel(b, distances(body, a, b), view));
        });
    }

    /** Position and velocity of one particle in each state. */
    public static Table values(List<ParticleState> states, int particle) {
        Preconditions.notNull(states, "states");
        Table table = Table.create("particle " + particle, IntColumn.create("step"));
        for (String name : List.of("x", "y", "z", "vx", "vy", "vz")) {
            table.addColumns(DoubleColumn.create(name));
        }
        for (int step = 0; step < states.size(); step++) {
            if (particle < 0 || particle >= states.get(step).particles()) {
                throw new IllegalArgumentException(
                        "There are particles 0 to " + (states.get(step).particles() - 1) + ", not " + particle + ".");
            }
            table.intColumn("step").append(step);
            for (int part = 0; part < 6; part++) {
                table.doubleColumn(part + 1).append(states.get(step).value(particle, part));
            }
        }
        return table;
    }

    /** How far two states are from each other: the mean distance of particles, in distances at rest. */
    public static double difference(SoftBody body, ParticleState a, ParticleState b) {
        return Arrays.stream(distances(body, a, b)).average().orElse(0);
    }

    private interface Frames {
        List<Panel> of(int frame, List<ParticleState> states);
    }

    /** A picture in a frame: a state, the value of each particle's colour, and from where it is seen. */
    private record Panel(ParticleState state, double[] values, View view) {}

    /** Where right and up of a picture are. */
    private record View(double rx, double ry, double rz, double ux, double uy, double uz) {
        double right(double x, double y, double z) {
            return rx * x + ry * y + rz * z;
        }

        double up(double x, double y, double z) {
            return ux * x + uy * y + uz * z;
        }

        /** Towards the eye: right times up. */
        double near(double x, double y, double z) {
            return (ry * uz - rz * uy) * x + (rz * ux - rx * uz) * y + (rx * uy - ry * ux) * z;
        }
    }

    private static View turned(int frame) {
        double turn = 0.5 + frame * TURN;
        double tilt = 0.35;
        double cos = Math.cos(turn);
        double sin = Math.sin(turn);
        return new View(cos, 0, -sin, -sin * Math.sin(tilt), Math.cos(tilt), -cos * Math.sin(tilt));
    }

    private static double[] errors(SoftBody body, ParticleState state) {
        return ConstraintErrors.of(body, state);
    }

    private static double[] distances(SoftBody body, ParticleState a, ParticleState b) {
        int n = a.particles();
        double[] distances = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int axis = 0; axis < 3; axis++) {
                double d = (double) a.value(i, axis) - b.value(i, axis);
                sum += d * d;
            }
            distances[i] = Math.sqrt(sum) / body.distance();
        }
        return distances;
    }

    private static Animation film(SoftBody body, String units, List<List<ParticleState>> runs, Frames frames) {
        Preconditions.notNull(body, "body");
        int count = runs.stream().mapToInt(List::size).min().orElse(0);
        double[] box = box(runs, count);
        List<Grid> grids = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int frame = 0; frame < count; frame++) {
            int which = frame;
            List<Panel> panels =
                    frames.of(frame, runs.stream().map(run -> run.get(which)).toList());
            Grid grid = Grid.floats(PANEL, panels.size() * (PANEL + GAP) - GAP)
                    .fill(Double.NaN)
                    .withAttribute("units", units)
                    .withAttribute("nan", "background");
            for (int p = 0; p < panels.size(); p++) {
                draw(grid, p * (PANEL + GAP), panels.get(p), box, body);
            }
            grids.add(grid);
            labels.add(String.format(Locale.ROOT, "step %d, t = %.2f s", frame, frame * body.timeStep()));
        }
        return Animation.of(grids, labels);
    }

    /** The middle of all that is seen, and half of its extent with room for a turn. */
    private static double[] box(List<List<ParticleState>> runs, int count) {
        double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
        for (List<ParticleState> run : runs) {
            for (ParticleState state : run.subList(0, count)) {
                for (int c = 0; c < state.position().length; c++) {
                    double x = state.position()[c];
                    int axis = c / state.particles();
                    if (!Double.isNaN(x)) {
                        low[axis] = Math.min(low[axis], x);
                        high[axis] = Math.max(high[axis], x);
                    }
                }
            }
        }
        double half = 0;
        for (int axis = 0; axis < 3; axis++) {
            half = Math.max(half, (high[axis] - low[axis]) / 2);
        }
        return new double[] {
            (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2, 1.35 * Math.max(half, 1e-6)
        };
    }

    private static void draw(Grid grid, int left, Panel panel, double[] box, SoftBody body) {
        ParticleState state = panel.state;
        int n = state.particles();
        double scale = PANEL / 2.0 / box[3];
        double radius = Math.max(1, 0.35 * body.distance() * scale);
        double[][] seen = new double[n][];
        for (int i = 0; i < n; i++) {
            double x = state.value(i, 0) - box[0];
            double y = state.value(i, 1) - box[1];
            double z = state.value(i, 2) - box[2];
            seen[i] = new double[] {
                PANEL / 2.0 + scale * panel.view.right(x, y, z),
                PANEL / 2.0 - scale * panel.view.up(x, y, z),
                panel.view.near(x, y, z),
                panel.values[i]
            };
        }
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> seen[i][2]))
                .mapToInt(i -> i)
                .toArray();
        for (int i : order) {
            disc(grid, left, seen[i], radius);
        }
    }

    private static void disc(Grid grid, int left, double[] seen, double radius) {
        for (int row = (int) Math.ceil(seen[1] - radius); row <= seen[1] + radius; row++) {
            for (int column = (int) Math.ceil(seen[0] - radius); column <= seen[0] + radius; column++) {
                boolean isIn = Math.hypot(row - seen[1], column - seen[0]) <= radius;
                if (isIn && row >= 0 && row < PANEL && column >= 0 && column < PANEL) {
                    grid.set(seen[3], row, left + column);
                }
            }
        }
    }
}
