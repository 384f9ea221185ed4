package org.plegma.cli;

import java.nio.file.Path;
import java.util.List;
import org.plegma.process.UserHome;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of {@code plegma.jar}: one subcommand a task, each in a class of its own. */
@Command(
        name = "plegma",
        description = "Java notebooks that compile OpenCL.",
        mixinStandardHelpOptions = true,
        versionProvider = Plegma.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchCommand.class,
            DevicesCommand.class,
            DoctorCommand.class,
            InstallCommand.class,
            KernelCommand.class,
            ParallelizeCommand.class,
            RehearseCommand.class,
            HelpCommand.class
        })
public final class Plegma {
    private Plegma() {}

    public static void main(String[] arguments) {
        UserHome.adopt();
        if (arguments.length == 2 && arguments[0].equals(KernelCommand.NAME) && !arguments[1].startsWith("-")) {
            runKernel(Path.of(arguments[1]));
        }
        System.exit(commandLine().execute(arguments));
    }

    /** As Jupyter calls it, without the parser of options, whose classes no archive can hold. */
    private static void runKernel(Path connectionFile) {
        try {
            KernelCommand.run(connectionFile);
        } catch (Exception fault) {
            System.exit(new FaultPrinter().handleExecutionException(fault, commandLine(), null));
        }
    }

    /** The command line with every subcommand; mistakes and faults of ours end it with a sentence, not a stack trace or a manual. */
    static CommandLine commandLine() {
        return new CommandLine(new Plegma())
                .setParameterExceptionHandler(Plegma::tellMistake)
                .setExecutionExceptionHandler(new FaultPrinter());
    }

    private static int tellMistake(ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        List<String> meant =
                mistake instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr()
                .println("plegma: " + String.valueOf(mistake.getMessage()).replaceFirst("[.]$", "")
                        + (meant.isEmpty() ? ". " : "; did you mean " + String.join(" or ", meant) + "? ") + "See "
                        + name + " --help.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Plegma's version, as the build put it into the jar, with that of Java. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Plegma.class.getPackage().getImplementationVersion();
            return new String[] {
                "plegma " + (version == null ? "(not packaged)" : version), "Java " + System.getProperty("java.version")
            };
        }
    }
}
