package org.plegma.rewrite.parallel;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Session;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.parallel.cell.JavaCell;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.rewrite.program.KernelCase;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * A sequential Java program whose loops run on a device: kernels, and what the host does around them. Immutable.
 *
 * <pre>{@code
 * ParallelCode saxpy = ParallelCode.of("saxpy", "for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];",
 *         Map.of("x", "float[]", "y", "float[]", "a", "float", "n", "int"));
 * saxpy.run(session, values);
 * }</pre>
 */
public final class ParallelCode {
    private final String name;
    private final JavaCell cell;
    private final Map<String, String> types;
    private final List<Term> host;
    private final Map<String, ParallelKernel> kernels;
    private final Set<String> declared;
    private final Trace trace;

    ParallelCode(
            String name,
            JavaCell cell,
            Map<String, String> types,
            List<Term> host,
            Map<String, ParallelKernel> kernels,
            Set<String> declared,
            Trace trace) {
        this.name = name;
        this.cell = cell;
        Map<String, String> all = new LinkedHashMap<>(types);
        host.forEach(term -> declaredIn(term, all));
        this.types = all;
        this.host = List.copyOf(host);
        this.kernels = new LinkedHashMap<>(kernels);
        this.declared = new LinkedHashSet<>(declared);
        this.trace = trace;
    }

    private static void declaredIn(Term term, Map<String, String> types) {
        if (term.is(Kind.DECLARE)) {
            term.children().stream()
                    .filter(part -> part.is(Kind.DECLARATOR))
                    .forEach(part ->
                            types.put(part.child(0).text(), term.child(0).text()));
        }
        term.children().forEach(part -> declaredIn(part, types));
    }

    /**
     * Makes the loops of a program parallel.
     *
     * @param name of the first kernel, a Java name
     * @param java statements, and methods that they call
     * @param types of the variables that it uses, as {@code float[]}
     * @throws NotParallelException if a loop is not proven to be parallel, or does what a device cannot
     * @throws org.plegma.rewrite.text.CodeException if it is not Java
     */
    public static ParallelCode of(String name, String java, Map<String, String> types) {
        return of(name, java, types, List.of(), new Options(false, false));
    }

    /** As {@link #of(String, String, Map)}, with more methods that it may call, each as source. */
    public static ParallelCode of(
            String name, String java, Map<String, String> types, List<String> methods, Options options) {
        JavaCell cell = JavaCell.read(java, types, methods);
        return new Parallelizer(name, cell, options).run();
    }

    /**
     * What is allowed.
     *
     * @param assumeIndependent whether the iterations of the outermost loop that counts are taken to be independent of each
     *     other, though that is not proven
     * @param atomics whether arrays that a loop only updates are updated by atomic operations
     * @param trusted loops whose iterations are taken to be independent of each other, though that is not proven, each by its
     *     variable or the line where it begins
     */
    public record Options(boolean assumeIndependent, boolean atomics, Set<String> trusted) {
        public Options {
            trusted = Set.copyOf(trusted);
        }

        /** Without a loop that is trusted by its name. */
        public Options(boolean assumeIndependent, boolean atomics) {
            this(assumeIndependent, atomics, Set.of());
        }
    }

    /** Its name. */
    public String name() {
        return name;
    }

    JavaCell cell() {
        return cell;
    }

    List<Term> host() {
        return host;
    }

