package org.plegma.rewrite.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Builtins;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.LoopNest.Obstacle;
import org.plegma.rewrite.loops.LoopNest.Reduction;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Reads a nest of loops: their bounds, what they touch in arrays, what they do with variables. */
final class NestReader {

    /**
     * An element that is read or written.
     *
     * @param subscripts one a dimension, in iteration numbers of the loops; empty where it is not known
     * @param loops the loops around it, the nest's first
     * @param pair by which no other iteration touches the element, if there is one
     */
    record Access(
            String array,
            List<Optional<Poly>> subscripts,
            boolean write,
            List<Range> loops,
            Term term,
            Optional<Pairs.Pair> pair) {}

    /**
     * The iteration numbers of a loop, from 0.
     *
     * @param name the number's name in polynomials
     * @param count how many; empty if that is not known before the program runs
     * @param first the first value of the loop's variable
     * @param limit the value that it stays below, or above if the step is negative
     */
    record Range(String name, Optional<Long> count, Optional<Poly> first, Optional<Poly> limit, long step) {}

    private final List<Loop> loops = new ArrayList<>();
    private final List<Range> around = new ArrayList<>();
    private final Map<String, Optional<Poly>> known = new HashMap<>();
    private final Set<String> locals = new HashSet<>();
    private final Set<String> written;
    private final Set<String> pure;
    private final List<Access> accesses = new ArrayList<>();
    private final Map<String, List<Term>> scalarWrites = new LinkedHashMap<>();
    private final Set<String> arrays = new LinkedHashSet<>();
    private final List<Obstacle> carried = new ArrayList<>();
    private final List<Reduction> reductions = new ArrayList<>();
    private final Pairs pairs = new Pairs(this::poly);
    private int numbers;
    private int innerLoops;

    /** @param pure methods that are known to depend on their arguments alone and to change nothing */
    NestReader(Term loop, Set<String> pure) {
        this.pure = pure;
        written = Names.written(loop);
        Term inner = loop;
        while (true) {
            open(LoopHeader.of(inner), inner);
            Term next = alone(inner.child(3));
            if (!next.is(Kind.FOR) || loops.size() == 3) {
                break;
            }
            inner = next;
        }
        statement(inner.child(3));
        scalars(loop);
    }

    private static Term alone(Term body) {
        return body.is(Kind.BLOCK) && body.children().size() == 1 ? body.child(0) : body;
    }

    List<Loop> loops() {
        return loops;
    }

    List<Access> accesses() {
        return accesses;
    }

    List<Obstacle> carried() {
        return carried;
    }

    List<Reduction> reductions() {
        return reductions;
    }

    private void open(Loop loop, Term term) {
        loops.add(loop);
        enter(loop);
        if (Names.written(term.child(3)).contains(loop.variable())) {
            throw refused(term, "the body assigns the loop's variable '" + loop.variable() + "'.");
        }
    }

    /** Takes the variable of a loop for first + step * number, where the number counts from 0. */
    private void enter(Loop loop) {
        boolean isInt = loop.type().equals("int");
        Optional<Poly> first = isInt ? poly(loop.first()) : Optional.empty();
        Optional<Poly> limit = isInt ? poly(loop.limit()) : Optional.empty();
        long width = Math.abs(loop.step());
        Optional<Long> count =
                first.flatMap(a -> limit.flatMap(b -> loop.isUp() ? count(a, b, width) : count(b, a, width)));
        String name = "#" + numbers++;
        around.add(new Range(name, count, first, limit, loop.step()));
        boolean mayWrap = width > 1 && limit.isEmpty(); // a longer step may go beyond the largest int
        Optional<Poly> value =
                first.filter(a -> !mayWrap).map(a -> a.plus(Poly.variable(name).times(Poly.constant(loop.step()))));
        known.put(loop.variable(), value);
        pairs.enter(loop.variable(), value.map(differs -> name));
    }

