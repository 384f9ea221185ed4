package org.plegma.coursework.inspection;

import java.util.List;
import java.util.Optional;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.Kernel;
import org.plegma.device.source.KernelParameter;

/** Whether a kernel has the parameters of its exercise. */
public final class Signatures {
    private Signatures() {}

    /** @param expected as {@code global const float* A} */
    public static Optional<SubmissionFault> fault(Kernel kernel, List<String> expected) {
        List<KernelParameter> found = kernel.parameters();
        for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
            String wanted = expected.get(i);
            if (!fits(found.get(i), wanted)) {
                return Optional.of(fault("parameter " + (i + 1) + " of " + kernel.name() + ", "
                        + found.get(i).name() + ", is " + text(found.get(i)) + "; the exercise has " + wanted));
            }
        }
        if (found.size() != expected.size()) {
            String which = found.size() < expected.size()
                    ? "parameter " + (found.size() + 1) + ", " + expected.get(found.size()) + ", is missing"
                    : "parameter " + (expected.size() + 1) + ", "
                            + found.get(expected.size()).name() + ", is one too many";
            return Optional.of(fault(kernel.name() + " has " + found.size() + " parameters, the exercise "
                    + expected.size() + ": " + which));
        }
        return Optional.empty();
    }

    private static SubmissionFault fault(String text) {
        return new SubmissionFault(FaultKind.SIGNATURE, "wrong signature: " + text);
    }

    private static boolean fits(KernelParameter found, String wanted) {
        String type =
                wanted.replaceAll("\\b(global|constant|const)\\b|\\w+$", "").replace(" ", "");
        String space = wanted.startsWith("global") ? "GLOBAL" : wanted.startsWith("constant") ? "CONSTANT" : "PRIVATE";
        return found.type().replace(" ", "").equals(type)
                && found.space().name().equals(space);
    }

    private static String text(KernelParameter parameter) {
        String space = parameter.isPointer() ? parameter.space().name().toLowerCase(java.util.Locale.ROOT) + " " : "";
        return space + parameter.type();
    }
}
