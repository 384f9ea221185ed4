package org.plegma.display.page;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One result in several representations, from which a Jupyter front end picks the richest that it can show.
 *
 * <p>Keys of {@code data} are MIME types. Text types hold their text, binary types (for example {@code image/png}) hold
 * base64, {@code application/json} and types ending in {@code +json} hold a tree of maps, lists, strings, numbers and
 * booleans. There is always a {@code text/plain} entry.
 *
 * @param data representations by MIME type, in the order of insertion
 * @param metadata hints by MIME type, such as the width and height of an image; often empty
 */
public record MimeBundle(Map<String, Object> data, Map<String, Object> metadata) {

    public static final String TEXT = "text/plain";
    public static final String HTML = "text/html";
    public static final String MARKDOWN = "text/markdown";
    public static final String LATEX = "text/latex";
    public static final String PNG = "image/png";
    public static final String SVG = "image/svg+xml";

    public MimeBundle {
        Objects.requireNonNull(data.get(TEXT), "a bundle needs a text/plain representation");
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        metadata = Map.copyOf(metadata);
    }

    /** A bundle of plain text alone. */
    public static MimeBundle text(String text) {
        return new MimeBundle(Map.of(TEXT, text), Map.of());
    }

    /** This bundle with one more representation, or another one for the same type. */
    public MimeBundle with(String mimeType, Object content) {
        Map<String, Object> more = new LinkedHashMap<>(data);
        more.put(mimeType, content);
        return new MimeBundle(more, metadata);
    }

    /** This bundle with a hint for one of its types. */
    public MimeBundle withMetadata(String mimeType, Object hint) {
        Map<String, Object> more = new LinkedHashMap<>(metadata);
        more.put(mimeType, hint);
        return new MimeBundle(data, more);
    }

    /** The plain text, which every bundle has. */
    public String plain() {
        return String.valueOf(data.get(TEXT));
    }

    /** The text of one representation, or null if there is none of that type. */
    public @Nullable String get(String mimeType) {
        Object content = data.get(mimeType);
        return content == null ? null : content.toString();
    }
}
