package org.plegma.display.page;

import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Several results as one, each below the one before. */
public final class StackedView {
    private StackedView() {}

    /** One bundle of all; with a single one, that as it is. */
    public static MimeBundle of(List<MimeBundle> bundles) {
        if (bundles.size() == 1) {
            return bundles.get(0);
        }
        Element page = new Element("div").addClass("plegma");
        bundles.forEach(bundle -> append(page, bundle));
        String text = bundles.stream().map(bundle -> bundle.plain()).collect(Collectors.joining("\n"));
        return MimeBundle.text(text).with(MimeBundle.HTML, page.outerHtml());
    }

    private static void append(Element page, MimeBundle bundle) {
        String html = bundle.get(MimeBundle.HTML) == null ? bundle.get(MimeBundle.SVG) : bundle.get(MimeBundle.HTML);
        if (html == null) {
            PngImages.append(page, bundle);
        } else {
            page.appendElement("div").append(html);
        }
    }
}
