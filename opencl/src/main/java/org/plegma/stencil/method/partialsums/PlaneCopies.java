package org.plegma.stencil.method.partialsums;

/** How the work-items of a group share the copies of a plane to local memory, and bring what lies outside the grid. */
interface PlaneCopies {
    /** The function {@code copy_async}, of a copy for which a work-item does not wait. */
    String copy();

    /** Other functions. */
    String functions();

    /** Before the loop: what of each plane this work-item copies. */
    String shares();

    /**
     * Has this work-item's share of a plane, whose folded index is {@code next}, brought to a place in local memory.
     *
     * @param plane its index before it was folded
     * @param later whether it comes in the loop, where the places outside may be settled already
     */
    String bring(String plane, String slot, boolean later);
}
