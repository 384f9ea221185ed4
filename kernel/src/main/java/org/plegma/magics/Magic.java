package org.plegma.magics;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * A magic: one class, found by its entry in {@code META-INF/services/org.plegma.magics.Magic}.
 *
 * <p>The class carries picocli's {@code @Command(name, description)}, its fields {@code @Option} and
 * {@code @Parameters}: they are the parser, the help and the completion of its arguments at once. Where completion needs
 * to know the notebook, {@code completionCandidates} names a {@link Candidates}. Each call gets a new instance. In the
 * descriptions of options and parameters a percent sign is doubled, as picocli wants it; in the command's it is not.
 *
 * <pre>{@code
 * @Command(name = "greet", description = "Greets someone.")
 * public final class GreetMagic implements Magic {
 *     @Parameters(paramLabel = "NAME", description = "Who is greeted.")
 *     private String name;
 *
 *     public String example() { return "%greet Ada"; }
 *
 *     public Object run(MagicCall call) { return "Hello " + name; }
 * }
 * }</pre>
 */
public interface Magic {

    /** How a magic may be called. */
    enum Kind {
        /** {@code %name}, on a line of its own. */
        LINE,
        /** {@code %%name}, on the first line of a cell, with the rest as its body. */
        CELL
    }

    /** How it may be called; {@code %name} alone unless overridden. */
    default Set<Kind> kinds() {
        return EnumSet.of(Kind.LINE);
    }

    /**
     * Whether it works on Java code: the body, and what follows the options on the line, unparsed. Such a magic declares
     * a {@code @Parameters List<String>} for that code, for the help's sake, and reads {@link MagicCall#code()}.
     */
    default boolean takesJava() {
        return false;
    }

    /**
     * Whether what follows the name on the line is text that the magic reads as it stands, without options or quotes: one
     * {@code @Parameters String} gets it.
     */
    default boolean takesText() {
        return false;
    }

    /** Whether the body of a cell is Java, so that Java's completion serves it. */
    default boolean bodyIsJava() {
        return takesJava();
    }

    /**
     * The Java of a body, where {@link #bodyIsJava}, after the arguments were set: text as long as the body, what is no Java
     * blank, for completion and inspection.
     */
    default String javaOf(String body) {
        return body;
    }

    /**
     * Declarations of what the magic gives to the Java of its body, for completion; after the arguments were set. They stand in place of
     * the magic's line, and those that it has no room for are left out.
     */
    default List<String> declarations() {
        return List.of();
    }

    /** What the word at an offset of a body that is not Java means, as a form such as {@code clamp(x, low, high)} and a sentence. */
    default Optional<BodyWord> describe(String body, int cursor) {
        return Optional.empty();
    }

    /**
     * The help on a word of a body.
     *
     * @param form how it is used
     * @param meaning one sentence or a few
     */
    record BodyWord(String form, String meaning) {}

    /** Whether the body of a cell is a script of the shell, so that paths are proposed in it. */
    default boolean bodyIsShell() {
        return false;
    }

    /** Words to propose in a body that is not Java, besides those that it holds itself. */
    default Collection<String> bodyWords() {
        return List.of();
    }

    /** Words to propose in the code on the line, besides Java's. */
    default Collection<String> codeWords() {
        return List.of();
    }

    /**
     * Which variables may stand in the code on the line, by their types without package, where that is no Java but a formula
     * of the magic's own, in which nothing else has a place; empty if it is Java.
     */
    default Optional<Pattern> formulaTypes() {
        return Optional.empty();
    }

    /** A cell that can be run as it stands and shows what the magic is good for. */
    String example();

    /** A second such cell, for what the first does not show. */
    default Optional<String> furtherExample() {
        return Optional.empty();
    }

    /** Changes how the arguments are parsed, where annotations cannot say it. */
    default void configure(CommandLine arguments) {}

    /**
     * Runs the magic, after its options and parameters were set.
     *
     * @return what the cell shows, rendered as any other result, or null for nothing
     * @throws MagicException for wrong use; other exceptions show as those of the notebook's own code do
     */
    @Nullable
    Object run(MagicCall call) throws Exception;
}
