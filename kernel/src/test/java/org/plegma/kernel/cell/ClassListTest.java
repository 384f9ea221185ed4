package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClassListTest {
    private final JavaEvaluator java = new JavaEvaluator(new InterruptShield());

    @AfterEach
    void close() {
        java.close();
    }

    private List<String> continued(String code) {
        return java.analysis().completionSuggestions(code, code.length(), new int[1]).stream()
                .map(Suggestion::continuation)
                .toList();
    }

    @Test
    void nothingIsListedUntilACureNeedsIt() throws Throwable {
        java.evaluate("int before = 1 + 1;", 1);
        String name = "HttpsConfigurator";
        assertEquals(
                List.of(),
                java.analysis().listQualifiedNames(name, name.length()).getNames());
        assertEquals(
                "Add import com.sun.net.httpserver." + name + ";", java.cures().ofUnknown(name, false));
        assertEquals(2, java.evaluate("before", 1), "what was declared stays");
    }

    @Test
    void packagesAreProposedOnceTheyAreListed() {
        java.listPackages(true);
        List<String> within = continued("import java.util.");
        assertTrue(within.stream().anyMatch(name -> name.startsWith("concurrent")), () -> within.toString());
        assertTrue(continued("import org.").stream().anyMatch(name -> name.startsWith("plegma")), "of the class path");
    }
}
