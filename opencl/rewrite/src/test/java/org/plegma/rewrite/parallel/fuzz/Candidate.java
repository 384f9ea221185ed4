package org.plegma.rewrite.parallel.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Compiled;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Outcome;
import org.plegma.rewrite.parallel.fuzz.program.DataSets;
import org.plegma.rewrite.parallel.fuzz.program.Frame;
import org.plegma.rewrite.parallel.fuzz.program.Program;

/**
 * A program with what Java makes of it on each data set.
 *
 * @param known by data set, as some programs take long
 */
record Candidate(Frame frame, Program program, Compiled java, long seed, Map<Integer, Outcome> known) {
    Candidate(Frame frame, Program program, Compiled java, long seed) {
        this(frame, program, java, seed, new HashMap<>());
    }

    Map<String, String> types() {
        return frame.types(List.of(program));
    }

    Map<String, Object> values(int set) {
        return DataSets.values(types(), frame.n, program.captured(), set, seed);
    }

    /** Not to be changed. */
    Outcome outcome(int set) {
        return known.computeIfAbsent(set, key -> java.run(values(key)));
    }

    static JavaOracle.Source source(Frame frame, Program program) {
        List<Program> one = List.of(program);
        return new JavaOracle.Source(frame.methods(one), frame.text(one), frame.types(one), program.declared());
    }

    /** The cell of some programs of a frame. */
    static ParallelCode code(List<Candidate> together, boolean methodsInCell) {
        Frame frame = together.get(0).frame();
        List<Program> programs = together.stream().map(Candidate::program).toList();
        Map<String, String> types = new LinkedHashMap<>(frame.types(programs));
        List<String> methods = new ArrayList<>();
        programs.forEach(each -> each.methods().forEach(method -> methods.add(method.text())));
        String cell = (methodsInCell ? frame.methods(programs) : "") + frame.text(programs);
        return ParallelCode.of(
                "plegmaLoop", cell, types, methodsInCell ? List.of() : methods, new ParallelCode.Options(false, false));
    }

    /** The cell with its variables, and the numbers that they have in a data set. */
    String text(int set) {
        StringBuilder text = new StringBuilder();
        String cell = frame.methods(List.of(program)) + frame.text(List.of(program));
        types().forEach((name, type) -> {
            if (cell.contains(name)) {
                Object value =
                        set < 0 || type.endsWith("]") ? "" : " = " + values(set).get(name);
                text.append(type + " " + name + value + "; ");
            }
        });
        return text + "\n" + cell;
    }
}
