package org.plegma.rewrite.parallel.code;

import static org.plegma.rewrite.parallel.code.KernelContext.refused;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.JavaTyping;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Java methods as functions of the device: those of numbers, that change nothing outside. */
public final class Methods {
    /** The methods that are being translated, by which recursion is seen. */
    private static final ThreadLocal<Deque<String>> OPEN = ThreadLocal.withInitial(ArrayDeque::new);

    private final KernelContext context;

    Methods(KernelContext context) {
        this.context = context;
    }

    /** The names of methods whose calls depend on their arguments alone and change nothing. */
    public static Set<String> pure(Map<String, Tree> methods) {
        Set<String> pure = new LinkedHashSet<>();
        methods.forEach((name, method) -> {
            if (whyNotPure(method).isEmpty()) {
                pure.add(name);
            }
        });
        return pure;
    }

    /** Why a call of a method may do more than compute a number; empty if it does not. */
    public static Optional<String> whyNotPure(Tree method) {
        Set<String> own = new HashSet<>();
        Names.in(method).stream().filter(name -> declares(method, name)).forEach(own::add);
        for (Term parameter : method.child(2).children()) {
            String type = parameter.child(0).text();
            if (!JavaTypes.isNumber(type) && !type.equals("boolean")) {
                return Optional.of(
                        "its parameter '" + parameter.child(1).child(0).text() + "' is a " + type + ", not a number");
            }
        }
        for (String name : Names.written(method)) {
            if (!own.contains(name)) {
                return Optional.of("it assigns '" + name + "', which is declared outside");
            }
        }
        return method.child(0).text().equals("void") ? Optional.of("it gives no result") : Optional.empty();
    }

    private static boolean declares(Term term, String name) {
        return term.is(Kind.DECLARATOR) && term.child(0).is(Kind.NAME, name)
                || term.children().stream().anyMatch(part -> declares(part, name));
    }

    Typed call(Tree call, List<Typed> arguments) {
        String name = call.child(0).text();
        Tree method = context.methods.get(name);
        if (method == null) {
            throw refused(call, "there is no method '" + name + "' whose source is known.");
        }
        List<Term> parameters = method.child(2).children();
        if (parameters.size() != arguments.size()) {
            throw refused(
                    call,
                    "the method '" + name + "' takes " + parameters.size() + " arguments, not " + arguments.size()
                            + ".");
        }
        String result = method.child(0).text();
        if (!JavaTypes.isNumber(result) && !result.equals("boolean")) {
            throw refused(call, "the method '" + name + "' gives a " + result + ", not a number.");
        }
        for (int i = 0; i < arguments.size(); i++) {
            String type = parameters.get(i).child(0).text();
            if (!JavaTyping.fits(arguments.get(i).type(), type)) {
                throw refused(
                        call,
                        "the method '" + name + "' takes a value of type " + type + " as its argument "
                                + (i + 1) + ", not of type "
                                + arguments.get(i).type() + ".");
            }
        }
        translate(call, name, method);
        List<Term> parts = new ArrayList<>(List.of(Terms.name(deviceName(name))));
        for (int i = 0; i < arguments.size(); i++) {
            Typed argument = arguments.get(i);
            String type = parameters.get(i).child(0).text();
            parts.add(
                    argument.type().equals("boolean")
                            ? argument.code()
                            : JavaTypes.cast(type, argument.type(), argument.code()));
        }
        return Typed.of(Tree.of(Kind.CALL, "", parts), result);
    }

    private static String deviceName(String name) {
        return JavaTypes.safe(name);
    }

    private void translate(Tree call, String name, Tree method) {
        if (context.functions.containsKey(name)) {
            return;
        }
        Deque<String> open = OPEN.get();
        if (open.contains(name)) {
            throw refused(call, "the method '" + name + "' calls itself, which a device cannot.");
        }
        open.push(name);
        try {
            KernelContext inside = new KernelContext(true, true, Map.of(), context.methods);
            inside.functions.putAll(context.functions);
            List<Term> parameters = new ArrayList<>();
            for (Term parameter : method.child(2).children()) {
                String type = parameter.child(0).text();
                Variable variable = inside.declare(parameter.child(1).child(0).text(), type, Optional.empty());
                parameters.add(Tree.of(
                        Kind.PARAMETER, JavaTypes.type(type), Tree.of(Kind.DECLARATOR, Terms.name(variable.name()))));
            }
            String result = method.child(0).text();
            Term body = new Statements(inside, Optional.of(result), Optional.empty()).statement(method.child(3));
            Tree function = Tree.of(
                    Kind.FUNCTION,
                    JavaTypes.type(result),
                    Terms.name(deviceName(name)),
                    Tree.of(Kind.PARAMETERS, "", parameters),
                    body);
            context.take(inside);
            context.functions.put(name, function);
        } finally {
            open.pop();
        }
    }
}
