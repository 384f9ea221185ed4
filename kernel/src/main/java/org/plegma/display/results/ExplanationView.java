package org.plegma.display.results;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jsoup.nodes.Element;
import org.knowm.xchart.XYChart;
import org.plegma.display.chart.ChartView;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;
import org.plegma.stencil.Explanation;
import org.plegma.stencil.method.Method;
import org.plegma.tune.choice.Choice;

/** Why a method was chosen: the ranking, the roofline with what was measured, and the code, which unfolds. */
public final class ExplanationView {
    private ExplanationView() {}

    /** The methods beside each other, the plan that was taken, and its code. */
    public static MimeBundle render(Explanation explanation) throws IOException {
        Sheet ranking = new Sheet(explanation.title())
                .text("method")
                .number("a step, predicted")
                .number("measured")
                .number("GCell/s")
                .text("why");
        double cells = 1;
        for (int size : explanation.shape()) {
            cells *= size;
        }
        for (Choice.Row<Method> row : explanation.rows()) {
            ranking.row(
                    row.method(),
                    Numbers.seconds(row.predicted()),
                    Numbers.seconds(row.measured()),
                    row.measured().isPresent()
                            ? Numbers.figure(cells / row.measured().getAsDouble() * 1e-9)
                            : null,
                    row.why());
        }
        String codeTitle = "The code of " + explanation.method();
        MimeBundle code = SourceView.of(explanation.source()).render();
        Html html = new Html().title(explanation.title());
        ranking.appendTo(html.root);
        String text = ranking.toString();
        if (!explanation.remark().isEmpty()) {
            html.note(explanation.remark());
            text += "\n" + explanation.remark();
        }
        Optional<XYChart> roofline = explanation.roofline();
        if (roofline.isPresent()) {
            MimeBundle drawn = ChartView.of(roofline.get()).png().render();
            html.root
                    .appendElement("img")
                    .addClass(Html.CHART)
                    .attr("width", Integer.toString(roofline.get().getWidth()))
                    .attr("alt", drawn.plain())
                    .attr("src", "data:image/png;base64," + drawn.get(MimeBundle.PNG));
            text += "\n" + drawn.plain();
        } else {
            String note = "No roofline: the limits of this device are not known yet; %roofline measures them.";
            html.note(note);
            text += "\n" + note;
        }
        Element details = html.root.appendElement("details");
        details.appendElement("summary").text(codeTitle);
        details.append(Objects.requireNonNull(code.get(MimeBundle.HTML)));
        return MimeBundle.text(text + "\n" + codeTitle + "\n" + code.plain()).with(MimeBundle.HTML, html.toString());
    }
}
