package org.plegma.rewrite.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.term.HoleClass;

/** The words of the language in which rules are written, with their meanings: for completion and help. */
public final class RuleWords {
    /**
     * A word.
     *
     * @param form how it is used
     * @param meaning one sentence
     */
    public record Word(String name, String form, String meaning) {}

    private static final List<Word> ALL = all();

    private RuleWords() {}

    /** Functions of conditions and actions, strategies, and the classes of variables. */
    public static List<Word> words() {
        return ALL;
    }

    /** The word of a name. */
    public static Optional<Word> named(String name) {
        return ALL.stream().filter(word -> word.name().equals(name)).findFirst();
    }

    private static List<Word> all() {
        List<Word> all = new ArrayList<>();
        add(all, "constant($e)", "Whether it is a number, or arithmetic on numbers.");
        add(all, "occurs($a, $b)", "Whether the first is somewhere in the second.");
        add(all, "written($x, $b)", "Whether the variable is assigned there.");
        add(all, "pure($e)", "Whether it changes nothing, and calls nothing that could.");
        add(all, "fixed($e, $b)", "Whether it is pure, and the second changes nothing that it reads.");
        add(all, "leaves($b)", "Whether it has a break, continue, goto, return, label or directive.");
        add(all, "type($e)", "Its type, as \"float\".");
        add(all, "text($e)", "Its text.");
        add(all, "count($s...)", "How many there are.");
        add(all, "even($n)", "Whether the number is even.");
        add(all, "powerOfTwo($n)", "Whether the number is a power of two.");
        add(all, "log2($n)", "The logarithm of a power of two.");
        add(all, "abs($n)", "The number without its sign.");
        add(all, "min($a, $b)", "The smaller number.");
        add(all, "max($a, $b)", "The larger number.");
        add(all, "fold(e)", "Action: computed as the compiler would, as a literal.");
        add(all, "fresh(\"t\")", "Action: a name that is nowhere in the program.");
        add(all, "substitute($b..., $x, e)", "Action: the first, with the third for the variable.");
        add(all, "topDown(rule, …)", "Strategy: sweeps once from the outside in, at each place until no rule fires.");
        add(all, "bottomUp(rule, …)", "Strategy: sweeps once from the inside out.");
        add(all, "firstTop(rule, …)", "Strategy: takes the first place in the order of the source and starts again.");
        add(all, "here(rule, …)", "Strategy: the first rule that fires at the place itself, once.");
        add(all, "all(s)", "Strategy: on each part of the place.");
        add(all, "one(s)", "Strategy: on the first part of the place where it changes anything.");
        add(all, "sequence(s, …)", "Strategy: one strategy after the other.");
        add(all, "choice(s, …)", "Strategy: the first that changes anything.");
        add(all, "repeat(s, limit)", "Strategy: again until nothing changes, so many times at most.");
        add(all, "at(LINE, s)", "Strategy: only in that line, or in what a pattern in backquotes matches.");
        add(all, "strategy: s", "How the rules of this set are applied; \"strategy down(s): …\" defines one.");
        for (HoleClass each : HoleClass.values()) {
            all.add(new Word(each.text(), "$x:" + each.text(), "A variable that takes only " + meaning(each) + "."));
        }
        return List.copyOf(all);
    }

    private static void add(List<Word> all, String form, String meaning) {
        all.add(new Word(form.replaceAll("\\W.*", ""), form, meaning));
    }

    private static String meaning(HoleClass hole) {
        return switch (hole) {
            case EXPRESSION -> "expressions";
            case LITERAL -> "numbers, characters and strings";
            case NAME -> "names";
            case STATEMENT -> "statements";
            case TYPE -> "types with their qualifiers";
            case FUNCTION -> "functions";
            case PARAMETER -> "parameters of functions";
            case INTEGER -> "expressions of whole numbers of any width";
            case REAL -> "expressions of type float or double";
            default -> "expressions of type " + hole.text();
        };
    }
}
