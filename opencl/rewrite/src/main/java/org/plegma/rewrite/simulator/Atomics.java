package org.plegma.rewrite.simulator;

import java.util.List;
import java.util.Set;
import org.plegma.rewrite.term.Term;

/** The atomic functions of OpenCL C 1.x on whole numbers, and {@code atom_…} of its extensions: one lane after the other. */
final class Atomics {
    private static final Set<String> OPERATIONS =
            Set.of("add", "sub", "inc", "dec", "min", "max", "and", "or", "xor", "xchg", "cmpxchg");

    private Atomics() {}

    static boolean isAtomic(String name) {
        return name.startsWith("atom") && OPERATIONS.contains(operation(name));
    }

    private static String operation(String name) {
        return name.replaceFirst("atom(ic)?_", "");
    }

    /** Gives what was there before. */
    static Lanes call(Term call, String name, List<Lanes> arguments, Expressions expressions, boolean[] active) {
        Lanes place = arguments.get(0);
        String operation = operation(name);
        int operands = operation.equals("cmpxchg") ? 2 : operation.matches("inc|dec") ? 0 : 1;
        boolean known = arguments.size() == operands + 1
                && place.isPointer()
                && (!place.type.real || operation.equals("xchg"))
                && place.memory().space != Memory.Space.PRIVATE;
        if (!known) {
            throw SimulatorException.unknown(call);
        }
        ScalarType type = place.type;
        Lanes before = Lanes.of(type, 1, active.length);
        Memory memory = place.memory();
        expressions.change(place, active, call, (item, component, index) -> {
            before.set(0, item, memory.real(index), memory.whole(index));
            long old = memory.whole(index);
            long value = operands == 0 ? 1 : type.wrap(arguments.get(1).whole(0, item));
            long third = operands < 2 ? 0 : type.wrap(arguments.get(2).whole(0, item));
            double real = operands == 0 ? 1 : arguments.get(1).real(0, item);
            memory.set(index, real, changed(operation, type, old, value, third));
        });
        return before;
    }

    private static long changed(String operation, ScalarType type, long old, long value, long third) {
        boolean less = type == ScalarType.ULONG ? Long.compareUnsigned(value, old) < 0 : value < old;
        return switch (operation) {
            case "add", "inc" -> old + value;
            case "sub", "dec" -> old - value;
            case "min" -> less ? value : old;
            case "max" -> less ? old : value;
            case "and" -> old & value;
            case "or" -> old | value;
            case "xor" -> old ^ value;
            case "xchg" -> value;
            default -> old == value ? third : old;
        };
    }
}
