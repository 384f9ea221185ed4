package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * The device memory of {@link JoclHost}: which arrays need a buffer, and after which statement of the host its content is
 * read back and it is released. Names between which arrays are exchanged form a group, whose buffers live equally long.
 */
final class HostMemory {
    static final String DEVICE = "_device";

    private final ParallelCode code;
    private final Map<String, String> arrays = new LinkedHashMap<>();
    private final Map<String, Set<String>> groups = new LinkedHashMap<>();
    private final Set<String> assigned = new LinkedHashSet<>();
    /** The groups, each by a name, that kernels use. */
    private final Set<String> onDevice = new LinkedHashSet<>();
    /** By a name of each group, the number of the statement after which it is not used. */
    private final Map<String, Integer> ends = new LinkedHashMap<>();
    /** The names whose first arrays are there until the end of their group. */
    private final Set<String> first = new LinkedHashSet<>();

    /** The names of arrays that statements within others make, or that are made for a name which is there. */
    private final Set<String> made = new LinkedHashSet<>();

    private boolean keeps;
    private int lastFault = -1;

    HostMemory(ParallelCode code) {
        this.code = code;
        code.types().forEach((name, type) -> {
            if (JavaTypes.isArray(type)) {
                arrays.put(name, type);
                groups.put(name, new LinkedHashSet<>(Set.of(name)));
            }
        });
        code.host().forEach(statement -> link(statement, true));
        code.host().forEach(statement -> ofKernels(statement).forEach(name -> onDevice.add(key(name))));
        for (int i = 0; i < code.host().size(); i++) {
            for (String name : uses(code.host().get(i))) {
                ends.put(key(name), i);
            }
            if (mayFail(code.host().get(i))) {
                lastFault = i;
            }
        }
        code.cell().types().keySet().stream().filter(this::isOnDevice).forEach(first::add);
    }

    private String key(String name) {
        return group(name).iterator().next();
    }

    /** The names of one array with a name. */
    private Set<String> group(String name) {
        return Objects.requireNonNull(groups.get(name), () -> "'" + name + "' is no array");
    }

    private String type(String name) {
        return JavaTypes.of(arrays, name);
    }

    /** Joins names of one array. */
    private void link(Term term, boolean top) {
        if (isArrayAssignment(term)) {
            assigned.add(term.child(0).text());
            link(term.child(0).text(), term.child(1), false);
        } else if (term.is(Kind.DECLARE)) {
            for (Term declarator : term.children().subList(1, term.children().size())) {
                boolean given = declarator.children().size() > 1 && arrays.containsKey(text(declarator));
                if (given) {
                    link(text(declarator), declarator.child(1).child(0), top);
                }
            }
        }
        term.children().forEach(part -> link(part, false));
    }

    private void link(String name, Term value, boolean once) {
        if (value.is(Kind.NAME)) {
            Set<String> joined = group(name);
            joined.addAll(group(value.text()));
            joined.forEach(each -> groups.put(each, joined));
        } else if (value.is(Kind.CONDITIONAL)) {
            link(name, value.child(1), false);
            link(name, value.child(2), false);
        } else if (!once) {
            made.add(name);
        }
    }

    private static String text(Term declarator) {
        return declarator.child(0).text();
    }

    boolean isArrayAssignment(Term term) {
        return term.is(Kind.ASSIGN, "=") && arrays.containsKey(term.child(0).text());
    }

    /** The arrays on the device that a statement uses, by kernels or by elements. */
    private Set<String> uses(Term term) {
        Set<String> uses = ofKernels(term);
        uses.addAll(elements(term));
        return uses;
    }

    /** The arrays of which the host uses elements, and that kernels use too. */
    private Set<String> elements(Term term) {
        Set<String> names = HostCheck.elements(term);
        names.removeIf(name -> !arrays.containsKey(name) || !onDevice.contains(key(name)));
        return names;
    }

    /** Statements that bring back the arrays of which a term uses elements. */
    List<String> beforeElements(Term term) {
        List<String> lines = new ArrayList<>();
        for (String name : elements(term)) {
            String type = type(name);
            boolean rows = JavaTypes.axes(type) == 2;
            String flat = rows ? name + "_part" : name;
            String read = read(type, flat, name + DEVICE);
            lines.add(
                    rows
                            ? "{\n    " + element(type) + "[] " + flat + " = flat(" + name + ");\n    " + read
                                    + "\n    unflat(" + flat + ", " + name + ");\n}"
                            : read);
        }
        return lines;
    }

    /** Statements that bring the elements which a term assigns to the device. */
    List<String> afterElements(Term term) {
        List<String> lines = new ArrayList<>();
        Set<String> changed = HostCheck.changed(term);
        changed.retainAll(elements(term));
        for (String name : changed) {
            String type = element(type(name));
            String flat = JavaTypes.axes(type(name)) == 2 ? "flat(" + name + ")" : name;
            lines.add("clEnqueueWriteBuffer(queue, " + name + DEVICE + ", CL_TRUE, 0, " + flat
                    + ".length * (long) Sizeof.cl_" + type + ", Pointer.to(" + flat + "), 0, null, null);");
        }
        return lines;
    }

    /** The arrays that kernels in a statement use. */
    private Set<String> ofKernels(Term term) {
        Set<String> uses = new LinkedHashSet<>();
        code.kernel(term).ifPresent(kernel -> {
            for (Argument argument : kernel.plain().program().arguments()) {
                if (argument instanceof Argument.Array) {
                    uses.add(kernel.plain().javaName(argument.name()));
                }
            }
            uses.retainAll(arrays.keySet());
        });
        term.children().forEach(part -> uses.addAll(ofKernels(part)));
        return uses;
    }

