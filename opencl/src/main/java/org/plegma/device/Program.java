package org.plegma.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jocl.CL;
import org.jocl.cl_kernel;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.LaunchRequest;
import org.plegma.device.source.Build;
import org.plegma.device.source.BuildLog;
import org.plegma.device.source.KernelSignature;
import org.plegma.device.source.PoclTurns;
import org.plegma.device.source.ResourceUsage;
import org.plegma.device.source.TypeNames;

/** OpenCL C source, compiled for one device of a session. Thread-safe. */
public final class Program implements AutoCloseable {
    private final DeviceContext context;
    private final String source;
    private final List<String> options;
    private final boolean guarded;
    private final Build build;
    private final Handles handles;
    private final Map<String, Integer> structBytes = new ConcurrentHashMap<>();
    private final Map<String, Boolean> declared = new ConcurrentHashMap<>();
    private final java.lang.ref.Cleaner.Cleanable cleanable;

    Program(DeviceContext context, String source, List<String> options, boolean guarded) {
        this.context = context;
        this.source = source;
        this.options = List.copyOf(options);
        this.guarded = guarded;
        Builds.Key key = Builds.Key.of(source, this.options, guarded);
        this.build = context.builds().acquire(key);
        this.handles = new Handles(context, key);
        this.cleanable = MemoryAccount.CLEANER.register(this, handles);
    }

    /** The native kernels; apart from the program, so that they can be released when it has been collected. */
    private static final class Handles implements Runnable {
        private final DeviceContext context;
        private final Builds.Key key;
        private final Map<String, KernelHandle> kernels = new LinkedHashMap<>();
        private boolean closed;

        Handles(DeviceContext context, Builds.Key key) {
            this.context = context;
            this.key = key;
            context.programs().add(this);
        }

        @Override
        public synchronized void run() {
            if (!closed) {
                closed = true;
                kernels.values().forEach(KernelHandle::release);
                kernels.clear();
                context.builds().release(key);
                context.programs().remove(this);
            }
        }
    }

    /** Names of the kernels, in the driver's order. */
    public List<String> kernelNames() {
        return build.kernels().stream().map(KernelSignature::name).toList();
    }

    /**
     * A kernel, to be given its sizes and called.
     *
     * @throws IllegalArgumentException if the program has none of that name; the message lists those that it has
     */
    public Kernel kernel(String name) {
        Preconditions.notNull(name, "name");
        KernelSignature signature = build.kernels().stream()
                .filter(k -> k.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "The program has no kernel '" + name + "'; it has " + kernelNames() + "."));
        synchronized (handles) {
            checkOpen();
            KernelHandle handle = handles.kernels.get(name);
            if (handle == null) {
                handle = create(resolved(signature));
                handles.kernels.put(name, handle);
            }
            return new Kernel(this, handle);
        }
    }

    /** With the built-in types that names of included files stand for, which only the compiler can tell. */
    private KernelSignature resolved(KernelSignature signature) {
        if (!includesFiles()) {
            return signature;
        }
        return new KernelSignature(
                signature.name(),
                signature.parameters().stream()
                        .map(p -> p.elementType().isPresent() ? p : p.withBaseType(builtIn(p.baseType())))
                        .toList());
    }

    private String builtIn(String type) {
        String kernel = "plegma_type";
        return type.matches("\\w+")
                ? TypeNames.answer(ask(kernel, TypeNames.question(kernel, type), -1))
                        .orElse(type)
                : type;
    }

    /** What a kernel that is added to the source writes; {@code unknown} if it cannot be asked, for example after a macro without an end. */
    private int ask(String kernel, String code, int unknown) {
        int[] answer = {unknown};
        try (Program asking = new Program(context, source + "\n" + code, options, false)) {
            asking.kernel(kernel).global(1).call(answer);
        } catch (BuildException e) {
            return unknown;
        }
        return answer[0];
    }

    private KernelHandle create(KernelSignature signature) {
        int[] status = new int[1];
        cl_kernel kernel = CL.clCreateKernel(build.handle(), signature.name(), status);
        if (status[0] == CL.CL_INVALID_KERNEL_NAME) {
            kernel = CL.clCreateKernel(build.handle(), KernelSignature.RENAMED + signature.name(), status);
        }
        OpenClStatus.check(status[0], "clCreateKernel(" + signature.name() + ")");
        return new KernelHandle(
                kernel, signature, context.device(), build.log(), () -> LaunchPieces.areIndependent(source, options));
    }

    /** The source. */
    public String source() {
        return source;
    }

    /** Whether it has code of files, which may have changed since it was compiled. */
    public boolean includesFiles() {
        return Compiler.includesFiles(source, options);
    }

    /** The options that it was compiled with. */
    public List<String> options() {
        return options;
    }

    /** The same source for the device of a session, guarded as this is ({@link Session#compileGuarded}). */
    public Program compile(Session session, String... options) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(options, "options");
        return guarded ? session.compileGuarded(source, options) : session.compile(source, options);
    }

    /** The device that it was compiled for. */
    public Device device() {
        return context.device();
    }

    /** What the compiler had to say, such as warnings; often empty. */
    public String buildLog() {
        return BuildLog.withoutStatistics(build.log());
    }

    /** The warnings and notes of the compiler, with their places. */
    public List<Diagnostic> diagnostics() {
        return BuildLog.diagnostics(buildLog());
    }

    /** Whether the compiled program came from the cache on disk. */
    public boolean fromCache() {
        return build.fromCache();
    }

    /** What a kernel needs of the device; empty if there is no kernel of that name. */
    public Optional<ResourceUsage> resources(String kernel) {
        Preconditions.notNull(kernel, "kernel");
        return kernelNames().contains(kernel) ? Optional.of(kernel(kernel).resources()) : Optional.empty();
    }

    /**
     * The compiled program in the driver's own format, which on NVIDIA is PTX text; empty if the driver does not give it.
     * PoCL compiles all kernels once more for this.
     */
    public Optional<byte[]> binary() {
        checkOpen();
        return build.binary();
    }

    /** Whether the text declares a type, or includes others that may. */
    boolean mayDeclare(String type) {
        return declared.computeIfAbsent(type, name -> TypeNames.mayBeDeclared(name, source));
    }

    /** Bytes of a struct of the source, as the device lays it out; 0 if it cannot be asked. */
    int structBytes(String type) {
        return structBytes.computeIfAbsent(
                type,
                name -> ask(
                        "plegma_bytes",
                        "kernel void plegma_bytes(global int *bytes) { *bytes = sizeof(" + name + "); }\n",
                        0));
    }

    /** What another process compiles to get the same program. */
    LaunchRequest.Source recipe() {
        return build.recipe();
    }

    /** For launches on PoCL. */
    PoclTurns turns() {
        return build.turns();
    }

    DeviceContext context() {
        return context;
    }

    void checkOpen() {
        if (context.isClosed()) {
            throw closed();
        }
        synchronized (handles) {
            if (handles.closed) {
                throw closed();
            }
        }
    }

    ClosedException closed() {
        return context.gone("Program with kernels " + kernelNames());
    }

    /** Releases the kernels. */
    @Override
    public void close() {
        cleanable.clean();
    }

    @Override
    public String toString() {
        return "Program " + kernelNames() + " for " + device().name();
    }
}
