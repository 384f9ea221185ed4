package org.plegma.ijava;

import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.jspecify.annotations.Nullable;
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
    private final Map<BaseKernel, Runnable> installed = new WeakHashMap<>();

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
        register(kernel, magics);
        Renderers.types().forEach(type -> showBy(kernel, type));
        Runnable restore = intercept(kernel, new Interception(magics, host));
        installed.put(kernel, () -> {
            restore.run();
            magics.close();
        });
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

    private static @Nullable Object show(BaseKernel kernel, @Nullable Object result) {
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

    /** The better way, for which the kernel has no door. What undoes it. */
    private static Runnable intercept(BaseKernel kernel, Interception interception) {
        Optional<CellFilter> found = CellFilter.of(kernel);
        if (found.isEmpty()) {
            Interception.warn(kernel.getClass());
            return () -> {};
        }
        CellFilter filter = found.get();
        filter.install(cell -> {
            if (interception.isJava()) {
                return cell;
            }
            if (interception.owns(cell)) {
                return WaitingCell.class.getName() + ".run(\"" + interception.keep(cell) + "\")";
            }
            interception.checkLength(cell);
            return filter.original(cell);
        });
        return filter::remove;
    }

    @Override
    public void uninstall(BaseKernel kernel) {
        Runnable undo = installed.remove(kernel);
        if (undo != null) {
            undo.run();
        }
    }
}
