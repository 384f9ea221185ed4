package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import org.plegma.display.MimeBundle;
import org.plegma.display.Renderers;
import org.plegma.magics.MagicEngine;

/**
 * Tells what the cursor is at: the type and value of a variable, the signatures and the documentation of a method or
 * type, the help of a magic.
 */
final class Inspector {
    private static final int LONGEST_VALUE = 2000;

    private final JavaEvaluator java;
    private final MagicEngine magics;

    Inspector(JavaEvaluator java, MagicEngine magics) {
        this.java = java;
        this.magics = magics;
    }

    /** The content of the reply to an inspect request. */
    JsonObject reply(String code, int cursorInCharacters) {
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
    Optional<MimeBundle> find(String code, int cursor) {
        return magics.inspect(code, cursor).or(() -> inspect(magics.javaOf(code), cursor));
    }

    /** An offset of the protocol, which counts Unicode characters, as an index into the string. */
    static int utf16(String code, int characters) {
        int length = code.codePointCount(0, code.length());
        return code.offsetByCodePoints(0, Math.max(0, Math.min(characters, length)));
    }

    private Optional<MimeBundle> inspect(String code, int cursor) {
        int end = cursor;
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

    private Optional<MimeBundle> variable(String name) {
        return java.declared(name).map(variable -> {
            String title = variable.typeName() + " " + name;
            MimeBundle value = Renderers.render(java.variable(name).orElse(null));
            String text = shortened(value.get(MimeBundle.TEXT));
            MimeBundle bundle = MimeBundle.text(title + " = " + text);
            String shown = value.get(MimeBundle.HTML) == null
                    ? "<pre>" + JavadocHtml.escape(text) + "</pre>"
                    : value.get(MimeBundle.HTML);
            return bundle.with(MimeBundle.HTML, "<p><b>" + JavadocHtml.escape(title) + "</b></p>" + shown);
        });
    }

    private Optional<MimeBundle> documentation(String code) {
        String context = CellContext.of(java, code, code.length()).code();
        List<Documentation> found = java.analysis().documentation(context, context.length(), true);
        if (found.isEmpty()) { // a method's name alone: it resolves once it is called
            found = java.analysis().documentation(context + "(", context.length() + 1, true);
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(bundle(found));
    }

    private static MimeBundle bundle(List<Documentation> found) {
        String html = found.stream()
                .map(d -> "<p><code><b>" + JavadocHtml.escape(d.signature()) + "</b></code></p>"
                        + comment(d).map(JavadocHtml::html).orElse(""))
                .distinct()
                .collect(Collectors.joining("<hr>"));
        String text = found.stream()
                .map(d -> d.signature()
                        + comment(d)
                                .map(JavadocHtml::text)
                                .map(comment -> "\n\n" + comment)
                                .orElse(""))
                .distinct()
                .collect(Collectors.joining("\n\n"));
        return MimeBundle.text(text).with(MimeBundle.HTML, html);
    }

    private static Optional<String> comment(Documentation documentation) {
        return Optional.ofNullable(documentation.javadoc()).or(() -> OwnJavadoc.of(documentation.signature()));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
    }
}
