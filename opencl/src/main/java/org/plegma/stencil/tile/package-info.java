/**
 * The pieces of a grid that a work-item or a group does, which several methods have in common: {@code DirectTile} on GPUs,
 * {@code CpuTile} on CPUs. {@code TileGenerator} writes a kernel that holds a tile on chip for several steps.
 */
package org.plegma.stencil.tile;
