package org.plegma.kernel.cures;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Member;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
                .or(() -> Optional.ofNullable(method ? null : Spelling.nearest(unknown.group(2), methods))
                        .map(name -> name + "()"))
                .map(name -> "Did you mean " + name + "?");
    }

    /**
     * Of a class that there is not: one whose name differs by one slip, or by the case of letters.
     *
     * @param packages where classes are looked for, those that are most likely meant first
     */
    public static Optional<String> type(String name, List<String> packages) {
        return classes(packages)
                .filter(each -> Math.abs(each.length() - name.length()) <= 1 && Spelling.distance(each, name) <= 1)
                .min(Comparator.comparingInt(each -> Spelling.distance(each, name)))
                .map(each -> "Did you mean " + each + "?");
    }

    /** The simple names of all classes of some packages, of Java and of the class path, package by package. */
    private static Stream<String> classes(List<String> packages) {
        Map<String, Set<String>> found = new LinkedHashMap<>();
        packages.forEach(each -> found.put(each.replace('.', '/'), new TreeSet<>()));
        try {
            FileSystem java = FileSystems.getFileSystem(URI.create("jrt:/"));
            for (String each : packages) {
                for (Path module : list(java.getPath("packages", each))) {
                    String folder = each.replace('.', '/');
                    list(java.getPath("modules", module.getFileName().toString(), folder))
                            .forEach(file -> add(found, folder + "/" + file.getFileName()));
                }
            }
            for (String part : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator))) {
                if (part.endsWith(".jar") && Files.isRegularFile(Path.of(part))) {
                    try (JarFile jar = new JarFile(part)) {
                        jar.stream().forEach(entry -> add(found, entry.getName()));
                    }
                } else {
                    for (String folder : found.keySet()) {
                        list(Path.of(part, folder)).forEach(file -> add(found, folder + "/" + file.getFileName()));
                    }
                }
            }
        } catch (IOException e) {
            return Stream.empty(); // it is for advice only
        }
        return found.values().stream().flatMap(Set::stream);
    }

    private static void add(Map<String, Set<String>> found, String file) {
        int slash = file.lastIndexOf('/');
        if (slash > 0 && file.endsWith(".class") && file.indexOf('$') < 0) {
            Set<String> names = found.get(file.substring(0, slash));
            if (names != null) {
                names.add(file.substring(slash + 1, file.length() - ".class".length()));
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
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
