// NSProxy.h - a second root class, for objects that forward messages to another object.
#ifndef FOUNDATION_NSPROXY_H
#define FOUNDATION_NSPROXY_H

#import <Foundation/NSInvocation.h>

#pragma clang assume_nonnull begin

__attribute__((objc_root_class))
@interface NSProxy<NSObject> {
    Class isa;
}
+ (id)alloc;
+ (id)allocWithZone:(nullable NSZone *)zone;
+ (Class)class;
+ (BOOL)respondsToSelector:(SEL)selector;
- (void)forwardInvocation:(NSInvocation *)invocation;
- (nullable NSMethodSignature *)methodSignatureForSelector:(SEL)selector;
#if !__has_feature(objc_arc)
- (void)dealloc;
#endif
- (BOOL)allowsWeakReference;
@end

#pragma clang assume_nonnull end

#endif
