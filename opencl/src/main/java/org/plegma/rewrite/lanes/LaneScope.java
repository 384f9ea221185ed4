package org.plegma.rewrite.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Where in a function writing is: the variables that are known, and which lanes are active. */
final class LaneScope {
    /** The lanes that are active in a part of the code; one without a name stands for all. */
    record Mask(String name) {}

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
    private Term reached;

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

    /** The variable of a name; null if there is none. */
    Variable variable(String name) {
        for (Map<String, Variable> scope : variables) {
            if (scope.containsKey(name)) {
                return scope.get(name);
            }
        }
        return null;
    }

    Mask newMask() {
        return new Mask("java_mask" + ++numbered);
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

    /** The active lanes as a vector; null if all are. */
    Term active() {
        Term statement = mask().name() == null ? null : Terms.name(mask().name());
        return reached == null ? statement : reached;
    }

    /** The active lanes as a vector. */
    Term activeVector() {
        return active() == null ? types.splat("int", Terms.number(-1)) : active();
    }

    /** Whether there may be no active lane at all. */
    boolean isUncertain() {
        return reached != null;
    }

    /** Evaluates what only those of the active lanes reach that are set in a vector. */
    LaneValue where(Term lanes, Supplier<LaneValue> part) {
        Term before = reached;
        reached = active() == null ? lanes : Terms.binary("&", active(), lanes);
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
