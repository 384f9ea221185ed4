// The elements of one work-item: a block on a processor (BLOCKS is 1), whose caches hold neighbours, and every
// get_global_size(0)-th on a GPU, where neighbours are read by neighbours.
#ifndef BLOCKS
#define BLOCKS 0
#endif
#if BLOCKS
#define BLOCK(length) (((length) + get_global_size(0) - 1) / get_global_size(0))
#define FIRST(length) (get_global_id(0) * BLOCK(length))
#define END(length) min((ulong)(FIRST(length) + BLOCK(length)), length)
#define STEP 1
#else
#define FIRST(length) get_global_id(0)
#define END(length) length
#define STEP get_global_size(0)
#endif
