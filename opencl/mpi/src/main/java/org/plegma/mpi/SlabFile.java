package org.plegma.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.array.Preconditions;
import org.plegma.array.VirtualHdf5;
import org.plegma.array.VirtualHdf5.Layout;
import org.plegma.device.source.Sha256;
import org.plegma.mpi.library.MpiException;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.slabs.Slab;

/**
 * The state of a stencil on ranks in a file: each rank writes its slab as a piece, all at once, then rank 0 writes one HDF5 file of
 * virtual datasets that makes a whole of them ({@link VirtualHdf5}). All ranks must see the same folder. A run that was ended goes on from
 * it, with the same bits, on any number of ranks, unless its formula, a boundary or a parameter is another.
 *
 * <p>The pieces of a save lie in a folder of their own, {@code heat.h5.pieces/000001000}. The file changes as a whole when they are all on
 * disk, and only then the pieces before are deleted: whenever a rank is killed, the file is that of the last save or of the one before.
 */
public final class SlabFile {
    private static final String STEP = "step";

    /** At the end of a folder's name, if the file is made of pieces at the same step: those must stay until these are there. */
    private static final String AGAIN = "-again";

    private static final int MOST_TEXT = 2000;

    private final Ranks ranks;
    private final Path file;

    /** @param file such as {@code heat.h5}; all ranks give the same */
    public SlabFile(Ranks ranks, Path file) {
        this.ranks = Preconditions.notNull(ranks, "ranks");
        this.file = Preconditions.notNull(file, "file").toAbsolutePath();
    }

    /**
     * Saves the updated fields and their older levels; all ranks call it.
     *
     * @param step steps done in all runs together
     */
    public void save(SlabPlan plan, long step) {
        Preconditions.notNull(plan, "plan");
        Map<String, Grid> parts = plan.part();
        Map<String, ElementType> types = new LinkedHashMap<>();
        parts.forEach((key, part) -> types.put(key, part.type()));
        int[] first = plan.slabs().stream().mapToInt(Slab::first).toArray();
        String name = pieces().getFileName() + "/" + String.format(Locale.ROOT, "%012d", step);
        String folder = isOf(name) ? name + AGAIN : name;
        Map<String, String> attributes = new LinkedHashMap<>(problem(plan));
        attributes.put(STEP, Long.toString(step));
        Layout layout = new Layout(types, plan.shape(), folder, first, attributes);
        ranks.together("save " + file, () -> Hdf5.save(file.resolveSibling(layout.file(ranks.rank())), parts));
        ranks.together("save " + file, () -> {
            if (ranks.rank() == 0) {
                VirtualHdf5.write(file, layout);
                deleteOthers(file.resolveSibling(folder));
            }
        });
    }

    /** Whether the file is made of pieces in a folder, as rank 0 sees it: others may not see yet what it wrote last. */
    private boolean isOf(String folder) {
        boolean[] same = {false};
        ranks.together("read " + file, () -> {
            if (ranks.rank() == 0 && Files.exists(file)) {
                same[0] = VirtualHdf5.layout(file).folder().equals(folder);
            }
        });
        return ranks.max(same[0] ? 1 : 0) > 0;
    }

    /** What a plan computes; of a long formula a digest, as a file has no room for long attributes. */
    private static Map<String, String> problem(SlabPlan plan) {
        Map<String, String> all = new LinkedHashMap<>(plan.problem());
        all.replaceAll((name, text) -> text.length() <= MOST_TEXT
                ? text
                : "SHA-256 " + new Sha256().add(text).hex());
        return all;
    }

    private Path pieces() {
        return file.resolveSibling(file.getFileName() + ".pieces");
    }

    private void deleteOthers(Path kept) {
        try (Stream<Path> all = Files.list(pieces())) {
            for (Path folder : all.filter(each -> !each.equals(kept)).toList()) {
                try (Stream<Path> inside = Files.walk(folder)) {
                    List<Path> deepest =
                            inside.sorted(Comparator.reverseOrder()).toList();
                    for (Path each : deepest) {
                        Files.delete(each);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete what is no longer needed in " + pieces(), e);
        }
    }

    /** Steps done when the file was saved; -1 if there is none. The same on all ranks. */
    public long step() {
        long[] step = {-1};
        ranks.together("read " + file, () -> {
            if (Files.exists(file)) {
                step[0] = Long.parseLong(VirtualHdf5.layout(file).attributes().get(STEP));
            }
        });
        if (ranks.max(step[0]) != ranks.min(step[0])) {
            throw new MpiException("The ranks see different files " + file
                    + ", or some see none: expected a folder that all" + " share.");
        }
        return step[0];
    }

    /**
     * Loads a plan from the file if there is one, else from what is given; all ranks call it.
     *
     * @param start for the plan, the planes of this process of all fields and levels, as {@link SlabPlan#loadPart} takes them; of a
     *     plan that goes on, only fields that no step changes are taken from it
     * @return steps done before
     */
    public long load(SlabPlan plan, Function<SlabPlan, Map<String, Grid>> start) {
        Preconditions.notNull(plan, "plan");
        Preconditions.notNull(start, "start");
        Map<String, Grid> parts = new LinkedHashMap<>(start.apply(plan));
        long step = step();
        if (step >= 0) {
            ranks.together("read " + file, () -> {
                Layout layout = VirtualHdf5.layout(file);
                if (!Arrays.equals(layout.shape(), plan.shape())
                        || !parts.keySet().containsAll(layout.datasets().keySet())) {
                    throw new IllegalArgumentException(file + " holds "
                            + layout.datasets().keySet() + " of shape "
                            + Arrays.toString(layout.shape()) + ", the plan has " + parts.keySet() + " of shape "
                            + Arrays.toString(plan.shape())
                            + ": it is another problem's. Move the file away, or name another.");
                }
                String other = difference(layout.attributes(), problem(plan));
                if (!other.isEmpty()) {
                    throw new IllegalArgumentException(file + " is of other work: " + other
                            + ". Move the file away, or name another; to go on from it all the same, load its planes by"
                            + " VirtualHdf5.load.");
                }
                for (String key : layout.datasets().keySet()) {
                    parts.put(key, VirtualHdf5.load(file, key, plan.firstPlane(), plan.planes()));
                }
            });
        }
        plan.loadPart(parts);
        return Math.max(step, 0);
    }

    /** Files of earlier versions do not tell what they are of. */
    private static String difference(Map<String, String> then, Map<String, String> now) {
        return now.entrySet().stream()
                .filter(each -> !each.getValue().equals(then.getOrDefault(each.getKey(), each.getValue())))
                .map(each -> each.getKey() + " " + then.get(each.getKey()) + ", now " + each.getValue())
                .collect(Collectors.joining("; "));
    }

    /**
     * Does steps from where the file ends, or from the start if there is none, and saves now and then and at the end; all ranks call it.
     *
     * @param start as in {@link #load}
     * @param steps in all, those before included
     * @param every steps from one save to the next
     */
    public void run(SlabPlan plan, Function<SlabPlan, Map<String, Grid>> start, long steps, long every) {
        if (every < 1) {
            throw new IllegalArgumentException("The distance of saves must be 1 or more, found " + every + ".");
        }
        long done = load(plan, start);
        if (done > 0 && ranks.rank() == 0) {
            System.out.println("Going on from step " + done + " of " + file + ".");
        }
        while (done < steps) {
            long part = Math.min(every, steps - done);
            plan.run(part);
            done += part;
            save(plan, done);
        }
    }
}
