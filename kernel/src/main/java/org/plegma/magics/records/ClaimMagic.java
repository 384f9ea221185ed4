package org.plegma.magics.records;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %claim 'text' condition}: what a report claims, which fails where it does not hold. */
@Command(
        name = "claim",
        description = "Checks what a report claims: the condition is Java. A claim that does not hold is an error, and"
                + " \"plegma report\" tells of all claims of a notebook.")
public final class ClaimMagic implements Magic {
    private static final Pattern FORM = Pattern.compile("(['\"])(.*?)\\1\\s+(\\S.*)", Pattern.DOTALL);

    @Parameters(
            arity = "0..*",
            paramLabel = "'TEXT' CONDITION",
            description = "What is claimed, in quotes, and the Java that is true if it holds.")
    private List<String> words;

    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public String example() {
        return "double error = 3e-7;\n%claim 'the error is below 1e-6' error < 1e-6";
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        Matcher form = FORM.matcher(call.lineCode());
        if (!form.matches()) {
            throw call.error("A claim is a text in quotes and a condition, for example: %claim 'n is even' n % 2 == 0");
        }
        String text = form.group(2);
        Object holds =
                call.evaluate(" ".repeat(call.codeColumn() - 1 + form.start(3)) + form.group(3), call.codeLine());
        if (!(holds instanceof Boolean)) {
            throw call.error("The condition of a claim is true or false, but this one is " + holds + ".");
        }
        if (!(Boolean) holds) {
            throw call.error("The claim does not hold: " + text);
        }
        return MimeBundle.text("The claim holds: " + text);
    }
}
