package org.plegma.kernel.editor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.VarSnippet;
import org.plegma.device.Kernel;
import org.plegma.device.source.KernelParameter;
import org.plegma.kernel.cell.JavaEvaluator;

/**
 * The arguments that a call of a kernel still needs at the cursor.
 *
 * @param missing the parameters from the cursor on, with their types
 * @param bare whether nothing of the argument has been typed yet
 */
record CallArguments(List<KernelParameter> missing, boolean bare) {
    /** A variable, the sizes of the launch, and the call: {@code add.global(100).call}. */
    private static final Pattern CALL =
            Pattern.compile("([\\w$]+)(?:\\s*\\.\\s*\\w+\\([^()]*\\))*\\s*\\.\\s*call\\s*$");

    private static final Map<String, String> BOXES = Map.of(
            "int", "Integer", "long", "Long", "float", "Float", "double", "Double", "short", "Short", "byte", "Byte");

    /** What the call needs that the text ends in; empty if it does not end within a call of a kernel. */
    static Optional<CallArguments> at(JavaEvaluator java, String text) {
        int depth = 0;
        int argument = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            char c = text.charAt(i);
            if (c == ';' || c == '"') {
                return Optional.empty();
            } else if (c == ')' || c == ']') {
                depth++;
            } else if (c == ',' && depth == 0) {
                argument++;
            } else if (c == '[') {
                depth--;
            } else if (c == '(' && depth-- == 0) {
                String arguments = text.substring(i + 1);
                return of(java, text.substring(0, i), argument, arguments.substring(arguments.lastIndexOf(',') + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<CallArguments> of(JavaEvaluator java, String callee, int argument, String typed) {
        Matcher call = CALL.matcher(callee);
        Object value = call.find() ? java.variable(call.group(1)).orElse(null) : null;
        if (!(value instanceof Kernel kernel) || argument >= kernel.parameters().size()) {
            return Optional.empty();
        }
        List<KernelParameter> parameters = kernel.parameters();
        return Optional.of(new CallArguments(parameters.subList(argument, parameters.size()), typed.isBlank()));
    }

    /** The missing parameters as comments, to be filled in, and then the variables that the next one takes. */
    List<String> matches(JavaEvaluator java, String prefix) {
        String all = missing.stream().map(CallArguments::comment).collect(Collectors.joining(", "));
        return Stream.concat(
                        bare ? Stream.of(all) : Stream.of(),
                        java.variables()
                                .filter(variable -> variable.name().startsWith(prefix) && fits(variable))
                                .map(VarSnippet::name))
                .toList();
    }

    private static String comment(KernelParameter parameter) {
        String written = parameter.isPointer() && parameter.readOnly() ? "const " : "";
        return "/* " + (written + parameter.shortType() + " " + parameter.name()).strip() + " */";
    }

    private boolean fits(VarSnippet variable) {
        String type = variable.typeName().replaceFirst("^.*\\.(?=\\w+(?:\\[])*$)", "");
        KernelParameter next = missing.get(0);
        return type.equals(next.shortType())
                || type.equals(BOXES.get(next.shortType()))
                || next.isPointer() && (type.equals("Grid") || type.equals("DeviceArray"));
    }
}
