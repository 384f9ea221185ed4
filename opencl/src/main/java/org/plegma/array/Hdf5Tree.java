package org.plegma.array;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The datasets of a file by their path. Groups may contain each other, so that each is entered once. */
final class Hdf5Tree {
    private final Map<Long, String> groups = new HashMap<>();
    private final Map<String, Grid> grids = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();

    private Hdf5Tree() {}

    static Hdf5.Contents of(Group root) {
        Hdf5Tree tree = new Hdf5Tree();
        tree.collect(root, "");
        return new Hdf5.Contents(tree.grids, tree.skipped);
    }

    private void collect(Group group, String prefix) {
        String before = groups.putIfAbsent(group.getAddress(), prefix.isEmpty() ? "/" : prefix);
        if (before != null) {
            skipped.put(prefix, "the same group as " + before);
            return;
        }
        group.getChildren().forEach((name, node) -> add(node, prefix + name));
    }

    private void add(Node node, String path) {
        if (node instanceof Link link) {
            follow(link, path);
        } else if (node instanceof Group group) {
            collect(group, path + "/");
        } else if (node instanceof Dataset dataset) {
            Grid grid = read(dataset, path);
            if (grid == null) {
                skipped.put(path, Hdf5Values.kind(dataset));
            } else {
                grids.put(path, grid);
            }
        } else {
            skipped.put(path, "a named type");
        }
    }

    private void follow(Link link, String path) {
        if (link.isBrokenLink()) {
            skipped.put(path, dangling(link));
        } else if (link.getTarget() instanceof Group) {
            skipped.put(path, "a link to the group " + link.getTargetPath());
        } else {
            add(link.getTarget(), path);
        }
    }

    static String dangling(Link link) {
        return "a link to " + link.getTargetPath() + ", which is not there";
    }

    /** The dataset as a grid, or null if it is not numeric. */
    static @Nullable Grid read(Dataset dataset, String path) {
        try {
            return Hdf5Values.toGrid(dataset);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError damage) {
            throw new Hdf5.UnreadableException("the dataset '" + path + "' cannot be read: " + damage, damage);
        }
    }
}
