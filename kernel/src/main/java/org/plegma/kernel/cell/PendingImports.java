package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The default imports of packages that no cell has named a class of yet. JShell resolves all imports anew for each snippet,
 * several times, so each that nobody needs makes every cell slower: with all of them a cell takes twice as long, and the
 * first waits for as many compilations.
 */
final class PendingImports {
    private static final Pattern CLASS_NAME = Pattern.compile("\\b[A-Z]\\w*");

    private final List<String> packages;
    private final Set<String> seen = new HashSet<>();
    private final ClassLoader loader;

    /** @param packages their names, in the order in which they are to be declared */
    PendingImports(List<String> packages, ClassLoader loader) {
        this.packages = new ArrayList<>(packages);
        this.loader = loader;
    }

    /** The packages not imported yet that have a class of a name in the source. */
    List<String> neededBy(String source) {
        if (packages.isEmpty()) {
            return List.of();
        }
        Set<String> names = CLASS_NAME
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(seen::add)
                .collect(Collectors.toSet());
        return names.isEmpty()
                ? List.of()
                : packages.stream().filter(home -> hasAny(home, names)).toList();
    }

    /** All that are not imported yet. */
    List<String> all() {
        return List.copyOf(packages);
    }

    /** Says that a package is imported now. */
    void imported(String name) {
        packages.remove(name);
    }

    private boolean hasAny(String home, Set<String> names) {
        String folder = home.replace('.', '/') + "/";
        return names.stream().anyMatch(name -> loader.getResource(folder + name + ".class") != null);
    }
}
