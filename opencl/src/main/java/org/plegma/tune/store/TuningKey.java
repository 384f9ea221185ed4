package org.plegma.tune.store;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Tunable;

/**
 * What a tuning result holds for: a kernel of a certain source and type, on a device with a certain driver, at a size.
 *
 * @param device {@link DeviceModel#key}
 * @param driver {@link DeviceModel#driver}
 * @param kernel {@link Tunable#name}
 * @param hash {@link Tunable#sourceHash}
 * @param type {@link Tunable#type}
 * @param size {@link Tunable#size}
 */
public record TuningKey(String device, String driver, String kernel, String hash, String type, long[] size) {

    public TuningKey {
        size = size.clone();
        if (size.length == 0 || Arrays.stream(size).anyMatch(n -> n < 0)) {
            throw new IllegalArgumentException("The size of " + kernel
                    + " must have at least one extent, none negative: " + Arrays.toString(size) + ".");
        }
    }

    public static TuningKey of(Tunable tunable, DeviceModel device) {
        return new TuningKey(
                device.key(), device.driver(), tunable.name(), tunable.sourceHash(), tunable.type(), tunable.size());
    }

    @Override
    public long[] size() {
        return size.clone();
    }

    /** The size bucket: each extent rounded to the nearest power of two on a log scale, for example {@code 1024x512}. */
    public String bucket() {
        return LongStream.of(bucketOf(size)).mapToObj(Long::toString).collect(Collectors.joining("x"));
    }

    /** Whether both are about the same kernel, source, type, device and driver, at whatever sizes. */
    boolean matchesExceptSize(TuningKey other) {
        return device.equals(other.device)
                && driver.equals(other.driver)
                && hash.equals(other.hash)
                && matchesKernel(other);
    }

    /** Whether both are about the same kernel and type, on whatever device, of whatever source, at whatever sizes. */
    boolean matchesKernel(TuningKey other) {
        return kernel.equals(other.kernel) && type.equals(other.type) && size.length == other.size.length;
    }

    /** How many factors of two lie between the buckets, over all extents. */
    double bucketDistance(TuningKey other) {
        return distance(bucketOf(size), bucketOf(other.size));
    }

    /** How many factors of two lie between the exact sizes, over all extents; never more than it takes to order them. */
    double sizeDistance(TuningKey other) {
        return distance(size, other.size);
    }

    private static double distance(long[] a, long[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.abs(log2(a[i]) - log2(b[i]));
        }
        return sum;
    }

    private static long[] bucketOf(long[] size) {
        return LongStream.of(size)
                .map(n -> n == 0 ? 0 : 1L << Math.min(62, Math.round(log2(n))))
                .toArray();
    }

    private static double log2(long n) {
        return n == 0 ? -1 : Math.log(n) / Math.log(2);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TuningKey k && matchesExceptSize(k) && Arrays.equals(size, k.size);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(size) + 31 * hash.hashCode();
    }

    @Override
    public String toString() {
        String extents = LongStream.of(size).mapToObj(Long::toString).collect(Collectors.joining("x"));
        return kernel + " " + type + " " + extents + " on " + device;
    }
}
