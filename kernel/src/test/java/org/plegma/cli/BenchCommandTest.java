package org.plegma.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.Trial;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;
import picocli.CommandLine;

class BenchCommandTest {

    private static Callable<Void> duringWrong = () -> null;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** One right and one wrong case; registered for the tests of this module. */
    public static final class Halves implements BenchFamily {
        @Override
        public String name() {
            return "halves";
        }

        @Override
        public String description() {
            return "one right, one wrong";
        }

        @Override
        public List<BenchCase> cases(Device device) {
            return List.of(one("right", 8), one("wrong", 7));
        }

        private static BenchCase one(String name, int written) {
            return BenchCase.of("halves", name, "java").shape(written).cells(8).prepare(buffers -> {
                if (name.equals("wrong")) {
                    duringWrong.call();
                }
                Grid y = buffers.hostOutput(ElementType.INT, 8);
                return Trial.host(() -> Arrays.fill(y.ints(), 0, written, 1), () -> 0);
            });
        }
    }

    @Test
    void valuesThatMakeNoSenseAreMistakes(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        for (List<String> wrong : List.of(
                List.of("--case", "[", "'[' is not a pattern: "),
                List.of("--record", file.resolve("a.h5").toString(), "Cannot write " + file.resolve("a.h5") + ": "))) {
            int exit = run("bench", "halves", "--case", "right", wrong.get(0), wrong.get(1));
            assertTrue(exit != 0 && err.toString().contains(wrong.get(2)), err::toString);
            assertFalse(err.toString().contains("\tat "), err::toString);
        }
    }

