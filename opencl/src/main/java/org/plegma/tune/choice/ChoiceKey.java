package org.plegma.tune.choice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/**
 * What a choice is stored by: one parameter, whose values are what is chosen from, by their names.
 *
 * @param <M> what is chosen, told apart by its text
 */
public final class ChoiceKey<M> implements Tunable {
    private final String name;
    private final String hash;
    private final String type;
    private final long[] size;
    private final Space space;
    private final Map<Configuration, M> choices = new LinkedHashMap<>();
    private final Map<M, Configuration> configurations = new LinkedHashMap<>();

    /**
     * For the methods of a family.
     *
     * @param name see {@link Tunable#name}; what comes with Plegma for the same name and type holds whatever the hash
     * @param hash see {@link Tunable#sourceHash}
     * @param size see {@link Tunable#size}
     */
    public static <M> ChoiceKey<M> ofMethods(String name, String hash, String type, long[] size, List<M> methods) {
        return new ChoiceKey<>("METHOD", name, hash, type, size, methods);
    }

    /** @param parameter the name of the parameter in the store */
    public ChoiceKey(String parameter, String name, String hash, String type, long[] size, List<M> from) {
        this.name = name;
        this.hash = hash;
        this.type = type;
        this.size = size.clone();
        this.space = Space.of(
                Parameter.words(parameter, from.stream().map(M::toString).toArray(String[]::new)));
        for (M each : from) {
            Configuration configuration = space.configuration(parameter, each.toString());
            choices.put(configuration, each);
            configurations.put(each, configuration);
        }
    }

    /** What a configuration of the store names. */
    public M choice(Configuration configuration) {
        return Objects.requireNonNull(choices.get(configuration));
    }

    /** How the store names something. */
    public Configuration configuration(M choice) {
        return Objects.requireNonNull(configurations.get(choice));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String sourceHash() {
        return hash;
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public long[] size() {
        return size.clone();
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Candidate compile(Configuration configuration) {
        throw new UnsupportedOperationException("a choice is timed by its family");
    }
}
