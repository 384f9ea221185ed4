package org.plegma.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.SourceVersion;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.plegma.magics.MagicEngine;
import org.plegma.magics.MagicEngine.Completions;

/** Proposes how to go on at the cursor: within magics by the magics, in Java by JShell, best first. */
final class Completer {
    private static final Set<String> LITERALS = Set.of("true", "false", "null");

    private final JavaEvaluator java;
    private final MagicEngine magics;

    Completer(JavaEvaluator java, MagicEngine magics) {
        this.java = java;
        this.magics = magics;
    }

    /** The content of the reply to a complete request; its offsets count Unicode characters. */
    JsonObject reply(String code, int cursorInCharacters) {
        int cursor = Inspector.utf16(code, cursorInCharacters);
        Optional<Completions> inMagic = magics.complete(code, cursor);
        Completions found = inMagic.orElseGet(() -> complete(magics.javaOf(code), cursor));
        int start = code.codePointCount(0, found.start());
        int end = code.codePointCount(0, found.end());
        JsonArray types = new JsonArray();
        for (String match : found.matches()) {
            JsonObject type = new JsonObject();
            type.addProperty("start", start);
            type.addProperty("end", end);
            type.addProperty("text", match);
            type.addProperty("type", inMagic.isPresent() ? "magic" : typeOf(match));
            types.add(type);
        }
        JsonObject metadata = new JsonObject();
        metadata.add("_jupyter_types_experimental", types);
        JsonObject content = new JsonObject();
        content.addProperty("status", "ok");
        content.add("matches", Wire.tree(found.matches()));
        content.addProperty("cursor_start", start);
        content.addProperty("cursor_end", end);
        content.add("metadata", metadata);
        return content;
    }

    private Completions complete(String code, int cursor) {
        CellContext context = CellContext.of(java, code, cursor);
        int[] anchor = {context.code().length()};
        List<Suggestion> suggestions = java.analysis()
                .completionSuggestions(context.code(), context.code().length(), anchor);
        List<String> matches = suggestions.stream()
                .sorted(Comparator.comparing(Suggestion::matchesType)
                        .reversed()
                        .thenComparing(Suggestion::continuation))
                .map(Suggestion::continuation)
                .distinct()
                .toList();
        return new Completions(matches, cursor - (context.code().length() - anchor[0]), cursor);
    }

    private static String typeOf(String match) {
        if (match.endsWith("(") || match.endsWith(")")) {
            return "function";
        }
        if (SourceVersion.isKeyword(match) || LITERALS.contains(match)) {
            return "keyword";
        }
        return !match.isEmpty() && Character.isUpperCase(match.charAt(0)) ? "class" : "instance";
    }
}
