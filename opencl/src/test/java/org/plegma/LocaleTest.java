package org.plegma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.gemm.Gemm;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import org.plegma.measure.chart.Charts;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Stencil;
import org.plegma.testing.ChildJvm;

/** What compilers and other programs read, and what devices compute by it, is the same whatever country Java was started in. */
class LocaleTest {
    @Test
    void codeAndFilesAreTheSameInEveryCountry() {
        assumeTrue(
                String.format(Locale.GERMANY, "%.1f", 0.5).equals("0,5"),
                "this Java has no data of other countries (module jdk.localedata), as a bundle's");
        String here = texts("en-US", "1 0.5");
        assertEquals(here, texts("de-DE", "1 0,5"));
        assertEquals(here, texts("ar-EG-u-nu-arab", "\u0661 \u0660\u066b\u0665"));
    }

    /** Java begins with the locale, so that constants are made in it, too. */
    private static String texts(String tag, String numbers) {
        Locale locale = Locale.forLanguageTag(tag);
        return ChildJvm.of(Texts.class)
                .option("-Duser.language=" + locale.getLanguage())
                .option("-Duser.country=" + locale.getCountry())
                .option("-Duser.extensions=" + tag.replaceFirst("^.{5}-?", ""))
                .option("-Dfile.encoding=UTF-8")
                .option("-Djava.awt.headless=true")
                .run(numbers)
                .assertSuccess()
                .output();
    }

    /** Prints all kinds of what is generated, and results on whatever device there is. */
    static final class Texts {
        private static final String HEAT = "param a = 0.1\nu[x,y] = u + a*lap(u, order=4)";

        public static void main(String[] arguments) throws Exception {
            assertEquals(arguments[0], String.format("%d %.1f", 1, 0.5), "this Java has not the locale it was given");
            recordedSources();
            tables();
            try (Session session = Session.open()) {
                stencils(session);
                products(session);
                transforms(session);
                convolutions(session);
            }
        }

        /** The generated sources that tests have word for word, in files of the checkout, which a bundle has not. */
        private static void recordedSources() {
            if (!Files.isDirectory(Path.of("src/test/resources"))) {
                System.out.println("no sources are recorded here");
                return;
            }
            PostDiscoveryFilter recorded = test -> FilterResult.includedIf(test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getMethodName())
                    .filter(name -> !name.endsWith("AsRecorded"))
                    .isEmpty());
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectPackage("org.plegma.stencil"), selectPackage("org.plegma.fft"))
                                    .filters(includeClassNamePatterns(".*CodeTest"), recorded)
                                    .build(),
                            listener);
            listener.getSummary().printFailuresTo(new PrintWriter(System.err), 10);
            assertEquals(0, listener.getSummary().getTotalFailureCount());
            System.out.println(listener.getSummary().getTestsSucceededCount() + " sources are as recorded");
        }

        private static void tables() throws Exception {
            Work work = new Work("stencil", "star", "direct", "float", List.of(1000, 1000, 1000), 7e9, 8e9, 1e9);
            Optional<Statistics> seconds = Optional.of(Statistics.of(1.5e-3, 2.5e-3, 1234.5));
            List<Measurement> measured =
                    List.of(new Measurement(work, "gpu", seconds, seconds, true, 1e-3, 1e-7, true, ""));
            System.out.println(Measurements.json(measured));
            Measurements.table(measured).write().csv(System.out);
            Path file = Files.createTempFile("chart", ".svg");
            Charts.save(Charts.time("Time", measured), file);
            System.out.println(Files.readString(file));
            Charts.save(Charts.breakdown("Parts", "time (ms)", List.of("a"), Map.of("b", new double[] {0.375})), file);
            System.out.println(Files.readString(file));
            Files.delete(file);
        }

        private static void stencils(Session session) {
            Stencil heat = Stencil.parse(HEAT);
            System.out.println(heat + "\n" + heat.spec().latex());
            Grid start = Grid.random(ElementType.FLOAT, 1, 40, 50);
            for (String method : List.of("direct", "composed(2)", "blocked(3)", "fft(4)")) {
                BoundStencil bound = heat.on(session).boundary("periodic").method(method);
                System.out.println(bound + "\n" + bound.source(Device.Kind.GPU) + bound.source(Device.Kind.CPU));
                System.out.println(bound.run(start, 12).mean());
            }
        }

        private static void products(Session session) {
            Grid a = Grid.random(ElementType.FLOAT, 1, 70, 90);
            Grid b = Grid.random(ElementType.FLOAT, 2, 90, 50);
            try (Gemm gemm = Gemm.of(session)) {
                for (String method : List.of("naive", "tiled-dynamic", "tiled-static", "register")) {
                    System.out.println(
                            method + " " + gemm.method(method).multiply(a, b).mean());
                }
                System.out.println("auto " + gemm.multiply(a, b).mean());
            }
        }

        private static void transforms(Session session) {
            for (int n : new int[] {17, 60}) {
                try (FftPlan plan = Fft.of(session).planReal(ElementType.FLOAT, 12, n)) {
                    System.out.println(plan + "\n" + plan.explain() + "\n" + plan.source());
                }
                System.out.println(Fft.of(session)
                        .rfft(Grid.random(ElementType.FLOAT, 1, 12, n))
                        .mean());
            }
        }

        private static void convolutions(Session session) {
            Grid image = Grid.random(ElementType.FLOAT, 1, 60, 70);
            for (String method : List.of("direct", "separable", "fft", "fft(32)")) {
                Convolve convolve =
                        Convolve.of(session).boundary("constant(0.5)").method(method);
                Filter filter = Filter.gaussian(2, 1.5);
                try (ConvolutionPlan plan = convolve.plan(ElementType.FLOAT, filter, 60, 70)) {
                    System.out.println(plan + "\n" + plan.steps() + "\n" + plan.source());
                }
                System.out.println(convolve.convolve(image, filter).mean());
            }
        }
    }
}
