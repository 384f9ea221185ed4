/**
 * Launches in a process of their own, so that a kernel that crashes leaves the process of the user alone.
 *
 * <p>Arrays lie in files that both processes map ({@code SharedBlock}): copies need the other process not at all. A launch is
 * one message and one answer over a local socket. {@code Isolation} sends with it what the other process has not seen yet,
 * programs and blocks, so that a new process can take the place of one that died. {@code LaunchProcess} is the user's end,
 * {@code LaunchServer} the program that runs at the other, and {@code Message} what both write and read.
 *
 * <p>See docs/decisions/033. Uses {@code org.jocl} alone.
 */
package org.plegma.device.isolated;
