package org.plegma.device;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_program;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.LaunchRequest;
import org.plegma.device.source.BinaryCache;
import org.plegma.device.source.Build;
import org.plegma.device.source.BuildLog;
import org.plegma.device.source.DivisionGuard;
import org.plegma.device.source.Info;
import org.plegma.device.source.KernelSignature;
import org.plegma.device.source.SourceSignatures;
import org.plegma.device.source.TypeNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compiles OpenCL C for one device, or takes the binary from the cache on disk. */
class Compiler {
    private static final Logger LOG = LoggerFactory.getLogger(Compiler.class);

    /**
     * Java uses the signal SEGV in its ordinary work, as in garbage collection; LLVM takes it for a crash and removes the
     * file that PoCL's compiler is writing. See docs/decisions/004-signal-chaining.md.
     */
    private static final String LOST_FILE = "unable to rename temporary";

    private static final int MOST_RETRIES = 5;

    /** Where PTX says what it is for; what follows must not be lost. */
    private static final Pattern TARGET = Pattern.compile("(?m)^\\.target \\w+");

    private static final String KEEP_FILES = "PoCL's compiler lost a file to a signal of Java's. Start Java with the"
            + " environment variable LD_PRELOAD="
            + Path.of(System.getProperty("java.home"), "lib", "libjsig.so") + ".";

    private final DeviceContext context;
    private final Optional<BinaryCache> cache;

    /**
     * Without a cache of ours on PoCL, which keeps what it compiles itself, and compiles every kernel once more, for work-groups
     * of any size, when asked for its binary.
     */
    Compiler(DeviceContext context) {
        this(context, context.device().isPocl() ? Optional.empty() : Optional.of(BinaryCache.standard()));
    }

    Compiler(DeviceContext context, Optional<BinaryCache> cache) {
        this.context = context;
        this.cache = cache;
    }

    /** With divisions of whole numbers that cannot fault, where a device would. */
    Build compileGuarded(String source, List<String> options) {
        DivisionGuard guard = new DivisionGuard(source, options);
        return context.device().kind() == Device.Kind.CPU && guard.isNeeded()
                ? guarded(guard, source, options)
                : compile(source, options);
    }

    /** The messages are those for the source as it was written, so only source without any is compiled once. */
    private Build guarded(DivisionGuard guard, String source, List<String> options) {
        Optional<Build> guarded = Optional.empty();
        try {
            guarded = Optional.of(compile(guard.guarded(), options));
            if (guarded.get().log().isBlank()) {
                return guarded.get();
            }
        } catch (BuildException e) {
            LOG.debug("With guarded divisions: {}", e.log());
        }
        Build plain;
        try {
            plain = compile(source, options);
        } catch (RuntimeException e) {
            guarded.ifPresent(Build::release);
            throw e;
        }
        if (guarded.isEmpty()) {
            LOG.warn(
                    "The divisions of this program could not be guarded: a division of whole numbers by zero in it ends the"
                            + " whole process. Dividing by a variable, not by an expression, may help.");
            return plain;
        }
        plain.release();
        Build build = guarded.get();
        return new Build(build.handle(), build.kernels(), plain.log(), build.recipe(), build.fromCache());
    }

    Build compile(String source, List<String> options) {
        // Other users of JOCL in this process may have switched its exceptions on; here statuses are read.
        CL.setExceptionsEnabled(false);
        // The cache cannot see what an included file holds, so such sources are always compiled.
        return cache.isEmpty() || includesFiles(source, options)
                ? fromSource(source, options)
                : cached(cache.get(), source, options);
    }

    /** Whether a program depends on more than its source and options. */
    static boolean includesFiles(String source, List<String> options) {
        return TypeNames.includeFiles(source) || options.stream().anyMatch(option -> option.startsWith("-include"));
    }

    private Build cached(BinaryCache cache, String source, List<String> options) {
        Device device = context.device();
        String driver = String.join("\n", device.platformName(), device.platformVersion(), device.key());
        String key = cache.key(driver, source, options);
        Optional<BinaryCache.Entry> entry = cache.load(key);
        if (entry.isPresent()) {
            Optional<Build> build = fromBinary(entry.get(), source, options);
            if (build.isPresent()) {
                return build.get();
            }
        }
        Build build = fromSource(source, options);
        build.binary().ifPresent(b -> cache.store(key, new BinaryCache.Entry(b, build.log(), build.kernels())));
        return build;
    }

    private Build fromSource(String source, List<String> options) {
        Optional<String> target = options.stream()
                .filter(option -> option.startsWith(Session.PTX_TARGET))
                .findFirst();
        if (target.isPresent()) {
            return forTarget(source, options, target.get().substring(Session.PTX_TARGET.length()));
        }
        return forDevice(source, options);
    }

    /** OpenCL C is compiled for {@code sm_90}, but PTX may be for {@code sm_90a}: so the PTX is changed and assembled. */
    private Build forTarget(String source, List<String> options, String target) {
        Build plain = forDevice(source, driverOptions(options));
        try {
            String ptx = new String(plain.binary().orElseThrow(), StandardCharsets.ISO_8859_1);
            String changed =
                    TARGET.matcher(ptx).replaceFirst(".target " + target).replace("//" + target + ": ", "");
            BinaryCache.Entry entry =
                    new BinaryCache.Entry(changed.getBytes(StandardCharsets.ISO_8859_1), plain.log(), plain.kernels());
            Build build = fromBinary(entry, source, options)
                    .orElseThrow(() -> new OpenClException(
                            "clBuildProgram",
                            "CL_BUILD_PROGRAM_FAILURE",
                            "The driver does not assemble the PTX of this program for " + target + "."));
            return new Build(build.handle(), build.kernels(), build.log(), build.recipe(), false);
        } finally {
            plain.release();
        }
    }

