package org.plegma.stencil.method.partialsums;

/** How the work-items of a group share the copies of a plane to local memory, and bring what lies outside the grid. */
interface PlaneCopies {
    /** The function {@code copy_async}, of a copy for which a work-item does not wait. */
    String copy();

    /** Other functions. */
    String functions();

    /** What is in local memory besides planes. */
    default String declarations() {
        return "";
    }

    /** Its bytes. */
    default long localBytes() {
        return 0;
    }

    /** Before the loop: what of each plane this work-item copies. */
    String shares();

    /**
     * Has this work-item's share of a plane, whose folded index is {@code next}, brought to a place in local memory.
     *
     * @param plane its index before it was folded
     * @param later whether it comes in the loop, where the places outside may be settled already
     */
    String bring(String plane, String slot, boolean later);

    /**
     * When a work-item stores what does not come from the grid; empty if never.
     *
     * @param outside whether some work-items have places outside, which are the same in all planes of the grid
     * @param plane the index of a later plane, from which on these may be settled; else empty
     * @param planes whether whole planes lie outside
     */
    static String stores(boolean outside, String plane, boolean planes) {
        String first = !outside ? "" : plane.isEmpty() ? "outside" : "outside && " + plane + " < settled";
        if (!planes) {
            return first;
        }
        return (first.contains("&&") ? "(" + first + ")" : first) + (first.isEmpty() ? "" : " || ") + "next < 0";
    }
}
