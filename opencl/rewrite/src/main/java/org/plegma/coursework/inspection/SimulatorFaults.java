package org.plegma.coursework.inspection;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.errors.KernelFaultException;

/** The kind of what a simulator found, by its words, and how that goes together with what a launch showed. */
public final class SimulatorFaults {
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

    private SimulatorFaults() {}

    /** Whether it is said to be outside of an array, by a simulator that tells wrong values, too. */
    public static boolean isBounds(String message) {
        return message.contains("outside") || message.contains("beyond") || message.contains("elements");
    }

    /** What a simulator says, without its last sentence: the judge has launched the kernel, but apart. */
    public static String told(KernelFaultException fault) {
        return String.valueOf(fault.getMessage()).replaceFirst(" Nothing was launched\\.$", "");
    }

    /** That a launch has no end, with the loop that the simulator finds; or another fault, if it finds that. */
    public static SubmissionFault withLoop(SubmissionFault endless, SubmissionFault simulated) {
        return simulated.kind() == FaultKind.ENDLESS
                ? new SubmissionFault(
                        FaultKind.ENDLESS,
                        endless.text() + "\n"
                                + simulated
                                        .text()
                                        .replaceFirst("^wrong: \\w+ has not come to its end: ", "In the simulator "))
                : simulated;
    }

    public static FaultKind of(String message) {
        return WORDS.entrySet().stream()
                .filter(entry -> message.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(FaultKind.BOUNDS);
    }
}
