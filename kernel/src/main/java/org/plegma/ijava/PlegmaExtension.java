package org.plegma.ijava;

import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.dflib.jjava.jupyter.kernel.magic.MagicParser;
import org.plegma.display.Renderers;
import org.plegma.magics.Magic;
import org.plegma.magics.Magics;

/**
 * Plegma's magics in a stock JJava, or in any kernel built on jjava-jupyter that evaluates by a JShell in its own process.
 * JJava finds it by {@code META-INF/services} once {@code plegma.jar} is on its class path.
 *
 * <p>The magics are registered in the kernel's registry. Besides, cells whose magics are all Plegma's pass by the kernel's
 * own parser, so that quotes, options, long bodies and Java that merely contains a percent sign are read as in Plegma.
 */
public final class PlegmaExtension implements Extension {
    private final Map<BaseKernel, Magics> installed = new WeakHashMap<>();

    @Override
    public void install(BaseKernel kernel) {
        JJavaHost host;
        try {
            host = new JJavaHost(kernel);
        } catch (IllegalStateException e) { // of another language, say: an exception would keep it from starting
            System.err.println(e.getMessage());
            return;
        }
        Magics magics = new Magics(host);
        installed.put(kernel, magics);
        register(kernel, magics);
        ForeignHost.SHOWN.forEach(type -> showBy(kernel, type));
        intercept(kernel, new Interception(magics, host));
        host.prepare();
    }

    /** The way that the kernel provides. JJava drops the value of a magic's line, so it is shown at once. */
    private static void register(BaseKernel kernel, Magics magics) {
        for (String name : magics.names(Magic.Kind.LINE)) {
            kernel.getMagicsRegistry().registerLineMagic(name, (k, words) -> show(k, magics.call(name, words)));
        }
        for (String name : magics.names(Magic.Kind.CELL)) {
            kernel.getMagicsRegistry()
                    .registerCellMagic(name, (k, words, body) -> show(k, magics.call(name, words, body)));
        }
    }

    private static Object show(BaseKernel kernel, Object result) {
        if (result != null) {
            kernel.display(JJavaHost.data(Renderers.render(result)));
        }
        return null;
    }

    private static <T> void showBy(BaseKernel kernel, Class<T> type) {
        kernel.getRenderer()
                .createRegistration(type)
                .preferring(MIMEType.TEXT_HTML)
                .supporting(MIMEType.TEXT_PLAIN, MIMEType.IMAGE_PNG)
                .register((value, context) ->
                        context.getOutputContainer().assign(JJavaHost.data(Renderers.render(value))));
    }

    /** The better way, for which the kernel has no door. */
    private static void intercept(BaseKernel kernel, Interception interception) {
        parser(kernel).ifPresent(place -> set(place, new JJavaParser(kernel.getMagicParser(), interception)));
    }

    @Override
    public void uninstall(BaseKernel kernel) {
        if (kernel.getMagicParser() instanceof JJavaParser parser) {
            parser(kernel).ifPresent(place -> set(place, parser.original()));
        }
        Magics magics = installed.remove(kernel);
        if (magics != null) {
            magics.close();
        }
    }

    private static Optional<Reflection.Place> parser(BaseKernel kernel) {
        return Reflection.find(kernel, MagicParser.class);
    }

    private static void set(Reflection.Place place, MagicParser parser) {
        try {
            place.set(parser);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // find() made it accessible
        }
    }
}
