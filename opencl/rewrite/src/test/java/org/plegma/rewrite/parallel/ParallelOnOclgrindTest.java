package org.plegma.rewrite.parallel;

import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.ParallelExamples.Example;
import org.plegma.testing.Oclgrind;

/** The kernels of the examples neither race nor leave their arrays. */
class ParallelOnOclgrindTest {

    @Test
    void theExamplesAreClean() throws Exception {
        Oclgrind.assertClean(Main.class);
    }

    /** Runs on Oclgrind. */
    public static final class Main {
        private Main() {}

        /** Runs each example at a size that fills no group. */
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (Example example : ParallelExamples.all()) {
                    ParallelCode code = example.parallel();
                    for (int size : new int[] {5}) {
                        var expected = example.data().of(size, 1);
                        var values = example.data().of(size, 1);
                        example.sequential().accept(expected);
                        code.run(session, values);
                        for (LoopComparison.Row row : LoopComparison.rows(code, expected, values)) {
                            if (!row.first().isEmpty()) {
                                throw new AssertionError(example.name() + " " + row);
                            }
                        }
                    }
                }
            }
        }
    }
}
