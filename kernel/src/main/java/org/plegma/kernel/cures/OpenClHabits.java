package org.plegma.kernel.cures;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OpenCL C in a cell without its magic, which the compiler of Java has refused. */
public final class OpenClHabits {
    public static final String MESSAGE = "this is an OpenCL kernel, not Java";
    public static final String CURE =
            "Write %%opencl as the first line of the cell; what is Java goes into another cell.";

    /** Where text may be anything. */
    private static final Pattern NO_CODE = Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)*+'|//.*|/\\*(?s:.*?)\\*/");

    private static final Pattern KERNEL =
            Pattern.compile("\\b(?:__)?kernel\\s+(?:__attribute__\\s*\\(\\([^;{}]*?\\)\\)\\s*)*void\\s+\\w+\\s*\\(");

    /** Nobody pastes longer ones, and the patterns would overflow the stack in the text of some. */
    private static final int LONGEST = 50_000;

    private OpenClHabits() {}

    /** Where a kernel begins that is no part of a string or of a comment. */
    public static OptionalInt kernel(String source) {
        if (source.length() > LONGEST || !source.contains("kernel")) {
            return OptionalInt.empty();
        }
        String code = NO_CODE.matcher(source)
                .replaceAll(text -> " ".repeat(text.group().length()));
        Matcher kernel = KERNEL.matcher(code);
        return kernel.find() ? OptionalInt.of(kernel.start()) : OptionalInt.empty();
    }
}
