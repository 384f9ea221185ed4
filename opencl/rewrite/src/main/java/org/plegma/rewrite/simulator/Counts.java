package org.plegma.rewrite.simulator;

/**
 * What a launch costs on a GPU, by counting. All are sums over the warps (32 work-items that run in step) of all groups.
 *
 * @param instructions operations, each counted once a warp in which at least one work-item takes part
 * @param idleSlots work-items that take no part in an operation that their warp executes
 * @param divergentBranches conditions that are true for some work-items of a warp and false for others
 * @param globalAccesses loads and stores of global memory, once a warp
 * @param globalSegments segments of 128 bytes that they touch
 * @param wastedSegments segments beyond those that the bytes asked for would fill
 * @param localAccesses loads and stores of local memory, once a warp
 * @param bankConflicts times that a warp waits as two of its work-items want different words of one of 32 banks
 * @param barriers barriers, once a warp
 * @param localBytes local memory of a group
 * @param launches kernels started
 * @param atomicTurns times that a warp waits as several of its work-items change one place atomically
 */
public record Counts(
        long instructions,
        long idleSlots,
        long divergentBranches,
        long globalAccesses,
        long globalSegments,
        long wastedSegments,
        long localAccesses,
        long bankConflicts,
        long barriers,
        long localBytes,
        long launches,
        long atomicTurns) {
    /** Work-items that run in step. */
    public static final int WARP = 32;
    /** Banks of local memory, of 4 bytes each. */
    public static final int BANKS = 32;
    /** Bytes that global memory moves at once. */
    public static final int SEGMENT = 128;

    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    Counts plus(Counts o) {
        return new Counts(
                instructions + o.instructions,
                idleSlots + o.idleSlots,
                divergentBranches + o.divergentBranches,
                globalAccesses + o.globalAccesses,
                globalSegments + o.globalSegments,
                wastedSegments + o.wastedSegments,
                localAccesses + o.localAccesses,
                bankConflicts + o.bankConflicts,
                barriers + o.barriers,
                Math.max(localBytes, o.localBytes),
                launches + o.launches,
                atomicTurns + o.atomicTurns);
    }

    /** The counts of a launch of which only a part was run, and one launch. */
    Counts launched(double factor) {
        return new Counts(
                Math.round(instructions * factor),
                Math.round(idleSlots * factor),
                Math.round(divergentBranches * factor),
                Math.round(globalAccesses * factor),
                Math.round(globalSegments * factor),
                Math.round(wastedSegments * factor),
                Math.round(localAccesses * factor),
                Math.round(bankConflicts * factor),
                Math.round(barriers * factor),
                localBytes,
                1,
                Math.round(atomicTurns * factor));
    }

    /** The share of the slots of all executed operations that no work-item used, from 0 to 1. */
    public double idleShare() {
        return instructions == 0 ? 0 : idleSlots / (double) (instructions * WARP);
    }

    /**
     * One number to compare variants of a kernel by, in cycles of a scheduler: an operation takes one, a segment of global
     * memory 16, an access or conflict of local memory and a turn of an atomic change 4, a barrier 8, a divergent branch 4, a
     * launch 2000. The weights are of the order of what GPUs need; they rank, they do not predict.
     */
    public double cost() {
        return instructions
                + 16.0 * globalSegments
                + 4.0 * (localAccesses + bankConflicts + atomicTurns)
                + 8.0 * barriers
                + 4.0 * divergentBranches
                + 2000.0 * launches;
    }
}
