package org.plegma.gemm.host;

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
import org.plegma.gemm.product.Op;

/** Three loops over arrays, the innermost along rows. The rows of C are divided among threads, and if these are more, rows are, too. */
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
    public boolean isExample() {
        return true;
    }

    @Override
    public HostMatrix allocate(ElementType type, int rows, int columns) {
        int length = Math.multiplyExact(rows, columns);
        return new HostMatrix(
                type == ElementType.FLOAT ? FloatBuffer.allocate(length) : DoubleBuffer.allocate(length),
                rows,
                columns);
    }

    @Override
    public void multiply(double alpha, HostMatrix a, Op opA, HostMatrix b, Op opB, double beta, HostMatrix c) {
        int down = Math.max(1, Math.min(threads, c.rows()));
        int across = Math.max(1, Math.min(threads / down, c.columns()));
        List<Callable<Void>> bands = new ArrayList<>();
        for (int t = 0; t < down; t++) {
            for (int u = 0; u < across; u++) {
                int top = part(c.rows(), t, down);
                int bottom = part(c.rows(), t + 1, down);
                int left = part(c.columns(), u, across);
                int right = part(c.columns(), u + 1, across);
                bands.add(() -> {
                    for (int i = top; i < bottom; i++) {
                        row(i, left, right, alpha, a, opA, b, opB, beta, c);
                    }
                    return null;
                });
            }
        }
        run(bands);
    }

    private static int part(int length, int index, int count) {
        return (int) ((long) length * index / count);
    }

    /** Columns from {@code left} to before {@code right} of row i of C. */
    private static void row(
            int i,
            int left,
            int right,
            double alpha,
            HostMatrix a,
            Op opA,
            HostMatrix b,
            Op opB,
            double beta,
            HostMatrix c) {
        int first = a.data().arrayOffset() + i * (opA == Op.N ? a.leading() : 1);
        int step = opA == Op.N ? 1 : a.leading();
        int k = a.columns(opA);
        int n = right - left;
        int ofB = b.data().arrayOffset() + left * (opB == Op.N ? 1 : b.leading());
        int ofC = c.data().arrayOffset() + i * c.leading() + left;
        if (c.data() instanceof FloatBuffer floats) {
            float[] row = row(k, (float) alpha, ((FloatBuffer) a.data()).array(), first, step);
            float[] all = ((FloatBuffer) b.data()).array();
            row(n, row, all, ofB, opB, b.leading(), (float) beta, floats.array(), ofC);
        } else {
            double[] row = row(k, alpha, ((DoubleBuffer) a.data()).array(), first, step);
            double[] all = ((DoubleBuffer) b.data()).array();
            row(n, row, all, ofB, opB, b.leading(), beta, ((DoubleBuffer) c.data()).array(), ofC);
        }
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

    /** Some of a row of C, which begin at {@code to}: a row of op(A) times as many columns of op(B). */
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
