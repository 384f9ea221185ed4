package org.plegma.display.page;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.KernelFaultException;

/**
 * A failure to show: what it is, its message, its causes, and for OpenCL source the lines that did not compile with carets.
 * No stack trace unless asked.
 */
public final class ErrorView {
    private static final int MOST_MESSAGES = 10;
    private static final int CONTEXT = 2;

    private final Throwable failure;
    private final boolean stackTrace;

    private ErrorView(Throwable failure, boolean stackTrace) {
        this.failure = failure;
        this.stackTrace = stackTrace;
    }

    /** A failure, freed of the wrappers that reflection and thread pools put around it. */
    public static ErrorView of(Throwable failure) {
        Throwable inner = Objects.requireNonNull(failure);
        while (isWrapper(inner) && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return new ErrorView(inner, false);
    }

    /** With the stack trace, or without it. */
    public ErrorView stackTrace(boolean shown) {
        return new ErrorView(failure, shown);
    }

    /** The error, as a cell shows it. */
    public MimeBundle render() {
        Html html = new Html();
        Element head = html.root.appendElement("div").addClass("plegma-error");
        head.appendElement("b").attr("style", "color:" + TextColors.RED).text(name());
        head.appendText(": " + message());
        if (source() != null) {
            source().appendTo(html.root);
        }
        causes().forEach(html::note);
        if (stackTrace) {
            Element pre = html.root.appendElement("pre").addClass("plegma-code");
            pre.appendElement("span").addClass("plegma-line").text(trace());
        }
        return MimeBundle.text(text(false)).with(MimeBundle.HTML, html.toString());
    }

    /** The kind of the failure and its message. */
    public String line() {
        return name() + ": " + message();
    }

    /** The failure as lines with ANSI colours, which is how Jupyter wants tracebacks. */
    public List<String> ansi() {
        return text(true).lines().toList();
    }

    private String text(boolean ansi) {
        List<String> parts = new ArrayList<>();
        parts.add((ansi ? new SourceToken(SourceToken.Kind.ERROR, name()).ansi() : name()) + ": " + message());
        SourceView source = source();
        if (source != null) {
            parts.add(ansi ? source.ansi() : source.text());
        }
        parts.addAll(causes());
        if (stackTrace) {
            parts.add(trace());
        }
        return String.join("\n", parts);
    }

    private String name() {
        String simple = failure.getClass().getSimpleName();
        return simple.isEmpty() ? failure.getClass().getName() : simple;
    }

    private String message() {
        String message = message(failure);
        if (message.isBlank()) {
            return "no message";
        }
        // What the compiler says stands at its place in the source instead.
        return source() == null ? message : message.lines().findFirst().orElseThrow();
    }

    private @Nullable SourceView source() {
        if (failure instanceof KernelFaultException fault && fault.diagnostic() != null) {
            return SourceView.of(fault.source())
                    .diagnostics(List.of(fault.diagnostic()))
                    .excerpt(CONTEXT);
        }
        if (!(failure instanceof BuildException build) || build.diagnostics().isEmpty()) {
            return null;
        }
        List<Diagnostic> messages = build.diagnostics().stream()
                .sorted(Comparator.comparing(Diagnostic::severity)) // errors first
                .limit(MOST_MESSAGES)
                .toList();
        return SourceView.of(build.source()).diagnostics(messages).excerpt(CONTEXT);
    }

    /** One line a cause, and one if there are more messages of the compiler than shown. */
    private List<String> causes() {
        List<String> lines = new ArrayList<>();
        if (failure instanceof BuildException build && build.diagnostics().size() > MOST_MESSAGES) {
            int more = build.diagnostics().size() - MOST_MESSAGES;
            lines.add("… and " + Numbers.counted(more, "more message") + ".");
        }
        Throwable previous = failure;
        for (Throwable cause = failure.getCause(); cause != null && lines.size() < MOST_MESSAGES; ) {
            if (!message(previous).contains(message(cause))) {
                lines.add("Caused by " + cause.getClass().getSimpleName() + ": " + message(cause));
            }
            previous = cause;
            cause = cause.getCause();
        }
        return lines;
    }

    /** The message; empty if there is none. Exceptions of the user's own may fail at it. */
    private static String message(Throwable failure) {
        try {
            return Objects.requireNonNullElse(failure.getMessage(), "");
        } catch (RuntimeException | StackOverflowError another) {
            return "its getMessage() throws " + another.getClass().getSimpleName();
        }
    }

    private String trace() {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString().stripTrailing();
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof InvocationTargetException
                || failure instanceof UndeclaredThrowableException
                || failure instanceof ExecutionException
                || failure instanceof CompletionException;
    }
}
