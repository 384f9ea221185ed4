package org.plegma.rewrite.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where a program spends its time, by the samples of a recording of the Java Flight Recorder. */
final class Profile {
    private final List<RecordedEvent> samples = new ArrayList<>();

    private Profile() {}

    /** @throws IllegalArgumentException if the file is no recording, or has no samples */
    static Profile of(Path recording) {
        Profile profile = new Profile();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("jdk.ExecutionSample") && event.getStackTrace() != null) {
                    profile.samples.add(event);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The recording " + recording + " cannot be read.", e);
        }
        if (profile.samples.isEmpty()) {
            throw new IllegalArgumentException("The recording " + recording
                    + " has no samples of Java code: the program ran too short. Give it more to do.");
        }
        return profile;
    }

    /** The part of the samples that were taken within a loop, or in what it calls. */
    double share(FoundLoop loop) {
        long within = samples.stream()
                .filter(sample -> sample.getStackTrace().getFrames().stream().anyMatch(frame -> isIn(frame, loop)))
                .count();
        return (double) within / samples.size();
    }

    private static boolean isIn(RecordedFrame frame, FoundLoop loop) {
        return frame.isJavaFrame()
                && frame.getMethod().getType().getName().equals(loop.type())
                && frame.getLineNumber() >= loop.line()
                && frame.getLineNumber() <= loop.lastLine();
    }
}
