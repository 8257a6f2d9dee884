// NSArray.h - ordered collections, with the syntax `@[...]` and `array[index]`.
#ifndef FOUNDATION_NSARRAY_H
#define FOUNDATION_NSARRAY_H

#import <Foundation/NSEnumerator.h>
#import <Foundation/NSIndexSet.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NS_OPTIONS(NSUInteger, NSBinarySearchingOptions) {
    NSBinarySearchingFirstEqual = 1 << 8,
    NSBinarySearchingLastEqual = 1 << 9,
    NSBinarySearchingInsertionIndex = 1 << 10,  // the place of a new object, if there is no equal one
};

NS_SWIFT_BRIDGED("Swift.Array")
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(nullable, readonly) ObjectType firstObject;
@property(nullable, readonly) ObjectType lastObject;
+ (instancetype)array;
+ (instancetype)arrayWithObject:(ObjectType)object;
+ (instancetype)arrayWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
+ (instancetype)arrayWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
+ (instancetype)arrayWithArray:(NSArray<ObjectType> *)array;
- (instancetype)initWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array copyItems:(BOOL)copies;
- (NSArray<ObjectType> *)arrayByAddingObject:(ObjectType)object;
- (ObjectType)objectAtIndex:(NSUInteger)index;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
- (NSArray<ObjectType> *)objectsAtIndexes:(NSIndexSet *)indexes;
- (BOOL)containsObject:(ObjectType)object;
- (NSUInteger)indexOfObject:(ObjectType)object;
- (NSUInteger)indexOfObjectIdenticalTo:(ObjectType)object;
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
// Objects that compare as equal keep their order.
- (NSArray<ObjectType> *)sortedArrayUsingComparator:(NSComparator NS_NOESCAPE)comparator;
- (NSArray<ObjectType> *)sortedArrayWithOptions:(NSSortOptions)options
                                usingComparator:(NSComparator NS_NOESCAPE)comparator;
- (NSArray<ObjectType> *)sortedArrayUsingSelector:(SEL)comparator;
// Returns the descriptions of the objects, joined with the separator.
- (NSString *)componentsJoinedByString:(NSString *)separator;
// A range beyond the end raises an NSRangeException.
- (NSArray<ObjectType> *)subarrayWithRange:(NSRange)range;
- (void)getObjects:(ObjectType _Nonnull __unsafe_unretained[_Nonnull])objects range:(NSRange)range;
- (NSUInteger)indexOfObject:(ObjectType)object inRange:(NSRange)range;
// Searches a range that the block has sorted.
- (NSUInteger)indexOfObject:(ObjectType)object
              inSortedRange:(NSRange)range
                    options:(NSBinarySearchingOptions)options
            usingComparator:(NSComparator NS_NOESCAPE)block;
- (NSArray<ObjectType> *)arrayByAddingObjectsFromArray:(NSArray<ObjectType> *)array;
- (nullable ObjectType)firstObjectCommonWithArray:(NSArray<ObjectType> *)array;
- (NSIndexSet *)indexesOfObjectsPassingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
- (NSIndexSet *)indexesOfObjectsAtIndexes:(NSIndexSet *)indexes
                                  options:(NSEnumerationOptions)options
                              passingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
- (NSUInteger)indexOfObjectAtIndexes:(NSIndexSet *)indexes
                             options:(NSEnumerationOptions)options
                         passingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, NSUInteger index, BOOL *stop))test;
- (void)makeObjectsPerformSelector:(SEL)selector;
- (void)makeObjectsPerformSelector:(SEL)selector withObject:(nullable id)argument;
- (NSArray<ObjectType> *)sortedArrayUsingFunction:(NSInteger (*)(ObjectType, ObjectType, void *_Nullable))comparator
                                          context:(nullable void *)context;
- (BOOL)isEqualToArray:(NSArray<ObjectType> *)array;
// The locale has no effect. Each line is behind four spaces for each level.
- (NSString *)descriptionWithLocale:(nullable id)locale;
- (NSString *)descriptionWithLocale:(nullable id)locale indent:(NSUInteger)level;
@end

@interface NSMutableArray<ObjectType> : NSArray <ObjectType>
+ (instancetype)arrayWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)addObject:(ObjectType)object;
- (void)addObjectsFromArray:(NSArray<ObjectType> *)array;
- (void)insertObject:(ObjectType)object atIndex:(NSUInteger)index;
- (void)insertObjects:(NSArray<ObjectType> *)objects atIndexes:(NSIndexSet *)indexes;
- (void)removeObject:(ObjectType)object;
- (void)removeObjectAtIndex:(NSUInteger)index;
- (void)removeObjectsAtIndexes:(NSIndexSet *)indexes;
- (void)removeLastObject;
- (void)removeAllObjects;
- (void)replaceObjectAtIndex:(NSUInteger)index withObject:(ObjectType)object;
- (void)replaceObjectsAtIndexes:(NSIndexSet *)indexes withObjects:(NSArray<ObjectType> *)objects;
- (void)exchangeObjectAtIndex:(NSUInteger)first withObjectAtIndex:(NSUInteger)second;
- (void)setObject:(ObjectType)object atIndexedSubscript:(NSUInteger)index;
- (void)removeObjectsInArray:(NSArray<ObjectType> *)array;
- (void)removeObjectsInRange:(NSRange)range;
- (void)removeObjectIdenticalTo:(ObjectType)object;
- (void)replaceObjectsInRange:(NSRange)range withObjectsFromArray:(NSArray<ObjectType> *)array;
- (void)sortUsingFunction:(NSInteger (*)(ObjectType, ObjectType, void *_Nullable))comparator
                  context:(nullable void *)context;
- (void)sortUsingComparator:(NSComparator NS_NOESCAPE)comparator;
- (void)sortWithOptions:(NSSortOptions)options usingComparator:(NSComparator NS_NOESCAPE)comparator;
- (void)sortUsingSelector:(SEL)comparator;
- (void)setArray:(NSArray<ObjectType> *)array;
@end

#pragma clang assume_nonnull end

#endif
