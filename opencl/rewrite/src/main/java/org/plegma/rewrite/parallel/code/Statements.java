package org.plegma.rewrite.parallel.code;

import static org.plegma.rewrite.parallel.code.KernelContext.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Java statements in OpenCL C, with Java's meaning. */
final class Statements {
    private final KernelContext context;
    private final ExpressionWriter expressions;
    private final Optional<String> result;
    private final Optional<Term> continues;
    private int innerLoops;
    /** What is assigned in all of the body, and so is no constant. */
    private Set<String> written = Set.of();
    /** Variables that a loop's condition keeps below another value, so that one step up fits. */
    private Set<String> bounded = Set.of();

    /**
     * @param result the type that the method returns; empty in a kernel
     * @param continues what stands for {@code continue} of the loop that became the kernel; empty to leave it
     */
    Statements(KernelContext context, Optional<String> result, Optional<Term> continues) {
        this.context = context;
        this.expressions = new ExpressionWriter(context);
        this.result = result;
        this.continues = continues;
    }

    /** The body of a loop: its statements, without a block around them. */
    List<Term> body(Term body) {
        written = Names.written(body);
        List<Term> statements = new ArrayList<>();
        for (Term part : body.is(Kind.BLOCK) ? body.children() : List.of(body)) {
            statements.add(statement(part));
        }
        return statements;
    }

    Term statement(Term term) {
        Tree tree = (Tree) term;
        if (written.isEmpty()) {
            written = Names.written(term);
        }
        Term made =
                switch (tree.kind()) {
                    case BLOCK -> block(tree);
                    case EXECUTE -> Tree.of(Kind.EXECUTE, effect(tree.child(0)));
                    case DECLARE -> declare(tree);
                    case IF -> choice(tree);
                    case WHILE -> whileLoop(tree);
                    case DO -> doLoop(tree);
                    case FOR -> loop(tree);
                    case EMPTY -> tree;
                    case JUMP -> jump(tree);
                    case RETURN -> returns(tree);
                    case SWITCH -> throw refused(tree, "'switch' is not made parallel. Use 'if' and 'else'.");
                    default -> throw refused(tree, "this statement cannot run on the device.");
                };
        return made.withNotes(term.notes());
    }

    private Term block(Tree tree) {
        context.open();
        List<Term> parts = new ArrayList<>();
        tree.children().forEach(part -> parts.add(statement(part)));
        context.close();
        return Tree.of(Kind.BLOCK, "", parts);
    }

    private Term within(Term statement) {
        context.open();
        context.conditions++;
        Term made = statement(statement);
        context.conditions--;
        context.close();
        return made;
    }

    private Term choice(Tree tree) {
        List<Term> parts = new ArrayList<>(List.of(expressions.condition(tree.child(0)), within(tree.child(1))));
        if (tree.children().size() > 2) {
            parts.add(within(tree.child(2)));
        }
        return Tree.of(Kind.IF, "", parts);
    }

    private Term jump(Tree tree) {
        if (tree.text().contains(" ")) {
            throw refused(tree, "jumps to labels are not made parallel.");
        }
        if (innerLoops == 0 && result.isEmpty()) {
            context.conditions++; // what follows is reached by some only
            return continues.orElse(tree);
        }
        return tree;
    }

    private Term returns(Tree tree) {
        String type = result.orElseThrow(() -> refused(tree, "'return' leaves the loop."));
        return Tree.of(Kind.RETURN, expressions.as(type, tree.child(0)));
    }

