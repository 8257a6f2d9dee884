// NSData.h - bytes as objects. A range beyond the end raises an NSRangeException.
#ifndef FOUNDATION_NSDATA_H
#define FOUNDATION_NSDATA_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

@class NSError, NSString;

typedef NS_OPTIONS(NSUInteger, NSDataReadingOptions) {
    NSDataReadingMappedIfSafe = 1 << 0,  // both are ignored: files are read
    NSDataReadingUncached = 1 << 1,
    NSDataReadingMappedAlways = 1 << 3,
    // Older names.
    NSMappedRead = NSDataReadingMappedIfSafe,
    NSUncachedRead = NSDataReadingUncached,
};

typedef NS_OPTIONS(NSUInteger, NSDataWritingOptions) {
    NSDataWritingAtomic = 1 << 0,
    NSAtomicWrite = NSDataWritingAtomic,
    NSDataWritingWithoutOverwriting = 1 << 1,
};

typedef NS_OPTIONS(NSUInteger, NSDataSearchOptions) {
    NSDataSearchBackwards = 1 << 0,
    NSDataSearchAnchored = 1 << 1,  // only at the beginning, or at the end with NSDataSearchBackwards
};

typedef NS_OPTIONS(NSUInteger, NSDataBase64EncodingOptions) {
    NSDataBase64Encoding64CharacterLineLength = 1 << 0,
    NSDataBase64Encoding76CharacterLineLength = 1 << 1,
    NSDataBase64EncodingEndLineWithCarriageReturn = 1 << 4,
    NSDataBase64EncodingEndLineWithLineFeed = 1 << 5,
};

typedef NS_OPTIONS(NSUInteger, NSDataBase64DecodingOptions) { NSDataBase64DecodingIgnoreUnknownCharacters = 1 << 0 };

NS_SWIFT_BRIDGED("FoundationEssentials.Data")
@interface NSData : NSObject <NSCopying, NSMutableCopying>
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes NS_RETURNS_INNER_POINTER;
+ (instancetype)data;
+ (instancetype)dataWithBytes:(nullable const void *)bytes length:(NSUInteger)length;
+ (instancetype)dataWithData:(NSData *)data;
- (instancetype)initWithBytes:(nullable const void *)bytes length:(NSUInteger)length;
- (instancetype)initWithData:(NSData *)data;
// The bytes are not copied. They are freed by free() when the object is deallocated, unless `isFreed` is NO.
+ (instancetype)dataWithBytesNoCopy:(void *)bytes length:(NSUInteger)length;
+ (instancetype)dataWithBytesNoCopy:(void *)bytes length:(NSUInteger)length freeWhenDone:(BOOL)isFreed;
- (instancetype)initWithBytesNoCopy:(void *)bytes length:(NSUInteger)length;
- (instancetype)initWithBytesNoCopy:(void *)bytes length:(NSUInteger)length freeWhenDone:(BOOL)isFreed;
- (void)getBytes:(void *)buffer length:(NSUInteger)length;
- (void)getBytes:(void *)buffer range:(NSRange)range;
- (NSData *)subdataWithRange:(NSRange)range;
- (void)enumerateByteRangesUsingBlock:(void(NS_NOESCAPE ^)(const void *bytes, NSRange range, BOOL *stop))block;
- (BOOL)isEqualToData:(NSData *)data;
// {NSNotFound, 0} if the bytes are not in the range.
- (NSRange)rangeOfData:(NSData *)data options:(NSDataSearchOptions)options range:(NSRange)range;

// Text in Base64. Without other options, lines end with a carriage return and a line feed.
- (NSString *)base64EncodedStringWithOptions:(NSDataBase64EncodingOptions)options;
- (NSData *)base64EncodedDataWithOptions:(NSDataBase64EncodingOptions)options;
// Older names: text without line breaks, and text whose other characters are ignored.
- (NSString *)base64Encoding;
- (nullable id)initWithBase64Encoding:(NSString *)text;
// nil for malformed text; nil as an argument raises an NSInvalidArgumentException.
- (nullable instancetype)initWithBase64EncodedString:(NSString *)text options:(NSDataBase64DecodingOptions)options;
- (nullable instancetype)initWithBase64EncodedData:(NSData *)text options:(NSDataBase64DecodingOptions)options;

// The contents of a file; nil if it cannot be read.
+ (nullable instancetype)dataWithContentsOfFile:(NSString *)path;
+ (nullable instancetype)dataWithContentsOfFile:(NSString *)path
                                        options:(NSDataReadingOptions)options
                                          error:(NSError *_Nullable *_Nullable)error;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path;
- (nullable instancetype)initWithContentsOfFile:(NSString *)path
                                        options:(NSDataReadingOptions)options
                                          error:(NSError *_Nullable *_Nullable)error;
- (BOOL)writeToFile:(NSString *)path atomically:(BOOL)isAtomic;
- (BOOL)writeToFile:(NSString *)path options:(NSDataWritingOptions)options error:(NSError *_Nullable *_Nullable)error;
@end

// One thread at a time may use it. Bytes that are added by a longer length are zero.
@interface NSMutableData : NSData
@property NSUInteger length;
@property(readonly) void *mutableBytes NS_RETURNS_INNER_POINTER;
+ (nullable instancetype)dataWithCapacity:(NSUInteger)capacity;
+ (nullable instancetype)dataWithLength:(NSUInteger)length;
- (nullable instancetype)initWithCapacity:(NSUInteger)capacity;
- (nullable instancetype)initWithLength:(NSUInteger)length;
- (void)appendBytes:(const void *)bytes length:(NSUInteger)length;
- (void)appendData:(NSData *)data;
- (void)increaseLengthBy:(NSUInteger)count;
- (void)replaceBytesInRange:(NSRange)range withBytes:(const void *)bytes;
- (void)replaceBytesInRange:(NSRange)range withBytes:(nullable const void *)bytes length:(NSUInteger)length;
- (void)resetBytesInRange:(NSRange)range;
- (void)setData:(NSData *)data;
@end

#pragma clang assume_nonnull end

#endif
