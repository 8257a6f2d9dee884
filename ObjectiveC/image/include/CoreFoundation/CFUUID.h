// CFUUID.h - identifiers.
#ifndef COREFOUNDATION_CFUUID_H
#define COREFOUNDATION_CFUUID_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef const struct __CFUUID *CFUUIDRef;  // an NSUUID

CF_IMPLICIT_BRIDGING_ENABLED

// Both are +1.
CFUUIDRef CFUUIDCreate(CFAllocatorRef allocator) MR_RENAMED(CFUUIDCreate) __attribute__((cf_returns_retained));
CFStringRef CFUUIDCreateString(CFAllocatorRef allocator, CFUUIDRef uuid) MR_RENAMED(CFUUIDCreateString)
    __attribute__((cf_returns_retained));

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
