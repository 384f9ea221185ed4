package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PendingImportsTest {
    private final JavaEvaluator java = new JavaEvaluator(new InterruptShield());

    @BeforeEach
    void declare() {
        DefaultImports.declare(java);
    }

    @AfterEach
    void close() {
        java.close();
    }

    private List<String> imported() {
        return java.shell().imports().map(snippet -> snippet.fullname()).toList();
    }

    @Test
    void aPackageIsImportedWhenACellNamesAClassOfIt() throws Throwable {
        assertEquals(2, java.evaluate("1 + 1", 1));
        assertFalse(imported().contains("java.util.stream.*"), () -> imported().toString());
        assertEquals(List.of(2), java.evaluate("Stream.of(1).map(i -> 2 * i).collect(Collectors.toList())", 1));
        assertTrue(imported().contains("java.util.stream.*"), () -> imported().toString());
        assertFalse(imported().contains("java.math.*"), () -> imported().toString());
        assertEquals(1, java.evaluate("BigInteger.ONE.intValue()", 1));
    }

    @Test
    void aCellOfManyNamesImportsWhatItNamesToo() throws Throwable {
        String many = IntStream.range(0, 2000).mapToObj(i -> "Name" + i).collect(Collectors.joining(" ", "// ", "\n"));
        assertEquals(4, java.evaluate(many + "BigInteger.ONE.intValue() + Grid.floats(3).size(0)", 1));
        assertEquals(
                5,
                java.evaluate(many.replace("Name", "Other") + "Optional.of(Stream.of(5)).get().findFirst().get()", 1));
        assertTrue(
                imported().containsAll(List.of("java.math.*", "org.plegma.array.*", "java.util.stream.*")),
                () -> imported().toString());
        assertFalse(imported().contains("java.net.*"), () -> imported().toString());
        java.evaluate(many.replace("Name", "Third") + "Runnable opened = () -> session();", 1);
        assertTrue(imported().contains("org.plegma.magics.NotebookSession.session"), () -> imported()
                .toString());
    }

    /** Each import makes each cell slower, so a cell that names nothing waits for one only. */
    @Test
    void aCellImportsOnlyWhatCellsHaveNamed() throws Throwable {
        assertEquals(2, java.evaluate("1 + 1", 1));
        assertEquals(List.of("java.util.*"), imported());
        java.evaluate("Runnable cleared = () -> clearOutput();", 1);
        assertEquals(List.of("java.util.*", "org.plegma.kernel.Notebook.*"), imported());
        java.evaluate("Runnable opened = () -> session();", 1);
        assertTrue(imported().contains("org.plegma.magics.NotebookSession.session"), () -> imported()
                .toString());
        assertFalse(imported().contains("org.plegma.widgets.Interact.*"), () -> imported()
                .toString());
        java.evaluate("var control = slider(\"alpha\", 0.0, 1.0)", 1);
        assertTrue(imported().contains("org.plegma.widgets.Interact.*"), () -> imported()
                .toString());
    }

    @Test
    void aQueueIsJavasBeforeAndAfterThatOfADevice() throws Throwable {
        assertEquals(0, java.evaluate("Queue<Integer> waiting = new LinkedList<>(); waiting.size()", 1));
        java.reset();
        java.evaluate("Class<?> device = Device.class", 1);
        assertEquals(0, java.evaluate("Queue<Integer> waiting = new LinkedList<>(); waiting.size()", 1));
    }

    @Test
    void whoCompletesAMethodsNameIsOfferedThoseOfItsBeginning() {
        java.importMembers("clea");
        assertEquals(List.of("java.util.*", "org.plegma.kernel.Notebook.*"), imported());
        java.importMembers("");
        assertTrue(imported().contains("org.plegma.magics.NotebookSession.session"), () -> imported()
                .toString());
        assertFalse(imported().contains("java.util.Queue"), () -> imported().toString());
    }

    @Test
    void aMethodOfTheNotebookKeepsItsNameFromALaterImport() throws Throwable {
        java.evaluate("int slider(String name, int from, int to) { return 7; }", 1);
        assertEquals(7, java.evaluate("slider(\"n\", 1, 9)", 1));
        java.evaluate("var session = 3;", 1);
        assertEquals(3, java.evaluate("session", 1));
    }

    @Test
    void afterAResetThePackagesAreThereAgain() throws Throwable {
        java.evaluate("BigInteger.ONE", 1);
        java.reset();
        assertFalse(imported().contains("java.math.*"), () -> imported().toString());
        assertEquals(1, java.evaluate("BigInteger.ONE.intValue()", 1));
    }

    @Test
    void practiceLeavesNothing() throws Throwable {
        Set<String> before = java.names();
        DefaultImports.practise(java);
        assertEquals(before, java.names());
        assertEquals(3, java.evaluate("1 + 2", 1));
    }

    @Test
    void allTogetherAreTheDefaultImports() {
        java.importAll();
        List<String> declared = DefaultImports.DECLARATIONS.stream()
                .map(line -> line.replaceFirst("^import (static )?", "").replace(";", ""))
                .sorted()
                .toList();
        assertEquals(
                declared, imported().stream().sorted(Comparator.naturalOrder()).toList());
    }

    @Test
    void aTypeIsWrittenWithoutTheDefaultPackagesWhetherImportedOrNot() throws Throwable {
        java.evaluate("var numbers = List.of(1).stream()", 1);
        assertEquals("Stream<Integer>", java.typeOf(java.declared("numbers").orElseThrow()));
    }

    @Test
    void aClassOfTheNotebookKeepsItsNameFromALaterImport() throws Throwable {
        java.evaluate("class BigDecimal { int mine = 7; }", 1);
        assertEquals(7, java.evaluate("BigInteger.ONE.intValue() + new BigDecimal().mine - 1", 1));
    }
}
