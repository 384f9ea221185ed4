package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.rewrite.simulator.LanePicture.Cell;
import org.plegma.rewrite.simulator.LanePicture.Shade;

/** Draws what a {@link WarpTrace} holds. */
final class LanePictures {
    static final int MOST_STEPS = 240;
    private static final int MOST_NAMED = 6;
    private static final int WORDS = Counts.SEGMENT / 4;

    private static final List<Shade> TURNS = List.of(
            new Shade("1st turn", '1', 0xBFE3D0),
            new Shade("2nd", '2', 0xF6D55C),
            new Shade("3rd, 4th", '4', 0xF0A04B),
            new Shade("5th to 8th", '8', 0xE4703A),
            new Shade("9th to 16th", 'm', 0xC4432F),
            new Shade("later", 'M', 0x8E1F2F));
    private static final List<Shade> DOINGS = List.of(
            new Shade("idle", '.', 0xECECEC),
            new Shade("computes", 'o', 0xA9CCE8),
            new Shade("condition true", 'T', 0x1F5F99),
            new Shade("condition false", 'F', 0xE6AECB),
            new Shade("local memory", 'L', 0x3A9A6C),
            new Shade("global memory", 'G', 0xE8A33D),
            new Shade("barrier", '|', 0x4A4A4A));
    private static final List<Shade> BYTES = List.of(
            new Shade("asked for, by the lane of this number", '#', 0xA9CCE8),
            new Shade("moved in vain", '-', 0xECECEC));

    private static final List<Shade> ELEMENTS = List.of(
            new Shade("wanted", '#', 0xA9CCE8),
            new Shade("wanted, beyond the array", '!', 0xF0A04B),
            new Shade("the one that is told", 'x', 0xC0392B));

    private static final int MOST_ELEMENTS = 64;

    private LanePictures() {}

    private static String title(String kernel, WarpTrace.Step step, WarpAccess access) {
        return kernel + ", step " + step.number() + ": " + step.code() + "  (" + access + ")";
    }

    static LanePicture banks(String kernel, WarpTrace.Step step, WarpAccess access) {
        List<Map<Long, Set<Integer>>> byBank = new ArrayList<>();
        for (int bank = 0; bank < Counts.BANKS; bank++) {
            byBank.add(new LinkedHashMap<>());
        }
        for (int lane = 0; lane < Counts.WARP; lane++) {
            for (long word : access.words(lane)) {
                byBank.get(Math.floorMod(word, Counts.BANKS))
                        .computeIfAbsent(word, key -> new LinkedHashSet<>())
                        .add(lane);
            }
        }
        List<Cell> cells = new ArrayList<>();
        for (int bank = 0; bank < Counts.BANKS; bank++) {
            int turn = 0;
            for (Set<Integer> lanes : byBank.get(bank).values()) {
                turn++;
                for (int lane : lanes) {
                    int shade = Math.min(TURNS.size() - 1, 32 - Integer.numberOfLeadingZeros(turn - 1));
                    cells.add(new Cell(lane, bank, shade, Integer.toString(turn)));
                }
            }
        }
        return new LanePicture(
                title(kernel, step, access),
                reading(access, byBank),
                "bank",
                "lane",
                LanePicture.numbers(0, Counts.BANKS, 4),
                LanePicture.numbers(0, Counts.WARP, 4),
                TURNS,
                cells);
    }

    private static String reading(WarpAccess access, List<Map<Long, Set<Integer>>> byBank) {
        int turns = access.turns();
        int fewest = access.fewestTurns();
        int lanes = access.lanes();
        if (turns == fewest && turns > 1) {
            return "What " + lanes + " lanes want fills the banks evenly: " + turns
                    + " accesses in turn, and fewer cannot be.";
        }
        if (turns > 1) {
            int bank = 0;
            while (byBank.get(bank).size() < turns) {
                bank++;
            }
            Set<Integer> meeting = new LinkedHashSet<>();
            byBank.get(bank)
                    .values()
                    .forEach(each -> meeting.add(each.iterator().next()));
            return "Lanes " + named(meeting) + " meet in bank " + bank + ": " + turns + " accesses in turn, where "
                    + (fewest == 1 ? "one" : Integer.toString(fewest))
                    + " would do if the words lay in different banks.";
        }
        boolean one = byBank.stream().mapToInt(Map::size).sum() == 1;
        if (lanes == 1) {
            return "One lane takes part: 1 access.";
        }
        return one
                ? "All " + lanes + " lanes want the same word: 1 access serves them."
                : "No two lanes want different words of one bank: 1 access serves all " + lanes + " lanes.";
    }

    private static String named(Set<Integer> lanes) {
        List<String> names = lanes.stream().map(String::valueOf).toList();
        int size = names.size();
        return size > MOST_NAMED
                ? String.join(", ", names.subList(0, MOST_NAMED)) + " and " + (size - MOST_NAMED) + " more"
                : String.join(", ", names.subList(0, size - 1)) + " and " + names.get(size - 1);
    }

