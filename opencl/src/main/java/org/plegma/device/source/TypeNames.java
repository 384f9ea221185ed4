package org.plegma.device.source;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what a type name of the user's own stands for: {@code typedef float real;}, also through macros. */
public final class TypeNames {
    private static final int MOST_STEPS = 8;
    private static final Pattern INCLUDE = Pattern.compile("^\\s*#\\s*include\\b", Pattern.MULTILINE);

    private static final List<String> BUILT_IN = Stream.of(
                    "float", "int", "uint", "long", "ulong", "short", "ushort", "char", "uchar", "double")
            .flatMap(scalar -> Stream.of("", "2", "3", "4", "8", "16").map(width -> scalar + width))
            .toList();

    private TypeNames() {}

    /**
     * A kernel that tells which built-in type a name stands for, where only the compiler knows, as in an included file: its name is
     * that given, and it writes what {@link #answer} takes.
     */
    public static String question(String kernel, String type) {
        StringBuilder code = new StringBuilder("\nkernel void " + kernel + "(global int *place) {\n    *place = -1;\n");
        for (int i = 0; i < BUILT_IN.size(); i++) {
            String line = "    if (__builtin_types_compatible_p(" + type + ", " + BUILT_IN.get(i) + ")) *place = " + i
                    + ";\n";
            code.append(
                    BUILT_IN.get(i).startsWith("double")
                            ? "#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)\n" + line + "#endif\n"
                            : line);
        }
        return code.append("}\n").toString();
    }

    /** The built-in type that the kernel found; empty if it is none, such as a struct. */
    public static Optional<String> answer(int place) {
        return place < 0 ? Optional.empty() : Optional.of(BUILT_IN.get(place));
    }

    /** The signature with the names of built-in types in place of names for them; structs keep theirs. */
    public static KernelSignature resolve(KernelSignature signature, String source, List<String> options) {
        if (signature.parameters().stream().allMatch(p -> p.elementType().isPresent())) {
            return signature;
        }
        String active = ActiveLines.of(source, options);
        return new KernelSignature(
                signature.name(),
                signature.parameters().stream()
                        .map(p -> resolve(p, active, options))
                        .toList());
    }

    /** Whether a source has code of files, whose types only the compiler knows. */
    public static boolean includeFiles(String source) {
        return INCLUDE.matcher(source).find();
    }

    /** Whether a text declares a type, as a struct or otherwise, or includes others that may. */
    public static boolean mayBeDeclared(String type, String source) {
        String text = OpenClToken.withoutComments(source);
        return type.matches("(struct|union)\\s.*")
                || includeFiles(text)
                || Pattern.compile("(?:\\btypedef\\b[^;{}]*|\\}[^;{}()]*)\\b" + Pattern.quote(type) + "\\b[^;{}]*;")
                        .matcher(text)
                        .find();
    }

    private static @Nullable KernelParameter resolve(KernelParameter parameter, String source, List<String> options) {
        KernelParameter current = parameter;
        for (int step = 0; step < MOST_STEPS && current.elementType().isEmpty(); step++) {
            String meaning = meaning(current.baseType(), source, options);
            if (meaning == null) {
                return parameter;
            }
            String type = KernelSignature.plain(meaning) + (parameter.isPointer() ? "*" : "");
            current = new KernelParameter(parameter.name(), type, parameter.space(), parameter.readOnly());
        }
        return current.elementType().isPresent() ? current : parameter;
    }

    private static @Nullable String meaning(String name, String source, List<String> options) {
        String quoted = Pattern.quote(name);
        if (name.matches("enum\\b.*")) {
            return "int";
        }
        for (Pattern pattern : List.of(
                Pattern.compile("\\btypedef\\s+([A-Za-z_][\\w\\s]*?)\\s+(?:\\w+\\s*,\\s*)*" + quoted + "\\s*[;,]"),
                Pattern.compile("\\btypedef\\s+(enum\\s)[^;{}]*(?:\\{[^;{}]*\\})?\\s*" + quoted + "\\s*;"),
                Pattern.compile("^\\s*#\\s*define\\s+" + quoted + "\\s+(\\w+(?: \\w+)?)\\s*$", Pattern.MULTILINE))) {
            List<String> found = pattern.matcher(source)
                    .results()
                    .map(match -> match.group(1))
                    .distinct()
                    .toList();
            if (!found.isEmpty()) {
                return found.size() == 1 ? found.get(0) : null; // which one, the preprocessor knows
            }
        }
        Matcher option = Pattern.compile("(?:^|\\s)-D\\s*" + quoted + "=(\\w+)").matcher(String.join(" ", options));
        return option.find() ? option.group(1) : null;
    }
}
