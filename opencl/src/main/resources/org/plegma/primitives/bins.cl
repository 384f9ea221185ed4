// The bin of a key; -1 if it has none. Whole keys are their bins, others are between low and high.
#ifndef KEY
#define KEY int
#endif
#pragma OPENCL FP_CONTRACT OFF

int bin_of(KEY key, int bins, KEY low, KEY high, KEY scale) {
#ifdef FLOATING
    if (!(key >= low && key <= high)) {
        return -1;
    }
    return min((int)((key - low) * scale), bins - 1);
#else
    return key >= 0 && key < bins ? (int)key : -1;
#endif
}
