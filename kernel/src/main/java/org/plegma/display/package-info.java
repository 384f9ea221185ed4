/**
 * What results look like in a notebook: tables, charts, grids, images, kernels, devices, errors and progress bars, each
 * as plain text and as HTML or an image.
 *
 * <p>{@code Renderers.render} shows the value of a cell. The renderer of the nearest type makes a {@code MimeBundle}.
 *
 * <p><b>Rooms.</b> {@code page} is what all views are made of, {@code grid} draws grids and arrays, {@code chart} XChart's
 * charts, and {@code results} shows what the library returns. Each uses only those before it, and this package uses all.
 */
package org.plegma.display;
