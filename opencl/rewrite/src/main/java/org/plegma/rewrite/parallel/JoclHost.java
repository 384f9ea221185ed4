package org.plegma.rewrite.parallel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.cell.TameNames;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.code.KernelContext;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Combine;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Writes the host's part as a Java class that calls JOCL. Each array that kernels use has a buffer beside it, {@code x}
 * has {@code x_device}: filled before all statements, read back and released after the last that uses it, and where
 * arrays are exchanged, so are buffers.
 */
final class JoclHost {
    private static final String DEVICE = HostMemory.DEVICE;

    private final ParallelCode code;
    private final HostMemory memory;

    JoclHost(ParallelCode code) {
        this.code = code;
        this.memory = new HostMemory(code);
    }

    String text() {
        List<Term> host = new ArrayList<>();
        for (int i = 0; i < code.host().size(); i++) {
            host.addAll(statement(code.host().get(i), Optional.empty()));
            memory.after(i).forEach(line -> host.add(opaque(line)));
        }
        Map<String, String> values = new LinkedHashMap<>();
        values.put("CLASS", className());
        values.put("NAME", code.name());
        values.put("SOURCE", code.source().indent(12).stripTrailing().stripLeading());
        values.put("RESULT", resultType());
        values.put(
                "PARAMETERS",
                code.cell().types().entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", ")));
        values.put(
                "KERNELS",
                lines(name -> "cl_kernel " + kernel(name) + " = clCreateKernel(program, \"" + name + "\", null);"));
        values.put("COPY_IN", copyIn());
        values.put("STATEMENTS", Code.print(host).indent(8).strip());
        values.put("FREE", lines(name -> "clReleaseKernel(" + kernel(name) + ");"));
        values.put("RETURN", returns());
        values.put("FLAT", memory.usesRows() ? resource("host-rows") : "");
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
        try (InputStream in = JoclHost.class.getResourceAsStream(name + ".java.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String className() {
        String name = code.name();
        String wish = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return TameNames.isTame(wish) ? wish : wish + "Loops"; // not the name of a class that it uses
    }

    private static String kernel(String name) {
        return name + "_kernel";
    }

    private interface Line {
        String of(String name);
    }

    private String lines(Line line) {
        return code.kernels().keySet().stream().map(line::of).collect(Collectors.joining("\n        "));
    }

    private String copyIn() {
        List<String> lines = new ArrayList<>();
        if (memory.usesFault()) {
            lines.add("cl_mem fault" + DEVICE + " = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,"
                    + " 3 * Sizeof.cl_int, Pointer.to(new int[3]), null);");
        }
        code.cell().types().keySet().stream()
                .filter(memory::isOnDevice)
                .forEach(name -> lines.addAll(memory.createFirst(name)));
        if (memory.keeps()) {
            lines.add("java.util.List<cl_mem> made = new java.util.ArrayList<>();");
        }
        return String.join("\n        ", lines);
    }

    private String resultType() {
        List<String> results = code.innerResults();
        return results.isEmpty() ? "void" : results.size() > 1 ? "Object[]" : code.type(results.get(0));
    }

    private String returns() {
        List<String> results = code.innerResults();
        return results.isEmpty()
                ? ""
                : results.size() > 1
                        ? "return new Object[] {" + String.join(", ", results) + "};"
                        : "return " + results.get(0) + ";";
    }

    /**
     * A statement with what its arrays' buffers need.
     *
     * @param block around it; empty for a statement of its own
     */
    private List<Term> statement(Term term, Optional<Term> block) {
        boolean plain = term.is(Kind.EXECUTE) || term.is(Kind.DECLARE);
        List<Term> all = new ArrayList<>();
        if (plain || term.is(Kind.IF)) {
            memory.beforeElements(plain ? term : term.child(0)).forEach(line -> all.add(opaque(line)));
        } else if (term.is(Kind.WHILE)) {
            List<String> before = memory.beforeElements(term.child(0));
            if (!before.isEmpty()) {
                return List.of(whileWithElements(term, before));
            }
        }
        all.addAll(withBuffers(term, block));
        if (plain) {
            memory.afterElements(term).forEach(line -> all.add(opaque(line)));
        }
        return all;
    }

    /** {@code while (true) { copies; if (!(condition)) { break; } … }}. */
    private Term whileWithElements(Term term, List<String> before) {
        List<Term> inside = new ArrayList<>();
        before.forEach(line -> inside.add(opaque(line)));
        inside.add(opaque("if (!(" + Code.print(term.child(0)) + ")) {\n    break;\n}"));
        inside.addAll(statement(term.child(1), Optional.of(term)));
        return Tree.of(Kind.WHILE, Terms.literal("true"), Tree.of(Kind.BLOCK, "", inside));
    }

    private List<Term> withBuffers(Term term, Optional<Term> block) {
        if (term.is(Kind.EXECUTE) && term.child(0).is(Kind.CALL)) {
            return List.of(launch(code.kernel(term.child(0)).orElseThrow()));
        } else if (term.is(Kind.EXECUTE) && memory.isArrayAssignment(term.child(0))) {
            Term assign = term.child(0);
            return memory.isOnDevice(assign.child(0).text())
                    ? assign(assign.child(0).text(), assign.child(1))
                    : List.of(term);
        } else if (term.is(Kind.DECLARE) && JavaTypes.isArray(term.child(0).text())) {
            return declare((Tree) term, block);
        } else if (term.is(Kind.BLOCK)) {
            return List.of(block(term));
        } else if (term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO) || term.is(Kind.IF)) {
            List<Term> parts = new ArrayList<>();
            for (Term part : term.children()) {
                boolean inside = part.sort() == org.plegma.rewrite.term.Sort.STATEMENT && !part.is(Kind.DECLARE);
                List<Term> made = inside ? statement(part, Optional.of(term)) : List.of(part);
                parts.add(made.size() == 1 ? made.get(0) : Tree.of(Kind.BLOCK, "", made));
            }
            return List.of(((Tree) term).withChildren(parts));
        }
        return List.of(term);
    }

    private Term block(Term block) {
        List<Term> all = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (int i = 0; i < block.children().size(); i++) {
            Term term = block.child(i);
            all.addAll(statement(term, Optional.of(block)));
            if (term.is(Kind.DECLARE) && JavaTypes.isArray(term.child(0).text())) {
                term.children().stream()
                        .skip(1)
                        .map(declarator -> declarator.child(0).text())
                        .filter(name -> memory.isOnDevice(name) && memory.endsInside(name, block))
                        .forEach(open::add);
            }
            List<Term> rest = block.children().subList(i + 1, block.children().size());
            for (String name : List.copyOf(open)) {
                if (rest.stream().noneMatch(later -> memory.uses(later, name))) {
                    all.add(opaque(HostMemory.release(name + DEVICE)));
                    open.remove(name);
                }
            }
        }
        return ((Tree) block).withChildren(all);
    }

    private List<Term> declare(Tree term, Optional<Term> block) {
        List<Term> all = new ArrayList<>();
        for (Term declarator : term.children().subList(1, term.children().size())) {
            String name = declarator.child(0).text();
            Tree alone = term.withChildren(List.of(term.child(0), declarator));
            Optional<Term> value = declarator.children().size() > 1
                    ? Optional.of(declarator.child(1).child(0))
                    : Optional.empty();
            if (!memory.isOnDevice(name)) {
                all.add(alone);
            } else if (value.isEmpty() || value.get().is(Kind.CONDITIONAL)) {
                all.add(opaque(term.child(0).text() + " " + name + ";"));
                all.add(opaque("cl_mem " + name + DEVICE + ";"));
                value.ifPresent(chosen -> all.addAll(assign(name, chosen)));
            } else {
                all.add(alone);
                buffer(name, value.get(), block).forEach(line -> all.add(opaque(line)));
            }
        }
        return all;
    }

    private List<String> buffer(String name, Term value, Optional<Term> block) {
        if (value.is(Kind.NAME)) {
            return List.of("cl_mem " + name + DEVICE + " = " + value.text() + DEVICE + ";");
        }
        return block.map(around -> memory.createInside(name, true, memory.endsInside(name, around)))
                .orElseGet(() -> memory.createFirst(name));
    }

    private List<Term> assign(String name, Term value) {
        if (value.is(Kind.CONDITIONAL)) {
            Term yes = Tree.of(Kind.BLOCK, "", assign(name, value.child(1)));
            Term no = Tree.of(Kind.BLOCK, "", assign(name, value.child(2)));
            return List.of(Tree.of(Kind.IF, value.child(0), yes, no));
        }
        List<Term> all = new ArrayList<>();
        all.add(Tree.of(Kind.EXECUTE, Tree.of(Kind.ASSIGN, "=", List.of(Terms.name(name), value))));
        List<String> lines = value.is(Kind.NAME)
                ? List.of(name + DEVICE + " = " + value.text() + DEVICE + ";")
                : memory.createInside(name, false, false);
        lines.forEach(line -> all.add(opaque(line)));
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
                    + ("<>".contains(combine.operation())
                            ? combine.scalar() + " = " + each + " " + combine.operation() + " " + combine.scalar()
                                    + " ? " + each + " : " + combine.scalar()
                            : combine.operation().length() == 1
                                    ? combine.scalar() + " " + combine.operation() + "= " + each
                                    : combine.scalar() + " = Math." + combine.operation() + "(" + combine.scalar()
                                            + ", " + each + ")")
                    + ";\n}");
            lines.add("clReleaseMemObject(" + partial.name() + DEVICE + ");");
        }
        String any = program.launch().global().stream()
                .map(size -> "(" + java(draft, size) + ") > 0")
                .collect(Collectors.joining(" && "));
        List<Term> inside = lines.stream().map(JoclHost::opaque).toList();
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
            KernelContext.Captured captured = draft.ofScalar(scalar.name());
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
        Term math = Terms.transform(
                draft.inJava(size),
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
