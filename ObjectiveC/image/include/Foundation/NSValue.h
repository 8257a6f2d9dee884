// NSValue.h - C values and numbers as objects.
#ifndef FOUNDATION_NSVALUE_H
#define FOUNDATION_NSVALUE_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

@interface NSValue : NSObject <NSCopying, NSSecureCoding>
@property(readonly) const char *objCType __attribute__((objc_returns_inner_pointer));
@property(nullable, readonly) void *pointerValue;
+ (instancetype)valueWithBytes:(const void *)value objCType:(const char *)type;
+ (instancetype)value:(const void *)value withObjCType:(const char *)type;
- (instancetype)initWithBytes:(const void *)value objCType:(const char *)type;
- (void)getValue:(void *)value;
- (void)getValue:(void *)value size:(NSUInteger)size;
+ (instancetype)valueWithPointer:(nullable const void *)pointer;
// The value does not retain the object.
+ (instancetype)valueWithNonretainedObject:(nullable id)object;
@property(nullable, readonly) id nonretainedObjectValue;
+ (instancetype)valueWithRange:(NSRange)range;
@property(readonly) NSRange rangeValue;
- (BOOL)isEqualToValue:(NSValue *)value;
@end

@interface NSNumber : NSValue
@property(readonly) BOOL boolValue;
@property(readonly) char charValue;
@property(readonly) unsigned char unsignedCharValue;
@property(readonly) short shortValue;
@property(readonly) unsigned short unsignedShortValue;
@property(readonly) int intValue;
@property(readonly) unsigned int unsignedIntValue;
@property(readonly) long longValue;
@property(readonly) unsigned long unsignedLongValue;
@property(readonly) long long longLongValue;
@property(readonly) unsigned long long unsignedLongLongValue;
@property(readonly) float floatValue;
@property(readonly) double doubleValue;
@property(readonly) NSInteger integerValue;
@property(readonly) NSUInteger unsignedIntegerValue;
@property(readonly, copy) NSString *stringValue;
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithChar:(char)value;
+ (NSNumber *)numberWithUnsignedChar:(unsigned char)value;
+ (NSNumber *)numberWithShort:(short)value;
+ (NSNumber *)numberWithUnsignedShort:(unsigned short)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithUnsignedInt:(unsigned int)value;
+ (NSNumber *)numberWithLong:(long)value;
+ (NSNumber *)numberWithUnsignedLong:(unsigned long)value;
+ (NSNumber *)numberWithLongLong:(long long)value;
+ (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)value;
+ (NSNumber *)numberWithFloat:(float)value;
+ (NSNumber *)numberWithDouble:(double)value;
+ (NSNumber *)numberWithInteger:(NSInteger)value;
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)value;
- (instancetype)initWithBool:(BOOL)value;
- (instancetype)initWithChar:(char)value;
- (instancetype)initWithUnsignedChar:(unsigned char)value;
- (instancetype)initWithShort:(short)value;
- (instancetype)initWithUnsignedShort:(unsigned short)value;
- (instancetype)initWithInt:(int)value;
- (instancetype)initWithUnsignedInt:(unsigned int)value;
- (instancetype)initWithLong:(long)value;
- (instancetype)initWithUnsignedLong:(unsigned long)value;
- (instancetype)initWithLongLong:(long long)value;
- (instancetype)initWithUnsignedLongLong:(unsigned long long)value;
- (instancetype)initWithFloat:(float)value;
- (instancetype)initWithDouble:(double)value;
- (instancetype)initWithInteger:(NSInteger)value;
- (instancetype)initWithUnsignedInteger:(NSUInteger)value;
- (NSComparisonResult)compare:(NSNumber *)other;
- (BOOL)isEqualToNumber:(NSNumber *)other;
@end

#pragma clang assume_nonnull end

#endif
