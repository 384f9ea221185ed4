package org.plegma.coursework;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plegma.coursework.KernelExercise.Fault;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.device.source.OpenClToken;

/**
 * What no judged source may have: files of the judge's machine, machine code, and text that becomes another one by the
 * preprocessor, by which both could be hidden.
 */
final class SourceRules {
    private static final Pattern CONTINUED = Pattern.compile("\\\\[ \\t]*\\r?\\n|\\?\\?/[ \\t]*\\r?\\n");
    private static final Pattern FORBIDDEN =
            Pattern.compile("(?:#|%:|\\?\\?=)[ \\t]*(?:include|include_next|import|embed)\\b"
                    + "|\\b__has_include\\w*|\\b__?asm(?:__)?\\b|\\basm\\b|##|%:%:|\\?\\?=|\\b__builtin_\\w+|\\b_?_?attribute_*\\b"
                    + "[\\s(]*(?:alias|ifunc|section|constructor|destructor)\\w*");
    private static final Pattern LOCAL = Pattern.compile("\\b(?:__)?local\\b");

    /** What marks the solution in an assignment's source, which a teacher runs as it lies: by itself in a line it pastes nothing. */
    private static final Pattern MARK = Pattern.compile("(?m)^[ \\t]*// ### (?:BEGIN|END) SOLUTION[ \\t]*$");

    private SourceRules() {}

    /** As it stands, and without comments, which may stand within a directive. */
    static Optional<Fault> fault(String source) {
        return Stream.of(whole(source), bare(source))
                .map(FORBIDDEN::matcher)
                .filter(Matcher::find)
                .map(found -> new Fault(
                        FaultKind.REFUSED,
                        "refused: a judged kernel may not have " + found.group().strip() + ", in comments neither"))
                .findFirst();
    }

    /** Whether something is declared in local memory. */
    static boolean usesLocalMemory(String source) {
        return LOCAL.matcher(bare(source)).find();
    }

    private static String whole(String source) {
        return MARK.matcher(CONTINUED.matcher(source).replaceAll("")).replaceAll("");
    }

    private static String bare(String source) {
        return OpenClToken.withoutComments(whole(source));
    }
}
