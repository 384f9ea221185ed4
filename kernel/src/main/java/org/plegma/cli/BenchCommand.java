package org.plegma.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.timeline.Timeline;
import org.plegma.display.results.MeasureViews;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.DealtCases;
import org.plegma.tune.EqualDevices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Times the standard cases of kernel families, each checked for correctness before its time counts. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Time the cases of kernel families and check what they compute.",
            "Each case is printed, and the files are written, as soon as it is measured.",
            "Exit code 1 if a result is wrong; its time is not shown."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  plegma bench stencil --list",
            "  plegma bench stencil --case '5-point*'             both types, all methods",
            "  plegma bench stencil --case '*steps=100' --method 'blocked*' --method direct",
            "  plegma bench stencil --case 7-point --type double --record run.h5",
            "  plegma bench stencil --devices 0,1 --record slabs.h5   slabs on two devices, against one",
            "  plegma bench gemm --record gemm.h5 --resume --stop-after 500   part by part",
            "  plegma bench gemm --shard 1/4 --record gemm-1.h5   a quarter of the cases, for one of four jobs",
            "  plegma bench merge gemm-*.h5 --record gemm.h5      the quarters as one record",
            "  plegma bench gemm --slurm 4 > gemm.sh              a job array that does so"
        },
        subcommands = BenchMergeCommand.class)
final class BenchCommand implements Callable<Integer> {
    /** On a terminal the bar of progress is in the line. */
    private static final String WIPE_LINE = System.console() == null ? "" : "\r\u001b[K";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FAMILY", description = "Families of kernels; --list names them.")
    private List<String> families = List.of();

    @Option(names = "--list", description = "List the families, or the cases of those named, and measure nothing.")
    private boolean list;

    @Option(
            names = "--case",
            paramLabel = "GLOB",
            description =
                    "Only cases whose name matches, alone or with its parameters, for example 'copy' or 'star radius=4*'. May be repeated.")
    private List<String> patterns = List.of();

    @Option(
            names = "--method",
            paramLabel = "GLOB",
            description = "Only cases computed in this way, for example 'direct' or 'blocked(*)'. May be repeated.")
    private List<String> methods = List.of();

    @Option(names = "--type", paramLabel = "TYPE", description = "Only cases of this type, for example float.")
    private @Nullable String type;

    @Option(
            names = "--shape",
            paramLabel = "GLOB",
            description = "Only cases of such a size, for example 512x512x512 or '8192x*'. May be repeated.")
    private List<String> shapes = List.of();

    @Option(names = "--device", paramLabel = "NAME", description = "The device, by index or by part of its name.")
    private @Nullable String device;

    @Option(
            names = "--devices",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Several devices together, for example 0,1 or 0-7 or all: cases that one of them computes, and all.")
    private List<String> devices = List.of();

    @Option(
            names = "--deal",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Several equal devices, for example 0,1 or 0-7: the cases of one device, dealt out to them. What is limited by the"
                            + " host is slower then.")
    private List<String> dealt = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Write one JSON object a case, in an array.")
    private @Nullable Path json;

    @Option(
            names = "--record",
            paramLabel = "FILE.h5",
            description = "Write a record: measurements with all samples, settings and provenance, as HDF5.")
    private @Nullable Path record;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of random inputs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Longest time of a case's timed runs (default: ${DEFAULT-VALUE}).")
    private double timeLimit;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "0.1",
            description = "Untimed runs of a case before its timed ones (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(
            names = "--stop-after",
            paramLabel = "SECONDS",
            description = "Begin no further case after so many seconds (default: measure all).")
    private @Nullable Double stopAfter;

    @Option(
            names = "--timelines",
            paramLabel = "FOLDER",
            description = "Has cases that can tell what ran when (streams) run once more, and writes it as CSV.")
    private @Nullable Path timelines;

    @Option(names = "--resume", description = "Measure only what the file of --record does not hold yet, and add it.")
    private boolean resume;

