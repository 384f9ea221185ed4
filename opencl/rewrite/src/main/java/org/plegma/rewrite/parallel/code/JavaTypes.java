package org.plegma.rewrite.parallel.code;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.array.ElementType;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** The types of Java that kernels know, by their names, and what the two languages say differently about them. */
public final class JavaTypes {
    private static final List<String> NUMBERS = List.of("int", "long", "float", "double");
    private static final Pattern VECTOR = Pattern.compile("(u?char|u?short|u?int|u?long|float|double)\\d+");
    private static final Pattern ARRAY = Pattern.compile("(int|long|float|double)(\\[]){1,2}");
    /** Words of OpenCL C that are names in Java, and functions that a variable would hide. */
    private static final Set<String> WORDS = Set.of(
            "kernel",
            "global",
            "local",
            "constant",
            "private",
            "half",
            "uint",
            "ulong",
            "uchar",
            "ushort",
            "size_t",
            "bool",
            "unsigned",
            "signed",
            "struct",
            "union",
            "typedef",
            "sizeof",
            "inline",
            "restrict",
            "extern",
            "register",
            "goto",
            "const",
            "auto",
            "pipe",
            "generic",
            "uniform",
            "event_t",
            "image2d_t",
            "sampler_t",
            "ptrdiff_t",
            "intptr_t",
            "uintptr_t",
            "complex",
            "quad",
            "NULL",
            "INFINITY",
            "NAN",
            "fault");

    private JavaTypes() {}

    /** The type of a variable that a loop uses: one without a type was refused. */
    public static String of(Map<String, String> types, String variable) {
        return Objects.requireNonNull(types.get(variable), () -> "'" + variable + "' has no type");
    }

    /** Whether it is a type of numbers. */
    public static boolean isNumber(String type) {
        return NUMBERS.contains(type);
    }

    static boolean isWhole(String type) {
        return type.equals("int") || type.equals("long");
    }

    public static boolean isReal(String type) {
        return type.equals("float") || type.equals("double");
    }

    public static boolean isArray(String type) {
        return ARRAY.matcher(type).matches();
    }

    /** How many subscripts an array takes. */
    public static int axes(String type) {
        return type.endsWith("[][]") ? 2 : type.endsWith("[]") ? 1 : 0;
    }

    public static ElementType element(String type) {
        return ElementType.valueOf(type.replace("[]", "").toUpperCase(java.util.Locale.ROOT));
    }

    /** The type in which two numbers are added. */
    static String wider(String a, String b) {
        return NUMBERS.get(Math.max(NUMBERS.indexOf(a), NUMBERS.indexOf(b)));
    }

    /** Why a type cannot be used; empty if it can. */
    public static Optional<String> refusal(String type) {
        if (isNumber(type) || type.equals("boolean") || isArray(type)) {
            return Optional.empty();
        } else if (Set.of("char", "short", "byte").contains(type.replace("[]", ""))) {
            return Optional.of("numbers of type " + type.replace("[]", "") + " are not made parallel. Use int.");
        } else if (type.matches("(int|long|float|double)(\\[])+")) {
            return Optional.of("arrays of more than two dimensions cannot be flattened. Use one of one dimension.");
        } else if (type.equals("boolean[]")) {
            return Optional.of("arrays of boolean are not made parallel. Use int, with 0 and 1.");
        }
        return Optional.of("a value of type " + type + " cannot be used on the device. Use int, long, float, double"
                + " and arrays of them.");
    }

    public static Tree type(String name) {
        return Tree.leaf(Kind.TYPE, name.equals("boolean") ? "bool" : name);
    }

    static Term conversion(String type, Term value) {
        return Tree.of(Kind.CAST, type(type), value);
    }

    /** A value as another type of number, as a cast in Java makes it. */
    static Term cast(String type, String from, Term value) {
        if (type.equals(from)) {
            return value;
        }
        if (isWhole(type) && isReal(from)) {
            return Terms.call(MathFunctions.conversion(type, from), value);
        }
        return conversion(type, value);
    }

    /** The name of a variable in OpenCL C. */
    public static String safe(String name) {
        boolean hides = WORDS.contains(name)
                || name.startsWith("java_")
                || VECTOR.matcher(name).matches()
                || Names.pure(Terms.call(name));
        return hides ? name + "_" : name.replace("$", "_");
    }
}
