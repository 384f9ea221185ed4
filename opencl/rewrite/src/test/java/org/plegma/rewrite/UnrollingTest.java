package org.plegma.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.simulator.Simulation;
import org.plegma.rewrite.term.Code;

/** Random loops, as they are and unrolled, beside the same loops in Java. */
class UnrollingTest {
    private static final int LENGTH = 16;
    private static final int LOOPS = 240;

    /** How a statement ends. */
    private enum End {
        NEXT,
        BREAK,
        CONTINUE
    }

    /** The variables that Java has for those of the kernel. */
    private static final class State {
        final int[] x = new int[LENGTH];
        int i;
        int j;
        int s;

        State() {
            for (int k = 0; k < LENGTH; k++) {
                x[k] = 3 * k + 1;
            }
        }
    }

    private interface Run {
        End on(State state);
    }

    /** @param plain whether it neither leaves the loop nor assigns a variable of the name of its */
    private record Statement(String text, boolean plain, Run run) {}

    /** A loop, whether the rule is to take it, and what it does. */
    private record Loop(String text, int copies, boolean taken, Run run) {}

    private static int small(int value) {
        return value & 0xffff;
    }

    private static Statement statement(Random random, int depth) {
        int c = random.nextInt(7) + 1;
        int d = random.nextInt(9);
        switch (random.nextInt(depth > 0 ? 14 : 6)) {
            case 0:
                return new Statement("x[(i * " + c + " + " + d + ") & 15] += i * " + d + " + s;", true, state -> {
                    state.x[(state.i * c + d) & 15] += state.i * d + state.s;
                    return End.NEXT;
                });
            case 1:
                return new Statement("s = (s * " + c + " + i + x[i & 15]) & 0xffff;", true, state -> {
                    state.s = small(state.s * c + state.i + state.x[state.i & 15]);
                    return End.NEXT;
                });
            case 2:
                return new Statement("{ int t = i - " + d + "; int u = t * i; x[t & 15] ^= u; }", true, state -> {
                    int t = state.i - d;
                    state.x[t & 15] ^= t * state.i;
                    return End.NEXT;
                });
            case 3:
                return new Statement("{ x[i & 15] += 1; int i = " + d + "; x[i] -= i * 3; }", true, state -> {
                    state.x[state.i & 15] += 1;
                    state.x[d] -= d * 3;
                    return End.NEXT;
                });
            case 4:
                return new Statement("for (int i = 0; i < " + c + "; i++) x[i] += i + s;", false, state -> {
                    for (int k = 0; k < c; k++) {
                        state.x[k] += k + state.s;
                    }
                    return End.NEXT;
                });
            case 5:
                return new Statement("x[" + d + "] += i > " + c + " ? -i : i << 1;", true, state -> {
                    state.x[d] += state.i > c ? -state.i : state.i << 1;
                    return End.NEXT;
                });
            case 6:
                if (random.nextBoolean()) {
                    return statement(random, 0);
                }
                return new Statement(
                        "if (i == " + d + ") { break; }", false, state -> state.i == d ? End.BREAK : End.NEXT);
            case 7:
                return new Statement(
                        "if ((i & 3) == " + (d & 3) + ") continue;",
                        false,
                        state -> (state.i & 3) == (d & 3) ? End.CONTINUE : End.NEXT);
            case 8:
                return new Statement("if ((s & 1) == 0) i++;", false, state -> {
                    state.i += (state.s & 1) == 0 ? 1 : 0;
                    return End.NEXT;
                });
            case 9:
                return new Statement("{ i += " + c + " & 1; x[" + d + "] += i; }", false, state -> {
                    state.i += c & 1;
                    state.x[d] += state.i;
                    return End.NEXT;
                });
            default:
                Statement body = statement(random, 0);
                return new Statement(
                        "for (int j = " + d + "; j < i + " + c + "; j++) { s += j; " + body.text + " }",
                        body.plain,
                        state -> {
                            for (int j = d; j < state.i + c; j++) {
                                state.s += j;
                                body.run.on(state);
                            }
                            return End.NEXT;
                        });
        }
    }

