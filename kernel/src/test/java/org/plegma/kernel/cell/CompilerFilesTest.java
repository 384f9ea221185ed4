package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.Test;

class CompilerFilesTest {
    private final List<String> passed = new ArrayList<>();
    private final CompilerFiles files = new CompilerFiles((StandardJavaFileManager) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {StandardJavaFileManager.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("getLocationAsPaths")) {
                    return List.of(Path.of("some.jar"));
                }
                passed.add(arguments[0] + " " + ((Iterator<?>) arguments[1]).next());
                return true;
            }));

    @Test
    void aReleaseIsPassedOnOnceAndAgainIfItIsAnother() {
        for (String release : List.of("17", "17", "21", "21", "17")) {
            Iterator<String> rest = List.of(release, "next").iterator();
            assertTrue(files.handleOption("--multi-release", rest));
            assertEquals("next", rest.next(), "the value is taken, whether it is passed on or not");
        }
        assertEquals(List.of("--multi-release 17", "--multi-release 21", "--multi-release 17"), passed);
    }

    @Test
    void otherOptionsArePassedOnEachTime() {
        files.handleOption("-classpath", List.of("a.jar").iterator());
        files.handleOption("-classpath", List.of("a.jar").iterator());
        assertEquals(List.of("-classpath a.jar", "-classpath a.jar"), passed);
    }

    @Test
    void pathsAreToldFromTheFirstTimeOnThatTheyAreNeeded() {
        assertFalse(
                files.getLocationAsPaths(StandardLocation.CLASS_PATH).iterator().hasNext());
        assertTrue(files.tell());
        assertFalse(files.tell());
        assertEquals(
                Path.of("some.jar"),
                files.getLocationAsPaths(StandardLocation.CLASS_PATH).iterator().next());
    }

    @Test
    void noPluginsAreLookedForInJars() throws IOException {
        assertTrue(getClass().getClassLoader().getResources("META-INF/services").hasMoreElements());
        assertFalse(files.getClassLoader(StandardLocation.CLASS_PATH)
                .getResources("META-INF/services")
                .hasMoreElements());
    }
}
