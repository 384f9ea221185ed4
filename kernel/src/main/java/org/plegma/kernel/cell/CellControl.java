package org.plegma.kernel.cell;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs compiled snippets in the kernel's own process and on the calling thread, and keeps what JShell would turn into
 * text: the value of the snippet as an object and the exception as it was thrown.
 *
 * <p>JShell drops failures to load or to link a snippet in silence; they are kept here as exceptions too.
 */
public final class CellControl extends DirectExecutionControl {
    private static final Logger LOG = LoggerFactory.getLogger(CellControl.class);
    private static final int RESERVE_BYTES = (32 << 20) - 64;
    private static final int RESERVE_FACTOR = 4;

    /** Set aside, so that the kernel can still answer when what a cell holds has used up the rest; null when it was needed. */
    private static volatile byte @Nullable [] reserve;

    private final InterruptShield shield;
    private @Nullable Object value;
    private @Nullable Throwable thrown;
    private volatile boolean running;
    private long runNanos;

    /** @param shield raised while the compiler works; it is lowered here while a snippet runs */
    CellControl(InterruptShield shield) {
        this.shield = shield;
        reserveMemory(); // before cells leave garbage, which counts as used
        Thread.currentThread().getContextClassLoader().setDefaultAssertionStatus(true); // JShell's loader of cells
    }

    /** Sets memory aside, unless a cell has used up so much that what is left serves better. */
    public static void reserveMemory() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        try {
            if (reserve == null && free > RESERVE_FACTOR * RESERVE_BYTES) {
                reserve = new byte[RESERVE_BYTES];
            }
        } catch (OutOfMemoryError inPieces) {
            LOG.debug("no memory to set aside");
        }
    }

    /** Gives up what was set aside, if something failed for want of memory. */
    public static void releaseMemory(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            reserve = null;
        }
    }

    /** The provider by which JShell gets this very instance. */
    ExecutionControlProvider provider() {
        return new ExecutionControlProvider() {
            @Override
            public String name() {
                return "plegma";
            }

            @Override
            public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
                return CellControl.this;
            }
        };
    }

    /** Forgets the last value and exception. */
    void reset() {
        value = null;
        thrown = null;
    }

    /** Does work that runs snippets of its own, and keeps the last value and exception. */
    void apart(Runnable work) {
        Object keptValue = value;
        Throwable keptThrown = thrown;
        try {
            work.run();
        } finally {
            value = keptValue;
            thrown = keptThrown;
        }
    }

    /** The value of the last snippet that ran, or of the last variable that was asked for. */
    @Nullable
    Object value() {
        return value;
    }

    /** What the last snippet threw, or why it could not be loaded; null if all went well. */
    @Nullable
    Throwable thrown() {
        return thrown;
    }

    /** How long snippets have run so far, in nanoseconds. On the thread that runs them. */
    long runNanos() {
        return runNanos;
    }

    /** Whether code of a cell is running now, rather than the compiler. */
    boolean running() {
        return running;
    }

    /** Calls code of a cell from outside of its cell. */
    public <T> T call(Callable<T> code) throws Exception {
        boolean within = running;
        running = true;
        try {
            return code.call();
        } finally {
            running = within;
        }
    }

    @Override
    public void load(ClassBytecodes[] classes)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        try {
            super.load(Stream.of(classes).map(CellControl::woven).toArray(ClassBytecodes[]::new));
        } catch (ClassInstallException failure) {
            thrown = new LinkageError("The cell's classes could not be loaded: " + failure.getMessage(), failure);
            throw failure;
        }
    }

    @Override
    public String invoke(String className, String methodName) throws RunException, InternalException {
        Method method;
        try {
            method = findClass(className).getDeclaredMethod(methodName);
            method.setAccessible(true);
        } catch (Throwable failure) { // linkage errors, of classes that went missing
            thrown = failure;
            throw new InternalException(failure.toString());
        }
        if (Thread.currentThread().getContextClassLoader()
                != method.getDeclaringClass().getClassLoader()) {
            Thread.currentThread()
                    .setContextClassLoader(method.getDeclaringClass().getClassLoader());
        }
        Throwable failed;
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        running = true;
        long start = System.nanoTime();
        shield.lower();
        try {
            value = method.invoke(null);
            return "";
        } catch (InvocationTargetException failure) {
            failed = failure.getTargetException();
            thrown = failed;
        } catch (Throwable failure) { // a failing static initialiser comes unwrapped
            failed = failure;
            thrown = failure;
        } finally {
            shield.raise();
            running = false;
            runNanos += System.nanoTime() - start;
            replaceNulls(out, err, in);
        }
        releaseMemory(failed);
        return throwDescribed(failed);
    }

    /** JShell fails without streams, and so would all cells after one that set them to null. */
    private static void replaceNulls(PrintStream out, PrintStream err, InputStream in) {
        if (System.out == null) {
            System.setOut(out);
        }
        if (System.err == null) {
            System.setErr(err);
        }
        if (System.in == null) {
            System.setIn(in);
        }
    }

    private String throwDescribed(Throwable failure) throws RunException, InternalException {
        try {
            return throwConvertedInvocationException(failure);
        } catch (RunException | InternalException described) {
            throw described;
        } catch (Throwable broken) { // its getMessage() is code of the cell
            throw new UserException("", failure.getClass().getName(), failure.getStackTrace());
        }
    }

    @Override
    public String varValue(String className, String variable) throws InternalException {
        try {
            value = valueOf(className, variable);
            return "";
        } catch (ReflectiveOperationException | LinkageError failure) {
            throw new InternalException(failure.toString());
        }
    }

    /** The value of a variable that the class of a snippet holds. */
    Object valueOf(String className, String variable) throws ReflectiveOperationException {
        var field = findClass(className).getDeclaredField(variable);
        field.setAccessible(true);
        return field.get(null);
    }

    /** Lets go of the object that a variable holds. */
    void clear(String className, String variable) {
        try {
            var field = findClass(className).getDeclaredField(variable);
            if (!field.getType().isPrimitive()) {
                field.setAccessible(true);
                field.set(null, null);
            }
        } catch (ReflectiveOperationException | LinkageError neverInitialised) {
            LOG.debug("{} holds nothing", variable, neverInitialised);
        }
    }

    @Override
    public void addToClasspath(String path) throws EngineTerminationException, InternalException {
        if (!path.equals(CompilerRepair.NOWHERE.toString())) {
            super.addToClasspath(path);
        }
    }

    private static ClassBytecodes woven(ClassBytecodes plain) {
        try {
            return new ClassBytecodes(plain.name(), CellWeaver.weave(plain.bytecodes()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException unknownFormat) {
            // A class file of a Java newer than ASM knows: it runs, but a loop in it can only be interrupted.
            LOG.debug("cannot weave {}", plain.name(), unknownFormat);
            return plain;
        }
    }
}
