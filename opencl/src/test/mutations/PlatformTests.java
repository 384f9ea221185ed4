import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.help.PitHelpError;
import org.pitest.testapi.AbstractTestUnit;
import org.pitest.testapi.Configuration;
import org.pitest.testapi.Description;
import org.pitest.testapi.ResultCollector;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.testapi.TestPluginFactory;
import org.pitest.testapi.TestSuiteFinder;
import org.pitest.testapi.TestUnit;
import org.pitest.testapi.TestUnitExecutionListener;
import org.pitest.testapi.TestUnitFinder;

/**
 * Test methods of all engines of the JUnit Platform, for PIT. PIT's own plugin for them runs a class to find its tests, in
 * each of the many processes of a run; here they are only discovered, and a method with parameters is one test.
 */
public final class PlatformTests implements TestPluginFactory, Configuration, TestUnitFinder {
    /** Part of the ids of tests that are left out, as a regular expression. */
    private static final Pattern WITHOUT = Pattern.compile(System.getProperty("mutations.without"));

    /** The ids of a class's test methods. */
    static List<String> of(Class<?> testClass) {
        TestPlan plan = LauncherFactory.create().discover(request(selectClass(testClass)));
        return plan.getRoots().stream()
                .flatMap(engine -> plan.getDescendants(engine).stream())
                .filter(test -> isMethod(test) && plan.getParent(test).stream().noneMatch(PlatformTests::isMethod))
                .map(TestIdentifier::getUniqueId)
                .filter(id -> !WITHOUT.matcher(id).find())
                .toList();
    }

    /** Runs a test method, and returns the first failure. */
    static Optional<Throwable> failure(String id) {
        AtomicReference<Throwable> first = new AtomicReference<>();
        LauncherFactory.create().execute(request(selectUniqueId(id)), new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    first.compareAndSet(null, result.getThrowable().orElseGet(AssertionError::new));
                }
            }
        });
        return Optional.ofNullable(first.get());
    }

    private static boolean isMethod(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).isPresent();
    }

    private static LauncherDiscoveryRequest request(DiscoverySelector selector) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selector)
                .filters(TagFilter.excludeTags("clblast"))
                .build();
    }

    @Override
    public List<TestUnit> findTestUnits(Class<?> testClass, TestUnitExecutionListener listener) {
        if (testClass.getEnclosingClass() != null) {
            return List.of();
        }
        return of(testClass).stream()
                .<TestUnit>map(id -> new AbstractTestUnit(new Description(id, testClass)) {
                    @Override
                    public void execute(ResultCollector results) {
                        results.notifyStart(getDescription());
                        failure(id).ifPresentOrElse(
                                        thrown -> results.notifyEnd(getDescription(), thrown),
                                        () -> results.notifyEnd(getDescription()));
                    }
                })
                .toList();
    }

    @Override
    public Configuration createTestFrameworkConfiguration(
            TestGroupConfig groups, ClassByteArraySource source, Collection<String> runners, Collection<String> methods) {
        return this;
    }

    @Override
    public TestUnitFinder testUnitFinder() {
        return this;
    }

    @Override
    public TestSuiteFinder testSuiteFinder() {
        return testClass -> List.of();
    }

    @Override
    public Optional<PitHelpError> verifyEnvironment() {
        return Optional.empty();
    }

    @Override
    public String name() {
        return "junit-platform";
    }

    @Override
    public String description() {
        return "Test methods of the JUnit Platform";
    }
}
