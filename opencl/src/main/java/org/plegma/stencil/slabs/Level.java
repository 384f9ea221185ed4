package org.plegma.stencil.slabs;

/**
 * An array of a stencil's state.
 *
 * @param age 0 for the current one, 1 for the one before
 */
public record Level(String field, int age) {}
