// NSRange.h - ranges of indexes: a location and a length.
#ifndef FOUNDATION_NSRANGE_H
#define FOUNDATION_NSRANGE_H

#import <Foundation/NSObjCRuntime.h>

#pragma clang assume_nonnull begin

typedef struct _NSRange {
    NSUInteger location, length;
} NSRange;
typedef NSRange *NSRangePointer;

static inline NSRange NSMakeRange(NSUInteger location, NSUInteger length) { return (NSRange){location, length}; }
static inline NSUInteger NSMaxRange(NSRange range) { return range.location + range.length; }
static inline BOOL NSLocationInRange(NSUInteger location, NSRange range) {
    return location >= range.location && location - range.location < range.length;
}
static inline BOOL NSEqualRanges(NSRange a, NSRange b) { return a.location == b.location && a.length == b.length; }

MR_BEGIN_DECLS

// Returns the indexes that are in both ranges, {0, 0} if there are none; and the smallest range that contains both.
NSRange NSIntersectionRange(NSRange first, NSRange second);
NSRange NSUnionRange(NSRange first, NSRange second);
// "{2, 3}", and the first two numbers of such a string: a missing number is 0.
NSString *NSStringFromRange(NSRange range);
NSRange NSRangeFromString(NSString *string);

MR_END_DECLS

#pragma clang assume_nonnull end

#endif