    @Test
    void severalDevicesAreThoseThatAreNamedOnce() {
        assertEquals(0, run("bench", "halves", "--devices", "0", "--case", "right"), err::toString);
        assertEquals(2, run("bench", "halves", "--devices", "0,0"));
        assertTrue(err.toString().contains("--devices names a device twice: 0,0."), err::toString);
        assertEquals(0, run("bench", "halves", "--devices", "0-0", "--case", "right"), err::toString);
        assertEquals(2, run("bench", "halves", "--devices", "0-0,0"));
        assertTrue(run("bench", "halves", "--devices", "0-") != 0);
        assertTrue(err.toString().contains("'0-' is no range of devices"), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
        assertEquals(2, run("bench", "halves", "--devices", "0", "--device", "0"));
        assertTrue(err.toString().contains("not both"), err::toString);
        assertEquals(0, run("bench", "halves", "--deal", "0", "--case", "right"), err::toString);
        assertEquals(2, run("bench", "halves", "--deal", "0,0"));
        assertTrue(err.toString().contains("--deal names a device twice: 0,0."), err::toString);
        assertEquals(2, run("bench", "halves", "--deal", "0", "--devices", "0"));
        assertEquals(2, run("bench", "halves", "--deal", "0", "--slurm", "2"));
        assertEquals(2, run("bench", "halves", "--devices", "0", "--slurm", "2"));
    }

    @Test
    void aRightCaseIsWrittenToJsonAndRecord(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("b.json");
        Path record = folder.resolve("b.h5");
        int exit = run(
                "bench",
                "halves",
                "--case",
                "ri*",
                "--json",
                json.toString(),
                "--record",
                record.toString(),
                "--seed",
                "5");
        assertEquals(0, exit, err::toString);
        assertTrue(out.toString().contains("right"), out::toString);
        JsonArray array = JsonParser.parseString(Files.readString(json)).getAsJsonArray();
        assertEquals(1, array.size());
        assertEquals("halves", array.get(0).getAsJsonObject().get("family").getAsString());
        Campaign campaign = Campaign.load(record);
        assertEquals("right", campaign.measurements().get(0).work().name());
        assertEquals(5L, campaign.settings().get("seed"));
        assertEquals(
                "plegma bench halves --case ri* --json " + json + " --record " + record + " --seed 5",
                campaign.provenance().orElseThrow().fact("command").orElseThrow());
    }

    @Test
    void aWrongCaseEndsWithOneAndShowsNoTime() {
        assertEquals(1, run("bench", "halves", "--case", "wrong"));
        assertTrue(out.toString().contains("1 of 8 elements of output 0 were not written"), out::toString);
        assertFalse(out.toString().contains("median"), out::toString);
    }

    @Test
    void eachCaseIsPrintedAndKeptBeforeTheNextBegins(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("b.json");
        Path record = folder.resolve("b.h5");
        duringWrong = () -> {
            assertEquals(
                    1,
                    JsonParser.parseString(Files.readString(json))
                            .getAsJsonArray()
                            .size());
            assertEquals(1, Campaign.load(record).measurements().size());
            assertTrue(out.toString().matches("(?s)\\[1] right  java  8  median .*right\\R"), out::toString);
            return null;
        };
        try {
            assertEquals(1, run("bench", "halves", "--json", json.toString(), "--record", record.toString()));
        } finally {
            duringWrong = () -> null;
        }
        assertTrue(out.toString().contains("[2] wrong  java  "), out::toString);
        assertEquals(2, Campaign.load(record).measurements().size());
    }

    @Test
    void aRunThatStopsEarlyIsResumed(@TempDir Path folder) {
        String record = folder.resolve("b.h5").toString();
        assertEquals(0, run("bench", "halves", "--record", record, "--stop-after", "0", "--resume"), err::toString);
        assertTrue(err.toString().contains("with 1 of 2 cases not measured"), err::toString);
        Measurement first = Campaign.load(Path.of(record)).measurements().get(0);
        assertEquals(1, run("bench", "halves", "--record", record, "--resume"));
        List<Measurement> all = Campaign.load(Path.of(record)).measurements();
        assertEquals(
                List.of("right", "wrong"),
                all.stream().map(m -> m.work().name()).toList());
        assertEquals(first.medianSeconds(), all.get(0).medianSeconds());
        assertEquals(2, run("bench", "halves", "--record", record, "--resume", "--seed", "7"));
        assertTrue(err.toString().contains("its seed is 1, here it is 7"), err::toString);
        assertEquals(2, run("bench", "halves", "--resume"));
        assertTrue(err.toString().contains("--resume needs --record"), err::toString);
    }

    @Test
    void whatWasMeasuredIsLostOnlyIfAskedFor(@TempDir Path folder) throws Exception {
        Path record = folder.resolve("b.h5");
        Path json = folder.resolve("b.json");
        Path empty = Files.createFile(folder.resolve("empty.json"));
        List<String> files = List.of("--record", record.toString(), "--json", json.toString());
        assertEquals(0, run(bench("right", "--record", record.toString(), "--json", empty.toString())), err::toString);
        byte[] before = Files.readAllBytes(record);
        assertEquals(2, run(bench("wrong", "--record", record.toString())));
        assertTrue(err.toString().contains(record + " is there already"), err::toString);
        assertTrue(err.toString().contains("--replace to write it anew, or --resume to add"), err::toString);
        assertEquals(2, run("bench", "merge", record.toString(), "--record", record.toString()));
        assertEquals(2, run("bench", "halves", "--json", empty.toString(), "--resume", "--record", json.toString()));
        assertEquals(2, run("bench", "halves", "--resume", "--replace", "--record", record.toString()));
        assertTrue(err.toString().contains("--resume or --replace, not both"), err::toString);
        assertArrayEquals(before, Files.readAllBytes(record));
        assertEquals(
                1,
                run(bench(
                        "wrong",
                        Stream.concat(files.stream(), Stream.of("--replace")).toArray(String[]::new))));
        assertEquals("wrong", Campaign.load(record).measurements().get(0).work().name());
        assertEquals(
                1,
                run("bench", "merge", record.toString(), "--record", record.toString(), "--replace"),
                "its own input is read first");
    }

    private static String[] bench(String name, String... options) {
        return Stream.concat(Stream.of("bench", "halves", "--case", name), Stream.of(options))
                .toArray(String[]::new);
    }

    @Test
    void shardsAreMergedToTheWhole(@TempDir Path folder) {
        String first = folder.resolve("1.h5").toString();
        String second = folder.resolve("2.h5").toString();
        String whole = folder.resolve("all.h5").toString();
        assertEquals(0, run("bench", "halves", "--shard", "1/2", "--record", first), err::toString);
        assertEquals(1, run("bench", "halves", "--shard", "2/2", "--record", second));
        assertEquals(1, run("bench", "merge", first, second, "--record", whole), err::toString);
        assertTrue(out.toString().contains("wrong"), out::toString);
        assertEquals(
                List.of("right", "wrong"),
                Campaign.load(Path.of(whole)).measurements().stream()
                        .map(m -> m.work().name())
                        .toList());
        assertEquals(0, run("bench", "halves", "--shard", "3/3", "--list"));
        for (String wrong : List.of("0/2", "3/2", "1", "a/b")) {
            assertEquals(2, run("bench", "halves", "--shard", wrong, "--list"), wrong);
        }
        assertTrue(err.toString().contains("'3/2' is no shard: expected I/N"), err::toString);
        assertEquals(2, run("bench", "merge", first, folder.resolve("none.h5").toString(), "--record", whole));
        assertTrue(err.toString().contains("there is no such file"), err::toString);
        Campaign other = Campaign.load(Path.of(second));
        other.provenance(other.provenance().orElseThrow().with("device.0.driver", "another"))
                .save(Path.of(second));
        assertEquals(2, run("bench", "merge", first, second, "--record", whole, "--replace"));
        assertTrue(err.toString().contains(", another in " + second + "."), err::toString);
    }

    @Test
    void aMergedRecordThatIsResumedKeepsWhereItWasMade(@TempDir Path folder) {
        Path record = folder.resolve("all.h5");
        assertEquals(0, run(bench("right", "--record", record.toString())), err::toString);
        Campaign here = Campaign.load(record);
        Measurement right = here.measurements().get(0);
        Campaign there = new Campaign(here.title())
                .provenance(here.provenance().orElseThrow().with("host", "there"))
                .measurements(List.of(Measurement.wrong(right.work(), "another device", 1, "wrong there")));
        Map<String, Campaign> both = new LinkedHashMap<>();
        both.put("there", there);
        both.put("here", here);
        Campaign.merge(both).save(record);
        assertEquals(1, run("bench", "halves", "--resume", "--record", record.toString()), err::toString);
        Campaign whole = Campaign.load(record);
        assertEquals(
                List.of("wrong there", "", "wrong"),
                whole.measurements().stream()
                        .map(each ->
                                each.valid() ? "" : each.problem().startsWith("wrong there") ? "wrong there" : "wrong")
                        .toList());
        assertEquals(
                List.of("there", "", ""),
                IntStream.range(0, 3)
                        .mapToObj(i ->
                                whole.provenance(i).orElseThrow().fact("host").orElse(""))
                        .toList());
    }

    /** Runs the script as Slurm does, with a plegma that writes down how it was called. */
    @Test
    void theJobArrayRunsEachShardOnce(@TempDir Path folder) throws Exception {
        assertEquals(0, run("bench", "halves", "--case", "it's*", "--slurm", "3", "--time-limit=0.1"), err::toString);
        Files.writeString(folder.resolve("job.sh"), out.toString());
        Files.writeString(folder.resolve("plegma"), "#!/bin/sh\nprintf '<%s>' \"$@\" >>calls\necho >>calls\n");
        folder.resolve("plegma").toFile().setExecutable(true);
        for (int job = 1; job <= 3; job++) {
            ProcessBuilder sbatch = new ProcessBuilder("bash", "job.sh")
                    .directory(folder.toFile())
                    .inheritIO();
            sbatch.environment().put("SLURM_ARRAY_TASK_ID", Integer.toString(job));
            assertEquals(0, sbatch.start().waitFor(), "the status of the bench");
        }
        assertEquals(
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i -> "<bench><halves><--case><it's*><--time-limit=0.1><--shard><" + i
                                + "/3><--record><halves-" + i + "-of-3.h5><--resume>")
                        .toList(),
                Files.readAllLines(folder.resolve("calls")));
        assertTrue(out.toString().contains("#SBATCH --array=1-3\n"), out::toString);
        assertEquals(2, run("bench", "halves", "--slurm", "0"));
        assertEquals(2, run("bench", "halves", "--slurm", "2", "--record", "x.h5"));
        assertEquals(2, run("bench", "thirds", "--slurm", "2"));
    }

