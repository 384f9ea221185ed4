package org.plegma.stencil.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.plegma.expr.StencilSpec;

class SpecHashTest {
    @Test
    void standsForWhatIsComputed() {
        String hash = hash("param a = 1\nu[x,y] = u + a*lap(u)");
        assertEquals(64, hash.length());
        assertEquals(
                hash,
                hash("param a # without default\n"
                        + "u[i,j] = a*(u[i+1,j] + u[i-1,j] + u[i,j-1] + u[i,j+1] - 4*u) + u"));
        assertNotEquals(hash, hash("param a\nu[x,y] = u + a*lap(u, order=4)"));
        assertNotEquals(hash, hash("param a\nv[x,y] = v + a*lap(v)"));
        assertNotEquals(hash, hash("param a\nu[x,y,z] = u + a*(d2(u,x)+d2(u,y))"));
        // Changes only if what is computed is written in another way: then old caches are stale.
        assertEquals("ae8ae7", hash("u[x] = u").substring(0, 6));
    }

    private static String hash(String spec) {
        return SpecHash.of(StencilSpec.parse(spec));
    }
}
