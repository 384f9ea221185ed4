package org.plegma.convolve.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.plegma.convolve.stream.StripPlan.Strip;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;

/** A device that strips go through, in the order in which it got them. */
final class StripLane {
    private final StripMemory memory;
    private final int buffers;
    private final Queue up;
    private final Queue down;
    private final List<Job> jobs = new ArrayList<>();

    /** @param timed whether there shall be spans */
    StripLane(StripMemory memory, int buffers, boolean timed) {
        this.memory = memory;
        this.buffers = buffers;
        Session session = memory.session();
        this.up = timed ? session.upload() : session.untimedUpload();
        this.down = timed ? session.download() : session.untimedDownload();
    }

    StripMemory memory() {
        return memory;
    }

    Queue up() {
        return up;
    }

    Queue compute() {
        return memory.session().compute();
    }

    Queue down() {
        return down;
    }

    /** Whether all that the device does for the strip that has the next one's memory now is enqueued. */
    boolean hasRoom() {
        return jobs.size() < buffers || jobs.get(jobs.size() - buffers).computed != null;
    }

    /** Strips that are on their way. */
    int unwritten() {
        int count = 0;
        while (count < jobs.size() && !jobs.get(jobs.size() - 1 - count).written.isDone()) {
            count++;
        }
        return count;
    }

    /** @param index of the strip among those of all lanes */
    Job add(int index, Strip strip) {
        Job job = new Job(this, index, strip, jobs.size());
        jobs.add(job);
        return job;
    }

    /** The steps of one strip. */
    static final class Job {
        final StripLane lane;
        final Strip strip;
        /** Among the strips of the lane. */
        final int place;

        final List<Event> events = new ArrayList<>();
        Future<?> read = CompletableFuture.completedFuture(null);
        Future<?> written = new CompletableFuture<>();

        @Nullable
        Event kept;

        volatile @Nullable Event uploaded;

        @Nullable
        Event computed;

        @Nullable
        Event downloaded;

        private final int index;

        private Job(StripLane lane, int index, Strip strip, int place) {
            this.lane = lane;
            this.index = index;
            this.strip = strip;
            this.place = place;
        }

        /** The one that had the lane before. */
        @Nullable
        Job before() {
            return place == 0 ? null : lane.jobs.get(place - 1);
        }

        /** The one whose window, just before this strip's, has rows that both need; null if another device has it. */
        @Nullable
        Job neighbour() {
            Job before = before();
            return before == null || before.index < index - 1 ? null : before;
        }

        /** The one that had the memory of this strip before. */
        @Nullable
        Job earlier() {
            return place < lane.buffers ? null : lane.jobs.get(place - lane.buffers);
        }

        /** The first row that is not in the window of the neighbour. */
        int uploadFrom() {
            Job neighbour = neighbour();
            return neighbour == null ? strip.first() : Math.max(strip.first(), neighbour.strip.end());
        }

        /** The one behind this one in its lane. */
        Job next() {
            return lane.jobs.get(place + 1);
        }
    }
}
