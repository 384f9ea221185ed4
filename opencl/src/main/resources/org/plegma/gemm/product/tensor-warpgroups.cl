// What kernels by Hopper's wgmma share: its operands, and the mbarriers of rings of STAGES stages.
//
// OpenCL C is compiled for sm_90, which has no wgmma. Those instructions stand behind a comment, which is taken away from the
// PTX before it is assembled for sm_90a.
#define HOPPER "//sm_90a: "
#define FOUR(p, i) "+f"((p)[i]), "+f"((p)[i + 1]), "+f"((p)[i + 2]), "+f"((p)[i + 3])
#define SIXTEEN(p, i) FOUR(p, i), FOUR(p, i + 4), FOUR(p, i + 8), FOUR(p, i + 12)
#define AWAIT(mbarrier, parity)                                                                                           \
    asm volatile("{\n.reg .pred done;\n"                                                                                  \
                 "AGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@done bra READY;\nbra AGAIN;\nREADY:\n}"  \
                 ::"r"(mbarrier), "r"(parity) : "memory")
#define ARRIVE(mbarrier) \
    asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(mbarrier) : "memory")
#define INIT(mbarrier, arrivals) \
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(mbarrier), "r"(arrivals) : "memory")
// From a stage to the next; the parity of its mbarriers changes from round to round.
#define ADVANCE(s, p)                                                                                                     \
    if (++s == STAGES) {                                                                                                   \
        s = 0;                                                                                                             \
        p ^= 1;                                                                                                            \
    }
