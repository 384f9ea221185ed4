package org.plegma.coursework.inspection;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.source.OpenClToken;

/**
 * What no judged source may have: files of the judge's machine, machine code, and text that becomes another one by the
 * preprocessor, by which both could be hidden.
 */
public final class SourceRules {
    private static final Pattern CONTINUED = Pattern.compile("\\\\[ \\t]*\\r?\\n|\\?\\?/[ \\t]*\\r?\\n");
    private static final Pattern FORBIDDEN =
            Pattern.compile("(?:#|%:|\\?\\?=)[ \\t]*(?:include|include_next|import|embed)\\b"
                    + "|\\b__has_include\\w*|\\b__?asm(?:__)?\\b|\\basm\\b|##|%:%:|\\?\\?=|\\b__builtin_\\w+|\\b_?_?attribute_*\\b"
                    + "[\\s(]*(?:alias|ifunc|section|constructor|destructor)\\w*");
    /** Up to the end of the declaration, or of the parameters; nothing follows where it is of another form. */
    private static final Pattern LOCAL = Pattern.compile("\\b(?:__)?local\\b(?:(?=([^;(){}]*)([;)])))?");

    private static final Pattern DECLARED = Pattern.compile("(\\w+)\\s*$");
    private static final String ELEMENT =
            "\\s*(?:\\[[^\\[\\]]*(?:\\[[^\\[\\]]*\\][^\\[\\]]*)*\\]\\s*)+(?:\\.\\w+\\s*)?";
    private static final Pattern ASSIGNED = Pattern.compile(ELEMENT + "=(?!=)");
    private static final Pattern CHANGED = Pattern.compile(ELEMENT + "(?:[-+*/%&|^]=|<<=|>>=|\\+\\+|--)");
    private static final Pattern SUBSCRIPTED = Pattern.compile(ELEMENT);

    /** What marks the solution in an assignment's source, which a teacher runs as it lies: by itself in a line it pastes nothing. */
    private static final Pattern MARK = Pattern.compile("(?m)^[ \\t]*// ### (?:BEGIN|END) SOLUTION[ \\t]*$");

    private SourceRules() {}

    /** As it stands, and without comments, which may stand within a directive. */
    public static Optional<SubmissionFault> fault(String source) {
        return Stream.of(whole(source), bare(source))
                .map(FORBIDDEN::matcher)
                .filter(Matcher::find)
                .map(found -> new SubmissionFault(
                        FaultKind.REFUSED,
                        "refused: a judged kernel may not have " + found.group().strip() + ", in comments neither"))
                .findFirst();
    }

    /** Whether something in local memory is written and read; what is declared in an unusual form counts as such. */
    public static boolean usesLocalMemory(String source) {
        String text = bare(source);
        return LOCAL.matcher(text)
                .results()
                .anyMatch(local -> local.group(1) == null
                        || names(local.group(1), local.group(2).equals(")"))
                                .anyMatch(name -> isWrittenAndRead(text, name)));
    }

    private static Stream<String> names(String declaration, boolean parameters) {
        return Arrays.stream(declaration.replaceAll("\\[[^\\]]*\\]", " ").split(","))
                .limit(parameters ? 1 : Integer.MAX_VALUE)
                .map(DECLARED::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1));
    }

    private static boolean isWrittenAndRead(String text, String name) {
        boolean written = false;
        boolean read = false;
        Matcher place = Pattern.compile("\\b" + name + "\\b").matcher(text);
        place.find(); // the declaration
        while (place.find()) {
            boolean changed = follows(CHANGED, text, place.end());
            boolean whole = !follows(SUBSCRIPTED, text, place.end()); // given to a function, or a pointer to it
            boolean assigned = follows(ASSIGNED, text, place.end());
            written |= assigned || changed || whole;
            read |= !assigned;
        }
        return written && read;
    }

    private static boolean follows(Pattern what, String text, int from) {
        return what.matcher(text).region(from, text.length()).lookingAt();
    }

    private static String whole(String source) {
        return MARK.matcher(CONTINUED.matcher(source).replaceAll("")).replaceAll("");
    }

    private static String bare(String source) {
        return OpenClToken.withoutComments(whole(source));
    }
}
