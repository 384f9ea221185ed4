package org.plegma.display;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pictures as PNG. */
final class Images {
    private Images() {}

    /** A picture at its own size. */
    static MimeBundle render(BufferedImage image) {
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
    static MimeBundle bundle(BufferedImage image, int width, int height, String description) {
        return MimeBundle.text(description)
                .with(MimeBundle.PNG, base64(image))
                .withMetadata(MimeBundle.PNG, Map.of("width", width, "height", height));
    }

    static String base64(BufferedImage image) {
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
