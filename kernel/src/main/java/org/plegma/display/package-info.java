/**
 * What results look like in a notebook: tables, charts, grids, images, kernels, devices, errors and progress bars, each
 * as plain text and as HTML or an image.
 */
package org.plegma.display;
