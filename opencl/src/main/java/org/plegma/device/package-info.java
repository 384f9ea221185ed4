/**
 * OpenCL devices behind types of our own: discovery, sessions, device arrays, programs, kernels with checked arguments,
 * and timelines of what ran when.
 *
 * <p>A {@code Session} owns everything else and gives it back when it is closed. It has one {@code DeviceContext} a device:
 * the native context, three queues, and the {@code MemoryAccount} of all arrays, which tells what is live and where it was
 * allocated. All classes may be used by several threads at once. Commands of one queue run in the order in which they were
 * given. {@code AmdCompiler} needs no device at all.
 *
 * <p><b>Rooms.</b> Here are sessions, arrays, queues, kernels and programs. {@code errors}, {@code memory}, {@code timeline},
 * {@code source} and {@code driver} hold what these use; {@code check} and {@code vectors} use them.
 *
 * <p><b>Compiling.</b> {@code Session.compile} asks {@code Builds} whether the same source and options are compiled already,
 * else {@code Compiler}, which asks the {@code BinaryCache} on disk before the driver. Errors come back as a
 * {@code BuildException} with {@code Diagnostic}s. Each kernel becomes a {@code Kernel}, whose parameters come from the driver
 * or, where it does not tell, from the source ({@code SourceSignatures}).
 *
 * <p><b>Calling.</b> Kernels are immutable: {@code Kernel.global} returns another one with that size. {@code Kernel.call}
 * checks the arguments against the signature ({@code BoundArguments}) and the sizes against device and kernel
 * ({@code WorkGroups}). It copies host arrays to the device ({@code Transfers}, through pinned memory), enqueues the launch
 * ({@code Queue}) and copies back what the kernel may have written. {@code OclgrindCheck} simulates a launch in a process of
 * its own.
 *
 * <p><b>In another process.</b> In a session of {@code Session.openIsolated} a launch goes to {@code isolated}, which has it done by
 * another process; arrays are buffers over memory that both map. All else stays as it is.
 *
 * <p><b>Errors and waiting.</b> Every OpenCL status becomes an {@code OpenClException} that names the operation and a cure
 * ({@code OpenClStatus}). Waits poll, or sleep beside a thread that blocks where the device is the processor itself
 * ({@code Waiting}), so that an interrupt reaches the user's thread. {@code LongWaits} says what a wait is for if an earlier
 * task's kernel does not end, and {@code Session.giveUp} leaves it behind. {@code LaunchMarker} keeps the name of the kernel that
 * runs for the case that it ends the process.
 *
 * <p>It and its rooms are all that uses {@code org.jocl}. Uses {@code array} and {@code process}.
 */
package org.plegma.device;
