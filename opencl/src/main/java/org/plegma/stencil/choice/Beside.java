package org.plegma.stencil.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Threads that rank and compile methods beside those that wait, with stacks as deep as a cell's: formulas may be nested far. */
final class Beside {
    static final Executor THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(null, work, "choose a method", 64L << 20);
        thread.setDaemon(true);
        return thread;
    });

    private static final int MOST_TOGETHER = 8;

    private Beside() {}

    /** The results for all items, in their order, worked out by some threads, the caller's among them. */
    static <A, B> List<B> each(List<A> items, Function<A, B> work) {
        AtomicInteger next = new AtomicInteger();
        AtomicReferenceArray<B> results = new AtomicReferenceArray<>(items.size());
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
                results.set(i, work.apply(items.get(i)));
            }
        };
        int more = Math.min(MOST_TOGETHER, Runtime.getRuntime().availableProcessors()) - 1;
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int i = 0; i < more; i++) {
            others.add(CompletableFuture.runAsync(worker, THREADS));
        }
        worker.run();
        try {
            others.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
        List<B> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            all.add(results.get(i));
        }
        return all;
    }
}
