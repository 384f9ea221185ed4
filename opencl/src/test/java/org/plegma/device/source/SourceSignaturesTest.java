package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;
import org.plegma.device.source.KernelParameter.AddressSpace;

/** What is read from the source must be what drivers tell. */
class SourceSignaturesTest extends OnDevice {
    private static final String SOURCE =
            """
            /* kernel void k(int wrong) {} */
            // kernel void k(int wrong) {}
            float helper(float x) { return x; }
            __kernel __attribute__((reqd_work_group_size(1, 1, 1)))
            void k(const float a, __global const float4 * restrict x, global volatile uint *y,
                   __constant int *c /* , int no */, local float *tile, unsigned int n, long unsigned m) {}
            kernel void other(int a) {}
            """;

    private static KernelSignature untold(String name, int count) {
        return new KernelSignature(
                name, Collections.nCopies(count, new KernelParameter("", "", AddressSpace.PRIVATE, false)));
    }

    @Test
    void readsWhatTheDriverTells() {
        Kernel told = kernel(SOURCE);
        KernelSignature read = SourceSignatures.find(SOURCE, untold("k", 7));
        assertEquals(told.parameters(), read.parameters());
        assertEquals(
                List.of(), SourceSignatures.find(SOURCE, untold("other", 0)).parameters());
    }

    @Test
    void leavesTheSignatureAsItIsWhenTheSourceDoesNotTell() {
        KernelSignature untold = untold("k", 3);
        assertSame(untold, SourceSignatures.find(SOURCE, untold), "another count");
        assertSame(untold, SourceSignatures.find("#define K kernel void k\\nK(int a) {}", untold));
    }
}
