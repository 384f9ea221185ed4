package org.plegma.kernel;

import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;

/** Functions that every cell can call by their plain names. */
public final class Notebook {
    private static final Pattern TYPE = Pattern.compile("(text|image)/[\\w.+-]+");
    private static volatile @Nullable NotebookHost host;

    private Notebook() {}

    static void install(NotebookHost installed) {
        host = installed;
    }

    private static NotebookHost host() {
        if (host == null) {
            throw new IllegalStateException("This works only in a Plegma notebook.");
        }
        return host;
    }

    /** What was shown by {@link #display(Object)}; as a cell's result it shows nothing more. */
    public record Shown(String id) {
        /** Replaces it by another value, wherever it is on the page. */
        public void update(Object value) {
            Notebook.update(value, id);
        }
    }

    /** Shows a value at once, as a cell's result would be shown: {@code var shown = display(1); shown.update(2);} */
    public static Shown display(Object value) {
        Shown shown = new Shown(UUID.randomUUID().toString());
        display(value, shown.id());
        return shown;
    }

    /**
     * Shows a value under an id, by which {@link #update} replaces it later, also from another cell; or a text as what a type makes of it:
     * {@code display("<b>bold</b>", "text/html")}, {@code text/markdown}, {@code text/latex}, {@code image/svg+xml}.
     */
    public static void display(Object value, String idOrType) {
        if (value instanceof CharSequence text && TYPE.matcher(idOrType).matches()) {
            display(MimeBundle.text(text.toString()).with(idOrType, text.toString()));
        } else {
            host().display(bundle(value), idOrType);
        }
    }

    /** Replaces what was shown under an id. */
    public static void update(Object value, String id) {
        host().update(bundle(value), id);
    }

    /** Clears what the cell has shown so far. */
    public static void clearOutput() {
        clearOutput(false);
    }

    /** Shows a value in the front end's pager, beside the notebook, when the cell has ended. */
    public static void page(Object value) {
        host().page(bundle(value));
    }

    /**
     * Clears what the cell has shown so far.
     *
     * @param wait whether to wait for the next output, which avoids flicker in animations
     */
    public static void clearOutput(boolean wait) {
        host().clearOutput(wait);
    }

    /** Asks the user for a line of text. */
    public static String input(String prompt) throws IOException {
        return host().input(prompt, false);
    }

    /** Asks the user for a line of text that is not shown while it is typed. */
    public static String password(String prompt) throws IOException {
        return host().input(prompt, true);
    }

    /** Whether errors show all frames of the stack; at first they show those in cells only. */
    public static void showStackTraces(boolean show) {
        host().showStackTraces(show);
    }

    private static MimeBundle bundle(Object value) {
        return value instanceof MimeBundle bundle ? bundle : Renderers.render(value);
    }
}
