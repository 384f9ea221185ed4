package org.plegma.rewrite.lanes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.vectors.VectorFunction;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneScope.Mask;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** The functions that a kernel over lanes calls: loads and stores lane by lane, and those of the unit for vectors. */
final class LaneFunctions {
    private static final String ACTIVE = "java_active";

    /** @param each of its parameters, whether it takes a vector */
    record Variant(String name, List<Boolean> each, List<String> types, String result) {}

    private final LaneTypes types;
    private final Map<String, Tree> scalars;
    private final Map<String, LaneFacts> facts;
    private final VectorFunctions device;
    private final Map<String, String> helpers = new LinkedHashMap<>();
    private final Map<String, Variant> variants = new HashMap<>();
    private final List<Term> written = new ArrayList<>();
    private boolean scattered;

    /**
     * @param scalars the unit's functions by name
     * @param facts about functions, kept from one writing to the next
     * @param device which functions may be called with vectors
     */
    LaneFunctions(LaneTypes types, Map<String, Tree> scalars, Map<String, LaneFacts> facts, VectorFunctions device) {
        this.types = types;
        this.scalars = scalars;
        this.facts = facts;
        this.device = device;
    }

    /** All that were asked for, callees first. */
    List<Term> all() {
        List<Term> all = new ArrayList<>();
        helpers.values().forEach(text -> all.addAll(Code.opencl(text).children()));
        all.addAll(written);
        return all;
    }

    /** Whether a loop loads or stores lane by lane. */
    boolean isScattered() {
        return scattered;
    }

    void isScatteredNow() {
        scattered = true;
    }

    /** The function of the unit of that name, if there is one. */
    Optional<Tree> ofUnit(String name) {
        return Optional.ofNullable(scalars.get(name));
    }

    private String lanes(String separator, java.util.function.Function<String, String> lane) {
        return IntStream.range(0, types.width())
                .mapToObj(i -> lane.apply(".s" + Integer.toHexString(i)))
                .collect(Collectors.joining(separator));
    }

    private String vector(String type, java.util.function.Function<String, String> lane) {
        return "return (" + types.vectorName(type) + ")(" + lanes(", ", lane) + ");";
    }

    private String helper(String name, String head, String body) {
        helpers.putIfAbsent(name, head.replace("NAME", name) + " {\n" + body + "\n}\n");
        return name;
    }

    /** {@code (array, index, mask)}: an element for each lane that is active, 0 for others; without a mask for all. */
    String gather(String type, boolean masked) {
        String index = types.vectorName("int");
        String head = types.vectorName(type) + " NAME(global const " + type + " *array, " + index + " index";
        return masked
                ? helper(
                        "java_gather_" + type + "_if",
                        head + ", " + index + " active)",
                        vector(type, s -> "active" + s + " ? array[index" + s + "] : 0"))
                : helper("java_gather_" + type, head + ")", vector(type, s -> "array[index" + s + "]"));
    }

    /** {@code (array, index, value, mask)}. */
    String scatter(String type, boolean masked) {
        String index = types.vectorName("int");
        String head = "void NAME(global " + type + " *array, " + index + " index, " + types.vectorName(type) + " value";
        return masked
                ? helper(
                        "java_scatter_" + type + "_if",
                        head + ", " + index + " active)",
                        lanes(" ", s -> "if (active" + s + ") { array[index" + s + "] = value" + s + "; }"))
                : helper(
                        "java_scatter_" + type, head + ")", lanes(" ", s -> "array[index" + s + "] = value" + s + ";"));
    }

    /** {@code (array, first, mask)}: neighbouring elements, of which those of inactive lanes are not touched. */
    String load(String type) {
        String lanesFrom = "(" + types.vectorName("int") + ")(first) + " + consecutive();
        return helper(
                "java_load_" + type + "_if",
                types.vectorName(type) + " NAME(global const " + type + " *array, int first, " + types.vectorName("int")
                        + " active)",
                "return all(active) ? vload" + types.width() + "(0, array + first) : " + gather(type, true) + "(array, "
                        + lanesFrom + ", active);");
    }

