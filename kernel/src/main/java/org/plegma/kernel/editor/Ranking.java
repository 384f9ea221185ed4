package org.plegma.kernel.editor;

import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.cell.DefaultImports;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.magics.LibraryImports;

/** Which proposals come first: the notebook's own, then Plegma's, then Java's; and members before inherited ones. */
final class Ranking {
    private static final Set<String> OF_OBJECT = methods(Object.class);

    /** Java's that hardly a notebook does without: before all others of their beginning. */
    private static final Set<String> EVERYDAY = Set.of(
            "String",
            "System",
            "Math",
            "Integer",
            "Long",
            "Float",
            "Double",
            "Boolean",
            "Object",
            "Thread",
            "List",
            "ArrayList",
            "Map",
            "HashMap",
            "Set",
            "HashSet",
            "Arrays",
            "Collections",
            "Collectors",
            "Optional",
            "Random",
            "Stream",
            "IntStream",
            "Files",
            "Path");

    private static final int INHERITED = 1;
    private static final int FROM_INTERFACES = 50;
    private static final int FROM_OBJECT = 100;
    private static final Pattern RECEIVER = Pattern.compile("(?<![\\w$.])([\\w$]+)\\s*\\.$");

    private final JavaEvaluator java;
    private final Set<String> given;
    private @Nullable Set<String> classes;
    private @Nullable Set<String> workings;

    /** @param given the classes whose methods cells call by their plain names */
    Ranking(JavaEvaluator java, Class<?>... given) {
        this.java = java;
        this.given = methods(given);
    }

    /** The rank of a name that stands alone. */
    int ofName(String match, Set<String> own) {
        String name = withoutCall(match);
        if (own.contains(name)) {
            return 0;
        }
        return given.contains(name) || EVERYDAY.contains(name) ? 1 : classes().contains(name) ? 2 : 3;
    }

    /** The ranks of the members of what stands before a dot: how far up they were inherited from. */
    Map<String, Integer> ofMembers(String upToDot) {
        Matcher receiver = RECEIVER.matcher(upToDot);
        Object value = receiver.find() ? java.variable(receiver.group(1)).orElse(null) : null;
        Map<String, Integer> ranks = new HashMap<>();
        if (value != null && isOwn(value.getClass())) {
            int depth = 0;
            for (Class<?> type = value.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
                int rank = isOwn(type) ? 0 : INHERITED + depth;
                Stream.concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredFields()))
                        .map(Member::getName)
                        .forEach(name -> ranks.putIfAbsent(name, rank));
                depth++;
            }
            Stream.of(value.getClass().getMethods())
                    .forEach(method -> ranks.putIfAbsent(method.getName(), FROM_INTERFACES));
        }
        OF_OBJECT.forEach(name -> ranks.put(name, FROM_OBJECT));
        return ranks;
    }

    /** Of the notebook's classes and Plegma's, whose authors have chosen what they declare; Java's have too many layers. */
    private static boolean isOwn(Class<?> type) {
        return type.getName().startsWith("REPL.") || type.getName().startsWith("org.plegma.");
    }

    static String withoutCall(String match) {
        int open = match.indexOf('(');
        return open < 0 ? match : match.substring(0, open);
    }

    private static Set<String> methods(Class<?>... types) {
        return Stream.of(types)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .map(Method::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a name that stands alone is of the library's own workings, and so not worth a proposal. */
    boolean isOfWorkings(String name, Set<String> own) {
        if (workings == null) {
            workings = classesOf(LibraryImports.WORKINGS);
        }
        return workings.contains(name) && !own.contains(name);
    }

    /** The simple names of Plegma's classes that cells need not import. */
    private Set<String> classes() {
        if (classes == null) {
            classes = classesOf(DefaultImports.ownPackages());
        }
        return classes;
    }

    private static Set<String> classesOf(List<String> packages) {
        Set<String> found = new HashSet<>();
        try (JavaFileManager files = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            for (String name : packages) {
                for (JavaFileObject file :
                        files.list(StandardLocation.CLASS_PATH, name, Set.of(JavaFileObject.Kind.CLASS), false)) {
                    String binary = files.inferBinaryName(StandardLocation.CLASS_PATH, file);
                    found.add(binary.substring(binary.lastIndexOf('.') + 1));
                }
            }
        } catch (IOException unreadable) {
            return Set.of(); // the order is a help, no more
        }
        return found;
    }
}
