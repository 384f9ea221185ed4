package org.plegma.magics;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.expr.hints.Spelling;
import org.plegma.magics.cell.Arguments;
import org.plegma.magics.cell.Part;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The arguments of one call, set into the magic's fields. */
final class MagicArguments {
    /** What picocli says of a word that is none of an enumeration's. */
    private static final Pattern WRONG_WORD =
            Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

    private final Part part;
    private final List<Arguments.Token> tokens;
    private final ParseResult result;

    private MagicArguments(Part part, List<Arguments.Token> tokens, CommandLine parser) {
        this.part = part;
        this.tokens = tokens;
        this.result =
                parser.parseArgs(tokens.stream().map(Arguments.Token::text).toArray(String[]::new));
    }

    /**
     * Sets the fields of a magic from the arguments of a call.
     *
     * @throws MagicException with the place, the cause and the usage, if they do not fit
     */
    static MagicArguments parse(Magic magic, Part part) {
        if (!magic.takesJava() && !magic.takesText()) {
            part.tokens().stream()
                    .filter(token -> token.open() != 0)
                    .findFirst()
                    .ifPresent(token -> {
                        int column = part.column(part.argumentsStart() + token.start());
                        String message =
                                "A quote " + token.open() + " is not closed in the arguments of " + part.signedName();
                        throw new MagicException(
                                message + ". Close it, or write \\" + token.open() + ".", part.line(), column, null);
                    });
        }
        try {
            return new MagicArguments(part, tokens(magic, part), MagicRegistry.parserOf(magic));
        } catch (ParameterException e) {
            throw MagicRegistry.fault(part, explain(e, part) + "\n" + new MagicHelp(magic).usage());
        }
    }

    /** Reads as much of a call as is there, for one that is still being typed. */
    static MagicArguments lenient(Magic magic, Part part) {
        CommandLine parser = MagicRegistry.parserOf(magic);
        parser.getCommandSpec().parser().collectErrors(true);
        return new MagicArguments(part, tokens(magic, part), parser);
    }

    private static List<Arguments.Token> tokens(Magic magic, Part part) {
        if (!magic.takesText()) {
            return part.tokens();
        }
        String text = part.arguments().strip();
        return text.isEmpty()
                ? List.of()
                : List.of(new Arguments.Token(text, 0, part.arguments().length(), (char) 0));
    }

    private static String explain(ParameterException e, Part part) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            if (!unmatched.isUnknownOption()) {
                return part.signedName() + " takes no argument " + word + ".";
            }
            Set<String> options =
                    e.getCommandLine().getCommandSpec().optionsMap().keySet();
            String nearest = Spelling.nearest(word, options);
            return part.signedName() + " has no option " + word + "."
                    + (nearest == null ? "" : " Did you mean " + nearest + "?");
        }
        Matcher wrongWord = WRONG_WORD.matcher(e.getMessage());
        if (wrongWord.find()) {
            return part.signedName() + ": expected "
                    + wrongWord.group(1).toLowerCase(Locale.ROOT).replace(", ", " or ") + ", got '" + wrongWord.group(2)
                    + "'.";
        }
        return part.signedName() + ": " + String.valueOf(e.getMessage()).replaceAll("[<>]", "") + ".";
    }

    /** Where the code of a magic that takes Java starts within the arguments; their length if there is none. */
    int codeStart() {
        int words = result.matchedPositionals().stream()
                .filter(PositionalParamSpec::isMultiValue)
                .mapToInt(positional -> positional.originalStringValues().size())
                .sum();
        return words == 0
                ? part.arguments().length()
                : tokens.get(tokens.size() - words).start();
    }
}
