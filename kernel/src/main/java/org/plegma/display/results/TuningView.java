package org.plegma.display.results;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.plegma.display.chart.ChartView;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.TableView;
import org.plegma.tune.result.TuningResult;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.numbers.NumberColumnFormatter;

/** The result of a search: the winner in words, a chart of all candidates, and their table. */
public final class TuningView {
    private TuningView() {}

    /** The best trials, and how they were found. */
    public static MimeBundle render(TuningResult result) throws IOException {
        MimeBundle table = TableView.of(readable(result.table())).title(null).render();
        Html html = new Html();
        result.summary().lines().forEach(html::note);
        html.root.child(1).removeClass("plegma-note").addClass("plegma-title");
        String chart = "";
        if (result.best().isPresent()) {
            MimeBundle drawn = ChartView.of(result.scatter()).png().render();
            int width = result.scatter().getWidth();
            html.root
                    .appendElement("img")
                    .addClass(Html.CHART)
                    .attr("width", Integer.toString(width))
                    .attr("alt", drawn.plain())
                    .attr("src", "data:image/png;base64," + drawn.get(MimeBundle.PNG));
            chart = drawn.plain() + "\n";
        }
        html.root.append(Objects.requireNonNull(table.get(MimeBundle.HTML)));
        return MimeBundle.text(result.summary() + "\n" + chart + table.plain()).with(MimeBundle.HTML, html.toString());
    }

    /** With each time in its own unit: a column in milliseconds shows too few digits of a kernel's microseconds. */
    private static Table readable(Table trials) {
        Map.of("time (ms)", 1e-3, "min (ms)", 1e-3, "compile (s)", 1.0).forEach((name, unit) -> {
            DoubleColumn column = trials.doubleColumn(name);
            column.setPrintFormatter(new NumberColumnFormatter() {
                @Override
                public String format(double value) {
                    return Numbers.seconds(unit * value);
                }
            });
            column.setName(name.substring(0, name.indexOf(" (")));
        });
        return trials;
    }
}
