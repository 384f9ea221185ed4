package org.plegma.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Device;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;

/** Tells each executor the cases of a campaign; they must be the same on devices of one model, and differ in their {@code Work}. */
@FunctionalInterface
public interface CaseSource extends Serializable {

    /** The cases that make sense on a device. Called by each task: cheap, nothing is allocated or compiled yet. */
    List<BenchCase> cases(Device device);

    /** The cases of bench families that executors have on their class path, by their names. */
    static CaseSource families(String... names) {
        String[] wanted = names.clone();
        return device -> {
            List<BenchCase> cases = new ArrayList<>();
            for (String name : wanted) {
                cases.addAll(BenchFamily.find(name).cases(device));
            }
            return cases;
        };
    }
}
