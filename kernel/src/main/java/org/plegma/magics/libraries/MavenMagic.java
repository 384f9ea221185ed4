package org.plegma.magics.libraries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %maven}: libraries for the notebook's cells. */
@Command(
        name = "maven",
        description = "Fetches libraries with all that they need from Maven repositories and adds them to what cells"
                + " compile and run against. Mirrors, proxies and credentials of settings.xml are honoured; what the"
                + " local repository holds needs no network.")
public final class MavenMagic implements Magic {

    @Parameters(
            arity = "1..*",
            paramLabel = "COORDINATES",
            description = "group:artifact:version, or group:artifact:extension:classifier:version.")
    private List<String> coordinates;

    @Option(
            names = "--repo",
            paramLabel = "URL",
            description = "One more repository to look in, before the others; may be repeated.")
    private List<String> repositories = List.of();

    @Option(names = "--offline", description = "Only from the local repository.")
    private boolean offline;

    @Override
    public String example() {
        return """
                %maven org.apache.commons:commons-math3:3.6.1
                org.apache.commons.math3.special.Gamma.gamma(5.5)""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        MavenLibraries libraries = call.notebook().state(MavenLibraries.class, MavenLibraries::new);
        MavenLibraries.Resolution resolution = libraries.resolve(coordinates, repositories, offline);
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
        return null;
    }
}
