/**
 * Pictures of measurements: {@code Charts}, a {@code Roofline}, and the {@code TimelineChart} of what ran when. {@code AxisNumbers}
 * writes their numbers.
 */
package org.plegma.measure.chart;
