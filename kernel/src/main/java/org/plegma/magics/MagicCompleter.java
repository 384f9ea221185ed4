package org.plegma.magics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.plegma.magics.cell.Arguments;
import org.plegma.magics.cell.CellParser;
import org.plegma.magics.cell.Part;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completes the magic that the cursor is in: its name, its options and their values. */
final class MagicCompleter {
    private static final Pattern WORD = Pattern.compile("\\b[\\p{L}_][\\p{L}\\p{N}_]+");

    /** What ends a word in a script of the shell. */
    private static final String NO_PATH = " \t\n\"'`=;|&<>()";

    private final NotebookSession notebook;

    MagicCompleter(NotebookSession notebook) {
        this.notebook = notebook;
    }

    /** The magic on whose line the cursor is, its name and arguments included. */
    static Optional<Part> at(List<Part> parts, int cursor) {
        return parts.stream()
                .filter(part -> part.isMagic() && part.start() < cursor && cursor <= part.argumentsEnd())
                .findFirst();
    }

    /** Proposals at an offset within a cell; empty where Java is typed. */
    Optional<MagicEngine.Completions> complete(List<Part> parts, int cursor) {
        Optional<Part> line = at(parts, cursor);
        if (line.isPresent()) {
            return complete(line.get(), cursor);
        }
        return parts.stream()
                .filter(part -> part.kind() == Part.Kind.CELL && part.bodyStart() <= cursor)
                .filter(part -> notebook.registry().contains(part.name()))
                .filter(part -> !notebook.registry().create(part.name()).bodyIsJava())
                .findFirst()
                .map(part -> bodyWords(part, cursor));
    }

    private MagicEngine.Completions bodyWords(Part part, int cursor) {
        String cell = part.cell();
        Magic magic = notebook.registry().create(part.name());
        if (magic.bodyIsShell()) {
            MagicEngine.Completions paths = paths(cell, part.bodyStart(), cursor);
            if (!paths.matches().isEmpty()) {
                return paths;
            }
        }
        int start = cursor;
        while (start > part.bodyStart() && isWord(cell.charAt(start - 1))) {
            start--;
        }
        String typed = cell.substring(start, cursor);
        Set<String> words = new TreeSet<>(magic.bodyWords());
        WORD.matcher(cell.substring(part.bodyStart(), start)).results().forEach(word -> words.add(word.group()));
        WORD.matcher(cell.substring(cursor)).results().forEach(word -> words.add(word.group()));
        List<String> matches =
                words.stream().filter(word -> word.startsWith(typed)).toList();
        return new MagicEngine.Completions(typed.isEmpty() ? List.of() : matches, start, cursor);
    }

    /** The files and folders that the word of a script before the cursor may mean. */
    private MagicEngine.Completions paths(String cell, int bodyStart, int cursor) {
        int start = cursor;
        while (start > bodyStart && !NO_PATH.contains(cell.substring(start - 1, start))) {
            start--;
        }
        String typed = cell.substring(start, cursor);
        return new MagicEngine.Completions(
                typed.isEmpty() ? List.of() : values(new FileCandidates(), typed, List.of()), start, cursor);
    }

    /** The magic's own words, with the notebook's variables, where one may be meant; else empty, and Java's completion serves. */
    private Optional<MagicEngine.Completions> codeWords(Magic magic, Part part, int cursor) {
        int start = cursor;
        while (start > part.argumentsStart() && isWord(part.cell().charAt(start - 1))) {
            start--;
        }
        String typed = part.cell().substring(start, cursor);
        boolean isMember = start > 0 && part.cell().charAt(start - 1) == '.';
        if (magic.formulaTypes().isPresent() && isMember) {
            return Optional.of(new MagicEngine.Completions(List.of(), start, cursor));
        } else if (magic.formulaTypes().isPresent()) {
            return Optional.of(new MagicEngine.Completions(
                    formulaWords(magic, magic.formulaTypes().get(), typed), start, cursor));
        }
        if (typed.isEmpty() || magic.codeWords().stream().noneMatch(word -> word.startsWith(typed))) {
            return Optional.empty();
        }
        Set<String> words = new TreeSet<>(magic.codeWords());
        notebook.host().variables().forEach(variable -> words.add(variable.name()));
        words.removeIf(word -> !word.startsWith(typed));
        return Optional.of(new MagicEngine.Completions(List.copyOf(words), start, cursor));
    }

    private List<String> formulaWords(Magic magic, Pattern types, String typed) {
        Set<String> words = new TreeSet<>(magic.codeWords());
        notebook.host().variables().stream()
                .filter(variable -> types.matcher(variable.type().replaceFirst("^(\\w+\\.)+", ""))
                        .matches())
                .forEach(variable -> words.add(variable.name()));
        words.removeIf(word -> !word.startsWith(typed));
        return List.copyOf(words);
    }

    private static boolean isWord(char c) {
        return c == '#' || c == '_' || Character.isLetterOrDigit(c);
    }

