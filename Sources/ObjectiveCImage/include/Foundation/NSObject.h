// NSObject.h - copying: the protocols of what -copy and -mutableCopy send.
#ifndef FOUNDATION_NSOBJECT_H
#define FOUNDATION_NSOBJECT_H

#import <Foundation/NSObjCRuntime.h>

#pragma clang assume_nonnull begin

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end

@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end

#pragma clang assume_nonnull end

#endif
