// NSHashTable.h - a set that keeps its members strongly, weakly, as copies, or without retaining them, in the order in
// which they were added. One thread at a time may use a table.
#ifndef FOUNDATION_NSHASHTABLE_H
#define FOUNDATION_NSHASHTABLE_H

#import <Foundation/NSPointerFunctions.h>
#import <Foundation/NSSet.h>

#pragma clang assume_nonnull begin

static const NSPointerFunctionsOptions NSHashTableStrongMemory = NSPointerFunctionsStrongMemory;
static const NSPointerFunctionsOptions NSHashTableCopyIn = NSPointerFunctionsCopyIn;
static const NSPointerFunctionsOptions NSHashTableObjectPointerPersonality = NSPointerFunctionsObjectPointerPersonality;
static const NSPointerFunctionsOptions NSHashTableWeakMemory = NSPointerFunctionsWeakMemory;
typedef NSUInteger NSHashTableOptions;

@interface NSHashTable<ObjectType> : NSObject <NSCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(readonly, copy) NSArray<ObjectType> *allObjects;
@property(nullable, nonatomic, readonly) ObjectType anyObject;
@property(readonly, copy) NSSet<ObjectType> *setRepresentation;
+ (NSHashTable<ObjectType> *)hashTableWithOptions:(NSPointerFunctionsOptions)options;
+ (NSHashTable<ObjectType> *)weakObjectsHashTable;
+ (id)hashTableWithWeakObjects __attribute__((deprecated("use +weakObjectsHashTable")));
- (instancetype)initWithOptions:(NSPointerFunctionsOptions)options capacity:(NSUInteger)capacity;
- (instancetype)initWithPointerFunctions:(NSPointerFunctions *)functions capacity:(NSUInteger)capacity;
@property(readonly, copy) NSPointerFunctions *pointerFunctions;
- (nullable ObjectType)member:(nullable ObjectType)object;
- (void)addObject:(nullable ObjectType)object;
- (void)removeObject:(nullable ObjectType)object;
- (void)removeAllObjects;
- (BOOL)containsObject:(nullable ObjectType)object;
- (NSEnumerator<ObjectType> *)objectEnumerator;
- (BOOL)isEqualToHashTable:(NSHashTable<ObjectType> *)other;
- (BOOL)isSubsetOfHashTable:(NSHashTable<ObjectType> *)other;
- (BOOL)intersectsHashTable:(NSHashTable<ObjectType> *)other;
- (void)unionHashTable:(NSHashTable<ObjectType> *)other;
- (void)minusHashTable:(NSHashTable<ObjectType> *)other;
- (void)intersectHashTable:(NSHashTable<ObjectType> *)other;
@end

MR_BEGIN_DECLS
// The same for pointers to other things than objects, which ARC would retain.
void *_Nullable NSHashGet(NSHashTable *table, const void *_Nullable item);
void NSHashInsert(NSHashTable *table, const void *_Nullable item);
void NSHashInsertKnownAbsent(NSHashTable *table, const void *_Nullable item);
void NSHashRemove(NSHashTable *table, const void *_Nullable item);
MR_END_DECLS

#pragma clang assume_nonnull end

#endif
