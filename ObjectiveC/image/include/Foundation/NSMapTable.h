// NSMapTable.h - a dictionary that keeps its keys and its values strongly, weakly, as copies, or without retaining
// them, in the order in which the keys were added. One thread at a time may use a table.
#ifndef FOUNDATION_NSMAPTABLE_H
#define FOUNDATION_NSMAPTABLE_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSPointerFunctions.h>

#pragma clang assume_nonnull begin

static const NSPointerFunctionsOptions NSMapTableStrongMemory = NSPointerFunctionsStrongMemory;
static const NSPointerFunctionsOptions NSMapTableCopyIn = NSPointerFunctionsCopyIn;
static const NSPointerFunctionsOptions NSMapTableObjectPointerPersonality = NSPointerFunctionsObjectPointerPersonality;
static const NSPointerFunctionsOptions NSMapTableWeakMemory = NSPointerFunctionsWeakMemory;
typedef NSUInteger NSMapTableOptions;

@interface NSMapTable<KeyType, ObjectType> : NSObject <NSCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
+ (NSMapTable<KeyType, ObjectType> *)mapTableWithKeyOptions:(NSPointerFunctionsOptions)keyOptions
                                               valueOptions:(NSPointerFunctionsOptions)valueOptions;
+ (NSMapTable<KeyType, ObjectType> *)strongToStrongObjectsMapTable;
+ (NSMapTable<KeyType, ObjectType> *)weakToStrongObjectsMapTable;
+ (NSMapTable<KeyType, ObjectType> *)strongToWeakObjectsMapTable;
+ (NSMapTable<KeyType, ObjectType> *)weakToWeakObjectsMapTable;
// The same four by their older names.
+ (id)mapTableWithStrongToStrongObjects __attribute__((deprecated("use +strongToStrongObjectsMapTable")));
+ (id)mapTableWithWeakToStrongObjects __attribute__((deprecated("use +weakToStrongObjectsMapTable")));
+ (id)mapTableWithStrongToWeakObjects __attribute__((deprecated("use +strongToWeakObjectsMapTable")));
+ (id)mapTableWithWeakToWeakObjects __attribute__((deprecated("use +weakToWeakObjectsMapTable")));
- (instancetype)initWithKeyOptions:(NSPointerFunctionsOptions)keyOptions
                      valueOptions:(NSPointerFunctionsOptions)valueOptions
                          capacity:(NSUInteger)capacity;
- (instancetype)initWithKeyPointerFunctions:(NSPointerFunctions *)keys
                      valuePointerFunctions:(NSPointerFunctions *)values
                                   capacity:(NSUInteger)capacity;
@property(readonly, copy) NSPointerFunctions *keyPointerFunctions;
@property(readonly, copy) NSPointerFunctions *valuePointerFunctions;
- (nullable ObjectType)objectForKey:(nullable KeyType)key;
- (void)setObject:(nullable ObjectType)object forKey:(nullable KeyType)key;
- (void)removeObjectForKey:(nullable KeyType)key;
- (void)removeAllObjects;
- (NSEnumerator<KeyType> *)keyEnumerator;
- (nullable NSEnumerator<ObjectType> *)objectEnumerator;
- (NSDictionary<KeyType, ObjectType> *)dictionaryRepresentation;
@end

MR_BEGIN_DECLS
// The same for pointers to other things than objects, which ARC would retain.
void *_Nullable NSMapGet(NSMapTable *table, const void *_Nullable key);
void NSMapInsert(NSMapTable *table, const void *_Nullable key, const void *_Nullable value);
void NSMapRemove(NSMapTable *table, const void *_Nullable key);
MR_END_DECLS

#pragma clang assume_nonnull end

#endif
