/**
 * The ways to compute a product.
 *
 * <p>{@code TiledMethod} is the road to a fast kernel: naive, tiled-dynamic, tiled-static. {@code BlockedMethod} is what {@code
 * register} and {@code tensor} share: {@code TilingChoice} takes the {@code ProductTiling} that was tuned for about the shape, else a small
 * cost model chooses among those that come with Plegma for the device ({@code tune/store/defaults}); {@code TileLaunch} runs it.
 * {@code PromotedMethod} makes doubles of floats on the way, where a device multiplies as fast in double. {@code SkinnyMethod} is for a
 * factor of few lines. {@code CpuMethod} is the one for processors.
 *
 * <p>{@code WarpgroupMethod} and {@code PackedMethod} multiply large products by {@code wgmma} on Hopper (decision 017). PTX is
 * only in {@code tensor*.cl}, {@code pack-blocks.cl}, {@code add-slices.cl} and, for copies, behind {@code ASYNC} in {@code
 * register.cl}; all ask for an NVIDIA compute capability.
 */
package org.plegma.gemm.method;
