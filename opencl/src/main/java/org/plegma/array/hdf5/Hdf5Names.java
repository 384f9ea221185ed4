package org.plegma.array.hdf5;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** What a file that is written may hold: the library writes longer names and attributes, too, and nobody can read the file then. */
public final class Hdf5Names {
    private static final int MOST_NAME = 254;
    private static final int SHOWN = 40;

    private final Set<String> datasets = new HashSet<>();
    private final Set<String> groups = new HashSet<>();

    /**
     * The path of a new dataset, without a slash before it.
     *
     * @throws IllegalArgumentException if a part of it is no name, or it is taken, also by a group
     */
    public String added(String name) {
        String path = name.startsWith("/") ? name.substring(1) : name;
        for (String part : path.split("/", -1)) {
            check(part, name);
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String group = path.substring(0, slash);
            if (datasets.contains(group)) {
                throw new IllegalArgumentException("'" + name + "' cannot be a dataset, as '" + group + "' is one.");
            }
            groups.add(group);
        }
        if (groups.contains(path) || !datasets.add(path)) {
            throw new IllegalArgumentException("'" + name + "' cannot be a dataset: there is a "
                    + (groups.contains(path) ? "group" : "dataset") + " of this name.");
        }
        return path;
    }

    /** Fails unless a text can be the name of something in a file, as a part of a path. */
    public static void check(String part, String path) {
        if (part.isBlank() || part.equals(".") || part.indexOf('\0') >= 0 || part.indexOf('/') >= 0) {
            throw new IllegalArgumentException("'" + shortened(path) + "' is not a name for a dataset.");
        }
        int bytes = part.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_NAME) {
            throw new IllegalArgumentException(
                    "'" + shortened(path) + "' is not a name for a dataset: a part of it has " + bytes
                            + " bytes. Expected at most " + MOST_NAME + ", which is what the HDF5 library writes.");
        }
    }

    private static String shortened(String name) {
        return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
    }

    /**
     * Reads all names and attributes of a file that was written.
     *
     * @throws IllegalArgumentException if that fails
     */
    public static void verify(Path file) {
        try (HdfFile hdf = new HdfFile(file)) {
            visit(hdf);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "The HDF5 library would write a file that nobody can read, probably as a name or an attribute is too long.",
                    e);
        }
    }

    private static void visit(Node node) {
        node.getAttributes().values().forEach(Attribute::getData);
        if (node instanceof Group group) {
            group.getChildren().values().forEach(Hdf5Names::visit);
        }
    }
}
