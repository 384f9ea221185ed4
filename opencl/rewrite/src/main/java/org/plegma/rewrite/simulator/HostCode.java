package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * The host's part of a program: a function {@code host} beside the kernels, in the same language, so that a rule can change
 * a kernel and its launch in one step. It may compute with scalars and calls
 *
 * <pre>{@code
 * launch(sum, groups * 256, 256, x, partial, n);
 * launch(product, grid(m, n), grid(16, 16), a, b, c, n);
 * }</pre>
 *
 * <p>with the kernel, the work-items in all and of a group, and the arguments; {@code local_array(256)} is local memory.
 */
public final class HostCode {
    /** The name of the function. */
    public static final String NAME = "host";

    private HostCode() {}

    /**
     * The launches that the host makes for these scalars; arrays are not looked at.
     *
     * @throws IllegalArgumentException if there is no function of that name, or a scalar is missing
     */
    public static List<Launch> launches(Term unit, Map<String, ?> scalars) {
        Map<String, Term> functions = functions(unit);
        Term host = functions.get(NAME);
        if (host == null) {
            throw new IllegalArgumentException(
                    "The program has no function '" + NAME
                            + "'. Add one that launches its kernels, as in 'void host(global float *x, int n) { launch(f, n, 64, x, n); }'.");
        }
        List<Launch> launches = new ArrayList<>();
        List<Lanes> arguments = new ArrayList<>();
        for (Term parameter : host.child(2).children()) {
            String name = parameter.child(1).child(0).text();
            ScalarType type = WorkGroup.type(parameter.child(0));
            if (isPointer(parameter)) {
                Memory memory = new Memory(name, Memory.Space.GLOBAL, type, 0);
                arguments.add(Lanes.pointer(memory, type, WorkGroup.width(parameter.child(0)), new long[1]));
            } else if (scalars.get(name) instanceof Number number) {
                arguments.add(Lanes.number(type, number, 1));
            } else {
                throw new IllegalArgumentException(
                        "The scalar '" + name + "' has no value; there are " + scalars.keySet() + ".");
            }
        }
        WorkGroup.ofHost(functions, launches).kernel(host, arguments);
        return List.copyOf(launches);
    }

    /** Functions that have a body, by name. */
    static Map<String, Term> functions(Term unit) {
        Map<String, Term> functions = new HashMap<>();
        for (Term part : unit.children()) {
            if (part.is(Kind.FUNCTION) && part.children().size() == 4) {
                functions.put(part.child(1).text(), part);
            }
        }
        return functions;
    }

    static boolean isPointer(Term parameter) {
        return parameter.child(1).text().contains("*");
    }

    static Launch launch(Term call, Function<Term, Lanes> value) {
        List<? extends Term> parts = call.children();
        List<Object> arguments = new ArrayList<>();
        for (Term part : parts.subList(4, parts.size())) {
            if (part.is(Kind.CALL) && part.child(0).text().equals("local_array")) {
                arguments.add(new Launch.Local(value.apply(part.child(1)).whole(0, 0)));
                continue;
            }
            Lanes argument = value.apply(part);
            arguments.add(
                    argument.isPointer()
                            ? (Object) argument.memory().name
                            : argument.type.real ? (Object) argument.real(0, 0) : (Object) argument.whole(0, 0));
        }
        List<Long> global = sizes(parts.get(2), value);
        List<Long> local = sizes(parts.get(3), value);
        for (int d = 0; d < global.size(); d++) {
            if (local.size() != global.size() || local.get(d) < 1 || global.get(d) % local.get(d) != 0) {
                throw new SimulatorException("The launch of " + parts.get(1) + " has " + global
                        + " work-items in groups of " + local + ", which does not go.");
            }
        }
        return new Launch(parts.get(1).text(), global, local, arguments);
    }

    private static List<Long> sizes(Term term, Function<Term, Lanes> value) {
        boolean grid = term.is(Kind.CALL) && term.child(0).text().equals("grid");
        List<? extends Term> each =
                grid ? term.children().subList(1, term.children().size()) : List.of(term);
        return each.stream().map(size -> value.apply(size).whole(0, 0)).toList();
    }
}
