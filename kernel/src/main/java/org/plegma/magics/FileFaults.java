package org.plegma.magics;

import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What is wrong with a file, as a sentence: the exceptions of Java name the file and, as often as not, nothing else. */
public final class FileFaults {
    private FileFaults() {}

    /** The message of an exception; of one that only names a file, a sentence. */
    public static String message(Exception e) {
        if (e instanceof UncheckedIOException
                && e.getCause() instanceof Exception cause
                && cause.toString().equals(e.getMessage())) {
            return message(cause);
        }
        if (e instanceof FileSystemException fault && fault.getReason() == null) {
            return sentence(fault);
        }
        if (e instanceof CharacterCodingException) {
            return "The file is no text in UTF-8.";
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static String sentence(FileSystemException fault) {
        String file = fault.getFile();
        if (fault instanceof NoSuchFileException) {
            return "There is no file " + file + ", or its folder takes none.";
        } else if (fault instanceof AccessDeniedException) {
            return "This user may not use " + file + ".";
        } else if (fault instanceof NotDirectoryException) {
            return file + " is no folder.";
        }
        return fault.getClass().getSimpleName() + ": " + fault.getMessage();
    }
}
