package org.plegma.device.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * Compares a function of vectors, of every width, with the same function of numbers on the same device: with special values
 * among ordinary ones and among each other, in each lane. Either may be off by what OpenCL allows; they may not differ in
 * being NaN, infinite or negative, zeros included.
 */
class LaneCheck {
    static final List<Integer> WIDTHS = List.of(2, 3, 4, 8, 16);

    /** Whole vectors of every width. */
    private static final int MULTIPLE = 48;

    /** Numbers among which some are special: each in each lane some ten times, also of the widest vectors. */
    private static final int MIXED = 1 << 16;

    private static final int ORDINARY = 1 << 13;

    /** One of so many is special: for the widest vectors two. */
    private static final int SPECIAL = 8;

    private final VectorFunction function;
    private final ElementType type;
    private final double[][] arguments;

    LaneCheck(VectorFunction function, ElementType type) {
        this.function = function;
        this.type = type;
        this.arguments = arguments();
    }

    /** The first fault of each lane of each width. */
    List<LaneFault> run(Session session) {
        int length = arguments[0].length;
        List<Object> given = new ArrayList<>();
        try (Program program = session.compile(source());
                DeviceArray results = session.allocate(type, WIDTHS.size() + 1, length)) {
            for (double[] argument : arguments) {
                given.add(session.upload(Grid.generate(type, i -> argument[i[0]], length)));
            }
            given.add(results);
            given.add(length);
            program.kernel("check").global(1).local(1).call(given.toArray());
            return faults(results.download().to(ElementType.DOUBLE).doubles());
        } finally {
            given.stream().filter(DeviceArray.class::isInstance).forEach(array -> ((DeviceArray) array).close());
        }
    }

    /** A call of the function with vectors of so many lanes, or 1 for numbers. */
    String call(int width, String arguments) {
        return function.text() + "(" + arguments + ")";
    }

    String source() {
        String real = type.openclName();
        List<String> names = List.of("a", "b", "c").subList(0, function.arity());
        StringBuilder body = new StringBuilder();
        body.append("    for (int i = 0; i < n; i++) {\n        to[i] = %s;\n    }\n"
                .formatted(call(1, names.stream().map(name -> name + "[i]").collect(Collectors.joining(", ")))));
        for (int width : WIDTHS) {
            body.append(
                    """
                        to += n;
                        for (int i = 0; i < n/%1$s; i++) {
                            vstore%1$s(%2$s, i, to);
                        }
                    """
                            .formatted(
                                    width,
                                    call(
                                            width,
                                            names.stream()
                                                    .map(name -> "vload" + width + "(i, " + name + ")")
                                                    .collect(Collectors.joining(", ")))));
        }
        return "kernel void check(%s, global %s *to, const int n) {\n%s}\n"
                .formatted(
                        names.stream()
                                .map(name -> "global const " + real + " *" + name)
                                .collect(Collectors.joining(", ")),
                        real,
                        body);
    }

    private List<LaneFault> faults(double[] results) {
        List<LaneFault> faults = new ArrayList<>();
        int length = arguments[0].length;
        for (int w = 0; w < WIDTHS.size(); w++) {
            int width = WIDTHS.get(w);
            for (int lane = 0; lane < width; lane++) {
                int count = 0;
                int first = -1;
                for (int i = lane; i < length; i += width) {
                    if (!agree(results[(w + 1) * length + i], results[i])) {
                        first = count++ == 0 ? i : first;
                    }
                }
                if (count > 0) {
                    double found = results[(w + 1) * length + first];
                    faults.add(fault(width, lane, count, first, found, results[first]));
                }
            }
        }
        return faults;
    }

    private LaneFault fault(int width, int lane, int count, int at, double found, double expected) {
        List<List<Double>> given = new ArrayList<>();
        for (double[] argument : arguments) {
            given.add(IntStream.range(at - lane, at - lane + width)
                    .mapToObj(i -> argument[i])
                    .toList());
        }
        return new LaneFault(function, type, width, lane, count, arguments[0].length / width, given, found, expected);
    }

    boolean agree(double found, double expected) {
        if (Double.isNaN(found) || Double.isNaN(expected)) {
            return Double.isNaN(found) && Double.isNaN(expected);
        }
        boolean eitherZero = function == VectorFunction.FMAX || function == VectorFunction.FMIN;
        if (found == expected) {
            return eitherZero || Math.copySign(1, found) == Math.copySign(1, expected);
        }
        if (Double.isInfinite(found) || Double.isInfinite(expected)) {
            return false;
        }
        double unit = type == ElementType.FLOAT ? Math.ulp((float) expected) : Math.ulp(expected);
        return Math.abs(found - expected) <= 2 * function.ulps() * unit;
    }

    /** A multiple of {@link #MULTIPLE} values for each argument; the same at every run. */
    private double[][] arguments() {
        double[] special = special();
        Random random = new Random(18);
        int combinations = (int) Math.pow(special.length, Math.min(2, function.arity()));
        int length = (combinations + MIXED + ORDINARY + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
        double[][] all = new double[function.arity()][length];
        for (int i = 0; i < length; i++) {
            for (int argument = 0; argument < all.length; argument++) {
                double value;
                if (i < combinations && argument < 2) {
                    value = special[argument == 0 ? i % special.length : i / special.length];
                } else if (i < combinations + MIXED && random.nextInt(SPECIAL) == 0) {
                    value = special[random.nextInt(special.length)];
                } else {
                    value = ordinary(random);
                }
                all[argument][i] = type == ElementType.FLOAT ? (float) value : value;
            }
        }
        return all;
    }

    private static double ordinary(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextDouble();
            case 1 -> 3 * random.nextGaussian();
            default -> random.nextGaussian() * Math.exp(8 * random.nextGaussian());
        };
    }

    private double[] special() {
        boolean single = type == ElementType.FLOAT;
        double least = single ? Float.MIN_VALUE : Double.MIN_VALUE;
        double normal = single ? Float.MIN_NORMAL : Double.MIN_NORMAL;
        double most = single ? Float.MAX_VALUE : Double.MAX_VALUE;
        double[] positive = {
            0,
            least,
            normal / 2,
            normal,
            single ? 1e-20 : 1e-200,
            1e-5,
            0.5,
            1,
            1.5,
            2,
            2.5,
            3,
            Math.PI / 2,
            20,
            88.5,
            105,
            709.5,
            1e5,
            0x1p23 + 1,
            0x1p31,
            0x1p52 + 1,
            0x1p63,
            1e20,
            single ? 1e37 : 1e200,
            most,
            Double.POSITIVE_INFINITY
        };
        double[] all = new double[2 * positive.length + 1];
        for (int i = 0; i < positive.length; i++) {
            all[2 * i] = positive[i];
            all[2 * i + 1] = -positive[i];
        }
        all[2 * positive.length] = Double.NaN;
        return all;
    }
}
