package org.plegma.gemm.host;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.plegma.array.ElementType;
import org.plegma.gemm.product.Op;

/**
 * OpenBLAS, on buffers outside of the Java heap. Its number of threads is the process's: each call sets its own. The binding
 * is looked up by name with the thread's class loader, since a notebook adds it to its own class path, which is not ours.
 */
public final class OpenBlas implements HostGemm {
    private static final int ROW_MAJOR = 101;
    private static final int NOT_TRANSPOSED = 111;

    /** What the process has; the binding's function to set it takes longer than a small product. */
    private static int current;

    private final int threads;
    private final Method setThreads;
    private final Method floatProduct;
    private final Method doubleProduct;

    /** @throws ReflectiveOperationException if there is no binding, or it is another than expected */
    OpenBlas(int threads) throws ReflectiveOperationException {
        if (threads < 1) {
            throw new IllegalArgumentException("The number of threads must be 1 or more, found " + threads + ".");
        }
        this.threads = threads;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> binding = Class.forName("org.bytedeco.openblas.global.openblas", true, loader);
        setThreads = binding.getMethod("blas_set_num_threads", int.class);
        floatProduct = product(binding, "cblas_sgemm", float.class, FloatBuffer.class);
        doubleProduct = product(binding, "cblas_dgemm", double.class, DoubleBuffer.class);
        useThreads();
    }

    private void useThreads() {
        synchronized (OpenBlas.class) {
            if (current != threads) {
                call(setThreads, threads);
                current = threads;
            }
        }
    }

    private static Method product(Class<?> binding, String name, Class<?> scalar, Class<?> buffer)
            throws NoSuchMethodException {
        Class<?> number = int.class;
        return binding.getMethod(
                name, number, number, number, number, number, number, scalar, buffer, number, buffer, number, scalar,
                buffer, number);
    }

    private static void call(Method method, Object... arguments) {
        try {
            method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name() {
        return "OpenBLAS, " + JavaLoops.threads(threads);
    }

    @Override
    public HostMatrix allocate(ElementType type, int rows, int columns) {
        int bytes = Math.multiplyExact(Math.multiplyExact(rows, columns), type.bytes());
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        return new HostMatrix(
                type == ElementType.FLOAT ? memory.asFloatBuffer() : memory.asDoubleBuffer(), rows, columns);
    }

    @Override
    public void multiply(double alpha, HostMatrix a, Op opA, HostMatrix b, Op opB, double beta, HostMatrix c) {
        useThreads();
        int codeA = NOT_TRANSPOSED + opA.ordinal();
        int codeB = NOT_TRANSPOSED + opB.ordinal();
        boolean single = c.type() == ElementType.FLOAT;
        call(
                single ? floatProduct : doubleProduct,
                ROW_MAJOR,
                codeA,
                codeB,
                c.rows(),
                c.columns(),
                a.columns(opA),
                scalar(alpha, single),
                a.data(),
                a.leading(),
                b.data(),
                b.leading(),
                scalar(beta, single),
                c.data(),
                c.leading());
    }

    /** A number as the routines of a type take it by reflection. */
    public static Object scalar(double value, boolean single) {
        if (single) {
            return (float) value;
        }
        return value;
    }
}
