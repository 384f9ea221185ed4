/**
 * The ways to compute a convolution, and the choice among them.
 *
 * <p>A {@code ConvolutionMethod} answers for itself: whether it suits a window, what it refuses and why, what it costs, and what
 * computes it. {@code ConvolutionMethods} is the catalogue: {@code DirectConvolution}, {@code SeparableConvolution}, {@code
 * TransformConvolution} (of the image or of tiles) and {@code StencilConvolution}.
 *
 * <p>What computes a window is an {@code Executable}: {@code Sweep} (a filter of a plane on a GPU in one launch, its kernel picked
 * by {@code SweepCode}), {@code Blocks} (anything, on any device), {@code Lines} and {@code Columns} (one axis; long filters by
 * {@code Sweep} and {@code TurnedColumns}, the longest in {@code AddedParts}), {@code Passes} (one axis after the other), {@code StencilPass} (a kernel with the values as constants, by
 * the generator of stencils), {@code SpectralTiles} (tiles, by transforms). A number outside is filtered too, so the second pass of
 * a constant boundary has another constant.
 *
 * <p>{@code ConvolutionChoice} picks a method for {@code auto} by the {@code ConvolutionCosts}, whose rates are measured once a
 * device, and among those that are near by timing. Both are kept in the tuning store.
 */
