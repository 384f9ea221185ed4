/**
 * The Jupyter kernel: the protocol over jjava-jupyter, and the evaluation of Java by JShell.
 *
 * <p>{@code KernelServer} binds the five channels. {@code PlegmaKernel} answers each type of request. {@code Executions} hands
 * a cell to the {@code CellThread}, which owns JShell. {@code CellOutput} collects text and sends it in batches.
 * {@code ErrorReports} makes text of an error: the line of the cell, frames of the user's code only, and a cure where one is
 * known. {@code CrashLog} tells what ended the process before.
 *
 * <p><b>Rooms.</b> {@code protocol} is messages and channels, {@code cell} the evaluation of Java, {@code editor} what serves
 * who types. They do not use this package.
 *
 * <p>Uses {@code magics} and {@code display}.
 */
package org.plegma.kernel;
