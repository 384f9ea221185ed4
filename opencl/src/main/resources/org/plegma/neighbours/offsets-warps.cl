// A search in the 27 cells around the query's by groups of warps: after lanes.cl, space.cl and grid.cl. For floats and one neighbour.
//
// Points are compared by numbers that take few instructions. Let the cell's centre be the origin and a cell's width the unit, u a point
// and v a query. Half of |u - v|^2 is |u|^2 / 2 - uv, and something that is the same for all points. Each work-item keeps the chunk of
// points with the least such number, and the least number of all other chunks. The points of that chunk are then compared by their
// exact distances. Where another chunk is as near but for rounding, the whole group compares all points of the 27 cells exactly.
#ifndef GROUP
#define GROUP 128
#endif
#ifndef QUERIES
#define QUERIES 4
#endif
// The lanes of a warp are so many slices. Each slice has all queries of the warp, and takes one of so many points.
#ifndef SLICES
#define SLICES 8
#endif
// Points that are in local memory, those whose numbers do not wait for each other, and those of a chunk.
#ifndef TILE
#define TILE 1920
#endif
#ifndef AT_ONCE
#define AT_ONCE 4
#endif
#ifndef CHUNK
#define CHUNK 16
#endif
// Points of a work-item that are on their way to local memory at once.
#ifndef LOADS
#define LOADS 4
#endif
#define SLICE_LANES (LANES / SLICES)
#define OF_WARP (SLICE_LANES * QUERIES)
#define BLOCK (GROUP / LANES * OF_WARP)
#define ROUND (SLICES * AT_ONCE)
// A query is no farther from the centre along an axis. Half of three such squares, so that no number is below 0, and they are compared
// as whole numbers. Points need no such guard: docs/performance/neighbours.md says why. Past the last point is one that is nearest to
// none.
#define FARTHEST 0.51f
#define ABOVE_ZERO 0.4f
#define NO_POINT 1e30f
#define IS_POINT(number) ((number) < 0x70000000)

// Where the points to look at are: so many ranges, one after the other, and before each range so many points.
#ifdef SKIP
#define RANGES 27
#define STAGES 2
#else
#define RANGES 9
#define STAGES 1
#endif
typedef struct {
    int from[RANGES];
    int before[RANGES + 1];
} Table;

// A cell, or none beyond the border.
void put_range(local Table* table, int r, bool there, global const int* starts, int first, int last) {
    table->from[r] = there ? starts[first] : 0;
    table->before[r + 1] = there ? starts[last + 1] - table->from[r] : 0;
}

void add_up(local Table* table, int from) {
    table->before[0] = 0;
    for (int r = from; r < RANGES; r++) {
        table->before[r + 1] += table->before[r];
    }
}

// The place of a point by its number in the table; r, its range, is no lower than that of the number before.
int place_of(local const Table* table, int number, int* r) {
    while (number >= table->before[*r + 1]) {
        (*r)++;
    }
    return table->from[*r] + number - table->before[*r];
}

// The range of a point. Each round asks for two of three parts, so that few answers wait for each other.
int range_of(local const Table* table, int number) {
    int r = 0;
#pragma unroll
    for (int part = RANGES / 3; part > 0; part /= 3) {
        const int first = number >= table->before[r + part] ? part : 0;
        const int second = number >= table->before[r + 2 * part] ? part : 0;
        r += first + second;
    }
    return r;
}

// About the squared distance of a query, which points the other way.
float squared_of(int number, float4 v) { return 2 * (as_float(number) - ABOVE_ZERO) + v.x * v.x + v.y * v.y + v.z * v.z; }

// How far two numbers may be off together, for points that are about so near: docs/performance/neighbours.md has the sum.
float rounding_of(float squaredDistance) { return 0x1p-24f * 1.05f * (16.2f + 159 * (max(squaredDistance, 0.0f) + 2e-5f)); }

bool is_inside(float4 v) { return fabs(v.x) <= FARTHEST && fabs(v.y) <= FARTHEST && fabs(v.z) <= FARTHEST; }

typedef struct {
    float distance;
    int id;
} Nearest;

void compare(Nearest* nearest, float distance, int id) {
    if (distance < nearest->distance || (distance == nearest->distance && id < nearest->id)) {
        nearest->distance = distance;
        nearest->id = id;
    }
}

// The nearest of lanes whose numbers differ by these bits and higher ones.
void compare_lanes(Nearest* nearest, uint from) {
#pragma unroll
    for (uint by = from; by < LANES; by *= 2) {
        const float distance = as_float(word_across(as_uint(nearest->distance), by));
        compare(nearest, distance, (int)word_across((uint)nearest->id, by));
    }
}

