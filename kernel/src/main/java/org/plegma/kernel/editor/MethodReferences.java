package org.plegma.kernel.editor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Suggestion;

/**
 * What may follow the two colons of a method reference, of which JShell's completion knows nothing: the methods that it proposes after a
 * dot, there and on a value of that type.
 *
 * @param names the methods, and {@code new} for a type
 * @param typed how many characters of a name are there already
 */
record MethodReferences(List<String> names, int typed) {
    private static final Pattern REFERENCE = Pattern.compile("([\\w$]+(?:\\.[\\w$]+)*)\\s*::\\s*([\\w$]*)$");

    /** Those that fit where the code ends; empty if it does not end in a reference. */
    static Optional<MethodReferences> at(SourceCodeAnalysis analysis, String code) {
        Matcher reference = REFERENCE.matcher(code);
        if (!reference.find()) {
            return Optional.empty();
        }
        String before = code.substring(0, reference.start());
        String target = reference.group(1);
        String typed = reference.group(2);
        List<String> ofValues = methods(analysis, before + "((" + target + ") null).");
        Set<String> names = new LinkedHashSet<>(methods(analysis, before + target + "."));
        names.addAll(ofValues);
        if (!ofValues.isEmpty()) { // it is a type
            names.add("new");
        }
        names.removeIf(name -> !name.startsWith(typed));
        return Optional.of(new MethodReferences(List.copyOf(names), typed.length()));
    }

    private static List<String> methods(SourceCodeAnalysis analysis, String code) {
        List<String> names = new ArrayList<>();
        for (Suggestion suggestion : analysis.completionSuggestions(code, code.length(), new int[1])) {
            String text = suggestion.continuation();
            int call = text.indexOf('(');
            if (call > 0) {
                names.add(text.substring(0, call));
            }
        }
        return names;
    }
}
