package org.plegma.rewrite.optimise;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.simulator.Counts;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.LanePicture;
import org.plegma.rewrite.simulator.SimulatorException;
import org.plegma.rewrite.simulator.WarpTrace;

/** Pictures of a kernel that rules made: which lanes want which element where it is wrong, or what it still costs. */
public final class FaultPictures {
    private static final Pattern SIZE = Pattern.compile("^simulated at (\\d+): ");
    private static final Pattern ACCESS =
            Pattern.compile("Work-item (\\d+) of group (\\d+) \\w+ (\\w+)\\[(-?\\d+)] at line (\\d+)");
    private static final int MOST_LAUNCHES = 4;

    private FaultPictures() {}

    /**
     * Of what {@link Optimiser#simulated} says is wrong: of the element that it names, else of the elements that a warp takes from
     * global memory. Empty if it was not the simulator that said so, or there is no such access.
     */
    public static Optional<LanePicture> of(Computation made, String reason) {
        Preconditions.notNull(made, "made");
        Preconditions.notNull(reason, "reason");
        Matcher size = SIZE.matcher(reason);
        if (!size.find()) {
            return Optional.empty();
        }
        Computation small = made.sizes(Long.parseLong(size.group(1)));
        Matcher access = ACCESS.matcher(reason);
        if (!access.find()) {
            boolean isOfBarrier = reason.contains("barrier");
            return warp(small, 0, 0, 0).flatMap(warp -> drawn(() -> isOfBarrier ? warp.lanes() : warp.segments()));
        }
        int group = Integer.parseInt(access.group(2));
        int number = Integer.parseInt(access.group(1)) / Counts.WARP;
        int line = Integer.parseInt(access.group(5));
        long element = Long.parseLong(access.group(4));
        for (int launch = 0; launch < MOST_LAUNCHES; launch++) {
            Optional<LanePicture> picture = warp(small, launch, group, number)
                    .flatMap(warp -> drawn(() -> warp.elements(line, access.group(3), element)));
            if (picture.isPresent()) {
                return picture;
            }
        }
        return Optional.empty();
    }

    /** What the lanes of the first warp do at the largest size, step by step. */
    public static Optional<LanePicture> lanes(Computation made) {
        Preconditions.notNull(made, "made");
        return warp(made, 0, 0, 0).flatMap(warp -> drawn(warp::lanes));
    }

    /** The access of that warp to local memory that takes most turns; empty if there is none. */
    public static Optional<LanePicture> banks(Computation made) {
        Preconditions.notNull(made, "made");
        return warp(made, 0, 0, 0).flatMap(warp -> drawn(warp::banks));
    }

    private static Optional<WarpTrace> warp(Computation made, int launch, int group, int warp) {
        return drawn(() -> {
            long size = made.sizes().get(made.sizes().size() - 1);
            String kernel =
                    HostCode.launches(made.unit(), made.values(size, 1)).get(0).kernel();
            return made.warp(kernel, launch, group, warp);
        });
    }

    /** Nothing where there is no such warp or access, or the simulator gives up. */
    private static <T> Optional<T> drawn(Supplier<T> picture) {
        try {
            return Optional.of(picture.get());
        } catch (IllegalArgumentException | SimulatorException e) {
            return Optional.empty();
        }
    }
}
