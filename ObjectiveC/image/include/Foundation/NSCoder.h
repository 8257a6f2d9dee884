// NSCoder.h - the class to which NSCoding's methods write, and from which they read.
#ifndef FOUNDATION_NSCODER_H
#define FOUNDATION_NSCODER_H

#import <Foundation/NSSet.h>

#pragma clang assume_nonnull begin

// These methods raise an NSInvalidArgumentException, unless a subclass such as NSKeyedArchiver overrides them. The
// methods that name classes decode no others if the coder requires secure coding, and else ignore the classes.
@interface NSCoder : NSObject
@property(readonly) BOOL allowsKeyedCoding;
@property(readonly) BOOL requiresSecureCoding;
@property(nullable, readonly, copy) NSSet<Class> *allowedClasses;
- (void)encodeObject:(nullable id)object;
- (nullable id)decodeObject;
- (void)encodeObject:(nullable id)object forKey:(NSString *)key;
- (void)encodeConditionalObject:(nullable id)object forKey:(NSString *)key;
- (void)encodeBool:(BOOL)value forKey:(NSString *)key;
- (void)encodeInt:(int)value forKey:(NSString *)key;
- (void)encodeInteger:(NSInteger)value forKey:(NSString *)key;
- (void)encodeInt32:(int32_t)value forKey:(NSString *)key;
- (void)encodeInt64:(int64_t)value forKey:(NSString *)key;
- (void)encodeFloat:(float)value forKey:(NSString *)key;
- (void)encodeDouble:(double)value forKey:(NSString *)key;
- (void)encodeBytes:(nullable const uint8_t *)bytes length:(NSUInteger)length forKey:(NSString *)key;
- (BOOL)containsValueForKey:(NSString *)key;
- (nullable id)decodeObjectForKey:(NSString *)key;
- (nullable id)decodeObjectOfClass:(Class)cls forKey:(NSString *)key;
- (nullable id)decodeObjectOfClasses:(nullable NSSet<Class> *)classes forKey:(NSString *)key;
- (BOOL)decodeBoolForKey:(NSString *)key;
- (int)decodeIntForKey:(NSString *)key;
- (NSInteger)decodeIntegerForKey:(NSString *)key;
- (int32_t)decodeInt32ForKey:(NSString *)key;
- (int64_t)decodeInt64ForKey:(NSString *)key;
- (float)decodeFloatForKey:(NSString *)key;
- (double)decodeDoubleForKey:(NSString *)key;
// Memory that lives until the autorelease pool ends.
- (nullable const uint8_t *)decodeBytesForKey:(NSString *)key returnedLength:(nullable NSUInteger *)length;
@end

#pragma clang assume_nonnull end

#endif
