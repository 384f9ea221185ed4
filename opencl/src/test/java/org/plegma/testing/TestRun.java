package org.plegma.testing;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests where there is no Maven, as on a GPU node with a bundle. Arguments are names of classes, with {@code *} for any
 * text: {@code org.plegma.stencil.*}, {@code QueueTest}. Prints each failure and each class as it ends, so that a run that is
 * cut off has told what it did; the exit code is 1 if a test failed or there was none.
 */
public final class TestRun implements TestExecutionListener {
    private final Map<String, Integer> passed = new LinkedHashMap<>();
    private final Map<String, Integer> failed = new HashMap<>();
    private final Map<String, Long> starts = new HashMap<>();

    private TestRun() {}

    public static void main(String[] names) throws Exception {
        Path root = Path.of(TestRun.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String wanted = Arrays.stream(names.length == 0 ? new String[] {"*Test"} : names)
                .map(TestRun::pattern)
                .collect(Collectors.joining("|"));
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(Set.of(root)))
                .filters(includeClassNamePatterns(wanted));
        if (TestRun.class.getResource("/org/bytedeco/openblas/global/openblas.class") == null) {
            System.out.println(
                    "LEFT OUT: what compares with OpenBLAS, for it is not on the class path. To have these tests,"
                            + " put the jars of org.bytedeco:openblas and javacpp, with their natives, into tests/lib.");
            request.filters(excludeTags("openblas"));
        }
        TestRun run = new TestRun();
        LauncherFactory.create().execute(request.build(), run);
        int right = run.passed.values().stream().mapToInt(n -> n).sum();
        int wrong = run.failed.values().stream().mapToInt(n -> n).sum();
        System.out.println(right + " passed, " + wrong + " failed");
        System.exit(right > 0 && wrong == 0 ? 0 : 1);
    }

    private static String pattern(String name) {
        String inAnyPackage = name.contains(".") || name.startsWith("*") ? name : "*." + name;
        return inAnyPackage.replace(".", "\\.").replace("$", "\\$").replace("*", ".*");
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test)) {
            starts.put(test.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        count(failed, test);
        System.out.println("SKIPPED " + test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean isRight = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (!isRight) {
            count(failed, test);
            System.out.println("FAILED " + ofClass(test) + " " + test.getDisplayName());
            result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
        } else if (test.isTest()) {
            count(passed, test);
        }
        if (isClass(test)) {
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d passed, %d failed, %.1f s%n",
                    ofClass(test),
                    passed.getOrDefault(ofClass(test), 0),
                    failed.getOrDefault(ofClass(test), 0),
                    (System.nanoTime() - starts.get(test.getUniqueId())) * 1e-9);
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
