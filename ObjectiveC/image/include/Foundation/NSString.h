// NSString.h - strings. Indexes and lengths are in UTF-16 units.
#ifndef FOUNDATION_NSSTRING_H
#define FOUNDATION_NSSTRING_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

@class NSArray<ObjectType>, NSData, NSDictionary<KeyType, ObjectType>, NSError, NSLocale;

typedef NSUInteger NSStringEncoding;
enum : NSStringEncoding {
    NSASCIIStringEncoding = 1,
    NSUTF8StringEncoding = 4,
    NSISOLatin1StringEncoding = 5,
    NSNonLossyASCIIStringEncoding = 7,  // other characters than ASCII as \351 or \u20ac, and the backslash as two
    NSISOLatin2StringEncoding = 9,
    NSUnicodeStringEncoding = 10,
    NSWindowsCP1251StringEncoding = 11,
    NSWindowsCP1252StringEncoding = 12,
    NSWindowsCP1253StringEncoding = 13,
    NSWindowsCP1254StringEncoding = 14,
    NSWindowsCP1250StringEncoding = 15,
    NSMacOSRomanStringEncoding = 30,
    NSUTF16StringEncoding = NSUnicodeStringEncoding,  // a byte order mark, then the order of the machine
    NSUTF16BigEndianStringEncoding = 0x90000100,
    NSUTF16LittleEndianStringEncoding = 0x94000100,
    NSUTF32StringEncoding = 0x8c000100,
    NSUTF32BigEndianStringEncoding = 0x98000100,
    NSUTF32LittleEndianStringEncoding = 0x9c000100,
};

typedef NS_OPTIONS(NSUInteger, NSStringCompareOptions) {
    NSCaseInsensitiveSearch = 1,
    NSLiteralSearch = 2,  // always the case: UTF-16 units are compared
    NSBackwardsSearch = 4,
    NSAnchoredSearch = 8,              // only at the beginning, or at the end with NSBackwardsSearch
    NSRegularExpressionSearch = 1024,  // the string is a pattern; see NSRegularExpression.h
    NSNumericSearch = 64,              // in comparisons, digits count as the number that they form
};

// What the parts of a string are, and two flags.
typedef NS_OPTIONS(NSUInteger, NSStringEnumerationOptions) {
    NSStringEnumerationByLines = 0,
    NSStringEnumerationByParagraphs = 1,  // the same as lines
    NSStringEnumerationByComposedCharacterSequences = 2,
    NSStringEnumerationByWords = 3,  // letters and digits
    NSStringEnumerationReverse = 1 << 8,
    NSStringEnumerationSubstringNotRequired = 1 << 9,
};

typedef NSString *NSStringEncodingDetectionOptionsKey NS_TYPED_ENUM;
FOUNDATION_EXPORT NSStringEncodingDetectionOptionsKey const NSStringEncodingDetectionSuggestedEncodingsKey;
FOUNDATION_EXPORT NSStringEncodingDetectionOptionsKey const NSStringEncodingDetectionUseOnlySuggestedEncodingsKey;
FOUNDATION_EXPORT NSStringEncodingDetectionOptionsKey const NSStringEncodingDetectionAllowLossyKey;  // no effect

typedef NS_OPTIONS(NSUInteger, NSStringEncodingConversionOptions) { NSStringEncodingConversionAllowLossy = 1 };

NS_SWIFT_BRIDGED("Swift.String")
@interface NSString : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger length;
@property(readonly) const char *UTF8String __attribute__((objc_returns_inner_pointer));
+ (instancetype)string;
+ (nullable instancetype)stringWithUTF8String:(const char *)bytes;
+ (instancetype)stringWithString:(NSString *)string;
// The conversions are those of NSLog. These methods return nil if %s or %c produced bytes that are not UTF-8.
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
// The same: numbers have the form of the C locale.
+ (instancetype)localizedStringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (instancetype)initWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (instancetype)initWithFormat:(NSString *)format arguments:(va_list)arguments NS_FORMAT_FUNCTION(1, 0);
- (NSString *)stringByAppendingFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (nullable instancetype)initWithUTF8String:(const char *)bytes;
- (instancetype)initWithString:(NSString *)string;
- (NSString *)stringByAppendingString:(NSString *)string;
- (unichar)characterAtIndex:(NSUInteger)index;
- (BOOL)isEqualToString:(NSString *)string;
- (NSComparisonResult)compare:(NSString *)string;
// No string has the empty string as prefix or suffix, or contains it.
- (BOOL)hasPrefix:(NSString *)string;
- (BOOL)hasSuffix:(NSString *)string;
// Characters are UTF-16 units. Half of a surrogate pair is kept, but code that reads characters, such as UTF8String, a
// format and changes of case, has U+FFFD in its place. A range or index beyond the end raises an NSRangeException.
+ (instancetype)stringWithCharacters:(const unichar *)characters length:(NSUInteger)length;
- (instancetype)initWithCharacters:(const unichar *)characters length:(NSUInteger)length;
- (void)getCharacters:(unichar *)buffer range:(NSRange)range;
- (void)getCharacters:(unichar *)buffer;
- (NSString *)substringFromIndex:(NSUInteger)index;
- (NSString *)substringToIndex:(NSUInteger)index;
- (NSString *)substringWithRange:(NSRange)range;
// Calls a block with each part, its range, and its range with what separates it from the next part. The text is nil
// with NSStringEnumerationSubstringNotRequired. Sentences raise an NSInvalidArgumentException.
- (void)enumerateSubstringsInRange:(NSRange)range
                           options:(NSStringEnumerationOptions)options
                        usingBlock:(void (^)(NSString *_Nullable text, NSRange range, NSRange enclosingRange,
                                             BOOL *stop))block;
