// NSUserDefaults.h - the settings of the user for a program, which stay after it ends. A program that uses this class
// loads Swift's Foundation.
#ifndef FOUNDATION_NSUSERDEFAULTS_H
#define FOUNDATION_NSUSERDEFAULTS_H

#import <Foundation/NSArray.h>
#import <Foundation/NSData.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSNotification.h>

#pragma clang assume_nonnull begin

// Values are strings, numbers, dates, data, and arrays and dictionaries of them; others raise. A value that is read is
// immutable. Each key can be observed: a set by this process notifies. Any thread may use the object.
@interface NSUserDefaults : NSObject
@property(class, readonly, strong) NSUserDefaults *standardUserDefaults;
+ (void)resetStandardUserDefaults;
- (instancetype)init;
- (nullable instancetype)initWithSuiteName:(nullable NSString *)name;
- (nullable id)objectForKey:(NSString *)key;
- (void)setObject:(nullable id)value forKey:(NSString *)key;
- (void)removeObjectForKey:(NSString *)key;
- (nullable NSString *)stringForKey:(NSString *)key;
- (nullable NSArray *)arrayForKey:(NSString *)key;
- (nullable NSDictionary<NSString *, id> *)dictionaryForKey:(NSString *)key;
- (nullable NSData *)dataForKey:(NSString *)key;
- (nullable NSArray<NSString *> *)stringArrayForKey:(NSString *)key;
- (NSInteger)integerForKey:(NSString *)key;
- (float)floatForKey:(NSString *)key;
- (double)doubleForKey:(NSString *)key;
- (BOOL)boolForKey:(NSString *)key;
- (void)setInteger:(NSInteger)value forKey:(NSString *)key;
- (void)setFloat:(float)value forKey:(NSString *)key;
- (void)setDouble:(double)value forKey:(NSString *)key;
- (void)setBool:(BOOL)value forKey:(NSString *)key;
// The values of keys that have no others. They are not stored.
- (void)registerDefaults:(NSDictionary<NSString *, id> *)settings;
- (NSDictionary<NSString *, id> *)dictionaryRepresentation;
- (nullable NSDictionary<NSString *, id> *)persistentDomainForName:(NSString *)name;
- (void)setPersistentDomain:(NSDictionary<NSString *, id> *)domain forName:(NSString *)name;
- (void)removePersistentDomainForName:(NSString *)name;
- (BOOL)synchronize;
@end

// Posted after each set, with the NSUserDefaults as its object.
FOUNDATION_EXPORT NSNotificationName const NSUserDefaultsDidChangeNotification;

#pragma clang assume_nonnull end

#endif
