package org.plegma.stencil.code;

import java.util.List;
import java.util.function.Function;

/**
 * The planes that a launch says, with the arguments that come last: the first one, and the one after the last. Nothing is sent. Steps before
 * an exchange compute ghost planes, too, each fewer than the one before.
 *
 * @param planes the most that a launch may say
 */
public record PlaneRange(int planes) implements PlanePart {
    public PlaneRange {
        if (planes < 1) {
            throw new IllegalArgumentException("Not a number of planes: " + planes + ".");
        }
    }

    @Override
    public List<String> parameters(String type) {
        return List.of("const int lowest", "const int beyond");
    }

    @Override
    public String begin(String chunk, int length) {
        return "lowest + " + chunk + PlanePart.times(length);
    }

    @Override
    public String end() {
        return "beyond";
    }

    /** A launch that says fewer planes has groups without any. */
    @Override
    public String orNone() {
        return "    if (first >= beyond) {\n        return;\n    }\n";
    }

    @Override
    public String send(Function<Copy, String> values) {
        return "";
    }
}
