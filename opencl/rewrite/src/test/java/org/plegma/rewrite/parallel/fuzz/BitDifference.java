package org.plegma.rewrite.parallel.fuzz;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.Set;

/** Whether two runs left the same bits; NaN is NaN. */
final class BitDifference {
    /** For functions whose last places may differ. */
    private static final int ULPS = 20;

    private BitDifference() {}

    /** Where values first differ from those of Java; null if nowhere. */
    static String of(Map<String, Object> java, Map<String, Object> device, Set<String> rounded) {
        for (Map.Entry<String, Object> each : java.entrySet()) {
            String name = each.getKey();
            String where = of(name, each.getValue(), device.get(name), rounded.contains(name));
            if (where != null) {
                return where;
            }
        }
        return null;
    }

    private static String of(String at, Object java, Object device, boolean rounded) {
        if (java != null && device != null && java.getClass().isArray() && device.getClass() == java.getClass()) {
            int length = Array.getLength(java);
            if (length != Array.getLength(device)) {
                return at + ".length: Java " + length + ", device " + Array.getLength(device);
            }
            for (int i = 0; i < length; i++) {
                String where = of(at + "[" + i + "]", Array.get(java, i), Array.get(device, i), rounded);
                if (where != null) {
                    return where;
                }
            }
            return null;
        }
        boolean same = java == null ? device == null : java.equals(device) || rounded && near(java, device);
        return same ? null : at + ": Java " + java + ", device " + device;
    }

    private static boolean near(Object java, Object device) {
        if (!(java instanceof Double a) || !(device instanceof Double b)) {
            return false;
        }
        return a != 0 && Double.isFinite(a) && Math.abs(a - b) <= ULPS * Math.ulp(a);
    }
}