    private static List<String> driverOptions(List<String> options) {
        return options.stream()
                .filter(option -> !option.startsWith(Session.PTX_TARGET))
                .toList();
    }

    Build forDevice(String source, List<String> options) {
        try {
            return fromSource(source, options, allOptions(options, true));
        } catch (BuildException e) {
            // NVIDIA's driver makes wrong PTX of a kernel without parameters when it is told to keep their names.
            if (context.device().isNvidia() && e.log().contains("ptxas")) {
                return fromSource(source, options, allOptions(options, false));
            }
            throw e;
        }
    }

    private Build fromSource(String source, List<String> options, String driverOptions) {
        String allOptions =
                context.number() == 0 ? driverOptions : driverOptions + " -DPLEGMA_CONTEXT=" + context.number();
        int[] status = new int[1];
        cl_program program = CL.clCreateProgramWithSource(context.handle(), 1, new String[] {source}, null, status);
        OpenClStatus.check(status[0], "clCreateProgramWithSource");
        int built = CL.clBuildProgram(program, 1, device(), allOptions, null, null);
        String log = log(program);
        for (int i = 0; built != CL.CL_SUCCESS && log.contains(LOST_FILE) && i < MOST_RETRIES; i++) {
            built = CL.clBuildProgram(program, 1, device(), allOptions, null, null);
            log = log(program);
        }
        if (built != CL.CL_SUCCESS && log.contains(LOST_FILE)) {
            CL.clReleaseProgram(program);
            throw new OpenClException("clBuildProgram", OpenClStatus.name(built), KEEP_FILES);
        }
        if (built != CL.CL_SUCCESS) {
            CL.clReleaseProgram(program);
            if (built == CL.CL_BUILD_PROGRAM_FAILURE || !log.isBlank()) {
                throw new BuildException(context.device().name(), source, options, log, BuildLog.diagnostics(log));
            }
            throw OpenClStatus.failure(built, "clBuildProgram with options '" + String.join(" ", options) + "'");
        }
        return new Build(
                program,
                signatures(program, source, options),
                log,
                new LaunchRequest.Source(source, allOptions),
                false);
    }

    private Optional<Build> fromBinary(BinaryCache.Entry entry, String source, List<String> options) {
        int[] status = new int[1];
        int[] binaryStatus = new int[1];
        cl_program program = CL.clCreateProgramWithBinary(
                context.handle(),
                1,
                device(),
                new long[] {entry.binary().length},
                new byte[][] {entry.binary()},
                binaryStatus,
                status);
        if (status[0] != CL.CL_SUCCESS || binaryStatus[0] != CL.CL_SUCCESS) {
            LOG.debug("A cached binary was refused: {}", OpenClStatus.name(status[0]));
            return Optional.empty();
        }
        // With the same options NVIDIA's driver finds what it assembled before; without, it assembles this PTX once
        // more.
        int built = CL.clBuildProgram(program, 1, device(), allOptions(driverOptions(options), false), null, null);
        if (built != CL.CL_SUCCESS) {
            LOG.debug("A cached binary does not build: {}", OpenClStatus.name(built));
            CL.clReleaseProgram(program);
            return Optional.empty();
        }
        return Optional.of(new Build(
                program,
                entry.kernels(),
                entry.log(),
                new LaunchRequest.Source(source, allOptions(options, true)),
                true));
    }

    String allOptions(List<String> options, boolean parameterNames) {
        List<String> all = new ArrayList<>(options);
        if (parameterNames) {
            all.add("-cl-kernel-arg-info");
        }
        if (context.device().isNvidia()) {
            all.add("-cl-nv-verbose");
        }
        return String.join(" ", all);
    }

    private cl_device_id[] device() {
        return new cl_device_id[] {context.device().id()};
    }

    private String log(cl_program program) {
        return new Info((p, size, value, out) ->
                        CL.clGetProgramBuildInfo(program, context.device().id(), p, size, value, out))
                .string(CL.CL_PROGRAM_BUILD_LOG);
    }

    private static List<KernelSignature> signatures(cl_program program, String source, List<String> options) {
        int[] count = new int[1];
        int status = CL.clCreateKernelsInProgram(program, 0, null, count);
        if (status != CL.CL_SUCCESS || count[0] == 0) {
            return List.of();
        }
        cl_kernel[] kernels = new cl_kernel[count[0]];
        OpenClStatus.check(
                CL.clCreateKernelsInProgram(program, kernels.length, kernels, null), "clCreateKernelsInProgram");
        List<KernelSignature> signatures = new ArrayList<>();
        for (cl_kernel kernel : kernels) {
            KernelSignature queried = KernelSignature.read(kernel);
            KernelSignature full = queried.isComplete() ? queried : SourceSignatures.find(source, queried);
            signatures.add(TypeNames.resolve(full, source, options));
            CL.clReleaseKernel(kernel);
        }
        return signatures;
    }
}
