package org.plegma.magics.rewriting;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.magics.Candidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.VariableNames;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.rule.RuleException;
import org.plegma.rewrite.rule.RuleWords;
import org.plegma.rewrite.text.CodeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%rules}: rewriting rules written in a cell. */
@Command(
        name = "rules",
        description =
                "Makes the rewriting rules in the cell a variable. A rule is ``name: `source` [condition] -> `destination`"
                        + " [action]`` with variables `$x`, `$x:Class` and `$x...` in quoted OpenCL C, or Java after `name (java):`."
                        + " `NAME.apply(source)` gives the steps and the result; `whyNot(\"rule\")` of that tells what stood in the way"
                        + " of a rule.")
public final class RulesMagic implements Magic {

    @Parameters(paramLabel = "NAME", description = "The variable to make.")
    private String name;

    @Option(
            names = "--on",
            paramLabel = "VARIABLE",
            completionCandidates = Sources.class,
            description = "Applies the rules at once to this kernel, program or String and shows the steps.")
    private @Nullable String on;

    static final class Sources extends Candidates {
        @Override
        protected java.util.List<String> values(Request request) {
            return request.notebook().host().variables().stream()
                    .filter(variable -> variable.type()
                            .matches("(?:org\\.plegma\\.device\\.)?(?:Kernel|Program)|(?:java\\.lang\\.)?String"))
                    .map(Host.Variable::name)
                    .toList();
        }
    }

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public Collection<String> bodyWords() {
        return RuleWords.words().stream().map(RuleWords.Word::name).toList();
    }

    @Override
    public Optional<BodyWord> describe(String body, int cursor) {
        int start = cursor;
        while (start > 0 && Character.isJavaIdentifierPart(body.charAt(start - 1))) {
            start--;
        }
        int end = cursor;
        while (end < body.length() && Character.isJavaIdentifierPart(body.charAt(end))) {
            end++;
        }
        return RuleWords.named(body.substring(start, end)).map(word -> new BodyWord(word.form(), word.meaning()));
    }

    @Override
    public String example() {
        return """
                %%rules tidy
                zero: `$x + 0` -> `$x`
                shift: `$x:integer * $n:Literal` [powerOfTwo($n) && pure($x)] -> `$x << $k` [$k = log2($n)]""";
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        VariableNames.check(call.host(), name, RuleSet.class, "rule set");
        RuleSet rules = parse(call);
        call.host().bind(name, RuleSet.class.getName(), rules);
        if (on == null) {
            return rules;
        }
        String source = source(call, call.require(on));
        try {
            return rules.apply(source);
        } catch (CodeException e) {
            throw call.error("The source of " + on + " cannot be read. " + e.getMessage());
        } catch (RuleException e) {
            throw call.error(e.getMessage());
        }
    }

    private static RuleSet parse(MagicCall call) {
        try {
            return RuleSet.parseCell(call.body(), call.bodyLine());
        } catch (CodeException | RuleException e) {
            throw MagicException.showingPlace(e.getMessage(), e);
        }
    }

    private String source(MagicCall call, Object value) {
        if (value instanceof Kernel kernel) {
            return kernel.program().source();
        } else if (value instanceof Program program) {
            return program.source();
        } else if (value instanceof String text) {
            return text;
        }
        throw call.error("--on takes a kernel, a program or a String; " + on + " is a "
                + value.getClass().getSimpleName() + ".");
    }
}
