package org.plegma.rewrite.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Where in a function writing is: the variables that are known, and which lanes are active. */
final class LaneScope {
    /** The lanes that are active in a part of the code, in a vector of this name; of all lanes there is no vector. */
    record Mask(String name, boolean all) {}

    /** A variable, and the mask under which it was declared: lanes outside it do not have the variable. */
    record Variable(String name, String type, Spread spread, Mask mask, Term declarator) {}

    /** An array by its element's type. */
    record Buffer(String name, String type) {}

    final LaneTypes types;
    final LaneFacts facts;
    final LaneFunctions functions;
    final Map<String, Buffer> buffers = new HashMap<>();
    private final Deque<Map<String, Variable>> variables = new ArrayDeque<>();
    private final List<Mask> masks = new ArrayList<>();
    /** In a part of an expression that not all active lanes reach: those that do. */
    private Optional<Term> reached = Optional.empty();

    private final List<String> temporaries = new ArrayList<>();
    private int numbered;
    /** How many loops are around. */
    private int loops;

    LaneScope(LaneTypes types, LaneFacts facts, LaneFunctions functions, Mask all) {
        this.types = types;
        this.facts = facts;
        this.functions = functions;
        masks.add(all);
        open();
    }

    void open() {
        variables.push(new HashMap<>());
    }

    void close() {
        variables.pop();
    }

    void enterLoop() {
        loops++;
    }

    void leaveLoop() {
        loops--;
    }

    boolean isInLoop() {
        return loops > 0;
    }

    Variable declare(String name, String type, Spread spread, Term declarator) {
        Variable variable =
                new Variable(name, type, facts.isEach(declarator) ? Spread.EACH : spread, mask(), declarator);
        variables.peek().put(name, variable);
        return variable;
    }

    /** The variable of a name, if there is one. */
    Optional<Variable> variable(String name) {
        return variables.stream()
                .flatMap(scope -> Optional.ofNullable(scope.get(name)).stream())
                .findFirst();
    }

    Mask newMask() {
        return new Mask("java_mask" + ++numbered, false);
    }

    void push(Mask mask) {
        masks.add(mask);
    }

    void pop() {
        masks.remove(masks.size() - 1);
    }

    Mask mask() {
        return masks.get(masks.size() - 1);
    }

    /** The number of masks within each other, of which the first holds all lanes. */
    int depth() {
        return masks.size();
    }

    Mask mask(int index) {
        return masks.get(index);
    }

    /** The active lanes as a vector; empty if all are. */
    Optional<Term> active() {
        return reached.or(() -> mask().all() ? Optional.empty() : Optional.of(Terms.name(mask().name())));
    }

    /** The active lanes as a vector. */
    Term activeVector() {
        return active().orElseGet(() -> types.splat("int", Terms.number(-1)));
    }

    /** Those of the active lanes that are set in a vector. */
    Term activeAnd(Term lanes) {
        return active().<Term>map(active -> Terms.binary("&", active, lanes)).orElse(lanes);
    }

    /** In a part of an expression that perhaps no lane reaches, those that do. */
    Optional<Term> reached() {
        return reached;
    }

    /** Evaluates what only those of the active lanes reach that are set in a vector. */
    LaneValue where(Term lanes, Supplier<LaneValue> part) {
        Optional<Term> before = reached;
        reached = Optional.of(activeAnd(lanes));
        try {
            return part.get();
        } finally {
            reached = before;
        }
    }

    /** A vector that an expression sets before it uses it more than once. */
    Term temporary() {
        String name = newMask().name();
        temporaries.add(name);
        return Terms.name(name);
    }

    /** The declarations of all temporary vectors. */
    List<Term> temporaries() {
        return temporaries.stream()
                .map(name -> (Term)
                        Tree.of(Kind.DECLARE, types.vectorType("int"), Tree.of(Kind.DECLARATOR, Terms.name(name))))
                .toList();
    }
}
