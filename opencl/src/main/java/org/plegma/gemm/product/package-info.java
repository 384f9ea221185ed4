/**
 * What a product is, whatever computes it, and the parts that methods share.
 *
 * <p>A {@code Product} checks a {@code Matrix} against the other by shape, type, {@code Op} and overlap, by name. {@code Precision}
 * says how it may round and {@code Activation} what follows. All kernels take the same arguments and end in the {@code finish} of
 * {@code product.cl}: alpha, beta, bias, activation ({@code Epilogue}). A {@code Factor} is copied to a better place by {@code
 * pack.cl}. {@code Slices} adds the parts of long sums that are cut. {@code SampledCheck} judges large products.
 *
 * <p>{@code ProductWorkshop} keeps what is compiled, loads all {@code .cl} files of products and puts files in place of {@code
 * #include}.
 */
package org.plegma.gemm.product;
