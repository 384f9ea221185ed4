package org.plegma.rewrite.parallel.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** What is known and gathered while the body of a loop becomes a kernel. */
public final class KernelContext {

    /** An array that the kernel uses. */
    static final class Use {
        final String name;
        final String type;
        boolean written;
        /** Whether the kernel is to have it though it uses none of its elements. */
        boolean needed;

        Use(String name, String type) {
            this.name = name;
            this.type = type;
        }
    }

    /**
     * A place in the kernel that may fail when it runs.
     *
     * @param array the array whose subscript is wrong; empty for a division by zero
     */
    public record Site(String array, Place place) {}

    /** Whether all that may fail or overflow is checked in the kernel. */
    final boolean checked;

    /** Whether it is a method, which knows nothing of the host. */
    final boolean method;

    /** Whether the host computes what is translated: it has no ranges of numbers that depend on data. */
    final boolean ofHost;

    final Map<String, Tree> methods;
    final Map<String, Use> arrays;
    /** The captured numbers by their names in the kernel: type, and the value in Java. */
    final Map<String, Captured> scalars;

    /** The variables into which iterations put a result, each its own. */
    final Set<String> gathered = new HashSet<>();

    final List<Obligation> obligations = new ArrayList<>();
    final Map<String, Obligation.Range> ranges = new LinkedHashMap<>();
    final List<Site> sites = new ArrayList<>();
    final Set<String> helpers = new LinkedHashSet<>();
    final Map<String, Tree> functions = new LinkedHashMap<>();
    private final Map<String, String> outer;
    private final Deque<Map<String, Variable>> scopes = new ArrayDeque<>();
    /** How many conditions are around: what is in them may not happen. */
    int conditions;

    private int loops;

    /** A number that the kernel receives. */
    public record Captured(String type, Term value) {}

