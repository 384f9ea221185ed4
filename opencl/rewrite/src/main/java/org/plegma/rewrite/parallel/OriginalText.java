package org.plegma.rewrite.parallel;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plegma.rewrite.parallel.cell.JavaCell;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.text.Place;

/**
 * A class around a cell's text. The text stands in it twice, character by character with its own lines: once the methods, with
 * blanks for the statements, and once the statements, with blanks for the methods, in a method whose parameters are the
 * variables that the cell takes from the notebook.
 *
 * @param type the class's name, which is its method's, too
 * @param methodsLine the line of the class before the cell's first, in the copy with the methods
 * @param statementsLine likewise in the copy with the statements
 * @param lines of the cell
 */
record OriginalText(String type, String text, int methodsLine, int statementsLine, int lines) {
    private static final Pattern WORD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");

    static OriginalText of(ParallelCode code) {
        JavaCell cell = code.cell();
        List<String> notebook = called(cell);
        String own = "PlegmaOriginal";
        while ((cell.source() + notebook).contains(own)) {
            own += "_";
        }
        String parameters = code.parameters().entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String before = "public class " + own + " {\n";
        String between = "\n" + String.join("\n", notebook) + "\npublic Object[] " + own + "(" + parameters + ") {\n";
        String after = "\nreturn new Object[] {" + String.join(", ", code.results()) + "};\n}\n}\n";
        String methods = part(cell, true);
        String statements = part(cell, false);
        int lines = lines(cell.source());
        return new OriginalText(
                own,
                before + methods + between + statements + after,
                lines(before),
                lines(before + methods + between),
                lines + 1);
    }

    private static int lines(String text) {
        return (int) text.chars().filter(letter -> letter == '\n').count();
    }

    /** The text with blanks for its methods, or for all but these. */
    private static String part(JavaCell cell, boolean methods) {
        StringBuilder text = new StringBuilder(cell.source());
        boolean[] inMethod = new boolean[text.length()];
        for (Place place : cell.methodPlaces()) {
            java.util.Arrays.fill(inMethod, place.start(), place.end(), true);
        }
        for (int i = 0; i < inMethod.length; i++) {
            if (inMethod[i] != methods && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                text.setCharAt(i, ' ');
            }
        }
        return text.toString();
    }

    /** The notebook's methods that the cell may call, and those that they may call, as they were written. */
    private static List<String> called(JavaCell cell) {
        Set<String> called = new LinkedHashSet<>();
        Set<String> words = words(cell.source());
        boolean more = true;
        while (more) {
            more = false;
            for (String method : cell.notebookMethods()) {
                if (words.contains(Code.methodName(method)) && called.add(method)) {
                    words.addAll(words(method));
                    more = true;
                }
            }
        }
        return List.copyOf(called);
    }

    private static Set<String> words(String text) {
        Set<String> words = new LinkedHashSet<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    /** Where a line of the class is in the cell; for a line of the notebook's methods, so much. */
    String place(long line) {
        for (int first : new int[] {methodsLine, statementsLine}) {
            if (line > first && line <= first + lines) {
                return "line " + (line - first);
            }
        }
        return line < statementsLine ? "in a method of the notebook" : "after the last line";
    }
}
