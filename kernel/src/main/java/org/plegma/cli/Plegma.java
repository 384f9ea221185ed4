package org.plegma.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of {@code plegma.jar}: one subcommand a task, each in a class of its own. */
@Command(name = "plegma", mixinStandardHelpOptions = true, description = "Java notebooks that compile OpenCL.")
public final class Plegma {
    private Plegma() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Plegma()).execute(arguments));
    }
}
