/**
 * Products of dense matrices on a device.
 *
 * <p>{@link org.plegma.gemm.Gemm} is what users call and {@link org.plegma.gemm.Matrix} what they multiply. A call becomes
 * a {@code Product}, which checks shapes, types and overlaps by name. {@code Methods} picks the {@code GemmMethod}. All kernels
 * take the same arguments and end in the {@code finish} of {@code product.cl}: alpha, beta, bias, activation.
 * {@code Workshop} keeps what is compiled and puts files in place of {@code #include}.
 *
 * <p><b>Methods.</b> {@code TiledMethod} is the road to a fast kernel: naive, tiled-dynamic, tiled-static.
 * {@code BlockedMethod} is what {@code register} and {@code tensor} share. It takes the {@code Tiling} that was tuned for about
 * the shape, else a small cost model chooses among those that come with Plegma for the device ({@code tune/defaults}).
 * {@code PromotedMethod} makes doubles of floats on the way, where a device multiplies as fast in double.
 * {@code SkinnyMethod} is for a factor of few lines. {@code CpuMethod} is the one for processors.
 *
 * <p><b>Helpers of methods.</b> A {@code Factor} is copied to a better place by {@code pack.cl}. {@code Slices} adds the parts
 * of long sums that are cut. {@code WarpgroupProduct} and {@code PackedProduct} are the large products by {@code wgmma} on
 * Hopper (decision 017). PTX is only in {@code tensor*.cl}, {@code pack-blocks.cl}, {@code add-slices.cl} and, for copies,
 * behind {@code ASYNC} in {@code register.cl}; all ask for an NVIDIA compute capability.
 *
 * <p><b>Beside the methods.</b> {@code SampledCheck} judges large products. {@code HostGemm} is what the host does without
 * OpenCL: Java loops, and OpenBLAS where it is on the class path. {@code ClBlast} is a method for benches alone.
 * {@code GemmExercise} judges the kernels of the coursework.
 */
package org.plegma.gemm;
