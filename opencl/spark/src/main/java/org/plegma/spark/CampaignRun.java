package org.plegma.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.progress.Progress;

/** One campaign: what is to be measured, and what has arrived. On the driver. */
final class CampaignRun {
    /** So many times as long as it takes to write the record nothing is written: a file is written whole, and grows with each case. */
    private static final int SAVE_PAUSES = 10;

    private final JavaSparkContext context;
    private final String title;
    private final TrialSettings settings;
    private final List<Work> works;
    private final Provenance surveyed;
    private final String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

    /** By the position of their works. */
    private final Map<Integer, Campaign> parts = new TreeMap<>();

    private final Map<Integer, TaskRow> tasks = new TreeMap<>();
    private final SortedSet<Integer> left = new TreeSet<>();
    private long savedAt;
    private long saveTook;

    private CampaignRun(
            JavaSparkContext context, String title, TrialSettings settings, List<Work> works, Provenance surveyed) {
        this.context = context;
        this.title = title;
        this.settings = settings;
        this.works = works;
        this.surveyed = surveyed;
        IntStream.range(0, works.size()).forEach(left::add);
    }

    /** Asks executors which cases there are, and for what device. */
    static CampaignRun survey(
            SparkSession spark, String title, TrialSettings settings, String device, Predicate<Work> wanted) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        int probes = Math.max(1, context.defaultParallelism());
        List<TrialTask.Survey> surveys = context.parallelize(numbers(probes), probes)
                .map(probe -> TrialTask.survey(settings, device))
                .collect();
        surveys.stream()
                .map(TrialTask.Survey::problem)
                .filter(p -> !p.isEmpty())
                .findFirst()
                .ifPresent(problem -> {
                    throw new IllegalArgumentException(problem);
                });
        Map<String, String> models = new LinkedHashMap<>();
        surveys.forEach(s -> models.putIfAbsent(s.deviceKey(), s.node()));
        if (models.size() > 1) {
            throw new IllegalArgumentException("Executors prefer devices of different models: "
                    + models.entrySet().stream()
                            .map(e -> e.getKey() + " on " + e.getValue())
                            .collect(Collectors.joining(", "))
                    + ". Choose one by device(NAME), and make a campaign for each.");
        }
        TrialTask.Survey first = surveys.get(0);
        List<Work> works = first.works().stream().filter(wanted).distinct().toList();
        if (works.isEmpty()) {
            throw new IllegalArgumentException("No case of '" + title + "' is left for " + first.deviceKey()
                    + ": there are " + first.works().size() + " before where(…).");
        }
        return new CampaignRun(
                context, title, settings.on(first.deviceKey()), works, Provenance.parse(first.provenance()));
    }

    /** Takes over what a record holds. */
    void resume(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        Campaign before = Campaign.resume(file, surveyed);
        Map<Integer, TaskRow> known = TaskRow.read(before);
        for (int i = 0; i < before.measurements().size(); i++) {
            Measurement measured = before.measurements().get(i);
            int place = works.indexOf(measured.work());
            if (place < 0) {
                throw new IllegalArgumentException("Cannot resume " + file + ": it holds the case '" + measured.work()
                        + "', which this campaign has not. Name another file.");
            }
            put(place, measured, before.provenance(i).orElseThrow());
            Optional.ofNullable(known.get(i)).ifPresent(row -> tasks.put(place, row));
        }
    }

    private void put(int place, Measurement measured, Provenance where) {
        parts.put(place, new Campaign(title).measurements(List.of(measured)).provenance(where));
        left.remove(place);
    }

    private void put(TrialOutcome outcome) {
        put(
                outcome.place(),
                outcome.measurement(works.get(outcome.place())),
                facts(Provenance.parse(outcome.provenance()), outcome.host()));
        tasks.put(outcome.place(), TaskRow.of(outcome));
    }

    /** Those of a machine, with what is the same in the whole campaign, wherever an executor was started. */
    private Provenance facts(Provenance machine, String host) {
        Provenance facts = machine.with("date", date)
                .with("command", System.getProperty(Provenance.COMMAND_PROPERTY, title))
                .with("spark.version", context.version())
                .with("host", host);
        for (String name : List.of("git.commit", "git.changed", "plegma.code")) {
            Optional<String> known = surveyed.fact(name);
            facts = known.isPresent() ? facts.with(name, known.get()) : facts;
        }
        return facts;
    }

    /** Measures what is left, in as many jobs as it takes. */
    Campaign measure(Optional<Path> file) {
        try (Progress progress = Progress.start("Measuring on " + settings.device(), works.size())) {
            progress.step(works.size() - left.size());
            while (!left.isEmpty()) {
                round(file, progress);
            }
        }
        return campaign();
    }

    private void save(Path file) {
        long began = System.nanoTime();
        campaign().save(file);
        savedAt = System.nanoTime();
        saveTook = savedAt - began;
    }

    private void round(Optional<Path> file, Progress progress) {
        int before = left.size();
        List<Integer> places = List.copyOf(left);
        TrialSettings how = settings;
        List<Work> all = works;
        LostExecutors lost = LostExecutors.watch(context, title);
        try {
            Jobs.forEach(context, title, places, place -> TrialTask.measure(place, all.get(place), how), arrived -> {
                List<TrialOutcome> outcomes =
                        arrived.stream().flatMap(List::stream).toList();
                outcomes.forEach(this::put);
                if (System.nanoTime() - savedAt >= SAVE_PAUSES * saveTook) {
                    file.ifPresent(this::save);
                }
                progress.step(outcomes.size());
            });
        } catch (CancellationException e) {
            throw new CancellationException(broken("was interrupted", file));
        } catch (RuntimeException e) {
            int most = context.getConf().getInt("spark.task.maxFailures", 4);
            lost.by(places, most).forEach(place -> {
                put(place, wrong(place, "It took down " + most + " executors."), facts(surveyed, "lost"));
                progress.step();
            });
            if (left.size() == before) {
                throw new IllegalStateException(broken("failed: " + Jobs.reason(e), file), e);
            }
        } finally {
            lost.close();
            file.ifPresent(this::save);
        }
        if (left.size() == before) {
            throw new IllegalStateException(
                    broken("found no executor with a device " + settings.device() + " in a whole round", file));
        }
    }

    private Measurement wrong(int place, String problem) {
        String device = surveyed.fact("device.0.name").orElse(settings.device());
        return Measurement.wrong(works.get(place), device, Double.NaN, problem);
    }

    private String broken(String how, Optional<Path> file) {
        return "The campaign '" + title + "' " + how + ", with " + left.size() + " of " + works.size()
                + " cases not measured."
                + file.map(f -> " The others are in " + f + "; resume(Path.of(\"" + f + "\")) goes on.")
                        .orElse("");
    }

    private Campaign campaign() {
        Map<String, Campaign> named = new LinkedHashMap<>();
        parts.forEach((place, part) -> named.put("case " + place, part));
        if (named.isEmpty()) {
            return new Campaign(title).provenance(surveyed);
        }
        return Campaign.merge(named)
                .setting("time_limit", settings.timeLimit())
                .setting("warm_up", settings.warmUp())
                .setting("seed", settings.seed())
                .table(TaskRow.TABLE, TaskRow.table(List.copyOf(parts.keySet()), tasks));
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
