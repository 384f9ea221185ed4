package org.plegma.rewrite.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneScope.Buffer;
import org.plegma.rewrite.lanes.LaneScope.Variable;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Declarations, assignments and stores for all lanes. */
final class LaneAssignments {
    private final LaneScope scope;
    private final LaneTypes types;
    private final LaneExpressions expressions;

    LaneAssignments(LaneScope scope, LaneExpressions expressions) {
        this.scope = scope;
        this.types = scope.types;
        this.expressions = expressions;
    }

    /** The declaration; several, if some of its variables are scalars and some vectors. */
    List<Term> declare(Tree tree) {
        List<Term> scalars = new ArrayList<>();
        List<Term> vectors = new ArrayList<>();
        List<Term> inOrder = new ArrayList<>();
        String type = tree.child(0).text();
        for (Term declarator : tree.children().subList(1, tree.children().size())) {
            boolean plain = declarator.text().isEmpty()
                    && declarator.children().size() <= 2
                    && declarator.children().stream().skip(1).allMatch(part -> part.is(Kind.INITIAL));
            if (!plain || !LaneTypes.isNumber(type) && !type.equals("bool")) {
                throw LaneExpressions.refused(tree, "only numbers are declared for vectors.");
            }
            Optional<Term> initial = declarator.children().size() > 1
                    ? Optional.of(declarator.child(1).child(0))
                    : Optional.empty();
            Optional<LaneValue> value =
                    initial.map(expression -> types.convert(expressions.expression(expression), type));
            Spread spread = value.map(LaneValue::spread).orElse(Spread.SAME);
            Variable variable = scope.declare(declarator.child(0).text(), type, spread, declarator);
            boolean vector = variable.spread() == Spread.EACH;
            List<Term> parts = new ArrayList<>(List.of(declarator.child(0)));
            initial.ifPresent(term -> {
                LaneValue set = value.orElseThrow();
                parts.add(Tree.of(Kind.INITIAL, vector ? types.vector(set) : scalar(term, set)));
            });
            Tree made = Tree.of(Kind.DECLARATOR, "", parts);
            (vector ? vectors : scalars).add(made);
            inOrder.add(Tree.of(Kind.DECLARE, vector ? types.vectorType(type) : tree.child(0), made));
        }
        if (!scalars.isEmpty() && !vectors.isEmpty()) {
            return inOrder;
        }
        List<Term> parts = new ArrayList<>(List.of(vectors.isEmpty() ? tree.child(0) : types.vectorType(type)));
        parts.addAll(vectors);
        parts.addAll(scalars);
        return List.of(Tree.of(Kind.DECLARE, "", parts));
    }

    /** C converts a number to what is declared as well. */
    private static Term scalar(Term initial, LaneValue value) {
        return initial.is(Kind.LITERAL) ? initial : value.code();
    }

    /** Expressions for what they change, or nothing. */
    Term effects(Term term) {
        if (term.is(Kind.NOTHING)) {
            return term;
        }
        return term.is(Kind.COMMA)
                ? Tree.of(
                        Kind.COMMA,
                        "",
                        term.children().stream().map(this::effect).toList())
                : effect(term);
    }

    /** An expression for what it changes. */
    Term effect(Term term) {
        boolean step = (term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"));
        if (!step && !term.is(Kind.ASSIGN)) {
            throw LaneExpressions.refused(term, "this statement has no form for vectors.");
        }
        String operator = step
                ? term.text().substring(1)
                : term.text().substring(0, term.text().length() - 1);
        LaneValue right = step ? LaneValue.same(Terms.number(1), "int") : expressions.expression(term.child(1));
        Term target = term.child(0);
        if (target.is(Kind.INDEX)) {
            return store((Tree) term, (Tree) target, operator, right);
        }
        Variable variable = scope.variable(target.text())
                .filter(found -> target.is(Kind.NAME))
                .orElseThrow(
                        () -> LaneExpressions.refused(term, "only variables and elements of arrays are assigned."));
        LaneValue value = operator.isEmpty()
                ? right
                : expressions.operation(term, operator, expressions.expression(target), right);
        return assign(term, variable, types.convert(value, variable.type()), right);
    }

    private Term assign(Term whole, Variable variable, LaneValue value, LaneValue right) {
        boolean everywhere = variable.mask() == scope.mask();
        if (variable.spread() != Spread.EACH) {
            if (!everywhere || value.spread() != variable.spread()) {
                scope.facts.isEachNow(variable.declarator());
            }
            return whole.is(Kind.ASSIGN) ? ((Tree) whole).withChildren(List.of(whole.child(0), right.code())) : whole;
        }
        Term name = Terms.name(variable.name());
        Term vector = types.vector(value);
        Term merged = everywhere ? vector : types.select(variable.type(), name, vector, scope.activeVector());
        return Tree.of(Kind.ASSIGN, "=", List.of(name, merged));
    }

    private Term store(Tree whole, Tree target, String operator, LaneValue right) {
        Buffer buffer = expressions.buffer(target);
        LaneValue index = expressions.expression(target.child(1));
        LaneValue value = operator.isEmpty()
                ? right
                : expressions.operation(whole, operator, expressions.load(buffer, index), right);
        value = types.convert(value, buffer.type());
        if (index.isSame() && value.isSame()) {
            return whole;
        }
        Term array = Terms.name(buffer.name());
        Term vector = types.vector(value);
        Optional<Term> active = scope.active();
        if (index.isConsecutive() && active.isEmpty()) {
            Term to = Terms.binary("+", array, index.code());
            return Terms.call("vstore" + types.width(), vector, Terms.number(0), to);
        } else if (index.isConsecutive()) {
            return Terms.call(scope.functions.store(buffer.type()), array, index.code(), vector, scope.activeVector());
        }
        Term lanes = expressions.lanes(index);
        String scatter = scope.functions.scatter(buffer.type(), active.isPresent());
        return active.isEmpty()
                ? Terms.call(scatter, array, lanes, vector)
                : Terms.call(scatter, array, lanes, vector, active.get());
    }
}
