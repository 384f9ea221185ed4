/**
 * What results look like in a notebook: tables, charts, grids, images, kernels, devices, errors and progress bars, each
 * as plain text and as HTML or an image.
 *
 * <p>{@code Renderers.render} shows the value of a cell. The renderer of the nearest type makes a {@code MimeBundle}.
 * {@code TableView} draws Tablesaw's tables, {@code ChartView} XChart's charts, {@code GridView} grids, {@code ProgramViews}
 * kernels and programs.
 */
package org.plegma.display;
