package org.plegma.magics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.plegma.expr.hints.Spelling;
import org.plegma.magics.cell.Part;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The magics by name, as {@code META-INF/services} lists them. */
public final class MagicRegistry {
    private final Map<String, Supplier<Magic>> magics = new TreeMap<>();
    private final Map<String, String> aliases = new HashMap<>();

    /** The magics of a class loader. */
    static MagicRegistry of(ClassLoader loader) {
        MagicRegistry registry = new MagicRegistry();
        ServiceLoader.load(Magic.class, loader).stream()
                .forEach(provider -> registry.add(commandOf(provider.type()), provider::get));
        return registry;
    }

    private void add(Command command, Supplier<Magic> factory) {
        add(command.name(), factory);
        Stream.of(command.aliases()).forEach(alias -> aliases.put(alias, command.name()));
    }

    void add(String name, Supplier<Magic> factory) {
        magics.put(name, factory);
    }

    private static Command commandOf(Class<?> type) {
        Command command = type.getAnnotation(Command.class);
        if (command == null) {
            throw new IllegalStateException(
                    "The magic " + type.getName() + " has no @Command annotation with its name.");
        }
        return command;
    }

    /** Whether there is such a magic, by this name or as other kernels call it. */
    boolean contains(String name) {
        return magics.containsKey(name) || aliases.containsKey(name);
    }

    /** Whether a magic has this name itself. */
    boolean owns(String name) {
        return magics.containsKey(name);
    }

    List<String> names() {
        return List.copyOf(magics.keySet());
    }

    /** A new instance of a magic that {@linkplain #contains exists}. */
    public Magic create(String name) {
        return Objects.requireNonNull(magics.get(aliases.getOrDefault(name, name)), name)
                .get();
    }

    /** The parser of a magic's arguments, which sets its fields. */
    public static CommandLine parserOf(Magic magic) {
        CommandLine parser = new CommandLine(magic)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setStopAtPositional(magic.takesJava());
        if (magic.takesText()) {
            parser.setUnmatchedOptionsArePositionalParams(true);
        }
        magic.configure(parser);
        return parser;
    }

    /**
     * The magic of a part.
     *
     * @throws MagicException that names the nearest one if there is none of that name and kind
     */
    Magic find(Part part) {
        if (part.name().isEmpty()) {
            throw fault(part, "A magic's name is missing after the percent sign. %lsmagic lists the names.");
        }
        if (!contains(part.name())) {
            throw fault(
                    part,
                    "There is no magic " + part.signedName() + "." + suggestion(part.name())
                            + " %lsmagic lists all magics.");
        }
        Magic magic = create(part.name());
        Magic.Kind kind = part.kind() == Part.Kind.CELL ? Magic.Kind.CELL : Magic.Kind.LINE;
        if (!magic.kinds().contains(kind) && !part.asksForHelp()) {
            throw fault(
                    part,
                    kind == Magic.Kind.CELL
                            ? "%" + part.name() + " is a line magic: it has no body. Write it with one percent sign."
                            : "%%" + part.name() + " is a cell magic: write it with two percent signs on the first line"
                                    + " of a cell, and its body below.");
        }
        return magic;
    }

    /** What this kernel has for a magic of another kernel, or the question whether one of nearly the same name was meant; may be empty. */
    String suggestion(String name) {
        String here = ForeignMagics.here(name);
        if (here != null) {
            return " " + here;
        }
        String nearest = Spelling.nearest(name, names());
        return nearest == null ? "" : " Did you mean " + new MagicHelp(create(nearest)).names() + "?";
    }

    static MagicException fault(Part part, String message) {
        return new MagicException(message, part.line(), part.column(part.start()), null);
    }
}
