package org.plegma.device.source;

/** What the work-items of a warp, its lanes, tell each other on NVIDIA, in PTX. */
public final class WarpLanes {
    private WarpLanes() {}

    /**
     * Their functions in OpenCL C. It defines {@code LANES}, how many there are.
     *
     * @param reducing whether they find their least number at once
     */
    public static String source(boolean reducing) {
        return (reducing ? "#define WARPS_REDUCE\n" : "") + KernelSource.resource(WarpLanes.class, "lanes.cl");
    }
}
