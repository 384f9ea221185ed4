package org.plegma.widgets;

import org.jspecify.annotations.Nullable;

/**
 * The lambdas that {@link Interact} takes: each returns its picture, or returns nothing and shows it. Those for whole
 * numbers are also those for real ones, and those that return also those that do not, so that the compiler can tell
 * which is meant by a lambda without types.
 */
public final class Pictures {
    private Pictures() {}

    /** Shows a picture for a real number. */
    @FunctionalInterface
    public interface DoubleAction {
        void show(double value) throws Exception;
    }

    /** Gives a picture for a real number. */
    @FunctionalInterface
    public interface DoublePicture extends DoubleAction {
        @Nullable
        Object of(double value) throws Exception;

        @Override
        default void show(double value) throws Exception {
            of(value);
        }
    }

    /** Shows a picture for a whole number. */
    @FunctionalInterface
    public interface IntAction extends DoubleAction {
        void show(int value) throws Exception;

        @Override
        default void show(double value) throws Exception {
            show((int) value);
        }
    }

    /** Gives a picture for a whole number. */
    @FunctionalInterface
    public interface IntPicture extends DoublePicture, IntAction {
        @Nullable
        Object of(int value) throws Exception;

        @Override
        default @Nullable Object of(double value) throws Exception {
            return of((int) value);
        }

        @Override
        default void show(int value) throws Exception {
            of(value);
        }

        @Override
        default void show(double value) throws Exception {
            of((int) value);
        }
    }

    /** Shows a picture for one value. */
    @FunctionalInterface
    public interface Action<A> {
        void show(A a) throws Exception;
    }

    /** Gives a picture for one value. */
    @FunctionalInterface
    public interface Picture<A> extends Action<A> {
        @Nullable
        Object of(A a) throws Exception;

        @Override
        default void show(A a) throws Exception {
            of(a);
        }
    }

    /** Shows a picture for two values. */
    @FunctionalInterface
    public interface Action2<A, B> {
        void show(A a, B b) throws Exception;
    }

    /** Gives a picture for two values. */
    @FunctionalInterface
    public interface Picture2<A, B> extends Action2<A, B> {
        @Nullable
        Object of(A a, B b) throws Exception;

        @Override
        default void show(A a, B b) throws Exception {
            of(a, b);
        }
    }

    /** Shows a picture for three values. */
    @FunctionalInterface
    public interface Action3<A, B, C> {
        void show(A a, B b, C c) throws Exception;
    }

    /** Gives a picture for three values. */
    @FunctionalInterface
    public interface Picture3<A, B, C> extends Action3<A, B, C> {
        @Nullable
        Object of(A a, B b, C c) throws Exception;

        @Override
        default void show(A a, B b, C c) throws Exception {
            of(a, b, c);
        }
    }
}
