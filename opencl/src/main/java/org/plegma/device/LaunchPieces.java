package org.plegma.device;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.plegma.device.source.OpenClToken;
import org.plegma.device.source.ResourceUsage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts a launch of an awkward size in two. Work-groups must divide the global size, so 1,000,003 work-items, a prime, would
 * run in groups of one, 60 times slower on an H200 and 130 times on PoCL. If a kernel cannot see where a work-group or the
 * launch begins or ends, the same work-items may be launched in two parts: whole groups, and the few that are left over.
 */
final class LaunchPieces {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchPieces.class);
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    /** A local size along dimension 0 with at least this divisor is good enough. */
    private static final long GOOD_DIVISOR = 32;

    private static final long LARGE = 8192;
    private static final Pattern SEES_GROUPS = Pattern.compile("\\b(?:get_(?:local|group|num|enqueued|sub)_\\w+"
            + "|get_(?:global|local)_linear_id|get_global_(?:size|offset)|get_num_groups|get_max_\\w+"
            + "|\\w*(?:barrier|work_group|sub_group|group_events)\\w*|(?:__)?local|asm|include)\\b");

    private LaunchPieces() {}

    /** A part of a launch; an empty offset is zero, an empty local size is left to the driver. */
    record Piece(long[] offset, long[] global, long[] local) {}

    /** Whether the kernels of a source use nothing but global ids to find out what to do. */
    static boolean areIndependent(String source, List<String> options) {
        String text = OpenClToken.withoutComments(source);
        return !SEES_GROUPS.matcher(text).find()
                && options.stream()
                        .noneMatch(option -> SEES_GROUPS.matcher(option).find());
    }

    /**
     * The parts of a launch, in order.
     *
     * @param independent whether the kernel may be cut; asked for awkward sizes only, as it takes reading the source
     */
    static List<Piece> of(
            Device device,
            String kernel,
            ResourceUsage resources,
            BooleanSupplier independent,
            long[] global,
            long[] local,
            long[] offset) {
        long[] groups = WorkGroups.choose(device, kernel, resources, global, local);
        boolean chosen = local.length > 0 || !resources.requiredWorkGroupSize().isEmpty();
        if (chosen || !isAwkward(global[0])) {
            return List.of(new Piece(offset, global, groups));
        }
        if (!independent.getAsBoolean()) {
            if (WARNED.add(kernel + " " + global[0])) {
                LOG.warn(
                        "{} runs slowly: {} work-items in dimension 0 do not divide into work-groups of a good size. Use"
                                + " global size {} and test the index in the kernel.",
                        kernel,
                        global[0],
                        Kernel.roundUp(global[0], 2 * GOOD_DIVISOR));
            }
            return List.of(new Piece(offset, global, groups));
        }
        long unit = global[0] < LARGE ? 2 * GOOD_DIVISOR : 8 * GOOD_DIVISOR;
        long whole = global[0] / unit * unit;
        long[] first = global.clone();
        first[0] = whole;
        long[] rest = global.clone();
        rest[0] = global[0] - whole;
        long[] restOffset = offset.length == 0 ? new long[global.length] : offset.clone();
        restOffset[0] += whole;
        return List.of(
                new Piece(offset, first, WorkGroups.choose(device, kernel, resources, first, local)),
                new Piece(restOffset, rest, WorkGroups.choose(device, kernel, resources, rest, local)));
    }

    /** Whether no good local size divides a size that is larger than a work-group. */
    static boolean isAwkward(long size) {
        return size > 8 * GOOD_DIVISOR && WorkGroups.divisor(size, 8 * GOOD_DIVISOR, 1) < GOOD_DIVISOR;
    }
}
