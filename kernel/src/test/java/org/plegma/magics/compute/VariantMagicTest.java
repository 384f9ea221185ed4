package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.coursework.ParticleJudge;
import org.plegma.magics.MagicTest;
import org.plegma.magics.NotebookSession;
import org.plegma.particles.variant.ParticleVariants;

class VariantMagicTest extends MagicTest {
    private static final String KERNEL = "kernel void copy_all(int n, global const float* from, global float* to) {\n"
            + "    if (get_global_id(0) < n) to[get_global_id(0)] = from[get_global_id(0)];\n}\n";
    private static final String JAVA = "class Copies implements VariantCode {\n    Kernel copy;\n"
            + "    public void prepare(Stages s) { copy = s.kernel(\"copy_all\").global(3 * s.particles()); }\n"
            + "    public void iterate(Stages s) { s.launch(copy, 3 * s.particles(), s.from(), s.to()); s.swap(); }\n}";

    @Test
    void aVariantIsInTheCatalogueAndIsJudged() throws Exception {
        assertEquals(
                "copies: written in a cell",
                magics.execute("%%variant copies\n" + KERNEL + JAVA).toString());
        String reason = ParticleJudge.check(NotebookSession.session(), ParticleVariants.named("copies"), 1)
                .reason();
        assertTrue(reason.startsWith("wrong in an iteration: particle 0 at (0, 0, 0)"), reason);
        assertTrue(reason.endsWith("is what they wrote read at the end?"), reason);
    }

    @Test
    void wrongUseIsExplained() {
        assertTrue(message("%%variant mine\n" + KERNEL).contains("no Java class"));
        String builtIn = message("%%variant cubes\n" + KERNEL + JAVA);
        assertTrue(builtIn.contains("There is a built-in variant 'cubes'"), builtIn);
        String broken = message("%%variant mine\n" + KERNEL.replace("if (", "iff (") + JAVA);
        assertTrue(broken.contains("\n  3 │     iff"), broken);
    }

    @Test
    void aVerdictHasTheLineOfTheCell() throws Exception {
        String beyond = KERNEL.replace("to[get_global_id(0)]", "to[get_global_id(0) + n]");
        Object shown = magics.execute("%%variant --check beyond\n" + beyond + JAVA.replace("Copies", "Beyond"));
        assertTrue(shown.toString().contains("] by work-item (0, 0, 0), line 3, column "), shown::toString);
    }
}
