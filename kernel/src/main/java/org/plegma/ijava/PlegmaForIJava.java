package org.plegma.ijava;

import io.github.spencerpark.jupyter.kernel.BaseKernel;
import io.github.spencerpark.jupyter.kernel.display.mime.MIMEType;
import io.github.spencerpark.jupyter.kernel.magic.MagicParser;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.magics.Magic;
import org.plegma.magics.Magics;

/**
 * Plegma's magics in a stock IJava. A cell adds the jar and calls the one line:
 *
 * <pre>{@code
 * %jars path/to/plegma.jar
 * org.plegma.ijava.PlegmaForIJava.install();
 * }</pre>
 */
public final class PlegmaForIJava {
    private static final String IJAVA = "io.github.spencerpark.ijava.IJava";

    private static @Nullable BaseKernel installed;

    private PlegmaForIJava() {}

    /**
     * Installs the magics into the IJava that runs in this process; a second call does nothing.
     *
     * @throws IllegalStateException if there is no IJava here, or of a version that is not known
     */
    public static synchronized void install() {
        install(runningKernel());
    }

    static synchronized void install(BaseKernel kernel) {
        if (kernel == installed) {
            return;
        }
        IJavaHost host = new IJavaHost(kernel);
        Magics magics = new Magics(host);
        register(kernel, magics);
        Renderers.types().forEach(type -> showBy(kernel, type));
        intercept(kernel, new Interception(magics, host));
        host.prepare();
        installed = kernel;
    }

    private static BaseKernel runningKernel() {
        try {
            Class<?> ijava = Class.forName(IJAVA, true, BaseKernel.class.getClassLoader());
            Object kernel = ijava.getMethod("getKernelInstance").invoke(null);
            if (kernel != null) {
                return (BaseKernel) kernel;
            }
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "There is no IJava in this process. In a stock JJava, plegma.jar needs only to"
                            + " be on the class path; in Plegma's own kernel the magics are there.",
                    e);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("This version of IJava is not known to Plegma: " + e, e);
        }
        throw new IllegalStateException("IJava's kernel has not started.");
    }

    /** The way that the kernel provides. IJava drops the value of a magic's line, so it is shown at once. */
    private static void register(BaseKernel kernel, Magics magics) {
        var registry = registry(kernel);
        for (String name : magics.names(Magic.Kind.LINE)) {
            registry.registerLineMagic(name, words -> show(kernel, magics.call(name, words)));
        }
        for (String name : magics.names(Magic.Kind.CELL)) {
            registry.registerCellMagic(name, (words, body) -> show(kernel, magics.call(name, words, body)));
        }
        registry.registerCellMagic(IJavaParser.CELL_MAGIC, (words, key) -> show(kernel, WaitingCell.run(key)));
    }

    private static @Nullable Object show(BaseKernel kernel, @Nullable Object result) {
        if (result != null) {
            kernel.display(IJavaHost.data(Renderers.render(result)));
        }
        return null;
    }

    private static io.github.spencerpark.jupyter.kernel.magic.registry.Magics registry(BaseKernel kernel) {
        try {
            return (io.github.spencerpark.jupyter.kernel.magic.registry.Magics)
                    kernel.getClass().getMethod("getMagics").invoke(kernel);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of IJava is not known to Plegma: " + e, e);
        }
    }

    private static <T> void showBy(BaseKernel kernel, Class<T> type) {
        kernel.getRenderer()
                .createRegistration(type)
                .preferring(MIMEType.TEXT_HTML)
                .supporting(MIMEType.TEXT_PLAIN, MIMEType.IMAGE_PNG)
                .register((value, context) ->
                        context.getOutputContainer().assign(IJavaHost.data(Renderers.render(value))));
    }

    /** The better way, for which IJava has no door. */
    private static void intercept(BaseKernel kernel, Interception interception) {
        Optional<Reflection.Place> parser = Reflection.find(kernel, MagicParser.class);
        if (parser.isEmpty()) {
            Interception.warn(kernel.getClass());
            return;
        }
        Reflection.Place place = parser.get();
        try {
            place.set(new IJavaParser((MagicParser) place.get(), interception));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // find() made it accessible
        }
    }
}
