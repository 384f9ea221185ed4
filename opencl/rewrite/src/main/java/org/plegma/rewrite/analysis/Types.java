package org.plegma.rewrite.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.CLiteral;

/** The types of expressions at one place, as far as the declarations around it and the usual conversions tell. */
public final class Types {
    private static final List<String> RANKS = List.of("int", "uint", "long", "ulong", "float", "double");
    private static final Set<String> SMALL = Set.of("char", "uchar", "short", "ushort", "byte", "bool", "boolean");
    private static final Pattern VECTOR = Pattern.compile("([a-z]+?)(2|3|4|8|16)");
    private static final Map<String, String> LONG_NAMES = Map.of(
            "unsigned int",
            "uint",
            "unsigned",
            "uint",
            "unsigned long",
            "ulong",
            "unsigned char",
            "uchar",
            "size_t",
            "ulong",
            "boolean",
            "bool",
            "ptrdiff_t",
            "long");
    private static final Set<String> OF_ARGUMENT = Set.of(
            "sqrt",
            "rsqrt",
            "sin",
            "cos",
            "tan",
            "exp",
            "log",
            "fabs",
            "abs",
            "min",
            "max",
            "fmin",
            "fmax",
            "pow",
            "fma",
            "mad",
            "floor",
            "ceil",
            "clamp",
            "mix",
            "hypot",
            "atan2",
            "native_sqrt",
            "native_rsqrt",
            "native_sin",
            "native_cos",
            "native_exp",
            "native_log",
            "native_divide",
            "native_recip",
            "half_rsqrt",
            "half_sqrt",
            "trunc",
            "rint",
            "round",
            "exp2",
            "log2",
            "tanh",
            "sinh",
            "cosh",
            "asin",
            "acos",
            "atan",
            "cbrt",
            "fmod",
            "sign");

    private final Map<String, String> declared;

    private Types(Map<String, String> declared) {
        this.declared = declared;
    }

    /** The types at a location: those of all declarations before it whose blocks are still open. */
    public static Types at(Location location, Term root, Map<String, String> outer) {
        Map<String, String> declared = new HashMap<>(outer);
        Term term = root;
        for (int step : location.steps()) {
            for (int i = 0; i < term.children().size() && (i <= step || term.is(Kind.UNIT)); i++) {
                Term part = term.child(i);
                if (part.is(Kind.PARAMETERS)) {
                    part.children().forEach(parameter -> declare(parameter, declared));
                } else if (part.is(Kind.FUNCTION) && part.child(1).is(Kind.NAME)) {
                    declared.put(part.child(1).text() + "()", simple(part.child(0)));
                } else if (i < step || term.is(Kind.DECLARE) || part.is(Kind.PARAMETER)) {
                    declare(part, declared);
                }
            }
            if (term.is(Kind.DECLARE)) {
                declare(term, declared);
            }
            term = term.child(step);
        }
        return new Types(declared);
    }

    private static void declare(Term term, Map<String, String> declared) {
        if (!term.is(Kind.DECLARE) && !term.is(Kind.PARAMETER)) {
            return;
        }
        String base = simple(term.child(0));
        for (Term declarator : term.children().subList(1, term.children().size())) {
            if (declarator.is(Kind.DECLARATOR) && declarator.child(0).is(Kind.NAME)) {
                long dimensions = declarator.children().stream()
                        .filter(part -> part.is(Kind.DIMENSION))
                        .count();
                long stars = declarator.text().chars().filter(c -> c == '*').count();
                declared.put(declarator.child(0).text(), base + "[]".repeat((int) (dimensions + stars)));
            }
        }
    }

    private static String simple(Term type) {
        return LONG_NAMES.getOrDefault(type.text(), type.text());
    }

    public static boolean isInteger(String type) {
        return SMALL.contains(type) || RANKS.indexOf(type) >= 0 && RANKS.indexOf(type) < 4;
    }

    public static boolean isReal(String type) {
        return type.equals("float") || type.equals("double");
    }

