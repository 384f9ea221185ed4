package org.plegma.rewrite.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * A program whose loops were looked at.
 *
 * @param input a source file, or the folder of a project
 * @param rows one for each loop that was looked at, in the order of the files
 * @param files the files that differ from the input or are new, each by its path within the folder
 */
public record ParallelProgram(Path input, List<Row> rows, Map<Path, String> files) {
    /**
     * A loop.
     *
     * @param share the part of the program's time that is spent in it; NaN without a profile
     * @param growth how work and data grow
     * @param reason why it was taken, or not
     * @param name of its kernels; empty if it was not taken
     */
    public record Row(
            Path file,
            int line,
            String method,
            String loop,
            double share,
            String growth,
            boolean taken,
            String reason,
            String name) {}

    public ParallelProgram {
        rows = List.copyOf(rows);
        files = Map.copyOf(files);
    }

    /** How many loops have become kernels. */
    public long taken() {
        return rows.stream().filter(Row::taken).count();
    }

    /** What was taken and what not, with the reasons. */
    public Table table() {
        StringColumn places = StringColumn.create("loop");
        StringColumn methods = StringColumn.create("method");
        StringColumn texts = StringColumn.create("text");
        StringColumn shares = StringColumn.create("time");
        StringColumn growths = StringColumn.create("estimate");
        StringColumn verdicts = StringColumn.create("taken");
        StringColumn reasons = StringColumn.create("reason");
        for (Row row : rows) {
            places.append(row.file().getFileName() + ":" + row.line());
            methods.append(row.method());
            texts.append(row.loop());
            shares.append(Double.isNaN(row.share()) ? "" : Math.round(100 * row.share()) + " %");
            growths.append(row.growth());
            verdicts.append(row.taken() ? "yes" : "no");
            reasons.append(row.reason());
        }
        return Table.create(
                "loops of " + input.getFileName(), places, methods, texts, shares, growths, verdicts, reasons);
    }

    /**
     * Writes the program into a folder: all files of a project, or the file with those that it needs.
     *
     * @throws IllegalArgumentException if the folder is not empty, or is the input's
     */
    public void write(Path folder) {
        Path root = root();
        if (folder.toAbsolutePath().normalize().startsWith(root.toAbsolutePath().normalize())
                && Files.isDirectory(input)) {
            throw new IllegalArgumentException("The output " + folder + " is within the input " + input
                    + ". Name another folder, or ask for the input itself to be changed.");
        }
        try {
            if (Files.exists(folder)) {
                try (Stream<Path> there = Files.list(folder)) {
                    if (there.findAny().isPresent()) {
                        throw new IllegalArgumentException(
                                "The output " + folder + " is not empty. Name another folder, or empty it.");
                    }
                }
            }
            Files.createDirectories(folder);
            if (Files.isDirectory(input)) {
                copy(root, folder);
            } else {
                Files.copy(input, folder.resolve(input.getFileName()));
            }
            writeInto(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the input itself. */
    public void writeInPlace() {
        try {
            writeInto(root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path root() {
        return root(input);
    }

    /** The folder of a program: that which was named, or where its one file is. */
    static Path root(Path input) {
        return Files.isDirectory(input)
                ? input
                : Objects.requireNonNull(input.toAbsolutePath().getParent(), "a file lies in a folder");
    }

    /** How the written program is compiled and run, a sentence. */
    public String howToRun() {
        String jar = ProgramRun.plegma();
        return isMaven()
                ? "Its pom.xml has Plegma as a dependency, in " + MavenProject.JAR + "."
                : "Compile and run it with " + jar + " on the class path.";
    }

    private boolean isMaven() {
        return files.containsKey(Path.of("pom.xml"));
    }

    private void writeInto(Path folder) throws IOException {
        Path jar = Path.of(ProgramRun.plegma());
        if (isMaven() && Files.isRegularFile(jar)) {
            Files.createDirectories(folder.resolve(MavenProject.JAR).getParent());
            Files.copy(jar, folder.resolve(MavenProject.JAR), StandardCopyOption.REPLACE_EXISTING);
        }
        for (Map.Entry<Path, String> each : files.entrySet()) {
            Path file = folder.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
        }
    }

    /** Copies a project without what was built. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (!folder.equals(from) && ProgramParallelizer.isLeftOut(folder)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
