package org.plegma.magics;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.expr.hints.Spelling;
import org.plegma.magics.cell.Part;

/** One use of a magic in a cell: how it was called, its code or body, and the notebook around it. */
public final class MagicCall {
    private final NotebookSession notebook;
    private final Part part;
    private final int codeStart;
    private @Nullable Throwable userFailure;

    /**
     * @param codeStart where the code on the magic's line starts within its arguments; their length if there is none
     */
    MagicCall(NotebookSession notebook, Part part, int codeStart) {
        this.notebook = notebook;
        this.part = part;
        this.codeStart = codeStart;
    }

    /** The notebook in which it is called. */
    public NotebookSession notebook() {
        return notebook;
    }

    /** The kernel that runs the notebook: its variables, streams and displays. */
    public Host host() {
        return notebook.host();
    }

    /** Whether it was called as {@code %%name}. */
    public boolean isCell() {
        return part.kind() == Part.Kind.CELL;
    }

    /** The text after the magic's name, as it stands. */
    public String arguments() {
        return part.arguments();
    }

    /** The body of a cell magic; empty for a line magic. */
    public String body() {
        return part.body();
    }

    /** The line of the cell (from 1) on which the body starts. */
    public int bodyLine() {
        return part.bodyLine();
    }

    /** The body below as many empty lines as the cell has above it, so that whoever reads it counts lines as the cell does. */
    public String bodyInPlace() {
        return "\n".repeat(bodyLine() - 1) + body();
    }

    /** The Java code that a magic with {@link Magic#takesJava()} works on. */
    public String code() {
        return isCell() ? body() : lineCode();
    }

    /** The Java code on the magic's own line, after its options. */
    public String lineCode() {
        return part.arguments().substring(codeStart).strip();
    }

    /** The line of the cell (from 1) on which {@link #code()} starts. */
    public int codeLine() {
        return isCell() ? bodyLine() : part.line();
    }

    /** The column (from 1) at which {@link #code()} starts on its line. */
    public int codeColumn() {
        return isCell() ? 1 : part.column(part.argumentsStart() + codeStart);
    }

    /** Runs Java as the notebook would; what it throws is shown as an error of the user's code, not of the magic. */
    public @Nullable Object evaluate(String source, int firstLine) throws Exception {
        return ofUser(() -> host().evaluate(source, firstLine));
    }

    /** Runs a text as a cell of the notebook, magics included; gives its result, null for none. */
    public @Nullable Object runCell(String cell) throws Exception {
        return ofUser(() -> notebook.runCell(cell));
    }

    private @Nullable Object ofUser(Callable<@Nullable Object> code) throws Exception {
        try {
            return code.call();
        } catch (Throwable failure) {
            userFailure = failure;
            throw failure;
        }
    }

    /** The value of a notebook variable; empty if there is none of that name, or it is null. */
    public Optional<Object> variable(String name) {
        return host().variable(name);
    }

    /**
     * The value of a notebook variable.
     *
     * @throws MagicException if there is none of that name, or it is null; names one that may have been meant
     */
    public Object require(String name) {
        return host().variable(name).orElseThrow(() -> {
            List<String> names =
                    host().variables().stream().map(Host.Variable::name).toList();
            if (names.contains(name)) {
                return error("The variable " + name + " is null. Run the cell that gives it a value.");
            }
            String nearest = Spelling.nearest(name, names);
            return error("There is no variable " + name + ". "
                    + (nearest == null ? "Run the cell that makes it." : "Did you mean " + nearest + "?"));
        });
    }

    /** Shows a value at once, in the way results are shown; all of it, also what a search found before it was interrupted. */
    public void show(Object value) {
        boolean interrupted = Thread.interrupted();
        try {
            host().display(Renderers.render(value));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The error to throw for wrong use, pointing at the magic's line. */
    public MagicException error(@Nullable String message) {
        return new MagicException(message, part.line(), part.column(part.start()), null);
    }

    /** Whether this was thrown by code of the user's that the magic ran. */
    boolean isUserFailure(Throwable failure) {
        return failure == userFailure;
    }
}
