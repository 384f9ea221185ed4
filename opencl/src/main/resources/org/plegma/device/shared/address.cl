// The address of an array, as kernels of this context see it.
#ifndef ELEMENT
#define ELEMENT float
#endif

kernel void address_of(global const ELEMENT *array, global ulong *address) {
    *address = (ulong)array;
}
