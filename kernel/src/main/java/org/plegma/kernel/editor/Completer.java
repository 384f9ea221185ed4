package org.plegma.kernel.editor;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.MagicEngine;
import org.plegma.magics.MagicEngine.Completions;

/** Proposes how to go on at the cursor: within magics by the magics, in Java by JShell, best first. */
public final class Completer {
    /** The beginning of a class's name, which is no member's, or what a class's name follows. */
    private static final Pattern CLASS_NAME_BEGINS =
            Pattern.compile("(?<![\\w$.])[A-Z]\\w*$|\\b(?:new|extends|implements|throws|instanceof)\\s+$");

    /** The beginning of a variable's or method's name, which may be none yet. */
    private static final Pattern MEMBER_BEGINS = Pattern.compile("(?<![\\w$.])(?:[a-z]\\w*)?$");

    /** The beginning of a package's name: in an import, or behind a dot after what packages of Java or of the jar begin with. */
    private static final Pattern PACKAGE_NAME_BEGINS =
            Pattern.compile("\\bimport\\s[\\w\\s.]*$|(?<![\\w$.])(?:java|javax|jdk|com|org|tech)\\.[\\w.]*$");

    private static final Set<String> LITERALS = Set.of("true", "false", "null");

    private final JavaEvaluator java;
    private final MagicEngine magics;
    private final Ranking ranking;

    /** @param given the classes whose methods cells call by their plain names */
    public Completer(JavaEvaluator java, MagicEngine magics, Class<?>... given) {
        ranking = new Ranking(java, given);
        this.java = java;
        this.magics = magics;
    }

    /** The content of the reply to a complete request; its offsets count Unicode characters. */
    public JsonObject reply(String code, int cursorInCharacters) {
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
        String before = code.substring(0, cursor);
        if (FileNames.endsInText(before)) {
            Completions columns = ColumnNames.at(java, before); // words of comments and strings are no Java
            return columns.matches().isEmpty() ? FileNames.at(before) : columns;
        }
        CellContext context = CellContext.of(java, code, cursor);
        if (CLASS_NAME_BEGINS.matcher(context.code()).find()) {
            java.importAll();
        } else {
            java.importFor(context.code());
            Matcher beginning = MEMBER_BEGINS.matcher(context.code());
            if (beginning.find()) {
                java.importMembers(beginning.group());
            }
        }
        Optional<MethodReferences> references = MethodReferences.at(java.analysis(), context.code());
        if (references.isPresent()) {
            return new Completions(
                    references.get().names(), cursor - references.get().typed(), cursor);
        }
        java.listPackages(PACKAGE_NAME_BEGINS.matcher(context.code()).find());
        int[] anchor = {context.code().length()};
        List<Suggestion> suggestions = suggestions(context, anchor);
        if (suggestions.isEmpty()) {
            java.listPackages(true);
            suggestions = suggestions(context, anchor);
        }
        String upToAnchor = context.code().substring(0, anchor[0]);
        boolean member = upToAnchor.endsWith(".");
        Set<String> own = java.names();
        Map<String, Integer> members = member ? ranking.ofMembers(upToAnchor) : Map.of();
        Stream<String> arguments = CallArguments.at(java, context.code())
                .map(call -> call.matches(java, context.code().substring(anchor[0])).stream())
                .orElse(Stream.of());
        Stream<String> sorted = suggestions.stream()
                .filter(s -> member || !ranking.isOfWorkings(s.continuation(), own))
                .sorted(Comparator.comparing(Suggestion::matchesType)
                        .reversed()
                        .thenComparing(s -> member
                                ? members.getOrDefault(Ranking.withoutCall(s.continuation()), 0)
                                : ranking.ofName(s.continuation(), own))
                        .thenComparing(s -> s.continuation().startsWith("$"))
                        .thenComparing(Suggestion::continuation))
                .map(Suggestion::continuation);
        List<String> matches = Stream.of(arguments, context.declared().stream(), sorted)
                .flatMap(each -> each)
                .distinct()
                .toList();
        return new Completions(matches, cursor - (context.code().length() - anchor[0]), cursor);
    }

    private List<Suggestion> suggestions(CellContext context, int[] anchor) {
        return java.analysis()
                .completionSuggestions(context.code(), context.code().length(), anchor);
    }

    private static String typeOf(String match) {
        if (match.startsWith("/*")) {
            return "param";
        }
        if (match.endsWith("(") || match.endsWith(")")) {
            return "function";
        }
        if (SourceVersion.isKeyword(match) || LITERALS.contains(match)) {
            return "keyword";
        }
        return !match.isEmpty() && Character.isUpperCase(match.charAt(0)) ? "class" : "instance";
    }
}
