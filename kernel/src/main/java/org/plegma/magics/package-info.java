/**
 * The magics, one class each, with the engine that finds them in a cell, parses their arguments and completes them.
 *
 * <p>{@code CellParser} divides a cell into Java and magics, {@code Magics} runs the parts in order. A magic implements
 * {@link org.plegma.magics.Magic}, declares its arguments by picocli's annotations and is listed in
 * {@code META-INF/services/org.plegma.magics.Magic}; help, completion and errors follow from that. It sees the notebook only
 * through its {@link org.plegma.magics.MagicCall}: the host's variables and displays, the OpenCL session, and what it keeps
 * from call to call. So the same class serves Plegma, JJava and IJava.
 *
 * <p>Uses {@code display}.
 */
package org.plegma.magics;
