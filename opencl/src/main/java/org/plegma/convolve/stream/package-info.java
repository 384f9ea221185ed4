/**
 * Images larger than the device: strips go from a source through the device to a sink.
 *
 * <p>{@code StripPlan} cuts the result of a {@code StreamConvolve} so that all buffers keep to the memory that is allowed. A strip
 * is a {@code Window} of its own, and its bits are those of the whole image. {@code StripPipeline} has a thread that reads a
 * {@code StreamSource}, three queues of the session, and a thread that writes to a {@code StreamSink}. Rows that two strips share
 * are copied from window to window on the device.
 *
 * <p>{@code StripMemory} is what a {@code StreamPlan} keeps for many images of one
 * shape. {@code StreamFile} and its {@code StreamJournal} leave what a killed run has done to the next. {@code StreamPinned} is an
 * image in pinned memory, which needs no buffers between.
 */
package org.plegma.convolve.stream;
