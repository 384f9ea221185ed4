package org.plegma.measure.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

/** Several campaigns as one: {@link Campaign#merge}. */
final class CampaignMerge {

    /** Of the table with columns {@code measurement} and {@code node}: positions among the measurements and the nodes. */
    static final String ORIGIN = "origin";

    private final Map<String, Campaign> parts;
    private final List<Provenance> nodes;

    private CampaignMerge(Map<String, Campaign> parts, Provenance provenance) {
        this.parts = parts;
        this.nodes = provenance.nodes();
    }

    static Campaign of(Map<String, Campaign> parts) {
        parts.forEach((name, part) -> {
            if (part.provenance().isEmpty()) {
                throw new IllegalArgumentException("Cannot merge " + name + ": it has no provenance.");
            }
        });
        Provenance provenance = Provenance.merge(parts.values().stream()
                .map(part -> part.provenance().orElseThrow())
                .toList());
        CampaignMerge merge = new CampaignMerge(parts, provenance);
        merge.checkSame("git.commit");
        merge.checkSame("seed");
        if (provenance.nodes().stream()
                .anyMatch(node -> node.fact("git.changed").equals(Optional.of("true")))) {
            merge.checkSame("plegma.code"); // which the commit does not tell
        }
        return merge.campaign().provenance(provenance);
    }

    private void checkSame(String fact) {
        Map<String, String> holders = new LinkedHashMap<>();
        parts.forEach((name, part) -> part.provenance()
                .orElseThrow()
                .nodes()
                .forEach(node -> holders.putIfAbsent(node.fact(fact).orElse("not known"), name)));
        if (holders.size() > 1) {
            throw new IllegalArgumentException("These were not measured alike, their " + fact + " differs: "
                    + holders.entrySet().stream()
                            .map(e -> e.getKey() + " in " + e.getValue())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
    }

    private Campaign campaign() {
        List<String> titles =
                parts.values().stream().map(Campaign::title).distinct().toList();
        Campaign merged = new Campaign(String.join(", ", titles));
        putAll(Campaign::settings, merged::setting, Object::equals);
        putMeasurements(merged);
        putAll(this::otherTables, merged::table, (a, b) -> false);
        putAll(Campaign::arrays, merged::array, (a, b) -> false);
        putAll(Campaign::sources, merged::source, String::equals);
        return merged;
    }

    private Map<String, Table> otherTables(Campaign part) {
        Map<String, Table> tables = new LinkedHashMap<>(part.tables());
        tables.remove(ORIGIN);
        return tables;
    }

    /** What all parts that have a name agree on keeps it. */
    private <T> void putAll(Function<Campaign, Map<String, T>> of, BiConsumer<String, T> put, BiPredicate<T, T> same) {
        Map<String, Map<Integer, T>> found = new LinkedHashMap<>();
        int number = 0;
        for (Campaign part : parts.values()) {
            int at = ++number;
            of.apply(part).forEach((name, value) -> found.computeIfAbsent(name, n -> new LinkedHashMap<>())
                    .put(at, value));
        }
        Set<String> taken = new HashSet<>(found.keySet());
        found.forEach((name, values) -> {
            T first = values.values().iterator().next();
            if (values.values().stream().allMatch(value -> value == first || same.test(first, value))) {
                put.accept(name, first);
            } else {
                values.forEach((at, value) -> put.accept(free(name, " (part " + at + ")", taken), value));
            }
        });
    }

    /** A name that nothing else has: parts that were merged before have such names, too. */
    private static String free(String name, String suffix, Set<String> taken) {
        String own = name + suffix;
        while (!taken.add(own)) {
            own += suffix;
        }
        return own;
    }

    private void putMeasurements(Campaign merged) {
        List<Measurement> all = new ArrayList<>();
        IntColumn measurement = IntColumn.create("measurement");
        IntColumn node = IntColumn.create("node");
        Map<List<Object>, String> holders = new HashMap<>();
        Map<List<Object>, Measurement> known = new HashMap<>();
        parts.forEach((name, part) -> {
            for (int i = 0; i < part.measurements().size(); i++) {
                Measurement each = part.measurements().get(i);
                List<Object> key = List.of(each.work(), each.device());
                Measurement before = known.putIfAbsent(key, each);
                String holder = holders.putIfAbsent(key, name);
                if (before == null) {
                    measurement.append(all.size());
                    node.append(nodes.indexOf(part.provenance(i).orElseThrow()));
                    all.add(each);
                } else if (!isSame(before, each)) {
                    throw new IllegalArgumentException("The case '" + each.work() + "' was measured on "
                            + each.device() + " both in " + holder + " and in " + name
                            + ". Leave out one of them: it is not known which is meant.");
                }
            }
        });
        merged.measurements(all).table(ORIGIN, Table.create(ORIGIN, measurement, node));
    }

    private static boolean isSame(Measurement a, Measurement b) {
        return a.problem().equals(b.problem()) && samples(a).equals(samples(b));
    }

    private static List<Double> samples(Measurement m) {
        return m.seconds().map(Statistics::samples).stream()
                .flatMapToDouble(Arrays::stream)
                .boxed()
                .toList();
    }
}
