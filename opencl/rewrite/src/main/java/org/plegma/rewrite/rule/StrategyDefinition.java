package org.plegma.rewrite.rule;

import java.util.List;

/** A strategy with a name, which may use itself: {@code strategy down(s): sequence(s, all(down(s)))}. */
public final class StrategyDefinition {
    private final String name;
    private final List<String> parameters;
    private final int number;
    /** Nothing until it is defined, since its own text may name it. */
    private Strategy body = Strategy.sequence();

    /** @param number its position in the text of the set */
    StrategyDefinition(String name, List<String> parameters, int number) {
        this.name = name;
        this.parameters = List.copyOf(parameters);
        this.number = number;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    List<String> parameters() {
        return parameters;
    }

    int number() {
        return number;
    }

    Strategy body() {
        return body;
    }

    void define(Strategy strategy) {
        body = strategy;
    }

    /** What it does with strategies for its parameters. */
    public Strategy with(List<Strategy> arguments) {
        return body.given(parameters, arguments);
    }

    /** The definition in the language of rule sets. */
    public String text() {
        return "strategy " + name + (parameters.isEmpty() ? "" : "(" + String.join(", ", parameters) + ")") + ": "
                + body.text();
    }
}
