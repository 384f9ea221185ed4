package org.plegma.kernel.editor;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Text;
import org.plegma.kernel.cell.CompilerMessages;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.MagicEngine;
import tech.tablesaw.api.Table;

/**
 * Tells what the cursor is at: the type and value of a variable, the signatures and the documentation of a method or
 * type, the help of a magic.
 */
public final class Inspector {
    private static final int LONGEST_VALUE = 2000;
    private static final int LONGEST_TITLE = 200;

    private final JavaEvaluator java;
    private final MagicEngine magics;

    public Inspector(JavaEvaluator java, MagicEngine magics) {
        this.java = java;
        this.magics = magics;
    }

    /** The content of the reply to an inspect request. */
    public JsonObject reply(String code, int cursorInCharacters) {
        int cursor = utf16(code, cursorInCharacters);
        Optional<MimeBundle> found = find(code, cursor);
        JsonObject content = new JsonObject();
        content.addProperty("status", "ok");
        content.addProperty("found", found.isPresent());
        content.add("data", Wire.tree(found.map(MimeBundle::data).orElse(Map.of())));
        content.add("metadata", Wire.tree(found.map(MimeBundle::metadata).orElse(Map.of())));
        return content;
    }

    /** What is known of the place in the code; the cursor counts UTF-16 units. */
    public Optional<MimeBundle> find(String code, int cursor) {
        return magics.inspect(code, cursor).or(() -> inspect(magics.javaOf(code), cursor));
    }

    /** An offset of the protocol, which counts Unicode characters, as an index into the string. */
    static int utf16(String code, int characters) {
        int length = code.codePointCount(0, code.length());
        return code.offsetByCodePoints(0, Math.max(0, Math.min(characters, length)));
    }

    private Optional<MimeBundle> inspect(String code, int cursor) {
        int end = cursor > 0 && code.charAt(cursor - 1) == ')' ? opening(code, cursor - 1) : cursor;
        while (end < code.length() && Character.isJavaIdentifierPart(code.charAt(end))) {
            end++;
        }
        int start = end;
        while (start > 0 && Character.isJavaIdentifierPart(code.charAt(start - 1))) {
            start--;
        }
        boolean member = start > 0 && code.charAt(start - 1) == '.';
        Optional<MimeBundle> variable = member ? Optional.empty() : variable(code.substring(start, end));
        String upToWord = code.substring(0, end);
        return variable.or(() -> documentation(upToWord));
    }

    /** Where the parenthesis opens that is closed at a place, so that a call is explained behind it, too; that place if nowhere. */
    private static int opening(String code, int closing) {
        int open = 0;
        for (int at = closing; at >= 0; at--) {
            open += code.charAt(at) == ')' ? 1 : code.charAt(at) == '(' ? -1 : 0;
            if (open == 0) {
                return at;
            }
        }
        return closing;
    }

    /** First the one line that says most: type, name, and what the value is; below it the value. */
    private Optional<MimeBundle> variable(String name) {
        return java.declared(name).map(variable -> {
            String type = CompilerMessages.withoutPackages(variable.typeName());
            Object held = java.variable(name).orElse(null);
            MimeBundle value = Renderers.render(held);
            List<String> lines = value.plain().lines().toList();
            String first = lines.isEmpty() ? "" : lines.get(0);
            String title = title(name, type, held, first);
            String rest = String.join("\n", lines.subList(Math.min(1, lines.size()), lines.size()));
            String text = first.length() > LONGEST_TITLE ? first + "\n" + rest : rest;
            MimeBundle bundle = MimeBundle.text((title + "\n" + shortened(text)).strip());
            String shown = value.get(MimeBundle.HTML) == null
                    ? "<pre>" + JavadocHtml.escape(shortened(text)) + "</pre>"
                    : value.get(MimeBundle.HTML);
            return bundle.with(MimeBundle.HTML, "<p><b>" + JavadocHtml.escape(title) + "</b></p>" + shown);
        });
    }

    private static String title(String name, String type, @Nullable Object value, String first) {
        if (value instanceof CharSequence text && text.length() > LONGEST_TITLE) {
            return type + " " + name + ", " + Numbers.grouped(text.length()) + " characters";
        }
        if (value instanceof Table table) {
            return type + " " + name + ", " + Numbers.counted(table.rowCount(), "row") + " and "
                    + Numbers.counted(table.columnCount(), "column");
        }
        String simple = type.replaceFirst("<.*", "");
        return first.regionMatches(true, 0, simple + " ", 0, simple.length() + 1)
                ? name + ": " + first // the value names its type itself
                : type + " " + name + " = " + Text.abbreviate(first, LONGEST_TITLE);
    }

    private Optional<MimeBundle> documentation(String code) {
        String context = CellContext.of(java, code, code.length()).code();
        java.importFor(context);
        List<Documentation> found = java.analysis().documentation(context, context.length(), true);
        if (found.isEmpty()) { // a method's name alone: it resolves once it is called
            found = java.analysis().documentation(context + "(", context.length() + 1, true);
        }
        int call = found.isEmpty() ? FittingOverloads.openCall(context) : -1;
        if (call > 0) { // no method of several takes what has been typed so far
            found = java.analysis().documentation(context.substring(0, call), call, true);
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(bundle(FittingOverloads.of(found, context, Inspector::signature)));
    }

    private static MimeBundle bundle(List<Documentation> found) {
        String html = found.stream()
                .map(d -> "<p><code><b>" + JavadocHtml.escape(signature(d)) + "</b></code></p>"
                        + comment(d).map(JavadocHtml::html).orElse(""))
                .distinct()
                .collect(Collectors.joining("<hr>"));
        String text = found.stream()
                .map(d -> signature(d)
                        + comment(d)
                                .map(JavadocHtml::text)
                                .map(comment -> "\n\n" + comment)
                                .orElse(""))
                .distinct()
                .collect(Collectors.joining("\n\n"));
        return MimeBundle.text(text).with(MimeBundle.HTML, html);
    }

    private static String signature(Documentation documentation) {
        String signature = CompilerMessages.withoutPackages(documentation.signature());
        return signature
                .replaceFirst("^([^()]*):([^()]*)$", "$2 $1") // "Array.length:int" of a field
                .replaceFirst(
                        "(\\w)(?:<[^()<>]*>)?\\.<[^()]*?>(\\w+\\()",
                        "$1.$2"); // "List<E> List<E>.<E>of(" says it thrice
    }

    private static Optional<String> comment(Documentation documentation) {
        return Optional.ofNullable(documentation.javadoc()).or(() -> OwnJavadoc.of(documentation.signature()));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_VALUE
                ? text
                : Text.abbreviate(text, LONGEST_VALUE) + "\n(more of it is shown by the name alone in a cell)";
    }
}
