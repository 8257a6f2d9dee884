// NSSortDescriptor.h - how to sort objects by the values at the end of a key path.
#ifndef FOUNDATION_NSSORTDESCRIPTOR_H
#define FOUNDATION_NSSORTDESCRIPTOR_H

#import <Foundation/NSArray.h>
#import <Foundation/NSOrderedSet.h>
#import <Foundation/NSSet.h>

#pragma clang assume_nonnull begin

// Immutable. A nil key compares the objects themselves. Values are compared by `compare:`, unless there is a selector
// or a block; nil comes first.
@interface NSSortDescriptor : NSObject <NSCopying>
+ (instancetype)sortDescriptorWithKey:(nullable NSString *)key ascending:(BOOL)isAscending;
+ (instancetype)sortDescriptorWithKey:(nullable NSString *)key
                            ascending:(BOOL)isAscending
                             selector:(nullable SEL)selector;
+ (instancetype)sortDescriptorWithKey:(nullable NSString *)key
                            ascending:(BOOL)isAscending
                           comparator:(NSComparator)block;
- (instancetype)initWithKey:(nullable NSString *)key ascending:(BOOL)isAscending;
- (instancetype)initWithKey:(nullable NSString *)key ascending:(BOOL)isAscending selector:(nullable SEL)selector;
- (instancetype)initWithKey:(nullable NSString *)key ascending:(BOOL)isAscending comparator:(NSComparator)block;
@property(nullable, readonly, copy) NSString *key;
@property(readonly) BOOL ascending;
@property(nullable, readonly) SEL selector;
@property(nullable, readonly, copy) NSComparator comparator;
@property(readonly, retain) NSSortDescriptor *reversedSortDescriptor;
- (NSComparisonResult)compareObject:(id)first toObject:(id)second;
@end

// The first descriptor by which two objects differ decides.
@interface NSArray <ObjectType>(NSSortDescriptorSorting)
- (NSArray<ObjectType> *)sortedArrayUsingDescriptors:(NSArray<NSSortDescriptor *> *)descriptors;
@end
@interface NSMutableArray <ObjectType>(NSSortDescriptorSorting)
- (void)sortUsingDescriptors:(NSArray<NSSortDescriptor *> *)descriptors;
@end
@interface NSSet <ObjectType>(NSSortDescriptorSorting)
- (NSArray<ObjectType> *)sortedArrayUsingDescriptors:(NSArray<NSSortDescriptor *> *)descriptors;
@end
@interface NSOrderedSet <ObjectType>(NSSortDescriptorSorting)
- (NSArray<ObjectType> *)sortedArrayUsingDescriptors:(NSArray<NSSortDescriptor *> *)descriptors;
@end
@interface NSMutableOrderedSet <ObjectType>(NSSortDescriptorSorting)
- (void)sortUsingDescriptors:(NSArray<NSSortDescriptor *> *)descriptors;
@end

#pragma clang assume_nonnull end

#endif
