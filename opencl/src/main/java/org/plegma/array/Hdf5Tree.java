package org.plegma.array;

import io.jhdf.ObjectHeader;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import io.jhdf.btree.BTreeV2;
import io.jhdf.exceptions.HdfTypeException;
import io.jhdf.object.message.LinkInfoMessage;
import io.jhdf.object.message.LinkMessage;
import io.jhdf.storage.HdfBackingStorage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.array.hdf5.Hdf5Bytes;
import org.plegma.array.hdf5.Hdf5Links;
import org.plegma.array.hdf5.UnreadableFileException;

/** The datasets of a file by their path. Groups may contain each other, so that each is entered once. */
final class Hdf5Tree {
    /** What stands for letters that are not ASCII. */
    private static final String UNKNOWN = "\ufffd";

    private final Map<Long, String> groups = new HashMap<>();
    private final Map<String, Dataset> numeric = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();

    private Hdf5Tree(Group root) {
        collect(root, "");
    }

    static Hdf5.Contents of(Group root) {
        Hdf5Tree tree = new Hdf5Tree(root);
        Map<String, Grid> grids = new LinkedHashMap<>();
        tree.numeric.forEach(
                (path, dataset) -> grids.put(path, Objects.requireNonNull(read(dataset, path, Rows.WHOLE))));
        return new Hdf5.Contents(grids, tree.skipped);
    }

    /** The paths of all that a file holds, numeric or not; no value is read. */
    static Set<String> all(Group root) {
        Hdf5Tree tree = new Hdf5Tree(root);
        Set<String> all = new LinkedHashSet<>(tree.numeric.keySet());
        all.addAll(tree.skipped.keySet());
        return all;
    }

    /** The paths of what is numeric; no value is read. */
    static Set<String> names(Group root) {
        return new Hdf5Tree(root).numeric.keySet();
    }

    private void collect(Group group, String prefix) {
        String before = groups.putIfAbsent(group.getAddress(), prefix.isEmpty() ? "/" : prefix);
        if (before != null) {
            skipped.put(prefix, "the same group as " + before);
            return;
        }
        Map<String, String> unknown = new LinkedHashMap<>();
        Map<String, Node> children = Hdf5Links.of(group, unknown);
        unknown.forEach((name, kind) -> skipped.put(prefix + name, kind));
        children.forEach((name, node) -> add(node, prefix + name));
        long lost = children.keySet().stream().anyMatch(name -> name.contains(UNKNOWN))
                ? links(group) - children.size()
                : 0;
        if (lost > 0) {
            skipped.put(
                    prefix + UNKNOWN, "how " + lost + " more names are read, as they are not ASCII though marked so");
        }
    }

    /** How many members a group has: where names are marked as ASCII and are not, the library takes some for one. */
    private static long links(Group group) {
        HdfBackingStorage file = group.getHdfFile().getHdfBackingStorage();
        ObjectHeader header = ObjectHeader.readObjectHeader(file, group.getAddress());
        if (!header.hasMessageOfType(LinkInfoMessage.class)) {
            return 0;
        }
        long index = header.getMessageOfType(LinkInfoMessage.class).getBTreeNameIndexAddress();
        return index == Hdf5Bytes.UNDEFINED
                ? header.getMessagesOfType(LinkMessage.class).size()
                : new BTreeV2<>(file, index).getRecords().size();
    }

    private void add(Node node, String path) {
        if (node instanceof Link link) {
            follow(link, path);
        } else if (node instanceof Group group) {
            collect(group, path + "/");
        } else if (node instanceof Dataset dataset) {
            addDataset(dataset, path);
        } else {
            skipped.put(path, "a named type");
        }
    }

    /** The library refuses types that it does not know, such as the long doubles of C, only when it is asked for them. */
    private void addDataset(Dataset dataset, String path) {
        try {
            if (Hdf5Values.isGrid(dataset)) {
                numeric.put(path, dataset);
            } else {
                skipped.put(path, Hdf5Values.kind(dataset));
            }
        } catch (HdfTypeException unknown) {
            skipped.put(path, "of a type that cannot be read (" + unknown.getMessage() + ")");
        }
    }

    private void follow(Link link, String path) {
        Node target = Hdf5Links.target(link);
        if (target == null) {
            skipped.put(path, dangling(link));
        } else if (target instanceof Group) {
            skipped.put(path, "a link to the group " + link.getTargetPath());
        } else {
            add(target, path);
        }
    }

    static String dangling(Link link) {
        return "a link to " + link.getTargetPath() + ", which is not there";
    }

    /** Rows of the dataset as a grid, or null if it is not numeric. */
    static @Nullable Grid read(Dataset dataset, String path, Rows rows) {
        try {
            return Hdf5Values.toGrid(dataset, rows);
        } catch (UnreadableFileException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError damage) {
            throw new UnreadableFileException("the dataset '" + path + "' cannot be read: " + damage, damage);
        }
    }
}