// Compares strings unit by unit. -rangeOfString: returns {NSNotFound, 0} if the string is not found, or is empty.
- (NSRange)rangeOfString:(NSString *)string;
- (BOOL)containsString:(NSString *)string;
- (NSArray<NSString *> *)componentsSeparatedByString:(NSString *)separator;
- (NSString *)stringByReplacingOccurrencesOfString:(NSString *)target withString:(NSString *)replacement;
// The beginning of the string, or the string and then `padding` from an index on, repeated.
- (NSString *)stringByPaddingToLength:(NSUInteger)length
                           withString:(NSString *)padding
                      startingAtIndex:(NSUInteger)index;
- (NSString *)commonPrefixWithString:(NSString *)string options:(NSStringCompareOptions)options;
- (void)enumerateLinesUsingBlock:(void(NS_NOESCAPE ^)(NSString *line, BOOL *stop))block;
// A range beyond the end raises an NSRangeException.
- (NSRange)rangeOfString:(NSString *)string options:(NSStringCompareOptions)options;
- (NSRange)rangeOfString:(NSString *)string options:(NSStringCompareOptions)options range:(NSRange)range;
// The locale is ignored.
- (NSRange)rangeOfString:(NSString *)string
                 options:(NSStringCompareOptions)options
                   range:(NSRange)range
                  locale:(nullable NSLocale *)locale;
- (NSComparisonResult)compare:(NSString *)string options:(NSStringCompareOptions)options;
- (NSComparisonResult)compare:(NSString *)string options:(NSStringCompareOptions)options range:(NSRange)range;
- (NSComparisonResult)caseInsensitiveCompare:(NSString *)string;
// These ignore the user's language. The last compares names of files: whatever their case, and digits as the numbers
// that they form.
- (NSComparisonResult)localizedCompare:(NSString *)string;
- (NSComparisonResult)localizedCaseInsensitiveCompare:(NSString *)string;
- (NSComparisonResult)localizedStandardCompare:(NSString *)string;
- (NSString *)stringByReplacingCharactersInRange:(NSRange)range withString:(NSString *)replacement;
- (NSString *)stringByReplacingOccurrencesOfString:(NSString *)target
                                        withString:(NSString *)replacement
                                           options:(NSStringCompareOptions)options
                                             range:(NSRange)range;
// Initializers return nil for bytes that are malformed in the encoding, and the other methods nil, NULL, 0 or NO for a
// string that the encoding cannot express.
- (nullable instancetype)initWithData:(NSData *)data encoding:(NSStringEncoding)encoding;
- (nullable instancetype)initWithBytes:(const void *)bytes
                                length:(NSUInteger)length
                              encoding:(NSStringEncoding)encoding;
- (nullable instancetype)initWithBytesNoCopy:(void *)bytes
                                      length:(NSUInteger)length
                                    encoding:(NSStringEncoding)encoding
                                freeWhenDone:(BOOL)isFreed;
