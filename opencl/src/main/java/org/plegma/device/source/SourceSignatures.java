package org.plegma.device.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads kernel signatures from the source text, for drivers that do not tell them. Macros are not expanded. */
public final class SourceSignatures {
    private static final Pattern NAME = Pattern.compile("([A-Za-z_]\\w*)\\s*$");

    private SourceSignatures() {}

    /** The kernel's signature from the source; {@code queried} unchanged if it cannot be found there. */
    public static KernelSignature find(String source, KernelSignature queried) {
        String text = OpenClToken.withoutComments(source);
        Pattern head = Pattern.compile("\\b(?:__)?kernel\\b[^;{}]*?\\b" + Pattern.quote(queried.name()) + "\\s*\\(");
        Matcher matcher = head.matcher(text);
        if (!matcher.find()) {
            return queried;
        }
        List<KernelParameter> parameters = new ArrayList<>();
        for (String declaration : split(text, matcher.end())) {
            parameters.add(parameter(declaration));
        }
        return parameters.size() == queried.parameters().size()
                ? new KernelSignature(queried.name(), parameters)
                : queried;
    }

    /** The parts between commas up to the closing parenthesis. */
    private static List<String> split(String text, int start) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = start;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (depth == 0 && (c == ',' || c == ')')) {
                String part = text.substring(from, i).strip();
                if (!part.isEmpty() && !part.equals("void")) {
                    parts.add(part);
                }
                from = i + 1;
                if (c == ')') {
                    return parts;
                }
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return parts;
    }

    private static KernelParameter parameter(String declaration) {
        Matcher named = NAME.matcher(declaration);
        String name = named.find() ? named.group(1) : "";
        String rest = declaration.substring(0, declaration.length() - name.length());
        KernelParameter.AddressSpace space = KernelParameter.AddressSpace.PRIVATE;
        for (KernelParameter.AddressSpace candidate : KernelParameter.AddressSpace.values()) {
            String word = candidate.name().toLowerCase(java.util.Locale.ROOT);
            if (rest.matches("(?s).*\\b(__)?" + word + "\\b.*")) {
                space = candidate;
            }
        }
        boolean readOnly = space == KernelParameter.AddressSpace.CONSTANT || rest.matches("(?s).*\\bconst\\b.*\\*.*");
        String type = rest.replaceAll("\\b(__)?(global|constant|local|private)\\b", " ")
                .replaceAll("\\b(const|volatile|restrict|__restrict|__const)\\b", " ")
                .replaceAll("__attribute__\\s*\\(\\(.*?\\)\\)", " ")
                .strip()
                .replaceAll("\\s+", " ");
        return new KernelParameter(name, KernelSignature.plain(type), space, readOnly);
    }
}
