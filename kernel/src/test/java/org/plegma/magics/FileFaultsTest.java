package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileFaultsTest {
    @Test
    void anExceptionThatOnlyNamesAFileBecomesASentence() {
        assertEquals("This user may not use a.txt.", FileFaults.message(new AccessDeniedException("a.txt")));
        assertEquals("a.txt is no folder.", FileFaults.message(new NotDirectoryException("a.txt")));
        assertEquals(
                "There is no file a.txt, or its folder takes none.",
                FileFaults.message(new UncheckedIOException(new NoSuchFileException("a.txt"))));
        assertEquals("The file is no text in UTF-8.", FileFaults.message(new MalformedInputException(1)));
        assertEquals("DirectoryNotEmptyException: a", FileFaults.message(new DirectoryNotEmptyException("a")));
    }

    @Test
    void whatHasAReasonKeepsIt() {
        assertEquals("a: Is a directory", FileFaults.message(new FileSystemException("a", null, "Is a directory")));
        assertEquals("our words", FileFaults.message(new UncheckedIOException("our words", new IOException("theirs"))));
        assertEquals("java.lang.IllegalArgumentException", FileFaults.message(new IllegalArgumentException()));
    }
}
