package org.plegma.widgets;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.widgets.Pictures.Action;
import org.plegma.widgets.Pictures.Action2;
import org.plegma.widgets.Pictures.Action3;
import org.plegma.widgets.Pictures.DoubleAction;
import org.plegma.widgets.Pictures.DoublePicture;
import org.plegma.widgets.Pictures.IntAction;
import org.plegma.widgets.Pictures.IntPicture;
import org.plegma.widgets.Pictures.Picture;
import org.plegma.widgets.Pictures.Picture2;
import org.plegma.widgets.Pictures.Picture3;

/**
 * Sliders and other controls that a picture follows. Every cell can call these by their plain names.
 *
 * <p>The lambda runs in the kernel, between cells, each time a control changes; if it changes faster than that, only the
 * newest value counts. What the lambda returns, shows by {@code display} and prints stands in place of what it gave
 * before. A failure is shown there too, and an interrupt ends a lambda that takes too long.
 *
 * <p>The front end has to be JupyterLab or Notebook with ipywidgets 8. A saved page holds the last picture.
 */
public final class Interact {
    private static final int STEPS = 100;

    private static volatile @Nullable Page page;

    private Interact() {}

    /** Sets the notebook in which controls are shown. */
    public static void install(Page notebook) {
        page = notebook;
    }

    /**
     * Shows a slider over real numbers and a picture that follows it. {@code interact("alpha", 0.0, 1.0, a -> 2 * a);}
     *
     * @param picture gives the picture for a value; a lambda that returns nothing needs braces
     */
    public static void interact(String name, double from, double to, DoublePicture picture) {
        start(List.of(slider(name, from, to)), values -> picture.of((double) values.get(0)));
    }

    /** Shows a slider over real numbers and what a lambda shows for its value. */
    public static void interact(String name, double from, double to, DoubleAction action) {
        start(List.of(slider(name, from, to)), values -> {
            action.show((double) values.get(0));
            return null;
        });
    }

    /**
     * Shows a slider over whole numbers and a picture that follows it. {@code interact("n", 1, 10, n -> n * n);}
     *
     * @param picture gives the picture for a value; a lambda that returns nothing needs braces
     */
    public static void interact(String name, int from, int to, IntPicture picture) {
        start(List.of(slider(name, from, to)), values -> picture.of((int) values.get(0)));
    }

    /** Shows a slider over whole numbers and what a lambda shows for its value. */
    public static void interact(String name, int from, int to, IntAction action) {
        start(List.of(slider(name, from, to)), values -> {
            action.show((int) values.get(0));
            return null;
        });
    }

    /**
     * Shows a control and a picture that follows it. {@code interact(choice("color", "red", "green"), c -> c);}
     *
     * @param picture gives the picture for a value; a lambda that returns nothing needs braces
     */
    @SuppressWarnings("unchecked") // the values are those of the controls
    public static <A> void interact(Control<A> a, Picture<? super A> picture) {
        start(List.of(a), values -> picture.of((A) values.get(0)));
    }

    /** Shows a control and what a lambda shows for its value. */
    @SuppressWarnings("unchecked")
    public static <A> void interact(Control<A> a, Action<? super A> action) {
        start(List.of(a), values -> {
            action.show((A) values.get(0));
            return null;
        });
    }

    /**
     * Shows two controls and a picture that follows both.
     *
     * @param picture gives the picture for two values; a lambda that returns nothing needs braces
     */
    @SuppressWarnings("unchecked")
    public static <A, B> void interact(Control<A> a, Control<B> b, Picture2<? super A, ? super B> picture) {
        start(List.of(a, b), values -> picture.of((A) values.get(0), (B) values.get(1)));
    }

    /** Shows two controls and what a lambda shows for their values. */
    @SuppressWarnings("unchecked")
    public static <A, B> void interact(Control<A> a, Control<B> b, Action2<? super A, ? super B> action) {
        start(List.of(a, b), values -> {
            action.show((A) values.get(0), (B) values.get(1));
            return null;
        });
    }

    /**
     * Shows three controls and a picture that follows all.
     *
     * @param picture gives the picture for three values; a lambda that returns nothing needs braces
     */
    @SuppressWarnings("unchecked")
    public static <A, B, C> void interact(
            Control<A> a, Control<B> b, Control<C> c, Picture3<? super A, ? super B, ? super C> picture) {
        start(List.of(a, b, c), values -> picture.of((A) values.get(0), (B) values.get(1), (C) values.get(2)));
    }

    /** Shows three controls and what a lambda shows for their values. */
    @SuppressWarnings("unchecked")
    public static <A, B, C> void interact(
            Control<A> a, Control<B> b, Control<C> c, Action3<? super A, ? super B, ? super C> action) {
        start(List.of(a, b, c), values -> {
            action.show((A) values.get(0), (B) values.get(1), (C) values.get(2));
            return null;
        });
    }

    /** A slider over real numbers in a hundred steps, which starts in the middle. */
    public static Control<Double> slider(String name, double from, double to) {
        return slider(name, from, to, from + (to - from) / 2);
    }

    /** A slider over real numbers in a hundred steps, which starts at a value. */
    public static Control<Double> slider(String name, double from, double to, double start) {
        return slider(name, from, to, start, (to - from) / STEPS);
    }

    /** A slider over real numbers, which starts at a value and moves by a step. */
    public static Control<Double> slider(String name, double from, double to, double start, double step) {
        return new DoubleSlider(name, from, to, start, step);
    }

    /** A slider over whole numbers, both ends included, which starts in the middle. */
    public static Control<Integer> slider(String name, int from, int to) {
        return slider(name, from, to, (int) (((long) from + to) / 2));
    }

    /** A slider over whole numbers, both ends included, which starts at a value. */
    public static Control<Integer> slider(String name, int from, int to, int start) {
        return new IntSlider(name, from, to, start, false);
    }

    /** A slider over whole numbers with a button that plays them, ten a second; it starts at the first. */
    public static Control<Integer> play(String name, int from, int to) {
        return new IntSlider(name, from, to, from, true);
    }

    /** A list of values, shown by their texts; at the start the first is chosen. */
    @SafeVarargs
    public static <T> Control<T> choice(String name, T... options) {
        return new Dropdown<>(name, List.of(options));
    }

    /** A line of text, which counts when it is entered. */
    public static Control<String> textField(String name, String start) {
        return new TextField(name, start);
    }

    /** A box that is ticked or not. */
    public static Control<Boolean> checkbox(String name, boolean start) {
        return new Checkbox(name, start);
    }

    /**
     * A button; its value is how often it was pressed. With one among the controls, the picture is drawn when it is
     * pressed, and not when another control changes.
     */
    public static Control<Integer> button(String name) {
        return new Button(name);
    }

    private static void start(List<Control<?>> controls, Interaction.Drawing drawing) {
        if (page == null) {
            throw new IllegalStateException("This works only in a Plegma notebook.");
        }
        try {
            Interaction.start(page, controls, drawing);
        } catch (Throwable failure) {
            throw thrownAsItIs(failure);
        }
    }

    /** Lets a failure of the cell's code pass without wrapping it, so that the cell shows what was thrown. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException thrownAsItIs(Throwable failure) throws E {
        throw (E) failure;
    }
}
