package org.plegma.magics.libraries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.plegma.magics.MagicException;

/**
 * What a POM asks for, or a piece of one, as the pages of libraries show it. A parent's values are not known.
 *
 * @param coordinates its dependencies at run time, as {@code group:artifact:extension[:classifier]:version}
 * @param repositories the addresses of its repositories
 */
record PomFile(List<String> coordinates, List<String> repositories) {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
    private static final Set<String> SCOPES = Set.of("", "compile", "runtime");

    static PomFile of(String xml) {
        Document document = Jsoup.parse(xml, Parser.xmlParser());
        Map<String, String> properties = new HashMap<>();
        for (String name : List.of("groupId", "artifactId", "version")) {
            properties.put(
                    "project." + name, document.select("project > " + name).text());
        }
        document.select("properties > *").forEach(each -> properties.put(each.tagName(), each.text()));
        Map<String, String> managed = new HashMap<>();
        document.select("dependencyManagement dependency")
                .forEach(each -> managed.put(name(each, properties), text(each, "version", properties)));
        document.select("dependencyManagement, build, profiles, reporting").remove();
        List<String> coordinates = document.select("dependency").stream()
                .filter(each -> SCOPES.contains(text(each, "scope", properties))
                        && !text(each, "optional", properties).equals("true"))
                .map(each -> coordinates(each, properties, managed))
                .toList();
        if (coordinates.isEmpty() && document.select("dependency, project").isEmpty()) {
            throw new MagicException("This is no POM: it has no <dependency>.");
        }
        return new PomFile(
                coordinates,
                document.select("repository > url").stream().map(Element::text).toList());
    }

    private static String name(Element dependency, Map<String, String> properties) {
        return text(dependency, "groupId", properties) + ":" + text(dependency, "artifactId", properties);
    }

    private static String coordinates(Element dependency, Map<String, String> properties, Map<String, String> managed) {
        String name = name(dependency, properties);
        String written = text(dependency, "version", properties);
        String version = written.isEmpty() ? managed.getOrDefault(name, "") : written;
        if (version.isEmpty()) {
            return name; // the resolver says which is the newest
        }
        List<String> parts = new ArrayList<>(List.of(name));
        Stream.of("type", "classifier")
                .map(part -> text(dependency, part, properties))
                .forEach(parts::add);
        parts.set(1, parts.get(1).isEmpty() ? "jar" : parts.get(1));
        parts.add(version);
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(":"));
    }

    private static String text(Element parent, String tag, Map<String, String> properties) {
        String text = parent.select("> " + tag).text();
        return PROPERTY.matcher(text).replaceAll(found -> {
            String value = properties.get(found.group(1));
            if (value == null) {
                throw new MagicException("The POM does not say what " + found.group() + " is. Write its value.");
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
