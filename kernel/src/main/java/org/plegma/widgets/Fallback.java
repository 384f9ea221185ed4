package org.plegma.widgets;

import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.plegma.display.page.MimeBundle;

/** What stands for controls where they cannot be shown: in saved pages, and where ipywidgets is not installed. */
final class Fallback {
    private static final String CURE =
            "To move it, run the cell in JupyterLab or Notebook with ipywidgets 8: pip install ipywidgets,"
                    + " then reload the page.";

    private Fallback() {}

    static MimeBundle of(List<Control<?>> controls) {
        List<String> lines = controls.stream()
                .map(control -> control.name() + ": " + control.range())
                .toList();
        Element root = new Element("div").addClass("plegma");
        lines.forEach(line -> root.appendElement("div").text(line));
        root.appendElement("div").attr("style", "opacity:.7;font-size:12px").text(CURE);
        return MimeBundle.text(lines.stream().collect(Collectors.joining("\n")) + "\n" + CURE)
                .with(MimeBundle.HTML, root.outerHtml());
    }
}
