package org.plegma.tune.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.ChildJvm;

/** Two processes that append to a file which they also read, as two notebooks that tune. */
class AppendFileTest {
    private static final int LINES = 1000;

    @TempDir
    private Path folder;

    /** Arguments: the file and a name. */
    public static final class Child {
        private Child() {}

        public static void main(String[] args) throws InterruptedException {
            AppendFile file = new AppendFile(Path.of(args[0]));
            AtomicBoolean done = new AtomicBoolean();
            Thread reader = new Thread(() -> {
                while (!done.get()) {
                    file.lines();
                }
            });
            reader.start();
            for (int i = 0; i < LINES; i++) {
                file.append(line(args[1], i));
            }
            done.set(true);
            reader.join();
        }
    }

    private static String line(String name, int number) {
        return name + " " + number + " " + "x".repeat(200);
    }

    @Test
    void noLineIsLostWhereThreadsRead() throws Exception {
        Path file = folder.resolve("lines");
        List<ChildJvm.Running> children = List.of(
                ChildJvm.of(Child.class).start(file.toString(), "one"),
                ChildJvm.of(Child.class).start(file.toString(), "two"));
        children.forEach(child -> child.await().assertSuccess());
        Set<String> all = new HashSet<>();
        for (int i = 0; i < LINES; i++) {
            all.add(line("one", i));
            all.add(line("two", i));
        }
        List<String> found = Files.readAllLines(file);
        all.removeAll(found);
        assertEquals(Set.of(), all, "lost");
        assertEquals(2 * LINES, found.size());
    }
}
