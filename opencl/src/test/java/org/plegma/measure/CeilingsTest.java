package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Ceilings.Limit;
import org.plegma.measure.Ceilings.Step;
import org.plegma.measure.chart.Roofline;
import org.plegma.testing.AmdTargets;

@Tag("optimized")
class CeilingsTest {

    /** More than any memory, clock or lane count of today's devices: figures above are not measurements. */
    private static final double MOST_MEMORY_GB = 20_000;

    private static final double MOST_CLOCK_GHZ = 6.5;
    private static final double MOST_FLOP_A_UNIT_AND_CYCLE = 512;
    private static final double MOST_LOCAL_BYTES_A_UNIT_AND_CYCLE = 512;

    @Test
    void everyCaseIsRightAndEveryFigureIsPossible() {
        try (Session session = Session.open()) {
            Device device = session.device();
            // Few runs: the figures need not be good here, only possible.
            Bench quick = new Bench(session).timeLimit(0.01).warmUp(0);
            List<Measurement> all = quick.run(CeilingCases.all(device));
            all.forEach(m -> assertTrue(m.valid(), m.work() + ": " + m.problem()));
            Ceilings ceilings = Ceilings.from(device, all);
            for (Limit limit : Limit.values()) {
                boolean applies = limit != Limit.FMA_DOUBLE || device.supportsDouble();
                assertEquals(applies, ceilings.value(limit).isPresent(), limit.label());
                assertTrue(!applies || ceilings.value(limit).getAsDouble() > 0, limit.label());
            }
            double cycles = device.computeUnits() * MOST_CLOCK_GHZ;
            assertTrue(ceilings.bandwidth() < MOST_MEMORY_GB, ceilings::toString);
            assertTrue(ceilings.value(Limit.LOCAL).getAsDouble() < cycles * MOST_LOCAL_BYTES_A_UNIT_AND_CYCLE);
            for (String type : List.of("float", "double", "int")) {
                assertFalse(ceilings.arithmetic(type) > cycles * MOST_FLOP_A_UNIT_AND_CYCLE, ceilings::toString);
            }
            for (Step step : ceilings.sweep()) {
                assertEquals(step.intensity(), step.gflops() / step.gbytesPerSecond(), 1e-9 * step.intensity());
            }
            assertEquals(10, ceilings.sweep().size());
        }
    }

    @Test
    void attainableTimeIsTheRoofline() {
        Ceilings c = example();
        assertEquals(100, c.bandwidth());
        assertEquals(8e9 / 100e9, c.attainableSeconds(work("float", 1e9, 8e9)), 1e-12, "memory-bound");
        assertEquals(1e12 / 1000e9, c.attainableSeconds(work("float", 1e12, 8e9)), 1e-12, "compute-bound");
        assertEquals(1e12 / 500e9, c.attainableSeconds(work("double", 1e12, 8e9)), 1e-12);
        assertEquals(8e9 / 100e9, c.attainableSeconds(work("float", Double.NaN, 8e9)), 1e-12);
        assertEquals(8e9 / 100e9, c.attainableSeconds(work("tf32", 1e15, 8e9)), 1e-12, "its rate is not known");
        assertTrue(Double.isNaN(c.attainableSeconds(work("float", Double.NaN, Double.NaN))));
    }

