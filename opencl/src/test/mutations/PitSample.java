import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.CodeSource;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;
import org.pitest.mutationtest.build.MutationGrouper;
import org.pitest.mutationtest.build.MutationGrouperFactory;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.config.Services;
import org.pitest.mutationtest.config.ServicesFromClassLoader;
import org.pitest.mutationtest.config.SettingsFactory;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.tooling.EntryPoint;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.util.Glob;
import org.pitest.util.Verbosity;

/**
 * Runs PIT on a uniform sample of the mutants of a package and of those within it, and prints a line with tabs for each as soon as it is known. Called by
 * {@code mutations.py}. Arguments: the package, patterns of test classes with commas, how many mutants, the seed, the module's
 * folder, a folder to write to, and a file with the only mutants that are meant, or nothing.
 */
final class PitSample {
    /** A test may take this many times its usual time, and this much more: a loaded machine is no fault. */
    private static final float TIMEOUT_FACTOR = 5;

    private static final long TIMEOUT_MILLISECONDS = 60_000;

    private PitSample() {}

    public static void main(String[] arguments) throws IOException {
        File module = new File(arguments[4]);
        ReportOptions options = new ReportOptions();
        options.setProjectBase(module.toPath());
        options.setReportDir(arguments[5]);
        options.setSourceDirs(List.of(module.toPath().resolve("src/main/java")));
        options.setCodePaths(List.of(new File(module, "target/classes").getPath()));
        options.setTargetClasses(List.of(arguments[0] + ".*"));
        options.setExcludedClasses(List.of(arguments[0] + ".*Family", arguments[0] + ".*Family$*"));
        options.setTargetTests(Glob.toGlobPredicates(List.of(arguments[1].split(","))));
        options.setGroupConfig(TestGroupConfig.emptyConfig());
        options.setMutators(List.of("DEFAULTS"));
        options.addOutputFormats(List.of(Lines.NAME));
        options.setShouldCreateTimestampedReports(false);
        options.setFailWhenNoMutations(true);
        options.setNumberOfThreads(1);
        options.setTimeoutFactor(TIMEOUT_FACTOR);
        options.setTimeoutConstant(TIMEOUT_MILLISECONDS);
        options.setVerbosity(Verbosity.NO_SPINNER);
        options.addChildJVMArgs(ManagementFactory.getRuntimeMXBean().getInputArguments());
        Sampler sampler = new Sampler(
                Integer.parseInt(arguments[2]),
                new Random(Long.parseLong(arguments[3])),
                arguments[6].isEmpty() ? List.of() : Files.readAllLines(Path.of(arguments[6])));
        Services installed = new ServicesFromClassLoader(PitSample.class.getClassLoader());
        PluginServices plugins = new PluginServices(new Services() {
            @Override
            public <S> Collection<S> load(Class<S> type) {
                Collection<S> all = new ArrayList<>(installed.load(type));
                if (type == MutationResultListenerFactory.class) {
                    all.add(type.cast(new Lines()));
                }
                return all;
            }
        });
        SettingsFactory settings = new SettingsFactory(options, plugins) {
            @Override
            public MutationGrouperFactory getMutationGrouper() {
                return sampler;
            }
        };
        new EntryPoint().execute(module, options, settings, Map.of()).getError().ifPresent(error -> {
            error.printStackTrace(System.out);
            System.exit(1);
        });
        System.exit(0);
    }

    /** PIT asks once for groups of all mutants that are left after its filters. */
    private record Sampler(int wanted, Random random, List<String> only) implements MutationGrouperFactory, MutationGrouper {
        /** Mutants that a process takes one after the other: its start takes seconds. */
        private static final int GROUP = 40;

        @Override
        public MutationGrouper makeFactory(Properties settings, CodeSource code, int threads, int unitSize) {
            return this;
        }

        @Override
        public List<List<MutationDetails>> groupMutations(
                Collection<ClassName> classes, Collection<MutationDetails> mutants) {
            List<MutationDetails> all = new ArrayList<>(mutants);
            if (!only.isEmpty()) {
                List<String> left = new ArrayList<>(only);
                all.removeIf(mutant -> !left.remove(text(mutant)));
            }
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                places.add(i);
            }
            Collections.shuffle(places, random);
            System.out.println("population\t" + all.size());
            List<List<MutationDetails>> groups = new ArrayList<>();
            List<MutationDetails> sample = places.stream()
                    .limit(wanted)
                    .sorted()
                    .map(all::get)
                    .toList();
            for (int i = 0; i < sample.size(); i += GROUP) {
                groups.add(sample.subList(i, Math.min(i + GROUP, sample.size())));
            }
            return groups;
        }

        @Override
        public String description() {
            return "A uniform sample of all mutants";
        }
    }

    private static String text(MutationDetails mutant) {
        ClassName name = mutant.getClassName();
        String folder = name.getPackage().asJavaName().replace('.', '/');
        return folder + "/" + mutant.getFilename() + "\t" + mutant.getLineNumber() + "\t" + mutant.getMethod() + ": "
                + mutant.getDescription();
    }

    private static final class Lines implements MutationResultListenerFactory, MutationResultListener {
        static final String NAME = "LINES";

        @Override
        public MutationResultListener getListener(Properties settings, ListenerArguments arguments) {
            return this;
        }

        @Override
        public void runStart() {}

        @Override
        public void handleMutationResult(ClassMutationResults results) {
            results.getMutations().forEach(result -> {
                MutationDetails mutant = result.getDetails();
                System.out.println(String.join(
                        "\t",
                        "mutant",
                        result.getStatus().name(),
                        mutant.getMutator().replaceAll(".*\\.|Mutator", ""),
                        text(mutant),
                        result.getKillingTestDescription()));
            });
        }

        @Override
        public void runEnd() {}

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "A line for each mutant";
        }
    }
}
