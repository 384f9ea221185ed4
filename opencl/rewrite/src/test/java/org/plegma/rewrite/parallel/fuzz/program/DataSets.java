package org.plegma.rewrite.parallel.fuzz.program;

import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.rewrite.parallel.SpecialValues;

/** Values of variables: ordinary and special ones, extremes, small ones; for 21, 1 and 0 iterations. */
public final class DataSets {
    public static final int COUNT = 5;

    private DataSets() {}

    /** How many iterations loops of n have. */
    public static int n(int set) {
        return set < 3 ? Header.MOST : set == 3 ? 1 : 0;
    }

    /**
     * Values by name, the same for the same names and seed.
     *
     * @param own variables of programs, of which numbers are small, so that sums of reals are exact
     */
    public static Map<String, Object> values(
            Map<String, String> types, String n, Map<String, String> own, int set, long seed) {
        Map<String, Object> values = new LinkedHashMap<>();
        types.forEach((name, type) -> {
            Draw draw = new Draw(seed * 31 + name.hashCode() * 7919L + set);
            boolean gathers = own.containsKey(name) && Expressions.isReal(type);
            values.put(name, name.equals(n) ? n(set) : gathers ? boxed(type, draw.below(9)) : value(type, draw, set));
        });
        return values;
    }

    private static Object value(String type, Draw draw, int set) {
        if (!type.endsWith("[]")) {
            return number(type, draw, set);
        }
        String element = type.replace("[]", "");
        int[] lengths = type.endsWith("[][]") ? new int[] {Scope.LENGTH, Scope.COLUMNS} : new int[] {Scope.LENGTH};
        Object array = Array.newInstance(primitive(element), lengths);
        fill(array, element, draw, set);
        return array;
    }

    private static void fill(Object array, String element, Draw draw, int set) {
        for (int i = 0; i < Array.getLength(array); i++) {
            if (array instanceof Object[] rows) {
                fill(rows[i], element, draw, set);
            } else {
                Array.set(array, i, number(element, draw, set));
            }
        }
    }

    public static Class<?> primitive(String type) {
        return switch (type) {
            case "int" -> int.class;
            case "long" -> long.class;
            case "float" -> float.class;
            case "double" -> double.class;
            default -> boolean.class;
        };
    }

    private static Object number(String type, Draw draw, int set) {
        if (type.equals("boolean")) {
            return draw.chance(50);
        }
        int special = set == 1 ? 80 : set == 2 ? 0 : 25;
        boolean real = Expressions.isReal(type);
        if (draw.chance(special)) {
            return real
                    ? boxed(type, SpecialValues.REALS[draw.below(SpecialValues.REALS.length)])
                    : boxed(type, SpecialValues.WHOLES[draw.below(SpecialValues.WHOLES.length)]);
        }
        if (set == 2) {
            return boxed(type, draw.below(40) - 3);
        }
        return real
                ? boxed(type, draw.gaussian() * draw.of(1, 10, 1000, 100000))
                : boxed(type, set == 1 ? draw.anyLong() : draw.between(-100, 300));
    }

    private static Object boxed(String type, double value) {
        return switch (type) {
            case "int" -> (Object) (int) value;
            case "long" -> (Object) (long) value;
            case "float" -> (Object) (float) value;
            default -> (Object) value;
        };
    }

    private static Object boxed(String type, long value) {
        return switch (type) {
            case "int" -> (Object) (int) value;
            case "long" -> (Object) value;
            default -> boxed(type, (double) value);
        };
    }
}
