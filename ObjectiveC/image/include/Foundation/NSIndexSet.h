// NSIndexSet.h - sets of indexes.
#ifndef FOUNDATION_NSINDEXSET_H
#define FOUNDATION_NSINDEXSET_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

NS_SWIFT_BRIDGED("Foundation.IndexSet")
@interface NSIndexSet : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger count;
@property(readonly) NSUInteger firstIndex;
@property(readonly) NSUInteger lastIndex;
+ (instancetype)indexSet;
+ (instancetype)indexSetWithIndex:(NSUInteger)index;
+ (instancetype)indexSetWithIndexesInRange:(NSRange)range;
- (instancetype)initWithIndex:(NSUInteger)index;
- (instancetype)initWithIndexesInRange:(NSRange)range;
- (instancetype)initWithIndexSet:(NSIndexSet *)indexes;
- (BOOL)isEqualToIndexSet:(NSIndexSet *)indexes;
- (BOOL)containsIndex:(NSUInteger)index;
- (NSUInteger)indexGreaterThanIndex:(NSUInteger)index;
- (NSUInteger)indexLessThanIndex:(NSUInteger)index;
- (NSUInteger)indexGreaterThanOrEqualToIndex:(NSUInteger)index;
- (NSUInteger)indexLessThanOrEqualToIndex:(NSUInteger)index;
- (BOOL)containsIndexes:(NSIndexSet *)indexes;
- (BOOL)containsIndexesInRange:(NSRange)range;
- (BOOL)intersectsIndexesInRange:(NSRange)range;
- (NSUInteger)countOfIndexesInRange:(NSRange)range;
// Copies at most `maximum` indexes, and returns their number. If `range` is not NULL, copies only indexes in the range,
// which then becomes the range after the last index that was copied.
- (NSUInteger)getIndexes:(NSUInteger *)indexes maxCount:(NSUInteger)maximum inIndexRange:(nullable NSRangePointer)range;
// The block runs on the calling thread, with the indexes that the set had at the beginning; the tests read the set
// itself. The loop ends if the block raises an exception.
- (void)enumerateIndexesUsingBlock:(void(NS_NOESCAPE ^)(NSUInteger index, BOOL *stop))block;
- (void)enumerateIndexesWithOptions:(NSEnumerationOptions)options
                         usingBlock:(void(NS_NOESCAPE ^)(NSUInteger index, BOOL *stop))block;
- (void)enumerateIndexesInRange:(NSRange)range
                        options:(NSEnumerationOptions)options
                     usingBlock:(void(NS_NOESCAPE ^)(NSUInteger index, BOOL *stop))block;
- (void)enumerateRangesUsingBlock:(void(NS_NOESCAPE ^)(NSRange range, BOOL *stop))block;
- (NSUInteger)indexPassingTest:(BOOL(NS_NOESCAPE ^)(NSUInteger index, BOOL *stop))test;
- (NSIndexSet *)indexesPassingTest:(BOOL(NS_NOESCAPE ^)(NSUInteger index, BOOL *stop))test;
@end

@interface NSMutableIndexSet : NSIndexSet
- (void)addIndex:(NSUInteger)index;
- (void)addIndexes:(NSIndexSet *)indexes;
- (void)addIndexesInRange:(NSRange)range;
- (void)removeIndex:(NSUInteger)index;
- (void)removeIndexes:(NSIndexSet *)indexes;
- (void)removeIndexesInRange:(NSRange)range;
- (void)removeAllIndexes;
// Moves the indexes from `index` on by a distance. If they move down, they replace the indexes there.
- (void)shiftIndexesStartingAtIndex:(NSUInteger)index by:(NSInteger)distance;
@end

#pragma clang assume_nonnull end

#endif
