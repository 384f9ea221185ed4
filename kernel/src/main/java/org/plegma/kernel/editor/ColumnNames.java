package org.plegma.kernel.editor;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.magics.MagicEngine.Completions;
import tech.tablesaw.api.Table;

/** The columns that a string of Java may name: of the tables that its statement names before it. */
final class ColumnNames {
    private static final Pattern NAME = Pattern.compile("\\b[A-Za-z_]\\w*\\b(?!\\s*\\()");

    private static final Pattern TABLES = Pattern.compile("(?:[\\w.]*\\.)?(?:Table|Records|Figures)");

    private ColumnNames() {}

    /** Those that go on from what is typed of the string that the code ends in; none if the statement names no table. */
    static Completions at(JavaEvaluator java, String code) {
        int end = code.length();
        int quote = code.lastIndexOf('"');
        String typed = code.substring(quote + 1);
        if (quote < 0 || typed.contains("\n") || FileNames.endsInText(code.substring(0, quote))) {
            return new Completions(List.of(), end, end);
        }
        String before = code.substring(0, quote);
        String statement = before.substring(Math.max(before.lastIndexOf(';'), before.lastIndexOf('{')) + 1);
        List<String> matches = NAME.matcher(statement)
                .results()
                .map(MatchResult::group)
                .distinct()
                .filter(name -> java.declared(name)
                        .filter(variable -> TABLES.matcher(variable.typeName()).matches())
                        .isPresent())
                .flatMap(name -> java.variable(name).stream())
                .filter(Table.class::isInstance)
                .flatMap(table -> ((Table) table).columnNames().stream())
                .filter(column -> column.startsWith(typed))
                .distinct()
                .toList();
        return new Completions(matches, quote + 1, end);
    }
}
