// CFByteOrder.h - numbers in the machine's order of bytes and in others.
#ifndef COREFOUNDATION_CFBYTEORDER_H
#define COREFOUNDATION_CFBYTEORDER_H

#import <CoreFoundation/CFBase.h>
#import <libkern/OSByteOrder.h>

typedef enum { CFByteOrderUnknown, CFByteOrderLittleEndian, CFByteOrderBigEndian } CFByteOrder;
static inline CFByteOrder CFByteOrderGetCurrent(void) { return CFByteOrderLittleEndian; }
#define MR_SWAPS(bits)                                                                                                 \
    CF_INLINE UInt##bits CFSwapInt##bits(UInt##bits number) { return OSSwapInt##bits(number); }                        \
    CF_INLINE UInt##bits CFSwapInt##bits##HostToBig(UInt##bits number) { return OSSwapInt##bits(number); }             \
    CF_INLINE UInt##bits CFSwapInt##bits##BigToHost(UInt##bits number) { return OSSwapInt##bits(number); }             \
    CF_INLINE UInt##bits CFSwapInt##bits##HostToLittle(UInt##bits number) { return number; }                           \
    CF_INLINE UInt##bits CFSwapInt##bits##LittleToHost(UInt##bits number) { return number; }
MR_SWAPS(16)
MR_SWAPS(32)
MR_SWAPS(64)
#undef MR_SWAPS

#endif
