package org.plegma.rewrite.simulator;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.CLiteral;

/** The functions of OpenCL C that the simulator knows. */
final class Functions {
    /** Boxed in the type that they have. */
    static final Map<String, Number> CONSTANTS = Map.ofEntries(
            Map.entry("INFINITY", Float.POSITIVE_INFINITY),
            Map.entry("NAN", Float.NaN),
            Map.entry("M_PI_F", (float) Math.PI),
            Map.entry("M_PI", Math.PI),
            Map.entry("FLT_MAX", Float.MAX_VALUE),
            Map.entry("DBL_MAX", Double.MAX_VALUE),
            Map.entry("INT_MAX", Integer.MAX_VALUE),
            Map.entry("INT_MIN", Integer.MIN_VALUE),
            Map.entry("LONG_MAX", Long.MAX_VALUE),
            Map.entry("LONG_MIN", Long.MIN_VALUE),
            Map.entry("true", 1),
            Map.entry("false", 0));

    private static final Map<String, DoubleUnaryOperator> OF_ONE = Map.ofEntries(
            Map.entry("sqrt", Math::sqrt),
            Map.entry("rsqrt", x -> 1 / Math.sqrt(x)),
            Map.entry("fabs", Math::abs),
            Map.entry("abs", Math::abs),
            Map.entry("sin", Math::sin),
            Map.entry("cos", Math::cos),
            Map.entry("tan", Math::tan),
            Map.entry("exp", Math::exp),
            Map.entry("log", Math::log),
            Map.entry("floor", Math::floor),
            Map.entry("ceil", Math::ceil));
    private static final Map<String, DoubleBinaryOperator> OF_TWO = Map.of(
            "fmin", Math::min,
            "fmax", Math::max,
            "min", Math::min,
            "max", Math::max,
            "pow", Math::pow,
            "native_divide", (a, b) -> a / b);

    private Functions() {}

    /** A number as it is written. */
    static Lanes literal(Term tree, int items) {
        String text = tree.text();
        String lower = text.toLowerCase(java.util.Locale.ROOT);
        boolean hex = lower.startsWith("0x");
        if (!hex && lower.matches("[0-9.]+(e[+-]?\\d+)?f?") && lower.matches(".*[.ef].*")) {
            boolean single = lower.endsWith("f");
            String digits = single ? lower.substring(0, lower.length() - 1) : lower;
            double number = single ? Float.parseFloat(digits) : Double.parseDouble(digits);
            return Lanes.number(single ? ScalarType.FLOAT : ScalarType.DOUBLE, number, items);
        }
        CLiteral whole = CLiteral.whole(text).orElseThrow(() -> SimulatorException.unknown(tree));
        return Lanes.number(ScalarType.of(whole.type()).orElseThrow(), whole.value(), items);
    }

    static Lanes call(
            Term call, String name, List<Lanes> arguments, WorkGroup group, Expressions expressions, boolean[] active) {
        if (name.startsWith("get_")) {
            return place(call, name, arguments, group);
        }
        if (Atomics.isAtomic(name)) {
            return Atomics.call(call, name, arguments, expressions, active);
        }
        if (name.matches("vload\\d+")) {
            return expressions.load(vector(name, arguments.get(1), arguments.get(0)), active, call);
        }
        if (name.matches("vstore\\d+")) {
            expressions.put(vector(name, arguments.get(2), arguments.get(1)), arguments.get(0), active, call);
            return arguments.get(0);
        }
        if (name.matches("convert_[a-z]+")) {
            return arguments
                    .get(0)
                    .to(ScalarType.of(name.substring(8)).orElseThrow(() -> SimulatorException.unknown(call)), 1);
        }
        if (name.equals("fma") || name.equals("mad") || name.equals("mad24")) {
            Lanes product = Arithmetic.binary("*", arguments.get(0), arguments.get(1), active);
            return Arithmetic.binary("+", product, arguments.get(2), active);
        }
        if (name.equals("clamp")) {
            return map(map(arguments.get(0), arguments.get(1), Math::max), arguments.get(2), Math::min);
        }
        String plain = name.startsWith("native_") && !OF_TWO.containsKey(name) ? name.substring(7) : name;
        if (OF_ONE.containsKey(plain) && arguments.size() == 1) {
            DoubleUnaryOperator f = OF_ONE.get(plain);
            return map(arguments.get(0), arguments.get(0), (a, b) -> f.applyAsDouble(a));
        }
        if (OF_TWO.containsKey(plain) && arguments.size() == 2) {
            return map(arguments.get(0), arguments.get(1), OF_TWO.get(plain));
        }
        throw SimulatorException.unknown(call);
    }

    private static Lanes vector(String name, Lanes pointer, Lanes index) {
        int width = Integer.parseInt(name.replaceAll("\\D+", ""));
        long[] offsets = pointer.offsets().clone();
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] += index.whole(0, i) * width * pointer.type.bytes;
        }
        return Lanes.pointer(pointer.memory(), pointer.type, width, offsets);
    }

    private static Lanes map(Lanes a, Lanes b, DoubleBinaryOperator function) {
        int width = Math.max(a.width, b.width);
        ScalarType type = a.width == b.width ? ScalarType.wider(a.type, b.type) : a.width > 1 ? a.type : b.type;
        Lanes result = Lanes.of(type, width, a.items());
        for (int c = 0; c < width; c++) {
            for (int i = 0; i < a.items(); i++) {
                double value = function.applyAsDouble(a.real(c, i), b.real(c, i));
                result.set(c, i, value, (long) value);
            }
        }
        return result;
    }

    private static Lanes place(Term call, String name, List<Lanes> arguments, WorkGroup group) {
        int d = arguments.isEmpty() ? 0 : (int) arguments.get(0).whole(0, 0);
        Lanes result = Lanes.of(ScalarType.ULONG, 1, group.items);
        for (int i = 0; i < group.items; i++) {
            long[] local = {
                i % group.localSize[0],
                i / group.localSize[0] % group.localSize[1],
                i / (group.localSize[0] * group.localSize[1])
            };
            result.whole[0][i] = switch (name) {
                case "get_local_id" -> local[d];
                case "get_global_id" -> group.group[d] * group.localSize[d] + local[d];
                case "get_group_id" -> group.group[d];
                case "get_local_size" -> group.localSize[d];
                case "get_num_groups" -> group.groups[d];
                case "get_global_size" -> group.groups[d] * group.localSize[d];
                case "get_global_offset" -> 0;
                default -> throw SimulatorException.unknown(call);
            };
        }
        return result;
    }

    /** Which components {@code v.x} or {@code v.s03} means. */
    static int[] components(Term member) {
        String text = member.text();
        boolean numbered = text.matches("[sS][0-9a-fA-F]+");
        if (!numbered && !text.matches("[xyzw]+")) {
            throw SimulatorException.unknown(member);
        }
        return (numbered ? text.substring(1) : text)
                .chars()
                .map(c -> numbered ? Character.digit(c, 16) : "xyzw".indexOf(c))
                .toArray();
    }
}
