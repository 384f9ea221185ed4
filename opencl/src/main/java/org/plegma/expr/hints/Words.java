package org.plegma.expr.hints;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Words of other languages, and what to write instead of them. */
public final class Words {
    private static final String NO_LOOPS =
            "There are no loops and no steps of a program here: 'u[x,y] = …' says the next value of every cell.";
    private static final String NO_TYPES =
            "Types are not declared: write 'param a = 0.1', or 'a = 0.1' for a number that stays.";
    private static final String CHOICE = "Write a choice as 'condition ? a : b'.";
    private static final String ALL_KNOWN = "The functions are known without it: remove the line.";
    private static final String LAPLACIAN = "Write 'lap(u)', or 'lap(u, order=4)'.";
    private static final String DERIVATIVE =
            "Write 'd1(u, x)' for the first derivative along x, 'd2(u, x)' for the second.";
    private static final String FINITE = "A formula has finite numbers only; compare with a large one such as '1e300'.";
    private static final String RANDOM = "A formula has no chance in it: fill a read-only field with random numbers.";
    private static final String NEIGHBOURS =
            "Write the reads of neighbours out: 'u[x-1]', or 'sum(i=-1..1, w[i+1]*u[x+i])'.";
    private static final String REMAINDER = "Write the remainder as 'a - b*floor(a/b)'.";
    private static final String POSITION =
            "A formula does not know where a cell is: put positions into a read-only field.";

    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("ln", "Write 'log(a)', the natural logarithm; to base 10 it is 'log10(a)'."),
            Map.entry("log2", "Write 'log(a)/log(2)'."),
            Map.entry("exp2", "Write '2^a'."),
            Map.entry("fabs", "Write 'abs(a)'."),
            Map.entry("absolute", "Write 'abs(a)'."),
            Map.entry("power", "Write 'a^b'."),
            Map.entry("sqr", "Write 'a^2' for a square, 'sqrt(a)' for a root."),
            Map.entry("square", "Write 'a^2'."),
            Map.entry("sign", "Write 'a > 0 ? 1 : a < 0 ? -1 : 0'."),
            Map.entry("sgn", "Write 'a > 0 ? 1 : a < 0 ? -1 : 0'."),
            Map.entry("mod", REMAINDER),
            Map.entry("fmod", REMAINDER),
            Map.entry("rem", REMAINDER),
            Map.entry("arcsin", "Write 'asin(a)'."),
            Map.entry("arccos", "Write 'acos(a)'."),
            Map.entry("arctan", "Write 'atan(a)'."),
            Map.entry("arctan2", "Write 'atan2(a, b)'."),
            Map.entry("fmax", "Write 'max(a, b)'."),
            Map.entry("fmin", "Write 'min(a, b)'."),
            Map.entry("maximum", "Write 'max(a, b)'."),
            Map.entry("minimum", "Write 'min(a, b)'."),
            Map.entry("clip", "Write 'min(max(a, low), high)'."),
            Map.entry("clamp", "Write 'min(max(a, low), high)'."),
            Map.entry("if", CHOICE),
            Map.entry("where", CHOICE),
            Map.entry("ifelse", CHOICE),
            Map.entry("iif", CHOICE),
            Map.entry("select", CHOICE),
            Map.entry("float", "All numbers are of the type of the run: leave the conversion out."),
            Map.entry("double", "All numbers are of the type of the run: leave the conversion out."),
            Map.entry("int", "Write 'floor(a)' to round down, 'round(a)' to the nearest."),
            Map.entry("trunc", "Write 'a < 0 ? ceil(a) : floor(a)'."),
            Map.entry("laplace", LAPLACIAN),
            Map.entry("laplacian", LAPLACIAN),
            Map.entry("del2", LAPLACIAN),
            Map.entry("diff", DERIVATIVE),
            Map.entry("derivative", DERIVATIVE),
            Map.entry("grad", DERIVATIVE),
            Map.entry("gradient", DERIVATIVE),
            Map.entry("div", "Write 'd1(a, x) + d1(b, y)' for the divergence, '/' to divide."),
            Map.entry("d0", DERIVATIVE),
            Map.entry("d10", "The derivatives are 'd1' to 'd9'; apply one to another for more."),
            Map.entry("roll", NEIGHBOURS),
            Map.entry("shift", NEIGHBOURS),
            Map.entry("circshift", NEIGHBOURS),
            Map.entry("convolve", NEIGHBOURS),
            Map.entry("conv", NEIGHBOURS),
            Map.entry("conv2", NEIGHBOURS),
            Map.entry("mean", NEIGHBOURS),
            Map.entry("rand", RANDOM),
            Map.entry("randn", RANDOM),
            Map.entry("random", RANDOM),
            Map.entry("inf", FINITE),
            Map.entry("infinity", FINITE),
            Map.entry("nan", "NaN cannot be written; a cell that may be NaN is tested by 'u != u'."),
            Map.entry("isnan", "Write 'u != u', which holds for NaN only."),
            Map.entry("null", "Write a number, such as 0."),
            Map.entry("none", "Write a number, such as 0."),
            Map.entry("e", "Write 'exp(a)' for a power of e; another 'e' is declared as 'param e'."),
            Map.entry("m_pi", "Write 'pi'."),
            Map.entry("erf", "It is not built in; write an approximation as a definition 'erf(a) = …'."),
            Map.entry("nx", POSITION),
            Map.entry("get_global_id", POSITION),
            Map.entry("eq", "Write the update itself: 'u[t+1,x] = …'."));

    private static final Map<String, String> BETWEEN = Map.of(
            "and", "Write '&&' for 'and'.",
            "or", "Write '||' for 'or'.",
            "mod", REMAINDER,
            "div", "Write '/', or 'floor(a/b)' for whole numbers.",
            "if", CHOICE,
            "else", CHOICE,
            "then", CHOICE,
            "for", "Write 'sum(i=1..4, …)' for a sum over an index.",
            "is", "Write '==' to compare.");

    private static final Set<String> LOOPS = Set.of(
            "for", "while", "do", "def", "function", "return", "print", "printf", "kernel", "global", "void", "end");
    private static final Set<String> TYPES =
            Set.of("double", "float", "int", "long", "const", "let", "var", "val", "auto", "final");
    private static final Set<String> IMPORTS =
            Set.of("import", "from", "using", "include", "package", "clear", "close");

    private Words() {}

    /** The cure for a word that stands where a value or a function should. */
    public static Optional<String> value(String word) {
        return Optional.ofNullable(VALUES.get(word.toLowerCase(Locale.ROOT)));
    }

    /** The cure for a word that follows a complete value. */
    public static Optional<String> between(String word) {
        return Optional.ofNullable(BETWEEN.get(word.toLowerCase(Locale.ROOT)));
    }

    /** The cure for a word that a statement begins with. */
    public static Optional<String> statement(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return LOOPS.contains(lower)
                ? Optional.of(NO_LOOPS)
                : TYPES.contains(lower)
                        ? Optional.of(NO_TYPES)
                        : IMPORTS.contains(lower)
                                ? Optional.of(ALL_KNOWN)
                                : lower.equals("if") ? Optional.of(CHOICE) : Optional.empty();
    }
}
