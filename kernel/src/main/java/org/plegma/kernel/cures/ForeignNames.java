package org.plegma.kernel.cures;

import java.util.Map;
import java.util.Optional;

/** What Java has for names that Python, Kotlin, JShell or C knows by itself and the compiler does not. */
public final class ForeignNames {
    private static final String MATH = "Math.";
    private static final String VARIABLE = "A variable is declared by var x = 3; a constant by final var x = 3;";
    private static final String PRINT =
            "Print by System.out.println(x); the last expression of a cell is shown by itself.";
    private static final String END = "Jupyter's menu Kernel ends the kernel or starts it anew; %reset forgets all.";

    private static final Map<String, String> JAVA = Map.ofEntries(
            Map.entry("abs", MATH),
            Map.entry("max", MATH),
            Map.entry("min", MATH),
            Map.entry("round", MATH),
            Map.entry("pow", MATH),
            Map.entry("sqrt", MATH),
            Map.entry("exp", MATH),
            Map.entry("log", MATH),
            Map.entry("sin", MATH),
            Map.entry("cos", MATH),
            Map.entry("tan", MATH),
            Map.entry("math", "Functions are in Math: Math.sqrt(2), Math.PI."),
            Map.entry("sum", "A stream adds: IntStream.of(a).sum(), DoubleStream.of(a).sum()."),
            Map.entry(
                    "sorted",
                    "A sorted copy is list.stream().sorted().toList(); Arrays.sort(a) sorts an array in place."),
            Map.entry("range", "Numbers in a row are IntStream.range(0, n)."),
            Map.entry("len", "The length is x.length of an array, x.length() of a string, x.size() of a list."),
            Map.entry("str", "The text of a value is String.valueOf(x)."),
            Map.entry("list", "A list is List.of(1, 2, 3), or new ArrayList<>() to add to."),
            Map.entry("dict", "A map is Map.of(\"a\", 1), or new HashMap<>() to put into."),
            Map.entry("set", "A set is Set.of(1, 2, 3), or new HashSet<>() to add to."),
            Map.entry("tuple", "Values that belong together are a record: record Pair(int a, double b) {}"),
            Map.entry("type", "The class of a value is x.getClass(); ?x tells more."),
            Map.entry("isinstance", "Whether x is of a class is x instanceof Name."),
            Map.entry("help", "?x tells what x is, and %help lists the magics."),
            Map.entry("dir", "?x tells what x is; the Tab key behind \"x.\" lists its members."),
            Map.entry("open", "Files.readString(Path.of(name)) reads a file, Files.writeString writes one."),
            Map.entry("enumerate", "A loop that counts is for (int i = 0; i < list.size(); i++) { … }"),
            Map.entry("zip", "A loop over two is for (int i = 0; i < a.length; i++) { … a[i] … b[i] … }"),
            Map.entry("np", "Java has no numpy: Plegma's Grid holds arrays of any rank, see ?Grid."),
            Map.entry("plt", "Charts are QuickChart.getChart(…) or Charts, and a grid shows itself as a picture."),
            Map.entry("pd", "Tables are Tablesaw's: Table.create(\"name\", …), Table.read().csv(file)."),
            Map.entry("os", "Files and folders are in Files and Path; %env and %cd set what belongs to the kernel."),
            Map.entry("sys", "Java's is System: System.out, System.getProperty(…)."),
            Map.entry("time", "System.nanoTime() is the time; %time and %timeit measure."),
            Map.entry("random", "Random numbers are new Random(seed).nextDouble()."),
            Map.entry("self", "Java's self is this, which need not be written."),
            Map.entry("pass", "What does nothing is an empty block: { }"),
            Map.entry("del", "Assign null to let go of an object; %reset forgets all."),
            Map.entry("nil", "Java writes null."),
            Map.entry("val", VARIABLE),
            Map.entry("let", VARIABLE),
            Map.entry("auto", VARIABLE),
            Map.entry("println", PRINT),
            Map.entry("printf", "Print by System.out.printf(\"%d%n\", x)."),
            Map.entry("render", "display(x) shows a value; so does the last expression of a cell."),
            Map.entry("exit", END),
            Map.entry("quit", END));

    private ForeignNames() {}

    /** The Java for a name; empty if no other language has it, or Java has nothing to say to it. */
    public static Optional<String> cure(String name) {
        return Optional.ofNullable(JAVA.get(name))
                .map(cure -> cure.equals(MATH) ? "It is Math." + name + "(…)." : cure);
    }
}
