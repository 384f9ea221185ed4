package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.term.Term;

/** Counts what the work-items of a group do, warp by warp. */
final class Watch {
    private static final int MOST_FINDINGS = 20;

    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private long instructions;
    private long idle;
    private long divergent;
    private long globalAccesses;
    private long segments;
    private long wasted;
    private long localAccesses;
    private long conflicts;
    private long barriers;
    private long localBytes;
    private long atomicTurns;
    /** Of a warp of the group that is running. */
    private Optional<WarpRecorder> recorder = Optional.empty();

    Counts counts() {
        return new Counts(
                instructions,
                idle,
                divergent,
                globalAccesses,
                segments,
                wasted,
                localAccesses,
                conflicts,
                barriers,
                localBytes,
                0,
                atomicTurns);
    }

    /** Of all warps until now. */
    long operations() {
        return instructions;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    void find(Finding.Kind kind, String key, String text) {
        if (findings.size() < MOST_FINDINGS && known.add(kind + key)) {
            findings.add(new Finding(kind, text));
        }
    }

    void local(long bytes) {
        localBytes = Math.max(localBytes, bytes);
    }

    void barrier(boolean[] active) {
        barriers += (active.length + Counts.WARP - 1) / Counts.WARP;
        recorder.ifPresent(WarpRecorder::barrier);
    }

    /** An operation of the work-items that take part. */
    void operation(boolean[] active) {
        for (int start = 0; start < active.length; start += Counts.WARP) {
            int taking = taking(active, start);
            if (taking > 0) {
                instructions++;
                idle += Counts.WARP - taking;
                recorded(start).ifPresent(WarpRecorder::operation);
            }
        }
    }

    /** A condition, and for which work-items it is true. */
    void branch(boolean[] active, boolean[] taken) {
        operation(active);
        for (int start = 0; start < active.length; start += Counts.WARP) {
            int taking = taking(active, start);
            int yes = taking(taken, start);
            if (yes > 0 && yes < taking) {
                divergent++;
            }
        }
        recorder.ifPresent(warp -> warp.branch(active, taken));
    }

    private static int taking(boolean[] active, int start) {
        int taking = 0;
        for (int i = start; i < Math.min(active.length, start + Counts.WARP); i++) {
            taking += active[i] ? 1 : 0;
        }
        return taking;
    }

    /** A load, store or atomic change at these byte offsets. */
    void access(Memory memory, boolean[] active, long[] offsets, int bytes, Memory.Use use) {
        if (memory.space == Memory.Space.PRIVATE) {
            return;
        }
        for (int start = 0; start < active.length; start += Counts.WARP) {
            if (taking(active, start) == 0) {
                continue;
            }
            WarpAccess access = new WarpAccess(memory, use, bytes, active, offsets, start);
            if (access.isLocal()) {
                localAccesses++;
                conflicts += access.turns() - access.fewestTurns();
            } else {
                int touched = access.segments().size();
                globalAccesses++;
                segments += touched;
                wasted += touched - access.fewestSegments();
            }
            atomicTurns += access.atomicTurns() - 1;
            recorded(start).ifPresent(warp -> warp.access(access));
        }
    }

    /** From now on writes down what a warp does, if it is of this group. */
    void record(Optional<WarpRecorder> in, int group) {
        recorder = in.filter(warp -> warp.group == group);
    }

    private Optional<WarpRecorder> recorded(int start) {
        return recorder.filter(warp -> warp.first() == start);
    }

    /** A statement or condition is run by these work-items. */
    void statement(Term code, boolean[] active) {
        recorder.ifPresent(warp -> warp.statement(code, active));
    }

    /** The statement being run, to be given to {@link #back} after the statements of a function; empty if nothing is recorded. */
    Optional<WarpRecorder.Step> current() {
        return recorder.map(WarpRecorder::current);
    }

    void back(Optional<WarpRecorder.Step> step) {
        recorder.ifPresent(warp -> step.ifPresent(warp::back));
    }
}
