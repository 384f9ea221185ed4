package org.plegma.device.errors;

import java.util.List;
import java.util.stream.Collectors;

/** OpenCL source did not compile. */
public final class BuildException extends OpenClException {
    private static final long serialVersionUID = 1;

    private final String log;
    private final transient List<Diagnostic> diagnostics;
    private final transient List<String> options;
    private final String source;

    public BuildException(
            String device, String source, List<String> options, String log, List<Diagnostic> diagnostics) {
        super(message(device, options, log, diagnostics), null);
        this.source = source;
        this.options = List.copyOf(options);
        this.log = log;
        this.diagnostics = List.copyOf(diagnostics);
    }

    private static String message(String device, List<String> options, String log, List<Diagnostic> diagnostics) {
        String with = options.isEmpty() ? "" : " with options " + String.join(" ", options);
        String details = diagnostics.isEmpty()
                ? log.strip()
                : diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n"));
        return "The OpenCL source does not compile for " + device + with + ":\n" + details;
    }

    /** The compiler's log, as it was. */
    public String log() {
        return log;
    }

    /** The messages of the log with their places; empty if its format is not known. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    /** The options given to the build. */
    public List<String> options() {
        return options;
    }

    /** The source. */
    public String source() {
        return source;
    }
}
