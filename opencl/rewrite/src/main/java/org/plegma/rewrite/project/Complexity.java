package org.plegma.rewrite.project;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.CodeException;

/**
 * How the work of a loop and the data that it touches grow with n, the number of iterations of each loop whose bounds are no
 * constants. What each element is worked on a fixed number of times for is bound by copying it to the device and back.
 *
 * @param work the power of n with which operations grow
 * @param logarithms loops whose variable is multiplied or shifted, each of which adds a factor of log n
 * @param data the power of n with which the elements of the largest array grow
 * @param operations of numbers in an iteration of the innermost loop, calls of {@code Math} as ten
 */
record Complexity(int work, int logarithms, int data, int operations) {
    /** So many operations an element take longer than copying the element. */
    private static final int ENOUGH = 30;

    private static final int OF_A_FUNCTION = 10;

    /** @param methods those that the loop may call */
    static Complexity of(String loop, List<String> methods) {
        try {
            Reader reader = new Reader(methods);
            reader.visit(Code.java(loop.strip()));
            return new Complexity(reader.work, reader.mostLogarithms, reader.data, reader.operations);
        } catch (CodeException notRead) {
            return new Complexity(0, 0, 0, 0);
        }
    }

    boolean isWorthCopying() {
        return work > data || work == data && (logarithms > 0 || operations >= ENOUGH);
    }

    @Override
    public String toString() {
        return "work " + power(work)
                + (logarithms == 0 ? "" : " log" + (logarithms == 1 ? "" : "^" + logarithms) + " n") + ", data "
                + power(data) + ", " + operations + " operations";
    }

    private static String power(int exponent) {
        return exponent == 0 ? "1" : exponent == 1 ? "n" : "n^" + exponent;
    }

    private static final class Reader {
        private final Map<String, Term> methods = new HashMap<>();
        private final Deque<String> variables = new ArrayDeque<>();
        /** The loops' variables on which locals depend. */
        private final Map<String, Set<String>> locals = new HashMap<>();

        private final Set<String> open = new HashSet<>();
        private int logs;
        private int loops;
        int work;
        int mostLogarithms;
        int data;
        int operations;

        Reader(List<String> sources) {
            for (String source : sources) {
                try {
                    Term method = Code.java(source).child(0);
                    if (method.is(Kind.FUNCTION)) {
                        methods.put(method.child(1).text(), method);
                    }
                } catch (CodeException notRead) {
                    // such a method is not called on a device
                }
            }
        }

        void visit(Term term) {
            boolean counts = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO);
            if (!counts) {
                parts(term);
                return;
            }
            Term body = term.child(term.is(Kind.FOR) ? 3 : term.is(Kind.WHILE) ? 1 : 0);
            boolean declares = term.is(Kind.FOR) && term.child(0).is(Kind.DECLARE);
            String variable = declares ? term.child(0).child(1).child(0).text() : "";
            boolean scaled = scales(term.is(Kind.FOR) ? term.child(2) : body, term);
            boolean fixed = term.is(Kind.FOR) && isFixed(term.child(1));
            logs += scaled ? 1 : 0;
            loops += scaled || fixed ? 0 : 1;
            if (!scaled && !fixed) {
                variables.push(variable.isEmpty() ? stepped(body) : variable);
            }
            parts(term);
            if (!scaled && !fixed) {
                variables.pop();
            }
            reached(body);
            logs -= scaled ? 1 : 0;
            loops -= scaled || fixed ? 0 : 1;
        }

        private void reached(Term body) {
            boolean more = loops > work || loops == work && logs > mostLogarithms;
            int count = operations(body);
            if (more) {
                work = loops;
                mostLogarithms = logs;
                operations = count;
            } else if (loops == work) {
                operations = Math.max(operations, count);
            }
        }

        private void parts(Term term) {
            if (term.is(Kind.DECLARATOR) && term.children().size() > 1) {
                Set<String> of = new HashSet<>();
                term.children().stream().skip(1).forEach(part -> of.addAll(loopsOf(part)));
                locals.put(term.child(0).text(), of);
            }
            if (term.is(Kind.INDEX)) {
                Set<String> of = new HashSet<>();
                for (Term array = term; array.is(Kind.INDEX); array = array.child(0)) {
                    of.addAll(loopsOf(array.child(1)));
                }
                data = Math.max(data, of.size());
            }
            if (term.is(Kind.CALL) && term.child(0).is(Kind.NAME)) {
                Term method = methods.get(term.child(0).text());
                if (method != null && open.add(term.child(0).text())) {
                    Term parameters = method.child(2);
                    for (int i = 0;
                            i < parameters.children().size()
                                    && i + 1 < term.children().size();
                            i++) {
                        locals.put(parameters.child(i).child(1).child(0).text(), loopsOf(term.child(i + 1)));
                    }
                    visit(method.child(3));
                    open.remove(term.child(0).text());
                }
            }
            term.children().forEach(this::visit);
        }

        private Set<String> loopsOf(Term term) {
            Set<String> of = new HashSet<>();
            for (String name : Names.in(term)) {
                of.addAll(locals.getOrDefault(name, Set.of()));
                if (variables.contains(name)) {
                    of.add(name);
                }
            }
            return of;
        }

        /** Whether a loop of a few iterations: both sides of its condition known, or one of them a small number. */
        private static boolean isFixed(Term condition) {
            return condition.is(Kind.BINARY)
                    && condition.child(1).is(Kind.LITERAL)
                    && condition.child(1).text().matches("\\d{1,2}");
        }

        /** Whether the variable of the condition is multiplied, divided or shifted. */
        private static boolean scales(Term term, Term loop) {
            Set<String> tested = Names.in(loop.child(loop.is(Kind.WHILE) ? 0 : 1));
            boolean assigns = term.is(Kind.ASSIGN)
                    && term.child(0).is(Kind.NAME)
                    && tested.contains(term.child(0).text());
            Term value = assigns ? term.child(1) : term;
            boolean compound =
                    assigns && Set.of("*=", "/=", "<<=", ">>=", ">>>=").contains(term.text());
            boolean plain = assigns
                    && value.is(Kind.BINARY)
                    && Set.of("*", "/", "<<", ">>", ">>>").contains(value.text())
                    && Names.in(value).contains(term.child(0).text());
            boolean inner = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO);
            return compound || plain || !inner && term.children().stream().anyMatch(part -> scales(part, loop));
        }

        /** The variable that the last statement of a body steps. */
        private static String stepped(Term body) {
            Term last = body.children().isEmpty()
                    ? body
                    : body.child(body.children().size() - 1);
            Term step = last.is(Kind.EXECUTE) ? last.child(0) : last;
            return step.children().isEmpty() ? "" : step.child(0).text();
        }

        private int operations(Term term) {
            int own = term.is(Kind.BINARY) && Set.of("+", "-", "*", "/", "%").contains(term.text())
                    ? 1
                    : term.is(Kind.ASSIGN) && term.text().length() > 1
                            ? 1
                            : term.is(Kind.CALL) && term.child(0).is(Kind.MEMBER) ? OF_A_FUNCTION : 0;
            Term method = term.is(Kind.CALL) ? methods.get(term.child(0).text()) : null;
            if (method != null && open.add(term.child(0).text())) {
                own += operations(method.child(3));
                open.remove(term.child(0).text());
            }
            for (Term part : term.children()) {
                own += part.is(Kind.INDEX) ? 0 : operations(part);
            }
            return own;
        }
    }
}
