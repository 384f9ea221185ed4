package io.github.spencerpark.ijava;

/** Stands for IJava's main class, which is on no repository: by it the adapter finds the kernel that runs. */
public final class IJava {
    private static JavaKernel kernel;

    private IJava() {}

    public static JavaKernel getKernelInstance() {
        return kernel;
    }

    public static void start(JavaKernel running) {
        kernel = running;
    }
}
