// NSScanner.h - reads a text from left to right. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSSCANNER_H
#define FOUNDATION_NSSCANNER_H

#import <Foundation/NSCharacterSet.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// The methods that scan first skip charactersToBeSkipped, which are white space and newlines at first. If the text does
// not continue as expected, they return NO and leave the location as it was. The address of the result may be NULL.
@interface NSScanner : NSObject
+ (instancetype)scannerWithString:(NSString *)text;
- (instancetype)initWithString:(NSString *)text;
@property(readonly, copy) NSString *string;
@property NSUInteger scanLocation;
@property(nullable, copy) NSCharacterSet *charactersToBeSkipped;
@property BOOL caseSensitive;
@property(getter=isAtEnd, readonly) BOOL atEnd;
- (BOOL)scanInt:(nullable int *)result;
- (BOOL)scanInteger:(nullable NSInteger *)result;
- (BOOL)scanLongLong:(nullable long long *)result;
- (BOOL)scanUnsignedLongLong:(nullable unsigned long long *)result;
- (BOOL)scanHexInt:(nullable unsigned int *)result;
- (BOOL)scanHexLongLong:(nullable unsigned long long *)result;
- (BOOL)scanFloat:(nullable float *)result;
- (BOOL)scanDouble:(nullable double *)result;
- (BOOL)scanString:(NSString *)text intoString:(NSString *_Nullable *_Nullable)result;
- (BOOL)scanUpToString:(NSString *)text intoString:(NSString *_Nullable *_Nullable)result;
- (BOOL)scanCharactersFromSet:(NSCharacterSet *)set intoString:(NSString *_Nullable *_Nullable)result;
- (BOOL)scanUpToCharactersFromSet:(NSCharacterSet *)set intoString:(NSString *_Nullable *_Nullable)result;
@end

#pragma clang assume_nonnull end

#endif
