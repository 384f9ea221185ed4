package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One load, store or atomic change by the work-items of a warp, its lanes.
 *
 * <p>Global memory moves whole segments of {@link Counts#SEGMENT} bytes. Local memory has {@link Counts#BANKS} banks of 4-byte
 * words; lanes that want different words of a bank are served in turn, those that want the same word at once.
 */
public final class WarpAccess {
    private static final int WORD = 4;
    private static final long NONE = Long.MIN_VALUE;

    private final Memory memory;
    private final Memory.Use use;
    private final int bytes;
    private final long[] offsets = new long[Counts.WARP];

    WarpAccess(Memory memory, Memory.Use use, int bytes, boolean[] active, long[] offsets, int start) {
        this.memory = memory;
        this.use = use;
        this.bytes = bytes;
        for (int lane = 0; lane < Counts.WARP; lane++) {
            int item = start + lane;
            this.offsets[lane] = item < active.length && active[item] ? offsets[item] : NONE;
        }
    }

    /** Whether it is of local memory, else of global. */
    public boolean isLocal() {
        return memory.space == Memory.Space.LOCAL;
    }

    /** The array. */
    public String array() {
        return memory.name;
    }

    /** Whether it changes the array. */
    public boolean isWrite() {
        return use != Memory.Use.READ;
    }

    /** Whether it reads and writes at once. */
    public boolean isAtomic() {
        return use == Memory.Use.ATOMIC;
    }

    /** Bytes a lane. */
    public int bytes() {
        return bytes;
    }

    /** Whether a lane takes part. */
    public boolean isActive(int lane) {
        return offsets[lane] != NONE;
    }

    /** How many lanes take part. */
    public int lanes() {
        return (int) Arrays.stream(offsets).filter(offset -> offset != NONE).count();
    }

    /** The numbers of the words of 4 bytes that a lane wants, from the start of the array; empty if it takes no part. */
    public List<Long> words(int lane) {
        List<Long> words = new ArrayList<>();
        for (long word = word(offsets[lane]); isActive(lane) && word <= word(offsets[lane] + bytes - 1); word++) {
            words.add(word);
        }
        return words;
    }

    /** The numbers of the elements that a lane wants; empty if it takes no part. */
    public List<Long> elements(int lane) {
        List<Long> elements = new ArrayList<>();
        int each = memory.type.bytes;
        for (long place = offsets[lane]; isActive(lane) && place < offsets[lane] + bytes; place += each) {
            elements.add(Math.floorDiv(place, each));
        }
        return elements;
    }

    /** Whether a lane wants this element. */
    boolean isOf(long element) {
        return IntStream.range(0, Counts.WARP).anyMatch(lane -> elements(lane).contains(element));
    }

    /** How many elements the array has. */
    public long length() {
        return memory.length;
    }

    /** Of an offset, which is below 0 before the array. */
    private static long word(long offset) {
        return Math.floorDiv(offset, WORD);
    }

    private static long segment(long offset) {
        return Math.floorDiv(offset, Counts.SEGMENT);
    }

    private long[] allWords() {
        long[] words = new long[Counts.WARP * (bytes / WORD + 2)];
        int n = 0;
        for (long offset : offsets) {
            for (long word = word(offset); offset != NONE && word <= word(offset + bytes - 1); word++) {
                words[n++] = word;
            }
        }
        return distinct(words, n);
    }

    private static long[] distinct(long[] values, int count) {
        Arrays.sort(values, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || values[i] != values[i - 1]) {
                values[kept++] = values[i];
            }
        }
        return Arrays.copyOf(values, kept);
    }

    /** How often local memory is accessed until all lanes are served: the most words that are wanted of a bank. */
    public int turns() {
        int[] wanted = new int[Counts.BANKS];
        int most = 0;
        for (long word : allWords()) {
            most = Math.max(most, ++wanted[Math.floorMod(word, Counts.BANKS)]);
        }
        return most;
    }

    /** The turns that as many words take if they lie well. */
    public int fewestTurns() {
        return parts(allWords().length, Counts.BANKS);
    }

    /** The segments of global memory that are moved, by number from the start of the array. */
    public List<Long> segments() {
        long[] touched = new long[Counts.WARP * (bytes / Counts.SEGMENT + 2)];
        int n = 0;
        for (long offset : offsets) {
            for (long s = segment(offset); offset != NONE && s <= segment(offset + bytes - 1); s++) {
                touched[n++] = s;
            }
        }
        return Arrays.stream(distinct(touched, n)).boxed().toList();
    }

    /** The segments that the bytes asked for would fill. */
    public int fewestSegments() {
        return parts(Math.toIntExact(asked()), Counts.SEGMENT);
    }

    /** Bytes asked for, those wanted by several lanes once. */
    public long asked() {
        long[] places = Arrays.stream(offsets).filter(offset -> offset != NONE).toArray();
        return (long) distinct(places, places.length).length * bytes;
    }

    /** The most lanes that change one place atomically, one after the other; 1 if it is not atomic. */
    public int atomicTurns() {
        long[] places = offsets.clone();
        Arrays.sort(places);
        int most = 1;
        int run = 1;
        for (int i = 1; isAtomic() && i < places.length; i++) {
            run = places[i] == places[i - 1] && places[i] != NONE ? run + 1 : 1;
            most = Math.max(most, run);
        }
        return most;
    }

    private static int parts(int amount, int size) {
        return (amount + size - 1) / size;
    }

    @Override
    public String toString() {
        return use.text + " " + memory.name;
    }
}
