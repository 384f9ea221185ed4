package org.plegma.kernel.cures;

import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plegma.expr.hints.Spelling;

/** Names of Java's and Plegma's classes, and of their members, that were probably meant. */
public final class Misspelt {
    private static final Pattern MEMBER = Pattern.compile(
            "symbol: +(method|variable) (\\w+)\\b.*location: +(?:variable \\w+ of type|class|interface) ([\\w.]+)",
            Pattern.DOTALL);

    private Misspelt() {}

    /**
     * Of a message of the compiler about a member that a class of a library does not have.
     *
     * @param packages where classes are looked for that the message names without theirs
     */
    public static Optional<String> member(String message, List<String> packages) {
        Matcher unknown = MEMBER.matcher(message);
        Class<?> type = unknown.find() ? named(unknown.group(3), packages) : null;
        if (type == null) {
            return Optional.empty();
        }
        boolean method = unknown.group(1).equals("method");
        Set<String> methods = names(type.getMethods());
        Set<String> known = method ? methods : names(type.getFields());
        return Optional.ofNullable(Spelling.nearest(unknown.group(2), known))
                .or(() -> Optional.ofNullable(
                                method ? null : Spelling.nearest(unknown.group(2), methods))
                        .map(name -> name + "()"))
                .map(name -> "Did you mean " + name + "?");
    }

    /**
     * Of a class that there is not: one whose name differs by one letter.
     *
     * @param packages where classes are looked for, those that are most likely meant first
     */
    public static Optional<String> type(String name, List<String> packages) {
        List<String> near = slips(name).distinct().toList();
        return packages.stream()
                .flatMap(home -> near.stream().filter(each -> exists(home, each)))
                .findFirst()
                .map(each -> "Did you mean " + each + "?");
    }

    private static boolean exists(String home, String name) {
        return Misspelt.class.getClassLoader().getResource(home.replace('.', '/') + "/" + name + ".class") != null;
    }

    /** All names that differ in the case of a letter, by two neighbours, or by one letter that is missing, added or another. */
    private static Stream<String> slips(String name) {
        List<String> letters = IntStream.rangeClosed('A', 'z')
                .filter(Character::isLetter)
                .mapToObj(Character::toString)
                .toList();
        Stream<String> others = IntStream.rangeClosed(0, name.length()).boxed().flatMap(i -> {
            String before = name.substring(0, i);
            String after = name.substring(i);
            String rest = after.substring(Math.min(1, after.length()));
            String turned = after.length() < 2 ? after : "" + after.charAt(1) + after.charAt(0) + after.substring(2);
            return Stream.concat(
                    Stream.of(before + turned, before + rest),
                    letters.stream().flatMap(letter -> Stream.of(before + letter + after, before + letter + rest)));
        });
        Stream<String> cases = IntStream.range(0, name.length())
                .mapToObj(i -> name.substring(0, i) + Character.toUpperCase(name.charAt(i)) + name.substring(i + 1));
        return Stream.concat(cases, others).filter(each -> !each.isEmpty() && !each.equals(name));
    }

    private static Set<String> names(Member[] members) {
        return Arrays.stream(members).map(Member::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    /** A class by the name that the compiler gives it; null if it is of a cell. */
    private static @Nullable Class<?> named(String name, List<String> packages) {
        return Stream.concat(Stream.of(""), packages.stream().map(home -> home + "."))
                .map(home -> load(home + name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, Misspelt.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
