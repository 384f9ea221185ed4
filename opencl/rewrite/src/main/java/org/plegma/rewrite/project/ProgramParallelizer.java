package org.plegma.rewrite.project;

import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.project.FileRewriter.Taken;
import org.plegma.rewrite.project.ParallelProgram.Row;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.JavaParsers;

/**
 * Makes kernels of the loops of a whole program, each that is proven to be parallel and is worth it, by the time that a profile
 * saw in it and by how its work grows. The program computes the same bits: sums of real numbers, which a device adds in another
 * order, and functions whose last places differ, stay Java unless they are asked for.
 */
public final class ProgramParallelizer {
    /** A loop in which less of the time is spent is left as it is. */
    private static final double LEAST_SHARE = 0.05;

    /** Functions of {@code Math} that give the same bits everywhere. */
    private static final Set<String> EXACT = Set.of(
            "abs",
            "min",
            "max",
            "sqrt",
            "floor",
            "ceil",
            "rint",
            "round",
            "signum",
            "copySign",
            "fma",
            "floorDiv",
            "floorMod");

    private static final Set<String> BUILT = Set.of("target", "build", "out", ".git", ".idea", ".gradle");

    private final Path input;
    private final Options options;
    private final Optional<Profile> profile;
    private final List<Row> rows = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * What is taken.
     *
     * @param all also loops that the estimate finds not worth copying their data
     * @param inexact also loops whose results may differ in their last places
     * @param rejected loops that are not to be taken, as {@code File.java:12}, with the reasons
     */
    public record Options(boolean all, boolean inexact, Map<String, String> rejected) {
        public Options(boolean all, boolean inexact) {
            this(all, inexact, Map.of());
        }
    }

    private ProgramParallelizer(Path input, Options options, Optional<Profile> profile) {
        this.input = input;
        this.options = options;
        this.profile = profile;
    }

    /**
     * Looks at the loops of a program.
     *
     * @param input a source file, or a folder with a project: all its sources but tests
     * @param recording of a run of the program by the Java Flight Recorder; empty to go by the estimate alone
     * @throws IllegalArgumentException if there is no source, or one is not Java
     */
    public static ParallelProgram of(Path input, Options options, Optional<Path> recording) {
        return new ProgramParallelizer(input, options, recording.map(Profile::of)).run();
    }

    private record SourceFile(Path path, String text, CompilationUnit unit, List<Taken> taken) {}

    private ParallelProgram run() {
        List<SourceFile> sources = new ArrayList<>();
        for (Path file : files(input)) {
            String text = read(file);
            CompilationUnit unit = parse(file, text);
            List<Taken> taken = new ArrayList<>();
            LoopFinder.loops(unit, text).forEach(loop -> decide(file, loop, taken));
            sources.add(new SourceFile(file, text, unit, taken));
        }
        Path root = ParallelProgram.root(input);
        Map<Path, String> written = new LinkedHashMap<>();
        Map<Path, List<SourceFile>> folders = new LinkedHashMap<>();
        sources.forEach(each -> folders.computeIfAbsent(each.path.getParent(), key -> new ArrayList<>())
                .add(each));
        boolean any = sources.stream().anyMatch(each -> !each.taken.isEmpty());
        folders.forEach((folder, all) -> {
            boolean here = all.stream().anyMatch(each -> !each.taken.isEmpty());
            String opens = here
                    ? FileRewriter.LOOPS + ".open();"
                    : any ? "org.plegma.rewrite.parallel.ProgramLoop.open();" : "";
            for (SourceFile each : all) {
                String text = FileRewriter.write(each.unit, each.text, each.taken, opens);
                if (!text.equals(each.text)) {
                    written.put(root.relativize(absolute(root, each.path)), text);
                }
            }
            if (here) {
                loops(root.relativize(absolute(root, folder)), all, written);
            }
        });
        if (any && Files.exists(root.resolve("pom.xml")) && Files.isDirectory(input)) {
            written.put(Path.of("pom.xml"), MavenProject.withPlegma(read(root.resolve("pom.xml"))));
        }
        return new ParallelProgram(input, rows, written);
    }

    private static Path absolute(Path root, Path file) {
        return root.isAbsolute() ? file.toAbsolutePath() : file;
    }

    private void loops(Path folder, List<SourceFile> all, Map<Path, String> written) {
        List<Taken> taken = new ArrayList<>();
        List<String> places = new ArrayList<>();
        StringBuilder kernels = new StringBuilder();
        for (SourceFile source : all) {
            for (Taken each : source.taken) {
                taken.add(each);
                places.add(source.path.getFileName() + ":" + each.loop().line());
                kernels.append("// " + places.get(places.size() - 1) + "\n"
                        + each.code().source() + "\n");
            }
        }
        Path java = folder.resolve(FileRewriter.LOOPS + ".java");
        Path root = ParallelProgram.root(input);
        if (Files.exists(root.resolve(java))) {
            throw new IllegalArgumentException(
                    java + " is there already: this program was written by plegma parallelize. Take the first one.");
        }
        String packageName = all.get(0)
                .unit
                .getPackageDeclaration()
                .map(each -> each.getNameAsString())
                .orElse("");
        written.put(java, FileRewriter.loops(packageName, taken, places));
        written.put(folder.resolve(FileRewriter.LOOPS + ".cl"), kernels.toString());
    }

