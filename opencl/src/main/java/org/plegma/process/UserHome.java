package org.plegma.process;

import java.nio.file.Path;
import java.util.Map;

/**
 * The user's home folder, as a shell and Jupyter have it: {@code HOME}, where it is set. Java's own answer comes from the list of users,
 * which in a container may not have the user at all.
 */
public final class UserHome {
    private UserHome() {}

    /** Of this process. */
    public static Path path() {
        return of(System.getenv(), System.getProperty("user.home"));
    }

    /** Has Java, too, take it for the home folder: it keeps a list of fonts there, else in a folder named {@code ?}. */
    public static void adopt() {
        System.setProperty("user.home", path().toString());
    }

    /** @param ofUser Java's own answer */
    public static Path of(Map<String, String> environment, String ofUser) {
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isBlank() ? ofUser : home);
    }
}
