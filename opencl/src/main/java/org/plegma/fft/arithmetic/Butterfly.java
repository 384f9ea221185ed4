package org.plegma.fft.arithmetic;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;

/**
 * Writes the transform of a few values as straight-line code. Composite lengths are split by Cooley and Tukey's identity;
 * prime ones use that the inputs {@code k} and {@code p-k} enter each output as a sum and a difference.
 */
public final class Butterfly {
    private final StringBuilder code = new StringBuilder();
    private final ElementType type;
    private int names;

    private Butterfly(ElementType type) {
        this.type = type;
    }

    /** A complex value: the names of its parts. */
    private record Value(String re, String im) {}

    /**
     * The function {@code dftN(r, i)}, which replaces N values by their transform with exponent -2πi; with {@code r} and
     * {@code i} exchanged, its inverse without the factor 1/N. {@code VALUE} is the type of a part, a real or a vector.
     */
    public static String function(int radix, ElementType type) {
        Butterfly writer = new Butterfly(type);
        List<Value> in = new ArrayList<>();
        for (int k = 0; k < radix; k++) {
            in.add(new Value("r[" + k + "]", "i[" + k + "]"));
        }
        List<Value> out = writer.transform(in);
        for (int k = 0; k < radix; k++) {
            writer.code.append("    r[%s] = %s;\n    i[%1$s] = %s;\n"
                    .formatted(k, out.get(k).re(), out.get(k).im()));
        }
        return "inline void dft%s(VALUE *r, VALUE *i) {\n%s}\n".formatted(radix, writer.code);
    }

    private List<Value> transform(List<Value> x) {
        int n = x.size();
        if (n == 1) {
            return x;
        }
        if (n == 2) {
            return List.of(sum(x.get(0), x.get(1)), difference(x.get(0), x.get(1)));
        }
        for (int first : new int[] {4, 2, 3, 5, 7}) {
            if (n % first == 0 && n > first) {
                return split(x, first, n / first);
            }
        }
        return prime(x);
    }

    /** n = first·second: transforms of every second-th value, factors, transforms across. */
    private List<Value> split(List<Value> x, int first, int second) {
        int n = x.size();
        List<List<Value>> rows = new ArrayList<>();
        for (int j = 0; j < second; j++) {
            List<Value> part = new ArrayList<>();
            for (int k = 0; k < first; k++) {
                part.add(x.get(second * k + j));
            }
            List<Value> row = new ArrayList<>(transform(part));
            for (int k = 0; k < first; k++) {
                row.set(k, turned(row.get(k), j * k, n));
            }
            rows.add(row);
        }
        Value[] out = new Value[n];
        for (int k = 0; k < first; k++) {
            List<Value> column = new ArrayList<>();
            for (List<Value> row : rows) {
                column.add(row.get(k));
            }
            List<Value> done = transform(column);
            for (int j = 0; j < second; j++) {
                out[k + first * j] = done.get(j);
            }
        }
        return List.of(out);
    }

    private List<Value> prime(List<Value> x) {
        int p = x.size();
        int half = p / 2;
        List<Value> sums = new ArrayList<>();
        List<Value> differences = new ArrayList<>();
        for (int k = 1; k <= half; k++) {
            sums.add(sum(x.get(k), x.get(p - k)));
            differences.add(difference(x.get(k), x.get(p - k)));
        }
        Value[] out = new Value[p];
        String re = x.get(0).re();
        String im = x.get(0).im();
        for (Value s : sums) {
            re += " + " + s.re();
            im += " + " + s.im();
        }
        out[0] = value(re, im);
        for (int m = 1; m <= half; m++) {
            StringBuilder even = new StringBuilder(x.get(0).re());
            StringBuilder evenIm = new StringBuilder(x.get(0).im());
            StringBuilder odd = new StringBuilder();
            StringBuilder oddIm = new StringBuilder();
            for (int k = 1; k <= half; k++) {
                String cos = literal(Roots.cos((long) k * m, p));
                String sin = literal(Roots.sin((long) k * m, p));
                even.append(" + ")
                        .append(cos)
                        .append('*')
                        .append(sums.get(k - 1).re());
                evenIm.append(" + ")
                        .append(cos)
                        .append('*')
                        .append(sums.get(k - 1).im());
                String plus = k == 1 ? "" : " + ";
                odd.append(plus)
                        .append(sin)
                        .append('*')
                        .append(differences.get(k - 1).re());
                oddIm.append(plus)
                        .append(sin)
                        .append('*')
                        .append(differences.get(k - 1).im());
            }
            Value a = value(even.toString(), evenIm.toString());
            Value b = value(odd.toString(), oddIm.toString());
            out[m] = value(a.re() + " + " + b.im(), a.im() + " - " + b.re());
            out[p - m] = value(a.re() + " - " + b.im(), a.im() + " + " + b.re());
        }
        return List.of(out);
    }

    private Value sum(Value a, Value b) {
        return value(a.re() + " + " + b.re(), a.im() + " + " + b.im());
    }

    private Value difference(Value a, Value b) {
        return value(a.re() + " - " + b.re(), a.im() + " - " + b.im());
    }

    /** The value times exp(-2πi·k/n). */
    private Value turned(Value v, int k, int n) {
        int eighth = 8 * k % n == 0 ? 8 * k / n % 8 : -1;
        String root = literal(Math.sqrt(0.5));
        return switch (eighth) {
            case 0 -> v;
            case 1 -> value(
                    "%s*(%s + %s)".formatted(root, v.re(), v.im()), "%s*(%s - %s)".formatted(root, v.im(), v.re()));
            case 2 -> value(v.im(), "-" + v.re());
            case 3 -> value(
                    "%s*(%s - %s)".formatted(root, v.im(), v.re()), "%s*(-%s - %s)".formatted(root, v.re(), v.im()));
            default -> {
                String cos = literal(Roots.cos(k, n));
                String sin = literal(Roots.sin(k, n));
                yield value(
                        "%s*%s + %s*%s".formatted(cos, v.re(), sin, v.im()),
                        "%s*%s - %s*%s".formatted(cos, v.im(), sin, v.re()));
            }
        };
    }

    private Value value(String re, String im) {
        Value v = new Value("a" + names, "b" + names);
        names++;
        code.append("    const VALUE %s = %s, %s = %s;\n".formatted(v.re(), re, v.im(), im));
        return v;
    }

    private String literal(double number) {
        String text = type == ElementType.FLOAT ? (float) number + "f" : Double.toString(number);
        return number < 0 ? "(" + text + ")" : text;
    }
}
