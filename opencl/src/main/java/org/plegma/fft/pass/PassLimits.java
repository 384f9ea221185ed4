package org.plegma.fft.pass;

import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.pass.PassCompiler.Code;

/**
 * What one pass can do on a device.
 *
 * @param longest the longest line
 * @param longestAlone the longest of lines whose group has a multiprocessor to itself, if {@link LineStages#areLong} admits them, or 0
 * @param full the one length beyond these whose lines take all of a multiprocessor, by a {@link FullLine}, or 0
 * @param longestColumn the longest of lines that lie side by side
 * @param longestAlike the longest of lines that lie side by side where only one group at a time takes its local memory, if
 *     {@link LineStages#areLongColumns} admits them, or 0
 * @param columnItems work-items that such a line may have
 * @param tallest the longest of those that a product transforms in one pass all the same, few side by side, or 0
 * @param largestPrime the largest prime factor of a line
 * @param largestRadix the most values of a short transform on a GPU
 * @param values complex values that a work-item can hold in registers, if it must
 * @param manyRegisters whether there are 255 registers of 4 bytes for a work-item, else half as many are counted on
 * @param fuses whether a pass can multiply in its middle, and by a chirp
 * @param localBytes local memory of a work-group on a GPU
 * @param wideBytes the same where it takes wide columns, which a kernel may declare
 * @param items work-items of a work-group on a GPU
 */
public record PassLimits(
        int longest,
        int longestAlone,
        int full,
        int longestColumn,
        int longestAlike,
        int columnItems,
        int tallest,
        int largestPrime,
        int largestRadix,
        int values,
        boolean manyRegisters,
        boolean fuses,
        long localBytes,
        long wideBytes,
        int items) {
    /** What NVIDIA's driver reports; where it lets kernels declare more, that is for tall columns only. */
    private static final long LOCAL_BYTES = 48 << 10;
    /** Four columns of so many values fill the registers of a multiprocessor. */
    private static final int TALLEST = 4096;
    /** Lines side by side in a work-group, of doubles half as many, which take twice the registers. */
    private static final int COLUMNS = 8;
    /** Values that a work-item holds in registers. */
    private static final int VALUES = 16;
    /** A line of so many values and its copy, for all lanes, are as large as a cache of the second level. */
    private static final int LONGEST_ON_CPU = 4096;

    /** The limits on a CPU, where one program serves all lengths. */
    public static PassLimits ofCpu() {
        return new PassLimits(
                LONGEST_ON_CPU, 0, 0, LONGEST_ON_CPU, 0, 0, 0, Radices.LARGEST_PRIME, 0, 0, false, false, 0, 0, 1);
    }

    public static PassLimits ofGpu(Device device, ElementType type, Code code) {
        PassLimits limits = ofGpu(type, code != Code.GPU, device.localMemoryBytes(), device.maxWorkGroupSize());
        return code == Code.HOPPER ? limits.withDeclared(type, device.declaredLocalMemoryBytes()) : limits;
    }

    /** With more local memory, for long columns, long lines and wide columns only: what it leaves of the cache is too little for all else. */
    public PassLimits withDeclared(ElementType type, long declared) {
        long part = declared / type.bytes() * 8 / 9;
        int tall = type == ElementType.FLOAT ? (int) Math.min(part / (2 * LineTile.TALL_LINES), TALLEST) : 0;
        int alone = (int) Math.min(part, LineStages.longestAlone(this));
        int full = type == ElementType.FLOAT ? FullLine.longest(declared, items, values) : 0;
        return new PassLimits(
                longest,
                alone,
                full > alone ? full : 0,
                longestColumn,
                (int) (part / (2 * LineTile.sideBySide(type))),
                columnItems,
                tall,
                largestPrime,
                largestRadix,
                values,
                manyRegisters,
                fuses,
                localBytes,
                Math.max(localBytes, declared / 2),
                items);
    }

    public static PassLimits ofGpu(ElementType type, boolean nvidia, long localMemory, long workGroup) {
        boolean wide = type == ElementType.DOUBLE && !nvidia;
        long local = Math.min(localMemory, LOCAL_BYTES);
        int items = (int) Math.min(nvidia ? 1024 : 256, workGroup);
        int values = wide ? VALUES / 2 : VALUES;
        // A gap after every so many values takes at most an eighth more.
        int longest = (int) Math.min(local / type.bytes() * 8 / 9, (long) items * values);
        int column = Math.min(longest, (int) (local / (LineTile.sideBySide(type) * type.bytes()) * 8 / 9));
        int most = nvidia && type == ElementType.FLOAT ? 2 * values : values;
        int prime = wide ? 7 : nvidia ? Radices.LARGEST_PRIME_OF_MANY_REGISTERS : Radices.LARGEST_PRIME;
        return new PassLimits(
                longest, 0, 0, column, 0, items / COLUMNS, 0, prime, values, most, nvidia, true, local, local, items);
    }

    /** The longest line that a work-item can have to itself. */
    public int longestOfItem() {
        return ShortLines.longestAlone(this);
    }

    /** Whether a work-item may hold twice as many values as is best for most lines. */
    boolean isWide() {
        return values > largestRadix;
    }
}