- (nullable instancetype)initWithCString:(const char *)bytes encoding:(NSStringEncoding)encoding;
+ (nullable instancetype)stringWithCString:(const char *)bytes encoding:(NSStringEncoding)encoding;
@property(class, readonly) NSStringEncoding defaultCStringEncoding;  // UTF-8
- (nullable NSData *)dataUsingEncoding:(NSStringEncoding)encoding;
- (nullable NSData *)dataUsingEncoding:(NSStringEncoding)encoding allowLossyConversion:(BOOL)mayLose;
- (nullable const char *)cStringUsingEncoding:(NSStringEncoding)encoding NS_RETURNS_INNER_POINTER;
- (BOOL)getCString:(char *)buffer maxLength:(NSUInteger)size encoding:(NSStringEncoding)encoding;
// Encodes as many characters of the range as fit, without a final zero. NO if no character was encoded. The addresses
// may be NULL.
- (BOOL)getBytes:(nullable void *)buffer
         maxLength:(NSUInteger)size
        usedLength:(nullable NSUInteger *)used
          encoding:(NSStringEncoding)encoding
           options:(NSStringEncodingConversionOptions)options
             range:(NSRange)range
    remainingRange:(nullable NSRange *)rest;
- (NSUInteger)lengthOfBytesUsingEncoding:(NSStringEncoding)encoding;
- (NSUInteger)maximumLengthOfBytesUsingEncoding:(NSStringEncoding)encoding;
- (BOOL)canBeConvertedToEncoding:(NSStringEncoding)encoding;
// Case is mapped by Unicode's rules, independent of the locale. White space separates words.
@property(readonly, copy) NSString *lowercaseString;
@property(readonly, copy) NSString *uppercaseString;
// Unicode's normal forms C and D.
@property(readonly, copy) NSString *precomposedStringWithCanonicalMapping;
@property(readonly, copy) NSString *decomposedStringWithCanonicalMapping;
@property(readonly, copy) NSString *capitalizedString;
// By the rules of Turkish and Azerbaijani for i with and without a dot, if the locale is of one of these languages. The
// last one ignores the locale.
- (NSString *)uppercaseStringWithLocale:(nullable NSLocale *)locale;
- (NSString *)lowercaseStringWithLocale:(nullable NSLocale *)locale;
- (NSString *)capitalizedStringWithLocale:(nullable NSLocale *)locale;
// Returns the first of the suggested encodings, of UTF-16 with a mark, UTF-8, and Windows 1252 and Latin 1, in which
// the data is a text; 0 if there is none.
+ (NSStringEncoding)stringEncodingForData:(NSData *)data
                          encodingOptions:(nullable NSDictionary<NSStringEncodingDetectionOptionsKey, id> *)options
                          convertedString:(NSString *_Nullable *_Nullable)text
                      usedLossyConversion:(nullable BOOL *)isLossy;
// The contents of a file; nil if it cannot be read in the encoding.
+ (nullable instancetype)stringWithContentsOfFile:(NSString *)path
                                         encoding:(NSStringEncoding)encoding
                                            error:(NSError *_Nullable *_Nullable)error;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path
                                       encoding:(NSStringEncoding)encoding
                                          error:(NSError *_Nullable *_Nullable)error;
- (BOOL)writeToFile:(NSString *)path
         atomically:(BOOL)isAtomic
           encoding:(NSStringEncoding)encoding
              error:(NSError *_Nullable *_Nullable)error;
// The decimal number at the beginning, after white space; 0 if there is none. A number outside the range of the type
// becomes the largest or smallest value of the type.
@property(readonly) int intValue;
@property(readonly) NSInteger integerValue;
@property(readonly) long long longLongValue;
@property(readonly) float floatValue;
@property(readonly) double doubleValue;
// YES if the first character is Y, y, T, t or a digit from 1 to 9, after white space, a sign and zeros.
@property(readonly) BOOL boolValue;
@end

// A string that can be changed, by one thread at a time. Bytes that UTF8String returned before a change stay valid
// until the autorelease pool is popped.
@interface NSMutableString : NSString
+ (instancetype)stringWithCapacity:(NSUInteger)capacity;
- (instancetype)initWithCapacity:(NSUInteger)capacity;
- (void)setString:(NSString *)string;
- (void)appendString:(NSString *)string;
- (void)appendFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (void)insertString:(NSString *)string atIndex:(NSUInteger)index;
- (void)deleteCharactersInRange:(NSRange)range;
- (void)replaceCharactersInRange:(NSRange)range withString:(NSString *)string;
// Returns the number of replacements.
- (NSUInteger)replaceOccurrencesOfString:(NSString *)target
                              withString:(NSString *)replacement
                                 options:(NSStringCompareOptions)options
                                   range:(NSRange)range;
@end

// These two read no table of translations: the text is that of the key. NSBundle.h has those that read one.
#define NSLocalizedString(key, comment) (key)
#define NSLocalizedStringFromTable(key, table, comment) (key)

// The class of `@"..."`.
@interface NSConstantString : NSString
@end

#pragma clang assume_nonnull end

#endif
