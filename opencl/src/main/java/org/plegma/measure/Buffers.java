package org.plegma.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * One set of buffers of a bench case: random inputs, poisoned outputs. The n-th random buffer of a case has the same
 * contents in every set, on the device and on the host, so that methods of one task get equal inputs.
 */
public final class Buffers implements AutoCloseable {

    private final BufferKernels kernels;
    private final Map<List<String>, Program> programs;
    private final long seed;
    private final List<DeviceArray> owned = new ArrayList<>();
    private final List<DeviceArray> outputs = new ArrayList<>();
    private final List<Grid> hostOutputs = new ArrayList<>();
    private final List<Runnable> refills = new ArrayList<>();
    private final List<Runnable> atTheEnd = new ArrayList<>();
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private int randomBuffers;
    private boolean inPlace;
    private long bytes;

    Buffers(BufferKernels kernels, Map<List<String>, Program> programs, long seed) {
        this.kernels = kernels;
        this.programs = programs;
        this.seed = seed;
    }

    /** The session to run on. */
    public Session session() {
        return kernels.session();
    }

    /** A program for this case, compiled once for all sets of buffers and closed by the bench. */
    public Program compile(String source, String... options) {
        Preconditions.notNull(source, "source");
        Preconditions.notNull(options, "options");
        List<String> key = new ArrayList<>(List.of(options));
        key.add(source);
        return programs.computeIfAbsent(key, k -> session().compile(source, options));
    }

    /** A device array of random elements: uniform in [0, 1) for floating point, in [0, 256) for integers. */
    public DeviceArray input(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        DeviceArray array = own(type, shape);
        kernels.randomize(array, nextSeed());
        return array;
    }

    /** Random elements as {@link #input(ElementType, int...)} has them for arrays of any devices of the session, the same for all. */
    public void randomize(DeviceArray... arrays) {
        Preconditions.notNull(arrays, "arrays");
        int contents = nextSeed();
        for (DeviceArray array : arrays) {
            kernels.randomize(array, contents);
        }
    }

    /** A device array with the given contents. */
    public DeviceArray input(Grid contents) {
        Preconditions.notNull(contents, "contents");
        DeviceArray array = own(contents.type(), contents.shape());
        array.upload(contents);
        return array;
    }

    /** A device array of which every element must be written by each run. */
    public DeviceArray output(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        DeviceArray array = own(type, shape);
        output(array);
        return array;
    }

    /** Takes an array of the caller's as an output: poisons it, and checks that each run writes every element. */
    public void output(DeviceArray existing) {
        Preconditions.notNull(existing, "existing");
        outputs.add(existing);
        kernels.poison(existing);
    }

    /** Takes a host array of the caller's as an output: poisons it, and checks that each run writes every element. */
    public void output(Grid existing) {
        Preconditions.notNull(existing, "existing");
        hostOutputs.add(existing);
        Poison.fill(existing);
    }

    /** Takes an array of the caller's that each run updates in place; in the end it has its present contents again. */
    public void inOut(DeviceArray existing) {
        Preconditions.notNull(existing, "existing");
        Grid contents = existing.download();
        inOut(() -> existing.upload(contents));
    }

    /** Takes a host array of the caller's that each run updates in place; in the end it has its present contents again. */
    public void inOut(Grid existing) {
        Preconditions.notNull(existing, "existing");
        Grid contents = existing.copy();
        int length = Math.toIntExact(existing.length());
        inOut(() -> System.arraycopy(contents.data(), 0, existing.data(), 0, length));
    }

    private void inOut(Runnable restore) {
        refills.add(restore);
        atTheEnd.add(restore);
        inPlace = true;
    }

    /**
     * A random device array that each run updates in place. It is filled anew before each run whose result is judged;
     * timed runs follow one another.
     */
    public DeviceArray inOut(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        DeviceArray array = own(type, shape);
        int contents = nextSeed();
        refills.add(() -> kernels.randomize(array, contents));
        kernels.randomize(array, contents);
        inPlace = true;
        return array;
    }

    /** A device array for intermediate results: poisoned, so that reading what was not written shows, but not judged. */
    public DeviceArray scratch(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        DeviceArray array = own(type, shape);
        kernels.poison(array);
        return array;
    }

    /** Counts device memory that the case has made itself, for the number of sets that it takes to leave the device's cache. */
    public void uses(long ownBytes) {
        bytes += ownBytes;
    }

    /** The same elements as {@link #input(ElementType, int...)}, on the host. Types: float, double, int. */
    public Grid hostInput(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return RandomData.fill(Grid.zeros(type, shape), nextSeed());
    }

    /** A host array of which every element must be written by each run. Types: float, double, int. */
    public Grid hostOutput(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        Grid grid = Grid.zeros(type, shape);
        output(grid);
        return grid;
    }

    /** Waits until nothing runs on the device, if there is one. */
    void finish() {
        kernels.finish();
    }

    /** Whether a run changes its own inputs. */
    boolean isInPlace() {
        return inPlace;
    }

    /** Bytes of all device arrays, and of those that the case told of. */
    long bytes() {
        return bytes;
    }

    /** Poisons the outputs and fills what is updated in place, so that the next run is like the first. */
    void restore() {
        outputs.forEach(kernels::poison);
        hostOutputs.forEach(Poison::fill);
        refills.forEach(Runnable::run);
        finish();
    }

    /** What was left unwritten, in a sentence; empty if nothing was. */
    Optional<String> unwritten() {
        for (int k = 0; k < outputs.size(); k++) {
            DeviceArray output = outputs.get(k);
            if (Poison.canTell(output.type())) {
                Optional<String> problem = sentence(k, kernels.findPoison(output), output.length());
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        for (int k = 0; k < hostOutputs.size(); k++) {
            Optional<String> problem = sentence(
                    k, Poison.find(hostOutputs.get(k)), hostOutputs.get(k).length());
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** Closes what a case has opened, such as a plan or a session, when the case is over; what was opened last first. */
    public <T extends AutoCloseable> T closing(T opened) {
        Preconditions.notNull(opened, "opened");
        closing.push(opened);
        return opened;
    }

    @Override
    public void close() {
        atTheEnd.forEach(Runnable::run);
        while (!closing.isEmpty()) {
            close(closing.pop());
        }
        owned.forEach(DeviceArray::close);
        owned.clear();
    }

    private static void close(AutoCloseable opened) {
        try {
            opened.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("What a case has opened cannot be closed: " + opened, e);
        }
    }

    private static Optional<String> sentence(int output, int[] found, long length) {
        return found[0] == 0
                ? Optional.empty()
                : Optional.of(found[0] + " of " + length + " elements of output " + output
                        + " were not written, the first at index " + found[1]);
    }

    private DeviceArray own(ElementType type, int... shape) {
        DeviceArray array = session().allocate(type, shape);
        owned.add(array);
        bytes += array.bytes();
        return array;
    }

    private int nextSeed() {
        return Long.hashCode(seed * 0x9e3779b97f4a7c15L + randomBuffers++);
    }
}
