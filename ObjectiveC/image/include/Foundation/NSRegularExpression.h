// NSRegularExpression.h - patterns in texts, in the syntax of ICU. A program that uses these classes loads Swift's
// Foundation.
#ifndef FOUNDATION_NSREGULAREXPRESSION_H
#define FOUNDATION_NSREGULAREXPRESSION_H

#import <Foundation/NSArray.h>
#import <Foundation/NSError.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NS_OPTIONS(NSUInteger, NSRegularExpressionOptions) {
    NSRegularExpressionCaseInsensitive = 1 << 0,
    NSRegularExpressionAllowCommentsAndWhitespace = 1 << 1,
    NSRegularExpressionIgnoreMetacharacters = 1 << 2,
    NSRegularExpressionDotMatchesLineSeparators = 1 << 3,
    NSRegularExpressionAnchorsMatchLines = 1 << 4,
    NSRegularExpressionUseUnixLineSeparators = 1 << 5,
    NSRegularExpressionUseUnicodeWordBoundaries = 1 << 6,
};

typedef NS_OPTIONS(NSUInteger, NSMatchingOptions) {
    NSMatchingReportProgress = 1 << 0,
    NSMatchingReportCompletion = 1 << 1,
    NSMatchingAnchored = 1 << 2,
    NSMatchingWithTransparentBounds = 1 << 3,
    NSMatchingWithoutAnchoringBounds = 1 << 4,
};

typedef NS_OPTIONS(NSUInteger, NSMatchingFlags) {
    NSMatchingProgress = 1 << 0,
    NSMatchingCompleted = 1 << 1,
    NSMatchingHitEnd = 1 << 2,
    NSMatchingRequiredEnd = 1 << 3,
    NSMatchingInternalError = 1 << 4,
};

// A match. Range 0 is the whole, and the others are those of the capture groups; {NSNotFound, 0} for a group that has
// matched nothing.
@interface NSTextCheckingResult : NSObject <NSCopying>
@property(readonly) NSRange range;
@property(readonly) NSUInteger numberOfRanges;
- (NSRange)rangeAtIndex:(NSUInteger)index;
@end

// Immutable. A range beyond the end of the string raises an NSRangeException.
@interface NSRegularExpression : NSObject <NSCopying>
+ (nullable NSRegularExpression *)regularExpressionWithPattern:(NSString *)pattern
                                                       options:(NSRegularExpressionOptions)options
                                                         error:(NSError *_Nullable *_Nullable)error;
- (nullable instancetype)initWithPattern:(NSString *)pattern
                                 options:(NSRegularExpressionOptions)options
                                   error:(NSError *_Nullable *_Nullable)error;
+ (NSString *)escapedPatternForString:(NSString *)string;
+ (NSString *)escapedTemplateForString:(NSString *)string;
@property(readonly, copy) NSString *pattern;
@property(readonly) NSRegularExpressionOptions options;
@property(readonly) NSUInteger numberOfCaptureGroups;
- (NSArray<NSTextCheckingResult *> *)matchesInString:(NSString *)string
                                             options:(NSMatchingOptions)options
                                               range:(NSRange)range;
- (NSUInteger)numberOfMatchesInString:(NSString *)string options:(NSMatchingOptions)options range:(NSRange)range;
- (nullable NSTextCheckingResult *)firstMatchInString:(NSString *)string
                                              options:(NSMatchingOptions)options
                                                range:(NSRange)range;
- (NSRange)rangeOfFirstMatchInString:(NSString *)string options:(NSMatchingOptions)options range:(NSRange)range;
- (void)enumerateMatchesInString:(NSString *)string
                         options:(NSMatchingOptions)options
                           range:(NSRange)range
                      usingBlock:(void(NS_NOESCAPE ^)(NSTextCheckingResult *_Nullable match, NSMatchingFlags flags,
                                                      BOOL *stop))block;
// In a template, $1 is what the first capture group has matched.
- (NSString *)stringByReplacingMatchesInString:(NSString *)string
                                       options:(NSMatchingOptions)options
                                         range:(NSRange)range
                                  withTemplate:(NSString *)replacement;
- (NSUInteger)replaceMatchesInString:(NSMutableString *)string
                             options:(NSMatchingOptions)options
                               range:(NSRange)range
                        withTemplate:(NSString *)replacement;
@end

#pragma clang assume_nonnull end

#endif
