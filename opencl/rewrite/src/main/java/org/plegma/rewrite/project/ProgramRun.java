package org.plegma.rewrite.project;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles and runs programs: for a profile, and to see that javac takes what was written. */
public final class ProgramRun {
    private ProgramRun() {}

    /**
     * A program whose text, as it would be written, javac takes: loops of which it does not, as those with variables that may
     * have no value yet, are given back.
     *
     * @param libraries class path of the program
     */
    public static ParallelProgram compiled(
            Path input, ProgramParallelizer.Options options, Optional<Path> recording, String libraries) {
        Map<String, String> rejected = new HashMap<>(options.rejected());
        while (true) {
            ParallelProgram program = ProgramParallelizer.of(
                    input, new ProgramParallelizer.Options(options.all(), options.inexact(), rejected), recording);
            if (program.taken() == 0) {
                return program;
            }
            Path folder = temporary();
            try {
                program.write(folder.resolve("source"));
                int before = rejected.size();
                for (Diagnostic<? extends JavaFileObject> fault :
                        compile(folder.resolve("source"), folder.resolve("classes"), libraries)) {
                    place(fault, program)
                            .ifPresent(place -> rejected.put(
                                    place,
                                    "javac says of the call in its place: "
                                            + fault.getMessage(null)
                                                    .lines()
                                                    .findFirst()
                                                    .orElse("")));
                }
                if (rejected.size() == before) {
                    return program;
                }
            } finally {
                delete(folder);
            }
        }
    }

    /** The loop that is called in the line of a fault. */
    private static Optional<String> place(Diagnostic<? extends JavaFileObject> fault, ParallelProgram program) {
        if (fault.getSource() == null) {
            return Optional.empty();
        }
        try {
            String line = fault.getSource()
                    .getCharContent(true)
                    .toString()
                    .lines()
                    .skip(Math.max(0, fault.getLineNumber() - 1))
                    .findFirst()
                    .orElse("");
            return program.rows().stream()
                    .filter(row ->
                            row.taken() && line.matches(".*\\b" + FileRewriter.LOOPS + "\\." + row.name() + "\\..*"))
                    .map(row -> row.file().getFileName() + ":" + row.line())
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs a program with the Java Flight Recorder.
     *
     * @param main the class to run; null for the only one with a {@code main}
     * @return the recording, which is there until this process ends
     * @throws IllegalArgumentException if the program does not compile, or ends with an error
     */
    public static Path record(Path input, @Nullable String main, List<String> arguments, String libraries) {
        Path folder = temporary();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        List<Diagnostic<? extends JavaFileObject>> faults = compile(input, folder.resolve("classes"), libraries);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("The program does not compile: "
                    + faults.get(0).getMessage(null) + ". Name its libraries by --classpath.");
        }
        String type = main == null ? onlyMain(input) : main;
        Path recording = folder.resolve("recording.jfr");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:StartFlightRecording=settings=profile,filename=" + recording,
                "-Xlog:jfr*=off",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + libraries,
                type));
        command.addAll(arguments);
        try {
            int status = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalArgumentException("The program " + type + " ended with status " + status + ".");
            }
            return recording;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String onlyMain(Path input) {
        List<String> mains = ProgramParallelizer.mains(input);
        if (mains.size() != 1) {
            throw new IllegalArgumentException(
                    mains.isEmpty()
                            ? "No class has a main method."
                            : "Several classes have a main method: " + String.join(", ", mains)
                                    + ". Name one by --main.");
        }
        return mains.get(0);
    }

    /** What javac says against the sources of a folder, or a file; empty if it compiles them. */
    static List<Diagnostic<? extends JavaFileObject>> compile(Path input, Path classes, String libraries) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalArgumentException("This Java has no compiler. Run on a JDK.");
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
            Files.createDirectories(classes);
            String path = libraries.isEmpty() ? plegma() : libraries + File.pathSeparator + plegma();
            List<String> options = List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", path);
            compiler.getTask(
                            null,
                            files,
                            found,
                            options,
                            null,
                            files.getJavaFileObjectsFromPaths(ProgramParallelizer.files(input)))
                    .call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .<Diagnostic<? extends JavaFileObject>>map(each -> each)
                .toList();
    }

    /** The jar, or the folder, with Plegma's classes. */
    static String plegma() {
        try {
            return Path.of(ProgramRun.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("plegma-parallelize");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