    /** The bench itself tells the job that its time ends, as Slurm does, and goes on until the job was put into the queue again. */
    @Test
    void aJobWhoseTimeEndsIsPutIntoTheQueueAgain(@TempDir Path folder) throws Exception {
        assertEquals(0, run("bench", "halves", "--slurm", "3"), err::toString);
        Files.writeString(folder.resolve("job.sh"), out.toString());
        String bench = "kill -USR1 $PPID\nwhile [ ! -e requeued ] && kill -0 $PPID; do sleep 0.01; done\necho >ended\n";
        for (var program :
                Map.of("plegma", bench, "scontrol", "echo \"$*\" >requeued\n").entrySet()) {
            Path file = Files.writeString(folder.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue());
            assertTrue(file.toFile().setExecutable(true));
        }
        ProcessBuilder job =
                new ProcessBuilder("bash", "job.sh").directory(folder.toFile()).inheritIO();
        job.environment().putAll(Map.of("SLURM_ARRAY_TASK_ID", "2", "SLURM_ARRAY_JOB_ID", "42"));
        job.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
        job.start().waitFor();
        assertEquals("requeue 42_2\n", Files.readString(folder.resolve("requeued")));
        assertTrue(Files.exists(folder.resolve("ended")), "the job waits for its bench");
        assertTrue(out.toString().contains("#SBATCH --signal=B:USR1@120\n"), out::toString);
    }

