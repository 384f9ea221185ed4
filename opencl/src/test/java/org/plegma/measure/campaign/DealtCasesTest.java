package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.Trial;
import org.plegma.testing.ChildJvm;

/** Cases dealt out to two devices that PoCL offers: each is measured once, on one of them, and both have some. */
class DealtCasesTest {
    @Test
    void casesAreDealtOutToTwoDevices() {
        String output = ChildJvm.onProcessors(2, DealtCasesTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all measured"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] processors = ChildJvm.processors(2);
        try (Session session = Session.open(processors)) {
            Set<Device> used = Collections.synchronizedSet(new HashSet<>());
            List<Integer> prepared = Collections.synchronizedList(new ArrayList<>());
            List<Bench> benches = session.devices().stream()
                    .map(device -> new Bench(session.on(device)).timeLimit(0.02).warmUp(0))
                    .toList();
            List<BenchCase> cases = cases(used, prepared);
            List<Measurement> seen = new ArrayList<>();
            List<Measurement> all = DealtCases.run(benches, cases, seen::add);
            assertTrue(all.stream().allMatch(Measurement::valid), all::toString);
            assertEquals(all, seen);
            assertEquals(
                    IntStream.range(0, 8).boxed().toList(),
                    prepared.stream().distinct().sorted().toList());
            assertEquals(
                    IntStream.range(0, 8).mapToObj(i -> "case" + i).toList(),
                    all.stream()
                            .map(measured -> measured.work().method())
                            .sorted()
                            .toList());
            assertEquals(Set.of(processors), used);

            assertEquals(
                    1,
                    DealtCases.run(benches.subList(0, 1), cases, measured -> false)
                            .size());
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> DealtCases.run(benches, cases, measured -> true));
        }
        System.out.println("all measured");
    }

    private static List<BenchCase> cases(Set<Device> used, List<Integer> prepared) {
        List<BenchCase> cases = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            cases.add(BenchCase.of("dealt", "", "case" + i).inCache().prepare(buffers -> {
                used.add(buffers.session().device());
                prepared.add(number);
                DeviceArray x = buffers.output(ElementType.FLOAT, 10);
                Kernel fill = buffers.compile("kernel void fill(global float* x, float v) { x[get_global_id(0)] = v; }")
                        .kernel("fill")
                        .global(10);
                return Trial.launch(
                        () -> fill.call(x, (float) number),
                        () -> Math.abs(x.download().at(9) - number));
            }));
        }
        return cases;
    }
}
