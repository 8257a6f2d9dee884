// NSInvocation.h - a message as an object.
#ifndef FOUNDATION_NSINVOCATION_H
#define FOUNDATION_NSINVOCATION_H

#import <Foundation/NSMethodSignature.h>

#pragma clang assume_nonnull begin

@interface NSInvocation : NSObject
@property(readonly, retain) NSMethodSignature *methodSignature;
@property(readonly) BOOL argumentsRetained;
@property(nullable, assign) id target;
@property SEL selector;
+ (NSInvocation *)invocationWithMethodSignature:(NSMethodSignature *)signature;
- (void)retainArguments;
- (void)getReturnValue:(void *)value;
- (void)setReturnValue:(void *)value;
- (void)getArgument:(void *)value atIndex:(NSInteger)index;
- (void)setArgument:(void *)value atIndex:(NSInteger)index;
- (void)invoke;
- (void)invokeWithTarget:(id)target;
@end

#pragma clang assume_nonnull end

#endif
