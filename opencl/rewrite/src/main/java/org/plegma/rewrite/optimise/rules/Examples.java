package org.plegma.rewrite.optimise.rules;

/** Programs from which the optimisations begin. */
public final class Examples {
    /** The first parallel sum of the paper, with its second launch. */
    public static final String SUM =
            """
            kernel void sum(global const float *x, global float *work, global float *partial, int n) {
                int t = get_local_id(0);
                int i = get_global_id(0);
                work[i] = i < n ? x[i] : 0.0f;
                barrier(CLK_GLOBAL_MEM_FENCE);
                for (int s = 1; s < 256; s *= 2) {
                    if (t % (2 * s) == 0) {
                        work[i] += work[i + s];
                    }
                    barrier(CLK_GLOBAL_MEM_FENCE);
                }
                if (t == 0) {
                    partial[get_group_id(0)] = work[i];
                }
            }

            // one group adds up what the others left
            kernel void finish(global const float *partial, global float *result, int n) {
                local float w[256];
                int t = get_local_id(0);
                float v = 0.0f;
                for (int i = t; i < n; i += 256) {
                    v += partial[i];
                }
                w[t] = v;
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int s = 128; s > 0; s /= 2) {
                    if (t < s) {
                        w[t] += w[t + s];
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                }
                if (t == 0) {
                    result[0] = w[0];
                }
            }

            void host(global const float *x, global float *work, global float *partial, global float *result, int n) {
                int groups = (n + 255) / 256;
                launch(sum, groups * 256, 256, x, work, partial, n);
                launch(finish, 256, 256, partial, result, groups);
            }
            """;

    /** One step of a bitonic sort a launch, as it comes out of three loops. */
    public static final String BITONIC =
            """
            kernel void exchange(global int *x, int k, int j) {
                int i = get_global_id(0);
                int p = i ^ j;
                if (p > i) {
                    int a = x[i];
                    int b = x[p];
                    if ((a > b) == ((i & k) == 0)) {
                        x[i] = b;
                        x[p] = a;
                    }
                }
            }

            void host(global int *x, int n) {
                for (int k = 2; k <= n; k *= 2) {
                    for (int j = k / 2; j > 0; j /= 2) {
                        launch(exchange, n, min(n, 256), x, k, j);
                    }
                }
            }
            """;

    /** {@link #BITONIC} after {@link PairsOnly}. */
    static final String BITONIC_PAIRS =
            """
            kernel void exchange(global int *x, int k, int j) {
                int t = get_global_id(0);
                int i = 2 * t - (t & (j - 1));
                int p = i + j;
                int a = x[i];
                int b = x[p];
                if ((a > b) == ((i & k) == 0)) {
                    x[i] = b;
                    x[p] = a;
                }
            }

            void host(global int *x, int n) {
                for (int k = 2; k <= n; k *= 2) {
                    for (int j = k / 2; j > 0; j /= 2) {
                        launch(exchange, n / 2, min(n / 2, 256), x, k, j);
                    }
                }
            }
            """;

    /** c = a b for matrices of m by l and l by n. */
    public static final String PRODUCT =
            """
            kernel void product(global const float *a, global const float *b, global float *c, int m, int n, int l) {
                int j = get_global_id(0);
                int i = get_global_id(1);
                if (i < m && j < n) {
                    float s = 0.0f;
                    for (int k = 0; k < l; k++) {
                        s += a[i * l + k] * b[k * n + j];
                    }
                    c[i * n + j] = s;
                }
            }

            void host(global const float *a, global const float *b, global float *c, int m, int n, int l) {
                launch(product, grid((n + 15) / 16 * 16, (m + 15) / 16 * 16), grid(16, 16), a, b, c, m, n, l);
            }
            """;

    /** Counts of bytes with atomic updates; each work-item takes many. */
    public static final String HISTOGRAM =
            """
            kernel void histogram(global const int *data, global int *bins, int n) {
                for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
                    atomic_inc(&bins[data[i] & 255]);
                }
            }

            void host(global const int *data, global int *bins, int n) {
                int groups = min((n + 255) / 256, 256);
                launch(histogram, groups * 256, 256, data, bins, n);
            }
            """;

    static final String INVARIANT =
            """
            kernel void scale(global float *x, int n, float a) {
                for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
                    float factor = 2.0f * a + 1.0f;
                    x[i] *= factor;
                }
            }
            """;

    public static final String COUNTED =
            """
            kernel void smooth(global const float *x, global float *y) {
                int g = get_global_id(0);
                float s = 0.0f;
                for (int i = 0; i < 8; i++) {
                    s += x[g + i];
                }
                y[g] = s;
            }
            """;

    public static final String CONSTANTS =
            """
            kernel void index(global int *y, uint u) {
                y[u * 8 + 2 * 3] = u % 16u;
            }
            """;

    public static final String MATHEMATICS =
            """
            kernel void decay(global float *x, float a) {
                int g = get_global_id(0);
                x[g] = exp(x[g]) / sqrt(a + x[g]);
            }
            """;

    private Examples() {}

    /** A sum in local memory whose tree has this condition, element and partner. */
    static String tree(String before, String condition, String element, String partner) {
        return sum(
                "int i = get_global_id(0);",
                "w[t] = i < n ? x[i] : 0.0f;",
                "for (int s = 1; s < 256; s *= 2) {",
                before.contains("int q") ? before : "",
                "if (" + condition + ") { w[" + element + "] += w[" + partner + "]; }",
                "(n + 255) / 256");
    }

    static String interleavedTree() {
        return tree("int q = 2 * s * t;", "q < 256", "q", "q + s");
    }

    static String sequentialTree() {
        return sum(
                "int i = get_global_id(0);",
                "w[t] = i < n ? x[i] : 0.0f;",
                "for (int s = 128; s > 0; s /= 2) {",
                "",
                "if (t < s) { w[t] += w[t + s]; }",
                "(n + 255) / 256");
    }

    static String stridedTree() {
        return sum(
                "float v = 0.0f;",
                "for (int i = get_global_id(0); i < n; i += get_global_size(0)) { v += x[i]; } w[t] = v;",
                "for (int s = 128; s > 0; s /= 2) {",
                "",
                "if (t < s) { w[t] += w[t + s]; }",
                "min((n + 255) / 256, 1024)");
    }

    private static String sum(String index, String load, String loop, String before, String step, String groups) {
        return "kernel void sum(global const float *x, global float *partial, int n) { local float w[256];"
                + " int t = get_local_id(0); " + index + " " + load + " barrier(CLK_LOCAL_MEM_FENCE); " + loop + " "
                + before + " " + step + " barrier(CLK_LOCAL_MEM_FENCE); }"
                + " if (t == 0) { partial[get_group_id(0)] = w[t]; } }"
                + " void host(global const float *x, global float *partial, int n) { int groups = " + groups
                + "; launch(sum, groups * 256, 256, x, partial, n); }";
    }
}
