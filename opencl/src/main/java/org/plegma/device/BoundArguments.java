package org.plegma.device;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_kernel;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.LaunchRequest;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.KernelParameter;
import org.plegma.device.source.KernelSignature;
import org.plegma.device.source.ScalarArguments;

/**
 * The arguments of one launch, checked against the kernel's signature. Host arrays get device arrays for the time of the
 * launch; the same host array given twice gets one.
 */
final class BoundArguments implements AutoCloseable {
    private final Program program;
    private final DeviceContext context;
    private final KernelSignature signature;
    private final KernelHandle handle;
    private final Object[] values;
    private long localBytes;

    /** Host arrays, and whether the kernel may write them; made when there is one, as most launches have none. */
    private Map<Object, Boolean> hostArrays = Map.of();

    private Map<Object, DeviceArray> copies = Map.of();

    BoundArguments(Program program, KernelHandle handle, List<Object> given) {
        this.program = program;
        this.context = program.context();
        this.handle = handle;
        this.signature = handle.signature();
        List<KernelParameter> parameters = signature.parameters();
        if (given.size() != parameters.size()) {
            throw new KernelArgumentException("Wrong number of arguments for " + signature.name() + ": expected "
                    + parameters.size() + " " + signature.types() + ", got " + given.size() + ".");
        }
        values = new Object[given.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = check(i, parameters.get(i), given.get(i));
        }
    }

    /** Bytes of local memory arguments. */
    long localBytes() {
        return localBytes;
    }

    private Object check(int index, KernelParameter parameter, Object value) {
        if (parameter.space() == KernelParameter.AddressSpace.LOCAL) {
            if (!(value instanceof LocalMemory local)) {
                throw wrong(index, parameter, "local memory, LocalMemory.of(type, length)", value);
            }
            checkElements(index, parameter, local.type(), value);
            checkWhole(
                    index, parameter, local.type(), local.bytes() / local.type().bytes(), value);
            localBytes += local.bytes();
            return value;
        }
        if (!parameter.isPointer()) {
            if (handle.lastScalar(index) instanceof ScalarArguments.Encoded last && last.isFor(value)) {
                return last;
            }
            checkWidth(index, parameter, value);
            checkStruct(index, parameter, value);
            return ScalarArguments.encode(parameter, value, expected -> wrong(index, parameter, expected, value));
        }
        if (value instanceof DeviceArray array) {
            array.checkOpen();
            if (array.context() != context) {
                throw new KernelArgumentException(place(index, parameter) + " is on " + array.device()
                        + " in another session or on another device than the kernel (" + context.device()
                        + "): copy it with copyTo.");
            }
            checkElements(index, parameter, array.type(), value);
            checkWhole(index, parameter, array.type(), array.length(), value);
            checkTriples(index, parameter, array.length(), array.shape(), value);
            return array;
        }
        Object host = value instanceof Grid grid ? grid.data() : value;
        if (host == null
                || !host.getClass().isArray()
                || !host.getClass().getComponentType().isPrimitive()) {
            boolean nested = host != null
                    && host.getClass().isArray()
                    && host.getClass().getComponentType().isArray();
            throw wrong(
                    index,
                    parameter,
                    nested ? "a flat array (Grid.of makes a grid of a nested one)" : "an array",
                    value);
        }
        checkElements(index, parameter, ElementType.of(host), value);
        int length = java.lang.reflect.Array.getLength(host);
        checkWhole(index, parameter, ElementType.of(host), length, value);
        checkTriples(index, parameter, length, value instanceof Grid grid ? grid.shape() : new int[] {length}, value);
        if (hostArrays.isEmpty()) {
            hostArrays = new IdentityHashMap<>();
        }
        hostArrays.merge(host, !parameter.readOnly(), Boolean::logicalOr);
        return host;
    }

    /** Drivers take bytes of another number too, and kernels read on behind them. */
    private void checkStruct(int index, KernelParameter parameter, Object value) {
        if (parameter.elementType().isEmpty() && value instanceof byte[] raw) {
            int bytes = program.structBytes(parameter.type());
            if (bytes > 0 && raw.length != bytes) {
                throw wrong(index, parameter, "the " + bytes + " bytes that the device has of it", value);
            }
        }
    }

    private void checkWidth(int index, KernelParameter parameter, Object value) {
        if (parameter.elementType().isEmpty() && parameter.baseType().endsWith(KernelSignature.LONG_LONG)) {
            throw wrong(
                    index, parameter, "a parameter of type long or ulong (long long has 128 bits in OpenCL C)", value);
        }
    }

