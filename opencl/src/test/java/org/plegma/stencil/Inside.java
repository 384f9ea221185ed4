package org.plegma.stencil;

import org.plegma.array.ElementType;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.StencilPlan;

/** What tests of other rooms see of a stencil on a session. */
public final class Inside {
    private Inside() {}

    public static StencilSettings settings(BoundStencil bound) {
        return bound.settings();
    }

    /** A plan with code for a kind of device, which may be another than the session's. */
    public static StencilPlan plan(BoundStencil bound, ElementType type, int[] shape, Variant variant) {
        return bound.plan(type, shape, variant);
    }
}