    private static Optional<Long> count(Poly from, Poly to, long width) {
        try {
            Poly size = to.minus(from);
            return size.isConstant()
                    ? Optional.of(Math.max(0, Math.floorDiv(Math.addExact(size.constant(), width - 1), width)))
                    : Optional.empty();
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private Optional<Poly> poly(Term term) {
        return Poly.read(term, name -> {
            boolean fixed = !written.contains(name) && !locals.contains(name);
            return known.getOrDefault(name, fixed ? Optional.of(Poly.variable(name)) : Optional.empty());
        });
    }

    private static RefusedException refused(Term term, String reason) {
        return new RefusedException(term.place(), reason);
    }

    private void statement(Term term) {
        switch (((Tree) term).kind()) {
            case BLOCK -> term.children().forEach(this::statement);
            case EXECUTE -> expression(term.child(0));
            case DECLARE -> declare(term);
            case IF -> {
                expression(term.child(0));
                pairs.where(term.child(0), () -> statement(term.child(1)));
                term.children().stream().skip(2).forEach(this::statement);
            }
            case WHILE, DO -> inLoop(() -> parts(term));
            case FOR -> inLoop(() -> innerLoop(term));
            case EMPTY -> {}
            case JUMP -> {
                boolean stays = term.text().equals("continue") || term.text().equals("break") && innerLoops > 0;
                if (!stays) {
                    throw refused(
                            term, "'" + term.text() + "' leaves the loop, so that an iteration depends on others.");
                }
            }
            case RETURN -> throw refused(term, "'return' leaves the loop, so that an iteration depends on others.");
            default -> throw refused(term, "this statement cannot be analysed.");
        }
    }

    private void inLoop(Runnable inside) {
        innerLoops++;
        inside.run();
        innerLoops--;
    }

    private void parts(Term term) {
        for (Term part : term.children()) {
            if (part.sort() == Sort.STATEMENT) {
                statement(part);
            } else {
                expression(part);
            }
        }
    }

    private void declare(Term term) {
        for (Term declarator : term.children().subList(1, term.children().size())) {
            String name = declarator.child(0).text();
            List<Term> values =
                    declarator.children().subList(1, declarator.children().size());
            if (term.child(0).text().endsWith("]") || values.stream().anyMatch(part -> part.is(Kind.DIMENSION))) {
                throw refused(term, "an array is made in the loop.");
            }
            Optional<Poly> value = Optional.empty();
            for (Term part : values) {
                expression(part.child(0));
                value = written.contains(name) || !term.child(0).text().equals("int")
                        ? Optional.empty()
                        : poly(part.child(0));
            }
            if (locals.contains(name)) {
                value = Optional.empty(); // the same name in another block: not worth telling them apart
            }
            locals.add(name);
            known.put(name, value);
            boolean fixed = values.size() == 1
                    && !written.contains(name)
                    && term.child(0).text().equals("int");
            pairs.declare(name, fixed ? Optional.of(values.get(0).child(0)) : Optional.empty());
        }
    }

    private void innerLoop(Term term) {
        counting(term)
                .filter(loop -> !locals.contains(loop.variable()))
                .ifPresentOrElse(loop -> counted(loop, term), () -> uncounted(term));
    }

    /** Empty if it is no counting loop, or its body assigns its variable. */
    private static Optional<Loop> counting(Term term) {
        try {
            Loop loop = LoopHeader.of(term);
            boolean changed = Names.written(term.child(3)).contains(loop.variable());
            return changed ? Optional.empty() : Optional.of(loop);
        } catch (RefusedException notCounting) {
            return Optional.empty();
        }
    }

    private void counted(Loop loop, Term term) {
        expression(loop.first());
        expression(term.child(1));
        locals.add(loop.variable());
        enter(loop);
        statement(term.child(3));
        around.remove(around.size() - 1);
        known.put(loop.variable(), Optional.empty());
        locals.remove(loop.variable());
    }

    private void uncounted(Term term) {
        for (Term part : term.children()) {
            if (part.is(Kind.DECLARE)) {
                declareUnknown(part);
            } else if (part.sort() == Sort.STATEMENT) {
                statement(part);
            } else if (!part.is(Kind.NOTHING)) {
                expression(part);
            }
        }
    }

    private void declareUnknown(Term start) {
        declare(start);
        start.children().stream()
                .filter(part -> part.is(Kind.DECLARATOR))
                .forEach(part -> known.put(part.child(0).text(), Optional.empty()));
    }

    private void expression(Term term) {
        if (term.is(Kind.ASSIGN)) {
            target(term.child(0), !term.text().equals("="), term);
            expression(term.child(1));
        } else if ((term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"))) {
            target(term.child(0), true, term);
        } else if (term.is(Kind.INDEX)) {
            access(term, false);
        } else if (term.is(Kind.BINARY, "&&")) {
            expression(term.child(0));
            pairs.where(term.child(0), () -> expression(term.child(1)));
        } else if (term.is(Kind.OPAQUE) || term.is(Kind.NEW_ARRAY)) {
            throw refused(term, "this expression cannot be analysed.");
        } else if (term.is(Kind.CALL)) {
            boolean known =
                    term.child(0).is(Kind.NAME) ? pure.contains(term.child(0).text()) : Builtins.isPure(term.child(0));
            if (!known) {
                throw refused(term, "it is not known what a call of '" + Code.print(term.child(0)) + "' changes.");
            }
            term.children().subList(1, term.children().size()).forEach(this::expression);
        } else if (term.is(Kind.MEMBER)) {
            boolean constant = Code.print(term).matches("(Math|Integer|Long|Float|Double)\\.([A-Z_]+|NaN)");
            if (!term.is(Kind.MEMBER, "length") && !constant) {
                throw refused(term, "fields of objects are not analysed.");
            }
        } else {
            term.children().stream().filter(part -> part.sort() != Sort.TYPE).forEach(this::expression);
        }
    }

    private void target(Term target, boolean alsoRead, Term assignment) {
        if (target.is(Kind.INDEX)) {
            access(target, true);
            if (alsoRead) {
                access(target, false);
            }
        } else if (target.is(Kind.NAME)) {
            if (!locals.contains(target.text())) {
                scalarWrites
                        .computeIfAbsent(target.text(), name -> new ArrayList<>())
                        .add(assignment);
            }
        } else {
            throw refused(target, "only variables and elements of arrays can be assigned.");
        }
    }

    private void access(Term term, boolean write) {
        List<Optional<Poly>> subscripts = new ArrayList<>();
        Term array = term;
        while (array.is(Kind.INDEX)) {
            expression(array.child(1));
            subscripts.add(0, poly(array.child(1)));
            array = array.child(0);
        }
        if (!array.is(Kind.NAME)) {
            throw refused(term, "this is not an element of an array that has a name.");
        }
        arrays.add(array.text());
        Optional<Pairs.Pair> pair = subscripts.size() == 1 ? pairs.of(term.child(1)) : Optional.empty();
        accesses.add(new Access(array.text(), subscripts, write, List.copyOf(around), term, pair));
    }

    /** Sorts the variables from outside that are assigned: reductions, and those that stand in the way. */
    private void scalars(Term loop) {
        scalarWrites.forEach((name, writes) -> {
            Term first = writes.get(0);
            if (arrays.contains(name)) {
                throw refused(first, "the array '" + name + "' is exchanged for another in the loop.");
            }
            Optional<String> operation = writes.size() == 1 ? Gathering.operation(first, loop, name) : Optional.empty();
            if (operation.isPresent()) {
                reductions.add(new Reduction(name, operation.get(), first.place()));
            } else {
                carried.add(new Obstacle(
                        first.place(),
                        first.place(),
                        "the variable '" + name + "' is declared outside the loop and assigned in each iteration."));
            }
        });
    }
}
