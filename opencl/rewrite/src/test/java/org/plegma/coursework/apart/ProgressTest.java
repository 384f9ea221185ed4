package org.plegma.coursework.apart;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.coursework.apart.LaunchRunner.Launch;
import org.plegma.coursework.apart.LaunchRunner.Outcome;

/** What counts as a launch that is done, for which the other process has its whole limit again. */
class ProgressTest {
    @Test
    void theBeginningAndEachWholeResultIsOne(@TempDir Path folder) throws Exception {
        Launch launch = new Launch(0, new long[] {1}, new long[0], List.of(new float[] {1, 2}), 1);
        ApartRunner.Progress progress = new ApartRunner.Progress(folder, List.of(launch, launch));
        assertFalse(progress.isMade());
        try (DataOutputStream out = Parcel.results(folder)) {
            assertTrue(progress.isMade(), "it has begun");
            assertFalse(progress.isMade());
            Parcel.write(out, new Outcome(new float[] {3, 4}, 1, ""));
            assertTrue(progress.isMade());
            assertFalse(progress.isMade());
            out.writeInt(0);
            out.flush();
            assertFalse(progress.isMade(), "half of a result is none");
            out.writeDouble(1);
            out.writeInt(2);
            out.writeFloat(5);
            out.writeFloat(6);
            out.flush();
            assertTrue(progress.isMade());
            Parcel.write(out, new Outcome(new float[] {7, 8}, 1, ""));
            assertFalse(progress.isMade(), "more results than launches are no progress");
        }
        Files.delete(folder.resolve("results"));
        assertFalse(progress.isMade());
    }
}
