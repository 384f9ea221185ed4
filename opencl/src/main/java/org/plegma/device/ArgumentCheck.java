package org.plegma.device;

import java.util.List;
import org.plegma.device.errors.KernelArgumentException;

/** A further check of a kernel's arguments before each launch, for example of array lengths. */
@FunctionalInterface
public interface ArgumentCheck {

    /**
     * Looks at the arguments, which have passed all other checks.
     *
     * @param kernel the kernel with its sizes
     * @param arguments the arguments as given by the caller
     * @throws KernelArgumentException if they do not fit
     */
    void check(Kernel kernel, List<Object> arguments);
}
