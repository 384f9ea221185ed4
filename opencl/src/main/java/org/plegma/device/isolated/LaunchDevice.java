package org.plegma.device.isolated;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_buffer_region;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_program;
import org.jocl.cl_queue_properties;
import org.jspecify.annotations.Nullable;

/** A device in the process that kernels run in, with the programs and the memory that it was told of. */
final class LaunchDevice {
    /** A program, compiled when a kernel of it is launched. */
    private static final class Program {
        private final LaunchRequest.Source source;
        private final Map<String, cl_kernel> kernels = new HashMap<>();
        private @Nullable cl_program handle;

        Program(LaunchRequest.Source source) {
            this.source = source;
        }
    }

    /** Memory, and the parts of it that kernels were given. */
    private static final class Block {
        private final MappedByteBuffer bytes;
        private final cl_mem handle;
        private final Map<Region, cl_mem> parts = new HashMap<>();

        Block(MappedByteBuffer bytes, cl_mem handle) {
            this.bytes = bytes;
            this.handle = handle;
        }
    }

    private record Region(long offset, long bytes) {}

    /** A call of OpenCL that failed. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private final int status;

        Refused(int status, String what) {
            super(what);
            this.status = status;
        }
    }

    private final cl_device_id device;
    private final cl_context context;
    private final cl_command_queue queue;
    private final Map<Integer, Program> programs = new HashMap<>();
    private final Map<Integer, Block> blocks = new HashMap<>();

    LaunchDevice(DevicePlace place) {
        device = place.deviceId();
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, place.platformId());
        context = CL.clCreateContext(properties, 1, new cl_device_id[] {device}, null, null, new int[1]);
        cl_queue_properties timed = new cl_queue_properties();
        timed.addProperty(CL.CL_QUEUE_PROPERTIES, CL.CL_QUEUE_PROFILING_ENABLE);
        queue = CL.clCreateCommandQueueWithProperties(context, device, timed, new int[1]);
    }

    void program(int number, LaunchRequest.Source source) {
        programs.put(number, new Program(source));
    }

    void forgetProgram(int number) {
        Program program = programs.remove(number);
        program.kernels.values().forEach(CL::clReleaseKernel);
        if (program.handle != null) {
            CL.clReleaseProgram(program.handle);
        }
    }

    void block(int number, Path file, long size) throws IOException {
        MappedByteBuffer bytes;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
        }
        cl_mem handle = CL.clCreateBuffer(
                context, CL.CL_MEM_READ_WRITE | CL.CL_MEM_USE_HOST_PTR, size, Pointer.to(bytes), new int[1]);
        blocks.put(number, new Block(bytes, handle));
    }

    void forgetBlock(int number) {
        Block block = blocks.remove(number);
        block.parts.values().forEach(CL::clReleaseMemObject);
        CL.clReleaseMemObject(block.handle);
    }

    /** Reads a launch and does it. */
    LaunchOutcome launch(DataInputStream in) throws IOException {
        Program program = Objects.requireNonNull(programs.get(in.readInt()));
        String name = LaunchMessage.readText(in);
        long[] offset = LaunchMessage.readSizes(in);
        long[] global = LaunchMessage.readSizes(in);
        long[] local = LaunchMessage.readSizes(in);
        Argument[] arguments = new Argument[in.readInt()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = readArgument(in);
        }
        try {
            cl_kernel kernel = kernel(program, name);
            for (int i = 0; i < arguments.length; i++) {
                check(arguments[i].set(kernel, i), "clSetKernelArg");
            }
            return run(kernel, offset, global, local);
        } catch (Refused refused) {
            return new LaunchOutcome(refused.status, String.valueOf(refused.getMessage()), 0, 0, 0);
        }
    }

    private interface Argument {
        int set(cl_kernel kernel, int index) throws Refused;
    }

    private Argument readArgument(DataInputStream in) throws IOException {
        switch (LaunchMessage.readArgumentKind(in)) {
            case VALUE -> {
                byte[] value = LaunchMessage.readBytes(in);
                return (kernel, i) -> CL.clSetKernelArg(kernel, i, value.length, Pointer.to(value));
            }
            case LOCAL -> {
                long bytes = in.readLong();
                return (kernel, i) -> CL.clSetKernelArg(kernel, i, bytes, null);
            }
            default -> {
                Block block = Objects.requireNonNull(blocks.get(in.readInt()));
                Region region = new Region(in.readLong(), in.readLong());
                return (kernel, i) -> CL.clSetKernelArg(kernel, i, Sizeof.cl_mem, Pointer.to(part(block, region)));
            }
        }
    }

    private static cl_mem part(Block block, Region region) throws Refused {
        if (region.offset() == 0 && region.bytes() == block.bytes.capacity()) {
            return block.handle;
        }
        cl_mem part = block.parts.get(region);
        if (part == null) {
            int[] status = new int[1];
            part = CL.clCreateSubBuffer(
                    block.handle,
                    CL.CL_MEM_READ_WRITE,
                    CL.CL_BUFFER_CREATE_TYPE_REGION,
                    new cl_buffer_region(region.offset(), region.bytes()),
                    status);
            check(status[0], "clCreateSubBuffer");
            block.parts.put(region, part);
        }
        return part;
    }

    private cl_kernel kernel(Program program, String name) throws Refused {
        int[] status = new int[1];
        if (program.handle == null) {
            cl_program made =
                    CL.clCreateProgramWithSource(context, 1, new String[] {program.source.text()}, null, status);
            check(status[0], "clCreateProgramWithSource");
            check(
                    CL.clBuildProgram(made, 1, new cl_device_id[] {device}, program.source.options(), null, null),
                    "clBuildProgram");
            program.handle = made;
        }
        cl_kernel kernel = program.kernels.get(name);
        if (kernel == null) {
            kernel = CL.clCreateKernel(program.handle, name, status);
            check(status[0], "clCreateKernel");
            program.kernels.put(name, kernel);
        }
        return kernel;
    }

    private LaunchOutcome run(cl_kernel kernel, long[] offset, long[] global, long[] local) throws Refused {
        cl_event event = new cl_event();
        check(
                CL.clEnqueueNDRangeKernel(
                        queue,
                        kernel,
                        global.length,
                        offset.length == 0 ? null : offset,
                        global,
                        local.length == 0 ? null : local,
                        0,
                        null,
                        event),
                "clEnqueueNDRangeKernel");
        try {
            check(CL.clWaitForEvents(1, new cl_event[] {event}), "clWaitForEvents");
            return new LaunchOutcome(
                    CL.CL_SUCCESS,
                    "",
                    time(event, CL.CL_PROFILING_COMMAND_QUEUED),
                    time(event, CL.CL_PROFILING_COMMAND_START),
                    time(event, CL.CL_PROFILING_COMMAND_END));
        } finally {
            CL.clReleaseEvent(event);
        }
    }

    private static long time(cl_event event, int what) throws Refused {
        long[] time = new long[1];
        check(CL.clGetEventProfilingInfo(event, what, Long.BYTES, Pointer.to(time), null), "clGetEventProfilingInfo");
        return time[0];
    }

    private static void check(int status, String what) throws Refused {
        if (status != CL.CL_SUCCESS) {
            throw new Refused(status, what);
        }
    }
}
