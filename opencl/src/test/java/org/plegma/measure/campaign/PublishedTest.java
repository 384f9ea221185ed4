package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class PublishedTest {
    @TempDir
    private Path folder;

    @Test
    void publishedFiguresStandBesideOurs() throws Exception {
        Path file = Files.writeString(
                folder.resolve("p.csv"),
                """
                figure,here,published,of,pick,radius,method
                best of a star,section 1,1.5,speedup,most,1|2,blocked
                fastest,section 2,,ms,least,,
                of radius 9,section 3,4,speedup,most,9,
                a picture,section 4,,,,,
                """);
        Table table = RecordsTest.sample().speedupOver("direct").beside(file);
        assertEquals(
                List.of(3.0, 1000.0), table.doubleColumn("ours").removeMissing().asList());
        assertEquals(2.0, table.doubleColumn("ours / published").get(0), 1e-12);
        assertTrue(table.doubleColumn("published").isMissing(1));
        assertEquals(
                List.of("blocked(2), 8 × 8 × 8", "blocked(4), 8 × 8 × 8", "not in these records", ""),
                table.stringColumn("of ours").asList());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> RecordsTest.sample()
                        .beside(file))
                .getMessage()
                .contains("no column 'speedup'"));
        Path threads = Files.writeString(
                folder.resolve("threads.csv"), "figure,here,published,of,pick\nfastest,section 2,,ms,least\n");
        Table loops = Records.of(List.of(RecordsTest.measured("a", "Java loops, 16 threads", Map.of(), 1)))
                .beside(threads);
        assertEquals(
                "Java loops, 16 threads, 8 × 8 × 8",
                loops.stringColumn("of ours").get(0));
    }

    /** What was not 'least' had been 'most'. */
    @Test
    void publishedFiguresSayWhichOfOursCounts() throws Exception {
        for (String[] wrong : new String[][] {
            {"figure,here,published,of,pick\nfastest,1,2,ms,lest\n", "Pick 'most' or 'least' for 'fastest', not 'lest'."
            },
            {"figure,here,published,of,pick\nfastest,1,2,ms,\n", "Pick 'most' or 'least' for 'fastest', not ''."},
            {
                "figure,here,published,of,pick\nfastest,1,2 ms,ms,least\n",
                "What is published of 'fastest' must be a number or nothing, found '2 ms'."
            },
            {"figure,here,published,of\nfastest,1,2,ms\n", "has no column 'pick'"}
        }) {
            Path file = Files.writeString(folder.resolve("wrong.csv"), wrong[0]);
            String message = assertThrows(IllegalArgumentException.class, () -> RecordsTest.sample()
                            .beside(file))
                    .getMessage();
            assertTrue(message.contains(wrong[1]), message);
        }
    }
}
