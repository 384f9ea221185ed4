package org.plegma.display.page;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jsoup.nodes.Element;

/** Pictures as PNG. */
public final class PngImages {
    private PngImages() {}

    /** A picture at its own size. */
    public static MimeBundle render(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        return bundle(image, width, height, "BufferedImage " + width + " × " + height);
    }

    /**
     * A picture to be shown at a size of its own choice.
     *
     * @param width in CSS pixels
     * @param height in CSS pixels
     * @param description its plain text
     */
    public static MimeBundle bundle(BufferedImage image, int width, int height, String description) {
        return MimeBundle.text(description)
                .with(MimeBundle.PNG, base64(image))
                .withMetadata(MimeBundle.PNG, Map.of("width", width, "height", height));
    }

    /** Puts a bundle's picture into a page, or its text if it has none; gives the new element. */
    public static Element append(Element page, MimeBundle bundle) {
        if (bundle.get(MimeBundle.PNG) == null) {
            return page.appendElement("pre").text(bundle.plain());
        }
        Element image = page.appendElement("img")
                .attr("alt", bundle.plain().lines().findFirst().orElse(""))
                .attr("src", "data:image/png;base64," + bundle.get(MimeBundle.PNG));
        if (bundle.metadata().get(MimeBundle.PNG) instanceof Map<?, ?> size) {
            image.attr("width", String.valueOf(size.get("width")));
        }
        return image;
    }

    public static String base64(BufferedImage image) {
        if (IndexedPng.takes(image)) {
            return Base64.getEncoder().encodeToString(IndexedPng.encode(image));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) { // ImageIO's default goes through a file
            if (!ImageIO.write(image, "png", out)) {
                throw new IllegalArgumentException("PNG cannot hold an image of " + image.getColorModel());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
