package org.plegma.coursework.inspection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.coursework.apart.LaunchRunner;
import org.plegma.coursework.apart.LaunchRunner.Code;
import org.plegma.coursework.apart.LaunchRunner.Launch;
import org.plegma.coursework.apart.LaunchRunner.Outcome;
import org.plegma.device.Kernel;

/**
 * Which work-item writes each element of a result: found by running the kernel for each binary digit of the work-items'
 * numbers, where those that have this digit write into the result, and the others into another array. All of them run each
 * time, so that barriers and local memory work as ever.
 */
public final class Writers {
    /** No work-item writes the element. */
    public static final int NOBODY = -1;

    /** More than one writes it. */
    public static final int SEVERAL = -2;

    private static final String PARAMETERS = "global float* plegma_others, int plegma_digit, int plegma_value, ";
    private static final String NUMBER =
            "(get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)))";

    private Writers() {}

    /**
     * For each element of a guarded result the number of its work-item, dimension 0 counting fastest, or one of the two above.
     *
     * @param launch of the kernel, whose last argument is the result with values that no kernel writes
     * @return empty if the kernel's text is not understood, or fails so
     */
    public static Optional<int[]> find(LaunchRunner runner, Kernel kernel, Launch launch) {
        Optional<String> source = redirected(kernel);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        long items = 1;
        for (long size : launch.global()) {
            items *= size;
        }
        int digits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(items - 1));
        float[] before = (float[]) launch.arguments().get(launch.arguments().size() - 1);
        List<Launch> launches = new ArrayList<>();
        for (int digit = 0; digit < digits; digit++) {
            for (int value = 0; value < 2; value++) {
                List<Object> arguments = new ArrayList<>(List.of(before, digit, value));
                arguments.addAll(launch.arguments());
                launches.add(new Launch(0, launch.global(), launch.local(), arguments, 1));
            }
        }
        Code code = new Code(source.get(), kernel.program().options(), kernel.name());
        List<float[]> results = new ArrayList<>();
        for (Outcome outcome : runner.run(List.of(code), launches).outcomes()) {
            float[] result = outcome.result();
            if (result != null) {
                results.add(result);
            }
        }
        if (results.size() < launches.size()) {
            return Optional.empty();
        }
        int[] writers = new int[before.length];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = writer(results, i, before[i]);
        }
        return Optional.of(writers);
    }

    private static int writer(List<float[]> results, int element, float before) {
        int number = 0;
        int written = 0;
        for (int digit = 0; 2 * digit < results.size(); digit++) {
            boolean zero = results.get(2 * digit)[element] != before; // as NaN is not either
            boolean one = results.get(2 * digit + 1)[element] != before;
            if (zero && one) {
                return SEVERAL;
            }
            written += zero || one ? 1 : 0;
            number |= one ? 1 << digit : 0;
        }
        return written == 0 ? NOBODY : number;
    }

    /** The source with a kernel that takes another array for the result where a work-item's number has not the digit. */
    private static Optional<String> redirected(Kernel kernel) {
        String source = kernel.program().source();
        Matcher name = Pattern.compile("\\b" + Pattern.quote(kernel.name()) + "\\s*\\(")
                .matcher(source);
        while (name.find()) {
            int end = closing(source, name.end());
            Matcher body = Pattern.compile("\\s*\\{").matcher(source).region(end, source.length());
            if (body.lookingAt()) {
                String result =
                        kernel.parameters().get(kernel.parameters().size() - 1).name();
                return Optional.of(source.substring(0, name.end()) + PARAMETERS
                        + source.substring(name.end(), body.end()) + " if (((int) " + NUMBER
                        + " >> plegma_digit & 1) != plegma_value) " + result + " = plegma_others; "
                        + source.substring(body.end()));
            }
        }
        return Optional.empty();
    }

    /** Behind the parenthesis that closes an open one. */
    private static int closing(String source, int from) {
        int open = 1;
        int i = from;
        while (i < source.length() && open > 0) {
            char c = source.charAt(i++);
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return i;
    }
}
