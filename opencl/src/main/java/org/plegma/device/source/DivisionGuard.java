package org.plegma.device.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.device.source.GuardedSource.Insertion;
import org.plegma.device.source.OpenClToken.Kind;

/**
 * OpenCL C in which divisions of whole numbers cannot fault. OpenCL gives {@code a / 0} an unspecified value and forbids an
 * exception (OpenCL C 3.0, section 6.4.1); a compiler for a processor may nevertheless emit its plain division, whose
 * signal ends the process. So each divisor that is no constant goes through a function of {@code divisions.cl}, chosen by
 * the divisor's type, which leaves reals as they are.
 *
 * <p>The source is not parsed, only cut into tokens: a divisor is what follows the operator up to the next binary one. What
 * this takes apart wrongly does not compile, and is then compiled unguarded by {@code Compiler}. Lines stay as they are.
 */
public final class DivisionGuard {
    private static final Pattern TYPE = Pattern.compile("(?:__)?(?:const|volatile|global|local|private|constant)"
            + "|signed|unsigned|struct|union|enum|void|bool|size_t|ptrdiff_t|u?intptr_t"
            + "|(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)?");
    private static final Set<String> SIDE_EFFECTS =
            Set.of("=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=");

    private final String source;
    private final List<OpenClToken> tokens;
    private final Map<String, List<List<OpenClToken>>> macros;
    private final SourceTokens read;
    private final Set<String> types = new HashSet<>();
    private final List<Insertion> insertions = new ArrayList<>();

    public DivisionGuard(String source, List<String> options) {
        this.source = source;
        read = new SourceTokens(source, options);
        tokens = read.tokens();
        macros = read.macros();
        findTypes();
        for (int i = tokens.size() - 1; i >= 0; i--) { // so that of two that end together the inner one ends first
            guard(i);
        }
        insertions.sort(Comparator.comparingInt(Insertion::at));
    }

    /** Whether there is a division that may fault. */
    public boolean isNeeded() {
        return !insertions.isEmpty();
    }

    List<Insertion> insertions() {
        return List.copyOf(insertions);
    }

    /** The source with guards. */
    public String guarded() {
        return GuardedSource.DIVISIONS + "#line 1\n" + GuardedSource.inserted(source, insertions);
    }

