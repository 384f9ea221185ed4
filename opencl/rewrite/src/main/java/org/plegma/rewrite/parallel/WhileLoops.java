package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.JavaTyping;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Language;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * {@code while} loops that count, as {@code for} loops. A loop counts if its last statement steps a variable by a fixed number,
 * nothing else in it assigns the variable or what its condition compares it with, and no {@code continue} misses the step.
 */
final class WhileLoops {
    static final Rule DECLARED = Rule.named("while-to-for")
            .in(Language.JAVA)
            .because(
                    "the variable is declared before the loop, steps at the end of each iteration, and is used by nothing after it")
            .match("int $i = $a; while ($i < $b) { $body...; $i++; }")
            .to("for (int $i = $a; $i < $b; $i++) { $body... }");
    static final Rule LIVE = Rule.named("while-to-for-and-end")
            .in(Language.JAVA)
            .because(
                    "the variable steps at the end of each iteration; after the loop it has the value at which that ends")
            .match("while ($i < $b) { $body...; $i++; }")
            .to("{ for (int $j = $i; $j < $b; $j++) { $body... } $i = Math.max($i, $b); }");

    private WhileLoops() {}

    /** The statements of a block, where declarations followed by a loop that counts have become a {@code for} loop. */
    static Optional<Tree> declared(Tree block) {
        List<Term> parts = block.children();
        for (int i = 0; i + 1 < parts.size(); i++) {
            Term declare = parts.get(i);
            Term loop = parts.get(i + 1);
            boolean one = declare.is(Kind.DECLARE)
                    && declare.children().size() == 2
                    && declare.child(1).children().size() == 2
                    && declare.child(1).child(1).is(Kind.INITIAL)
                    && loop.is(Kind.WHILE)
                    && loop.child(1).is(Kind.BLOCK);
            if (!one) {
                continue;
            }
            String variable = declare.child(1).child(0).text();
            boolean later = parts.subList(i + 2, parts.size()).stream()
                    .anyMatch(part -> Names.in(part).contains(variable));
            Optional<Tree> made = later ? Optional.empty() : loop((Tree) loop, declare, variable);
            if (made.isPresent()) {
                List<Term> all = new ArrayList<>(parts.subList(0, i));
                all.add(made.get());
                all.addAll(parts.subList(i + 2, parts.size()));
                return Optional.of(block.withChildren(all));
            }
        }
        return Optional.empty();
    }

    private static Optional<Tree> loop(Tree loop, Term start, String variable) {
        List<Term> body = loop.child(1).children();
        if (body.isEmpty() || !body.get(body.size() - 1).is(Kind.EXECUTE)) {
            return Optional.empty();
        }
        Term step = body.get(body.size() - 1).child(0);
        Term rest = ((Tree) loop.child(1)).withChildren(body.subList(0, body.size() - 1));
        if (misses(rest) || Names.written(rest).contains(variable) || Names.declares(rest, variable)) {
            return Optional.empty();
        }
        Tree made = Tree.of(Kind.FOR, "", List.of(start, turned(loop.child(0), variable), stepped(step), rest))
                .withPlace(loop.place());
        try {
            Loop counts = LoopNest.header(made);
            return counts.variable().equals(variable)
                    ? Optional.of((Tree) made.withNotes(loop.notes()))
                    : Optional.empty();
        } catch (RefusedException notCounting) {
            return Optional.empty();
        }
    }

    /** {@code n > i} as {@code i < n}. */
    private static Term turned(Term condition, String variable) {
        boolean other = condition.is(Kind.BINARY)
                && condition.child(1).is(Kind.NAME, variable)
                && Set.of("<", "<=", ">", ">=").contains(condition.text());
        if (!other) {
            return condition;
        }
        String operator = (condition.text().startsWith("<") ? ">" : "<")
                + condition.text().substring(1);
        return Tree.of(Kind.BINARY, operator, List.of(condition.child(1), condition.child(0)))
                .withPlace(condition.place());
    }

    /** {@code i = i + 2} as {@code i += 2}. */
    private static Term stepped(Term step) {
        boolean sum = step.is(Kind.ASSIGN, "=")
                && (step.child(1).is(Kind.BINARY, "+") || step.child(1).is(Kind.BINARY, "-"))
                && step.child(1).child(0).equals(step.child(0));
        return sum
                ? Tree.of(
                                Kind.ASSIGN,
                                step.child(1).text() + "=",
                                List.of(step.child(0), step.child(1).child(1)))
                        .withPlace(step.place())
                : step;
    }

