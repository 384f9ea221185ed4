// Networks that put a few words in order. After warps.cl and sort-keys.cl.
#define ORDER(i, j)           \
    low = min(w[i], w[j]);    \
    w[j] = max(w[i], w[j]);   \
    w[i] = low

// Sorts eight words; once their halves are in order, fewer steps do. Work-items four apart begin with other halves, so that no eight of them
// meet in a bank of local memory. Halves may be in any order.
void sort_eight(local BITS* words, bool halves) {
    BITS w[8];
    BITS low;
    const uint other = get_local_id(0) & 4;
    *(BITS4*)w = *(local const BITS4*)(words + other);
    *(BITS4*)(w + 4) = *(local const BITS4*)(words + (4 - other));
    if (!halves) {
        ORDER(0, 1);
        ORDER(2, 3);
        ORDER(4, 5);
        ORDER(6, 7);
        ORDER(0, 2);
        ORDER(1, 3);
        ORDER(4, 6);
        ORDER(5, 7);
        ORDER(1, 2);
        ORDER(5, 6);
    }
    ORDER(0, 4);
    ORDER(1, 5);
    ORDER(2, 6);
    ORDER(3, 7);
    ORDER(2, 4);
    ORDER(3, 5);
    ORDER(1, 2);
    ORDER(3, 4);
    ORDER(5, 6);
    const BITS4 lower = *(const BITS4*)w;
    const BITS4 upper = *(const BITS4*)(w + 4);
    *(local BITS4*)(words + other) = other != 0 ? upper : lower;
    *(local BITS4*)(words + (4 - other)) = other != 0 ? lower : upper;
}

// Words that are nearly in order: no more than so many are between bounds that none crosses. Each four and the next four are merged, then each
// with the one before, and so on: what lies in as many fours is in order after as many times. Sixteen words of room lie behind.
void sort_runs(local BITS* words, uint many, uint most) {
    const uint times = most < 2 ? 0 : (most - 2) / 4 + 2;
    for (uint t = 0; t < times; t++) {
        for (uint i = t % 2 * 4 + get_local_id(0) * 8; i < many; i += GROUP * 8) {
            sort_eight(words + i, t > 0);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
