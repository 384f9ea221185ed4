package org.plegma.testing;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests where there is no Maven, as on a GPU node with a bundle. Arguments are names of classes, with {@code *} for any
 * text: {@code org.plegma.stencil.*}, {@code QueueTest}. Prints each failure, each test that was left out or was slow, and each
 * class as it ends, so that a run that is cut off has told what it did. The exit code is 1 if a test failed, if a name fits no
 * class, or if nothing was tested.
 */
public final class TestRun implements TestExecutionListener {
    private static final double SLOW_SECONDS = 5;

    private final Map<String, Integer> passed = new LinkedHashMap<>();
    private final Map<String, Integer> failed = new HashMap<>();
    private final Map<String, Integer> skipped = new HashMap<>();
    private final Map<String, Long> starts = new HashMap<>();

    private TestRun() {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(TestRun.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> names = arguments.length == 0 ? List.of("*Test") : List.of(arguments);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(Set.of(root)))
                .filters(includeClassNamePatterns(
                        names.stream().map(TestRun::pattern).collect(Collectors.joining("|"))));
        if (TestRun.class.getResource("/org/bytedeco/openblas/global/openblas.class") == null) {
            System.out.println(
                    "LEFT OUT: what compares with OpenBLAS, for it is not on the class path. To have these tests,"
                            + " put the jars of org.bytedeco:openblas and javacpp, with their natives, into tests/lib.");
            request.filters(excludeTags("openblas"));
        }
        Launcher launcher = LauncherFactory.create();
        TestPlan plan = launcher.discover(request.build());
        List<String> unknown = unknown(names, plan);
        if (!unknown.isEmpty()) {
            System.out.println("No test class is named " + String.join(" or ", unknown) + "; nothing was run.");
            System.exit(1);
        }
        TestRun run = new TestRun();
        launcher.execute(plan, run);
        int right = sum(run.passed);
        int wrong = sum(run.failed);
        int left = sum(run.skipped);
        if (right + wrong == 0) {
            System.out.println("Nothing was tested: every test was skipped.");
        }
        System.out.println(right + " passed, " + wrong + " failed" + (left == 0 ? "" : ", " + left + " skipped"));
        System.exit(right > 0 && wrong == 0 ? 0 : 1);
    }

    /** Names that fit no class with tests. */
    private static List<String> unknown(List<String> names, TestPlan plan) {
        Set<String> classes = plan.getRoots().stream()
                .flatMap(engine -> plan.getDescendants(engine).stream())
                .flatMap(test -> test.getSource().stream())
                .filter(ClassSource.class::isInstance)
                .map(source -> ((ClassSource) source).getClassName())
                .collect(Collectors.toSet());
        return names.stream()
                .filter(name -> classes.stream().noneMatch(found -> found.matches(pattern(name))))
                .toList();
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(n -> n).sum();
    }

    private static String pattern(String name) {
        String inAnyPackage = name.contains(".") || name.startsWith("*") ? name : "*." + name;
        return inAnyPackage.replace(".", "\\.").replace("$", "\\$").replace("*", ".*");
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        starts.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skip(test, reason);
    }

    private void skip(TestIdentifier test, String reason) {
        count(skipped, test);
        System.out.println("SKIPPED " + ofClass(test) + " " + test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        double seconds = (System.nanoTime() - starts.remove(test.getUniqueId())) * 1e-9;
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    count(passed, test);
                }
            }
            case ABORTED -> skip(
                    test, result.getThrowable().map(Throwable::getMessage).orElse("aborted"));
            case FAILED -> {
                count(failed, test);
                System.out.println("FAILED " + ofClass(test) + " " + test.getDisplayName());
                result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
            }
        }
        String name = ofClass(test);
        if (isClass(test)) {
            int left = skipped.getOrDefault(name, 0);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d passed, %d failed%s, %.1f s%n",
                    name,
                    passed.getOrDefault(name, 0),
                    failed.getOrDefault(name, 0),
                    left == 0 ? "" : ", " + left + " skipped",
                    seconds);
        } else if (test.isTest() && seconds >= SLOW_SECONDS) {
            System.out.printf(Locale.ROOT, "%s %s: %.1f s%n", name, test.getDisplayName(), seconds);
        }
    }

    private static void count(Map<String, Integer> counts, TestIdentifier test) {
        counts.merge(ofClass(test), 1, Integer::sum);
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    /** The class that a test is in, as its unique id tells. */
    private static String ofClass(TestIdentifier test) {
        return test.getUniqueIdObject().getSegments().stream()
                .filter(segment -> segment.getType().endsWith("class"))
                .map(segment -> segment.getValue())
                .findFirst()
                .orElse(test.getDisplayName());
    }
}
