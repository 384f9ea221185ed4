package org.plegma.magics;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** Names that magics give to notebook variables: legal ones, which do not take another's place unasked. */
public final class VariableNames {
    private VariableNames() {}

    /**
     * Checks that a variable may be declared, or replaced by one of the same type.
     *
     * @param what what is to be named, for the message
     * @throws MagicException if the name is not legal in Java or belongs to a variable of another type
     */
    public static void check(Host host, String name, Class<?> type, String what) {
        if (!isLegal(name)) {
            throw new MagicException("The " + what + " " + name + " cannot be a Java variable: the name is "
                    + (SourceVersion.isKeyword(name) ? "a word of the Java language" : "not a Java identifier")
                    + ". Give it another name.");
        }
        Optional<Host.Variable> existing = host.variables().stream()
                .filter(variable -> variable.name().equals(name))
                .reduce((earlier, later) -> later);
        existing.ifPresent(variable -> {
            Set<String> same = Set.of(type.getName(), type.getSimpleName(), "var");
            if (!same.contains(variable.type().replaceAll("<.*>", ""))) {
                throw new MagicException("The " + what + " " + name + " would replace the notebook's variable " + name
                        + " of type " + variable.type() + ". Rename one of them.");
            }
        });
    }

    private static boolean isLegal(String name) {
        return SourceVersion.isIdentifier(name) && !SourceVersion.isKeyword(name) && !name.equals("_");
    }

    /** The nearest legal name: other characters become underscores. */
    public static String legal(String name) {
        String text = Arrays.stream(name.split("/"))
                .filter(part -> !part.isEmpty())
                .map(part -> part.replaceAll("[^\\p{L}\\p{N}_]", "_"))
                .collect(Collectors.joining("_"));
        return isLegal(text) ? text : "_" + text;
    }
}
