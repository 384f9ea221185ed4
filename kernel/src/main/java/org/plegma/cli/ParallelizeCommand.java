package org.plegma.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.project.ParallelProgram;
import org.plegma.rewrite.project.ProgramParallelizer;
import org.plegma.rewrite.project.ProgramRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a Java program anew, with kernels in place of its parallel loops. */
@Command(
        name = "parallelize",
        mixinStandardHelpOptions = true,
        description = {
            "Write a Java program anew, with OpenCL kernels in place of its loops that are proven parallel and worth it.",
            "What it computes stays the same in every bit; a table tells what was taken and what not, with the reasons."
        })
final class ParallelizeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE|FOLDER", description = "A source file, or the folder of a project, as of Maven.")
    private Path input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            description = "Where the program goes; it has to be empty (default: the input's name with -parallel).")
    private @Nullable Path output;

    @Option(names = "--in-place", description = "Change the input itself.")
    private boolean inPlace;

    @Option(names = "--table", description = "Only show the table, and write nothing.")
    private boolean tableOnly;

    @Option(
            names = "--all",
            description = "Take all loops that are proven parallel, also where copying the data may take longer.")
    private boolean all;

    @Option(
            names = "--inexact",
            description = "Take also sums of real numbers, and functions whose last places a device gives otherwise.")
    private boolean inexact;

    @Option(
            names = "--profile",
            description = "Run the program first and take loops in which it spends its time (Java Flight Recorder).")
    private boolean profile;

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "The class that --profile runs (default: the only one with a main method).")
    private @Nullable String main;

    @Option(names = "--argument", paramLabel = "TEXT", description = "An argument for that run; may be repeated.")
    private List<String> arguments = List.of();

    @Option(
            names = "--recording",
            paramLabel = "FILE.jfr",
            description = "Go by a recording of the Java Flight Recorder that you have made.")
    private @Nullable Path recording;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "The libraries of the program, to compile it for the profile and for the check of what was written.")
    private String classpath = "";

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (profile && recording != null || inPlace && output != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    profile && recording != null
                            ? "--profile makes a recording: leave out --recording"
                            : "--in-place changes the input: leave out --output");
        }
        try {
            Optional<Path> recorded = profile
                    ? Optional.of(ProgramRun.record(input, main, arguments, classpath))
                    : Optional.ofNullable(recording);
            ProgramParallelizer.Options options = new ProgramParallelizer.Options(all, inexact);
            ParallelProgram program = ProgramRun.compiled(input, options, recorded, classpath);
            out.println(program.table().printAll());
            if (program.taken() == 0 || tableOnly) {
                out.println(program.taken() == 0 ? "No loop was taken; nothing was written." : "Nothing was written.");
            } else if (inPlace) {
                program.writeInPlace();
                out.println("Changed " + input + ".");
            } else {
                Path folder = output == null ? beside(input) : output;
                program.write(folder);
                out.println("Wrote " + folder + ". " + program.howToRun());
            }
            out.flush();
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static Path beside(Path input) {
        Path absolute = input.toAbsolutePath().normalize();
        return absolute.resolveSibling(absolute.getFileName().toString().replaceFirst("\\.java$", "") + "-parallel");
    }
}
