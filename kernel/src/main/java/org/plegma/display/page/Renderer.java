package org.plegma.display.page;

import org.plegma.display.Renderers;

/**
 * Turns values of one type into what a notebook shows.
 *
 * @param <T> the type of the values
 */
@FunctionalInterface
public interface Renderer<T> {

    /** Renders a value that is not null. May throw: {@link Renderers#render} then shows plain text and says why. */
    MimeBundle render(T value) throws Exception;
}
