package org.plegma.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;

/**
 * What an executor does with one image.
 *
 * @param folder where results go, as all machines see it
 * @param device the device's name or a part of it; empty for the one that the executor prefers
 */
record ImageTask(ImageWork work, ImageFormat format, String folder, String device) implements Serializable {

    /** The folder within that of the results in which files are written before they are moved. */
    static final String TEMPORARY = "_temporary";

    /**
     * What became of one image.
     *
     * @param problem why there is no result; empty if there is
     * @param seconds with the device
     */
    record Done(String file, String host, String executor, int device, double seconds, String problem)
            implements Serializable {}

    Done run(String file) {
        TaskContext task = TaskContext.get();
        String executor = SparkEnv.get().executorId();
        String host = TrialTask.host();
        try {
            Path source = Path.of(file);
            ImageFormat.Picture picture = format.read(source);
            Device model = ExecutorDevices.wanted(device);
            List<Grid> results = new ArrayList<>();
            int index;
            long start;
            long end;
            try (DeviceClaim claim = DeviceClaim.first(ExecutorDevices.of(task, model.key()), task::isInterrupted)) {
                index = claim.device().index();
                Session session = ExecutorDevices.session(claim.device());
                start = System.nanoTime();
                for (Grid channel : picture.channels()) {
                    results.add(work.apply(channel, session));
                }
                end = System.nanoTime();
            }
            write(source, picture, results);
            return new Done(file, host, executor, index, (end - start) * 1e-9, "");
        } catch (CancellationException e) {
            throw e;
        } catch (Exception e) {
            return new Done(
                    file, host, executor, -1, Double.NaN, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** Another attempt at the same image writes a file of another name; the move replaces it by the same bytes. */
    private void write(Path source, ImageFormat.Picture picture, List<Grid> results) throws IOException {
        Path target = Path.of(folder).resolve(source.getFileName());
        Path temporary = Files.createDirectories(Path.of(folder, TEMPORARY))
                .resolve(UUID.randomUUID() + "-" + source.getFileName());
        try {
            format.write(temporary, picture, results);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
