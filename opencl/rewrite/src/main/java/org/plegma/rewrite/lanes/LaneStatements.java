package org.plegma.rewrite.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneScope.Mask;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Statements of OpenCL C for all lanes. Where lanes part, masks say which are active: a branch runs if one of them is, a
 * loop as long as one is, and a variable from outside changes in the active lanes only.
 */
final class LaneStatements {
    private static final String RESULT = "java_result";
    private static final Term NOTHING = Tree.leaf(Kind.NOTHING, "");

    /**
     * A loop around what is written.
     *
     * @param active the place among the masks of the one that is empty when all lanes have left; the loop that has none
     *     runs alike for all
     * @param iteration that of the lanes which are still in this iteration
     */
    private record Loop(Term tree, int active, int iteration, int depth) {
        boolean parts() {
            return active >= 0;
        }
    }

    private final LaneScope scope;
    private final LaneTypes types;
    private final LaneExpressions expressions;
    private final LaneAssignments assignments;
    private final Optional<String> result;
    private final Deque<Loop> loops = new ArrayDeque<>();
    /** The outermost mask from which lanes were taken since it was last set to the highest number. */
    private int taken = Integer.MAX_VALUE;

    /** @param result the type that the function returns; empty in a kernel */
    LaneStatements(LaneScope scope, Optional<String> result) {
        this.scope = scope;
        this.types = scope.types;
        this.expressions = new LaneExpressions(scope);
        this.assignments = new LaneAssignments(scope, expressions);
        this.result = result;
    }

    /** All of a function. */
    List<Term> body(List<Term> parts) {
        List<Term> made = new ArrayList<>();
        boolean apart = scope.facts.returnsApart();
        if (apart) {
            made.add(result.map(type -> declaration(type, RESULT, types.splat(type, Terms.number(0))))
                    .orElseGet(() -> maskOfAll(scope.mask())));
        }
        made.addAll(list(parts));
        made.addAll(0, scope.temporaries());
        if (apart && result.isPresent()) {
            made.add(Tree.of(Kind.RETURN, Terms.name(RESULT)));
        }
        return made;
    }

    private Term maskOfAll(Mask mask) {
        return declaration("int", mask.name(), types.splat("int", Terms.number(-1)));
    }

    private Term declaration(String type, String name, Term value) {
        return Tree.of(
                Kind.DECLARE,
                types.vectorType(type),
                Tree.of(Kind.DECLARATOR, Terms.name(name), Tree.of(Kind.INITIAL, value)));
    }

