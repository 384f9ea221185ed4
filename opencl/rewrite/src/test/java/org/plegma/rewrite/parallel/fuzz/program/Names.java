package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of variables and methods: plain ones, words of OpenCL C, and such as a translation might make up. */
final class Names {
    private static final String PLAIN = "a b c d e f g h p q r s u v w z aa bb sum total count best acc tmp val lo hi";
    private static final String HOSTILE =
            "$ _a a$b a_b $$ i_ j_ ix item_ half_ mx_at global local kernel constant half uint ulong uchar fault"
                    + " java_share java_index java_pow get_global_id barrier float4 int16 double8 min max sin pow sqrt fabs"
                    + " convert_int as_float as_int INT_MAX INT_MIN LONG_MIN NAN INFINITY NULL size_t bool image2d_t restrict"
                    + " inline typedef struct union sizeof unsigned signed register extern auto M_PI FLT_MAX printf half4"
                    + " select mix dot length rows columns lane lanes mask lane_ mask_ __kernel __global read_only atomic_add"
                    + " main get_local_id get_group_id event_t sampler_t pipe generic uniform complex quad var record"
                    + " größe π x0 x1 s0 s1 clamp step sign mad fma any all isnan degrees shuffle id gid n_ k_ CLK_LOCAL_MEM_FENCE"
                    + " true_ asm typeof wait_group_events prefetch __local defined memory abs rint out_ in_ o0 g_0 k k_2"
                    + " private_ _Bool noreturn int_ char16 vec_step cl_khr_fp64 linux unix __LINE__ __FILE__ INT_ i0 i1"
                    + " device$ thread_local constexpr nullptr template namespace operator using virtual and or not xor";
    private static final String[] SUFFIXES = {
        "_",
        "_length",
        "_rows",
        "_columns",
        "_partial",
        "_scratch",
        "_at",
        "_was",
        "_places",
        "_2",
        "$",
        "0",
        "__",
        "_flat"
    };

    private final Draw draw;
    private final Set<String> taken = new HashSet<>();
    private final List<String> order = new ArrayList<>();

    Names(Draw draw) {
        this.draw = draw;
    }

    /** A name that no other call gave. */
    String next() {
        while (true) {
            String name = draw.chance(12) && !order.isEmpty()
                    ? draw.of(order) + draw.of(SUFFIXES)
                    : draw.chance(45) ? draw.of(HOSTILE.split(" ")) : draw.of(PLAIN.split(" "));
            if (taken.contains(name) && draw.chance(60)) {
                name += draw.chance(50) ? draw.below(100) : draw.of(SUFFIXES);
            }
            if (taken.add(name)) {
                order.add(name);
                return name;
            }
        }
    }

    /** A name of a variable of a block: another block may have the same. */
    String local(Set<String> visible) {
        while (true) {
            String name = draw.chance(70)
                    ? draw.of("t", "x_", "y_", "t0", "t1", "t2", "i_", "j_", "w_")
                    : draw.of(HOSTILE.split(" "));
            if (visible.contains(name) || taken.contains(name)) {
                name += draw.below(100);
            }
            if (!visible.contains(name) && !taken.contains(name)) {
                return name;
            }
        }
    }
}
