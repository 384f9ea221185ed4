package org.plegma.coursework;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.coursework.KernelExercise.Fault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.errors.KernelFaultException;

/** The kind of what a simulator found, by its words, and how that goes together with what a launch showed. */
final class FaultKinds {
    private static final Map<String, FaultKind> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("data race", FaultKind.RACE);
        WORDS.put("no barrier between", FaultKind.RACE);
        WORDS.put("divergence", FaultKind.BARRIER);
        WORDS.put("Not all work-items", FaultKind.BARRIER);
        WORDS.put("has not come to its end", FaultKind.ENDLESS);
        WORDS.put("has no end in the simulator", FaultKind.ENDLESS);
        WORDS.put("division of whole numbers by zero", FaultKind.DIVISION);
        WORDS.put("not set before", FaultKind.UNSET);
        WORDS.put("Uninitialized", FaultKind.UNSET);
        WORDS.put("parameters, and the host gives", FaultKind.SIGNATURE);
        WORDS.put("is NaN instead of", FaultKind.NAN);
    }

    private FaultKinds() {}

    /** Whether it is said to be outside of an array, by a simulator that tells wrong values, too. */
    static boolean isBounds(String message) {
        return message.contains("outside") || message.contains("beyond") || message.contains("elements");
    }

    /** What a simulator says, without its last sentence: the judge has launched the kernel, but apart. */
    static String told(KernelFaultException fault) {
        return String.valueOf(fault.getMessage()).replaceFirst(" Nothing was launched\\.$", "");
    }

    /** That a launch has no end, with the loop that the simulator finds; or another fault, if it finds that. */
    static Fault withLoop(Fault endless, Fault simulated) {
        return simulated.kind() == FaultKind.ENDLESS
                ? new Fault(
                        FaultKind.ENDLESS,
                        endless.text() + "\n"
                                + simulated
                                        .text()
                                        .replaceFirst("^wrong: \\w+ has not come to its end: ", "In the simulator "))
                : simulated;
    }

    /** The first size that has a fault, or -1. */
    static int first(List<? extends Optional<?>> faults) {
        for (int i = 0; i < faults.size(); i++) {
            if (faults.get(i).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    static FaultKind of(String message) {
        return WORDS.entrySet().stream()
                .filter(entry -> message.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(FaultKind.BOUNDS);
    }
}
