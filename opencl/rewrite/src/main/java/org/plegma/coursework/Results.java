package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.coursework.KernelExercise.Expected;
import org.plegma.coursework.KernelExercise.Words;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.measure.Places;

/** Compares what a kernel gave with what it should be, to the element. */
final class Results<S> {
    /** What a result holds before; hints tell what was added to it, or not written. */
    static final float UNTOUCHED = -12345.5f;

    private static final int GUARD = 4096;

    /** Of a large problem only so many operations are done again; the small ones before it are judged to the last element. */
    private static final double MOST_CHECKED = 1 << 28;

    private final KernelExercise<S> exercise;
    private final Words words;

    Results(KernelExercise<S> exercise, Words words) {
        this.exercise = exercise;
        this.words = words;
    }

    /** The arguments with guards behind each array, and with this in the result. */
    static List<Object> guarded(List<Object> arguments, float before) {
        List<Object> guarded = new ArrayList<>(arguments);
        for (int i = 0; i < guarded.size(); i++) {
            if (guarded.get(i) instanceof float[] array) {
                boolean isResult = i == guarded.size() - 1;
                float[] all = Arrays.copyOf(array, array.length + GUARD);
                Arrays.fill(all, isResult ? 0 : array.length, array.length, before);
                Arrays.fill(all, array.length, all.length, isResult ? UNTOUCHED : Float.NaN);
                guarded.set(i, all);
            }
        }
        return guarded;
    }

    /** What is wrong with a result; empty if nothing is. */
    Optional<SubmissionFault> fault(S size, List<Object> arguments, float before, float[] result) {
        int length = result.length - GUARD;
        boolean written = false;
        for (int i = 0; i < length && !written; i++) {
            written = result[i] != before; // as NaN is not either
        }
        if (!written) {
            return Optional.of(new SubmissionFault(
                    FaultKind.MISSING, "still to be written: the kernel has written nothing into " + words.result()));
        }
        for (int i = length; i < result.length; i++) {
            if (result[i] != UNTOUCHED) {
                return Optional.of(new SubmissionFault(
                        FaultKind.BOUNDS,
                        "writes behind " + words.result() + ", at element " + i + " of " + length
                                + ": does every work-item check that " + words.inside() + "?"));
            }
        }
        for (int i : checked(length, (long) (exercise.work(size) / MOST_CHECKED))) {
            Expected expected = exercise.expected(size, arguments, i);
            if (!expected.isMetBy(result[i])) {
                return Optional.of(new SubmissionFault(
                        Float.isNaN(result[i]) && !Float.isNaN(before) ? FaultKind.NAN : FaultKind.VALUES,
                        String.format(
                                Locale.ROOT,
                                "wrong: %s should be %.6g, is %.6g%s",
                                exercise.place(size, i),
                                expected.value(),
                                result[i],
                                commonHint(size, arguments, i, before, expected, result[i]))));
            }
        }
        return Optional.empty();
    }

    /** All elements, or in a large result one of so many, in their order. */
    private static int[] checked(int length, long oneOf) {
        return oneOf <= 1
                ? IntStream.range(0, length).toArray()
                : Arrays.stream(Places.of((int) (length / oneOf) + 2, length))
                        .mapToInt(place -> place[0])
                        .sorted()
                        .distinct()
                        .toArray();
    }

    private String commonHint(
            S size, List<Object> arguments, int element, float before, Expected expected, float found) {
        if (Float.isNaN(before)) {
            return ", as it was NaN before: is what " + words.result() + " held multiplied by 0, or added?";
        } else if (Float.isNaN(found)) {
            return ": it takes elements from outside of " + words.inputs();
        } else if (found == before) {
            return ": it was not written";
        }
        // Each of the additions to what was there may round.
        double rounding = 0x1p-24 * Math.abs(before) * 64;
        if (new Expected(expected.value() + before, expected.bound() + rounding).isMetBy(found)) {
            return ", that and the " + before + " which it was before: is it added to, without being set to 0 first?";
        }
        return exercise.hint(size, arguments, element, found);
    }

    /** Each element of a small result, and who wrote it. */
    FailurePicture picture(
            S size, List<Object> arguments, float[] found, Optional<int[]> writers, long[] global, long[] local) {
        boolean[] isRight = new boolean[found.length - GUARD];
        for (int i = 0; i < isRight.length; i++) {
            isRight[i] = exercise.expected(size, arguments, i).isMetBy(found[i]);
        }
        return FailurePicture.of(found, isRight, writers, exercise.width(size), global, local);
    }
}
