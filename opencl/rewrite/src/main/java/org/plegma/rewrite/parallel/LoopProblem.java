package org.plegma.rewrite.parallel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.array.ElementType;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.optimise.ComputationProblem;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.program.KernelCase;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * The variables of a loop in Java as parameters of host code: arrays in one dimension, lengths of arrays as numbers, arrays of
 * partial results, and results that are gathered as arrays of one element.
 */
final class LoopProblem implements ComputationProblem {
    private final ParallelCode code;
    private final KernelCase.Data data;
    /** Lengths of arrays that the host uses: by their names, in Java. */
    private final Map<String, Term> lengths = new LinkedHashMap<>();

    private final Map<String, Scratch> scratch = new LinkedHashMap<>();
    private final Map<String, Gathered> gathered = new LinkedHashMap<>();
    private Optional<JavaOriginal> java = Optional.empty();

    /** @param length in Java; empty for three elements that are 0, which are a result */
    private record Scratch(String type, Optional<Term> length) {}

    private record Gathered(String variable, String type) {}

    LoopProblem(ParallelCode code, KernelCase.Data data) {
        this.code = code;
        this.data = data;
    }

    void add(String array, String type, Term length) {
        scratch.put(array, new Scratch(type, Optional.of(length)));
    }

    /** An array where kernels tell what fails. */
    void addFault(String array) {
        scratch.put(array, new Scratch("int", Optional.empty()));
    }

    void gathers(String variable, String array, String type) {
        gathered.put(array, new Gathered(variable, type));
    }

    double tolerance() {
        Set<String> types = new LinkedHashSet<>();
        code.innerChangedArrays().forEach(name -> types.add(code.type(name)));
        gathered.values().forEach(each -> types.add(each.type));
        return types.stream().anyMatch(type -> type.startsWith("float"))
                ? 1e-5
                : types.stream().anyMatch(type -> type.startsWith("double")) ? 1e-12 : 0;
    }

    /** A term of the host with lengths of arrays as numbers, and functions by their names in OpenCL C. */
    Term inOpenCl(Term term) {
        return Terms.transform(term, part -> {
            if (part.is(Kind.MEMBER, "length")) {
                boolean columns = part.child(0).is(Kind.INDEX);
                String array = (columns ? part.child(0).child(0) : part.child(0)).text();
                boolean rows = !columns && JavaTypes.axes(code.type(array)) == 2;
                String name = JavaTypes.safe(array) + (columns ? "_columns" : rows ? "_rows" : "_length");
                lengths.put(name, part);
                return Terms.name(name);
            } else if (part.is(Kind.CALL) && part.child(0).is(Kind.MEMBER)) {
                List<Term> parts = new ArrayList<>(part.children());
                parts.set(0, Terms.name(part.child(0).text()));
                return ((Tree) part).withChildren(parts);
            } else if (part.is(Kind.MEMBER) && part.toString().matches("(Integer|Long)\\.\\w+")) {
                return Terms.name((part.toString().startsWith("I") ? "INT_" : "LONG_")
                        + part.text().substring(0, 3));
            } else if (part.is(Kind.TYPE, "boolean")) {
                return Tree.leaf(Kind.TYPE, "int");
            }
            return part.is(Kind.NAME) && code.types().containsKey(part.text())
                    ? Terms.name(JavaTypes.safe(part.text()))
                    : part;
        });
    }

    /** The parameters of the host code, of those numbers that it uses. */
    String parameters(Set<String> used) {
        List<String> all = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        List<String> changed = results();
        code.cell().types().forEach((name, type) -> {
            String safe = JavaTypes.safe(name);
            if (JavaTypes.isArray(type)) {
                String element = JavaTypes.element(type).openclName();
                all.add("global " + (changed.contains(safe) ? "" : "const ") + element + " *" + safe);
            } else if (used.contains(safe)) {
                numbers.add((type.equals("boolean") ? "int" : type) + " " + safe);
            }
        });
        scratch.forEach((name, each) -> all.add("global " + each.type + " *" + name));
        gathered.forEach((name, each) -> all.add("global " + each.type + " *" + name));
        lengths.keySet().stream().filter(used::contains).forEach(name -> numbers.add("int " + name));
        all.addAll(numbers);
        return String.join(", ", all);
    }

    @Override
    public Map<String, Object> values(long size, long seed) {
        Map<String, Object> java = given(size, seed);
        Map<String, Object> values = flat(java);
        TermEvaluator evaluator = new TermEvaluator(code.inner(java)::get);
        lengths.forEach((name, length) -> values.put(name, evaluator.value(length)));
        for (Term statement : code.host()) { // what lengths of scratch may depend on
            if (statement.is(Kind.DECLARE)
                    && JavaTypes.isNumber(statement.child(0).text())) {
                statement.children().stream()
                        .filter(part ->
                                part.is(Kind.DECLARATOR) && part.children().size() > 1)
                        .forEach(part -> code.inner(java)
                                .put(
                                        part.child(0).text(),
                                        TermEvaluator.convert(
                                                evaluator.value(part.child(1).child(0)),
                                                statement.child(0).text())));
            }
        }
        scratch.forEach((name, each) -> values.put(
                name,
                each.length
                        .map(length -> unused(each.type, KernelProgram.size(size(length, java), java)))
                        .orElseGet(() -> new int[3])));
        gathered.forEach((name, each) -> values.put(name, unused(each.type, 1)));
        return values;
    }

