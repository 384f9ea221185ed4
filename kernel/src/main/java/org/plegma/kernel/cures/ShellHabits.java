package org.plegma.kernel.cures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this kernel has for commands of JShell, and of Kotlin's notebooks. Asked only about lines that the compiler has refused. */
public final class ShellHabits {
    private static final Pattern COMMAND = Pattern.compile("\\s*[/:]([a-z]+|[!?])(?:\\s.*)?");
    private static final Pattern DEPENDENCY = Pattern.compile("\\s*@file:(?:DependsOn|Repository)\\b.*");
    private static final Pattern FUNCTION = Pattern.compile("\\s*fun\\s+(\\w+)\\s*\\(.*");

    private static final Map<String, String> HERE = new HashMap<>();

    static {
        put("%whos lists the variables.", "vars", "v", "va");
        put("?name tells what a method or a class is; the Tab key offers those that there are.", "methods", "types");
        put("%history lists the cells that ran.", "list", "l", "history", "hist");
        put("%history -f FILE writes the cells that ran into a file.", "save", "s");
        put("%run FILE runs a file, %load FILE takes it into a cell.", "open", "o");
        put("%reset -f forgets all that cells have declared.", "reset", "res", "reload", "drop");
        put("%classpath FILE.jar adds a jar, %maven group:artifact:version a library.", "env", "classpath");
        put("An import stands in a cell, as in a class; common packages need none.", "imports");
        put("A cell is changed where it stands, and run again.", "edit", "ed", "!");
        put("Jupyter's menu Kernel ends the kernel or starts it anew.", "exit", "ex", "quit");
        put("%help lists the magics, and ?name tells what something is.", "help", "h", "?");
    }

    private ShellHabits() {}

    private static void put(String here, String... names) {
        List.of(names).forEach(name -> HERE.put(name, here));
    }

    /** What to write instead of a command of another shell that does not compile; empty if the line is none. */
    public static Optional<String> cure(String line) {
        Matcher command = COMMAND.matcher(line);
        if (command.matches() && HERE.containsKey(command.group(1))) {
            return Optional.of(HERE.get(command.group(1)));
        }
        if (DEPENDENCY.matcher(line).matches()) {
            return Optional.of("%maven group:artifact:version adds a library, --repo=URL names its repository.");
        }
        Matcher function = FUNCTION.matcher(line);
        return function.matches()
                ? Optional.of("A method has types and braces: double " + function.group(1) + "(double x) { return x; }")
                : Optional.empty();
    }
}
