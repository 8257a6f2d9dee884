// OSByteOrder.h - numbers whose bytes are in another order than the machine's. Both CPUs are little-endian.
#ifndef LIBKERN_OSBYTEORDER_H
#define LIBKERN_OSBYTEORDER_H

#include <stdint.h>
#include <string.h>

enum { OSUnknownByteOrder, OSLittleEndian, OSBigEndian };
static inline int32_t OSHostByteOrder(void) { return OSLittleEndian; }

#define OSSwapInt16(number) ((uint16_t)__builtin_bswap16((uint16_t)(number)))
#define OSSwapInt32(number) ((uint32_t)__builtin_bswap32((uint32_t)(number)))
#define OSSwapInt64(number) ((uint64_t)__builtin_bswap64((uint64_t)(number)))
#define OSSwapConstInt16(number) OSSwapInt16(number)
#define OSSwapConstInt32(number) OSSwapInt32(number)
#define OSSwapConstInt64(number) OSSwapInt64(number)

#define OSSwapHostToBigInt16(number) OSSwapInt16(number)
#define OSSwapHostToBigInt32(number) OSSwapInt32(number)
#define OSSwapHostToBigInt64(number) OSSwapInt64(number)
#define OSSwapBigToHostInt16(number) OSSwapInt16(number)
#define OSSwapBigToHostInt32(number) OSSwapInt32(number)
#define OSSwapBigToHostInt64(number) OSSwapInt64(number)
#define OSSwapHostToLittleInt16(number) ((uint16_t)(number))
#define OSSwapHostToLittleInt32(number) ((uint32_t)(number))
#define OSSwapHostToLittleInt64(number) ((uint64_t)(number))
#define OSSwapLittleToHostInt16(number) ((uint16_t)(number))
#define OSSwapLittleToHostInt32(number) ((uint32_t)(number))
#define OSSwapLittleToHostInt64(number) ((uint64_t)(number))

// Numbers at any address, also one that is not aligned: OSReadBigInt32(base, offset) and the like.
#define MR_READ_AND_WRITE(order, bits)                                                                                 \
    static inline uint##bits##_t OSRead##order##Int##bits(const volatile void *base, uintptr_t offset) {               \
        uint##bits##_t number;                                                                                         \
        memcpy(&number, (const char *)(uintptr_t)base + offset, sizeof number);                                        \
        return OSSwap##order##ToHostInt##bits(number);                                                                 \
    }                                                                                                                  \
    static inline void OSWrite##order##Int##bits(volatile void *base, uintptr_t offset, uint##bits##_t number) {       \
        number = OSSwapHostTo##order##Int##bits(number);                                                               \
        memcpy((char *)(uintptr_t)base + offset, &number, sizeof number);                                              \
    }
MR_READ_AND_WRITE(Big, 16)
MR_READ_AND_WRITE(Big, 32)
MR_READ_AND_WRITE(Big, 64)
MR_READ_AND_WRITE(Little, 16)
MR_READ_AND_WRITE(Little, 32)
MR_READ_AND_WRITE(Little, 64)
#undef MR_READ_AND_WRITE

#endif
