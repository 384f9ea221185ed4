package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.Boundary;

/** Random formulas in the stencil language, boundaries and shapes; the same for the same seed. */
final class RandomStencils {
    private static final String[] AXES = {"x", "y", "z"};
    private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 23, 24, 31};

    private final Random random;
    private final int rank;

    RandomStencils(long seed) {
        random = new Random(seed);
        rank = 1 + random.nextInt(3);
    }

    int rank() {
        return rank;
    }

    int[] shape() {
        int most = rank == 3 ? 9 : SIZES.length;
        return IntStream.range(0, rank).map(axis -> SIZES[random.nextInt(most)]).toArray();
    }

    Boundary[] boundaries() {
        List<Boundary> all = List.of(
                Boundary.ZERO,
                Boundary.constant(-1.5),
                Boundary.FIXED,
                Boundary.PERIODIC,
                Boundary.REFLECT,
                Boundary.MIRROR,
                Boundary.NEAREST);
        return IntStream.range(0, rank)
                .mapToObj(axis -> all.get(random.nextInt(all.size())))
                .toArray(Boundary[]::new);
    }

    /** A value for a parameter, now and then none or huge. */
    double parameter() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> (random.nextBoolean() ? 1 : -1) * (double) (float) 1e20;
            default -> (float) value();
        };
    }

    /** A weighted sum of reads, some with coefficients of parameters. */
    String linear() {
        return "param a = 0.3\nu[" + axes() + "] = " + sum(random.nextInt(6), "*a", "u");
    }

    /** At most three reads, so that even eight steps folded into one have at most 45. */
    String linearOfFewTerms() {
        return "param a = 0.3\nu[" + axes() + "] = " + sum(random.nextInt(3), "*a", "u");
    }

    /** Two fields that depend on each other, an older level, and a source of each cell. */
    String coupled() {
        return "field kernel\nu[t+1," + axes() + "] = " + sum(3, "", "u", "v") + " + 0.25*u[t-1," + axes() + "] + 0.5*"
                + read("kernel", 1) + "\nv[" + axes() + "] = " + sum(2, "", "u", "v");
    }

    private String sum(int more, String param, String... fields) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 1 + more; i++) {
            terms.add(number() + (random.nextInt(4) == 0 ? param : "") + "*"
                    + read(fields[i % fields.length], random.nextInt(3) == 0 ? 6 : 2));
        }
        return String.join(" + ", terms);
    }

    /** Two fields, a read-only one, an older level, functions and conditions. Names are keywords of OpenCL C. */
    String general() {
        return "param global = 0.25\nfield kernel\nu[t+1," + axes() + "] = " + expression(3) + " + 0.1*u[t-1," + axes()
                + "]\nfloat4[" + axes() + "] = " + expression(3);
    }

    private String expression(int depth) {
        if (depth == 0) {
            return switch (random.nextInt(6)) {
                case 0 -> number();
                case 1 -> "global";
                case 2 -> read("float4", 2);
                case 3 -> read("kernel", 2);
                default -> read("u", 2);
            };
        }
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "(" + a + " + " + b + ")";
            case 3 -> "(" + a + " - " + b + ")";
            case 4, 5 -> "(" + a + ")*(" + b + ")";
            case 6 -> "(" + a + ")/(2 + abs(" + b + "))";
            case 7 -> "(" + a + " < " + b + " ? " + b + " : " + expression(depth - 1) + ")";
            case 8 -> "max(" + a + ", " + b + ")";
            case 9 -> "(" + a + ")^" + (2 + random.nextInt(2));
            case 10 -> "sin(" + a + ")";
            default -> "sqrt(1 + abs(" + a + ")) - tanh(" + b + ")*global^2";
        };
    }

    private String number() {
        return List.of("0.5", "1/3", "2", "0.125", "(-0.75)", "1").get(random.nextInt(6));
    }

    private String read(String field, int radius) {
        return field
                + IntStream.range(0, rank)
                        .mapToObj(axis -> {
                            int step = random.nextInt(2) == 0 ? 0 : random.nextInt(2 * radius + 1) - radius;
                            return AXES[axis] + (step == 0 ? "" : step < 0 ? "" + step : "+" + step);
                        })
                        .collect(Collectors.joining(",", "[", "]"));
    }

    private String axes() {
        return String.join(",", List.of(AXES).subList(0, rank));
    }

    /** A whole number from 0 to {@code end}, without it. */
    int below(int end) {
        return random.nextInt(end);
    }

    double value() {
        return random.nextDouble() * 2 - 1;
    }
}