    /** Names of types: those after {@code typedef} and those of macros for types. */
    private void findTypes() {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).text().equals("typedef")) {
                int depth = 0;
                int end = i;
                while (end < tokens.size() && !(depth == 0 && tokens.get(end).is(";"))) {
                    depth += tokens.get(end).is("{") ? 1 : tokens.get(end).is("}") ? -1 : 0;
                    end++;
                }
                types.add(tokens.get(end - 1).text());
            }
        }
        macros.forEach((name, bodies) -> {
            if (bodies.stream().anyMatch(this::isType)) {
                types.add(name);
            }
        });
    }

    private boolean isType(List<OpenClToken> part) {
        return !part.isEmpty()
                && part.get(0).kind() == Kind.NAME
                && part.stream()
                        .allMatch(token -> token.is("*")
                                || token.kind() == Kind.NAME
                                        && (types.contains(token.text())
                                                || TYPE.matcher(token.text()).matches()));
    }

    // Guarding.

    private void guard(int operator) {
        OpenClToken token = tokens.get(operator);
        boolean assigns = token.is("/=") || token.is("%=");
        if (!assigns && !token.is("/") && !token.is("%")) {
            return;
        }
        int first = operator + 1;
        int end = assigns ? assignedEnd(first) : operandEnd(first);
        List<OpenClToken> divisor = tokens.subList(first, Math.max(first, end));
        if (divisor.isEmpty() || isConstant(divisor, 0)) {
            return;
        }
        OpenClToken start = divisor.get(0);
        int stop = divisor.get(divisor.size() - 1).end();
        boolean remainder = token.is("%") || token.is("%=");
        boolean signed = token.is("/") && isRepeatable(divisor);
        insertions.add(new Insertion(start.start(), remainder || signed ? "plegma_divisor(" : "plegma_nonzero("));
        insertions.add(new Insertion(stop, ", " + GuardedSource.divisorAddress(start) + ")"));
        if (signed) {
            String text = divisor.stream()
                    .map(OpenClToken::text)
                    .reduce((a, b) -> a + " " + b)
                    .orElseThrow();
            insertions.add(new Insertion(stop, " * plegma_sign(" + text + ")"));
        }
    }

    /** The end of the unary expression that begins at a token. */
    private int operandEnd(int first) {
        int i = first;
        while (i < tokens.size()) {
            OpenClToken token = tokens.get(i);
            if (token.kind() == Kind.NAME || token.kind() == Kind.NUMBER) {
                return postfixEnd(i + 1);
            } else if (token.is("(")) {
                int close = read.closing(i);
                if (close < 0) {
                    return first;
                }
                if (!isCast(i, close)) {
                    return postfixEnd(close + 1);
                }
                i = close + 1;
            } else if ("+-!~*&".contains(token.text()) || token.is("++") || token.is("--")) {
                i++;
            } else {
                return first;
            }
        }
        return first;
    }

    private boolean isCast(int open, int close) {
        if (isType(tokens.subList(open + 1, close))) {
            return true;
        }
        OpenClToken next = close + 1 < tokens.size() ? tokens.get(close + 1) : null;
        return next != null && (next.kind() == Kind.NAME || next.kind() == Kind.NUMBER || next.is("("));
    }

    private int postfixEnd(int from) {
        int i = from;
        while (i < tokens.size()) {
            OpenClToken token = tokens.get(i);
            if (token.is("(") || token.is("[")) {
                int close = read.closing(i);
                if (close < 0) {
                    return i;
                }
                i = close + 1;
            } else if (token.is(".") || token.is("->")) {
                i += 2;
            } else if (token.is("++") || token.is("--")) {
                i++;
            } else {
                return i;
            }
        }
        return Math.min(i, tokens.size());
    }

    /** The end of what is on the right of {@code /=}. */
    private int assignedEnd(int first) {
        int depth = 0;
        int choices = 0;
        for (int i = first; i < tokens.size(); i++) {
            OpenClToken token = tokens.get(i);
            boolean closes = token.is(")") || token.is("]") || token.is("}");
            if (token.isEdge()
                    || depth == 0 && (closes || token.is(",") || token.is(";") || token.is(":") && choices == 0)) {
                return i;
            }
            depth += token.is("(") || token.is("[") || token.is("{") ? 1 : closes ? -1 : 0;
            choices += token.is("?") ? 1 : token.is(":") ? -1 : 0;
        }
        return first;
    }

    /** Whether all is known to the compiler, which the place may ask for, as the length of an array does. */
    private boolean isConstant(List<OpenClToken> part, int depth) {
        return !part.isEmpty()
                && depth < 20
                && part.stream()
                        .allMatch(token -> token.kind() == Kind.NUMBER
                                || token.kind() == Kind.SYMBOL && "+-*/%()<<>>&|^~".contains(token.text())
                                || token.kind() == Kind.NAME
                                        && (isType(List.of(token))
                                                || token.text().equals("sizeof")
                                                || macros.containsKey(token.text())
                                                        && macros.get(token.text()).stream()
                                                                .allMatch(body -> isConstant(body, depth + 1))));
    }

    /** Whether evaluating it twice is as good as once. In a macro that cannot be seen. */
    private boolean isRepeatable(List<OpenClToken> divisor) {
        for (int i = 0; i < divisor.size(); i++) {
            OpenClToken token = divisor.get(i);
            boolean calls = i + 1 < divisor.size()
                    && divisor.get(i + 1).is("(")
                    && token.kind() == Kind.NAME
                    && !token.text().startsWith("get_");
            if (token.inDirective() || calls || SIDE_EFFECTS.contains(token.text()) || "/%".contains(token.text())) {
                return false;
            }
        }
        return true;
    }
}
