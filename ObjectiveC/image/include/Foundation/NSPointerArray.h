// NSPointerArray.h - an array whose elements may be NULL, and that keeps objects strongly, weakly, or without retaining
// them. One thread at a time may use an array.
#ifndef FOUNDATION_NSPOINTERARRAY_H
#define FOUNDATION_NSPOINTERARRAY_H

#import <Foundation/NSArray.h>
#import <Foundation/NSPointerFunctions.h>

#pragma clang assume_nonnull begin

// A weak element becomes NULL when its object is deallocated. An index beyond the end raises an NSRangeException.
@interface NSPointerArray : NSObject <NSFastEnumeration, NSCopying>
@property NSUInteger count;
@property(readonly, copy) NSArray *allObjects;  // without the elements that are NULL
+ (NSPointerArray *)pointerArrayWithOptions:(NSPointerFunctionsOptions)options;
+ (NSPointerArray *)strongObjectsPointerArray;
+ (NSPointerArray *)weakObjectsPointerArray;
// Older names of the two.
+ (id)pointerArrayWithStrongObjects;
+ (id)pointerArrayWithWeakObjects;
- (instancetype)initWithOptions:(NSPointerFunctionsOptions)options;
- (nullable void *)pointerAtIndex:(NSUInteger)index;
- (void)addPointer:(nullable void *)pointer;
- (void)insertPointer:(nullable void *)pointer atIndex:(NSUInteger)index;
- (void)removePointerAtIndex:(NSUInteger)index;
- (void)replacePointerAtIndex:(NSUInteger)index withPointer:(nullable void *)pointer;
// Removes the elements that are NULL.
- (void)compact;
@end

#pragma clang assume_nonnull end

#endif