    /** The type of a variable by its name in Java. */
    String typeInJava(String name) {
        return types.entrySet().stream()
                .filter(each -> cell.inJava(each.getKey()).equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is no variable of " + this.name + "."));
    }

    /** Values by names in Java as a map by the names of the statements, which writes through. */
    Map<String, Object> inner(Map<String, Object> values) {
        if (cell.names().isEmpty()) {
            return values;
        }
        return new AbstractMap<>() {
            @Override
            public @Nullable Object get(Object name) {
                return values.get(cell.inJava((String) name));
            }

            @Override
            public @Nullable Object put(String name, Object value) {
                return values.put(cell.inJava(name), value);
            }

            @Override
            public Set<Map.Entry<String, Object>> entrySet() {
                throw new UnsupportedOperationException("Values are asked for by name.");
            }
        };
    }

    Map<String, String> types() {
        return types;
    }

    /** The type of a variable, by the name that it has in the statements. */
    String type(String variable) {
        return JavaTypes.of(types, variable);
    }

    Map<String, ParallelKernel> kernels() {
        return kernels;
    }

    /** The kernel that an expression of the host launches, if it does. */
    Optional<ParallelKernel> kernel(Term term) {
        return term.is(Kind.CALL)
                ? Optional.ofNullable(kernels.get(term.child(0).text()))
                : Optional.empty();
    }

    /** The Java that it was made of. */
    public String java() {
        return cell.source();
    }

    /** The variables that it needs, with their types, in the order of the source. */
    public Map<String, String> parameters() {
        Map<String, String> all = new LinkedHashMap<>();
        cell.types().forEach((name, type) -> all.put(cell.inJava(name), type));
        return all;
    }

    /** The variables that have a new value afterwards: those it assigns or declares; arrays whose elements change are not. */
    public List<String> results() {
        return innerResults().stream().map(cell::inJava).toList();
    }

    /** As {@link #results}, by the names that they have in the statements. */
    List<String> innerResults() {
        Set<String> results = new LinkedHashSet<>();
        Set<String> assigned = HostCheck.assigned(Tree.of(Kind.UNIT, "", host));
        kernels.values().forEach(kernel -> kernel.reductions().forEach(each -> assigned.add(each.variable())));
        cell.types().keySet().stream().filter(assigned::contains).forEach(results::add);
        results.addAll(declared);
        return List.copyOf(results);
    }

    /** The arrays whose elements change. */
    public List<String> changedArrays() {
        return innerChangedArrays().stream().map(cell::inJava).toList();
    }

    /** As {@link #changedArrays}, by the names that they have in the statements. */
    List<String> innerChangedArrays() {
        Set<String> changed = HostCheck.changed(Tree.of(Kind.UNIT, "", host));
        for (ParallelKernel kernel : kernels.values()) {
            for (KernelProgram.Argument argument : kernel.plain().program().arguments()) {
                boolean written = argument instanceof KernelProgram.Argument.Array array
                        && array.access() == KernelProgram.Access.INOUT
                        && !array.name().equals("fault");
                if (written) {
                    changed.add(kernel.plain().javaName(argument.name()));
                }
            }
        }
        return List.copyOf(changed);
    }

    /** The variables into which loops put sums or products of real numbers, which a device puts together in another order. */
    public List<String> realSums() {
        return kernels.values().stream()
                .flatMap(kernel -> kernel.reductions().stream())
                .filter(each -> each.operation().equals("+") || each.operation().equals("*"))
                .filter(each -> JavaTypes.isReal(type(each.variable())))
                .map(each -> cell.inJava(each.variable()))
                .distinct()
                .toList();
    }

    /** The steps from the Java to the kernels. */
    public Trace trace() {
        return trace;
    }

    /** The kernels, without checks of subscripts where the host can prove them before a launch, as OpenCL C. */
    public String source() {
        return programs().stream().map(KernelProgram::source).collect(Collectors.joining("\n"));
    }

    /** The kernels as values for rules that optimise them. */
    public List<KernelProgram> programs() {
        return kernels.values().stream().map(kernel -> kernel.plain().program()).toList();
    }

    /**
     * The kernels and what the host does as a computation, from which rules that optimise kernels go on, with the Java itself
     * as what is right.
     *
     * @param data values of all {@link #parameters} for a size and a seed, the same for the same
     * @throws IllegalArgumentException if the host does more than launch kernels in loops, exchange arrays and gather results
     */
    public Computation computation(KernelCase.Data data) {
        return new LoopComputation(this, data).make();
    }

    /** A Java class with calls of JOCL that does what {@link #run} does, as text. */
    public String hostCode() {
        return new JoclHost(this).text();
    }

    /** What was assumed and not proven; empty if nothing. */
    public List<String> assumed() {
        List<String> all = new ArrayList<>();
        kernels.values().forEach(kernel -> kernel.assumed().forEach(each -> all.add(each.toString())));
        return all;
    }

    /**
     * Runs it once. Arrays are changed in place, new values of {@link #results} are put into the map; the variables of loops and of
     * methods in place of their calls are not, which may have the name of another one there.
     *
     * @param values of all {@link #parameters}
     * @throws ArrayIndexOutOfBoundsException for a subscript out of bounds, as in Java, but with no array changed
     * @throws ParallelException if the values make the parallel form wrong, as two names for one array
     */
    public void run(Session session, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        try (CompiledKernels compiled = new CompiledKernels(session);
                HostRun run = new HostRun(session, this, compiled, all)) {
            run.run();
        } finally {
            results().stream().filter(all::containsKey).forEach(name -> values.put(name, all.get(name)));
        }
    }
}
