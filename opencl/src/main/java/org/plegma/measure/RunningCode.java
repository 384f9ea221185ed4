package org.plegma.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Tells one state of Plegma's classes and kernels from another, whether they are committed or not. */
final class RunningCode {
    private static final String FOLDER = "org/plegma";
    private static final int DIGITS = 16;

    private RunningCode() {}

    /** The code of this process: the same digits for the same classes, wherever they lie. */
    static String digits() {
        return Holder.DIGITS_OF_THIS;
    }

    private static final class Holder {
        static final String DIGITS_OF_THIS = digits(RunningCode.class.getClassLoader());
    }

    /** The code that a class loader finds, in the order in which it looks for it. */
    static String digits(ClassLoader loader) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (URL root : Collections.list(loader.getResources(FOLDER))) {
                digest.update(checksums(root).toString().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    /** Checksums of all files by their names. */
    private static TreeMap<String, Long> checksums(URL root) throws IOException {
        TreeMap<String, Long> sums = new TreeMap<>();
        if (root.openConnection() instanceof JarURLConnection connection) {
            connection.setUseCaches(false);
            try (JarFile jar = connection.getJarFile()) {
                jar.stream()
                        .filter(entry -> entry.getName().startsWith(FOLDER) && !entry.isDirectory())
                        .forEach(entry -> sums.put(entry.getName(), entry.getCrc()));
            }
        } else if (root.getProtocol().equals("file")) {
            Path folder = Path.of(uri(root));
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    CRC32 sum = new CRC32();
                    sum.update(Files.readAllBytes(file));
                    sums.put(FOLDER + "/" + folder.relativize(file), sum.getValue());
                }
            }
        }
        return sums;
    }

    private static URI uri(URL url) throws IOException {
        try {
            return url.toURI();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