    private static Loop loop(Random random) {
        int copies = List.of(2, 3, 4, 8).get(random.nextInt(4));
        int from = random.nextInt(9) - 4;
        int trips = random.nextInt(4) > 0 ? copies * (random.nextInt(4) + random.nextInt(2)) : random.nextInt(14) - 2;
        int to = from + trips;
        int step = random.nextInt(9) == 0 ? 2 + random.nextInt(3) : 1;
        boolean closed = random.nextInt(12) == 0;
        boolean variable = random.nextInt(12) == 0;
        boolean down = random.nextInt(12) == 0;
        List<Statement> body = new ArrayList<>();
        for (int k = random.nextInt(2); k >= 0; k--) {
            body.add(statement(random, 1));
        }
        String bound = variable ? "x[0] * 0 + " + to : random.nextInt(4) == 0 ? to - 1 + " + 1" : String.valueOf(to);
        StringBuilder text = new StringBuilder();
        String next =
                step == 1 ? down ? "i--" : random.nextInt(9) > 0 ? "i++" : "i += 1" : (down ? "i -= " : "i += ") + step;
        text.append(
                down
                        ? "for (int i = " + bound + "; i " + (closed ? ">=" : ">") + " " + from + "; " + next + ") {"
                        : "for (int i = " + from + "; i " + (closed ? "<=" : "<") + " " + bound + "; " + next + ") {");
        body.forEach(each -> text.append("\n    ").append(each.text));
        text.append("\n}");
        Run run = state -> {
            int end = down ? from : to;
            for (state.i = down ? to : from;
                    down ? closed ? state.i >= end : state.i > end : closed ? state.i <= end : state.i < end;
                    state.i += down ? -step : step) {
                End how = End.NEXT;
                for (int k = 0; k < body.size() && how == End.NEXT; k++) {
                    how = body.get(k).run.on(state);
                }
                if (how == End.BREAK) {
                    break;
                }
            }
            return End.NEXT;
        };
        boolean taken = !down
                && !closed
                && !variable
                && next.equals("i++")
                && trips > 0
                && trips % copies == 0
                && body.stream().allMatch(Statement::plain);
        return new Loop(text.toString(), copies, taken, run);
    }

    private static String function(String name, String loop) {
        return "void " + name + "(global int *x) {\nint s = 5;\n" + loop + "\nx[15] += s;\n}\n";
    }

    @Test
    void unrolledLoopsComputeWhatJavaDoes() {
        Random random = new Random(16);
        StringBuilder source = new StringBuilder();
        StringBuilder calls = new StringBuilder();
        List<Loop> loops = new ArrayList<>();
        int taken = 0;
        for (int k = 0; k < LOOPS; k++) {
            Loop loop = loop(random);
            String original = function("plain" + k, loop.text);
            RuleSet rules = Unrolling.by(loop.copies);
            Trace trace = RuleSet.of(Strategy.at("for (int i = $a; $c; $u) { $b... }", rules.strategy()))
                    .apply(original);
            assertEquals(List.of(), trace.problems(), loop.text);
            long outer = trace.steps().stream()
                    .filter(step -> step.place().line() == 3)
                    .count();
            assertEquals(loop.taken ? 1 : 0, outer, loop.text + "\nby " + loop.copies);
            taken += (int) outer;
            source.append(original).append(trace.source().replace("plain" + k, "unrolled" + k));
            calls.append("plain" + k + "(x + " + 2 * k * LENGTH + "); unrolled" + k + "(x + " + (2 * k + 1) * LENGTH
                    + ");\n");
            loops.add(loop);
        }
        assertTrue(taken > LOOPS / 6, taken + " loops were unrolled");
        String program = source + "kernel void every(global int *x) {\n" + calls + "}\n";
        int[] x = new int[2 * LOOPS * LENGTH];
        for (int k = 0; k < x.length; k++) {
            x[k] = new State().x[k % LENGTH];
        }
        int[] simulated = x.clone();
        try (Session session = Session.open()) {
            session.compile(program, "-cl-opt-disable")
                    .kernel("every")
                    .global(1)
                    .call(x);
        }
        Simulation.run(
                Code.opencl(program + "void host(global int *x) { launch(every, 1, 1, x); }"),
                java.util.Map.of("x", simulated));
        for (int k = 0; k < LOOPS; k++) {
            State state = new State();
            state.s = 5;
            loops.get(k).run.on(state);
            state.x[15] += state.s;
            for (int half = 0; half < 2; half++) {
                int from = (2 * k + half) * LENGTH;
                String what = loops.get(k).text + "\nby " + loops.get(k).copies + (half == 0 ? "" : ", unrolled");
                assertArrayEquals(state.x, java.util.Arrays.copyOfRange(x, from, from + LENGTH), what);
                assertArrayEquals(
                        state.x, java.util.Arrays.copyOfRange(simulated, from, from + LENGTH), what + ", simulated");
            }
        }
    }
}
