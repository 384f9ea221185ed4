package org.plegma.bench.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.network.Engine;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;

/** Of a training the parts are told, and one that does not learn is wrong. */
class TrainingFamilyTest {
    private static final int IMAGES = 1200;

    private static List<Measurement> measured(List<BenchCase> cases) {
        try (Session session = Session.open()) {
            return new Bench(session).timeLimit(0.001).warmUp(0).run(cases);
        }
    }

    @Test
    void theNetworkReadsDigitsThatItHasNotSeen() {
        HostGemm loops = HostGemm.loops(2);
        for (List<BenchCase> cases : List.of(
                TrainingFamily.of(loops.name(), ElementType.FLOAT, IMAGES, 8, any -> Engine.of(loops)),
                TrainingFamily.of(
                        Gemm.AUTO,
                        ElementType.DOUBLE,
                        IMAGES,
                        8,
                        any -> Engine.of(any, Gemm.of(any).method("cpu"))))) {
            List<Measurement> found = measured(cases);
            found.forEach(each -> assertTrue(each.valid(), each + " " + each.problem()));
            Map<Object, Double> seconds = found.stream()
                    .collect(
                            Collectors.toMap(each -> each.work().parameters().get("part"), Measurement::medianSeconds));
            double products = seconds.get("gemm") + seconds.get("gemm_ta") + seconds.get("gemm_tb");
            assertTrue(seconds.get("whole") > products, seconds::toString);
            assertTrue(seconds.get("gemm_tb") < seconds.get("gemm_ta"), "the first layer has no error to pass back");
            found.forEach(each -> assertEquals(1, each.seconds().orElseThrow().count()));
        }
    }

    @Test
    void oneThatDoesNotLearnIsWrong() {
        HostGemm wrong = new WrongLoops(1, -1, false);
        measured(TrainingFamily.of("wrong", ElementType.FLOAT, 200, 1, any -> Engine.of(wrong)))
                .forEach(each -> assertFalse(each.valid(), each.toString()));
    }
}
