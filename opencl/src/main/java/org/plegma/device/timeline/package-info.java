/**
 * What ran when. A {@link org.plegma.device.timeline.Timeline} has a {@code Span} for each command of a session.
 * {@code LaunchMarker} keeps the name of the kernel that runs for the case that it ends the process. {@code Pace} is how long a
 * queue's commands take, and so how many may lie in it.
 */
package org.plegma.device.timeline;