    /** The last vector or struct would be read and written beyond the array's end. */
    private void checkWhole(int index, KernelParameter parameter, ElementType type, long length, Object value) {
        checkWidth(index, parameter, value);
        int width = parameter.vectorWidth();
        if (width > 1 && width != 3 && length % width != 0) {
            throw wrong(
                    index,
                    parameter,
                    "a length that is a multiple of " + width + ", of whole " + parameter.baseType(),
                    value);
        }
        if (parameter.elementType().isEmpty() && program.mayDeclare(parameter.baseType())) {
            int bytes = program.structBytes(parameter.baseType());
            if (bytes > 0 && length * type.bytes() % bytes != 0) {
                throw wrong(
                        index,
                        parameter,
                        "a multiple of the " + bytes + " bytes that the device has of each " + parameter.baseType(),
                        value);
            }
        }
    }

    private void checkElements(int index, KernelParameter parameter, ElementType found, Object value) {
        ElementType expected = parameter.elementType().orElse(found);
        if (found != expected) {
            throw wrong(index, parameter, "elements of type " + expected.javaName(), value);
        }
    }

    /** A {@code float3} takes the place of four numbers: an array of triples would be read askew, and beyond its end. */
    private void checkTriples(int index, KernelParameter parameter, long length, int[] shape, Object value) {
        if (parameter.vectorWidth() == 3 && (length % 4 != 0 || (shape.length > 1 && shape[shape.length - 1] == 3))) {
            throw wrong(
                    index,
                    parameter,
                    "four places for each " + parameter.baseType()
                            + ", as OpenCL has it (for three, declare a pointer to " + parameter.scalarName()
                            + " and use vload3 and vstore3)",
                    value);
        }
    }

    private KernelArgumentException wrong(int index, KernelParameter parameter, String expected, Object value) {
        String got =
                value instanceof DeviceArray array ? "device array " + array.text() : ScalarArguments.describe(value);
        return new KernelArgumentException(place(index, parameter) + ": expected " + expected + ", got " + got + ".");
    }

    private String place(int index, KernelParameter parameter) {
        String name = parameter.name().isEmpty() ? "" : " " + parameter.name();
        return "Argument " + (index + 1) + " of " + signature.name() + " (" + parameter.shortType() + name + ")";
    }

    boolean hasHostArrays() {
        return !hostArrays.isEmpty();
    }

    /** Copies host arrays to the device. */
    void copyIn() {
        if (!hostArrays.isEmpty()) {
            copies = new IdentityHashMap<>();
        }
        for (Object host : hostArrays.keySet()) {
            DeviceArray copy = new DeviceArray(context, ElementType.of(host), java.lang.reflect.Array.getLength(host));
            copies.put(host, copy);
            copy.upload(host);
        }
    }

    /** Gives the arguments to the native kernel; those that it holds already are left out. */
    void set() {
        cl_kernel kernel = handle.kernel();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            Object held;
            int status = CL.CL_SUCCESS;
            if (value instanceof ScalarArguments.Encoded scalar) {
                held = scalar;
                if (!handle.holds(i, held)) {
                    status = CL.clSetKernelArg(kernel, i, scalar.bytes().length, Pointer.to(scalar.bytes()));
                }
            } else if (value instanceof LocalMemory local) {
                held = local.bytes();
                if (!handle.holds(i, held)) {
                    status = CL.clSetKernelArg(kernel, i, local.bytes(), null);
                }
            } else {
                DeviceArray array = array(value);
                held = array.handle();
                if (!handle.holds(i, held)) {
                    status = CL.clSetKernelArg(kernel, i, Sizeof.cl_mem, Pointer.to(array.handle()));
                }
            }
            if (status != CL.CL_SUCCESS) {
                OpenClStatus.check(
                        status,
                        "clSetKernelArg(" + place(i, signature.parameters().get(i)) + ")");
            }
            handle.hold(i, held);
        }
    }

    private DeviceArray array(Object value) {
        return value instanceof DeviceArray given ? given : Objects.requireNonNull(copies.get(value));
    }

    /** The arguments for a launch in another process. */
    List<LaunchRequest.Argument> shared() {
        List<LaunchRequest.Argument> shared = new ArrayList<>();
        for (Object value : values) {
            if (value instanceof ScalarArguments.Encoded scalar) {
                shared.add(new LaunchRequest.Value(scalar.bytes()));
            } else if (value instanceof LocalMemory local) {
                shared.add(new LaunchRequest.Local(local.bytes()));
            } else {
                shared.add(array(value).shared());
            }
        }
        return shared;
    }

    /** Waits for the kernel if there are host arrays, and copies back those that it may have written. */
    void copyOut(Event event) {
        if (!copies.isEmpty()) {
            event.await();
            copies.forEach((host, copy) -> {
                if (Boolean.TRUE.equals(hostArrays.get(host))) {
                    copy.download(host);
                }
            });
        }
    }

    @Override
    public void close() {
        copies.values().forEach(DeviceArray::close);
    }
}
