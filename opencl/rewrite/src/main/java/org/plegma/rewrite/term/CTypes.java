package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CTokens;
import org.plegma.rewrite.text.Notes;

/** The types of OpenCL C: which names are types, and how a type is read. */
final class CTypes {
    private static final Pattern BUILT_IN = Pattern.compile(
            "(?:(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)?|bool|void|signed|unsigned"
                    + "|size_t|ptrdiff_t|u?intptr_t|event_t|sampler_t|queue_t|ndrange_t|clk_event_t|reserve_id_t"
                    + "|image[123]d_\\w*t|atomic_(?:u?int|u?long|float|double|flag|size_t|u?intptr_t|ptrdiff_t)|memory_order|memory_scope|struct|union|enum)");
    private static final Pattern VECTOR =
            Pattern.compile("(?:u?(?:char|short|int|long)|float|double|half)(?:2|3|4|8|16)");
    private static final Set<String> NUMBER_WORDS = Set.of("unsigned", "signed", "long", "int", "short", "char");
    private static final Set<String> QUALIFIERS = Set.of(
            "kernel",
            "global",
            "local",
            "constant",
            "private",
            "generic",
            "const",
            "restrict",
            "volatile",
            "static",
            "inline",
            "extern",
            "typedef",
            "read_only",
            "write_only",
            "read_write",
            "register");
    /** {@code #define REAL float}: the name means a type. */
    private static final Pattern TYPE_MACRO = Pattern.compile(
            "#\\s*define\\s+(\\w+)\\s+((?:[A-Za-z_]\\w*\\s*)+)\\**\\s*(?://.*|/\\*.*)?", Pattern.DOTALL);

    private final Set<String> known = new HashSet<>();

    static boolean isQualifier(String word) {
        String bare = word.startsWith("__") ? word.substring(2) : word;
        return QUALIFIERS.contains(bare) || word.equals("__attribute__");
    }

    static boolean isVector(String name) {
        return VECTOR.matcher(name).matches();
    }

    static boolean isBuiltIn(String name) {
        return BUILT_IN.matcher(name).matches();
    }

    boolean isType(String name) {
        return isBuiltIn(name) || known.contains(name);
    }

    void declare(String name) {
        known.add(name);
    }

    /** Learns from a directive whether it names a type. */
    void learn(String directive) {
        Matcher macro = TYPE_MACRO.matcher(directive);
        if (macro.matches()) {
            boolean names = false;
            for (String word : macro.group(2).trim().split("\\s+")) {
                if (!isType(word) && !isQualifier(word)) {
                    return;
                }
                names |= isType(word);
            }
            if (names) {
                known.add(macro.group(1));
            }
        }
    }

    /** Whether a type or qualifier begins here for certain. */
    boolean begins(CTokens in) {
        CToken token = in.peek();
        return token.kind() == CToken.Kind.NAME && (isQualifier(token.text()) || isType(token.text()))
                || token.kind() == CToken.Kind.HOLE && token.text().matches(".*:Type(\\.\\.\\.)?");
    }

    /** Reads qualifiers and a base type; the members of a struct through {@code statements}. */
    Term read(CTokens in, CStatements statements) {
        CToken first = in.peek();
        List<Term> qualifiers = new ArrayList<>();
        String base = null;
        Term hole = null;
        List<Term> members = null;
        while (true) {
            CToken token = in.peek();
            if (token.kind() == CToken.Kind.NAME && isQualifier(token.text())) {
                qualifiers.add(qualifier(in));
            } else if (token.is("struct") || token.is("union")) {
                in.next();
                base = token.text() + (in.is(CToken.Kind.NAME) ? " " + in.next().text() : "");
                members = in.is("{") ? statements.block().children() : null;
            } else if (token.is("enum")) {
                base = enumeration(in);
            } else if (token.kind() == CToken.Kind.NAME
                    && NUMBER_WORDS.contains(token.text())
                    && (base == null || NUMBER_WORDS.contains(base.split(" ")[0]))) {
                in.next();
                base = base == null ? token.text() : base + " " + token.text();
            } else if (base == null && hole == null && isMacroBeforeType(in)) {
                qualifiers.add(qualifier(in));
            } else if (base == null && hole == null && token.kind() == CToken.Kind.NAME) {
                in.next();
                base = token.text();
                known.add(base);
            } else if (base == null && hole == null && token.kind() == CToken.Kind.HOLE) {
                in.next();
                hole = CExpressions.hole(token, in.source).as(Sort.TYPE);
            } else {
                break;
            }
        }
        if (hole != null) {
            if (!qualifiers.isEmpty()) {
                throw in.source.fault(
                        first.start(),
                        first.end(),
                        "A variable for a type stands for its qualifiers too.",
                        "Write the variable alone, or the type with its qualifiers.");
            }
            return hole;
        }
        if (base == null) {
            throw in.fault("Expected a type, found " + in.peek().shown() + ".", "Name the type, such as 'float'.");
        }
        if (members != null) {
            List<Term> parts = new ArrayList<>(qualifiers);
            parts.addAll(members);
            return new Tree(Kind.RECORD, base, parts, Notes.NONE, in.from(first));
        }
        return new Tree(Kind.TYPE, base, qualifiers, Notes.NONE, in.from(first));
    }

    /** A macro that stands for qualifiers, as in {@code WIDE kernel void f()} or {@code INLINE real_t f()}. */
    private boolean isMacroBeforeType(CTokens in) {
        CToken token = in.peek();
        CToken after = in.peek(1);
        return token.kind() == CToken.Kind.NAME
                && !isType(token.text())
                && after.kind() == CToken.Kind.NAME
                && (isQualifier(after.text())
                        || isType(after.text())
                        || in.peek(2).kind() == CToken.Kind.NAME);
    }

    private static Term qualifier(CTokens in) {
        CToken word = in.peek();
        int mark = in.mark();
        in.next();
        if (word.is("__attribute__")) {
            skipParentheses(in);
        }
        return new Tree(Kind.QUALIFIER, in.textFrom(mark), List.of(), Notes.NONE, in.from(word));
    }

    private String enumeration(CTokens in) {
        int mark = in.mark();
        in.next();
        if (in.is(CToken.Kind.NAME)) {
            in.next();
        }
        if (in.take("{")) {
            while (!in.is("}") && !in.is(CToken.Kind.END)) {
                in.next();
            }
            in.expect("}", "after the constants of an enum");
        }
        return in.textFrom(mark);
    }

    static void skipParentheses(CTokens in) {
        in.expect("(", "here");
        int depth = 1;
        while (depth > 0) {
            CToken token = in.next();
            if (token.kind() == CToken.Kind.END) {
                throw in.fault("A parenthesis is not closed.", "Add ')'.");
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        }
    }

    /** Reads the stars before a name, with their qualifiers: {@code *}, {@code *restrict }, {@code **}. */
    static String stars(CTokens in) {
        StringBuilder text = new StringBuilder();
        while (in.is("*")
                || text.length() > 0
                        && in.is(CToken.Kind.NAME)
                        && isQualifier(in.peek().text())) {
            if (!in.is("*") && text.charAt(text.length() - 1) != '*') {
                text.append(' ');
            }
            text.append(in.next().text());
        }
        return text.toString();
    }
}
