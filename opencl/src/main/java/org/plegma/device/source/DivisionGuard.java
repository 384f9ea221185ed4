package org.plegma.device.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
    private static final Pattern TOKEN =
            Pattern.compile("(?<space>\\s++|\\\\\\r?\\n|//[^\\n]*+|/\\*[\\s\\S]*?(?:\\*/|\\z))"
                    + "|(?<name>[A-Za-z_]\\w*+)"
                    + "|(?<number>\\.?\\d(?:[eEpP][+-]|[\\w.])*+)"
                    + "|(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*+\"?|'(?:[^'\\\\\\n]|\\\\.)*+'?)"
                    + "|(?<symbol><<=|>>=|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|[\\s\\S])");
    private static final Pattern DIRECTIVE =
            Pattern.compile("(?m)^[ \\t]*#(?:/\\*[\\s\\S]*?\\*/|//[^\\n]*+|\\\\\\r?\\n|[^\\n])*+");
    private static final Pattern DEFINE = Pattern.compile("[ \\t]*#\\s*define\\s+(\\w+)(\\([^)]*\\))?");
    private static final Pattern DEFINITION = Pattern.compile("-D\\s*(\\w+)(?:=(.*))?", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("(?:__)?(?:const|volatile|global|local|private|constant)"
            + "|signed|unsigned|struct|union|enum|void|bool|size_t|ptrdiff_t|u?intptr_t"
            + "|(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)?");
    private static final Set<String> SIDE_EFFECTS =
            Set.of("=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=");

    /** The number of an array that no launch has, in the highest bits of an address; then 24 bits each of line and column. */
    private static final long NOWHERE = 0x7ff1L;

    private static final int NUMBER_BITS = 48;
    private static final int COLUMN_BITS = 24;

    private enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL,
        /** Where a directive begins or ends. */
        EDGE
    }

    private record Token(Kind kind, String text, int start, int end, boolean inMacro) {
        boolean is(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }
    }

    private record Insertion(int at, String text) {}

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private final Map<String, List<List<Token>>> macros = new HashMap<>();
    private final Set<String> types = new HashSet<>();
    private final List<Insertion> insertions = new ArrayList<>();

    public DivisionGuard(String source, List<String> options) {
        this.source = source;
        readAll();
        for (String option : options) {
            Matcher definition = DEFINITION.matcher(option);
            if (definition.matches()) {
                String value = definition.group(2) == null ? "1" : definition.group(2);
                List<Token> body = new ArrayList<>();
                read(value, 0, value.length(), body, true);
                macros.computeIfAbsent(definition.group(1), name -> new ArrayList<>())
                        .add(body);
            }
        }
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

    /** The source with guards. */
    public String guarded() {
        return with("");
    }

    /** The source with guards that write to an address of {@link #place} when a divisor is 0. */
    public String reporting() {
        return with("#define PLEGMA_REPORT\n");
    }

    private String with(String head) {
        StringBuilder text = new StringBuilder(head)
                .append(KernelSource.resource(DivisionGuard.class, "divisions.cl"))
                .append("#line 1\n");
        int from = 0;
        for (Insertion insertion : insertions) {
            text.append(source, from, insertion.at()).append(insertion.text());
            from = insertion.at();
        }
        return text.append(source, from, source.length()).toString();
    }

    /** The line and the column of the divisor that is told by a write to an address; null if that is another address. */
    public static int @Nullable [] place(long address) {
        if (address >>> NUMBER_BITS != NOWHERE) {
            return null;
        }
        int mask = (1 << COLUMN_BITS) - 1;
        return new int[] {(int) (address >>> COLUMN_BITS) & mask, (int) address & mask};
    }

    /** The column in the source of a place in the source with guards. */
    public int column(int line, int guardedColumn) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = source.indexOf('\n', start) + 1;
        }
        int at = guardedColumn - 1; // in the line, as far as insertions before it are taken out
        for (Insertion insertion : insertions) {
            int column = insertion.at() - start;
            if (column >= 0 && column < at) {
                at -= Math.min(insertion.text().length(), at - column);
            }
        }
        return at + 1;
    }

    // Reading.

    private void readAll() {
        Matcher directive = DIRECTIVE.matcher(source);
        int from = 0;
        while (directive.find()) {
            if (directive.start() < from || insideComment(from, directive.start())) {
                continue;
            }
            read(source, from, directive.start(), tokens, false);
            edge(directive.start());
            Matcher define = DEFINE.matcher(source).region(directive.start(), directive.end());
            if (define.lookingAt()) {
                List<Token> body = new ArrayList<>();
                read(source, define.end(), directive.end(), body, true);
                tokens.addAll(body);
                macros.computeIfAbsent(define.group(1), name -> new ArrayList<>())
                        .add(define.group(2) == null ? body : List.of());
            }
            edge(directive.end());
            from = directive.end();
        }
        read(source, from, source.length(), tokens, false);
    }

    /** Whether a comment that begins after {@code from} is open at {@code at}. */
    private boolean insideComment(int from, int at) {
        Matcher token = TOKEN.matcher(source);
        int i = from;
        while (i < at && token.region(i, source.length()).lookingAt()) {
            i = token.end();
            if (i > at && token.group().startsWith("/*")) {
                return true;
            }
        }
        return false;
    }

    private void edge(int at) {
        tokens.add(new Token(Kind.EDGE, "", at, at, false));
    }

    private static void read(String text, int from, int to, List<Token> into, boolean inMacro) {
        Matcher token = TOKEN.matcher(text);
        for (int i = from; i < to && token.region(i, to).lookingAt(); i = token.end()) {
            if (token.group("space") == null) {
                Kind kind = token.group("name") != null
                        ? Kind.NAME
                        : token.group("number") != null
                                ? Kind.NUMBER
                                : token.group("string") != null ? Kind.STRING : Kind.SYMBOL;
                into.add(new Token(kind, token.group(), i, token.end(), inMacro));
            }
        }
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

    private boolean isType(List<Token> part) {
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
        Token token = tokens.get(operator);
        boolean assigns = token.is("/=") || token.is("%=");
        if (!assigns && !token.is("/") && !token.is("%")) {
            return;
        }
        int first = operator + 1;
        int end = assigns ? assignedEnd(first) : operandEnd(first);
        List<Token> divisor = tokens.subList(first, Math.max(first, end));
        if (divisor.isEmpty() || isConstant(divisor, 0)) {
            return;
        }
        int start = divisor.get(0).start();
        int stop = divisor.get(divisor.size() - 1).end();
        boolean remainder = token.is("%") || token.is("%=");
        boolean signed = token.is("/") && isRepeatable(divisor);
        insertions.add(new Insertion(start, remainder || signed ? "plegma_divisor(" : "plegma_nonzero("));
        insertions.add(new Insertion(stop, ", " + address(start) + "UL)"));
        if (signed) {
            String text = divisor.stream()
                    .map(Token::text)
                    .reduce((a, b) -> a + " " + b)
                    .orElseThrow();
            insertions.add(new Insertion(stop, " * plegma_sign(" + text + ")"));
        }
    }

    private long address(int at) {
        long line = source.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
        long column = at - source.lastIndexOf('\n', at - 1);
        return NOWHERE << NUMBER_BITS | line << COLUMN_BITS | column;
    }

    /** The end of the unary expression that begins at a token. */
    private int operandEnd(int first) {
        int i = first;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            if (token.kind() == Kind.NAME || token.kind() == Kind.NUMBER) {
                return postfixEnd(i + 1);
            } else if (token.is("(")) {
                int close = closing(i);
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
        Token next = close + 1 < tokens.size() ? tokens.get(close + 1) : null;
        return next != null && (next.kind() == Kind.NAME || next.kind() == Kind.NUMBER || next.is("("));
    }

    private int postfixEnd(int from) {
        int i = from;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            if (token.is("(") || token.is("[")) {
                int close = closing(i);
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

    /** The bracket that closes the one at a token; -1 if none does before a directive or the end. */
    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size() && tokens.get(i).kind() != Kind.EDGE; i++) {
            Token token = tokens.get(i);
            depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The end of what is on the right of {@code /=}. */
    private int assignedEnd(int first) {
        int depth = 0;
        int choices = 0;
        for (int i = first; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean closes = token.is(")") || token.is("]") || token.is("}");
            if (token.kind() == Kind.EDGE
                    || depth == 0 && (closes || token.is(",") || token.is(";") || token.is(":") && choices == 0)) {
                return i;
            }
            depth += token.is("(") || token.is("[") || token.is("{") ? 1 : closes ? -1 : 0;
            choices += token.is("?") ? 1 : token.is(":") ? -1 : 0;
        }
        return first;
    }

    /** Whether all is known to the compiler, which the place may ask for, as the length of an array does. */
    private boolean isConstant(List<Token> part, int depth) {
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
    private boolean isRepeatable(List<Token> divisor) {
        for (int i = 0; i < divisor.size(); i++) {
            Token token = divisor.get(i);
            boolean calls = i + 1 < divisor.size()
                    && divisor.get(i + 1).is("(")
                    && token.kind() == Kind.NAME
                    && !token.text().startsWith("get_");
            if (token.inMacro() || calls || SIDE_EFFECTS.contains(token.text()) || "/%".contains(token.text())) {
                return false;
            }
        }
        return true;
    }
}
