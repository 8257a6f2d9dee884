// NSUUID.h - universally unique identifiers. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSUUID_H
#define FOUNDATION_NSUUID_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef unsigned char uuid_t[16];

// Immutable. -init makes a random identifier.
NS_SWIFT_BRIDGED("FoundationEssentials.UUID")
@interface NSUUID : NSObject <NSCopying>
+ (instancetype)UUID;
- (nullable instancetype)initWithUUIDString:(NSString *)text;
- (instancetype)initWithUUIDBytes:(const uuid_t _Nonnull)bytes;
@property(readonly, copy) NSString *UUIDString;
- (void)getUUIDBytes:(uuid_t _Nonnull)bytes;
- (NSComparisonResult)compare:(NSUUID *)other;
@end

#pragma clang assume_nonnull end

#endif
