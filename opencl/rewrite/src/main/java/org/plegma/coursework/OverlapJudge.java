package org.plegma.coursework;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.coursework.ConvolveExercise.InStrips;
import org.plegma.coursework.ConvolveExercise.Overlapped;
import org.plegma.coursework.StripsJudge.Case;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;

/**
 * Judges a convolution in strips whose copies run beside its kernels. Times are compared with each other only, so the verdict
 * does not depend on how fast the device is: a strip comes in before the kernels of the strip before have ended. On a GPU it
 * goes out after those of the next have begun, too; a processor copies and computes by the same cores, so nothing is said of
 * it there.
 */
final class OverlapJudge {
    /** One at work, one coming in, and one going out. */
    private static final int STRIPS_AT_ONCE = 3;
    /** So much work in a strip that the host has enqueued the next one long before it is done. */
    private static final Case TIMED_ON_CPU = new Case(1024, 512, 16, 128);

    private static final Case TIMED_ON_GPU = new Case(1536, 1024, 256, 128);

    private final Session session;
    private final long seed;
    private final Case timed;
    private List<Span> spans = List.of();

    OverlapJudge(Session session, long seed) {
        this.session = session;
        this.seed = seed;
        timed = session.device().kind() == Device.Kind.CPU ? TIMED_ON_CPU : TIMED_ON_GPU;
    }

    Verdict verdict(Overlapped overlapped) {
        InStrips pinned = (image, taps, rows) -> run(overlapped, image, taps, rows);
        StripsJudge judge = new StripsJudge(session, "overlapped strips", STRIPS_AT_ONCE, seed).tryAll(pinned);
        if (judge.allRight()) {
            Optional<SubmissionFault> fault = judge.attempt(pinned, timed);
            judge.add(timed + ", timeline", fault.or(() -> notAtTheSameTime()
                    .map(text -> new SubmissionFault(FaultKind.EVADED, text))));
        }
        return judge.verdict(StripsJudge.cases() + 1);
    }

    private @Nullable Grid run(Overlapped overlapped, Grid image, float[] taps, int rows) {
        int cells = image.size(0) * image.size(1);
        float[] found = new float[cells];
        Arrays.fill(found, Results.UNTOUCHED);
        try (HostBuffer from = session.pinned(ElementType.FLOAT, cells);
                HostBuffer to = session.pinned(ElementType.FLOAT, cells)) {
            from.floats().put(0, image.floats());
            to.floats().put(0, found);
            session.recordTimeline(true);
            try {
                overlapped.convolve(from, image.size(0), image.size(1), taps, rows, to);
                to.floats().get(0, found);
                session.finish();
                spans = session.timeline().spans();
            } finally {
                session.recordTimeline(false);
            }
        }
        for (float each : found) {
            if (each != Results.UNTOUCHED) { // as NaN is not either
                return Grid.of(found, image.size(0), image.size(1));
            }
        }
        return null;
    }

    private Optional<String> notAtTheSameTime() {
        int strips = timed.height() / timed.rows();
        // The taps are a copy, too, but a small one.
        long least = (long) timed.rows() * timed.width() * Float.BYTES / 2;
        List<Span> in = ordered(Span.Kind.COPY_IN, least);
        List<Span> out = ordered(Span.Kind.COPY_OUT, least);
        List<Span> kernels = ordered(Span.Kind.KERNEL, 0);
        if (in.size() != strips || out.size() != strips || kernels.size() % strips != 0) {
            return Optional.of(
                    "not at the same time: expected one copy in, one copy out and the same kernels for each of the "
                            + strips + " strips, found " + in.size() + ", " + out.size() + " and " + kernels.size());
        }
        int each = kernels.size() / strips;
        int early = 0;
        int late = 0;
        for (int s = 1; s < strips; s++) {
            early += in.get(s).startNanos() < kernels.get(s * each - 1).endNanos() ? 1 : 0;
            late += out.get(s - 1).endNanos() > kernels.get(s * each).startNanos() ? 1 : 0;
        }
        if (early < strips / 2) {
            return Optional.of("not at the same time: " + early + " of " + (strips - 1)
                    + " strips came in before the kernels of the strip before had ended");
        }
        return session.device().kind() == Device.Kind.GPU && late < strips / 2
                ? Optional.of("not at the same time: " + late + " of " + (strips - 1)
                        + " strips went out after the kernels of the next strip had begun")
                : Optional.empty();
    }

    private List<Span> ordered(Span.Kind kind, long leastBytes) {
        return spans.stream()
                .filter(span -> span.kind() == kind && span.bytes() >= leastBytes)
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
    }
}
