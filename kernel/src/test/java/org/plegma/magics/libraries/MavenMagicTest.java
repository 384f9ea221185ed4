package org.plegma.magics.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.magics.MagicTest;

/** {@code %maven} with a repository in a folder, so that no network is needed. */
class MavenMagicTest extends MagicTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void repository() throws Exception {
        publish("util", "1.0", "");
        publish("util", "2.0", "");
        publish("util", "3.0-beta", "");
        publish("tests", "1.0", "");
        publish("app", "1.0", dependency("util", "1.0", "compile") + dependency("tests", "1.0", "test"));
        publish("broken", "1.0", dependency("missing", "9", "compile"));
        Files.writeString(
                folder.resolve("remote/org/example/util/maven-metadata.xml"),
                "<metadata><groupId>org.example</groupId><artifactId>util</artifactId><versioning><versions>"
                        + "<version>1.0</version><version>2.0</version><version>3.0-beta</version>"
                        + "</versions></versioning></metadata>");
        sign(folder.resolve("remote/org/example/util/maven-metadata.xml"));
        use(folder.resolve("remote").toUri().toString());
    }

    private void use(String url) {
        ContextOverrides overrides = ContextOverrides.create()
                .withUserSettings(false)
                .withLocalRepositoryOverride(folder.resolve("local"))
                .repositories(List.of(new RemoteRepository.Builder("folder", "default", url).build()))
                .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE)
                .build();
        magics.notebook().state(MavenLibraries.class, () -> new MavenLibraries(overrides));
    }

    private static String dependency(String artifact, String version, String scope) {
        return "<dependency><groupId>org.example</groupId><artifactId>" + artifact + "</artifactId><version>" + version
                + "</version><scope>" + scope + "</scope></dependency>";
    }

    private void publish(String artifact, String version, String dependencies) throws Exception {
        Path place = Files.createDirectories(folder.resolve("remote/org/example/" + artifact + "/" + version));
        String name = artifact + "-" + version;
        Files.writeString(
                place.resolve(name + ".pom"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>" + artifact
                        + "</artifactId><version>" + version + "</version><dependencies>" + dependencies
                        + "</dependencies></project>");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(place.resolve(name + ".jar")))) {
            jar.putNextEntry(new JarEntry(name + ".txt"));
        }
        sign(place.resolve(name + ".pom"));
        sign(place.resolve(name + ".jar"));
    }

    private static void sign(Path file) throws Exception {
        byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file));
        Files.writeString(Path.of(file + ".sha1"), HexFormat.of().formatHex(sum));
    }

    private List<String> jars() {
        return host.classpath().stream()
                .map(path -> path.getFileName().toString())
                .sorted()
                .toList();
    }

    @Test
    void aLibraryComesWithWhatItNeedsAtRunTime() throws Exception {
        magics.execute("%maven org.example:app:1.0");
        assertEquals(List.of("app-1.0.jar", "util-1.0.jar"), jars());
        assertTrue(host.printed().contains("Added 2 jars: org.example:app:1.0, org.example:util:1.0"));
        assertTrue(host.shown.keySet().stream().anyMatch(id -> id.contains("progress")), "fetching shows a bar");
    }

    @Test
    void whatIsThereIsNotAddedTwiceAndAnotherVersionIsRefusedAloud() throws Exception {
        magics.execute("%maven org.example:util:1.0");
        int shown = host.shown.size();
        host.printed();
        magics.execute("%maven org.example:util:1.0");
        assertEquals(
                "Nothing new: the libraries are on the class path already.",
                host.printed().strip());
        assertEquals(shown, host.shown.size(), "nothing was fetched");
        magics.execute("%maven org.example:util:2.0");
        assertTrue(host.printed().startsWith("Kept org.example:util:1.0 instead of org.example:util:2.0"));
        assertEquals(List.of("util-1.0.jar"), jars());
    }

    @Test
    void whatTheLocalRepositoryHoldsNeedsNoOther() throws Exception {
        assertTrue(message("%maven --offline org.example:util:1.0").contains("not in the local repository"));
        magics.execute("%maven org.example:app:1.0");
        magics.close();
        use("http://127.0.0.1:9/nobody-listens");
        magics.execute("%maven --offline org.example:app:1.0");
        assertTrue(host.printed().contains("Added 2 jars"));
        magics.execute("%maven org.example:app:1.0");
        String unreachable = message("%maven org.example:util:2.0");
        assertTrue(unreachable.startsWith("org.example:util:2.0 could not be fetched: "), unreachable);
        assertTrue(unreachable.contains("settings.xml"), unreachable);
    }

    @Test
    void anotherRepositoryCanBeNamed() throws Exception {
        magics.close();
        use(folder.resolve("empty").toUri().toString());
        String message = message("%maven org.example:util:1.0");
        assertTrue(message.startsWith("org.example:util:1.0 was not found in folder."), message);
        magics.execute("%maven --repo " + folder.resolve("remote").toUri() + " org.example:util:1.0");
        assertEquals(List.of("util-1.0.jar"), jars());
    }

    @Test
    void whatIsMissingIsNamed() {
        assertTrue(
                message("%maven org.example:nosuch:1.0").startsWith("org.example:nosuch:1.0 was not found in folder."));
        String message = message("%maven org.example:broken:1.0");
        assertTrue(message.startsWith("org.example:missing:9 was not found"), message);
        assertTrue(jars().isEmpty());
    }

    @Test
    void coordinatesAreChecked() {
        assertTrue(
                message("%maven").contains("Which library? Write %maven group:artifact:version."), message("%maven"));
        assertTrue(message("%maven junit").contains("'junit' does not name a library"));
        assertTrue(message("%maven a::1").contains("does not name a library"));
        String message = message("%maven org.example:util");
        assertEquals(
                "The version of org.example:util is missing. The newest release is org.example:util:2.0.", message);
        assertTrue(message("%maven org.example:none").contains("Write group:artifact:version."));
    }

    @Test
    void aPieceOfAPomAddsWhatItNeedsAtRunTime() throws Exception {
        magics.execute("%%loadFromPOM\n" + dependency("app", "1.0", "compile") + dependency("tests", "1.0", "test"));
        assertEquals(List.of("app-1.0.jar", "util-1.0.jar"), jars());
    }

    @Test
    void aPomHasPropertiesManagedVersionsAndRepositories() throws Exception {
        magics.close();
        use(folder.resolve("empty").toUri().toString());
        Path pom = Files.writeString(
                folder.resolve("pom.xml"),
                "<project><groupId>org.example</groupId><artifactId>x</artifactId><version>1.0</version>"
                        + "<properties><v>2.0</v></properties><repositories><repository><url>"
                        + folder.resolve("remote").toUri() + "</url></repository></repositories>"
                        + "<dependencyManagement><dependencies>" + dependency("util", "${v}", "compile")
                        + dependency("broken", "1.0", "compile") + "</dependencies></dependencyManagement>"
                        + "<build><plugins><plugin><dependencies>" + dependency("missing", "1", "compile")
                        + "</dependencies></plugin></plugins></build><dependencies>"
                        + dependency("util", "", "runtime").replace("<version></version>", "")
                        + dependency("tests", "${project.version}", "") + "</dependencies></project>");
        magics.execute("%maven " + pom);
        assertEquals(List.of("tests-1.0.jar", "util-2.0.jar"), jars());
        assertTrue(message("%%maven\n" + dependency("util", "${w}", "")).contains("what ${w} is"));
        assertTrue(message("%%maven\nnothing").contains("This is no POM"));
    }

    @Test
    void notebooksOfOtherKernelsNameLibrariesInTheirWay() throws Exception {
        magics.close();
        use(folder.resolve("empty").toUri().toString());
        magics.execute("%mavenRepo mine " + folder.resolve("remote").toUri());
        magics.execute("%addMavenDependency org.example:tests:1.0\n%classpath add mvn org.example util 1.0");
        assertEquals(List.of("tests-1.0.jar", "util-1.0.jar"), jars());
        magics.execute("%jars " + folder.resolve("remote") + "/org/example/app/1.0/*.jar");
        magics.execute("%classpath add jar " + folder.resolve("remote/org/example/util/2.0/util-2.0.jar"));
        assertEquals(List.of("app-1.0.jar", "tests-1.0.jar", "util-1.0.jar", "util-2.0.jar"), jars());
        assertFalse(magics.knowsAll("%jars x"), "IJava's own stays");
        assertTrue(magics.knowsAll("%classpath x"));
    }

    @Test
    void whereTheHomeFolderTakesNothingTheRepositoryIsElsewhere() throws Exception {
        Path instead = folder.resolve("cache/m2");
        assertEquals(
                null,
                MavenLibraries.overrides(folder.resolve("home/.m2"), instead).getLocalRepositoryOverride());
        assertTrue(Files.isDirectory(folder.resolve("home/.m2")));
        Path file = Files.writeString(folder.resolve("file"), ""); // in which root, too, can make no folder
        assertEquals(
                instead, MavenLibraries.overrides(file.resolve(".m2"), instead).getLocalRepositoryOverride());
    }

    @Test
    void aLocalRepositoryThatCannotBeWrittenIsNoFaultOfTheNetwork() throws Exception {
        magics.close();
        Files.writeString(folder.resolve("local"), "a file");
        use(folder.resolve("remote").toUri().toString());
        String message = message("%maven org.example:util:1.0");
        assertTrue(message.contains("folder with room that you may write to"), message);
    }
}
