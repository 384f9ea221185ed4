package org.plegma.cli;

import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.FileFaults;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Prints what went wrong as a sentence. Faults that a message explains (ours, and those of files) come without a stack
 * trace unless {@code PLEGMA_TRACE} is set; all others are programming errors and come with one.
 */
final class FaultPrinter implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception fault, CommandLine command, @Nullable ParseResult parsed) {
        boolean explained = fault.getClass().getName().startsWith("org.plegma.")
                || fault instanceof FileSystemException
                || fault instanceof UncheckedIOException;
        if (!explained || System.getenv("PLEGMA_TRACE") != null) {
            fault.printStackTrace(command.getErr());
        } else {
            command.getErr().println("plegma: " + FileFaults.message(fault));
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
