// NSCharacterSet.h - sets of UTF-16 units, and the methods of NSString that use them. Characters beyond U+FFFF cannot
// be members: their surrogates are members of inverted sets.
#ifndef FOUNDATION_NSCHARACTERSET_H
#define FOUNDATION_NSCHARACTERSET_H

#import <Foundation/NSArray.h>

#pragma clang assume_nonnull begin

@class NSData;

NS_SWIFT_BRIDGED("Foundation.CharacterSet")
@interface NSCharacterSet : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(readonly, class, copy) NSCharacterSet *whitespaceCharacterSet;  // without newlines
@property(readonly, class, copy) NSCharacterSet *newlineCharacterSet;
@property(readonly, class, copy) NSCharacterSet *whitespaceAndNewlineCharacterSet;
@property(readonly, class, copy) NSCharacterSet *letterCharacterSet;
@property(readonly, class, copy) NSCharacterSet *alphanumericCharacterSet;
@property(readonly, class, copy) NSCharacterSet *decimalDigitCharacterSet;  // of all scripts
@property(readonly, class, copy) NSCharacterSet *uppercaseLetterCharacterSet;
@property(readonly, class, copy) NSCharacterSet *capitalizedLetterCharacterSet;  // such as U+01C5
@property(readonly, class, copy) NSCharacterSet *lowercaseLetterCharacterSet;
@property(readonly, class, copy) NSCharacterSet *nonBaseCharacterSet;  // marks, which letters have too
@property(readonly, class, copy) NSCharacterSet *punctuationCharacterSet;
@property(readonly, class, copy) NSCharacterSet *symbolCharacterSet;
@property(readonly, class, copy) NSCharacterSet *controlCharacterSet;
@property(readonly, class, copy) NSCharacterSet *illegalCharacterSet;  // not assigned by Unicode
@property(readonly, copy) NSCharacterSet *invertedSet;
+ (instancetype)characterSetWithCharactersInString:(NSString *)characters;
+ (instancetype)characterSetWithRange:(NSRange)range;
// 8,192 bytes with a bit for each character, the lowest of a byte first.
+ (NSCharacterSet *)characterSetWithBitmapRepresentation:(NSData *)data;
@property(readonly, copy) NSData *bitmapRepresentation;
- (BOOL)characterIsMember:(unichar)character;
- (BOOL)isSupersetOfSet:(NSCharacterSet *)set;
@end

// One thread at a time may use it.
@interface NSMutableCharacterSet : NSCharacterSet
+ (NSMutableCharacterSet *)whitespaceCharacterSet;
+ (NSMutableCharacterSet *)newlineCharacterSet;
+ (NSMutableCharacterSet *)whitespaceAndNewlineCharacterSet;
+ (NSMutableCharacterSet *)letterCharacterSet;
+ (NSMutableCharacterSet *)alphanumericCharacterSet;
+ (NSMutableCharacterSet *)decimalDigitCharacterSet;
+ (NSMutableCharacterSet *)uppercaseLetterCharacterSet;
+ (NSMutableCharacterSet *)capitalizedLetterCharacterSet;
+ (NSMutableCharacterSet *)lowercaseLetterCharacterSet;
+ (NSMutableCharacterSet *)nonBaseCharacterSet;
+ (NSMutableCharacterSet *)punctuationCharacterSet;
+ (NSMutableCharacterSet *)symbolCharacterSet;
+ (NSMutableCharacterSet *)controlCharacterSet;
+ (NSMutableCharacterSet *)illegalCharacterSet;
- (void)addCharactersInString:(NSString *)characters;
- (void)addCharactersInRange:(NSRange)range;
- (void)removeCharactersInString:(NSString *)characters;
- (void)removeCharactersInRange:(NSRange)range;
- (void)formUnionWithCharacterSet:(NSCharacterSet *)set;
- (void)formIntersectionWithCharacterSet:(NSCharacterSet *)set;
- (void)invert;
@end

@interface NSString (NSCharacterSet)
// Return the first character of the set, or the last with NSBackwardsSearch; {NSNotFound, 0} if there is none.
- (NSRange)rangeOfCharacterFromSet:(NSCharacterSet *)set;
- (NSRange)rangeOfCharacterFromSet:(NSCharacterSet *)set options:(NSStringCompareOptions)options;
- (NSRange)rangeOfCharacterFromSet:(NSCharacterSet *)set options:(NSStringCompareOptions)options range:(NSRange)range;
- (NSString *)stringByTrimmingCharactersInSet:(NSCharacterSet *)set;
- (NSArray<NSString *> *)componentsSeparatedByCharactersInSet:(NSCharacterSet *)separators;
@end

#pragma clang assume_nonnull end

#endif
