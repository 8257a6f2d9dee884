// CFData.h - data: NSData.
#ifndef COREFOUNDATION_CFDATA_H
#define COREFOUNDATION_CFDATA_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef const struct MR_BRIDGED(NSData) __CFData *CFDataRef;
typedef struct MR_BRIDGED_MUTABLE(NSMutableData) __CFData *CFMutableDataRef;

CF_IMPLICIT_BRIDGING_ENABLED

// Data; those that are returned are +1.
CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count) MR_RENAMED(CFDataCreate)
    __attribute__((cf_returns_retained));
CFDataRef CFDataCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                      CFAllocatorRef deallocator) MR_RENAMED(CFDataCreateWithBytesNoCopy)
    __attribute__((cf_returns_retained));
CFDataRef CFDataCreateCopy(CFAllocatorRef allocator, CFDataRef data) MR_RENAMED(CFDataCreateCopy)
    __attribute__((cf_returns_retained));
// The memory for as many bytes as the limit is there at once; a program may fill it before it sets the length.
CFMutableDataRef CFDataCreateMutable(CFAllocatorRef allocator, CFIndex limit) MR_RENAMED(CFDataCreateMutable)
    __attribute__((cf_returns_retained));
UInt8 *CFDataGetMutableBytePtr(CFMutableDataRef data) MR_RENAMED(CFDataGetMutableBytePtr);
void CFDataSetLength(CFMutableDataRef data, CFIndex length) MR_RENAMED(CFDataSetLength);
CFIndex CFDataGetLength(CFDataRef data) MR_RENAMED(CFDataGetLength);
const UInt8 *CFDataGetBytePtr(CFDataRef data) MR_RENAMED(CFDataGetBytePtr);
void CFDataAppendBytes(CFMutableDataRef data, const UInt8 *bytes, CFIndex count) MR_RENAMED(CFDataAppendBytes);
void CFDataReplaceBytes(CFMutableDataRef data, CFRange range, const UInt8 *bytes, CFIndex count)
    MR_RENAMED(CFDataReplaceBytes);

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
