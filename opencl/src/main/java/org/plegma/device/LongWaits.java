package org.plegma.device;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what a device is busy with when a call has to wait long for something that it did not ask for itself: a kernel that
 * an earlier task has launched and that does not end, as a rule.
 */
public final class LongWaits {
    /** Then the wait is told, if what runs is another task's. */
    static final long NANOS = 2_000_000_000L;

    private static final long PAUSE = 5_000_000;
    private static final Logger LOG = LoggerFactory.getLogger(LongWaits.class);
    private static final Set<DeviceContext> OPEN = ConcurrentHashMap.newKeySet();

    private static volatile Consumer<String> listener = LOG::warn;
    private static volatile int task;

    private LongWaits() {}

    /** Who is told, in the thread that waits; at first the log. */
    public static void tellTo(Consumer<String> who) {
        listener = Objects.requireNonNull(who, "who");
    }

    /** Begins a task, such as a cell of a notebook: commands until now are others'. */
    public static synchronized void beginTask() {
        task++;
    }

    /** What devices of open sessions do now, one sentence each. */
    public static List<String> running() {
        return OPEN.stream()
                .map(context -> oldest(context, Integer.MAX_VALUE).map(LongWaits::describe))
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Waits for what earlier tasks have begun on the devices of a session, but not for long: for whoever would rather say what
     * still runs than wait for it.
     *
     * @return what still runs, one sentence; empty if nothing does
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public static Optional<String> earlier(Session session) {
        Objects.requireNonNull(session, "session");
        long start = System.nanoTime();
        Optional<Event> event = oldest(session, task);
        while (event.isPresent() && System.nanoTime() - start < NANOS) {
            Waiting.checkInterrupt("what earlier cells have begun");
            LockSupport.parkNanos(PAUSE);
            event = oldest(session, task);
        }
        return event.map(LongWaits::describe);
    }

    private static Optional<Event> oldest(Session session, int beforeTask) {
        return session.contexts().stream()
                .map(context -> oldest(context, beforeTask))
                .flatMap(Optional::stream)
                .findFirst();
    }

    static int task() {
        return task;
    }

    static void opened(DeviceContext context) {
        OPEN.add(context);
    }

    static void closed(DeviceContext context) {
        OPEN.remove(context);
    }

    /** Says once what a wait is for, if it is for another task's command. */
    static boolean tell(DeviceContext context, String what) {
        Optional<Event> before = oldest(context, task);
        before.ifPresent(event -> listener.accept(describe(event) + " " + what + " waits for that."));
        return before.isPresent();
    }

    private static Optional<Event> oldest(DeviceContext context, int beforeTask) {
        return context.queues().stream()
                .map(Queue::oldest)
                .flatMap(Optional::stream)
                .filter(event -> event.task() < beforeTask)
                .min(Comparator.comparingLong(Event::hostNanos));
    }

    private static String describe(Event event) {
        long seconds = (System.nanoTime() - event.hostNanos()) / 1_000_000_000;
        Instant since = Instant.now().minusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS);
        String clock = DateTimeFormatter.ISO_LOCAL_TIME.format(since.atZone(ZoneId.systemDefault()));
        return "'" + event.label() + "', begun " + seconds + " s ago (" + clock + "), still runs on "
                + event.queue().device().name() + ".";
    }
}