    @Test
    void aCaseThatShowsALimitIsComparedWithThatLimit() {
        Map<Limit, Double> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, 10.0 + limit.ordinal());
        }
        Ceilings c = new Ceilings("device", "1.0", values, List.of());
        try (Session session = Session.open()) {
            for (BenchCase one : CeilingCases.all(session.device())) {
                CeilingCases.limit(one.work()).ifPresent(limit -> {
                    Statistics s = Statistics.of(c.attainableSeconds(one.work()));
                    Measurement m = new Measurement(
                            one.work(), "d", Optional.of(s), Optional.of(s), true, s.median(), 0, true, "");
                    assertEquals(values.get(limit), CeilingCases.figure(limit, m), 1e-9, limit.label());
                });
            }
        }
        Work copy = new Work("f", "copy", "m", "float", List.of(1), 1e12, 8e9, Double.NaN);
        assertEquals(
                example().attainableSeconds(work("float", 1e12, 8e9)), example().attainableSeconds(copy));
        Work local = new Work("device", "local", "m", "float", List.of(1), Double.NaN, 8e9, Double.NaN);
        assertTrue(Double.isNaN(example().attainableSeconds(local)), "not measured");
    }

    @Test
    void theyAreKeptInAFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("sub/c.json");
        example().store(file);
        Ceilings read = Ceilings.load(file).orElseThrow();
        assertEquals(example().table().printAll(), read.table().printAll());
        assertEquals(example().sweep(), read.sweep());
        assertTrue(Ceilings.load(folder.resolve("none.json")).isEmpty());
        for (String damaged :
                List.of("", "{", "[]", "{\"format\": 99}", "{\"format\":2,\"values\":{\"NO\":1},\"sweep\":[]}")) {
            Files.writeString(file, damaged);
            assertTrue(Ceilings.load(file).isEmpty(), damaged);
        }
    }

    @Test
    void theRooflineHasItsCornerWhereTheRoofsMeet() {
        Measurement m = at("saxpy", 2e9, 12e9, 0.2);
        XYChart chart = Roofline.chart("r", example(), List.of(m, at("gemm", 1e12, 1e9, 4)));
        XYSeries memory = chart.getSeries("memory, 100 GB/s");
        assertEquals(10, memory.getXData()[1], 1e-12);
        assertEquals(1000, memory.getYData()[1], 1e-12);
        assertEquals(memory.getYData()[0], memory.getXData()[0] * 100, 1e-12);
        assertEquals(1000, chart.getSeries("float FMA, 1,000 GFLOP/s").getYData()[0]);
        XYSeries point = chart.getSeries("saxpy, direct: 60 % of the limit");
        assertEquals(2.0 / 12, point.getXData()[0], 1e-12);
        assertEquals(10, point.getYData()[0], 1e-9);
        assertEquals(250, chart.getSeries("gemm, direct: 25 % of the limit").getYData()[0], 1e-9);
        assertEquals(Optional.of(XYSeries.XYSeriesRenderStyle.Scatter), point.getXYSeriesRenderStyle());
        Step last = new Step(4096, 950, 0.2);
        Ceilings wide = example(List.of(new Step(0.25, 20, 80), last));
        assertEquals(
                last.intensity(),
                Roofline.chart("r", wide, List.of(m))
                        .getSeries("float FMA, 1,000 GFLOP/s")
                        .getXData()[1]);
        XYChart busy =
                Roofline.chart("r", example(), List.of(at("saxpy", 2e9, 12e9, 0.1), at("axpy", 2e9, 12e9, 0.119)));
        assertNotNull(busy.getSeries("saxpy, direct: above the measured limit"));
        assertNotNull(busy.getSeries("axpy, direct: 101 % of the limit"));
        Ceilings none = new Ceilings("d", "1", Map.of(Limit.COPY, 1.0), List.of());
        assertThrows(IllegalArgumentException.class, () -> Roofline.chart("r", none, List.of(m)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffers.cl", "stream.cl", "local.cl", "fma.cl", "intensity.cl", "latency.cl"})
    void kernelsCompileAloneForAmd(String file) {
        AmdTargets.assertFits(KernelSource.resource(Ceilings.class, file));
    }

    private static Work work(String type, double flops, double bytes) {
        return new Work("f", "c", "m", type, List.of(1), flops, bytes, Double.NaN);
    }

    private static Measurement at(String name, double flops, double bytes, double seconds) {
        Work work = new Work("f", name, "direct", "float", List.of(1), flops, bytes, Double.NaN);
        Statistics s = Statistics.of(seconds);
        return new Measurement(work, "d", Optional.of(s), Optional.of(s), true, Double.NaN, 0, true, "");
    }

    private static Ceilings example() {
        return example(List.of(new Step(0.25, 20, 80), new Step(64, 900, 14)));
    }

    private static Ceilings example(List<Step> sweep) {
        Map<Limit, Double> values = new EnumMap<>(Limit.class);
        values.put(Limit.COPY, 90.0);
        values.put(Limit.TRIAD, 100.0);
        values.put(Limit.FMA_FLOAT, 1000.0);
        values.put(Limit.FMA_DOUBLE, 500.0);
        return new Ceilings("device", "1.0", values, sweep);
    }
}
