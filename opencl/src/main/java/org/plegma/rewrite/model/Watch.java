package org.plegma.rewrite.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts what the work-items of a group do, warp by warp. */
final class Watch {
    private static final int MOST_FINDINGS = 20;

    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private final int[] banks = new int[Counts.BANKS];
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
    private long launches;

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
                launches);
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    void find(Finding.Kind kind, String key, String text) {
        if (findings.size() < MOST_FINDINGS && known.add(kind + key)) {
            findings.add(new Finding(kind, text));
        }
    }

    void launch() {
        launches++;
    }

    void local(long bytes) {
        localBytes = Math.max(localBytes, bytes);
    }

    void barrier(boolean[] active) {
        barriers += (active.length + Counts.WARP - 1) / Counts.WARP;
    }

    /** An operation of the work-items that take part. */
    void operation(boolean[] active) {
        for (int start = 0; start < active.length; start += Counts.WARP) {
            int taking = taking(active, start);
            if (taking > 0) {
                instructions++;
                idle += Counts.WARP - taking;
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
    }

    private static int taking(boolean[] active, int start) {
        int taking = 0;
        for (int i = start; i < Math.min(active.length, start + Counts.WARP); i++) {
            taking += active[i] ? 1 : 0;
        }
        return taking;
    }

    /** A load or store at these byte offsets. */
    void access(Memory.Space space, boolean[] active, long[] offsets, int bytes) {
        for (int start = 0; start < active.length; start += Counts.WARP) {
            int end = Math.min(active.length, start + Counts.WARP);
            if (taking(active, start) == 0 || space == Memory.Space.PRIVATE) {
                continue;
            }
            if (space == Memory.Space.GLOBAL) {
                global(active, offsets, bytes, start, end);
            } else {
                local(active, offsets, bytes, start, end);
            }
        }
    }

    private void global(boolean[] active, long[] offsets, int bytes, int start, int end) {
        Set<Long> touched = new HashSet<>();
        Set<Long> places = new HashSet<>();
        for (int i = start; i < end; i++) {
            if (active[i]) {
                places.add(offsets[i]);
                for (long s = offsets[i] / Counts.SEGMENT; s <= (offsets[i] + bytes - 1) / Counts.SEGMENT; s++) {
                    touched.add(s);
                }
            }
        }
        long needed = ((long) places.size() * bytes + Counts.SEGMENT - 1) / Counts.SEGMENT;
        globalAccesses++;
        segments += touched.size();
        wasted += touched.size() - needed;
    }

    private void local(boolean[] active, long[] offsets, int bytes, int start, int end) {
        Set<Long> words = new HashSet<>();
        for (int i = start; i < end; i++) {
            for (long word = offsets[i] / 4; active[i] && word <= (offsets[i] + bytes - 1) / 4; word++) {
                words.add(word);
            }
        }
        java.util.Arrays.fill(banks, 0);
        int most = 0;
        for (long word : words) {
            most = Math.max(most, ++banks[(int) (word % Counts.BANKS)]);
        }
        localAccesses++;
        conflicts += most - (words.size() + Counts.BANKS - 1) / Counts.BANKS;
    }
}
