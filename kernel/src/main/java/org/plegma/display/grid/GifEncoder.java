package org.plegma.display.grid;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An animated GIF that repeats for ever, by the writer of javax.imageio. A frame holds only the pixels that changed, which
 * makes still surroundings cost nothing.
 */
final class GifEncoder implements AutoCloseable {
    private static final String FORMAT = "javax_imageio_gif_image_1.0";

    private final IndexColorModel colors;
    private final int width;
    private final int height;
    private final int delay;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ImageOutputStream out = new MemoryCacheImageOutputStream(bytes);
    private final ImageWriter writer =
            ImageIO.getImageWritersByFormatName("gif").next();
    private byte @Nullable [] previous;

    /**
     * @param colors with a transparent index, which stands for an unchanged pixel
     * @param delay of each frame, in hundredths of a second
     */
    GifEncoder(IndexColorModel colors, int width, int height, int delay) throws IOException {
        this.colors = colors;
        this.width = width;
        this.height = height;
        this.delay = delay;
        writer.setOutput(out);
        writer.prepareWriteSequence(null);
    }

    /**
     * Adds a frame.
     *
     * @param pixels indices of colours, row by row
     */
    void add(byte[] pixels) throws IOException {
        byte[] changed = pixels.clone();
        if (previous != null) {
            for (int i = 0; i < pixels.length; i++) {
                if (pixels[i] == previous[i]) {
                    changed[i] = (byte) colors.getTransparentPixel();
                }
            }
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, colors);
        byte[] target = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        System.arraycopy(changed, 0, target, 0, target.length);
        writer.writeToSequence(new IIOImage(image, null, metadata(image)), null);
        previous = pixels.clone();
    }

    private IIOMetadata metadata(BufferedImage image) throws IIOInvalidTreeException {
        IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), null);
        IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
        IIOMetadataNode control = child(root, "GraphicControlExtension");
        control.setAttribute("disposalMethod", "doNotDispose");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("delayTime", Integer.toString(delay));
        IIOMetadataNode repeat = new IIOMetadataNode("ApplicationExtension");
        repeat.setAttribute("applicationID", "NETSCAPE");
        repeat.setAttribute("authenticationCode", "2.0");
        repeat.setUserObject(new byte[] {1, 0, 0}); // for ever
        if (previous == null) {
            child(root, "ApplicationExtensions").appendChild(repeat);
        }
        metadata.setFromTree(FORMAT, root);
        return metadata;
    }

    private static IIOMetadataNode child(IIOMetadataNode root, String name) {
        for (int i = 0; i < root.getLength(); i++) {
            if (root.item(i).getNodeName().equals(name)) {
                return (IIOMetadataNode) root.item(i);
            }
        }
        IIOMetadataNode added = new IIOMetadataNode(name);
        root.appendChild(added);
        return added;
    }

    /** The file, which ends with the frames added so far. */
    byte[] finish() throws IOException {
        writer.endWriteSequence();
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        writer.dispose();
        try {
            out.close();
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
    }
}
