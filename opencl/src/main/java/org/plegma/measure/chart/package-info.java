/**
 * Pictures of measurements: {@code Charts}, a {@code Roofline}, and the {@code TimelineChart} of what ran when.
 */
package org.plegma.measure.chart;
