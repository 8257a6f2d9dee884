// CFNumber.h - numbers and truth values: NSNumber.
#ifndef COREFOUNDATION_CFNUMBER_H
#define COREFOUNDATION_CFNUMBER_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef const struct MR_BRIDGED(NSNumber) __CFNumber *CFNumberRef;
typedef const struct MR_BRIDGED(NSNumber) __CFBoolean *CFBooleanRef;

typedef enum CFNumberType : CFIndex {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type,
    kCFNumberSInt32Type,
    kCFNumberSInt64Type,
    kCFNumberFloat32Type,
    kCFNumberFloat64Type,
    kCFNumberCharType,
    kCFNumberShortType,
    kCFNumberIntType,
    kCFNumberLongType,
    kCFNumberLongLongType,
    kCFNumberFloatType,
    kCFNumberDoubleType,
    kCFNumberCFIndexType,
    kCFNumberNSIntegerType,
    kCFNumberCGFloatType,
} CFNumberType;

extern const CFBooleanRef kCFBooleanTrue MR_RENAMED(kCFBooleanTrue);
extern const CFBooleanRef kCFBooleanFalse MR_RENAMED(kCFBooleanFalse);

CF_IMPLICIT_BRIDGING_ENABLED

// Stores the number as that C type, and returns whether it has the same value as before.
Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value) MR_RENAMED(CFNumberGetValue);
// Returns an NSNumber, +1, of a value of that C type.
CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType type, const void *value) MR_RENAMED(CFNumberCreate)
    __attribute__((cf_returns_retained));
// Returns a type that can hold the number.
CFNumberType CFNumberGetType(CFNumberRef number) MR_RENAMED(CFNumberGetType);

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
