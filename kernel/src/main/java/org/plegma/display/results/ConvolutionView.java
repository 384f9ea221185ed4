package org.plegma.display.results;

import java.io.IOException;
import org.plegma.convolve.ConvolutionExplanation;
import org.plegma.display.chart.ChartView;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.tune.choice.Choice;

/** Why a convolution is computed as it is: the times of the methods, and the chart on which they cross. */
public final class ConvolutionView {
    private ConvolutionView() {}

    /** The methods beside each other, and why one was taken. */
    public static MimeBundle render(ConvolutionExplanation explanation) throws IOException {
        Sheet methods = new Sheet(explanation.title())
                .text("method")
                .number("predicted")
                .number("measured")
                .text("why");
        for (Choice.Row<String> row : explanation.rows()) {
            methods.row(row.method(), Numbers.seconds(row.predicted()), Numbers.seconds(row.measured()), row.why());
        }
        Html html = new Html().title(explanation.title());
        methods.appendTo(html.root);
        MimeBundle drawn = ChartView.of(explanation.crossover()).png().render();
        html.root
                .appendElement("img")
                .addClass(Html.CHART)
                .attr("width", Integer.toString(explanation.crossover().getWidth()))
                .attr("alt", drawn.plain())
                .attr("src", "data:image/png;base64," + drawn.get(MimeBundle.PNG));
        return MimeBundle.text(methods + "\n" + drawn.plain()).with(MimeBundle.HTML, html.toString());
    }
}
