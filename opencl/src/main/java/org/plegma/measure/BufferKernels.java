package org.plegma.measure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The kernels of {@code buffers.cl} for one session, compiled when first needed. */
final class BufferKernels implements AutoCloseable {

    private static final String SOURCE = KernelSource.resource(BufferKernels.class, "buffers.cl");

    private final Optional<Session> session;
    /** By device and type. */
    private final Map<List<Object>, Program> programs = new HashMap<>();

    /** @param session empty on a host without a device */
    BufferKernels(Optional<Session> session) {
        this.session = session;
    }

    /** @throws IllegalStateException if there is none */
    Session session() {
        return session.orElseThrow(
                () -> new IllegalStateException("This bench runs host code alone: there is no device session."));
    }

    /** Waits for the device, if there is one. */
    void finish() {
        session.ifPresent(Session::finish);
    }

    void randomize(DeviceArray array, int seed) {
        start("fill_random", array).call(array, array.length(), Integer.toUnsignedLong(seed));
    }

    void poison(DeviceArray array) {
        start("fill_poison", array).call(array, array.length());
    }

    /** How many elements are still poisoned, and the index of the first (or -1). */
    int[] findPoison(DeviceArray array) {
        int[] found = {0, Integer.MAX_VALUE};
        start("find_poison", array).call(array, array.length(), found).await();
        return new int[] {found[0], found[0] == 0 ? -1 : found[1]};
    }

    private Program program(DeviceArray array) {
        ElementType type = array.type();
        return programs.computeIfAbsent(List.of(array.device(), type), key -> {
            String word = new String[] {"", "uchar", "ushort", "", "uint", "", "", "", "ulong"}[type.bytes()];
            return session()
                    .on(array.device())
                    .compile(
                            SOURCE,
                            blocks(array.device()),
                            "-DREAL=" + type.openclName(),
                            "-DRANDOM(h)=" + RandomData.expression(type),
                            "-DWORD=" + word,
                            "-DPOISON=" + Poison.literal(type));
        });
    }

    private Kernel start(String kernel, DeviceArray array) {
        return start(program(array).kernel(kernel), array.device(), array.length());
    }

    /** The option for kernels each of whose work-items goes through many elements: on a processor these are a block. */
    static String blocks(Device device) {
        return "-DBLOCKS=" + (CeilingCases.isCpu(device) ? 1 : 0);
    }

    /** Such a kernel, with enough items to fill the device. */
    static Kernel start(Kernel kernel, Device device, long length) {
        return CeilingCases.isCpu(device)
                ? kernel.global(Math.max(1, Math.min(length, device.computeUnits() * 8L)))
                        .local(1)
                : kernel.global(Math.max(1, Math.min(length, 1 << 18)));
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
        programs.clear();
    }
}
