/**
 * XChart charts as images, one or several side by side.
 */
package org.plegma.display.chart;
