/**
 * The framework of the magics: what finds them in a cell, parses their arguments, completes and explains them.
 *
 * <p>{@link org.plegma.magics.Magics} runs the parts of a cell in order. A magic implements
 * {@link org.plegma.magics.Magic}, declares its arguments by picocli's annotations and is listed in
 * {@code META-INF/services/org.plegma.magics.Magic}; help, completion and errors follow from that. It sees the notebook only
 * through its {@link org.plegma.magics.MagicCall}: the host's variables and displays, the OpenCL session, and what it keeps
 * from call to call. So the same class serves Plegma, JJava and IJava.
 *
 * <p><b>Rooms.</b> {@code cell} cuts a cell into Java and magics. The magics themselves are in {@code opencl}, {@code compute},
 * {@code measure}, {@code records}, {@code rewriting}, {@code libraries} and {@code session}. They use this package, which uses
 * only {@code cell}.
 *
 * <p>Uses {@code display}.
 */
package org.plegma.magics;
