package org.plegma.rewrite.analysis;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.JavaLiteral;

/**
 * The types of Java expressions of numbers, by their names as {@code int} or {@code int[]}, and which of several methods of
 * one name a call means, as the Java Language Specification says (5.6, 15.12.2, 15.25).
 */
public final class JavaTyping {
    /** Each is converted to those after it without a cast; char to those from int on. */
    private static final List<String> RANKS = List.of("byte", "short", "int", "long", "float", "double");

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "byte",
            byte.class,
            "short",
            short.class,
            "char",
            char.class,
            "int",
            int.class,
            "long",
            long.class,
            "float",
            float.class,
            "double",
            double.class,
            "boolean",
            boolean.class);
    private static final Set<String> OF_CONSTANTS = Set.of("Math", "Integer", "Long", "Float", "Double");

    private final Function<String, @Nullable String> names;
    private final BiFunction<String, List<String>, String> methods;

    /**
     * @param names the type of each name; null for one that is unknown
     * @param methods the result's type of a call by the types of its arguments; empty text if it is unknown
     */
    public JavaTyping(Function<String, @Nullable String> names, BiFunction<String, List<String>, String> methods) {
        this.names = names;
        this.methods = methods;
    }

    /** The type of an expression; empty text if it is unknown. */
    public String of(Term term) {
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case NAME -> Optional.ofNullable(names.apply(tree.text())).orElse("");
            case LITERAL -> JavaLiteral.type(tree.text());
            case UNARY -> unary(tree);
            case POSTFIX, ASSIGN -> of(tree.child(0));
            case BINARY -> binary(tree.text(), of(tree.child(0)), of(tree.child(1)));
            case CONDITIONAL -> conditional(tree);
            case CAST -> tree.child(0).text();
            case INDEX -> of(tree.child(0)).replaceFirst("\\[]$", "");
            case NEW_ARRAY -> tree.child(0).text() + "[]".repeat(tree.children().size() - 1);
            case MEMBER -> member(tree);
            case CALL -> call(tree);
            default -> "";
        };
    }

    private String unary(Tree tree) {
        String type = of(tree.child(0));
        return switch (tree.text()) {
            case "!" -> "boolean";
            case "-", "+", "~" -> promoted(type);
            default -> type;
        };
    }

    private static String promoted(String type) {
        return isNumber(type) ? wider(type, "int") : "";
    }

    private static String binary(String operator, String left, String right) {
        return switch (operator) {
            case "<", "<=", ">", ">=", "==", "!=", "&&", "||" -> "boolean";
            case "<<", ">>", ">>>" -> promoted(left);
            case "+" -> left.equals("String") || right.equals("String") ? "String" : wider(left, right);
            default -> left.equals("boolean") ? left : wider(left, right);
        };
    }

    /** The type in which two numbers are added; empty text if one is none. */
    public static String wider(String a, String b) {
        if (!isNumber(a) || !isNumber(b)) {
            return "";
        }
        return RANKS.get(Math.max(RANKS.indexOf("int"), Math.max(RANKS.indexOf(a), RANKS.indexOf(b))));
    }

    private static boolean isNumber(String type) {
        return type.equals("char") || RANKS.contains(type);
    }

    private String conditional(Tree tree) {
        String yes = of(tree.child(1));
        String no = of(tree.child(2));
        if (yes.equals(no)) {
            return yes;
        }
        boolean narrow = isChar(yes, tree.child(2)) || isChar(no, tree.child(1));
        return narrow ? "char" : wider(yes, no);
    }

    /** Whether one branch is a char and the other an int that is a constant and fits it. */
    private boolean isChar(String type, Term other) {
        return type.equals("char")
                && of(other).equals("int")
                && TermEvaluator.constant(other)
                        .filter(value -> value instanceof Integer whole && whole == (char) (int) whole)
                        .isPresent();
    }

    private String member(Tree tree) {
        if (tree.text().equals("length")) {
            return "int";
        }
        if (!tree.child(0).is(Kind.NAME) || !OF_CONSTANTS.contains(tree.child(0).text())) {
            return "";
        }
        try {
            Class<?> of = Class.forName("java.lang." + tree.child(0).text());
            return of.getField(tree.text()).getType().getName();
        } catch (ReflectiveOperationException unknown) {
            return "";
        }
    }

    private String call(Tree tree) {
        List<String> arguments = tree.children().subList(1, tree.children().size()).stream()
                .map(this::of)
                .toList();
        Term callee = tree.child(0);
        if (callee.is(Kind.NAME)) {
            return methods.apply(callee.text(), arguments);
        }
        return callee.is(Kind.MEMBER) && callee.child(0).is(Kind.NAME, "Math")
                ? math(callee.text(), arguments)
                        .map(method -> method.getReturnType().getName())
                        .orElse("")
                : "";
    }

    /** The method of {@code Math} that a call means; empty if there is none for such arguments. */
    public static Optional<Method> math(String name, List<String> arguments) {
        List<Method> named = Arrays.stream(Math.class.getMethods())
                .filter(method -> method.getName().equals(name) && Modifier.isStatic(method.getModifiers()))
                .toList();
        List<Method> found = meant(named, JavaTyping::parameters, arguments);
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static List<String> parameters(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::getName).toList();
    }

    /**
     * The methods that a call may mean, of those with one name: one if it is certain, several if it cannot be told. Those that
     * would need boxing or a variable number of arguments are not found.
     */
    public static <T> List<T> meant(List<T> methods, Function<T, List<String>> parameters, List<String> arguments) {
        List<T> fitting = methods.stream()
                .filter(method -> fits(arguments, parameters.apply(method)))
                .toList();
        if (arguments.contains("")) {
            return fitting;
        }
        List<T> best = fitting.stream()
                .filter(one -> fitting.stream().allMatch(other -> fits(parameters.apply(one), parameters.apply(other))))
                .toList();
        return best.isEmpty() ? fitting : best;
    }

    private static boolean fits(List<String> from, List<String> to) {
        if (from.size() != to.size()) {
            return false;
        }
        for (int i = 0; i < from.size(); i++) {
            if (!from.get(i).isEmpty() && !fits(from.get(i), to.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value of a type is one of another without a cast and without boxing. */
    public static boolean fits(String from, String to) {
        if (from.equals(to) || to.equals("Object") && !PRIMITIVES.containsKey(from)) {
            return true;
        }
        if (from.equals("char")) {
            return RANKS.indexOf(to) >= RANKS.indexOf("int");
        }
        return RANKS.contains(from) && RANKS.indexOf(to) > RANKS.indexOf(from);
    }
}
