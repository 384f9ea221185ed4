/**
 * Work on the executors of Apache Spark: campaigns of measurements, and many images.
 *
 * <p>{@code Campaigns} sends each bench case to an executor, which claims a device for itself ({@code DeviceClaim}), measures as
 * {@code plegma bench} does, and sends the measurement back. Nothing here is in plegma.jar. Spark itself is the cluster's own.
 */
package org.plegma.spark;
