// NSStream.h - bytes that are read or written in order: from files and memory.
#ifndef FOUNDATION_NSSTREAM_H
#define FOUNDATION_NSSTREAM_H

#import <Foundation/NSData.h>
#import <Foundation/NSError.h>

#pragma clang assume_nonnull begin

@class NSURL;

typedef NSString *NSStreamPropertyKey NS_TYPED_EXTENSIBLE_ENUM;
// The NSData that -initToMemory collects.
FOUNDATION_EXPORT NSStreamPropertyKey const NSStreamDataWrittenToMemoryStreamKey;

typedef NS_ENUM(NSUInteger, NSStreamStatus) {
    NSStreamStatusNotOpen,
    NSStreamStatusOpening,
    NSStreamStatusOpen,
    NSStreamStatusReading,
    NSStreamStatusWriting,
    NSStreamStatusAtEnd,
    NSStreamStatusClosed,
    NSStreamStatusError,
};

// Streams are not scheduled in run loops, so they have no delegate.
@interface NSStream : NSObject
- (void)open;
- (void)close;
@property(readonly) NSStreamStatus streamStatus;
@property(nullable, readonly, copy) NSError *streamError;  // of the system's domain
- (nullable id)propertyForKey:(NSStreamPropertyKey)key;
- (BOOL)setProperty:(nullable id)property forKey:(NSStreamPropertyKey)key;  // NO: none can be set
@end

@interface NSInputStream : NSStream
+ (nullable instancetype)inputStreamWithData:(NSData *)data;
+ (nullable instancetype)inputStreamWithFileAtPath:(NSString *)path;
+ (nullable instancetype)inputStreamWithURL:(NSURL *)url;
- (instancetype)initWithData:(NSData *)data;
- (nullable instancetype)initWithFileAtPath:(NSString *)path;
- (nullable instancetype)initWithURL:(NSURL *)url;
// Returns the number of bytes that were read: 0 at the end, and -1 after an error and if the stream is not open.
- (NSInteger)read:(uint8_t *)buffer maxLength:(NSUInteger)length;
// Stores the bytes that were not read yet. NO for a file.
- (BOOL)getBuffer:(uint8_t *_Nullable *_Nonnull)buffer length:(NSUInteger *)length;
@property(readonly) BOOL hasBytesAvailable;
@end

@interface NSOutputStream : NSStream
+ (instancetype)outputStreamToMemory;
+ (instancetype)outputStreamToBuffer:(uint8_t *)buffer capacity:(NSUInteger)capacity;
+ (nullable instancetype)outputStreamToFileAtPath:(NSString *)path append:(BOOL)appends;
+ (nullable instancetype)outputStreamWithURL:(NSURL *)url append:(BOOL)appends;
- (instancetype)initToMemory;
- (instancetype)initToBuffer:(uint8_t *)buffer capacity:(NSUInteger)capacity;
- (nullable instancetype)initToFileAtPath:(NSString *)path append:(BOOL)appends;
- (nullable instancetype)initWithURL:(NSURL *)url append:(BOOL)appends;
// Returns the number of bytes that were written: 0 if a buffer is full, and -1 after an error and if the stream is not
// open.
- (NSInteger)write:(const uint8_t *)buffer maxLength:(NSUInteger)length;
@property(readonly) BOOL hasSpaceAvailable;
@end

#pragma clang assume_nonnull end

#endif
