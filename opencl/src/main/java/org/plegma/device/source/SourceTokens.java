package org.plegma.device.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.source.OpenClToken.Kind;

/**
 * The tokens of OpenCL C that mean something, not parsed: with the bodies of its macros among them, and those of the build
 * options apart. Of other directives only the edges are left.
 */
final class SourceTokens {
    private static final Pattern DEFINE = Pattern.compile("#\\s*define\\s+(\\w+)(\\([^)]*\\))?");
    private static final Pattern DEFINITION = Pattern.compile("-D\\s*(\\w+)(?:=(.*))?", Pattern.DOTALL);

    private final List<OpenClToken> tokens = new ArrayList<>();
    private final Map<String, List<List<OpenClToken>>> macros = new HashMap<>();

    SourceTokens(String source, List<String> options) {
        List<OpenClToken> directive = new ArrayList<>();
        for (OpenClToken token : OpenClToken.cut(source)) {
            if (token.inDirective()) {
                directive.add(token);
            } else if (!token.isBlank()) {
                tokens.add(token);
            }
            if (token.kind() == Kind.DIRECTIVE_END) {
                tokens.add(directive.get(0));
                addBody(source, directive, token.start());
                tokens.add(token);
                directive.clear();
            }
        }
        for (String option : options) {
            Matcher definition = DEFINITION.matcher(option);
            if (definition.matches()) {
                String value = definition.group(2) == null ? "1" : definition.group(2);
                addMacro(definition.group(1), words(OpenClToken.cut(value), 0));
            }
        }
    }

    private void addBody(String source, List<OpenClToken> directive, int end) {
        Matcher define = DEFINE.matcher(source).region(directive.get(0).start(), end);
        if (define.lookingAt()) {
            List<OpenClToken> body = words(directive, define.end());
            tokens.addAll(body);
            addMacro(define.group(1), define.group(2) == null ? body : List.of());
        }
    }

    private void addMacro(String name, List<OpenClToken> body) {
        macros.computeIfAbsent(name, any -> new ArrayList<>()).add(body);
    }

    private static List<OpenClToken> words(List<OpenClToken> all, int from) {
        return all.stream()
                .filter(token -> token.start() >= from && !token.isBlank() && !token.isEdge())
                .toList();
    }

    List<OpenClToken> tokens() {
        return tokens;
    }

    /** What each name stands for; nothing where it has parameters. */
    Map<String, List<List<OpenClToken>>> macros() {
        return macros;
    }

    /** The bracket that closes the one at a token; -1 if none does before a directive or the end. */
    int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size() && !tokens.get(i).isEdge(); i++) {
            OpenClToken token = tokens.get(i);
            depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
