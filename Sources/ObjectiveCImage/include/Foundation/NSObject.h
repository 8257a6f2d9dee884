// NSObject.h - the protocols of copying: -copy sends copyWithZone:, and -mutableCopy sends mutableCopyWithZone:.
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