    @Test
    void timesThatAreNoneAreNamed() {
        for (String[] wrong : new String[][] {
            {"--time-limit", "0.0"}, {"--time-limit", "NaN"}, {"--time-limit", "-1.0"}, {"--stop-after", "-1.0"}
        }) {
            assertEquals(2, run("bench", "halves", wrong[0], wrong[1]));
            String message = wrong[0] + " needs a positive number of seconds, found " + wrong[1] + ".";
            assertTrue(err.toString().contains(message), err::toString);
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed(@TempDir Path folder) throws Exception {
        Path notAFolder = Files.createFile(folder.resolve("file"));
        assertEquals(
                1, run("bench", "halves", "--json", notAFolder.resolve("b.json").toString()));
        assertTrue(err.toString().startsWith("plegma: Cannot write " + notAFolder), err::toString);
    }

    @Test
    void familiesAndCasesAreListed() {
        assertEquals(0, run("bench", "--list"));
        assertTrue(out.toString().contains("The ceilings of a device"), out::toString);
        assertEquals(0, run("bench", "halves", "--list"));
        assertTrue(out.toString().contains("halves right java"), out::toString);
        out.getBuffer().setLength(0);
        assertEquals(0, run("bench", "halves", "--list", "--shape", "7*"));
        assertEquals("halves wrong java 7", out.toString().strip());
    }

    @Test
    void wrongUseIsExplained() {
        assertEquals(2, run("bench"));
        assertTrue(err.toString().startsWith("plegma: Name a family of kernels to measure"), err::toString);
        assertEquals(2, run("bench", "nothing"));
        assertTrue(
                err.toString().matches("(?s).*There is no bench family 'nothing'; there are [^\n]*device, .*"),
                err::toString);
        assertEquals(2, run("bench", "halves", "--shape", "8x8"));
        assertTrue(err.toString().contains("No case of [halves] matches [8x8];"), err::toString);
        assertEquals(2, run("bench", "halves", "--case", "none"));
        assertTrue(
                err.toString().contains("No case of [halves] matches [none]; plegma bench --list halves shows them."),
                err::toString);
    }

    @Test
    void mistypedOptionsAreToldInALine() {
        assertEquals(
                "plegma: Unknown option: '--metod'; did you mean --method? See plegma bench --help.",
                told("bench", "--metod", "x"));
        assertEquals(
                "plegma: Invalid value for option '--seed': 'x' is not a long. See plegma bench --help.",
                told("bench", "--seed", "x"));
        assertEquals(
                "plegma: Unknown option: '--ceiling'; did you mean --ceilings? See plegma devices --help.",
                told("devices", "--ceiling"));
        assertEquals(
                "plegma: Unknown option: '--usr'; did you mean --user? See plegma install --help.",
                told("install", "--usr"));
        assertTrue(told("bensh").startsWith("plegma: Unmatched argument at index 0: 'bensh'; did you mean bench"));
    }

    private String told(String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(arguments));
        return err.toString().strip();
    }

    private int run(String... arguments) {
        CommandLine line = Plegma.commandLine();
        line.setOut(new PrintWriter(new BufferedWriter(out), true)); // as standard output is
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    /** A stream by a filter of radius 4 and one of radius 8 had one file, and the first was lost. */
    @Test
    void eachCaseHasATimelineOfItsOwn(@TempDir Path folder) throws Exception {
        Timeline timeline = Timeline.of(List.of());
        for (String type : List.of("float", "double")) {
            for (int radius : new int[] {4, 8}) {
                Map<String, Object> parameters = Map.of("radius", radius);
                Work work = new Work("streams", "separable", "overlapped", type, List.of(16, 16), 1, 1, 1, parameters);
                BenchCommand.keep(folder.resolve("new"), work, timeline);
            }
        }
        try (Stream<Path> files = Files.list(folder.resolve("new"))) {
            assertEquals(
                    List.of(
                            "streams-separable-radius-4-overlapped-double-16x16.csv",
                            "streams-separable-radius-4-overlapped-float-16x16.csv",
                            "streams-separable-radius-8-overlapped-double-16x16.csv",
                            "streams-separable-radius-8-overlapped-float-16x16.csv"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
