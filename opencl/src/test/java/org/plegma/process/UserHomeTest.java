package org.plegma.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.device.source.CacheFolder;
import org.plegma.testing.ChildJvm;

class UserHomeTest {
    @Test
    void theEnvironmentCountsMoreThanTheListOfUsers() {
        assertEquals(Path.of("/home/ann"), UserHome.of(Map.of("HOME", "/home/ann"), "?"));
        assertEquals(Path.of("/root"), UserHome.of(Map.of(), "/root"));
        assertEquals(Path.of("/root"), UserHome.of(Map.of("HOME", " "), "/root"));
    }

    /** As in a container whose user is in no list: Java then says that the home folder is {@code ?}. */
    @Test
    void theCacheIsInTheHomeOfTheEnvironment() {
        String output = ChildJvm.of(UserHomeTest.class)
                .environment("HOME", "/home/ann")
                .environment("XDG_CACHE_HOME", null)
                .environment("PLEGMA_CACHE", null)
                .option("-Duser.home=?")
                .run()
                .assertSuccess()
                .output();
        assertEquals("/home/ann/.cache/plegma\n/home/ann", output.strip());
    }

    /** The child. */
    public static void main(String[] arguments) {
        System.out.println(CacheFolder.path());
        UserHome.adopt();
        System.out.println(System.getProperty("user.home"));
    }
}
