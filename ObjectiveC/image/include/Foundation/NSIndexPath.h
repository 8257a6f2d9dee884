// NSIndexPath.h - the indexes that lead to a node of a tree. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSINDEXPATH_H
#define FOUNDATION_NSINDEXPATH_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// Immutable. Two are equal if they have the same indexes.
NS_SWIFT_BRIDGED("FoundationEssentials.IndexPath")
@interface NSIndexPath : NSObject <NSCopying>
+ (instancetype)indexPathWithIndex:(NSUInteger)index;
+ (instancetype)indexPathWithIndexes:(const NSUInteger *_Nullable)indexes length:(NSUInteger)length;
- (instancetype)init;
- (instancetype)initWithIndex:(NSUInteger)index;
- (instancetype)initWithIndexes:(const NSUInteger *_Nullable)indexes length:(NSUInteger)length;
@property(readonly) NSUInteger length;
- (NSUInteger)indexAtPosition:(NSUInteger)position;  // NSNotFound beyond the end
- (void)getIndexes:(NSUInteger *)indexes;            // memory for `length` indexes
- (NSIndexPath *)indexPathByAddingIndex:(NSUInteger)index;
- (NSIndexPath *)indexPathByRemovingLastIndex;
- (NSComparisonResult)compare:(NSIndexPath *)other;
@end

#pragma clang assume_nonnull end

#endif
