package org.plegma.rewrite.text;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of the comparison of two texts.
 *
 * @param sign {@code '-'} for a line of the first, {@code '+'} for one of the second, {@code ' '} for one of both, and
 *     {@code '…'} in place of lines that are left out
 * @param text the line
 */
public record Diff(char sign, String text) {
    private static final int CONTEXT = 2;

    /** The lines that differ, with two around them. */
    public static List<Diff> of(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        List<Diff> lines = new ArrayList<>();
        int done = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(old, now).getDeltas()) {
            int start = delta.getSource().getPosition();
            common(lines, old, done, start, done > 0);
            delta.getSource().getLines().forEach(line -> lines.add(new Diff('-', line)));
            delta.getTarget().getLines().forEach(line -> lines.add(new Diff('+', line)));
            done = start + delta.getSource().size();
        }
        if (!lines.isEmpty()) {
            int end = Math.min(old.size(), done + CONTEXT);
            old.subList(done, end).forEach(line -> lines.add(new Diff(' ', line)));
            if (end < old.size()) {
                lines.add(new Diff('…', ""));
            }
        }
        return lines;
    }

    private static void common(List<Diff> lines, List<String> old, int from, int to, boolean afterChange) {
        int head = afterChange ? Math.min(to, from + CONTEXT) : from;
        int tail = Math.max(head, to - CONTEXT);
        old.subList(from, head).forEach(line -> lines.add(new Diff(' ', line)));
        if (tail > head) {
            lines.add(new Diff('…', ""));
        }
        old.subList(tail, to).forEach(line -> lines.add(new Diff(' ', line)));
    }

    /** The lines with their signs before them. */
    public static String text(List<Diff> lines) {
        return lines.stream()
                .map(line -> (line.sign + " " + line.text).stripTrailing())
                .collect(Collectors.joining("\n"));
    }
}
