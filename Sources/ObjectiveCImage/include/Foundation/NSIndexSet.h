// NSIndexSet.h - sets of indexes.
#ifndef FOUNDATION_NSINDEXSET_H
#define FOUNDATION_NSINDEXSET_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

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
@end

@interface NSMutableIndexSet : NSIndexSet
- (void)addIndex:(NSUInteger)index;
- (void)addIndexes:(NSIndexSet *)indexes;
- (void)addIndexesInRange:(NSRange)range;
- (void)removeIndex:(NSUInteger)index;
- (void)removeIndexes:(NSIndexSet *)indexes;
- (void)removeIndexesInRange:(NSRange)range;
- (void)removeAllIndexes;
@end

#pragma clang assume_nonnull end

#endif
