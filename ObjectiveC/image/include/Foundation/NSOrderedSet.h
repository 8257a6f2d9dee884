// NSOrderedSet.h - ordered collections without duplicates.
#ifndef FOUNDATION_NSORDEREDSET_H
#define FOUNDATION_NSORDEREDSET_H

#import <Foundation/NSSet.h>

#pragma clang assume_nonnull begin

@interface NSOrderedSet<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(nullable, readonly) ObjectType firstObject;
@property(nullable, readonly) ObjectType lastObject;
@property(readonly, strong) NSArray<ObjectType> *array;
@property(readonly, strong) NSSet<ObjectType> *set;
+ (instancetype)orderedSet;
+ (instancetype)orderedSetWithObject:(ObjectType)object;
+ (instancetype)orderedSetWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
+ (instancetype)orderedSetWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
+ (instancetype)orderedSetWithArray:(NSArray<ObjectType> *)array;
+ (instancetype)orderedSetWithArray:(NSArray<ObjectType> *)array range:(NSRange)range copyItems:(BOOL)copies;
+ (instancetype)orderedSetWithOrderedSet:(NSOrderedSet<ObjectType> *)set;
+ (instancetype)orderedSetWithOrderedSet:(NSOrderedSet<ObjectType> *)set range:(NSRange)range copyItems:(BOOL)copies;
+ (instancetype)orderedSetWithSet:(NSSet<ObjectType> *)set;
+ (instancetype)orderedSetWithSet:(NSSet<ObjectType> *)set copyItems:(BOOL)copies;
- (instancetype)initWithObject:(ObjectType)object;
- (instancetype)initWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array copyItems:(BOOL)copies;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array range:(NSRange)range copyItems:(BOOL)copies;
- (instancetype)initWithOrderedSet:(NSOrderedSet<ObjectType> *)set;
- (instancetype)initWithOrderedSet:(NSOrderedSet<ObjectType> *)set copyItems:(BOOL)copies;
- (instancetype)initWithOrderedSet:(NSOrderedSet<ObjectType> *)set range:(NSRange)range copyItems:(BOOL)copies;
- (instancetype)initWithSet:(NSSet<ObjectType> *)set;
- (instancetype)initWithSet:(NSSet<ObjectType> *)set copyItems:(BOOL)copies;
- (ObjectType)objectAtIndex:(NSUInteger)index;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
- (NSArray<ObjectType> *)objectsAtIndexes:(NSIndexSet *)indexes;
- (NSUInteger)indexOfObject:(ObjectType)object;
- (BOOL)containsObject:(ObjectType)object;
- (NSEnumerator<ObjectType> *)objectEnumerator;
- (NSEnumerator<ObjectType> *)reverseObjectEnumerator;
// The block runs on the calling thread. The loop ends if the block raises an exception. Changing the collection inside
// the block raises an exception, too.
- (void)enumerateObjectsUsingBlock:(void(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))block;
- (void)enumerateObjectsWithOptions:(NSEnumerationOptions)options
                         usingBlock:(void(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))block;
- (void)enumerateObjectsAtIndexes:(NSIndexSet *)indexes
                          options:(NSEnumerationOptions)options
                       usingBlock:(void(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))block;
- (NSUInteger)indexOfObjectWithOptions:(NSEnumerationOptions)options
                           passingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))predicate;
- (NSUInteger)indexOfObjectPassingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))predicate;
@property(readonly, copy) NSOrderedSet<ObjectType> *reversedOrderedSet;
- (void)getObjects:(ObjectType _Nonnull __unsafe_unretained[_Nonnull])objects range:(NSRange)range;
- (NSIndexSet *)indexesOfObjectsPassingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
- (NSIndexSet *)indexesOfObjectsAtIndexes:(NSIndexSet *)indexes
                                  options:(NSEnumerationOptions)options
                              passingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
- (NSUInteger)indexOfObjectAtIndexes:(NSIndexSet *)indexes
                             options:(NSEnumerationOptions)options
                         passingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
// Objects that compare as equal keep their order.
- (NSArray<ObjectType> *)sortedArrayUsingComparator:(NSComparator NS_NOESCAPE)comparator;
- (NSArray<ObjectType> *)sortedArrayWithOptions:(NSSortOptions)options
                                usingComparator:(NSComparator NS_NOESCAPE)comparator;
- (BOOL)isEqualToOrderedSet:(NSOrderedSet<ObjectType> *)set;
// The locale has no effect. Each line is behind four spaces for each level.
- (NSString *)descriptionWithLocale:(nullable id)locale;
- (NSString *)descriptionWithLocale:(nullable id)locale indent:(NSUInteger)level;
@end

@interface NSMutableOrderedSet<ObjectType> : NSOrderedSet <ObjectType>
+ (instancetype)orderedSetWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)addObject:(ObjectType)object;
- (void)addObjectsFromArray:(NSArray<ObjectType> *)array;
- (void)insertObject:(ObjectType)object atIndex:(NSUInteger)index;
- (void)insertObjects:(NSArray<ObjectType> *)objects atIndexes:(NSIndexSet *)indexes;
- (void)removeObject:(ObjectType)object;
- (void)removeObjectAtIndex:(NSUInteger)index;
- (void)removeObjectsAtIndexes:(NSIndexSet *)indexes;
- (void)removeAllObjects;
- (void)replaceObjectAtIndex:(NSUInteger)index withObject:(ObjectType)object;
- (void)replaceObjectsAtIndexes:(NSIndexSet *)indexes withObjects:(NSArray<ObjectType> *)objects;
// Puts the members at some indexes, in their order, before the member that is at `index` without them.
- (void)moveObjectsAtIndexes:(NSIndexSet *)indexes toIndex:(NSUInteger)index;
- (void)exchangeObjectAtIndex:(NSUInteger)first withObjectAtIndex:(NSUInteger)second;
- (void)removeObjectsInArray:(NSArray<ObjectType> *)array;
- (void)removeObjectsInRange:(NSRange)range;
- (void)sortUsingComparator:(NSComparator NS_NOESCAPE)comparator;
- (void)sortWithOptions:(NSSortOptions)options usingComparator:(NSComparator NS_NOESCAPE)comparator;
- (void)unionSet:(NSSet<ObjectType> *)set;
- (void)minusSet:(NSSet<ObjectType> *)set;
- (void)intersectSet:(NSSet<ObjectType> *)set;
- (void)unionOrderedSet:(NSOrderedSet<ObjectType> *)set;
- (void)minusOrderedSet:(NSOrderedSet<ObjectType> *)set;
- (void)intersectOrderedSet:(NSOrderedSet<ObjectType> *)set;
@end

#pragma clang assume_nonnull end

#endif