    private List<Term> list(List<Term> parts) {
        List<Term> made = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            taken = Integer.MAX_VALUE;
            made.addAll(statement((Tree) parts.get(i)));
            if (taken < scope.depth() && i + 1 < parts.size() && !scope.mask().all()) {
                int outermost = taken;
                Term any = Terms.call("any", Terms.name(scope.mask().name()));
                made.add(Tree.of(Kind.IF, any, Tree.of(Kind.BLOCK, "", list(parts.subList(i + 1, parts.size())))));
                taken = Math.min(taken, outermost);
                break;
            }
        }
        return made;
    }

    private Term block(Term statement, List<Term> before) {
        scope.open();
        List<Term> made = new ArrayList<>(before);
        made.addAll(list(statement.is(Kind.BLOCK) ? statement.children() : List.of(statement)));
        scope.close();
        return Tree.of(Kind.BLOCK, "", made);
    }

    private List<Term> statement(Tree tree) {
        return switch (tree.kind()) {
            case BLOCK -> List.of(block(tree, List.of()));
            case EXECUTE -> List.of(Tree.of(Kind.EXECUTE, assignments.effect(tree.child(0))));
            case DECLARE -> assignments.declare(tree);
            case IF -> choice(tree);
            case FOR, WHILE, DO -> loop(tree);
            case JUMP -> jump(tree);
            case RETURN -> returns(tree);
            case EMPTY -> List.of();
            default -> throw LaneExpressions.refused(tree, "this statement has no form for vectors.");
        };
    }

    private List<Term> choice(Tree tree) {
        LaneValue condition = types.condition(expressions.expression(tree.child(0)));
        boolean twoWays = tree.children().size() > 2;
        if (condition.isSame()) {
            int outermost = Integer.MAX_VALUE;
            List<Term> parts = new ArrayList<>(List.of(condition.code()));
            for (Term branch : tree.children().subList(1, tree.children().size())) {
                parts.add(block(branch, List.of()));
                outermost = Math.min(outermost, taken);
            }
            taken = outermost;
            return List.of(Tree.of(Kind.IF, "", parts));
        }
        Mask yes = scope.newMask();
        Mask no = scope.newMask();
        List<Term> made = new ArrayList<>();
        made.add(declaration("int", yes.name(), scope.activeAnd(condition.code())));
        if (twoWays) {
            Term others = Tree.of(Kind.UNARY, "~", List.of(Terms.name(yes.name())));
            made.add(declaration("int", no.name(), scope.activeAnd(others)));
        }
        made.add(branch(yes, tree.child(1)));
        if (twoWays) {
            int outermost = taken;
            made.add(branch(no, tree.child(2)));
            taken = Math.min(taken, outermost);
        }
        return made;
    }

    private Term branch(Mask mask, Term statement) {
        scope.push(mask);
        Term block = block(statement, List.of());
        scope.pop();
        return Tree.of(Kind.IF, Terms.call("any", Terms.name(mask.name())), block);
    }

    private List<Term> loop(Tree tree) {
        scope.open();
        boolean parts = scope.facts.isParting(tree);
        List<Term> made = new ArrayList<>();
        Mask active = parts ? scope.newMask() : scope.mask();
        if (parts) {
            made.add(declaration("int", active.name(), scope.activeVector()));
            scope.push(active);
        }
        Term start = tree.is(Kind.FOR) ? start(tree.child(0), made) : NOTHING;
        scope.enterLoop();
        int at = tree.is(Kind.DO) || tree.is(Kind.FOR) ? 1 : 0;
        Term condition = condition(tree, tree.child(at), active, parts);
        if (tree.is(Kind.FOR) && Names.occursKind(tree.child(2), Kind.INDEX)) {
            throw LaneExpressions.refused(tree.child(2), "the step of a loop reads an array.");
        }
        Term step = tree.is(Kind.FOR) ? assignments.effects(tree.child(2)) : NOTHING;
        Term body = loopBody(tree, tree.child(tree.is(Kind.FOR) ? 3 : tree.is(Kind.WHILE) ? 1 : 0), active, parts);
        scope.leaveLoop();
        if (parts) {
            scope.pop();
        }
        scope.close();
        made.add(
                switch (tree.kind()) {
                    case FOR -> Tree.of(Kind.FOR, start, condition, step, body);
                    case WHILE -> Tree.of(Kind.WHILE, condition, body);
                    default -> Tree.of(Kind.DO, body, condition);
                });
        return tree.is(Kind.FOR) && made.size() > 1 ? List.of(Tree.of(Kind.BLOCK, "", made)) : made;
    }

    /** The start of a loop; if its variables become scalars and vectors, they are declared before it. */
    private Term start(Term start, List<Term> before) {
        if (!start.is(Kind.DECLARE)) {
            return assignments.effects(start);
        }
        List<Term> declarations = assignments.declare((Tree) start);
        if (declarations.size() == 1) {
            return declarations.get(0);
        }
        before.addAll(declarations);
        return NOTHING;
    }

    private Term condition(Tree loop, Term term, Mask active, boolean parts) {
        if (term.is(Kind.NOTHING)) {
            return parts ? Terms.call("any", Terms.name(active.name())) : term;
        }
        LaneValue value = types.condition(expressions.expression(term));
        if (!value.isSame()) {
            scope.facts.isPartingNow(loop);
        }
        if (!parts) {
            return value.code();
        }
        Term name = Terms.name(active.name());
        return value.isSame()
                ? Terms.binary("&&", Terms.call("any", name), value.code())
                : Terms.call("any", Tree.of(Kind.ASSIGN, "=", List.of(name, Terms.binary("&", name, value.code()))));
    }

    private Term loopBody(Tree tree, Term body, Mask active, boolean parts) {
        int index = parts ? scope.depth() - 1 : -1;
        List<Term> before = new ArrayList<>();
        boolean own = parts && continues(body);
        if (own) {
            Mask iteration = scope.newMask();
            before.add(declaration("int", iteration.name(), Terms.name(active.name())));
            scope.push(iteration);
        }
        loops.push(new Loop(tree, index, own ? index + 1 : index, scope.depth()));
        Term made = block(body, before);
        loops.pop();
        if (own) {
            scope.pop();
        }
        return made;
    }

    private static boolean continues(Term term) {
        boolean inner = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO);
        return term.is(Kind.JUMP, "continue")
                || !inner && term.children().stream().anyMatch(LaneStatements::continues);
    }

    private List<Term> jump(Tree tree) {
        Loop loop = loops.peek();
        if (loop == null) {
            throw LaneExpressions.refused(tree, "it leaves no loop.");
        }
        if (!loop.parts()) {
            if (scope.depth() != loop.depth()) {
                scope.facts.isPartingNow(loop.tree());
            }
            return List.of(tree);
        }
        return take(tree.text().equals("break") ? loop.active() : loop.iteration());
    }

    private List<Term> returns(Tree tree) {
        boolean all = scope.depth() == 1;
        List<Term> made = new ArrayList<>();
        if (result.isPresent()) {
            String type = result.get();
            LaneValue value = types.convert(expressions.expression(tree.child(0)), type);
            Term vector = types.vector(value);
            if (!scope.facts.returnsApart() && all) {
                return List.of(Tree.of(Kind.RETURN, vector));
            }
            Term merged = types.select(type, Terms.name(RESULT), vector, scope.activeVector());
            made.add(Tree.of(Kind.EXECUTE, Tree.of(Kind.ASSIGN, "=", List.of(Terms.name(RESULT), merged))));
            if (all) {
                made.add(Tree.of(Kind.RETURN, Terms.name(RESULT)));
                return made;
            }
        } else if (all) {
            return List.of(tree);
        }
        scope.facts.returnsApartNow();
        loops.forEach(loop -> scope.facts.isPartingNow(loop.tree()));
        made.addAll(take(0));
        return made;
    }

    /** Takes the active lanes out of all masks from an outermost one on. */
    private List<Term> take(int outermost) {
        taken = Math.min(taken, outermost);
        StringBuilder text = new StringBuilder();
        String own = scope.mask().name();
        for (int i = outermost; i < scope.depth() - 1; i++) {
            String name = scope.mask(i).name();
            text.append(name)
                    .append(" = ")
                    .append(name)
                    .append(" & ~")
                    .append(own)
                    .append(";\n");
        }
        return Code.opencl("void f() {" + text + own + " = 0;\n}")
                .child(0)
                .child(3)
                .children();
    }
}