    KernelContext(boolean checked, boolean method, Map<String, String> outer, Map<String, Tree> methods) {
        this(checked, method, false, outer, methods, new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    private KernelContext(
            boolean checked,
            boolean method,
            boolean ofHost,
            Map<String, String> outer,
            Map<String, Tree> methods,
            Map<String, Use> arrays,
            Map<String, Captured> scalars) {
        this.checked = checked;
        this.method = method;
        this.ofHost = ofHost;
        this.outer = outer;
        this.methods = methods;
        this.arrays = arrays;
        this.scalars = scalars;
        scopes.push(new HashMap<>());
    }

    /** For the bounds of the parallel loops: the host sees to it that they do not overflow. */
    KernelContext forBounds() {
        return new KernelContext(false, false, true, outer, methods, arrays, scalars);
    }

    static RefusedException refused(Term term, String reason) {
        return new RefusedException(term.place(), reason);
    }

    void open() {
        scopes.push(new HashMap<>());
    }

    void close() {
        scopes.pop();
    }

    Variable declare(String name, String type, Optional<Term> symbol) {
        return declare(name, type, symbol, Optional.empty());
    }

    Variable declare(String name, String type, Optional<Term> symbol, Optional<Object> constant) {
        Variable variable = new Variable(JavaTypes.safe(name), type, symbol, constant);
        scopes.peek().put(name, variable);
        return variable;
    }

    /** The name of a loop's variable in symbols: unlike that of any other loop. */
    Term number(String name, Obligation.Range range) {
        Term number = Terms.name(name + "#" + loops++);
        ranges.put(number.text(), range);
        return number;
    }

    private Optional<Variable> local(String name) {
        return scopes.stream()
                .flatMap(scope -> Optional.ofNullable(scope.get(name)).stream())
                .findFirst();
    }

    /** A variable of the kernel, or a number that it captures from now on. */
    Variable variable(Term use) {
        return local(use.text()).orElseGet(() -> captured(use));
    }

    private Variable captured(Term use) {
        String name = use.text();
        String type = outerType(use);
        if (JavaTypes.isArray(type)) {
            throw refused(use, "the array '" + name + "' is used as a whole. Use its elements.");
        }
        Optional<Term> symbol = JavaTypes.isWhole(type) ? Optional.of(Terms.name(name)) : Optional.empty();
        scalars.putIfAbsent(JavaTypes.safe(name), new Captured(type, Terms.name(name)));
        return new Variable(JavaTypes.safe(name), type, symbol, Optional.empty());
    }

    /** The value of an expression if it is known now, as Java computes it. */
    Optional<Object> constant(Term term) {
        try {
            return Optional.of(new TermEvaluator(
                            name -> local(name).flatMap(Variable::constant).orElse(null))
                    .value(term));
        } catch (IllegalArgumentException | ArithmeticException unknown) {
            return Optional.empty();
        }
    }

    private String outerType(Term use) {
        String name = use.text();
        String type = outer.get(name);
        if (method) {
            throw refused(
                    use, "a method that runs on the device knows its parameters alone, not '" + name + "'. Pass it.");
        }
        if (type == null) {
            throw refused(use, "there is no variable '" + name + "'.");
        }
        JavaTypes.refusal(type).ifPresent(reason -> {
            throw refused(use, "'" + name + "': " + reason);
        });
        return type;
    }

    /** An array of the host. */
    Use array(Term use) {
        if (!use.is(Kind.NAME) || local(use.text()).isPresent()) {
            throw refused(use, "'" + Code.print(use) + "' is no array that has a name outside the loop.");
        }
        String type = outerType(use);
        if (!JavaTypes.isArray(type)) {
            throw refused(use, "'" + use.text() + "' is no array.");
        }
        return arrays.computeIfAbsent(use.text(), name -> new Use(name, type));
    }

    /** The number of elements or rows of an array, or, for axis 1, of columns, as a captured number. */
    Typed length(Use array, int axis) {
        Term java = javaLength(array.name, axis);
        String name = JavaTypes.safe(array.name)
                + (axis == 1 ? "_columns" : JavaTypes.axes(array.type) == 2 ? "_rows" : "_length");
        scalars.putIfAbsent(name, new Captured("int", java));
        return Typed.of(Terms.name(name), "int", java);
    }

    static Term javaLength(String array, int axis) {
        Term whole = Terms.name(array);
        Term of = axis == 0 ? whole : Tree.of(Kind.INDEX, whole, Terms.number(0));
        return Tree.of(Kind.MEMBER, "length", List.of(of));
    }

    boolean isWritten(String array) {
        return arrays.values().stream().anyMatch(use -> use.written && use.name.equals(array));
    }

    /**
     * The analysis of dependences read this number as a polynomial, if it is one: no part of it may overflow.
     *
     * @param array whose subscript it is; empty for a bound of a loop
     */
    void rely(Term symbol, Optional<String> array, Place place) {
        if (!checked && isPolynomial(symbol)) {
            obligations.add(new Obligation.Exact(symbol, array, place));
        }
    }

    private static boolean isPolynomial(Term symbol) {
        boolean sum = symbol.is(Kind.UNARY, "-")
                || symbol.is(Kind.BINARY, "+")
                || symbol.is(Kind.BINARY, "-")
                || symbol.is(Kind.BINARY, "*")
                || symbol.is(Kind.BINARY, "<<");
        boolean plain = symbol.is(Kind.NAME) || symbol.is(Kind.LITERAL) || symbol.is(Kind.MEMBER);
        return plain || sum && symbol.children().stream().allMatch(KernelContext::isPolynomial);
    }

    /** The number by which the kernel names a place where it fails, from 1. */
    Term site(String array, Place place) {
        sites.add(new Site(array, place));
        return Terms.number(sites.size());
    }

    /** What of a method belongs to the whole kernel. */
    void take(KernelContext method) {
        helpers.addAll(method.helpers);
        method.functions.forEach(functions::putIfAbsent);
    }
}
