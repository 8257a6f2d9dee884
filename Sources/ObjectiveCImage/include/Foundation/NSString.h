// NSString.h - immutable text. Positions and lengths count UTF-16 units.
#ifndef FOUNDATION_NSSTRING_H
#define FOUNDATION_NSSTRING_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

@class NSArray<ObjectType>;

@interface NSString : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger length;
@property(readonly) const char *UTF8String __attribute__((objc_returns_inner_pointer));
+ (instancetype)string;
+ (nullable instancetype)stringWithUTF8String:(const char *)bytes;
+ (instancetype)stringWithString:(NSString *)string;
// The conversions are those of NSLog. nil if %s or %c produced bytes that are not UTF-8.
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (instancetype)initWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (instancetype)initWithFormat:(NSString *)format arguments:(va_list)arguments NS_FORMAT_FUNCTION(1, 0);
- (NSString *)stringByAppendingFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (nullable instancetype)initWithUTF8String:(const char *)bytes;
- (instancetype)initWithString:(NSString *)string;
- (NSString *)stringByAppendingString:(NSString *)string;
- (unichar)characterAtIndex:(NSUInteger)index;
- (BOOL)isEqualToString:(NSString *)string;
- (NSComparisonResult)compare:(NSString *)string;
- (BOOL)hasPrefix:(NSString *)string;
- (BOOL)hasSuffix:(NSString *)string;
// UTF-16 units. Half of a surrogate pair becomes U+FFFD in a new string. Ranges and indexes behind the end raise an
// NSRangeException.
+ (instancetype)stringWithCharacters:(const unichar *)characters length:(NSUInteger)length;
- (instancetype)initWithCharacters:(const unichar *)characters length:(NSUInteger)length;
- (void)getCharacters:(unichar *)buffer range:(NSRange)range;
- (NSString *)substringFromIndex:(NSUInteger)index;
- (NSString *)substringToIndex:(NSUInteger)index;
- (NSString *)substringWithRange:(NSRange)range;
// Texts are compared unit by unit. {NSNotFound, 0} if the string is not found, and for an empty string.
- (NSRange)rangeOfString:(NSString *)string;
- (BOOL)containsString:(NSString *)string;
- (NSArray<NSString *> *)componentsSeparatedByString:(NSString *)separator;
- (NSString *)stringByReplacingOccurrencesOfString:(NSString *)target withString:(NSString *)replacement;
// By Unicode's rules, whatever the locale. Words are what white space separates.
@property(readonly, copy) NSString *lowercaseString;
@property(readonly, copy) NSString *uppercaseString;
@property(readonly, copy) NSString *capitalizedString;
// The number at the beginning, behind white space; 0 without one. A number that is too large becomes the largest, and one
// that is too small the smallest.
@property(readonly) int intValue;
@property(readonly) NSInteger integerValue;
@property(readonly) long long longLongValue;
@property(readonly) float floatValue;
@property(readonly) double doubleValue;
// YES for a Y, y, T, t or a digit from 1 to 9, behind white space, a sign and zeros.
@property(readonly) BOOL boolValue;
@end

// Text that can be changed, by one thread at a time. Bytes that UTF8String returned before a change are valid until the
// autorelease pool ends.
@interface NSMutableString : NSString
+ (instancetype)stringWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)setString:(NSString *)string;
- (void)appendString:(NSString *)string;
- (void)appendFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (void)insertString:(NSString *)string atIndex:(NSUInteger)index;
- (void)deleteCharactersInRange:(NSRange)range;
- (void)replaceCharactersInRange:(NSRange)range withString:(NSString *)string;
@end

// The class of `@"..."`.
@interface NSConstantString : NSString
@end

#pragma clang assume_nonnull end

#endif
