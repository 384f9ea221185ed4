package org.plegma.device.isolated;

/**
 * What came of a launch that did not crash.
 *
 * @param status the OpenCL status, 0 if it went well
 * @param failure what failed, and what the driver said of it; empty if it went well
 * @param queued when the launch was enqueued, in nanoseconds of the device's clock
 * @param started when it began
 * @param ended when it was over
 */
public record LaunchOutcome(int status, String failure, long queued, long started, long ended) {}