    private Optional<MagicEngine.Completions> complete(Part part, int cursor) {
        if (cursor <= part.argumentsStart() && !part.isCommand()) {
            return Optional.of(names(part, cursor));
        }
        if (!notebook.registry().contains(part.name())) {
            return Optional.of(new MagicEngine.Completions(List.of(), cursor, cursor));
        }
        Magic magic = notebook.registry().create(part.name());
        int at = cursor - part.argumentsStart();
        List<Arguments.Token> tokens = part.tokens();
        List<Arguments.Token> before =
                tokens.stream().filter(token -> token.end() < at).toList();
        Arguments.Token word = tokens.stream()
                .filter(token -> token.start() <= at && at <= token.end())
                .findFirst()
                .orElse(new Arguments.Token("", at, at, (char) 0));
        if (magic.takesJava()
                && isCode(word, MagicArguments.lenient(magic, part).codeStart())) {
            return codeWords(magic, part, cursor);
        }
        return words(magic, part, magic.takesText() ? List.of() : before, word, at);
    }

    private static boolean isCode(Arguments.Token word, int codeStart) {
        boolean maybeOption = word.text().isEmpty() || word.text().startsWith("-");
        return word.start() > codeStart || word.start() == codeStart && !maybeOption;
    }

    private MagicEngine.Completions names(Part part, int cursor) {
        int nameStart = part.argumentsStart() - part.name().length();
        String prefix = part.cell().substring(Math.min(nameStart, cursor), cursor);
        Magic.Kind kind = part.kind() == Part.Kind.CELL ? Magic.Kind.CELL : Magic.Kind.LINE;
        List<String> matches = new ArrayList<>();
        for (String name : notebook.registry().names()) {
            if (!name.startsWith(prefix)) {
                continue;
            }
            var kinds = notebook.registry().create(name).kinds();
            if (kind == Magic.Kind.LINE && kinds.contains(Magic.Kind.LINE)) {
                matches.add("%" + name);
            }
            if (kinds.contains(Magic.Kind.CELL) && startsCell(part)) {
                matches.add("%%" + name);
            }
        }
        return new MagicEngine.Completions(matches, part.start(), part.argumentsStart());
    }

    private static boolean startsCell(Part part) {
        return part.cell().substring(0, part.start()).lines().allMatch(CellParser::isPreamble);
    }

    private Optional<MagicEngine.Completions> words(
            Magic magic, Part part, List<Arguments.Token> before, Arguments.Token word, int at) {
        CommandSpec spec = MagicRegistry.parserOf(magic).getCommandSpec();
        List<String> words = before.stream().map(Arguments.Token::text).toList();
        String typed = Arguments.split(part.arguments().substring(word.start(), at)).stream()
                .map(Arguments.Token::text)
                .findFirst()
                .orElse("");
        OptionSpec pending = words.isEmpty() ? null : spec.findOption(words.get(words.size() - 1));
        Collection<String> matches = new TreeSet<>();
        int start = part.argumentsStart() + word.start();
        int end = part.argumentsStart() + word.end();
        int equals = typed.startsWith("--") ? typed.indexOf('=') : -1;
        if (pending != null && pending.arity().max() > 0 && !pending.type().equals(boolean.class)) {
            matches.addAll(values(pending, typed, words));
        } else if (equals > 0) {
            OptionSpec option = spec.findOption(typed.substring(0, equals));
            if (option != null) {
                values(option, typed.substring(equals + 1), words)
                        .forEach(value -> matches.add(typed.substring(0, equals + 1) + value));
            }
        } else {
            if (typed.startsWith("-") || typed.isEmpty()) {
                spec.options().stream()
                        .flatMap(option -> List.of(option.names()).stream())
                        .filter(name -> name.startsWith(typed))
                        .forEach(matches::add);
            }
            positional(spec, words).ifPresent(parameter -> matches.addAll(values(parameter, typed, words)));
        }
        return Optional.of(new MagicEngine.Completions(List.copyOf(matches), start, end));
    }

    /** The positional parameter that comes next after these words. */
    private static Optional<PositionalParamSpec> positional(CommandSpec spec, List<String> words) {
        int index = 0;
        for (int i = 0; i < words.size(); i++) {
            OptionSpec option = spec.findOption(words.get(i));
            if (option != null && option.arity().min() > 0) {
                i++; // its value
            } else if (option == null && !words.get(i).startsWith("-")) {
                index++;
            }
        }
        int position = index;
        return spec.positionalParameters().stream()
                .filter(parameter -> parameter.index().contains(position))
                .findFirst();
    }

    private List<String> values(ArgSpec argument, String typed, List<String> before) {
        Iterable<String> candidates = argument.completionCandidates();
        List<String> values = new ArrayList<>();
        if (candidates instanceof Candidates asking) {
            return values(asking, typed, before);
        } else if (candidates != null) {
            boolean isEnum = argument.auxiliaryTypes()[0].isEnum();
            candidates.forEach(value -> values.add(isEnum ? value.toLowerCase(java.util.Locale.ROOT) : value));
        }
        return typedOn(values, typed);
    }

    private List<String> values(Candidates candidates, String typed, List<String> before) {
        try {
            return typedOn(candidates.values(new Candidates.Request(notebook, typed, before)), typed);
        } catch (Exception e) {
            return List.of(); // no device, no such file: there is nothing to propose
        }
    }

    private static List<String> typedOn(List<String> values, String typed) {
        return values.stream()
                .filter(value -> value.startsWith(typed))
                .map(Arguments::quote)
                .toList();
    }
}
