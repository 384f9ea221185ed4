package org.plegma.magics;

import java.util.Iterator;
import java.util.List;

/**
 * Completion of an argument's value with knowledge of the notebook: the class that an option or parameter names as its
 * {@code completionCandidates}. Needs a constructor without parameters.
 */
public abstract class Candidates implements Iterable<String> {

    /**
     * All values, or those that go with what is typed so far; the engine drops those that do not start with it.
     *
     * @throws Exception if there is nothing to say; completion then offers nothing
     */
    protected abstract List<String> values(Request request) throws Exception;

    /** None: picocli asks for them without a notebook. */
    @Override
    public final Iterator<String> iterator() {
        return List.<String>of().iterator();
    }

    /**
     * What is being completed.
     *
     * @param notebook the notebook
     * @param prefix the value as far as it is typed, before the cursor
     * @param before the words of the argument line before this one
     */
    public record Request(NotebookSession notebook, String prefix, List<String> before) {}

    /** The notebook's variables. */
    public static final class Variables extends Candidates {
        @Override
        public List<String> values(Request request) {
            return request.notebook().host().variables().stream()
                    .map(Host.Variable::name)
                    .toList();
        }
    }
}
