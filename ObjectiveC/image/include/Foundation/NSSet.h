// NSSet.h - unordered collections without duplicates.
#ifndef FOUNDATION_NSSET_H
#define FOUNDATION_NSSET_H

#import <Foundation/NSArray.h>

#pragma clang assume_nonnull begin

NS_SWIFT_BRIDGED("Swift.Set")
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(readonly, copy) NSArray<ObjectType> *allObjects;
+ (instancetype)set;
+ (instancetype)setWithObject:(ObjectType)object;
+ (instancetype)setWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
+ (instancetype)setWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
+ (instancetype)setWithArray:(NSArray<ObjectType> *)array;
+ (instancetype)setWithSet:(NSSet<ObjectType> *)set;
- (instancetype)initWithObjects:(ObjectType)first, ... NS_REQUIRES_NIL_TERMINATION;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects count:(NSUInteger)count;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
- (instancetype)initWithSet:(NSSet<ObjectType> *)set;
- (instancetype)initWithSet:(NSSet<ObjectType> *)set copyItems:(BOOL)copies;
- (nullable ObjectType)member:(ObjectType)object;
- (nullable ObjectType)anyObject;
- (BOOL)containsObject:(ObjectType)object;
- (NSEnumerator<ObjectType> *)objectEnumerator;
// The block runs on the calling thread. The loop ends if the block raises an exception. Changing the collection inside
// the block raises an exception, too.
- (void)enumerateObjectsUsingBlock:(void(NS_NOESCAPE ^)(ObjectType object, BOOL *stop))block;
// The options have no effect: a set has no order, and the block runs on the calling thread.
- (void)enumerateObjectsWithOptions:(NSEnumerationOptions)options
                         usingBlock:(void(NS_NOESCAPE ^)(ObjectType object, BOOL *stop))block;
- (NSSet<ObjectType> *)objectsPassingTest:(BOOL(NS_NOESCAPE ^)(ObjectType object, BOOL *stop))test;
- (void)makeObjectsPerformSelector:(SEL)selector;
- (void)makeObjectsPerformSelector:(SEL)selector withObject:(nullable id)argument;
- (BOOL)isEqualToSet:(NSSet<ObjectType> *)set;
- (BOOL)isSubsetOfSet:(NSSet<ObjectType> *)set;
- (BOOL)intersectsSet:(NSSet<ObjectType> *)set;
- (NSSet<ObjectType> *)setByAddingObject:(ObjectType)object;
- (NSSet<ObjectType> *)setByAddingObjectsFromSet:(NSSet<ObjectType> *)set;
- (NSSet<ObjectType> *)setByAddingObjectsFromArray:(NSArray<ObjectType> *)array;
// The locale has no effect. Each line is behind four spaces for each level.
- (NSString *)descriptionWithLocale:(nullable id)locale;
- (NSString *)descriptionWithLocale:(nullable id)locale indent:(NSUInteger)level;
@end

@interface NSMutableSet<ObjectType> : NSSet <ObjectType>
+ (instancetype)setWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)addObject:(ObjectType)object;
- (void)addObjectsFromArray:(NSArray<ObjectType> *)array;
- (void)removeObject:(ObjectType)object;
- (void)removeAllObjects;
- (void)setSet:(NSSet<ObjectType> *)set;
- (void)unionSet:(NSSet<ObjectType> *)set;
- (void)minusSet:(NSSet<ObjectType> *)set;
- (void)intersectSet:(NSSet<ObjectType> *)set;
@end

// A mutable set that counts how often each member was added. A member stays until it was removed as often.
@interface NSCountedSet<ObjectType> : NSMutableSet <ObjectType>
- (NSUInteger)countForObject:(ObjectType)object;
@end

#pragma clang assume_nonnull end

#endif