    private Term declare(Tree tree) {
        List<Term> parts = new ArrayList<>();
        String type = tree.child(0).text();
        for (Term declarator : tree.children().subList(1, tree.children().size())) {
            String name = declarator.child(0).text();
            if (declarator.children().stream().anyMatch(part -> part.is(Kind.DIMENSION))) {
                throw refused(tree, "an array is made in the loop. Make it outside.");
            }
            Optional<Term> initial = declarator.children().stream()
                    .filter(part -> part.is(Kind.INITIAL))
                    .findFirst()
                    .map(part -> part.child(0));
            Optional<Typed> value = initial.map(expressions::expression);
            if (type.equals("var")) {
                type = value.orElseThrow().type();
            }
            if (!JavaTypes.isNumber(type) && !type.equals("boolean")) {
                throw refused(tree, JavaTypes.refusal(type).orElse("'" + name + "' is a " + type + ", not a number."));
            }
            String of = type;
            boolean fixed = !written.contains(name);
            Variable variable = context.declare(
                    name,
                    type,
                    value.filter(set -> fixed && of.equals(set.type())).flatMap(Typed::symbol),
                    initial.filter(set -> fixed)
                            .flatMap(context::constant)
                            .map(known -> TermEvaluator.convert(known, of)));
            List<Term> inside = new ArrayList<>(List.of(Terms.name(variable.name())));
            value.ifPresent(set -> inside.add(Tree.of(Kind.INITIAL, initial(of, set))));
            parts.add(Tree.of(Kind.DECLARATOR, "", inside));
        }
        parts.add(0, JavaTypes.type(type));
        return Tree.of(Kind.DECLARE, "", parts);
    }

    private static Term initial(String type, Typed value) {
        Term code = type.equals("boolean") ? value.code() : JavaTypes.cast(type, value.type(), value.code());
        boolean plainNumber = code.is(Kind.CAST) && value.code().is(Kind.LITERAL); // C converts it as well
        return plainNumber ? value.code() : code;
    }

    private Term whileLoop(Tree tree) {
        context.conditions++;
        Term condition = expressions.condition(tree.child(0));
        Term body = inLoop(tree.child(0), tree.child(1));
        context.conditions--;
        return Tree.of(Kind.WHILE, condition, body);
    }

    private Term doLoop(Tree tree) {
        Term body = inLoop(Tree.leaf(Kind.NOTHING, ""), tree.child(0));
        return Tree.of(Kind.DO, body, expressions.condition(tree.child(1)));
    }

    private Term inLoop(Term condition, Term body) {
        Set<String> before = bounded;
        bounded = Bounds.keptBelow(
                condition, body, name -> context.variable(Terms.name(name)).type());
        innerLoops++;
        Term made = within(body);
        innerLoops--;
        bounded = before;
        return made;
    }

    private Term loop(Tree tree) {
        context.open();
        Optional<LoopNest.Loop> counting = counting(tree);
        Term start = counting.map(loop -> start(tree, loop)).orElseGet(() -> start(tree));
        context.conditions++;
        Term condition = tree.child(1).is(Kind.NOTHING) ? tree.child(1) : expressions.condition(tree.child(1));
        Set<String> before = bounded;
        bounded = counting.filter(loop -> Math.abs(loop.step()) == 1)
                .map(loop -> Set.of(loop.variable()))
                .orElse(Set.of());
        Term step = header(tree.child(2));
        bounded = before;
        Term body = inLoop(tree.child(1), tree.child(3));
        context.conditions--;
        context.close();
        return Tree.of(Kind.FOR, start, condition, step, body);
    }

    private Term start(Tree tree) {
        Term start = tree.child(0);
        return start.is(Kind.DECLARE) ? declare((Tree) start) : header(start);
    }

    /** The start of a loop that counts. */
    private Term start(Tree tree, LoopNest.Loop counting) {
        String type = tree.child(0).child(0).text();
        Typed lower = expressions.expression(counting.first());
        Typed upper = expressions.expression(counting.limit());
        Optional<Term> number = lower.symbol()
                .filter(first -> type.equals("int"))
                .flatMap(first -> upper.symbol().map(limit -> number(tree, counting, first, limit)));
        Variable variable = context.declare(counting.variable(), type, number);
        return KernelWriter.declaration(type, variable.name(), JavaTypes.cast(type, lower.type(), lower.code()));
    }

