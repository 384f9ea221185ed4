package org.plegma.kernel.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.magics.MagicEngine.Completions;

class FileNamesTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws Exception {
        for (String name : List.of("data.csv", "data ü.csv", ".hidden", "other")) {
            Files.createFile(folder.resolve(name));
        }
        Files.createDirectory(folder.resolve("datasets"));
    }

    private List<String> at(String code) {
        return FileNames.at(code.replace("@", folder + "/")).matches().stream()
                .map(path -> path.replace(folder + "/", "@"))
                .toList();
    }

    @Test
    void filesAndFoldersGoOnFromWhatIsTyped() {
        assertEquals(List.of("@data ü.csv", "@data.csv", "@datasets/"), at("f(\"a\\\"b\");\nfoo(\"@dat"));
        assertEquals(List.of("@data ü.csv", "@data.csv", "@datasets/", "@other"), at("\"@"));
        assertEquals(List.of("@.hidden"), at("\"@."));
        assertEquals(new Completions(List.of("pom.xml"), 3, 6), FileNames.at("f(\"pom"));
    }

    @Test
    void nothingIsOfferedForOtherTextsAndInComments() {
        for (String code :
                List.of("\"", "\"hello ", "// \"@dat", "/* \"@dat", "\"@none/", "\"a\" + @dat", "\"\"\"\n@dat")) {
            assertEquals(List.of(), at(code), code);
        }
    }
}
