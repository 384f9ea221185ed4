package org.plegma.coursework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.coursework.apart.ApartRunner;
import org.plegma.coursework.apart.Confinement;
import org.plegma.coursework.apart.HereRunner;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.process.WorkLimit;

/** Submissions that are wrong in each way that is known, through the judge of one task: a class a task, which has these tests. */
abstract class WrongKernelTests extends WrongTests {
    /** A way to be wrong; what it deserves. */
    enum Kind {
        BOUNDS_READ(FaultKind.BOUNDS),
        BOUNDS_WRITE(FaultKind.BOUNDS),
        LOCAL_RACE(FaultKind.RACE),
        GLOBAL_RACE(FaultKind.RACE),
        MISSING_BARRIER(FaultKind.RACE),
        DIVERGENT_BARRIER(FaultKind.BARRIER),
        UNINITIALISED_SUM(FaultKind.UNSET),
        ENDLESS(FaultKind.ENDLESS),
        SIGNATURE(FaultKind.SIGNATURE),
        /** Told by the compiler, before there is anything to judge. */
        COMPILE(null),
        TRANSPOSED_INDEX(FaultKind.VALUES),
        SIZES_THAT_DO_NOT_DIVIDE(FaultKind.VALUES),
        ONE_ELEMENT(FaultKind.VALUES),
        NOT_A_NUMBER(FaultKind.NAN),
        LOST_ATOMICS(FaultKind.RACE),
        CHEAT(FaultKind.EVADED);

        final FaultKind fault;

        Kind(FaultKind fault) {
            this.fault = fault;
        }

        /** Whether running it could end or hang this process. */
        boolean isDangerous() {
            return Set.of(BOUNDS_READ, BOUNDS_WRITE, DIVERGENT_BARRIER, ENDLESS).contains(this);
        }

        /** Whether OpenCL defines what it does, so that a simulator has nothing to find. */
        boolean isDefined() {
            return Set.of(ENDLESS, TRANSPOSED_INDEX, SIZES_THAT_DO_NOT_DIVIDE, ONE_ELEMENT, NOT_A_NUMBER, CHEAT)
                    .contains(this);
        }
    }

    /**
     * A submission.
     *
     * @param told a regular expression for the beginning of what the student is told: what is wrong, and where
     * @param isPartlyRight whether some of the sizes that are not trivial are right, which deserves some of the points
     */
    record Wrong(Kind kind, String source, String told, boolean isPartlyRight) {
        Wrong(Kind kind, String source, String told) {
            this(kind, source, told, false);
        }

        @Override
        public String toString() {
            return kind.toString();
        }
    }

    abstract List<Wrong> wrong();

    /** Kinds that make no sense for the task, and why. */
    Map<Kind, String> leftOut() {
        return Map.of();
    }

    /** Faults of which there is a picture. */
    Set<FaultKind> pictured() {
        return Set.of(FaultKind.VALUES, FaultKind.NAN);
    }

    /** Of the step that asks for local memory if it is the cheat, which hands in the step before again. */
    abstract Verdict judge(Wrong wrong);

    /** The same of the kernel {@code k}, by a task. */
    Verdict judge(Wrong wrong, BiFunction<Kernel, Judging, Verdict> task) {
        try (Program program = session.compile(wrong.source)) {
            Verdict verdict = task.apply(program.kernel("k"), judging(wrong.kind));
            return wrong.kind == Kind.CHEAT ? verdict.usingLocalMemory() : verdict;
        }
    }

    /**
     * As students are judged; in this process where that is safe, as it is several times as fast, and without the simulator
     * where nothing is wrong that it could find, as it takes most of the time.
     */
    Judging judging(Kind kind) {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(kind == Kind.ENDLESS ? 2 : 4), Duration.ofSeconds(8));
        return new Judging(
                kind.isDefined() ? Optional.empty() : Optional.of(new OclgrindCheck(3)),
                kind.isDangerous() ? new ApartRunner(Confinement.best(), limit) : new HereRunner(session),
                Optional.empty(),
                7);
    }

    @Test
    void everyKindIsThereOrMakesNoSense() {
        Set<Kind> there = wrong().stream().map(Wrong::kind).collect(Collectors.toSet());
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(there)), leftOut().keySet());
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isCaughtToldAndGradedAsDeserved(Wrong wrong) {
        if (wrong.kind == Kind.COMPILE) {
            String message =
                    assertThrows(RuntimeException.class, () -> judge(wrong)).getMessage();
            assertTrue(Pattern.compile(wrong.told).matcher(message).find(), message);
            return;
        }
        assumeTrue(
                wrong.kind.isDefined() || OclgrindCheck.ifInstalled(20).isPresent(),
                "Oclgrind is not installed, which alone finds this kind");
        Verdict verdict = judge(wrong);
        assertTold(wrong.kind.fault, wrong.told, verdict);
        assertFalse(verdict.reason().contains("Nothing was launched"), "the judge has launched it");
        assertEquals(pictured().contains(wrong.kind.fault), verdict.picture().isPresent(), verdict::toString);
        assertEquals(wrong.isPartlyRight, verdict.outOf(4).points() > 0, verdict::toString);
        assertTrue(verdict.outOf(4).points() < 4, verdict::toString);
    }
}
