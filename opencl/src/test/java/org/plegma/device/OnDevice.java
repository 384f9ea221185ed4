package org.plegma.device;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;

/** A session on the preferred device for all tests of a class; no test may leave memory in use. */
public abstract class OnDevice {
    public static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterEach
    void allMemoryIsFreeAgain() {
        Assertions.assertEquals(0, session.memoryInUse(), () -> session.memory().toString());
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** The kernel {@code k} of a source. */
    public static Kernel kernel(String source) {
        return session.compile(source).kernel("k");
    }
}
