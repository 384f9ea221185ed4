package org.plegma.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/** What code shows and prints while it is kept from the page, in order. Not safe for use by several threads. */
final class Capture {
    private final Map<String, MimeBundle> shown = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    void display(MimeBundle bundle, @Nullable String displayId) {
        endText();
        shown.put(displayId == null ? UUID.randomUUID().toString() : displayId, bundle);
    }

    /** Replaces what was captured under an id; whether there is such. */
    boolean update(MimeBundle bundle, String displayId) {
        return shown.replace(displayId, bundle) != null;
    }

    void print(CharSequence more) {
        text.append(more);
    }

    void clear() {
        text.setLength(0);
        shown.clear();
    }

    List<MimeBundle> bundles() {
        endText();
        return new ArrayList<>(shown.values());
    }

    private void endText() {
        if (text.length() > 0) {
            shown.put(
                    UUID.randomUUID().toString(),
                    MimeBundle.text(text.toString().stripTrailing()));
            text.setLength(0);
        }
    }
}