    private boolean mayFail(Term term) {
        return code.kernel(term)
                        .filter(kernel -> !kernel.plain().sites().isEmpty())
                        .isPresent()
                || term.children().stream().anyMatch(this::mayFail);
    }

    boolean usesFault() {
        return lastFault >= 0;
    }

    boolean usesRows() {
        return arrays.values().stream().anyMatch(type -> JavaTypes.axes(type) == 2);
    }

    /** Whether a kernel uses an array of this name, or one that is exchanged for it. */
    boolean isOnDevice(String name) {
        return arrays.containsKey(name) && ends.containsKey(key(name));
    }

    private static String element(String type) {
        return type.replace("[]", "");
    }

    private String flat(String name) {
        return JavaTypes.axes(type(name)) == 2 ? name + "_flat" : name;
    }

    /** Statements that make the buffer of an array that is there, and fill it. */
    private List<String> create(String name, boolean declared) {
        List<String> lines = new ArrayList<>();
        String type = element(type(name));
        boolean rows = !flat(name).equals(name);
        String flat = rows && !declared ? "flat(" + name + ")" : flat(name);
        if (rows && declared) {
            lines.add(type + "[] " + flat + " = flat(" + name + ");");
        }
        String bytes = flat + ".length * (long) Sizeof.cl_" + type;
        lines.add((declared ? "cl_mem " : "") + name + DEVICE
                + " = clCreateBuffer(context, CL_MEM_READ_WRITE, Math.max(1, " + flat + ".length) * (long) Sizeof.cl_"
                + type + ", null, null);");
        lines.add("clEnqueueWriteBuffer(queue, " + name + DEVICE + ", CL_TRUE, 0, " + bytes + ", Pointer.to(" + flat
                + "), 0, null, null);");
        return lines;
    }

    /** For an array that lives until the end of its group. */
    List<String> createFirst(String name) {
        first.add(name);
        List<String> lines = create(name, true);
        if (assigned.contains(name)) {
            lines.add(type(name) + " " + name + "_first = " + name + ";");
            lines.add("cl_mem " + name + "_first" + DEVICE + " = " + name + DEVICE + ";");
        }
        return lines;
    }

    /** For an array made by a statement that may run often. */
    List<String> createInside(String name, boolean declared, boolean released) {
        List<String> lines = create(name, declared);
        if (!released) {
            keeps = true;
            lines.add("made.add(" + name + DEVICE + ");");
        }
        return lines;
    }

    /** Whether the buffer of an array that is made in a block can be released there: its name is the only one. */
    boolean endsInside(String name, Term block) {
        return group(name).size() == 1 && !assigned.contains(name) && !jumps(block);
    }

    private static boolean jumps(Term term) {
        return term.is(Kind.JUMP) || term.children().stream().anyMatch(HostMemory::jumps);
    }

    boolean uses(Term term, String name) {
        return uses(term).contains(name);
    }

    boolean keeps() {
        return keeps;
    }

    static String release(String buffer) {
        return "clReleaseMemObject(" + buffer + ");";
    }

    private static String read(String type, String flat, String buffer) {
        return "clEnqueueReadBuffer(queue, " + buffer + ", CL_TRUE, 0, " + flat + ".length * (long) Sizeof.cl_"
                + element(type) + ", Pointer.to(" + flat + "), 0, null, null);";
    }

    /** What follows a statement of the host: arrays that are not used any more come back, their buffers are released. */
    List<String> after(int statement) {
        List<String> lines = new ArrayList<>();
        if (statement == lastFault) {
            lines.add("int[] fault = new int[3];");
            lines.add(read("int", "fault", "fault" + DEVICE));
            lines.add(release("fault" + DEVICE));
            lines.add("if (fault[0] != 0) {\n    throw new ArrayIndexOutOfBoundsException("
                    + "\"Index \" + fault[1] + \" out of bounds for length \" + fault[2]);\n}");
        }
        Set<String> changed = new LinkedHashSet<>(code.innerChangedArrays());
        List<String> releases = new ArrayList<>();
        for (String name : first) {
            boolean comesBack = group(name).stream().anyMatch(changed::contains);
            int end = mayBeMade(name) ? code.host().size() - 1 : ends.get(key(name));
            if (statement != (comesBack ? Math.max(end, lastFault) : end)) {
                continue;
            }
            String array = assigned.contains(name) ? name + "_first" : name;
            if (comesBack) {
                boolean rows = !flat(name).equals(name);
                lines.add(read(type(name), rows ? flat(name) : array, array + DEVICE));
                if (rows) {
                    lines.add("unflat(" + flat(name) + ", " + array + ");");
                }
            }
            releases.add(release(array + DEVICE));
        }
        boolean last = statement == code.host().size() - 1;
        if (last) {
            code.innerResults().stream().filter(this::mayBeMade).forEach(name -> lines.addAll(readMade(name)));
        }
        lines.addAll(releases);
        if (last && keeps()) {
            lines.add("made.forEach(CL::clReleaseMemObject);");
        }
        return lines;
    }

    private boolean mayBeMade(String name) {
        return isOnDevice(name) && group(name).stream().anyMatch(made::contains);
    }

    private List<String> readMade(String name) {
        String type = type(name);
        return JavaTypes.axes(type) == 1
                ? List.of(read(type, name, name + DEVICE))
                : List.of(
                        element(type) + "[] " + name + "_last = flat(" + name + ");",
                        read(type, name + "_last", name + DEVICE),
                        "unflat(" + name + "_last, " + name + ");");
    }
}
