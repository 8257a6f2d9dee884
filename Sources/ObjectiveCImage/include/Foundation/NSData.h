// NSData.h - bytes as objects. A range beyond the end raises an NSRangeException.
#ifndef FOUNDATION_NSDATA_H
#define FOUNDATION_NSDATA_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

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
- (BOOL)isEqualToData:(NSData *)data;
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