    /** {@code (array, first, value, mask)}. */
    String store(String type) {
        String lanesFrom = "(" + types.vectorName("int") + ")(first) + " + consecutive();
        return helper(
                "java_store_" + type + "_if",
                "void NAME(global " + type + " *array, int first, " + types.vectorName(type) + " value, "
                        + types.vectorName("int") + " active)",
                "if (all(active)) { vstore" + types.width() + "(value, 0, array + first); } else { "
                        + scatter(type, true) + "(array, " + lanesFrom + ", value, active); }");
    }

    /** The vector 0, 1, 2, …, as text. */
    String consecutive() {
        return "(" + types.vectorName("int") + ")("
                + IntStream.range(0, types.width()).mapToObj(Integer::toString).collect(Collectors.joining(", ")) + ")";
    }

    /** Whether the device computes a function that is defined for vectors as that of numbers, in every lane. */
    boolean mayTakeVectors(String function, String type) {
        return LaneTypes.isWhole(type)
                || Arrays.stream(VectorFunction.values())
                        .anyMatch(each -> each.text().equals(function)
                                && device.mayCall(
                                        each, ElementType.valueOf(type.toUpperCase(Locale.ROOT)), types.width()));
    }

    /** A function of numbers called for each lane alone: of vectors, it may give other bits. */
    String alone(String function, String type, int arguments) {
        String vector = types.vectorName(type);
        List<String> names = List.of("a", "b", "c").subList(0, arguments);
        return helper(
                "java_" + function + "_" + type,
                names.stream()
                        .map(name -> vector + " " + name)
                        .collect(Collectors.joining(", ", vector + " NAME(", ")")),
                vector(type, s -> names.stream()
                        .map(name -> name + s)
                        .collect(Collectors.joining(", ", function + "(", ")"))));
    }

    /** A conversion called for each lane alone. */
    String alone(String conversion, String from, String to) {
        return helper(
                "java_" + conversion + "_" + from,
                types.vectorName(to) + " NAME(" + types.vectorName(from) + " a)",
                vector(to, s -> conversion + "(a" + s + ")"));
    }

    /** A function of the unit for vectors; its last parameter is the mask of the lanes that call it. */
    Variant variant(Tree call, Tree function, List<LaneValue> arguments) {
        String name = call.child(0).text();
        String key = "java_" + name + "_"
                + arguments.stream().map(each -> each.isSame() ? "s" : "v").collect(Collectors.joining());
        Variant known = variants.get(key);
        if (known != null) {
            return known;
        }
        LaneFacts own = facts.computeIfAbsent(key, each -> new LaneFacts());
        LaneScope scope = new LaneScope(types, own, this, new Mask(ACTIVE, false));
        List<Term> parameters = new ArrayList<>();
        List<Boolean> each = new ArrayList<>();
        List<String> of = new ArrayList<>();
        List<Term> given = function.child(2).children();
        for (int i = 0; i < given.size(); i++) {
            Term declarator = given.get(i).child(1);
            String type = given.get(i).child(0).text();
            if (!declarator.text().isEmpty() || !LaneTypes.isNumber(type) && !type.equals("bool")) {
                throw new RefusedException(call.place(), "'" + name + "' takes more than numbers.");
            }
            Spread spread = arguments.get(i).isSame() ? Spread.SAME : Spread.EACH;
            boolean vector = scope.declare(declarator.child(0).text(), type, spread, declarator)
                            .spread()
                    == Spread.EACH;
            each.add(vector);
            of.add(type);
            parameters.add(
                    vector
                            ? ((Tree) given.get(i)).withChildren(List.of(types.vectorType(type), declarator))
                            : given.get(i));
        }
        parameters.add(Tree.of(Kind.PARAMETER, types.vectorType("int"), Tree.of(Kind.DECLARATOR, Terms.name(ACTIVE))));
        String result = function.child(0).text();
        Term body = Tree.of(
                Kind.BLOCK,
                "",
                new LaneStatements(scope, Optional.of(result))
                        .body(function.child(3).children()));
        written.add(Tree.of(
                Kind.FUNCTION,
                types.vectorType(result),
                Terms.name(key),
                Tree.of(Kind.PARAMETERS, "", parameters),
                body));
        Variant made = new Variant(key, each, of, result);
        variants.put(key, made);
        return made;
    }
}
