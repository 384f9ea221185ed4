package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;

/** A notebook of a test: JShell and the magics, closed after each test. */
public abstract class MagicTest {
    protected final JShellHost host = new JShellHost();
    protected final Magics magics = new Magics(host);

    @AfterEach
    void close() {
        magics.close();
        host.close();
    }

    /** The message of the magic that refuses the cell. */
    protected String message(String cell) {
        return assertThrows(MagicException.class, () -> magics.execute(cell), cell)
                .getMessage();
    }
}
