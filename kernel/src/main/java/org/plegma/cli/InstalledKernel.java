package org.plegma.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A kernelspec of Plegma that a Jupyter finds.
 *
 * @param folder Jupyter's data folder that it is in
 * @param user whether {@code plegma install} without an option would write it
 */
record InstalledKernel(Path folder, boolean user) {
    /** Those on this machine, as far as one can know without Jupyter's Python. */
    static List<InstalledKernel> all(Map<String, String> environment, String system, String userHome) {
        Path own = InstallCommand.userDataDirectory(environment, system, userHome);
        Set<Path> folders = new LinkedHashSet<>();
        for (String entry : environment.getOrDefault("JUPYTER_PATH", "").split(":")) {
            if (!entry.isEmpty()) {
                folders.add(Path.of(entry));
            }
        }
        folders.add(own);
        for (String prefix : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            if (!environment.getOrDefault(prefix, "").isEmpty()) {
                folders.add(Path.of(environment.get(prefix), "share", "jupyter"));
            }
        }
        folders.add(Path.of("/usr/local/share/jupyter"));
        folders.add(Path.of("/usr/share/jupyter"));
        return folders.stream()
                .map(folder -> new InstalledKernel(folder, folder.equals(own)))
                .filter(kernel -> Files.isRegularFile(kernel.file()))
                .collect(Collectors.toList());
    }

    Path file() {
        return folder.resolve("kernels").resolve(KernelSpec.NAME).resolve("kernel.json");
    }

    /**
     * What is wrong with it, and the cure.
     *
     * @param built the jar that it should run, or the same as which
     */
    Optional<String> fault(Optional<Path> built) {
        try {
            JsonObject spec = JsonParser.parseString(Files.readString(file())).getAsJsonObject();
            List<String> words = new ArrayList<>();
            spec.getAsJsonArray("argv").forEach(word -> words.add(word.getAsString()));
            List<String> named = new ArrayList<>(words);
            if (spec.has("env") && spec.getAsJsonObject("env").has("LD_PRELOAD")) {
                named.addAll(List.of(spec.getAsJsonObject("env")
                        .get("LD_PRELOAD")
                        .getAsString()
                        .split(":")));
            }
            for (String word : named) {
                if (word.startsWith("/") && !Files.exists(Path.of(word))) {
                    return Optional.of(file() + " needs " + word + ", which is gone. " + cure());
                }
            }
            int option = words.indexOf("-jar");
            if (option < 0 || option + 1 == words.size()) {
                return Optional.of(file() + " names no jar. " + cure());
            }
            Path jar = Path.of(words.get(option + 1));
            return built.isPresent() ? difference(jar, built.get()) : Optional.empty();
        } catch (IOException | JsonParseException | IllegalStateException | NullPointerException e) {
            return Optional.of(file() + " cannot be read as a kernelspec: " + e.getMessage() + ". " + cure());
        }
    }

    /** A copy is as old as its installation, so that one that is younger may still have been built before. */
    private Optional<String> difference(Path jar, Path built) throws IOException {
        if (Files.isSameFile(jar, built)) {
            return Optional.empty();
        }
        boolean copy = jar.toAbsolutePath().startsWith(folder.toAbsolutePath());
        if (!copy) {
            return Optional.of(
                    file() + " runs " + jar + ", which is another checkout's: this one's is " + built + ". " + cure());
        }
        if (Files.mismatch(jar, built) < 0) {
            return Optional.empty();
        }
        boolean older = Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(built)) < 0;
        return Optional.of(file() + " runs " + jar + ", which is " + (older ? "older than " : "not the same as ")
                + built + ". " + cure());
    }

    private String cure() {
        String place = "";
        if (!user) {
            place = folder.endsWith(Path.of("share", "jupyter"))
                    ? " --prefix " + folder.resolve("../..").normalize()
                    : " --data-dir " + folder;
        }
        return "Cure: plegma install" + place + ".";
    }
}