    private Term number(Tree tree, LoopNest.Loop counting, Term first, Term limit) {
        Term number = context.number(counting.variable(), Obligation.Range.of(counting, first, limit));
        context.rely(first, Optional.empty(), tree.place());
        context.rely(limit, Optional.empty(), tree.place());
        if (Math.abs(counting.step()) > 1 && !context.checked) {
            Term after = Obligation.Range.after(counting, first, limit);
            context.obligations.add(new Obligation.Exact(after, Optional.empty(), tree.place()));
        }
        return number;
    }

    /** The loop's header if it counts and its body leaves the variable alone. */
    private static Optional<LoopNest.Loop> counting(Tree tree) {
        try {
            return Optional.of(LoopNest.header(tree))
                    .filter(loop -> !Names.written(tree.child(3)).contains(loop.variable()));
        } catch (RefusedException other) {
            return Optional.empty();
        }
    }

    private Term header(Term term) {
        if (term.is(Kind.NOTHING)) {
            return term;
        }
        if (term.is(Kind.COMMA)) {
            return Tree.of(
                    Kind.COMMA, "", term.children().stream().map(this::effect).toList());
        }
        return effect(term);
    }

    /** An expression for what it changes. */
    private Term effect(Term term) {
        boolean step = (term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"));
        if (step) {
            String operator = term.text().substring(1);
            Typed target = target(term.child(0));
            boolean fits = bounded.contains(term.child(0).text());
            if (JavaTypes.isReal(target.type()) || fits) {
                return Tree.of(Kind.POSTFIX, term.text(), List.of(target.code()));
            }
            Typed one = Typed.of(Terms.number(1), "int", Terms.number(1));
            return assign(term, target, operator, one);
        }
        if (!term.is(Kind.ASSIGN)) {
            if (term.is(Kind.CALL)) {
                throw refused(term, "the result of this call is not used.");
            }
            throw refused(term, "this statement cannot run on the device.");
        }
        Typed target = target(term.child(0));
        if (term.text().equals("=")) {
            return Tree.of(Kind.ASSIGN, "=", List.of(target.code(), expressions.as(target.type(), term.child(1))));
        }
        String operator = term.text().substring(0, term.text().length() - 1);
        return assign(term, target, operator, expressions.expression(term.child(1)));
    }

    private Term assign(Term whole, Typed target, String operator, Typed value) {
        if (whole.child(0).is(Kind.NAME)
                && context.gathered.contains(whole.child(0).text())
                && JavaTypes.isWhole(target.type())
                && JavaTypes.isReal(value.type())) {
            throw refused(
                    whole,
                    "Java cuts '" + whole.child(0).text() + "' off to " + target.type() + " in each iteration, as a "
                            + value.type() + " is put to it: the order of the iterations matters."
                            + " Gather the result in a double.");
        }
        boolean low = target.type().equals("int") && value.type().equals("long") && "+-*&|^".contains(operator);
        if (low) { // the low bits of the result depend on the low bits of the value alone
            Term code = JavaTypes.conversion("int", value.code());
            return assign(whole, target, operator, Typed.of(code, "int"));
        }
        boolean real = JavaTypes.isReal(target.type());
        if (real && !operator.equals("%") || target.type().equals("boolean")) {
            return Tree.of(Kind.ASSIGN, operator + "=", List.of(target.code(), value.code()));
        }
        Typed sum = expressions.operation(whole, operator, target, value);
        return Tree.of(Kind.ASSIGN, "=", List.of(target.code(), JavaTypes.cast(target.type(), sum.type(), sum.code())));
    }

    private Typed target(Term term) {
        if (term.is(Kind.INDEX)) {
            return expressions.element((Tree) term, true);
        }
        if (!term.is(Kind.NAME)) {
            throw refused(term, "only variables and elements of arrays can be assigned.");
        }
        Variable variable = context.variable(term);
        if (context.scalars.containsKey(variable.name())) {
            throw refused(
                    term,
                    "the variable '" + term.text() + "' is declared outside the loop and assigned in each iteration.");
        }
        return Typed.of(Terms.name(variable.name()), variable.type());
    }
}
