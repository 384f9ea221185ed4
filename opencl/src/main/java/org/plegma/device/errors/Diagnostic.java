package org.plegma.device.errors;

/**
 * One message of the OpenCL compiler.
 *
 * @param line line of the source from 1; 0 if the message has no place
 * @param column column from 1; 0 if unknown
 * @param severity error, warning or note
 * @param message what the compiler says
 */
public record Diagnostic(int line, int column, Severity severity, String message) {
    /** How bad it is. */
    public enum Severity {
        ERROR,
        WARNING,
        NOTE
    }

    /** For example {@code line 3, column 7: error: use of undeclared identifier 'x'}. */
    @Override
    public String toString() {
        String place = line == 0 ? "" : "line " + line + (column == 0 ? "" : ", column " + column) + ": ";
        return place + severity.name().toLowerCase(java.util.Locale.ROOT) + ": " + message;
    }
}