    static LanePicture lanes(String kernel, List<WarpTrace.Step> all, int from) {
        List<WarpTrace.Step> steps = all.subList(from, Math.min(all.size(), from + MOST_STEPS));
        List<Cell> cells = new ArrayList<>();
        long busy = 0;
        int divergent = 0;
        for (int column = 0; column < steps.size(); column++) {
            WarpTrace.Step step = steps.get(column);
            busy += Integer.bitCount(step.lanes());
            divergent += step.isDivergent() ? 1 : 0;
            for (int lane = 0; lane < Counts.WARP; lane++) {
                cells.add(new Cell(lane, column, doing(step, lane), ""));
            }
        }
        long idle = Math.round(100 - 100.0 * busy / (Counts.WARP * (long) steps.size()));
        String part = steps.size() == all.size()
                ? "In " + steps.size() + " steps"
                : "In steps " + (from + 1) + " to " + (from + steps.size()) + " of " + all.size();
        return new LanePicture(
                kernel + ": what each lane does, step by step",
                part + " " + idle + " % of the lanes are idle, and " + divergent
                        + (divergent == 1 ? " condition divides" : " conditions divide") + " the warp.",
                "step",
                "lane",
                LanePicture.numbers(from + 1, steps.size(), steps.size() > 60 ? 20 : 5),
                LanePicture.numbers(0, Counts.WARP, 4),
                DOINGS,
                cells);
    }

    private static int doing(WarpTrace.Step step, int lane) {
        if (!step.isActive(lane)) {
            return 0;
        }
        if (step.isDivergent()) {
            return (step.taken() >>> lane & 1) == 1 ? 2 : 3;
        }
        boolean global = step.accesses().stream().anyMatch(access -> !access.isLocal() && access.isActive(lane));
        boolean local = step.accesses().stream().anyMatch(access -> access.isLocal() && access.isActive(lane));
        return step.barrier() ? 6 : global ? 5 : local ? 4 : 1;
    }

    /** Lanes by those elements that are wanted; of many those around the one that is told. */
    static LanePicture elements(String kernel, WarpTrace.Step step, WarpAccess access, long told) {
        TreeSet<Long> wanted = new TreeSet<>();
        for (int lane = 0; lane < Counts.WARP; lane++) {
            wanted.addAll(access.elements(lane));
        }
        List<Long> all = List.copyOf(wanted);
        int from = Math.max(0, Math.min(all.indexOf(told) - MOST_ELEMENTS / 2, all.size() - MOST_ELEMENTS));
        List<Long> columns = all.subList(from, Math.min(all.size(), from + MOST_ELEMENTS));
        List<Cell> cells = new ArrayList<>();
        int teller = 0;
        for (int lane = 0; lane < Counts.WARP; lane++) {
            for (long element : access.elements(lane)) {
                int column = columns.indexOf(element);
                boolean isTold = element == told;
                teller = isTold ? lane : teller;
                if (column >= 0) {
                    int shade = isTold ? 2 : element < 0 || element >= access.length() ? 1 : 0;
                    cells.add(new Cell(lane, column, shade, ""));
                }
            }
        }
        int every = columns.size() > 12 ? 4 : 1;
        return new LanePicture(
                title(kernel, step, access),
                "Lane " + teller + " wants " + access.array() + "[" + told + "]; the array has " + access.length()
                        + (access.length() == 1 ? " element." : " elements."),
                "element of " + access.array(),
                "lane",
                IntStream.range(0, columns.size())
                        .mapToObj(i -> i % every == 0 ? columns.get(i).toString() : "")
                        .toList(),
                LanePicture.numbers(0, Counts.WARP, 4),
                ELEMENTS,
                cells);
    }

    static LanePicture segments(String kernel, WarpTrace.Step step, WarpAccess access) {
        List<Long> segments = access.segments();
        List<Cell> cells = new ArrayList<>();
        for (int row = 0; row < segments.size(); row++) {
            for (int word = 0; word < WORDS; word++) {
                cells.add(new Cell(row, word, 1, ""));
            }
        }
        for (int lane = 0; lane < Counts.WARP; lane++) {
            for (long word : access.words(lane)) {
                int row = segments.indexOf(Math.floorDiv(word, WORDS));
                cells.add(new Cell(row, Math.floorMod(word, WORDS), 0, Integer.toString(lane)));
            }
        }
        long moved = (long) segments.size() * Counts.SEGMENT;
        long wasted = moved - access.asked();
        String asked = access.lanes() + (access.lanes() == 1 ? " lane asks" : " lanes ask") + " for " + access.asked()
                + " bytes of " + access.array() + ", which lie in " + segments.size()
                + (segments.size() == 1 ? " segment" : " segments") + " of " + Counts.SEGMENT + ": ";
        return new LanePicture(
                title(kernel, step, access),
                asked
                        + (wasted == 0
                                ? "none is moved in vain."
                                : wasted + " of " + moved + " bytes are moved in vain."),
                "word of 4 bytes in the segment",
                "bytes of " + access.array(),
                LanePicture.numbers(0, WORDS, 4),
                segments.stream().map(s -> s * Counts.SEGMENT + " …").collect(Collectors.toCollection(ArrayList::new)),
                BYTES,
                cells);
    }
}