#ifdef SKIP
// The cells that may have a point no farther from a query than its best one, a bit for each of 27. A side is as far from the centre as
// half says.
uint near_cells(float4 v, int best, float4 half_width) {
    const float reach = IS_POINT(best) && is_inside(v) ? squared_of(best, v) * 1.0001f + 2e-5f : INFINITY;
    const float4 below = max(half_width - v, 0.0f);
    const float4 above = max(half_width + v, 0.0f);
    uint near = 0;
    for (int c = 0; c < 27; c++) {
        const float x = c % 3 == 0 ? below.x : c % 3 == 2 ? above.x : 0;
        const float y = c / 3 % 3 == 0 ? below.y : c / 3 % 3 == 2 ? above.y : 0;
        const float z = c / 9 == 0 ? below.z : c / 9 == 2 ? above.z : 0;
        near |= squared(x, y, z) <= reach ? 1u << c : 0u;
    }
    return near;
}
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void offset_warps(
    global const float* queries, long count, global const int* queryStarts, int share, global const float* points,
    global const int* starts, long n, float4 low, float4 width, int4 cells, float slack, float scale, global float* distances,
    global int* found_ids
) {
    local float4 tile[TILE];
    local Table table;
    // Queries that are not decided by the numbers, and what the warps find for one of them.
    local int unsure[BLOCK];
    local int many;
    local Nearest of_warp[GROUP / LANES];
    const int id = get_local_id(0);
    const int slice = (int)LANE / SLICE_LANES;
    const int cell = get_group_id(0) / share;
    const int4 own = (int4)(cell % cells.x, cell / cells.x % cells.y, cell / cells.x / cells.y, 0);
    const int end_of_queries = queryStarts[cell + 1];
    const int first_block = queryStarts[cell] + get_group_id(0) % share * BLOCK;
    if (first_block >= end_of_queries) {
        return;
    }
    const float4 centre = low + (CONVERT_REAL4(own) + 0.5f) * width;
    if (id == 0) {
        many = 0;
    }
#ifdef SKIP
    local uint wanted;
#else
    // Rows of three cells each.
    if (id < RANGES) {
        const int y = own.y + id % 3 - 1;
        const int z = own.z + id / 3 - 1;
        const int row = (z * cells.y + y) * cells.x;
        const bool there = y >= 0 && y < cells.y && z >= 0 && z < cells.z;
        put_range(&table, id, there, starts, row + max(own.x - 1, 0), row + min(own.x + 1, cells.x - 1));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        add_up(&table, 0);
    }
#endif
    for (int block = first_block; block < end_of_queries; block += share * BLOCK) {
        const int first = block + id / LANES * OF_WARP;
        const int mine = first + (int)LANE % SLICE_LANES;
        float4 v[QUERIES];
        int best[QUERIES];
        int other[QUERIES];
        int chunk[QUERIES];
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            v[k] = (arranged_point(queries, count, min(mine + k * SLICE_LANES, end_of_queries - 1)) - centre) * -scale;
            best[k] = INT_MAX;
            other[k] = INT_MAX;
            chunk[k] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int stage = 0; stage < STAGES; stage++) {
#ifdef SKIP
            // First the own cell. Then of all others those that are near enough for one of the queries.
            if (stage == 0) {
                if (id == 0) {
                    wanted = 0;
                    put_range(&table, 0, true, starts, cell, cell);
                    table.before[0] = 0;
                }
            } else {
                uint near = 0;
#pragma unroll
                for (int k = 0; k < QUERIES; k++) {
                    int least = best[k];
                    for (uint by = SLICE_LANES; by < LANES; by *= 2) {
                        least = min(least, (int)word_across((uint)least, by));
                    }
                    near |= mine + k * SLICE_LANES < end_of_queries ? near_cells(v[k], least, (0.5f * width - slack) * scale) : 0;
                }
                atomic_or(&wanted, near);
                barrier(CLK_LOCAL_MEM_FENCE);
                if (id > 0 && id < RANGES) {
                    const int c = id <= 13 ? id - 1 : id;
                    const int x = own.x + c % 3 - 1;
                    const int y = own.y + c / 3 % 3 - 1;
                    const int z = own.z + c / 9 - 1;
                    const bool there = (wanted >> c & 1) != 0 && x >= 0 && x < cells.x && y >= 0 && y < cells.y && z >= 0 && z < cells.z;
                    const int at = (z * cells.y + y) * cells.x + x;
                    put_range(&table, id, there, starts, at, at);
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                if (id == 0) {
                    add_up(&table, 1);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            const int from = stage == 0 ? 0 : table.before[1];
            const int end = stage == 0 ? table.before[1] : table.before[RANGES];
            const bool comes = true;
#else
            const int from = 0;
            const int end = table.before[RANGES];
            // If all fit, they stay for the next block.
            const bool comes = block == first_block || end > TILE;
#endif
            for (int part = from; part < end; part += TILE) {
                const int there = min(TILE, end - part);
                const int rounded = (there + ROUND - 1) / ROUND * ROUND;
                if (comes) {
                    barrier(CLK_LOCAL_MEM_FENCE);
                    int r = stage < STAGES - 1 ? 0 : range_of(&table, part + min(id, there - 1));
                    for (int at = id; at < rounded; at += LOADS * GROUP) {
                        float4 u[LOADS];
#pragma unroll
                        for (int j = 0; j < LOADS; j++) {
                            const int i = min(at + j * GROUP, there - 1);
                            u[j] = arranged_point(points, n, place_of(&table, part + i, &r));
                        }
#pragma unroll
                        for (int j = 0; j < LOADS; j++) {
                            const int i = at + j * GROUP;
                            const float4 p = (u[j] - centre) * scale;
                            const float half_square = fma(0.5f, fma(p.x, p.x, fma(p.y, p.y, p.z * p.z)), ABOVE_ZERO);
                            if (i < rounded) {
                                tile[i] = i < there ? (float4)(p.xyz, half_square) : (float4)(0, 0, 0, NO_POINT);
                            }
                        }
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                }
                const int steps = first < end_of_queries ? rounded / SLICES : 0;
                for (int step = 0; step < steps; step += CHUNK) {
                    int least[QUERIES];
#pragma unroll
                    for (int k = 0; k < QUERIES; k++) {
                        least[k] = INT_MAX;
                    }
                    const int last = min(step + CHUNK, steps);
                    for (int i = step; i < last; i += AT_ONCE) {
                        float4 p[AT_ONCE];
#pragma unroll
                        for (int j = 0; j < AT_ONCE; j++) {
                            p[j] = tile[(i + j) * SLICES + slice];
                        }
#pragma unroll
                        for (int k = 0; k < QUERIES; k++) {
#pragma unroll
                            for (int j = 0; j < AT_ONCE; j++) {
                                const float sum = fma(p[j].x, v[k].x, fma(p[j].y, v[k].y, fma(p[j].z, v[k].z, p[j].w)));
                                least[k] = min(least[k], as_int(sum));
                            }
                        }
                    }
#pragma unroll
                    for (int k = 0; k < QUERIES; k++) {
                        other[k] = min(other[k], max(best[k], least[k]));
                        chunk[k] = least[k] < best[k] ? part + step * SLICES + slice : chunk[k];
                        best[k] = min(best[k], least[k]);
                    }
                }
            }
        }
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            for (uint by = SLICE_LANES; by < LANES; by *= 2) {
                const int best2 = (int)word_across((uint)best[k], by);
                const int chunk2 = (int)word_across((uint)chunk[k], by);
                other[k] = min(min(other[k], (int)word_across((uint)other[k], by)), max(best[k], best2));
                chunk[k] = best2 < best[k] || (best2 == best[k] && chunk2 < chunk[k]) ? chunk2 : chunk[k];
                best[k] = min(best[k], best2);
            }
        }
        // The slices share the chunk. It may go on behind its tile, which does no harm. Nothing is written before all is read, so that reads need
        // not wait.
        Nearest nearest[QUERIES];
        int asked[QUERIES];
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            const float4 q = arranged_point(queries, count, min(mine + k * SLICE_LANES, end_of_queries - 1));
            asked[k] = id_in(q.w);
            nearest[k].distance = INFINITY;
            nearest[k].id = INT_MAX;
            int r = range_of(&table, chunk[k] + slice * SLICES);
#pragma unroll
            for (int j = 0; j < CHUNK / SLICES; j++) {
                const int number = chunk[k] + (j * SLICES + slice) * SLICES;
                if (number < table.before[RANGES]) {
                    const float4 p = arranged_point(points, n, place_of(&table, number, &r));
                    compare(&nearest[k], squared(p.x - q.x, p.y - q.y, p.z - q.z), id_in(p.w));
                }
            }
            compare_lanes(&nearest[k], SLICE_LANES);
        }
#pragma unroll
        for (int k = 0; k < QUERIES; k++) {
            if (slice == 0 && mine + k * SLICE_LANES < end_of_queries) {
                const float most = as_float(best[k]) + rounding_of(squared_of(best[k], v[k]));
                if (is_inside(v[k]) && (!IS_POINT(other[k]) || most < as_float(other[k]))) {
                    distances[asked[k]] = nearest[k].distance;
                    found_ids[asked[k]] = nearest[k].id == INT_MAX ? -1 : nearest[k].id;
                } else {
                    unsure[atomic_inc(&many)] = mine + k * SLICE_LANES;
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int left = many;
        for (int u = 0; u < left; u++) {
            const float4 q = arranged_point(queries, count, unsure[u]);
            Nearest nearest = {INFINITY, INT_MAX};
            int r = 0;
            for (int number = id; number < table.before[RANGES]; number += GROUP) {
                const float4 p = arranged_point(points, n, place_of(&table, number, &r));
                compare(&nearest, squared(p.x - q.x, p.y - q.y, p.z - q.z), id_in(p.w));
            }
            compare_lanes(&nearest, 1);
            if (LANE == 0) {
                of_warp[id / LANES] = nearest;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (id == 0) {
                for (int w = 1; w < GROUP / LANES; w++) {
                    compare(&nearest, of_warp[w].distance, of_warp[w].id);
                }
                distances[id_in(q.w)] = nearest.distance;
                found_ids[id_in(q.w)] = nearest.id == INT_MAX ? -1 : nearest.id;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (id == 0 && left > 0) {
            many = 0;
        }
    }
}
