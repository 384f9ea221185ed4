package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;

/**
 * A long filter along one axis as constants in unrolled code, in as many launches as it takes for the code to fit the instruction
 * cache. Each has a part of the taps, and adds what it makes to the result: to read the result again costs less than taps that
 * are no constants.
 */
final class AddedParts implements Executable {
    /** Taps of which work-items make eight results at once: 33 KB of code on NVIDIA's devices. */
    static final int LONGEST = 257;
    /** Longer filters would have more kernels to compile than their time is worth. */
    private static final int MOST = 4;

    private final List<Executable> parts;

    private AddedParts(List<Executable> parts) {
        this.parts = parts;
    }

    /** Makes one part. */
    @FunctionalInterface
    interface Maker {
        /** @param adds whether it adds to the result, which the first does not */
        Executable part(Window window, double[] taps, boolean adds);
    }

    /** Whether so many taps are worked on so; AMD's scalar registers take too few constants for parts that are worth a launch. */
    static boolean suits(int taps, boolean amd) {
        return !amd && taps > Lines.KNOWN && taps <= MOST * LONGEST;
    }

    /** The filter along an axis in as few parts as can be, of about equal length. */
    static Executable of(Window window, int axis, double[] taps, Maker maker) {
        int count = (taps.length + LONGEST - 1) / LONGEST;
        if (count == 1) {
            return maker.part(window, taps, false);
        }
        List<Executable> parts = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                int from = taps.length * i / count;
                int to = taps.length * (i + 1) / count;
                int[] length = window.taps().clone();
                int[] shift = window.shift().clone();
                length[axis] = to - from;
                shift[axis] += from;
                Window part = new Window(window.image(), window.out(), length, shift, window.boundary());
                parts.add(maker.part(part, Arrays.copyOfRange(taps, from, to), i > 0));
            }
        } catch (RuntimeException e) {
            parts.forEach(Executable::close);
            throw e;
        }
        return new AddedParts(parts);
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        List<Event> events = new ArrayList<>();
        parts.forEach(part -> events.addAll(part.launch(queue, image, result)));
        return events;
    }

    @Override
    public long bytes() {
        return parts.stream().mapToLong(Executable::bytes).sum();
    }

    @Override
    public String source() {
        return parts.get(0).source();
    }

    @Override
    public String explain() {
        return parts.stream().map(Executable::explain).collect(Collectors.joining("\nadded: "));
    }

    @Override
    public void close() {
        parts.forEach(Executable::close);
    }
}
