package org.plegma.coursework;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.errors.KernelFaultException;

/** The kind of what a simulator found, by its words. */
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

    static FaultKind of(String message) {
        return WORDS.entrySet().stream()
                .filter(entry -> message.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(FaultKind.BOUNDS);
    }
}
