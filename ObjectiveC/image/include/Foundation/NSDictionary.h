// NSDictionary.h - values by key, with the syntax `@{key : value}` and `dictionary[key]`.
#ifndef FOUNDATION_NSDICTIONARY_H
#define FOUNDATION_NSDICTIONARY_H

#import <Foundation/NSArray.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

@class NSSet<ObjectType>;

NS_SWIFT_BRIDGED("Swift.Dictionary")
@interface NSDictionary<__covariant KeyType, __covariant ObjectType>
    : NSObject <NSCopying, NSMutableCopying, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(readonly, copy) NSArray<KeyType> *allKeys;
@property(readonly, copy) NSArray<ObjectType> *allValues;
+ (instancetype)dictionary;
+ (instancetype)dictionaryWithObject:(ObjectType)object forKey:(KeyType<NSCopying>)key;
+ (instancetype)dictionaryWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                              forKeys:(const KeyType<NSCopying> _Nonnull[_Nullable])keys
                                count:(NSUInteger)count;
// Returns an object for +dictionaryWithSharedKeySet:. On Apple's systems it saves memory.
+ (id)sharedKeySetForKeys:(NSArray<KeyType<NSCopying>> *)keys;
// Arrays of different lengths raise an NSInvalidArgumentException.
+ (instancetype)dictionaryWithObjects:(NSArray<ObjectType> *)objects forKeys:(NSArray<KeyType<NSCopying>> *)keys;
- (instancetype)initWithObjects:(NSArray<ObjectType> *)objects forKeys:(NSArray<KeyType<NSCopying>> *)keys;
// The arguments are an object, its key, the next object, its key, and so on, followed by nil. A missing last key raises
// an NSInvalidArgumentException.
+ (instancetype)dictionaryWithObjectsAndKeys:(id)firstObject, ... NS_REQUIRES_NIL_TERMINATION;
+ (instancetype)dictionaryWithDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                        forKeys:(const KeyType<NSCopying> _Nonnull[_Nullable])keys
                          count:(NSUInteger)count;
- (instancetype)initWithObjectsAndKeys:(id)firstObject, ... NS_REQUIRES_NIL_TERMINATION;
- (instancetype)initWithDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
// The values are copied; the keys always are.
- (instancetype)initWithDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary copyItems:(BOOL)copies;
- (nullable ObjectType)objectForKey:(KeyType)key;
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
- (NSEnumerator<KeyType> *)keyEnumerator;
- (NSEnumerator<ObjectType> *)objectEnumerator;
// The block runs on the calling thread. The loop ends if the block raises an exception. Changing the collection inside
// the block raises an exception, too.
- (void)enumerateKeysAndObjectsUsingBlock:(void(NS_NOESCAPE ^)(KeyType key, ObjectType object, BOOL *stop))block;
// The options have no effect: a dictionary has no order, and the block runs on the calling thread.
- (void)enumerateKeysAndObjectsWithOptions:(NSEnumerationOptions)options
                                usingBlock:(void(NS_NOESCAPE ^)(KeyType key, ObjectType object, BOOL *stop))block;
- (NSSet<KeyType> *)keysOfEntriesPassingTest:(BOOL(NS_NOESCAPE ^)(KeyType key, ObjectType object, BOOL *stop))test;
- (NSSet<KeyType> *)keysOfEntriesWithOptions:(NSEnumerationOptions)options
                                 passingTest:(BOOL(NS_NOESCAPE ^)(KeyType key, ObjectType object, BOOL *stop))test;
// Keys whose values compare as equal have no particular order.
- (NSArray<KeyType> *)keysSortedByValueUsingSelector:(SEL)comparator;
- (NSArray<KeyType> *)keysSortedByValueUsingComparator:(NSComparator NS_NOESCAPE)comparator;
- (NSArray<KeyType> *)allKeysForObject:(ObjectType)object;
// The values of the keys in their order, with the marker for each key that has none.
- (NSArray<ObjectType> *)objectsForKeys:(NSArray<KeyType> *)keys notFoundMarker:(ObjectType)marker;
- (BOOL)isEqualToDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
// The locale has no effect. Each line is behind four spaces for each level.
- (NSString *)descriptionWithLocale:(nullable id)locale;
- (NSString *)descriptionWithLocale:(nullable id)locale indent:(NSUInteger)level;
@end

@interface NSMutableDictionary<KeyType, ObjectType> : NSDictionary <KeyType, ObjectType>
+ (instancetype)dictionaryWithSharedKeySet:(id)keys;
+ (instancetype)dictionaryWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)setObject:(ObjectType)object forKey:(KeyType<NSCopying>)key;
- (void)setObject:(nullable ObjectType)object forKeyedSubscript:(KeyType<NSCopying>)key;
- (void)removeObjectForKey:(KeyType)key;
- (void)removeObjectsForKeys:(NSArray<KeyType> *)keys;
- (void)removeAllObjects;
- (void)addEntriesFromDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
- (void)setDictionary:(NSDictionary<KeyType, ObjectType> *)dictionary;
@end

#pragma clang assume_nonnull end

#endif
