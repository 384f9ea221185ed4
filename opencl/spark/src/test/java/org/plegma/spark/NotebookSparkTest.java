package org.plegma.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class NotebookSparkTest {
    @Test
    void withoutASessionItSaysHowToStartOne() {
        NotebookSpark.stop();
        assertFalse(NotebookSpark.isRunning());
        for (Executable question : new Executable[] {NotebookSpark::describe, NotebookSpark::stages}) {
            assertEquals(
                    "No Spark session was started. Start one by %spark.",
                    assertThrows(IllegalStateException.class, question).getMessage());
        }
    }
}
