// What instructions of PTX do, for kernels that a processor runs in place of an NVIDIA device: see EmulatedPtx. Copies are done at
// once; an instruction of a warp waits for the whole work-group, so that all warps must come to it.
//
// Address of shared memory, which PTX has in 32 bits: near a place whose address is known.
local char* ptx_place(local ulong* near, uint address) {
    const ulong base = (ulong)near;
    const ulong place = (base & ~0xffffffffUL) | address;
    return (local char*)(place > base + 0x80000000UL ? place - 0x100000000UL
            : place + 0x80000000UL < base            ? place + 0x100000000UL
                                                     : place);
}

void ptx_copy_to(local char* to, global const char* from, int bytes, int valid) {
    for (int i = 0; i < bytes; i++) {
        to[i] = i < valid ? from[i] : 0;
    }
}

uint ptx_bf16(float x) {
    const uint bits = as_uint(x);
    return isnan(x) ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

uint ptx_tf32(float x) { return isnan(x) ? 0x7fffffff : isinf(x) ? as_uint(x) : (as_uint(x) + 0x1000) & 0xffffe000; }

#define PTX_WARP (get_local_id(0) / 32 * 32)
#define PTX_G (get_local_id(0) % 32 / 4)
#define PTX_T (get_local_id(0) % 4)
#define PTX_COPY(to, from, bytes, valid) \
    ptx_copy_to(ptx_place(ptx_scratch, to), (global const char*)(from), bytes, valid)
#define PTX_COPY_ON(at, to, next)                                                                                        \
    do {                                                                                                                 \
        ptx_copy_to(ptx_place(ptx_scratch, to), (global const char*)(at), 16, 16);                                       \
        at = (global const REAL*)((global const char*)(at) + (next));                                                    \
    } while (0)
#define PTX_COPY_4_IF(to, from, place)                                                                                   \
    if ((place) >= 0) PTX_COPY(to, from, 4, 4)
#define PTX_COPY_8_IF(to, from, place)                                                                                   \
    if ((place) >= 0) PTX_COPY(to, from, 8, 8)
#define PTX_COPY_IF(to, from, place)                                                                                     \
    if ((place) >= 0) ptx_copy_to(ptx_place(ptx_scratch, to), (global const char*)(from), 16, 16)
#define PTX_LOAD_2(x0, x1, from)                                                                                         \
    do {                                                                                                                 \
        local const double* ptx_from = (local const double*)ptx_place(ptx_scratch, from);                                \
        x0 = ptx_from[0];                                                                                                \
        x1 = ptx_from[1];                                                                                                \
    } while (0)
#define PTX_LOAD_4(x0, x1, x2, x3, from)                                                                                 \
    do {                                                                                                                 \
        local const float* ptx_from = (local const float*)ptx_place(ptx_scratch, from);                                  \
        x0 = ptx_from[0];                                                                                                \
        x1 = ptx_from[1];                                                                                                \
        x2 = ptx_from[2];                                                                                                \
        x3 = ptx_from[3];                                                                                                \
    } while (0)
#define PTX_TO_BF16(pair, high, low) pair = ptx_bf16(high) << 16 | ptx_bf16(low)
#define PTX_TO_TF32(nearest, x) nearest = ptx_tf32(x)

// "Matrix Fragments for mma.m16n8k8": of 8 terms lane 4*g + t has t and t + 4, of rows g and g + 8, and of column g; its sums are
// those of rows g and g + 8 in columns 2*t and 2*t + 1.
#define PTX_MULTIPLY(type, real, term_of, d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3)                         \
    do {                                                                                                                 \
        local type* ptx_own = (local type*)(ptx_scratch + get_local_id(0) * 6);                                          \
        ptx_own[0] = a0;                                                                                                 \
        ptx_own[1] = a1;                                                                                                 \
        ptx_own[2] = a2;                                                                                                 \
        ptx_own[3] = a3;                                                                                                 \
        ptx_own[4] = b0;                                                                                                 \
        ptx_own[5] = b1;                                                                                                 \
        real ptx_sum[4] = {c0, c1, c2, c3};                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        ptx_multiply_##term_of(ptx_scratch + PTX_WARP * 6, PTX_G, PTX_T, ptx_sum);                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        d0 = ptx_sum[0];                                                                                                 \
        d1 = ptx_sum[1];                                                                                                 \
        d2 = ptx_sum[2];                                                                                                 \
        d3 = ptx_sum[3];                                                                                                 \
    } while (0)

void ptx_multiply_f64(local ulong* warp, int g, int t, double* sum) {
    for (int e = 0; e < 4; e++) {
        for (int k = 0; k < 8; k++) {
            const local double* a = (local double*)(warp + (4 * g + k % 4) * 6);
            const local double* b = (local double*)(warp + (4 * (2 * t + e % 2) + k % 4) * 6);
            sum[e] = fma(a[k / 4 * 2 + e / 2], b[4 + k / 4], sum[e]);
        }
    }
}

// The low 13 bits are ignored.
void ptx_multiply_tf32(local ulong* warp, int g, int t, float* sum) {
    for (int e = 0; e < 4; e++) {
        for (int k = 0; k < 8; k++) {
            const local uint* a = (local uint*)(warp + (4 * g + k % 4) * 6);
            const local uint* b = (local uint*)(warp + (4 * (2 * t + e % 2) + k % 4) * 6);
            sum[e] = fma(as_float(a[k / 4 * 2 + e / 2] & 0xffffe000), as_float(b[4 + k / 4] & 0xffffe000), sum[e]);
        }
    }
}

// m16n8k16: of 16 terms lane 4*g + t has 2*t, 2*t + 1, and those 8 further.
void ptx_multiply_bf16(local ulong* warp, int g, int t, float* sum) {
    for (int e = 0; e < 4; e++) {
        for (int k = 0; k < 16; k++) {
            const local uint* a = (local uint*)(warp + (4 * g + k / 2 % 4) * 6);
            const local uint* b = (local uint*)(warp + (4 * (2 * t + e % 2) + k / 2 % 4) * 6);
            const uint of_a = a[k / 8 * 2 + e / 2] >> k % 2 * 16 << 16;
            const uint of_b = b[4 + k / 8] >> k % 2 * 16 << 16;
            sum[e] = fma(as_float(of_a), as_float(of_b), sum[e]);
        }
    }
}

#define PTX_MMA_F64(d0, d1, d2, d3, a0, a1, a2, a3, b0, b1) \
    PTX_MULTIPLY(double, double, f64, d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, d0, d1, d2, d3)
#define PTX_MMA_TF32(d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3) \
    PTX_MULTIPLY(uint, float, tf32, d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3)
#define PTX_MMA_BF16(d0, d1, d2, d3, a0, a1, a2, a3, b0, b1) \
    PTX_MULTIPLY(uint, float, bf16, d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, d0, d1, d2, d3)

// Of a warp that is alone in its group.
#define PTX_BROADCAST(value)                                                                                             \
    do {                                                                                                                 \
        ptx_scratch[get_local_id(0)] = value;                                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        value = ptx_scratch[PTX_WARP];                                                                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    } while (0)
#define PTX_SYNC(...) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define PTX_ADD(before, count) before = atomic_add((volatile global int*)(count), 1)
#define PTX_REDUCE(count, more) atomic_add((volatile global int*)(count), more)
#define PTX_READ(value, count) value = atomic_or((volatile global int*)(count), 0)

// Warpgroups, of which all do the same here. What a bulk copy brings is there at once, so that mbarriers do nothing.
#define PTX_BULK(to, from, mbarrier, bytes) PTX_COPY(to, from, bytes, bytes)

// "Asynchronous Warpgroup Level Matrix Instructions": a word of a line of a factor in local memory, from which on the description tells:
// lines of 64 or 128 bytes, so many bytes from 8 of them to the next, its chunks swapped.
uint ptx_word(local const char* near, ulong description, int line, int word) {
    const ulong base = (ulong)near;
    const ulong begin = (base & ~0x3ffffUL) | (description & 0x3fff) << 4;
    const uint offset = (begin < base ? begin + 0x40000 : begin) - base;
    const uint apart = (description >> 32 & 0x3fff) << 4;
    const uint bytes = description >> 62 == 1 ? 128 : 64;
    const uint straight = offset + line / 8 * apart + line % 8 * bytes + word * 4;
    return *(local const uint*)(near + (description >> 62 == 0 ? straight : straight ^ (straight >> 3 & (bytes - 16))));
}

// m64nNk8 in TF32: each warp has 16 rows of A in registers.
void ptx_wgmma(local ulong* warp, int g, int t, float* sum, int columns, ulong description, local char* near, int sets) {
    for (int e = 0; e < columns / 2; e++) {
        const int column = e / 4 * 8 + 2 * t + e % 2;
        float added = sets ? 0 : sum[e];
        for (int k = 0; k < 8; k++) {
            const local uint* a = (local uint*)(warp + (4 * g + k % 4) * 6);
            const uint b = ptx_word(near, description, column, k);
            added = fma(as_float(a[k / 4 * 2 + e / 2 % 2] & 0xffffe000), as_float(b & 0xffffe000), added);
        }
        sum[e] = added;
    }
}

#define PTX_WGMMA(sum, a, description, near, columns, sets)                                                              \
    do {                                                                                                                 \
        for (int ptx_e = 0; ptx_e < 4; ptx_e++) {                                                                        \
            ((local uint*)(ptx_scratch + get_local_id(0) * 6))[ptx_e] = (a)[ptx_e];                                      \
        }                                                                                                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        ptx_wgmma(ptx_scratch + PTX_WARP * 6, PTX_G, PTX_T, sum, columns, description, (local char*)(near), sets);       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    } while (0)
#define PTX_WGMMA_FEW(a0, a1, a2, a3, description, adds)                                                                 \
    do {                                                                                                                 \
        const uint ptx_a[4] = {a0, a1, a2, a3};                                                                          \
        PTX_WGMMA(part, ptx_a, description, few, FEW, !(adds));                                                          \
    } while (0)

// Four instructions, each 32 bytes further, both factors in local memory: m64nNk8 in TF32, m64nNk16 in BF16. The sums are operands,
// which the macro FOUR makes addresses here.
void ptx_wgmma_tiles(local char* near, int warp, int g, int t, float* const* sum, int columns, ulong a, ulong b, int adds, int bf16) {
    for (int e = 0; e < columns / 2; e++) {
        float added = adds ? *sum[e] : 0;
        for (int k = 0; k < 32; k++) {
            const uint x = ptx_word(near, a + k / 8 * 2, warp % 4 * 16 + g + e / 2 % 2 * 8, k % 8);
            const uint y = ptx_word(near, b + k / 8 * 2, e / 4 * 8 + 2 * t + e % 2, k % 8);
            if (bf16) {
                added = fma(as_float(x << 16), as_float(y << 16), added);
            }
            added = fma(as_float(x & (bf16 ? 0xffff0000 : 0xffffe000)), as_float(y & (bf16 ? 0xffff0000 : 0xffffe000)), added);
        }
        *sum[e] = added;
    }
}

#define PTX_WGMMA_TILES(a, b, adds)                                                                                      \
    do {                                                                                                                 \
        float* const ptx_sums[] = {SUMS};                                                                                \
        ptx_wgmma_tiles((local char*)stages, id / 32, PTX_G, PTX_T, ptx_sums, BN, a, b, (adds) != 0, BF16);              \
    } while (0)

// An mbarrier: arrivals and bytes that its phase still waits for; the lowest bit is the phase's parity.
typedef struct {
    short pending, count;
    int bytes_and_parity;
} ptx_mbarrier;

void ptx_arrive(local ptx_mbarrier* at, int arrivals, int bytes) {
    at->pending -= arrivals;
    at->bytes_and_parity += bytes * 2;
    if (at->pending == 0 && at->bytes_and_parity >> 1 == 0) {
        at->pending = at->count;
        at->bytes_and_parity ^= 1;
    }
}

void ptx_init(local ptx_mbarrier* at, int arrivals) {
    at->pending = at->count = arrivals;
    at->bytes_and_parity = 0;
}

#define PTX_MBARRIER(place) ((local ptx_mbarrier*)ptx_place(ptx_scratch, place))
#define PTX_IS_COMPLETE(place, parity) ((PTX_MBARRIER(place)->bytes_and_parity & 1) != (parity))
#define PTX_INIT(place, arrivals) ptx_init(PTX_MBARRIER(place), arrivals)
// Of those who multiply, or of those who bring what they have not brought before: see EmulatedTurns.
#define PTX_ARRIVE(place)                                                                                                \
    if (!ptx_idle && ptx_live) ptx_arrive(PTX_MBARRIER(place), 1, 0)
#define PTX_EXPECT(place, bytes)                                                                                         \
    if (ptx_live) ptx_arrive(PTX_MBARRIER(place), 1, bytes)
#define PTX_COPY_BLOCK(to, from, bytes, place)                                                                           \
    if (ptx_live) {                                                                                                      \
        PTX_COPY(to, from, bytes, bytes);                                                                                \
        ptx_arrive(PTX_MBARRIER(place), 0, -(bytes));                                                                    \
    }
#define PTX_AWAIT(place, parity)                                                                                         \
    do {                                                                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        alpha = PTX_IS_COMPLETE(place, parity) ? alpha : NAN;                                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    } while (0)
#define PTX_ASK(place, parity)                                                                                           \
    do {                                                                                                                 \
        ptx_live = ++ptx_rounds > ptx_done && !ptx_stopped && PTX_IS_COMPLETE(place, parity);                            \
        ptx_stopped = ptx_stopped || ptx_rounds > ptx_done && !ptx_live;                                                 \
        ptx_done += ptx_live;                                                                                            \
    } while (0)
#define PTX_AWAIT_PARTS(count, parts)                                                                                    \
    while (ptx_once == 0 && atomic_or((volatile global int*)(count), 0) < (parts)) {                                     \
    }
// Of a warp whose copies have come, and until all have told so: where that never happens a processor waits for ever, too.
#define PTX_TELL(place, lane)                                                                                            \
    if ((lane) == 0) ptx_arrive(PTX_MBARRIER(place), 1, 0)
#define PTX_AWAIT_ALL(place, parity)                                                                                     \
    do {                                                                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
        while (!PTX_IS_COMPLETE(place, parity)) {                                                                        \
        }                                                                                                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    } while (0)
