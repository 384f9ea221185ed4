package org.plegma.rewrite.parallel.fuzz;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.testing.ChildJvm;

/**
 * Random loops give the bits that javac's class of their text gives, on five data sets, and throw what it throws. {@code
 * -Dplegma.fuzz.seed=S -Dplegma.fuzz.programs=N} draws others, and more. They run in a JVM of their own that does not optimise:
 * what is run here is new all the time, so that a third of the processor time would go into optimising it.
 */
@Tag("optimized")
class FuzzTest {
    @Test
    void loopsGiveTheBitsOfJava() {
        ChildJvm.Result result = ChildJvm.of(FuzzMain.class)
                .option("-Xmx2g")
                .option("-XX:+UseSerialGC")
                .run(System.getProperty("plegma.fuzz.seed", "1"), System.getProperty("plegma.fuzz.programs", "2000"));
        System.out.println(result.output());
        result.assertSuccess();
    }
}
