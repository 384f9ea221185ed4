package org.plegma.display.page;

/** Where displays that change in place go: the notebook, by its display and update messages. */
public interface DisplaySink {

    /** Shows a bundle under an id. */
    void display(MimeBundle bundle, String displayId);

    /** Replaces what is shown under the id. */
    void update(MimeBundle bundle, String displayId);

    /** A sink of two method references, as in {@code DisplaySink.of(host::display, host::update)}. */
    static DisplaySink of(Direction display, Direction update) {
        return new DisplaySink() {
            @Override
            public void display(MimeBundle bundle, String displayId) {
                display.accept(bundle, displayId);
            }

            @Override
            public void update(MimeBundle bundle, String displayId) {
                update.accept(bundle, displayId);
            }
        };
    }

    /** One of the two directions of a sink. */
    @FunctionalInterface
    interface Direction {
        void accept(MimeBundle bundle, String displayId);
    }
}
