package org.plegma.magics.libraries;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %maven}: libraries for the notebook's cells. */
@Command(
        name = "maven",
        aliases = {"addMavenDependency", "addMavenDependencies", "loadFromPOM", "mavenRepo", "addMavenRepo"}, // IJava's
        description =
                "Fetches libraries with all that they need from Maven repositories and adds them to what cells"
                        + " compile and run against. Mirrors, proxies and credentials of settings.xml are honoured; what the"
                        + " local repository holds needs no network. `%%maven` takes what a POM has, such as <dependency>, as its body.")
public final class MavenMagic implements Magic {

    @Parameters(
            arity = "0..*",
            paramLabel = "COORDINATES",
            description =
                    "group:artifact:version, or group:artifact:extension:classifier:version; or a POM, for what it"
                            + " needs at run time.")
    private List<String> words = List.of();

    @Option(
            names = "--repo",
            paramLabel = "URL",
            description = "One more repository to look in, before the others, now and later; may be repeated.")
    private List<String> repositories = List.of();

    @Option(names = "--offline", description = "Only from the local repository.")
    private boolean offline;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.allOf(Kind.class);
    }

    @Override
    public String example() {
        return """
                %maven org.apache.commons:commons-math3:3.6.1
                org.apache.commons.math3.special.Gamma.gamma(5.5)""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        List<String> coordinates = new ArrayList<>();
        List<String> urls = new ArrayList<>(repositories);
        for (int i = 0; i < words.size(); i++) {
            boolean named = i + 1 < words.size()
                    && isAddress(words.get(i + 1))
                    && words.get(i).indexOf(':') < 0;
            if (isAddress(words.get(i))) {
                urls.add(words.get(i));
            } else if (words.get(i).endsWith(".xml")) {
                add(
                        PomFile.of(Files.readString(
                                Surroundings.of(call.notebook()).resolve(words.get(i)))),
                        coordinates,
                        urls);
            } else if (!named) { // IJava names repositories: %mavenRepo NAME URL
                coordinates.add(words.get(i));
            }
        }
        if (call.isCell()) {
            add(PomFile.of(call.body()), coordinates, urls);
        }
        if (coordinates.isEmpty() && urls.isEmpty()) {
            throw call.error("Which library? Write %maven group:artifact:version.");
        }
        add(call, coordinates, urls, offline);
        return null;
    }

    private static boolean isAddress(String word) {
        return word.contains("://") || word.startsWith("file:");
    }

    private static void add(PomFile pom, List<String> coordinates, List<String> urls) {
        coordinates.addAll(pom.coordinates());
        urls.addAll(pom.repositories());
    }

    /** Adds libraries to the notebook, and tells what was added. */
    static void add(MagicCall call, List<String> coordinates, List<String> urls, boolean offline) throws Exception {
        MavenLibraries libraries = call.notebook().state(MavenLibraries.class, MavenLibraries::new);
        libraries.lookInto(urls);
        if (coordinates.isEmpty()) {
            return;
        }
        MavenLibraries.Resolution resolution = libraries.resolve(coordinates, offline);
        call.host().addToClasspath(new ArrayList<>(resolution.added().values()));
        for (Map.Entry<String, String> conflict : resolution.conflicts().entrySet()) {
            call.host()
                    .out()
                    .println("Kept " + conflict.getValue() + " instead of " + conflict.getKey()
                            + ": it was added earlier. Restart the kernel to change the version.");
        }
        int size = resolution.added().size();
        call.host()
                .out()
                .println(
                        size == 0
                                ? "Nothing new: the libraries are on the class path already."
                                : "Added " + Numbers.counted(size, "jar") + ": "
                                        + String.join(", ", resolution.added().keySet()));
    }
}