    /** The type as {@code float}, {@code float4} or {@code float[]} for an array or pointer; empty if it is not known. */
    public String of(Term term) {
        if (!(term instanceof Tree tree)) {
            return "";
        }
        return switch (tree.kind()) {
            case NAME -> declared.getOrDefault(tree.text(), "");
            case LITERAL -> literal(tree.text());
            case UNARY -> unary(tree);
            case POSTFIX, ASSIGN -> of(tree.child(0));
            case BINARY -> binary(tree);
            case CONDITIONAL -> wider(of(tree.child(1)), of(tree.child(2)));
            case COMMA -> of(tree.child(tree.children().size() - 1));
            case INDEX -> element(of(tree.child(0)));
            case CAST, VECTOR -> simple(tree.child(0)).replace(" *", "[]");
            case SIZEOF -> "ulong";
            case MEMBER -> member(tree);
            case CALL -> call(tree);
            default -> "";
        };
    }

    private static String literal(String text) {
        char last = text.charAt(text.length() - 1);
        if (last == '"') {
            return "String";
        } else if (last == '\'') {
            return "char";
        } else if (text.equals("true") || text.equals("false")) {
            return "bool";
        } else if (text.equals("null")) {
            return "";
        }
        boolean hex = text.startsWith("0x") || text.startsWith("0X");
        boolean real = text.chars().anyMatch(c -> (hex ? "pP." : ".eEfFdD").indexOf(c) >= 0);
        if (real) {
            return last == 'f' || last == 'F' ? "float" : last == 'h' || last == 'H' ? "half" : "double";
        }
        return CLiteral.whole(text.replace("_", "")).map(CLiteral::type).orElse("");
    }

    private String unary(Tree tree) {
        String type = of(tree.child(0));
        return switch (tree.text()) {
            case "!" -> "int";
            case "*" -> element(type);
            case "&" -> type.isEmpty() ? "" : type + "[]";
            case "-", "+", "~" -> SMALL.contains(type) ? "int" : type;
            default -> type;
        };
    }

    private String binary(Tree tree) {
        String left = of(tree.child(0));
        return switch (tree.text()) {
            case "<", ">", "<=", ">=", "==", "!=", "&&", "||" -> VECTOR.matcher(left)
                            .matches()
                    ? ""
                    : "int";
            case "<<", ">>", ">>>" -> SMALL.contains(left) ? "int" : left;
            default -> wider(left, of(tree.child(1)));
        };
    }

    private static String wider(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return "";
        }
        if (a.endsWith("]") || VECTOR.matcher(a).matches()) {
            return a;
        }
        if (b.endsWith("]") || VECTOR.matcher(b).matches()) {
            return b;
        }
        int rank = Math.max(rank(a), rank(b));
        return rank < 0 ? "" : RANKS.get(rank);
    }

    private static int rank(String type) {
        return SMALL.contains(type) ? 0 : RANKS.indexOf(type);
    }

    private static String element(String type) {
        return type.endsWith("[]") ? type.substring(0, type.length() - 2) : "";
    }

    private String member(Tree tree) {
        java.util.regex.Matcher vector = VECTOR.matcher(of(tree.child(0)));
        if (!vector.matches()) {
            return tree.text().equals("length") ? "int" : "";
        }
        String components = tree.text();
        int size =
                switch (components) {
                    case "lo", "hi", "even", "odd" -> Integer.parseInt(vector.group(2)) / 2;
                    default -> components.matches("[sS][0-9a-fA-F]+") ? components.length() - 1 : components.length();
                };
        return vector.group(1) + (size == 1 ? "" : size);
    }

    private String call(Tree tree) {
        Term callee = tree.child(0);
        String name = callee.text();
        String result = declared.get(name + "()");
        if (callee.is(Kind.NAME) && result != null) {
            return result;
        }
        if (name.matches("get_(global|local|group|num|enqueued)\\w*")) {
            return "ulong";
        }
        if (name.matches("(convert|as)_\\w+")) {
            return name.replaceFirst("(convert|as)_", "").replaceFirst("_(sat|rt[eznp]).*", "");
        }
        if (callee.is(Kind.MEMBER)
                && callee.child(0).is(Kind.NAME, "Math")
                && !Set.of("abs", "max", "min").contains(name)) {
            return "double";
        }
        if (name.equals("dot") || name.equals("length") || name.equals("distance")) {
            return of(tree.child(1)).replaceAll("\\d+$", "");
        }
        if (!OF_ARGUMENT.contains(name) || tree.children().size() < 2) {
            return "";
        }
        String type = of(tree.child(1));
        for (Term argument : tree.children().subList(2, tree.children().size())) {
            type = wider(type, of(argument));
        }
        return type;
    }
}
