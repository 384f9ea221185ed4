package org.plegma.gemm;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.plegma.array.ElementType;

/** Three loops over arrays, the innermost along rows; the rows of C are divided among threads. */
final class JavaLoops implements HostGemm {
    /** Shared: a task only computes, so that no number of them can block another. */
    private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "plegma-loops");
        thread.setDaemon(true);
        return thread;
    });

    private final int threads;

    JavaLoops(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("The number of threads must be 1 or more, found " + threads + ".");
        }
        this.threads = threads;
    }

    static String threads(int count) {
        return count == 1 ? "1 thread" : count + " threads";
    }

    @Override
    public String name() {
        return "Java loops, " + threads(threads);
    }

    @Override
    public Buffer allocate(ElementType type, int length) {
        return type == ElementType.FLOAT ? FloatBuffer.allocate(length) : DoubleBuffer.allocate(length);
    }

    @Override
    public void multiply(
            int m,
            int n,
            int k,
            double alpha,
            Buffer a,
            Op opA,
            int lda,
            Buffer b,
            Op opB,
            int ldb,
            double beta,
            Buffer c,
            int ldc) {
        List<Callable<Void>> bands = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int from = (int) ((long) m * t / threads);
            int to = (int) ((long) m * (t + 1) / threads);
            bands.add(() -> {
                for (int i = from; i < to; i++) {
                    int ofA = a.arrayOffset() + i * (opA == Op.N ? lda : 1);
                    int ofB = b.arrayOffset();
                    int ofC = c.arrayOffset() + i * ldc;
                    if (c instanceof FloatBuffer floats) {
                        float[] row = row(k, (float) alpha, ((FloatBuffer) a).array(), ofA, opA == Op.N ? 1 : lda);
                        row(n, row, ((FloatBuffer) b).array(), ofB, opB, ldb, (float) beta, floats.array(), ofC);
                    } else {
                        double[] row = row(k, alpha, ((DoubleBuffer) a).array(), ofA, opA == Op.N ? 1 : lda);
                        row(n, row, ((DoubleBuffer) b).array(), ofB, opB, ldb, beta, ((DoubleBuffer) c).array(), ofC);
                    }
                }
                return null;
            });
        }
        run(bands);
    }

    private static void run(List<Callable<Void>> bands) {
        try {
            if (bands.size() == 1) {
                bands.get(0).call();
                return;
            }
            for (Future<Void> band : POOL.invokeAll(bands)) {
                band.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The product was interrupted.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A row of op(A) times alpha. */
    private static float[] row(int k, float alpha, float[] a, int from, int step) {
        float[] row = new float[k];
        for (int p = 0; p < k; p++) {
            row[p] = alpha * a[from + p * step];
        }
        return row;
    }

    private static double[] row(int k, double alpha, double[] a, int from, int step) {
        double[] row = new double[k];
        for (int p = 0; p < k; p++) {
            row[p] = alpha * a[from + p * step];
        }
        return row;
    }

    /** A row of C, which begins at {@code to}: a row of op(A) times op(B). */
    private static void row(int n, float[] row, float[] b, int from, Op opB, int ldb, float beta, float[] c, int to) {
        if (beta == 0) {
            Arrays.fill(c, to, to + n, 0);
        }
        for (int j = 0; beta != 0 && j < n; j++) {
            c[to + j] *= beta;
        }
        if (opB == Op.N) {
            for (int p = 0; p < row.length; p++) {
                float factor = row[p];
                for (int j = 0; j < n; j++) {
                    c[to + j] += factor * b[from + p * ldb + j];
                }
            }
        } else {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int p = 0; p < row.length; p++) {
                    sum += row[p] * b[from + j * ldb + p];
                }
                c[to + j] += sum;
            }
        }
    }

    private static void row(
            int n, double[] row, double[] b, int from, Op opB, int ldb, double beta, double[] c, int to) {
        if (beta == 0) {
            Arrays.fill(c, to, to + n, 0);
        }
        for (int j = 0; beta != 0 && j < n; j++) {
            c[to + j] *= beta;
        }
        if (opB == Op.N) {
            for (int p = 0; p < row.length; p++) {
                double factor = row[p];
                for (int j = 0; j < n; j++) {
                    c[to + j] += factor * b[from + p * ldb + j];
                }
            }
        } else {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int p = 0; p < row.length; p++) {
                    sum += row[p] * b[from + j * ldb + p];
                }
                c[to + j] += sum;
            }
        }
    }
}