    /** The length with lengths of arrays as numbers. */
    private Term size(Term length, Map<String, Object> java) {
        TermEvaluator evaluator = new TermEvaluator(code.inner(java)::get);
        return Terms.transform(
                length,
                part -> part.is(Kind.MEMBER, "length")
                        ? Terms.number(((Number) evaluator.value(part)).longValue())
                        : part);
    }

    /** What nobody may read: NaN or the smallest number. */
    private static Object unused(String type, long length) {
        int n = Math.toIntExact(length);
        switch (type) {
            case "float":
                float[] floats = new float[n];
                Arrays.fill(floats, Float.NaN);
                return floats;
            case "double":
                double[] doubles = new double[n];
                Arrays.fill(doubles, Double.NaN);
                return doubles;
            case "int", "uint":
                int[] ints = new int[n];
                Arrays.fill(ints, Integer.MIN_VALUE);
                return ints;
            default:
                long[] longs = new long[n];
                Arrays.fill(longs, Long.MIN_VALUE);
                return longs;
        }
    }

    private Map<String, Object> given(long size, long seed) {
        Map<String, Object> given = new LinkedHashMap<>(data.of(Math.toIntExact(size), seed));
        code.parameters().forEach((name, type) -> {
            Object value = given.get(name);
            if (value == null) {
                throw new IllegalArgumentException(
                        "The data of " + code.name() + " have no '" + name + "'; it needs " + code.parameters() + ".");
            }
            String found = value.getClass().getSimpleName();
            boolean number = JavaTypes.isNumber(type) && value instanceof Number;
            if (!number && !found.equals(type) && !(type.equals("boolean") && value instanceof Boolean)) {
                throw new IllegalArgumentException("The data of " + code.name() + " have a " + found + " '" + name
                        + "'; it needs a " + type + ".");
            }
            if (number) {
                given.put(name, TermEvaluator.convert(value, type));
            }
        });
        return given;
    }

    /** Arrays in one dimension, and numbers. */
    private Map<String, Object> flat(Map<String, Object> java) {
        Map<String, Object> values = new LinkedHashMap<>();
        code.cell().types().keySet().forEach(name -> {
            Object value = java.get(code.cell().inJava(name));
            Object flat = value instanceof Object[] rows ? flat(name, rows) : value;
            values.put(JavaTypes.safe(name), flat instanceof Boolean flag ? (Object) (flag ? 1 : 0) : flat);
        });
        return values;
    }

    private Object flat(String name, Object[] rows) {
        ElementType type = JavaTypes.element(code.type(name));
        int columns = rows.length == 0 ? 0 : Array.getLength(rows[0]);
        Object flat = Array.newInstance(type.javaType(), rows.length * columns);
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * columns, columns);
        }
        return flat;
    }

    @Override
    public List<String> results() {
        Set<String> names = new LinkedHashSet<>();
        Set<String> assigned = new LinkedHashSet<>(code.innerChangedArrays());
        if (code.innerResults().stream()
                .anyMatch(name -> JavaTypes.isArray(code.types().getOrDefault(name, "")))) {
            assigned.addAll(
                    code.cell().types().keySet()); // names are exchanged, so any array may be the one that is written
        }
        code.cell().types().forEach((name, type) -> {
            if (JavaTypes.isArray(type) && assigned.contains(name)) {
                names.add(JavaTypes.safe(name));
            }
        });
        scratch.forEach((name, each) -> {
            if (each.length.isEmpty()) {
                names.add(name);
            }
        });
        names.addAll(gathered.keySet());
        return List.copyOf(names);
    }

    @Override
    public Map<String, Object> expected(long size, long seed) {
        JavaOriginal original = java.orElseGet(() -> new JavaOriginal(code));
        java = Optional.of(original);
        Map<String, Object> before = given(size, seed);
        Map<String, Object> after = new LinkedHashMap<>(before);
        original.accept(after);
        Map<String, Object> values = flat(before); // the arrays themselves were changed
        scratch.forEach((name, each) -> values.put(name, new int[3]));
        gathered.forEach((name, each) -> {
            Object one = Array.newInstance(JavaTypes.element(each.type).javaType(), 1);
            Array.set(one, 0, after.get(code.cell().inJava(each.variable)));
            values.put(name, one);
        });
        return values;
    }
}
