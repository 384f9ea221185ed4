package org.plegma.neighbours;

import java.util.List;
import org.plegma.device.DeviceArray;

/**
 * What is searched for.
 *
 * @param options of the kernel, see found.cl
 * @param results the kernel's last arguments
 */
record SearchFor(List<String> options, List<Object> results) {

    /** The nearest k of each query. */
    static SearchFor nearest(int k, DeviceArray squared, DeviceArray ids) {
        return new SearchFor(List.of("-DNEAREST", "-DK=" + k), List.of(squared, ids));
    }

    /** How many are within a distance. */
    static SearchFor count(Number limit, DeviceArray counts) {
        return new SearchFor(List.of("-DCOUNT"), List.of(limit, counts));
    }

    /** Those within a distance, from a place on for each query. */
    static SearchFor list(Number limit, DeviceArray starts, DeviceArray squared, DeviceArray ids) {
        return new SearchFor(List.of("-DLIST"), List.of(limit, starts, squared, ids));
    }

    /** Whether it is for so many of the nearest. */
    boolean isNearest() {
        return options.contains("-DNEAREST");
    }

    /** Whether it is for the nearest one of each query. */
    boolean isOneNearest() {
        return options.contains("-DK=1");
    }
}
