package org.plegma.stencil.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;

/**
 * The fields of a plan on the device: for each its levels, newest first, and for each updated one an array more, or
 * several where steps done together write several levels, into which the next steps write. A step turns the arrays round;
 * nothing is copied.
 */
public final class State implements AutoCloseable {
    private final StencilSpec spec;
    private final ElementType type;
    private final int[] shape;
    private final Map<String, List<DeviceArray>> levels = new LinkedHashMap<>();
    private final Map<String, List<DeviceArray>> next = new LinkedHashMap<>();
    private final List<DeviceArray> owned = new ArrayList<>();
    private final Map<String, DeviceArray> borrowed;

    /**
     * @param given arrays of the caller's by {@link #key}; what it lacks is allocated
     * @param outputs the most levels of a field that one round of launches writes
     */
    public State(
            Session session,
            StencilSpec spec,
            ElementType type,
            int[] shape,
            Map<String, DeviceArray> given,
            int outputs) {
        this.spec = spec;
        this.type = type;
        this.shape = shape.clone();
        this.borrowed = Map.copyOf(given);
        requireArrays(type, shape, given);
        try {
            for (Field field : spec.fields()) {
                List<DeviceArray> arrays = new ArrayList<>();
                for (int level = 0; level < field.levels(); level++) {
                    String key = key(field.name(), level);
                    arrays.add(borrowed.containsKey(key) ? borrowed.get(key) : allocate(session, key));
                }
                levels.put(field.name(), arrays);
                if (field.updated()) {
                    List<DeviceArray> free = new ArrayList<>();
                    next.put(field.name(), free);
                    for (int i = 0; i < outputs; i++) {
                        free.add(allocate(session, field.name() + " next"));
                    }
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private DeviceArray allocate(Session session, String name) {
        DeviceArray array = session.allocate(type, shape).named(name);
        owned.add(array);
        return array;
    }

    /** The name of a field's level in maps: {@code u}, and {@code u[t-1]} for the level before. */
    public static String key(String field, int age) {
        return age == 0 ? field : field + "[t-" + age + "]";
    }

    /** The keys of all levels that a step reads. */
    public static Set<String> keys(StencilSpec spec) {
        Set<String> keys = new LinkedHashSet<>();
        for (Field field : spec.fields()) {
            for (int age = 0; age < field.levels(); age++) {
                keys.add(key(field.name(), age));
            }
        }
        return keys;
    }

    /** The arrays that a plan allocates. */
    public static int arrays(StencilSpec spec, int outputs) {
        return keys(spec).size() + spec.updates().size() * outputs;
    }

    /** The field of a stencil that has one; fails if it has more. */
    public static String onlyField(StencilSpec spec) {
        if (keys(spec).size() != 1) {
            throw new IllegalArgumentException("One grid is not enough: the stencil needs the fields " + keys(spec)
                    + ". Give a map of grids by these names.");
        }
        return spec.fields().get(0).name();
    }

    /** Fails unless a number of steps is one. */
    public static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be 1 or more, found " + value + ".");
        }
    }

    /** Fails unless the keys are those of {@link #keys}. */
    public static void requireKeys(StencilSpec spec, Set<String> found) {
        Set<String> expected = keys(spec);
        if (!found.equals(expected)) {
            throw new IllegalArgumentException(
                    "The stencil needs the fields " + expected + ", found " + new java.util.TreeSet<>(found)
                            + ". Give one grid for each; 'u[t-1]' names the level before 'u'.");
        }
    }

    /** Fails unless arrays are of a type and a shape, and no two have an element in common. */
    public static void requireArrays(ElementType type, int[] shape, Map<String, DeviceArray> given) {
        given.forEach((key, array) -> given.forEach((other, second) -> {
            if (!key.equals(other) && array.overlaps(second)) {
                throw new IllegalArgumentException("One device array, or two that overlap, were given for two fields or"
                        + " levels of " + given.keySet() + ". Each needs memory of its own.");
            }
        }));
        given.forEach((key, array) -> requireFit(key, type, shape, array.type(), array.shape()));
    }

    private static void requireFit(String key, ElementType type, int[] shape, ElementType foundType, int[] foundShape) {
        if (foundType != type || !Arrays.equals(foundShape, shape)) {
            throw new IllegalArgumentException("The field '" + key + "' must be " + type.javaName() + " "
                    + Arrays.toString(shape) + ", found " + foundType.javaName() + " " + Arrays.toString(foundShape)
                    + ".");
        }
    }

    /** Copies grids of the right shape to the device, converting them if they are of another type. */
    public void load(Map<String, Grid> grids) {
        requireKeys(spec, grids.keySet());
        grids.forEach((key, grid) -> requireFit(key, type, shape, type, grid.shape()));
        for (Field field : spec.fields()) {
            for (int age = 0; age < field.levels(); age++) {
                Grid grid = Objects.requireNonNull(grids.get(key(field.name(), age)));
                levels(field.name()).get(age).upload(grid.type() == type ? grid : grid.to(type));
            }
        }
    }

    /** Copies arrays on the device, one for each key, into the levels. */
    public void set(Map<String, DeviceArray> values) {
        for (Field field : spec.fields()) {
            for (int age = 0; age < field.levels(); age++) {
                Objects.requireNonNull(values.get(key(field.name(), age)))
                        .copyTo(levels(field.name()).get(age));
            }
        }
    }

    /** Outputs and levels in the order of the kernel's parameters. */
    List<Object> arguments(int outputs) {
        List<Object> all = new ArrayList<>();
        next.values().forEach(free -> all.addAll(free.subList(0, outputs)));
        levels.values().forEach(all::addAll);
        return all;
    }

    /** After a round of launches: what was written are the newest levels, as many of the oldest are free. */
    public void rotate(int outputs) {
        next.forEach((field, free) -> {
            List<DeviceArray> arrays = levels(field);
            List<DeviceArray> written = free.subList(0, outputs);
            arrays.addAll(0, written);
            written.clear();
            List<DeviceArray> oldest = arrays.subList(arrays.size() - outputs, arrays.size());
            free.addAll(0, oldest);
            oldest.clear();
        });
    }

    private List<DeviceArray> levels(String field) {
        return Objects.requireNonNull(levels.get(field), field);
    }

    private List<DeviceArray> free(String field) {
        return Objects.requireNonNull(next.get(field), field);
    }

    /** A level of a field, 0 the current one. */
    public DeviceArray level(String field, int age) {
        return levels(field).get(age);
    }

    /** What becomes a level of an updated field by the next {@link #rotate}. */
    public DeviceArray next(String field, int age) {
        return free(field).get(age);
    }

    /** Device memory that was allocated here. */
    public long bytes() {
        return owned.stream().mapToLong(DeviceArray::bytes).sum();
    }

    /** The newest level. */
    public DeviceArray current(String field) {
        return levels(field).get(0);
    }

    /** The level before the current one, after a single step. */
    public DeviceArray previous(String field) {
        List<DeviceArray> arrays = levels(field);
        return arrays.size() > 1 ? arrays.get(1) : free(field).get(0);
    }

    /** The levels of the updated fields. */
    public Map<String, Grid> download() {
        Map<String, Grid> grids = new LinkedHashMap<>();
        for (String field : next.keySet()) {
            for (int age = 0; age < levels(field).size(); age++) {
                grids.put(key(field, age), levels(field).get(age).download());
            }
        }
        return grids;
    }

    /** Copies each level to the array that the caller gave for it. */
    public void giveBack() {
        next.keySet().forEach(this::giveBack);
    }

    private void giveBack(String field) {
        List<DeviceArray> now = levels(field);
        List<DeviceArray> free = free(field);
        for (int wrong = firstMisplaced(field); wrong >= 0; wrong = firstMisplaced(field)) {
            DeviceArray place = Objects.requireNonNull(borrowed.get(key(field, wrong)));
            int there = now.indexOf(place);
            if (there >= 0) { // what lies there goes to a free array first
                move(now, there, free, 0);
            }
            move(now, wrong, free, free.indexOf(place));
        }
    }

    private static void move(List<DeviceArray> from, int index, List<DeviceArray> to, int place) {
        from.get(index).copyTo(to.get(place));
        to.set(place, from.set(index, to.get(place)));
    }

    private int firstMisplaced(String field) {
        List<DeviceArray> now = levels(field);
        for (int age = 0; age < now.size(); age++) {
            DeviceArray place = borrowed.get(key(field, age));
            if (place != null && now.get(age) != place) {
                return age;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        owned.forEach(DeviceArray::close);
        owned.clear();
    }
}