    /** Whether a {@code continue} of this loop misses what follows the body. */
    private static boolean misses(Term term) {
        boolean loop = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO) || term.is(Kind.FOR_EACH);
        boolean jumps = term.is(Kind.JUMP) && !term.text().equals("break");
        return jumps
                || term.is(Kind.LABELED)
                || term.is(Kind.OPAQUE_STATEMENT)
                || !loop && term.children().stream().anyMatch(WhileLoops::misses)
                || loop && hasLabel(term);
    }

    /** Whether the loop may end within its body. */
    private static boolean leaves(Term term, boolean inner) {
        boolean jumps = term.is(Kind.RETURN)
                || term.is(Kind.JUMP)
                        && (term.text().contains(" ") || !inner && term.text().equals("break"));
        boolean loop = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO) || term.is(Kind.FOR_EACH);
        return jumps || term.children().stream().anyMatch(part -> leaves(part, inner || loop));
    }

    private static boolean hasLabel(Term term) {
        return term.is(Kind.JUMP) && term.text().contains(" ")
                || term.children().stream().anyMatch(WhileLoops::hasLabel);
    }

    /**
     * A loop of the host, whose variable is used after it too: a {@code for} loop with another variable, and a statement that
     * gives the variable the value that it has at the end.
     *
     * @param types of the variables
     * @param taken the names that no new variable may have
     */
    static Optional<Tree> live(Tree loop, Map<String, String> types, Set<String> taken) {
        Term condition = loop.child(0);
        boolean compares = condition.is(Kind.BINARY) && loop.child(1).is(Kind.BLOCK);
        if (!compares || leaves(loop.child(1), false)) {
            return Optional.empty();
        }
        for (int side = 0; side < 2; side++) {
            String variable = condition.child(side).text();
            String type = types.getOrDefault(variable, "");
            boolean counts = condition.child(side).is(Kind.NAME) && (type.equals("int") || type.equals("long"));
            String bound = new JavaTyping(types::get, (name, given) -> "").of(condition.child(1 - side));
            if (!counts || !bound.equals("int") && !bound.equals("long")) {
                continue;
            }
            Term start = Code.java(type + " " + variable + " = 0;").child(0);
            Optional<Tree> made = loop(loop, start, variable);
            if (made.isPresent()) {
                return Optional.of(live(made.get(), type, bound, Names.fresh(variable + "_v0", taken)));
            }
        }
        return Optional.empty();
    }

    private static Tree live(Tree made, String type, String bound, String name) {
        Loop header = LoopNest.header(made);
        Term old = Terms.name(header.variable());
        Term body = Terms.substitute(made.child(3), header.variable(), Terms.name(name));
        Term first = Tree.of(
                Kind.DECLARE,
                Tree.leaf(Kind.TYPE, type),
                Tree.of(Kind.DECLARATOR, Terms.name(name), Tree.of(Kind.INITIAL, old)));
        Term condition = renamed(made.child(1), header.variable(), name);
        Term step = renamed(made.child(2), header.variable(), name);
        Term loop = Tree.of(Kind.FOR, "", List.of(first, condition, step, body))
                .withPlace(made.place())
                .withNotes(made.notes());
        Term end = Tree.of(Kind.EXECUTE, Tree.of(Kind.ASSIGN, "=", List.of(old, end(header, type, bound))));
        return Tree.of(Kind.BLOCK, "", List.of(loop, Terms.placed(end, made.place())))
                .withPlace(made.place());
    }

    /** Of the head of the loop, where the variable is what is compared and stepped. */
    private static Term renamed(Term term, String from, String to) {
        return Terms.transform(
                term, part -> part.is(Kind.NAME, from) ? Terms.name(to).withPlace(part.place()) : part);
    }

    /** The variable's value after the loop. A loop whose variable would overflow is an error when it is launched. */
    private static Term end(Loop loop, String type, String bound) {
        String i = loop.variable();
        String limit = "(" + Code.print(loop.limit()) + ")";
        boolean plain = type.equals(bound);
        long width = Math.abs(loop.step());
        String compare = loop.isUp() ? " < " : " > ";
        String moved = width == 1
                ? plain ? limit : "(" + type + ") " + limit
                : loop.isUp()
                        ? "(" + type + ") (" + i + " + ((long) " + limit + " - " + i + " + " + (width - 1) + "L) / "
                                + width + "L * " + width + "L)"
                        : "(" + type + ") (" + i + " - ((long) " + i + " - " + limit + " + " + (width - 1) + "L) / "
                                + width + "L * " + width + "L)";
        return Code.javaExpression(i + compare + limit + " ? " + moved + " : " + i);
    }
}
