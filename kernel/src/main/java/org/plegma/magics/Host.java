package org.plegma.magics;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/**
 * What a magic may ask of the notebook that it runs in: Plegma's own kernel, a stock JJava or a stock IJava.
 *
 * <p>All methods are called on the thread that executes the cell.
 */
public interface Host {

    /**
     * Evaluates Java source as the notebook would: snippets in order, the value of the last expression as the result.
     *
     * @param source one or more snippets
     * @param firstLine the line of the cell (from 1) at which {@code source} starts, so that errors point into the cell
     * @return the value of the last snippet if it is an expression, else null
     * @throws Exception whatever the user's code threw, or an exception that describes the compile error
     */
    @Nullable
    Object evaluate(String source, int firstLine) throws Exception;

    /**
     * Declares (or redeclares) a notebook variable that holds {@code value}.
     *
     * @param type a Java type as one would write it in a declaration, fully qualified
     */
    void bind(String name, String type, Object value) throws Exception;

    /** The value of a notebook variable; empty if no variable has that name or its value is null. */
    Optional<Object> variable(String name);

    /** The declared variables, in the order of declaration. */
    List<Variable> variables();

    /** The sources of the methods that cells declared, without those that were declared again. */
    default List<String> methods() {
        return List.of();
    }

    /** Shows a result at once, without ending the cell. */
    void display(MimeBundle bundle);

    /** Shows a result under an id, by which {@link #update} replaces it later. */
    void display(MimeBundle bundle, String displayId);

    /** Replaces what was shown under {@code displayId}, wherever it is on the page. */
    void update(MimeBundle bundle, String displayId);

    /** The notebook's standard output. */
    PrintStream out();

    /** Adds jars or class folders to what cells compile and run against. */
    void addToClasspath(List<Path> entries) throws Exception;

    /** The entries added so far, in order. */
    List<Path> classpath();

    /**
     * Nanoseconds that compiled code of cells has run so far in this notebook, by which {@code %time} tells running from
     * compiling; negative if the host cannot tell.
     */
    default long runNanos() {
        return -1;
    }

    /**
     * Puts a text in place of the cell that runs, for the user to go on with.
     *
     * @throws MagicException if the front end cannot
     */
    default void replaceCell(String text) {
        throw new MagicException("This kernel cannot put a text into a cell. Its text is:\n" + text);
    }

    /**
     * The cells that ran, the oldest first.
     *
     * @param earlierSessions whether those of earlier sessions are wanted, too
     */
    default List<PastCell> history(boolean earlierSessions) {
        throw new MagicException("This kernel does not tell what ran in it.");
    }

    /** Forgets all variables, methods, classes and imports that cells declared. */
    default void reset() {
        throw new MagicException("This kernel cannot forget what cells declared. Restart it.");
    }

    /** Sets whether errors of cells show their whole stack trace. */
    default void showStackTraces(boolean shown) {
        throw new MagicException("This kernel decides itself what its errors show.");
    }

    /**
     * A cell that ran.
     *
     * @param session the number of its session; the latest is the highest
     * @param number its number in the session, from 1
     * @param source its text
     */
    record PastCell(int session, int number, String source) {}

    /**
     * A declared variable.
     *
     * @param name its name
     * @param type its declared type as source, for example {@code float[]} or {@code List<String>}
     */
    record Variable(String name, String type) {}
}
