// What a search has found: after space.cl. By NEAREST the best K, nearest first, of equal ones the lower index first. Otherwise all
// within a limit: they are counted, or by LIST written in the same order.
#ifndef K
#define K 1
#endif
#ifndef AT_ONCE
#define AT_ONCE 4
#endif
#if !defined(NEAREST) && !defined(LIST) && !defined(COUNT)
#define NEAREST
#endif

#ifdef NEAREST
typedef struct {
    REAL distance[K];
    int id[K];
} Found;

#define LIMIT(found) ((found)->distance[K - 1])
// Whether nothing at such a distance or more is wanted, if no index there is below this one.
#define TOO_FAR(found, d, lowest) \
    ((d) > (found)->distance[K - 1] || ((d) == (found)->distance[K - 1] && (lowest) >= (found)->id[K - 1]))

void consider(Found* found, REAL distance, int id) {
    if (TOO_FAR(found, distance, id)) {
        return;
    }
#pragma unroll
    for (int k = 0; k < K; k++) {
        const bool before = distance < found->distance[k] || (distance == found->distance[k] && id < found->id[k]);
        const REAL d = before ? found->distance[k] : distance;
        const int i = before ? found->id[k] : id;
        found->distance[k] = before ? distance : found->distance[k];
        found->id[k] = before ? id : found->id[k];
        distance = d;
        id = i;
    }
}
#define RESULTS global REAL* distances, global int* found_ids
#define BEGIN(query)                              \
    Found found;                                  \
    for (int k = 0; k < K; k++) {                 \
        found.distance[k] = INFINITY;             \
        found.id[k] = INT_MAX;                    \
    }
#define END(query)                                                               \
    for (int k = 0; k < K; k++) {                                                \
        distances[(query) * K + k] = found.distance[k];                          \
        found_ids[(query) * K + k] = found.id[k] == INT_MAX ? -1 : found.id[k];  \
    }
#else
typedef struct {
    REAL limit;
    int count;
#ifdef LIST
    global REAL* distances;
    global int* ids;
#endif
} Found;

#define LIMIT(found) ((found)->limit)
#define TOO_FAR(found, d, lowest) ((d) > (found)->limit)

void consider(Found* found, REAL distance, int id) {
    if (distance > found->limit) {
        return;
    }
#ifdef LIST
    int at = found->count;
    while (at > 0 && (found->distances[at - 1] > distance || (found->distances[at - 1] == distance && found->ids[at - 1] > id))) {
        found->distances[at] = found->distances[at - 1];
        found->ids[at] = found->ids[at - 1];
        at--;
    }
    found->distances[at] = distance;
    found->ids[at] = id;
#endif
    found->count++;
}
#ifdef LIST
#define RESULTS REAL limit, global const int* places, global REAL* distances, global int* found_ids
#define BEGIN(query) Found found = {limit, 0, distances + places[query], found_ids + places[query]};
#define END(query)
#else
#define RESULTS REAL limit, global int* counts
#define BEGIN(query) Found found = {limit, 0};
#define END(query) counts[query] = found.count;
#endif
#endif

// Arranged points from one to before another.
void consider_points(Found* found, REAL4 q, global const REAL* points, long n, int from, int to) {
    int i = from;
#ifdef WIDE
    // Eight at once, the last ones with some from before or behind; the fewer than eight of a small cloud one by one.
    for (; n >= 8 && i < to; i += 8) {
        const int at = min(i, (int)n - 8);
        const REAL8 x = vload8(0, &X(points, n, at)) - q.x;
        const REAL8 y = vload8(0, &Y(points, n, at)) - q.y;
        const REAL8 z = vload8(0, &Z(points, n, at)) - q.z;
        const REAL8 d = x * x + y * y + z * z;
        const WORD8 place = (WORD8)(0, 1, 2, 3, 4, 5, 6, 7) + (WORD)at;
#if defined(NEAREST) && K == 1
        // The least of them, and the lowest index of those as near. No branch is taken for each, as none could be foreseen.
        const SIGNED8 inside = (place >= (WORD)i) & (place < (WORD)to);
        const REAL8 wanted = select((REAL8)(INFINITY), d, inside);
        const REAL4 four = min(wanted.lo, wanted.hi);
        const REAL least = min(min(four.x, four.y), min(four.z, four.w));
        if (least <= LIMIT(found)) {
            const WORD8 bits = POINTS_JOIN(as_, WORD8)(vload8(0, points + 3 * n + at));
            const WORD8 those = select((WORD8)(~(WORD)0), bits, inside & (wanted == least));
            const WORD4 low = min(those.lo, those.hi);
            consider(found, least, (int)(min(min(low.x, low.y), min(low.z, low.w)) - FIRST_NORMAL));
        }
#else
        if (any((d <= LIMIT(found)) & (place >= (WORD)i) & (place < (WORD)to))) {
            REAL each[8];
            vstore8(d, 0, each);
            for (int k = i - at; k < min(8, to - at); k++) {
                if (each[k] <= LIMIT(found)) {
                    consider(found, each[k], ID(points, n, at + k));
                }
            }
        }
#endif
    }
    for (; i < to; i++) {
        const REAL d = squared(X(points, n, i) - q.x, Y(points, n, i) - q.y, Z(points, n, i) - q.z);
        if (d <= LIMIT(found)) {
            consider(found, d, ID(points, n, i));
        }
    }
#else
    // Several at once, so that their loads do not wait for each other.
    for (; i < to; i += AT_ONCE) {
        REAL4 p[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            p[k] = arranged_point(points, n, min(i + k, to - 1));
        }
#if defined(NEAREST) && K == 1
        // That the last one may come again does no harm. Seldom is one near enough.
        REAL d[AT_ONCE];
        REAL least = INFINITY;
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            d[k] = squared(p[k].x - q.x, p[k].y - q.y, p[k].z - q.z);
            least = min(least, d[k]);
        }
        if (least <= LIMIT(found)) {
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                consider(found, d[k], id_in(p[k].w));
            }
        }
#else
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const REAL d = squared(p[k].x - q.x, p[k].y - q.y, p[k].z - q.z);
            if (i + k < to && d <= LIMIT(found)) {
                consider(found, d, id_in(p[k].w));
            }
        }
#endif
    }
#endif
}

#ifdef LANES
REAL real_across(REAL x, uint by) {
    const WORD bits = POINTS_JOIN(as_, WORD)(x);
    WORD across = word_across((uint)bits, by);
    if (sizeof(WORD) > 4) {
        across |= (WORD)((ulong)word_across((uint)((ulong)bits >> 32), by) << 32);
    }
    return POINTS_JOIN(as_, REAL)(across);
}
#endif
