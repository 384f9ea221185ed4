package org.plegma.kernel.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileManager.Location;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The default imports of which no cell has named anything yet. JShell resolves all imports anew for each snippet, several
 * times, so each that nobody needs makes every cell slower: with all of them a cell takes twice as long, and the first waits
 * for as many compilations.
 */
final class PendingImports {
    private static final Pattern NAME = Pattern.compile("\\b[A-Za-z_]\\w*");

    /** From so many names on it pays to list the packages: to ask for one class in each of them takes a millisecond and more. */
    private static final int MANY = 100;

    /**
     * One import.
     *
     * @param line its declaration
     * @param home the package all of whose classes it makes known; empty for others
     * @param gives whether a simple name is one that it makes known
     * @param members the simple names of what is no class; empty where it makes known classes only
     */
    private record Pending(String line, String home, Predicate<String> gives, Set<String> members) {}

    private final List<Pending> pending;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> classes = new HashSet<>(); // filled when first needed

    /** @param lines the declarations, in the order in which they are to be made */
    PendingImports(List<String> lines, ClassLoader loader) {
        pending = new ArrayList<>(
                lines.stream().map(line -> pending(line, loader)).toList());
    }

    private static Pending pending(String line, ClassLoader loader) {
        boolean ofMembers = line.startsWith("import static ");
        String path = line.substring(line.lastIndexOf(' ') + 1, line.length() - 1);
        String home = path.substring(0, path.lastIndexOf('.'));
        String last = path.substring(home.length() + 1);
        if (!ofMembers && last.equals("*")) {
            String folder = home.replace('.', '/') + "/";
            return new Pending(
                    line,
                    home,
                    name -> Character.isUpperCase(name.charAt(0))
                            && loader.getResource(folder + name + ".class") != null,
                    Set.of());
        }
        Set<String> names = last.equals("*") ? staticMembers(home, loader) : Set.of(last);
        return new Pending(line, "", names::contains, ofMembers ? names : Set.of());
    }

    private static Set<String> staticMembers(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return Stream.of(type.getMethods(), type.getFields())
                    .flatMap(Stream::<Member>of)
                    .filter(member -> Modifier.isStatic(member.getModifiers()))
                    .map(Member::getName)
                    .collect(Collectors.toSet());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class " + name, e);
        }
    }

    /** The imports not made yet that make a name in the source known. */
    List<String> neededBy(String source) {
        if (pending.isEmpty()) {
            return List.of();
        }
        Set<String> names = NAME.matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(seen::add)
                .collect(Collectors.toSet());
        Set<String> classes = names.size() < MANY ? names : classes();
        return lines(each -> names.stream()
                .filter(name -> each.home.isEmpty() || classes.contains(name))
                .anyMatch(each.gives));
    }

    /** The simple names of all classes of the packages that are not imported yet; more may be among them. */
    private Set<String> classes() {
        if (classes.isEmpty()) {
            try (StandardJavaFileManager files =
                    ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
                for (Pending each :
                        pending.stream().filter(one -> !one.home.isEmpty()).toList()) {
                    for (Location place : List.of(StandardLocation.PLATFORM_CLASS_PATH, StandardLocation.CLASS_PATH)) {
                        files.list(place, each.home, EnumSet.of(JavaFileObject.Kind.CLASS), false)
                                .forEach(file -> classes.add(
                                        files.inferBinaryName(place, file).substring(each.home.length() + 1)));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return classes;
    }

    /** The imports not made yet of methods whose names begin so. */
    List<String> ofMembers(String beginning) {
        return lines(each -> each.members.stream().anyMatch(name -> name.startsWith(beginning)));
    }

    /** All that are not made yet. */
    List<String> all() {
        return lines(each -> true);
    }

    /** Says that an import is made now. */
    void imported(String line) {
        pending.removeIf(each -> each.line.equals(line));
    }

    private List<String> lines(Predicate<Pending> chosen) {
        return pending.stream().filter(chosen).map(Pending::line).toList();
    }
}
