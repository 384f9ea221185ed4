package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.testing.Oclgrind;

class OclgrindTest {
    /** Fills arrays of every type and odd lengths, copies one in several pieces, and prints the device's platform. */
    static final class Fills {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (ElementType type : ElementType.values()) {
                    try (DeviceArray array = session.allocate(type, 3, 37)) {
                        array.fill(7).await();
                    }
                }
                Grid longer = Grid.generate(ElementType.INT, i -> i[0] % 101, 50_001);
                try (DeviceArray array = session.upload(longer)) {
                    assertEquals(longer, array.download());
                }
                System.out.print(session.device().isOclgrind());
            }
        }
    }

    /** Runs a kernel {@code bad} over 5 work-items and 4 elements. */
    static final class RunsBadKernel {
        public static void main(String[] arguments) {
            try (Session session = Session.open();
                    DeviceArray array = session.allocate(ElementType.INT, 4)) {
                session.compile("kernel void bad(global int *a) {" + arguments[0] + "}")
                        .kernel("bad")
                        .global(5)
                        .local(5)
                        .call(array)
                        .await();
            }
        }
    }

    @Test
    void fillingIsClean() throws IOException {
        assertEquals("true", Oclgrind.assertClean(Fills.class));
    }

    @Test
    void theHelperSeesFaults() throws IOException {
        assertReports("Invalid write", "a[get_global_id(0)] = 1;");
        assertReports("Write-write data race", "a[0] = get_global_id(0);");
        assertReports("Write-write data race", "a[0] = 1;");
        assertReports("divergence", "if (get_global_id(0) < 3) barrier(CLK_GLOBAL_MEM_FENCE);");
    }

    private static void assertReports(String expected, String body) throws IOException {
        String report = Oclgrind.run(RunsBadKernel.class, body).text();
        assertTrue(report.toLowerCase(Locale.ROOT).contains(expected.toLowerCase(Locale.ROOT)), report);
    }
}
