package org.plegma.stencil.method;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;

/** A way to do steps on the state of a plan, compiled, with the memory that it needs besides. */
public interface Round extends AutoCloseable {
    /** How many of the steps that are left it does at once: 0 if they are too few for it. */
    int of(long left);

    /** About how many launches so many steps are, of those that take as long as a step. */
    default int launches(int count) {
        return 1;
    }

    /** Enqueues so many steps, as {@link #of} allows, then turns the state; nobody can wait for them. */
    void enqueue(State state, int count);

    /** The same, with the events of its launches, the first and the last among them. */
    List<Event> launch(State state, int count);

    /** What the user should know of how they are done; empty if the method's name says it all. */
    default String remark() {
        return "";
    }

    Program program();

    /** The kernels in the order of their launches. */
    List<Kernel> kernels();

    /** Device memory besides the fields, in bytes. */
    long bytes();

    @Override
    void close();
}