    @Option(names = "--replace", description = "Write the files of --record and --json anew if they are there already.")
    private boolean replace;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            converter = Shard.Converter.class,
            description = "Only each N-th case, from the I-th on: of N jobs with 1/N to N/N each case is in one.")
    private @Nullable Shard shard;

    @Option(
            names = "--slurm",
            paramLabel = "N",
            description = "Measure nothing, but print a script for sbatch: an array of N jobs for the cases, their"
                    + " shards, and how to merge these.")
    private @Nullable Integer slurm;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (families.isEmpty()) {
            if (!list) {
                throw new ParameterException(
                        spec.commandLine(), "Name a family of kernels to measure; plegma bench --list shows them.");
            }
            BenchFamily.all().forEach(f -> out.printf(Locale.ROOT, "%-17s %s%n", f.name(), f.description()));
            return 0;
        }
        checkSeconds("--time-limit", timeLimit, timeLimit > 0);
        checkSeconds("--warm-up", warmUp, warmUp >= 0);
        checkSeconds("--stop-after", stopAfter, stopAfter == null || stopAfter >= 0);
        if (slurm != null) {
            out.print(slurmScript(slurm));
            out.flush(); // only lines that println writes go out by themselves
            return 0;
        }
        List<Device> chosen = devices();
        List<BenchCase> cases = cases(dealt.isEmpty() ? chosen : chosen.subList(0, 1));
        if (list) {
            cases.forEach(c -> out.println(c.work()));
            return 0;
        }
        System.setProperty(
                Provenance.COMMAND_PROPERTY,
                "plegma " + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        if (resume && record == null) {
            throw new ParameterException(
                    spec.commandLine(), "--resume needs --record FILE.h5, which is to be completed.");
        }
        checkReplaced();
        try (Session session = Session.open(chosen.toArray(Device[]::new))) {
            return measure(session, cases);
        }
    }

    /** What was measured before is not lost without a word for it; told before anything is measured. */
    private void checkReplaced() {
        if (resume && replace) {
            throw new ParameterException(spec.commandLine(), "Give --resume or --replace, not both.");
        }
        boolean resumed = resume && record != null && Files.exists(record);
        if (!replace && !resumed) {
            BenchFiles.refuseToReplace(spec.commandLine(), ", or --resume to add to the record", record, json);
        }
    }

    /** In a file that is named after the case, its parameters and its type, too: a run has several that differ in one of these. */
    static void keep(Path folder, Work work, Timeline timeline) {
        String name = work.toString().replaceAll("[^A-Za-z0-9.]+", "-");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        timeline.save(folder.resolve(name + ".csv"));
    }

    private List<Device> devices() {
        List<String> several = dealt.isEmpty() ? devices : dealt;
        if (several.isEmpty()) {
            return List.of(device == null ? Devices.preferred() : Devices.find(device));
        }
        boolean isAlone = device == null && (dealt.isEmpty() || devices.isEmpty());
        List<Device> found = Devices.findAll(String.join(",", several));
        if (!isAlone || found.stream().distinct().count() < found.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    !isAlone
                            ? "Give --device for one device, --devices for several together, or --deal for equal ones,"
                                    + " not both."
                            : (dealt.isEmpty() ? "--devices" : "--deal") + " names a device twice: "
                                    + String.join(",", several) + ".");
        }
        return found;
    }

    /** A bench on each of the equal devices that cases are dealt out to. */
    private List<Bench> equalBenches(Session session) {
        EqualDevices equal = EqualDevices.of(session);
        if (!equal.left().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--deal needs equal devices, or times cannot be compared. " + String.join(" ", equal.left()));
        }
        return equal.sessions().stream().map(this::bench).toList();
    }

    private Bench bench(Session session) {
        Bench bench = new Bench(session).seed(seed).timeLimit(timeLimit).warmUp(warmUp);
        Path folder = timelines;
        return folder == null ? bench : bench.timelines((work, timeline) -> keep(folder, work, timeline));
    }

    private void checkSeconds(String option, @Nullable Double seconds, boolean right) {
        if (!right) {
            throw new ParameterException(
                    spec.commandLine(), option + " needs a positive number of seconds, found " + seconds + ".");
        }
    }

    private int measure(Session session, List<BenchCase> cases) {
        PrintWriter out = spec.commandLine().getOut();
        long start = System.nanoTime();
        BenchFiles files = new BenchFiles(campaign(session), json, record);
        List<BenchCase> left = resume ? resumed(files, cases) : cases;
        List<Bench> benches = dealt.isEmpty() ? List.of(bench(session)) : equalBenches(session);
        DealtCases.run(benches, left, measured -> {
            files.add(measured);
            out.println(WIPE_LINE + "[" + files.measurements().size() + "] " + MeasureViews.line(measured));
            out.flush();
            return stopAfter == null || System.nanoTime() - start < stopAfter * 1e9;
        });
        files.write();
        List<Measurement> measurements = files.measurements();
        out.println(MeasureViews.measurements(measurements));
        for (String family : families) {
            BenchFamily.find(family).remarks(measurements).forEach(out::println);
        }
        out.flush();
        Set<Work> done = measurements.stream().map(Measurement::work).collect(Collectors.toSet());
        long missing = cases.stream().filter(c -> !done.contains(c.work())).count();
        if (missing > 0) {
            spec.commandLine()
                    .getErr()
                    .println("plegma: stopped after " + stopAfter + " s with " + missing + " of " + cases.size()
                            + " cases not measured; with --record and --resume the same command goes on.");
        }
        return measurements.stream().allMatch(Measurement::valid) ? 0 : 1;
    }

    private List<BenchCase> resumed(BenchFiles files, List<BenchCase> cases) {
        try {
            return files.resume(cases);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private Campaign campaign(Session session) {
        return new Campaign("plegma bench " + String.join(" ", families))
                .setting("families", String.join(" ", families))
                .setting("cases", String.join(" ", patterns))
                .setting("methods", String.join(" ", methods))
                .setting("shapes", String.join(" ", shapes))
                .setting("shard", shard == null ? "" : shard.toString())
                .setting("time_limit", timeLimit)
                .setting("warm_up", warmUp)
                .setting("seed", seed)
                .provenance(Provenance.capture(session.devices(), seed));
    }

    private List<BenchCase> cases(List<Device> chosen) {
        List<BenchCase> cases = new ArrayList<>();
        for (String name : families) {
            try {
                cases.addAll(BenchFamily.find(name).cases(chosen));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage());
            }
        }
        Predicate<String> name = anyOf(patterns);
        Predicate<String> method = anyOf(methods);
        Predicate<String> shape = anyOf(shapes);
        cases.removeIf(c -> !(name.test(c.work().name()) || name.test(c.work().caseText()))
                || !method.test(c.work().method())
                || !shape.test(c.work().shapeText())
                || type != null && !type.equals(c.work().type()));
        if (cases.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "No case of " + families + " matches"
                            + Stream.of(patterns, methods, shapes, type == null ? List.of() : List.of(type))
                                    .filter(wanted -> !wanted.isEmpty())
                                    .map(wanted -> " " + wanted)
                                    .collect(Collectors.joining())
                            + "; plegma bench --list " + String.join(" ", families) + " shows them.");
        }
        return shard == null ? cases : shard.of(cases);
    }

    private String slurmScript(int jobs) {
        if (jobs < 1
                || shard != null
                || record != null
                || json != null
                || resume
                || device != null
                || !devices.isEmpty()
                || !dealt.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    jobs < 1
                            ? "--slurm needs the number of jobs, found " + jobs + "."
                            : "--slurm names shards, records and devices itself: leave out --shard, --record, --json,"
                                    + " --resume, --device, --devices and --deal.");
        }
        try {
            families.forEach(BenchFamily::find);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        List<String> arguments =
                new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        arguments.remove(0);
        return SlurmScript.of(families, arguments, jobs);
    }

    private PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(), "'" + glob + "' is not a pattern: " + e.getDescription() + ".", e);
        }
    }

    private Predicate<String> anyOf(List<String> globs) {
        List<PathMatcher> wanted = globs.stream().map(this::matcher).toList();
        return text -> wanted.isEmpty() || wanted.stream().anyMatch(m -> m.matches(Path.of(text)));
    }
}
