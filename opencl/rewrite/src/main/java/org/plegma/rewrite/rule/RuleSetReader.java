package org.plegma.rewrite.rule;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plegma.rewrite.term.Language;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Source;

/** Reads the text of a rule set. */
public final class RuleSetReader {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*[\\s\\S]*?\\*/");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]*");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d\\w*");

    private static final Set<String> WORDS = Set.of(
            "topDown", "bottomUp", "firstTop", "here", "all", "one", "sequence", "choice", "repeat", "at", "strategy");

    private final Source source;
    private final String larger;
    private final List<Rule> rules = new ArrayList<>();
    private final Map<String, StrategyDefinition> definitions = new LinkedHashMap<>();
    private List<String> parameters = List.of();
    private Optional<Strategy> strategy = Optional.empty();
    private String remark = "";
    private int at;

    /** Reads the text of a rules cell. */
    public RuleSetReader(String text) {
        this(text, 1, "");
    }

    /**
     * @param firstLine of the text in a larger one
     * @param larger what that is called, such as {@code the cell}
     */
    public RuleSetReader(String text, int firstLine, String larger) {
        source = new Source("\n".repeat(firstLine - 1) + text);
        this.larger = larger;
        read();
    }

    /** The rules, in the order of the text. */
    public List<Rule> rules() {
        return rules;
    }

    /** In which order the rules are tried, if the text says so. */
    public Optional<Strategy> strategy() {
        return strategy;
    }

    private void read() {
        skip();
        while (at < source.text.length()) {
            String about = remark;
            int start = at;
            String name =
                    take(NAME).orElseThrow(() -> fault("Expected the name of a rule", "Write 'name: `x + 0` -> `x`'."));
            if (name.equals("strategy") && !source.text.startsWith(":", at)) {
                define();
            } else if (name.equals("strategy")) {
                expect(":", "after 'strategy'");
                if (strategy.isPresent()) {
                    throw source.fault(start, at, "There are two strategies.", "Join them: 'sequence(…, …)'.");
                }
                strategy = Optional.of(strategyHere());
            } else {
                rules.add(rule(name, start).because(about));
            }
            skip();
        }
        if (rules.isEmpty()) {
            throw source.fault(0, 1, "There is no rule.", "Write one, such as 'zero: `$x + 0` -> `$x`'.");
        }
    }

    /** {@code name(parameters): strategy}. */
    private void define() {
        int start = at;
        String name = take(NAME).orElseThrow(() -> fault("Expected ':' or a name", "Write 'strategy: topDown(a)'."));
        boolean taken = WORDS.contains(name)
                || definitions.containsKey(name)
                || rules.stream().anyMatch(rule -> rule.name().equals(name));
        if (taken) {
            throw source.fault(
                    start, start + name.length(), "'" + name + "' is a name already.", "Give the strategy another.");
        }
        List<String> own = new ArrayList<>();
        if (taken("(")) {
            do {
                own.add(take(NAME).orElseThrow(() -> fault("Expected a parameter", "Write 'strategy down(s): …'.")));
            } while (taken(","));
            expect(")", "after the parameters");
        }
        expect(":", "after the name of the strategy");
        StrategyDefinition definition = new StrategyDefinition(name, own, definitions.size());
        definitions.put(name, definition); // it may use itself
        parameters = own;
        definition.define(strategyHere());
        parameters = List.of();
    }

    private Rule rule(String name, int start) {
        Rule rule = Rule.named(name);
        if (taken("(")) {
            int word = at;
            String language = take(NAME).orElse("");
            rule = rule.in(Language.of(language)
                    .orElseThrow(() -> source.fault(
                            word, at, "'" + language + "' is no language of rules.", "Write '(opencl)' or '(java)'.")));
            expect(")", "after the language");
        }
        expect(":", "after the name of the rule");
        rule = rule.match(quote("the source"));
        if (at < source.text.length() && source.text.charAt(at) == '[') {
            rule = rule.when(bracket());
        }
        expect("->", "before the destination");
        rule = rule.to(quote("the destination"), larger);
        if (at < source.text.length() && source.text.charAt(at) == '[') {
            rule = rule.then(bracket());
        }
        int end = at;
        taken(";");
        try {
            return rule.checked();
        } catch (RuleException e) {
            throw e.in(source, start, end);
        }
    }

    /** The code between backquotes, moved to its place by blanks, so that messages tell the line of the rule set. */
    private String quote(String what) {
        if (!source.text.startsWith("`", at)) {
            throw fault("Expected " + what + " in backquotes", "Quote the code: '`$x + 0`'.");
        }
        int end = source.text.indexOf('`', at + 1);
        if (end < 0) {
            throw source.fault(at, at + 1, "This quote does not end.", "Close it with another backquote.");
        }
        if (source.text.substring(at + 1, end).strip().endsWith("->")) {
            throw source.fault(
                    at, at + 1, "This quote goes on beyond '->'.", "Close it with another backquote before that.");
        }
        String code = moved(at + 1, end);
        at = end + 1;
        skip();
        return code;
    }

    private String bracket() {
        int start = at + 1;
        int depth = 0;
        for (int i = at; i < source.text.length(); i++) {
            char c = source.text.charAt(i);
            if (c == '"') {
                i = Math.max(i, source.text.indexOf('"', i + 1));
            }
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth == 0) {
                at = i + 1;
                String text = moved(start, i);
                skip();
                return text;
            }
        }
        throw source.fault(at, at + 1, "This bracket is not closed.", "Close it with ']'.");
    }

    private String moved(int start, int end) {
        return source.text.substring(0, start).replaceAll("[^\\n]", " ") + source.text.substring(start, end);
    }

    private Strategy strategyHere() {
        int start = at;
        String word = take(NAME).orElseThrow(() -> fault("Expected a strategy", "Write 'topDown(rule, …)'."));
        if (parameters.contains(word)) {
            return new Strategy.Parameter(word);
        } else if (definitions.containsKey(word)) {
            return call(definitions.get(word), start);
        }
        expect("(", "after '" + word + "'");
        Strategy result =
                switch (word) {
                    case "topDown" -> new Strategy.TopDown(names());
                    case "bottomUp" -> new Strategy.BottomUp(names());
                    case "firstTop" -> new Strategy.FirstTop(names());
                    case "here" -> new Strategy.Here(names());
                    case "all" -> new Strategy.All(strategyHere());
                    case "one" -> new Strategy.One(strategyHere());
                    case "sequence" -> new Strategy.Sequence(parts());
                    case "choice" -> new Strategy.Choice(parts());
                    case "repeat" -> {
                        Strategy inner = strategyHere();
                        yield Strategy.repeat(
                                inner, taken(",") ? number("A limit", Strategy.MOST_REPEATS) : Strategy.DEFAULT_LIMIT);
                    }
                    case "at" -> at();
                    default -> throw source.fault(
                            start,
                            start + word.length(),
                            "'" + word + "' is no strategy.",
                            "The strategies are topDown, bottomUp, firstTop, here, all, one, sequence, choice, repeat, at"
                                    + definitions.keySet().stream()
                                            .map(each -> ", " + each)
                                            .collect(Collectors.joining())
                                    + ".");
                };
        expect(")", "after the parts of '" + word + "'");
        return result;
    }

    private Strategy call(StrategyDefinition definition, int start) {
        List<Strategy> arguments = new ArrayList<>();
        if (!definition.parameters().isEmpty()) {
            expect("(", "after '" + definition.name() + "'");
            arguments = parts();
            expect(")", "after the strategies for '" + definition.name() + "'");
        }
        if (arguments.size() != definition.parameters().size()) {
            throw source.fault(
                    start,
                    at,
                    "'" + definition.name() + "' takes "
                            + definition.parameters().size() + " strategies, not " + arguments.size() + ".",
                    "Give one for each of its parameters.");
        }
        return new Strategy.Call(definition, List.copyOf(arguments));
    }

    private Strategy at() {
        int start = at;
        if (source.text.startsWith("`", at)) {
            String pattern = quote("the place");
            expect(",", "after the place");
            Strategy inner = strategyHere();
            try {
                return Strategy.at(pattern, inner);
            } catch (IllegalArgumentException e) {
                throw source.fault(
                        start, start + 1, String.valueOf(e.getMessage()), "Write at(`for ($s; $c; $u) { $b... }`, …).");
            }
        }
        int line = number("A line", Integer.MAX_VALUE);
        expect(",", "after the line");
        return Strategy.atLine(line, strategyHere());
    }

    private int number(String what, int most) {
        int start = at;
        String digits = take(NUMBER).orElseThrow(() -> fault("Expected a number", "Write one, as in 'repeat(…, 3)'."));
        boolean decimal = digits.matches("\\+?\\d+");
        BigInteger number = decimal ? new BigInteger(digits) : BigInteger.ZERO;
        if (number.signum() <= 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw source.fault(
                    start,
                    start + digits.length(),
                    what + " is a whole number from 1 to " + most + ", not " + digits + ".",
                    "Write one of these in decimal digits.");
        }
        return number.intValue();
    }

    private List<Strategy> parts() {
        List<Strategy> parts = new ArrayList<>();
        do {
            parts.add(strategyHere());
        } while (taken(","));
        return parts;
    }

    private List<Rule> names() {
        List<Rule> named = new ArrayList<>();
        do {
            int start = at;
            String name = take(NAME).orElseThrow(() -> fault("Expected the name of a rule", "Name one from above."));
            named.add(rules.stream()
                    .filter(rule -> rule.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> source.fault(
                            start,
                            start + name.length(),
                            "There is no rule '" + name + "' before this place.",
                            "The strategy comes after the rules.")));
        } while (taken(","));
        return named;
    }

    private Optional<String> take(Pattern pattern) {
        Matcher matcher = pattern.matcher(source.text).region(at, source.text.length());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        at = matcher.end();
        skip();
        return Optional.of(matcher.group());
    }

    private boolean taken(String symbol) {
        boolean found = source.text.startsWith(symbol, at);
        if (found) {
            at += symbol.length();
            skip();
        }
        return found;
    }

    private void expect(String symbol, String where) {
        if (!taken(symbol)) {
            throw fault(
                    "Expected '" + symbol + "' " + where,
                    "A rule is 'name: `source` [condition] -> `destination` [action]'.");
        }
    }

    private CodeException fault(String expected, String cure) {
        boolean end = at >= source.text.length();
        String found = end ? "the end" : "'" + source.text.charAt(at) + "'";
        return source.fault(at, at + 1, expected + ", found " + found + ".", cure);
    }

    /** Skips white space and comments; the last comment is the remark of the rule that follows. */
    private void skip() {
        boolean found = true;
        remark = "";
        while (found) {
            Matcher space = SPACE.matcher(source.text).region(at, source.text.length());
            found = space.lookingAt();
            if (found) {
                at = space.end();
            }
            Matcher comment = COMMENT.matcher(source.text).region(at, source.text.length());
            if (comment.lookingAt()) {
                found = true;
                at = comment.end();
                remark = comment.group()
                        .replaceAll("^//\\s*|^/\\*+\\s*|\\s*\\*/$", "")
                        .strip();
            }
        }
    }
}
