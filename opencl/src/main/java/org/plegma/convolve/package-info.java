/**
 * Convolution and correlation with any filter, in one to three dimensions, with SciPy's meanings.
 *
 * <p>{@link org.plegma.convolve.Convolve} holds the settings, {@link org.plegma.convolve.Filter} the filter. A {@link
 * org.plegma.convolve.ConvolutionPlan} is both for images of one shape, ready to run on device arrays.
 *
 * <p><b>Methods.</b> Whatever is asked becomes a {@code Window}: a correlation of an image that is continued beyond its edges,
 * at certain places. An {@code Executable} computes a window: {@code Sweep} (a filter of a plane on a GPU in one launch, its
 * kernel picked by {@code SweepCode}), {@code Blocks} (anything, on any device), {@code Lines} and {@code Columns} (one axis),
 * {@code Passes} (one axis after the other), {@code Spectra} (tiles, by transforms). {@code Methods} makes them by name.
 * {@code Separation} finds the factors of a filter. A number outside is filtered too, so the second pass of a constant boundary
 * has another constant.
 *
 * <p><b>The choice of {@code auto}.</b> {@code Choice} picks a method by the {@code CostModel}, whose rates are measured once a
 * device, and among those that are near by timing. Both are kept in the tuning store.
 *
 * <p><b>Images larger than the device.</b> {@code Convolve.stream} gives a {@code StreamConvolve}, which sends strips from a
 * {@code StreamSource} to a {@code StreamSink}. {@code StripPlan} cuts the result so that all buffers keep to the memory that is
 * allowed. A strip is a {@code Window} of its own, and its bits are those of the whole image. {@code StripPipeline} has a thread
 * that reads, three queues of the session, and a thread that writes. Rows that two strips share are copied from window to
 * window on the device. {@code StripMemory} is what a {@code StreamPlan} keeps for many images of one shape. {@code StreamFile}
 * and its {@code StreamJournal} leave what a killed run has done to the next. {@code ContiguousHdf5} writes the head of an HDF5
 * file whose elements follow as plain bytes. {@code StreamPinned} is an image in pinned memory, which needs no buffers between.
 *
 * <p>{@code ConvolveExercise} judges the kernels of the coursework.
 */
package org.plegma.convolve;
