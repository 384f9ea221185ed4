/**
 * The Jupyter kernel: the protocol over jjava-jupyter, and the evaluation of Java by JShell.
 *
 * <p><b>Protocol.</b> {@code KernelServer} binds the five channels. The two that take requests, shell and control, have a
 * {@code RequestLoop} each. {@code Wire} reads and writes the signed frames. Only {@code IoPub} touches the broadcast socket,
 * on a thread of its own. {@code PlegmaKernel} answers each type of request.
 *
 * <p><b>A cell of Java.</b> {@code Executions} hands the cell to the {@code CellThread}, which owns JShell.
 * {@code CellSplitter} cuts it into snippets. {@code CellRun} gives them to JShell in an order that compiles.
 * {@code CellControl} runs the compiled snippets in this process, so that their values stay objects. On the way
 * {@code CellWeaver} puts checks into the bytecode, through which {@code StopSwitch} ends a loop that ignores an interrupt.
 *
 * <p><b>What a cell shows.</b> {@code CellOutput} collects text and sends it in batches. {@code ErrorReports} makes text of an
 * error: the line of the cell, frames of the user's code only, and a cure where {@code Cures} knows one. {@code Completer},
 * {@code Inspector} and {@code CompletenessCheck} serve the editor. {@code CrashLog} tells what ended the process before.
 *
 * <p>Uses {@code magics} and {@code display}.
 */
package org.plegma.kernel;
