// NSMethodSignature.h - the types of a method.
#ifndef FOUNDATION_NSMETHODSIGNATURE_H
#define FOUNDATION_NSMETHODSIGNATURE_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

@interface NSMethodSignature : NSObject
@property(readonly) NSUInteger numberOfArguments;
@property(readonly) const char *methodReturnType __attribute__((objc_returns_inner_pointer));
@property(readonly) NSUInteger methodReturnLength;
// The bytes of all arguments, each in whole words.
@property(readonly) NSUInteger frameLength;
- (BOOL)isOneway;
+ (nullable NSMethodSignature *)signatureWithObjCTypes:(const char *)types;
- (const char *)getArgumentTypeAtIndex:(NSUInteger)index __attribute__((objc_returns_inner_pointer));
@end

#pragma clang assume_nonnull end

#endif
