/**
 * A cell of Java. {@code JavaEvaluator} holds JShell. {@code CellSplitter} cuts the cell into snippets. {@code
 * CellRun} gives them to JShell in an order that compiles. {@code CellControl} runs the compiled snippets in this
 * process, so that their values stay objects. On the way {@code CellWeaver} puts checks into the bytecode, through
 * which {@code StopSwitch} ends a loop that ignores an interrupt. {@code Cures} knows what helps against common
 * errors.
 */
package org.plegma.kernel.cell;
