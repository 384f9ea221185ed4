package org.plegma.kernel;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Text;
import org.plegma.kernel.cell.CellTraces.CellFrame;

/** What a thread that cannot be stopped waits for, and who holds it. */
final class StuckThreads {
    private static final int FRAMES = 4;

    /** Of which a cell's are among the first; a recursion may have a million, and a dump of them takes half a minute. */
    private static final int MOST_FRAMES = 256;

    private StuckThreads() {}

    /**
     * In words, with the cure; the threads that wait for each other, if this one does, else where it is.
     *
     * @param cells finds the frames of a stack that are in cells
     */
    static String describe(Thread stuck, Function<StackTraceElement[], List<CellFrame>> cells) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ThreadInfo own = info(threads, stuck.getId());
        if (own != null
                && Stream.of(own.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith("com.sun.tools.javac."))) {
            return "Java's compiler is at work on the cell, and cannot be stopped. The cell ends when it has done.";
        }
        Map<Long, ThreadInfo> chain = new LinkedHashMap<>();
        ThreadInfo thread = own;
        while (thread != null && !chain.containsKey(thread.getThreadId())) {
            chain.put(thread.getThreadId(), thread);
            thread = info(threads, thread.getLockOwnerId());
        }
        StringBuilder text = new StringBuilder();
        if (thread == null) {
            text.append("The cell cannot be stopped: what it calls ignores interrupts.\n");
        } else {
            text.append("The cell cannot be stopped: threads wait for each other (a deadlock).\n");
        }
        boolean alone = chain.size() == 1; // then it keeps nobody's locks that would matter here
        chain.values().forEach(each -> add(text, each, alone, cells));
        return text.append("If it does not end, restart the kernel: the notebook's variables are lost then.")
                .toString();
    }

    private static @Nullable ThreadInfo info(ThreadMXBean threads, long id) {
        return id <= 0 ? null : threads.getThreadInfo(new long[] {id}, true, true, MOST_FRAMES)[0];
    }

    private static void add(
            StringBuilder text,
            ThreadInfo thread,
            boolean alone,
            Function<StackTraceElement[], List<CellFrame>> cells) {
        text.append("  thread \"").append(thread.getThreadName()).append('"');
        if (thread.getLockInfo() != null) {
            text.append(" waits for ").append(name(thread.getLockInfo()));
            text.append(thread.getLockOwnerName() == null ? "" : ", which \"" + thread.getLockOwnerName() + "\" holds");
        } else {
            text.append(" is running");
        }
        if (!alone) {
            Stream.concat(Stream.of(thread.getLockedMonitors()), Stream.of(thread.getLockedSynchronizers()))
                    .forEach(held -> text.append("; it holds ").append(name(held)));
        }
        text.append('\n');
        StackTraceElement[] stack = thread.getStackTrace();
        List<CellFrame> found = cells.apply(stack);
        Stream<String> places = found.isEmpty()
                ? Stream.of(calledByCell(stack)).map(frame -> Text.withoutWrappers(frame.toString()))
                : found.stream()
                        .map(frame -> "cell " + frame.cell() + ", line " + frame.line() + ": "
                                + frame.text().strip());
        places.limit(FRAMES)
                .forEach(place -> text.append("    at ").append(place).append('\n'));
    }

    /**
     * The frames nearest to the cell, which say what it calls: the text of a snippet that runs for the first time is not known yet.
     * All, if no frame is a cell's.
     */
    private static StackTraceElement[] calledByCell(StackTraceElement[] stack) {
        for (int i = 1; i < stack.length; i++) {
            if (stack[i].getClassName().startsWith("REPL.")) {
                return Arrays.copyOfRange(stack, Math.max(0, i - FRAMES), i);
            }
        }
        return stack;
    }

    private static String name(LockInfo lock) {
        return Text.withoutWrappers(lock.toString());
    }
}
