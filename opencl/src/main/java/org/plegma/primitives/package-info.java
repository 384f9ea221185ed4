/**
 * Parts of which parallel programs are made: prefix sums, sorting by keys, selection, gather and scatter, histograms.
 *
 * <p>{@link org.plegma.primitives.Scan}, {@link org.plegma.primitives.RadixSort}, {@link org.plegma.primitives.Select}, {@link
 * org.plegma.primitives.Gather} and {@link org.plegma.primitives.DeviceHistogram} hold the settings. Each works on Java arrays at once,
 * or makes a plan for device arrays of one length, which can run any number of times.
 *
 * <p><b>Two codes.</b> {@code PrimitiveCode} has one for NVIDIA, where a group has warps, and one for processors and all other
 * devices, where a work-item has a piece of the data ({@code Pieces}). On NVIDIA, sums, sorts and selections read their input once:
 * a tile learns what all tiles before it add up to while they run ({@code TileStates}, {@code warps.cl}). Elsewhere no tile waits
 * for another, as groups may run one after the other: the pieces are summed first, then scanned ({@code ReduceThenScan}).
 *
 * <p><b>Passes of a sort.</b> {@code SortPlan} takes the passes, {@code DigitPasses} does one: {@code TilePasses} on NVIDIA,
 * {@code PiecePasses} elsewhere. Many whole keys are sorted by their uppermost digits first ({@code UppermostFirst}), unless the device finds
 * that they are not spread ({@code SortingWay}).
 *
 * <p>Uses {@code array} and {@code device}.
 */
package org.plegma.primitives;
