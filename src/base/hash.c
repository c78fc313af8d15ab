/* Hash of bytes, eight at a time, little end first on every machine. */
#include "base/hash.h"

uint64_t nh_hash_bytes(const void *bytes, size_t length) {
    const unsigned char *byte = bytes;
    uint64_t hash = nh_hash_u64(length);
    while (length > 0) {
        uint64_t word = 0;
        size_t part = length < 8 ? length : 8;
        for (size_t i = 0; i < part; i++) word |= (uint64_t)byte[i] << (8 * i);
        hash = nh_hash_combine(hash, word);
        byte += part;
        length -= part;
    }
    return hash;
}
