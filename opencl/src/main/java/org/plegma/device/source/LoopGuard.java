package org.plegma.device.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.device.source.GuardedSource.Insertion;
import org.plegma.device.source.OpenClToken.Kind;

/**
 * OpenCL C whose loops count their rounds by a function of {@code loops.cl}, so that one without end is left and told. Each round
 * of a loop begins the loops within it anew: nested loops that are long but come to their ends are not taken for endless.
 *
 * <p>The source is not parsed. What this takes apart wrongly does not compile, and is then simulated without. Loops in macros and
 * those by {@code goto} are not seen.
 */
public final class LoopGuard {
    private static final Pattern UNSEEN = Pattern.compile("\\b(for|while|do|goto)\\b");
    private static final Set<String> BARRIERS = Set.of("barrier", "work_group_barrier", "wait_group_events");

    private final SourceTokens read;
    private final List<OpenClToken> tokens;
    private final List<Insertion> insertions = new ArrayList<>();
    /** Barriers, and functions and macros that have one. */
    private final Set<String> barriers = new HashSet<>(BARRIERS);

    private boolean isComplete;

    /** A loop of a function: its keyword, where its body begins, and the end of that. */
    private record Loop(int keyword, int body, int end) {}

    public LoopGuard(String source, List<String> options) {
        read = new SourceTokens(source, options);
        tokens = read.tokens();
        isComplete = options.stream().noneMatch(option -> UNSEEN.matcher(option).find())
                && !TypeNames.includeFiles(source)
                && tokens.stream()
                        .noneMatch(token -> token.text().equals("goto")
                                || token.inDirective()
                                        && UNSEEN.matcher(token.text()).matches());
        read.macros().forEach((name, bodies) -> {
            if (bodies.stream().anyMatch(this::hasBarrier)) {
                barriers.add(name);
            }
        });
        for (int i = 0; i < tokens.size(); i++) {
            OpenClToken token = tokens.get(i);
            if (token.is("{") && !token.inDirective()) {
                int end = end(i);
                if (i > 0 && tokens.get(i - 1).is(")")) {
                    function(i, end);
                }
                i = end;
            }
        }
    }

    /** Whether there is a loop that is counted. */
    public boolean isNeeded() {
        return !insertions.isEmpty();
    }

    /** Whether all loops are counted, so that a simulation of what it makes comes to its end. */
    public boolean isComplete() {
        return isComplete;
    }

    List<Insertion> insertions() {
        return List.copyOf(insertions);
    }

    private boolean hasBarrier(List<OpenClToken> part) {
        return part.stream().anyMatch(token -> token.kind() == Kind.NAME && barriers.contains(token.text()));
    }

    /** Counts the loops of the function whose body is from one brace to another. */
    private void function(int open, int close) {
        if (hasBarrier(tokens.subList(open, close))) {
            barriers.add(name(open));
        }
        List<Loop> loops = new ArrayList<>();
        Set<Integer> endsOfDo = new HashSet<>();
        for (int i = open; i < close; i++) {
            OpenClToken token = tokens.get(i);
            boolean isDo = token.text().equals("do");
            if (token.kind() != Kind.NAME || token.inDirective() || endsOfDo.contains(i)) {
                continue;
            } else if (isDo) {
                endsOfDo.add(end(i + 1) + 1);
            }
            if (isDo || token.text().equals("for") || token.text().equals("while")) {
                int body = isDo ? i + 1 : read.closing(i + 1) + 1;
                if (body > i) {
                    loops.add(new Loop(i, body, end(body)));
                } else {
                    isComplete = false;
                }
            }
        }
        if (loops.isEmpty()) {
            return;
        }
        insertions.add(new Insertion(
                tokens.get(open).end(),
                " uint plegma_turns[" + loops.size() + "] = {0}; ulong plegma_begun[" + loops.size()
                        + "], plegma_rounds = 0;"));
        for (int i = 0; i < loops.size(); i++) {
            Loop loop = loops.get(i);
            StringBuilder text = new StringBuilder(" if (");
            for (int inner = i + 1; inner < loops.size() && loops.get(inner).keyword < loop.end; inner++) {
                text.append("plegma_turns[").append(inner).append("] = 0, ");
            }
            String items = hasBarrier(tokens.subList(loop.keyword, loop.end))
                    ? "2 * get_local_size(0) * get_local_size(1) * get_local_size(2)"
                    : "1";
            text.append("plegma_round(plegma_turns + ")
                    .append(i)
                    .append(", plegma_begun + ")
                    .append(i);
            text.append(", &plegma_rounds, ").append(items).append(", ");
            text.append(GuardedSource.loopAddress(tokens.get(loop.keyword)));
            text.append(")) break; else ");
            insertions.add(new Insertion(tokens.get(loop.body - 1).end(), text.toString()));
        }
    }

    /** Of the function with this body. */
    private String name(int body) {
        int depth = 0;
        for (int i = body - 1; i > 0; i--) {
            depth += tokens.get(i).is(")") ? 1 : tokens.get(i).is("(") ? -1 : 0;
            if (depth == 0) {
                return tokens.get(i - 1).text();
            }
        }
        return "";
    }

    /** The last token of the statement that begins at one, or of all if it has no end. */
    private int end(int first) {
        int depth = 0;
        for (int i = first; i < tokens.size(); i++) {
            OpenClToken token = tokens.get(i);
            if (token.inDirective()) {
                continue;
            }
            depth += token.is("{") || token.is("(") ? 1 : token.is("}") || token.is(")") ? -1 : 0;
            boolean isEnd = depth <= 0 && (token.is("}") || token.is(";"));
            if (isEnd && (i + 1 == tokens.size() || !tokens.get(i + 1).text().equals("else"))) {
                return i;
            }
        }
        return tokens.size() - 1;
    }
}
