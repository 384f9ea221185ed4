// Groups take tiles of BM x BN in bands of BAND tiles side by side, a band row by row, so that they share what is in the cache.
#ifndef BAND
#define BAND 8
#endif

// Where tile number `tile` of tilesM x tilesN begins.
#define SEEK_TILE(tile, row0, column0)                                                                                    \
    const int band = (tile) / (tilesM * BAND) * BAND;                                                                      \
    const int inBand = (tile) - band * tilesM;                                                                             \
    const int width = min(BAND, tilesN - band);                                                                            \
    const int row0 = inBand / width * BM;                                                                                  \
    const int column0 = (band + inBand % width) * BN