    static boolean isLeftOut(Path folder) {
        return BUILT.contains(String.valueOf(folder.getFileName()));
    }

    /** The sources of a program, in order. */
    static List<Path> files(Path input) {
        if (!Files.exists(input)) {
            throw new IllegalArgumentException("There is no file or folder " + input + ".");
        }
        if (!Files.isDirectory(input)) {
            return List.of(input);
        }
        try (Stream<Path> all = Files.walk(input)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("module-info.java") && !file.endsWith("package-info.java"))
                    .filter(file -> {
                        Path inside = input.relativize(file);
                        for (Path part : inside) {
                            if (isLeftOut(part)) {
                                return false;
                            }
                        }
                        return !inside.toString().replace('\\', '/').matches("(.*/)?src/test/.*");
                    })
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("There is no Java source in " + input + ".");
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + file + " cannot be read as UTF-8.", e);
        }
    }

    private static CompilationUnit parse(Path file, String text) {
        ParserConfiguration configuration = new ParserConfiguration();
        configuration.setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17);
        configuration.setTabSize(1);
        ParseResult<CompilationUnit> result = JavaParsers.of(configuration).parse(text);
        return result.getResult()
                .filter(unit -> result.isSuccessful())
                .orElseThrow(() -> new IllegalArgumentException(
                        file + " is not Java 17: " + result.getProblem(0).getVerboseMessage()));
    }

    private void decide(Path file, FoundLoop loop, List<Taken> taken) {
        double share = profile.map(known -> known.share(loop)).orElse(Double.NaN);
        Complexity growth = Complexity.of(loop.text(), loop.methods());
        String place = file.getFileName() + ":" + loop.line();
        String no = null;
        boolean lookInside = false;
        ParallelCode code = null;
        if (share < LEAST_SHARE) {
            no = "less than " + Math.round(100 * LEAST_SHARE) + " % of the time is spent here";
        } else if (options.rejected().containsKey(place)) {
            no = options.rejected().get(place);
        } else {
            try {
                code = ParallelCode.of(
                        name(loop),
                        loop.text(),
                        loop.types(),
                        FileRewriter.called(loop),
                        new ParallelCode.Options(false, false));
                Optional<String> inexact = options.inexact() ? Optional.empty() : Exactness.whyNot(code, loop, EXACT);
                if (inexact.isPresent()) {
                    no = inexact.get() + ": --inexact takes it";
                    lookInside = true;
                } else if (!growth.isWorthCopying() && !options.all()) {
                    no = "each element is worked on a few times only, so that copying it takes longer: --all takes it";
                }
            } catch (NotParallelException e) {
                no = reason(e, loop);
                lookInside = true;
            } catch (CodeException e) {
                no = String.valueOf(e.getMessage()).lines().findFirst().orElse("not read");
                lookInside = true;
            }
        }
        String why = no != null
                ? no
                : "proven parallel; " + (profile.isEmpty() ? "" : Math.round(100 * share) + " % of the time, ")
                        + (growth.isWorthCopying() ? "the work grows faster than the data" : "asked for");
        String name = no == null && code != null ? code.name() : "";
        rows.add(new Row(
                file, loop.line(), loop.method(), loop.head(), share, growth.toString(), no == null, why, name));
        if (no == null && code != null) {
            names.add(name);
            taken.add(new Taken(loop, name, code));
        } else if (lookInside) {
            loop.inner().forEach(inner -> decide(file, inner, taken));
        }
    }

    /** The classes with a {@code main}, by their binary names. */
    static List<String> mains(Path input) {
        List<String> mains = new ArrayList<>();
        for (Path file : files(input)) {
            parse(file, read(file)).findAll(MethodDeclaration.class).stream()
                    .filter(FileRewriter::isMain)
                    .map(main -> main.findAncestor(TypeDeclaration.class)
                            .flatMap(type -> ((TypeDeclaration<?>) type).getFullyQualifiedName())
                            .orElse(""))
                    .forEach(mains::add);
        }
        return mains;
    }

    private static String reason(NotParallelException e, FoundLoop loop) {
        NotParallelException.Reason first = e.reasons().get(0);
        return first.place().isKnown() && first.place().line() != loop.line()
                ? "line " + first.place().line() + ": " + first.text()
                : first.text();
    }

    /** A name after the method. */
    private String name(FoundLoop loop) {
        String base = loop.method().matches("[A-Za-z][A-Za-z0-9]*") ? loop.method() : "loop";
        String name = base.matches("main|open") ? base + "Loop" : base;
        for (int i = 2; names.contains(name); i++) {
            name = base + i;
        }
        return name;
    }
}
