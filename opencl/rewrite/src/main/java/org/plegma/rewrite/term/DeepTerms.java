package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Source;

/**
 * Going through a program takes a stack as deep as the program is nested, and a sum of a thousand terms is a thousand levels.
 * What is deep is gone through on a thread with a stack that suffices for {@value #MOST_LEVELS} levels; deeper programs are
 * refused in words.
 */
public final class DeepTerms {
    static final int MOST_LEVELS = 5_000;

    private static final String CURE = "Give parts of it names of their own.";
    private static final int SHALLOW_LEVELS = 50;
    private static final int SHALLOW_CHARACTERS = 200;
    /** Reserved, and used only as far as a program is deep. */
    private static final long STACK_BYTES = 256L << 20;

    private DeepTerms() {}

    /** How many levels a term has. */
    public static int levels(Term term) {
        int levels = 0;
        for (List<Term> level = List.of(term); !level.isEmpty(); levels++) {
            List<Term> below = new ArrayList<>();
            for (Term each : level) {
                below.addAll(each.children());
            }
            level = below;
        }
        return levels;
    }

    /**
     * Does what goes through a term.
     *
     * @throws IllegalArgumentException if the term is too deep
     */
    public static <T> T through(Term term, Supplier<T> work) {
        return through(term, false, work);
    }

    /** @param deeper whether the work takes a deep stack even where the term is shallow */
    public static <T> T through(Term term, boolean deeper, Supplier<T> work) {
        int levels = levels(term);
        if (levels > MOST_LEVELS) {
            throw new IllegalArgumentException(
                    "The program is nested " + levels + " levels deep; the most is " + MOST_LEVELS + ". " + CURE);
        }
        return levels <= SHALLOW_LEVELS && !deeper ? work.get() : call(work);
    }

    /**
     * Reads a source.
     *
     * @throws CodeException if it is too deep
     */
    static <T extends Term> T read(String text, Supplier<T> reader) {
        if (text.length() <= SHALLOW_CHARACTERS) {
            return reader.get();
        }
        try {
            T term = call(reader);
            if (levels(term) <= MOST_LEVELS) {
                return term;
            }
        } catch (StackOverflowError tooDeep) {
            // refused below
        }
        throw new Source(text).fault(0, 1, "The code is nested too deep: more than " + MOST_LEVELS + " levels.", CURE);
    }

    private static final class Worker extends Thread {
        private final Supplier<?> work;
        private @Nullable Object result;
        private @Nullable Throwable failure;

        Worker(Supplier<?> work) {
            super(null, null, "plegma-rewrite", STACK_BYTES);
            this.work = work;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                result = work.get();
            } catch (Throwable thrown) {
                failure = thrown;
            }
        }
    }

    @SuppressWarnings("unchecked") // the worker's result is that of the work it was given
    private static <T> T call(Supplier<T> work) {
        if (Thread.currentThread() instanceof Worker) {
            return work.get();
        }
        Worker worker = new Worker(work);
        worker.start();
        boolean interrupted = false;
        while (true) {
            try {
                worker.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                worker.interrupt(); // the work ends soon, with what it throws then
            }
        }
        if (worker.failure instanceof RuntimeException exception) {
            throw exception;
        } else if (worker.failure instanceof Error error) {
            throw error;
        }
        if (interrupted) {
            Thread.currentThread().interrupt(); // the work had ended already
        }
        return (T) Objects.requireNonNull(worker.result, "a worker without result or failure");
    }
}
