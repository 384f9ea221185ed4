package org.plegma.rewrite.parallel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.KernelProgram;
import org.plegma.rewrite.KernelProgram.Argument;
import org.plegma.rewrite.KernelProgram.Combine;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.Names;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Terms;
import org.plegma.rewrite.Tree;

/**
 * Writes the host's part as a Java class that calls JOCL. Each array has a buffer beside it, {@code x} has
 * {@code x_device}: filled before all statements, read back after them, and where arrays are exchanged, so are buffers.
 */
final class HostCode {
    private static final String DEVICE = "_device";

    private final ParallelCode code;
    private final Map<String, String> arrays = new LinkedHashMap<>();

    HostCode(ParallelCode code) {
        this.code = code;
        code.parameters().forEach((name, type) -> {
            if (JavaTypes.isArray(type)) {
                arrays.put(name, type);
            }
        });
    }

    String text() {
        List<Term> host = code.host().stream().flatMap(this::statements).toList();
        String body = Code.print(host);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("CLASS", className());
        values.put("NAME", code.name());
        values.put("SOURCE", code.source().indent(12).stripTrailing().stripLeading());
        values.put("RESULT", resultType());
        values.put(
                "PARAMETERS",
                code.parameters().entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", ")));
        values.put(
                "KERNELS",
                lines(
                        code.kernels().keySet(),
                        name -> "cl_kernel " + kernel(name) + " = clCreateKernel(program, \"" + name + "\", null);"));
        values.put("COPY_IN", copyIn());
        values.put("STATEMENTS", body.indent(8).strip());
        values.put("COPY_OUT", copyOut());
        values.put("FREE", free());
        values.put("RETURN", returns());
        values.put("FLAT", usesRows() ? resource("host-rows") : "");
        String text = resource("host");
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("@" + value.getKey() + "@", value.getValue());
        }
        return text.lines()
                        .map(String::stripTrailing)
                        .collect(Collectors.joining("\n"))
                        .replaceAll("\n{3,}", "\n\n")
                        .replaceAll("\n\n( *})", "\n$1")
                + "\n";
    }

    private static String resource(String name) {
        try (InputStream in = HostCode.class.getResourceAsStream(name + ".java.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String className() {
        String name = code.name();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static String kernel(String name) {
        return name + "_kernel";
    }

    private interface Line {
        String of(String name);
    }

    private static String lines(Iterable<String> names, Line line) {
        List<String> lines = new ArrayList<>();
        names.forEach(name -> lines.add(line.of(name)));
        return String.join("\n        ", lines);
    }

    private boolean usesRows() {
        return arrays.values().stream().anyMatch(type -> JavaTypes.axes(type) == 2);
    }

    private boolean usesFault() {
        return code.kernels().values().stream()
                .anyMatch(kernel -> !kernel.plain().sites().isEmpty());
    }

    private static String element(String type) {
        return type.replace("[]", "");
    }

    private static String bytes(String name, String type) {
        return "Math.max(1, " + name + ".length) * (long) Sizeof.cl_" + element(type);
    }

    private static String create(String name, String type) {
        String flat = JavaTypes.axes(type) == 2 ? name + "_flat" : name;
        String before = flat.equals(name) ? "" : element(type) + "[] " + flat + " = flat(" + name + ");\n        ";
        return before + "cl_mem " + name + DEVICE + " = clCreateBuffer(context, CL_MEM_READ_WRITE, " + bytes(flat, type)
                + ", null, null);\n        clEnqueueWriteBuffer(queue, " + name + DEVICE + ", CL_TRUE, 0, " + flat
                + ".length * (long) Sizeof.cl_" + element(type) + ", Pointer.to(" + flat + "), 0, null, null);";
    }

    private Set<String> parameterArrays() {
        Set<String> names = new LinkedHashSet<>(arrays.keySet());
        names.retainAll(code.parameters().keySet());
        return names;
    }

    private String copyIn() {
        String fault = usesFault()
                ? "cl_mem fault" + DEVICE + " = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,"
                        + " 3 * Sizeof.cl_int, Pointer.to(new int[3]), null);\n        "
                : "";
        return fault + lines(parameterArrays(), name -> create(name, arrays.get(name)));
    }

    private String copyOut() {
        Set<String> changed = new LinkedHashSet<>(code.changedArrays());
        Set<String> top = new LinkedHashSet<>(code.parameters().keySet());
        top.addAll(code.results());
        boolean exchanged = code.results().stream().anyMatch(arrays::containsKey);
        Set<String> wanted = new LinkedHashSet<>(arrays.keySet());
        wanted.removeIf(name -> !top.contains(name) || !exchanged && !changed.contains(name));
        String fault = usesFault()
                ? "int[] fault = new int[3];\n        clEnqueueReadBuffer(queue, fault" + DEVICE
                        + ", CL_TRUE, 0, 3 * Sizeof.cl_int, Pointer.to(fault), 0, null, null);\n"
                        + "        if (fault[0] != 0) {\n            throw new ArrayIndexOutOfBoundsException(\"Index \" + fault[1] + \""
                        + " out of bounds for length \" + fault[2]);\n        }\n        "
                : "";
        return fault
                + lines(wanted, name -> {
                    String type = arrays.get(name);
                    boolean rows = JavaTypes.axes(type) == 2;
                    String flat = rows ? name + "_flat" : name;
                    return "clEnqueueReadBuffer(queue, " + name + DEVICE + ", CL_TRUE, 0, " + flat
                            + ".length * (long) Sizeof.cl_"
                            + element(type) + ", Pointer.to(" + flat + "), 0, null, null);"
                            + (rows ? "\n        unflat(" + flat + ", " + name + ");" : "");
                });
    }

    private String free() {
        Set<String> made = new LinkedHashSet<>(parameterArrays());
        return (usesFault() ? "clReleaseMemObject(fault" + DEVICE + ");\n        " : "")
                + lines(made, name -> "clReleaseMemObject(" + name + DEVICE + ");")
                + "\n        "
                + lines(code.kernels().keySet(), name -> "clReleaseKernel(" + kernel(name) + ");");
    }

    private String resultType() {
        List<String> results = code.results();
        return results.isEmpty()
                ? "void"
                : results.size() > 1 ? "Object[]" : code.types().get(results.get(0));
    }

    private String returns() {
        List<String> results = code.results();
        return results.isEmpty()
                ? ""
                : results.size() > 1
                        ? "return new Object[] {" + String.join(", ", results) + "};"
                        : "return " + results.get(0) + ";";
    }

    private java.util.stream.Stream<Term> statements(Term term) {
        return host(term).stream();
    }

    /** A statement with what its arrays' buffers need. */
    private List<Term> host(Term term) {
        if (term.is(Kind.EXECUTE) && term.child(0).is(Kind.CALL)) {
            return List.of(launch(code.kernels().get(term.child(0).child(0).text())));
        } else if (term.is(Kind.EXECUTE) && term.child(0).is(Kind.ASSIGN, "=")) {
            Term assign = term.child(0);
            return arrays.containsKey(assign.child(0).text())
                    ? List.of(
                            term,
                            opaque(assign.child(0).text() + DEVICE + " = "
                                    + assign.child(1).text() + DEVICE + ";"))
                    : List.of(term);
        } else if (term.is(Kind.DECLARE) && JavaTypes.isArray(term.child(0).text())) {
            return declare(term);
        } else if (term.is(Kind.BLOCK)) {
            return List.of(((Tree) term)
                    .withChildren(
                            term.children().stream().flatMap(this::statements).toList()));
        } else if (term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO) || term.is(Kind.IF)) {
            List<Term> parts = new ArrayList<>();
            for (Term part : term.children()) {
                boolean inside = part.sort() == org.plegma.rewrite.Sort.STATEMENT && !part.is(Kind.DECLARE);
                List<Term> made = inside ? host(part) : List.of(part);
                parts.add(made.size() == 1 ? made.get(0) : Tree.of(Kind.BLOCK, "", made));
            }
            return List.of(((Tree) term).withChildren(parts));
        }
        return List.of(term);
    }

    private List<Term> declare(Term term) {
        List<Term> all = new ArrayList<>(List.of(term));
        String type = term.child(0).text();
        for (Term declarator : term.children().subList(1, term.children().size())) {
            String name = declarator.child(0).text();
            arrays.put(name, type);
            Term value = declarator.child(1).child(0);
            all.add(opaque(
                    value.is(Kind.NAME)
                            ? "cl_mem " + name + DEVICE + " = " + value.text() + DEVICE + ";"
                            : create(name, type).replace("\n        ", "\n")));
        }
        return all;
    }

    private static Term opaque(String text) {
        return Tree.leaf(Kind.OPAQUE_STATEMENT, text);
    }

    private Term launch(ParallelKernel kernel) {
        KernelDraft draft = kernel.plain();
        KernelProgram program = draft.program();
        String name = kernel(kernel.name());
        List<String> lines = new ArrayList<>();
        for (Combine combine : program.combines()) {
            Argument.Array partial = (Argument.Array) argument(program, combine.partials());
            lines.add(partial.type().javaName() + "[] " + partial.name() + " = new "
                    + partial.type().javaName() + "[(int) (" + java(draft, partial.length()) + ")];");
            lines.add("cl_mem " + partial.name() + DEVICE + " = clCreateBuffer(context, CL_MEM_READ_WRITE, "
                    + partial.name() + ".length * (long) Sizeof.cl_"
                    + partial.type().javaName() + ", null, null);");
        }
        for (int i = 0; i < program.arguments().size(); i++) {
            lines.add("clSetKernelArg(" + name + ", " + i + ", "
                    + given(draft, program.arguments().get(i)) + ");");
        }
        lines.add("clEnqueueNDRangeKernel(queue, " + name + ", "
                + program.launch().global().size() + ", null, "
                + sizes(draft, program.launch().global()) + ", "
                + (program.launch().local().isEmpty()
                        ? "null"
                        : sizes(draft, program.launch().local()))
                + ", 0, null, null);");
        for (Combine combine : program.combines()) {
            Argument.Array partial = (Argument.Array) argument(program, combine.partials());
            String each = combine.scalar() + "_part";
            lines.add("clEnqueueReadBuffer(queue, " + partial.name() + DEVICE + ", CL_TRUE, 0, " + partial.name()
                    + ".length * (long) Sizeof.cl_" + partial.type().javaName() + ", Pointer.to(" + partial.name()
                    + "), 0, null, null);");
            lines.add("for (" + partial.type().javaName() + " " + each + " : " + partial.name() + ") {\n    "
                    + (combine.operation().length() == 1
                            ? combine.scalar() + " " + combine.operation() + "= " + each
                            : combine.scalar() + " = Math." + combine.operation() + "(" + combine.scalar() + ", " + each
                                    + ")")
                    + ";\n}");
            lines.add("clReleaseMemObject(" + partial.name() + DEVICE + ");");
        }
        String any = program.launch().global().stream()
                .map(size -> "(" + java(draft, size) + ") > 0")
                .collect(Collectors.joining(" && "));
        List<Term> inside = lines.stream().map(HostCode::opaque).toList();
        return Tree.of(Kind.IF, Code.javaExpression(any), Tree.of(Kind.BLOCK, "", inside));
    }

    private static Argument argument(KernelProgram program, String name) {
        return program.arguments().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String given(KernelDraft draft, Argument argument) {
        if (argument instanceof Argument.Local local) {
            return java(draft, local.length()) + " * Sizeof.cl_" + local.type().javaName() + ", null";
        } else if (argument instanceof Argument.Scalar scalar) {
            String type =
                    scalar.type() == ElementType.INT ? "int" : scalar.type().javaName();
            KernelContext.Captured captured = draft.captured().get(scalar.name());
            String value = Code.print(captured.value());
            String number = captured.type().equals("boolean") ? value + " ? 1 : 0" : value;
            return "Sizeof.cl_" + type + ", Pointer.to(new " + type + "[] {" + number + "})";
        }
        return "Sizeof.cl_mem, Pointer.to(" + draft.javaName(argument.name()) + DEVICE + ")";
    }

    private static String sizes(KernelDraft draft, List<Term> sizes) {
        return "new long[] {" + sizes.stream().map(size -> java(draft, size)).collect(Collectors.joining(", ")) + "}";
    }

    /** A size in Java's variables. */
    private static String java(KernelDraft draft, Term size) {
        Term term = size;
        for (String name : Names.in(size)) {
            KernelContext.Captured captured = draft.captured().get(name);
            if (captured != null && !captured.value().is(Kind.NAME, name)) {
                term = Terms.substitute(term, name, captured.value());
            }
        }
        Term math = Terms.transform(
                term,
                part -> part.is(Kind.CALL) && part.child(0).is(Kind.NAME, "min")
                        ? ((Tree) part)
                                .withChildren(List.of(
                                        Tree.of(Kind.MEMBER, "min", List.of(Terms.name("Math"))),
                                        part.child(1),
                                        part.child(2)))
                        : part);
        return Code.print(math);
    }
}
