// NSKeyValueCoding.h - reading, setting and validating properties by key and by key path.
#ifndef FOUNDATION_NSKEYVALUECODING_H
#define FOUNDATION_NSKEYVALUECODING_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSOrderedSet.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

@class NSError;

FOUNDATION_EXPORT NSString *const NSUndefinedKeyException;

@interface NSObject (NSKeyValueCoding)
@property(class, readonly) BOOL accessInstanceVariablesDirectly;
- (nullable id)valueForKey:(NSString *)key;
- (void)setValue:(nullable id)value forKey:(NSString *)key;
- (BOOL)validateValue:(inout id _Nullable *_Nonnull)value
               forKey:(NSString *)key
                error:(out NSError *_Nullable *_Nullable)error;
- (nullable id)valueForKeyPath:(NSString *)keyPath;
- (void)setValue:(nullable id)value forKeyPath:(NSString *)keyPath;
- (BOOL)validateValue:(inout id _Nullable *_Nonnull)value
           forKeyPath:(NSString *)keyPath
                error:(out NSError *_Nullable *_Nullable)error;
- (NSMutableArray *)mutableArrayValueForKey:(NSString *)key;
- (NSMutableArray *)mutableArrayValueForKeyPath:(NSString *)keyPath;
- (NSMutableSet *)mutableSetValueForKey:(NSString *)key;
- (NSMutableSet *)mutableSetValueForKeyPath:(NSString *)keyPath;
- (NSMutableOrderedSet *)mutableOrderedSetValueForKey:(NSString *)key;
- (NSMutableOrderedSet *)mutableOrderedSetValueForKeyPath:(NSString *)keyPath;
- (nullable id)valueForUndefinedKey:(NSString *)key;
- (void)setValue:(nullable id)value forUndefinedKey:(NSString *)key;
- (void)setNilValueForKey:(NSString *)key;
- (NSDictionary<NSString *, id> *)dictionaryWithValuesForKeys:(NSArray<NSString *> *)keys;
- (void)setValuesForKeysWithDictionary:(NSDictionary<NSString *, id> *)values;
@end

#pragma clang assume_nonnull end

#endif
