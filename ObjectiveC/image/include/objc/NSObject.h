// NSObject.h - the root class and the protocol of the same name, for programs in Objective-C.
//
// A program can subclass NSObject with this header alone, without Foundation's. As in Apple's header, no declaration
// says whether it takes nil, because each override would have to say the same.
#ifndef OBJC_NSOBJECT_H
#define OBJC_NSOBJECT_H

#include <objc/objc.h>

typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef struct _NSZone NSZone;

@class NSInvocation, NSMethodSignature, NSString, Protocol;

@protocol NSObject
- (BOOL)isEqual:(id)object;
@property(readonly) NSUInteger hash;
@property(readonly) Class superclass;
- (Class)class;
- (instancetype)self;
- (id)performSelector:(SEL)selector;
- (id)performSelector:(SEL)selector withObject:(id)object;
- (id)performSelector:(SEL)selector withObject:(id)first withObject:(id)second;
- (BOOL)isProxy;
- (BOOL)isKindOfClass:(Class)cls;
- (BOOL)isMemberOfClass:(Class)cls;
- (BOOL)conformsToProtocol:(Protocol *)protocol;
- (BOOL)respondsToSelector:(SEL)selector;
#if !__has_feature(objc_arc)
- (instancetype)retain;
- (oneway void)release;
- (instancetype)autorelease;
- (NSUInteger)retainCount;
- (NSZone *)zone;
#endif
@property(readonly, copy) NSString *description;
@property(readonly, copy) NSString *debugDescription;
@end

__attribute__((objc_root_class))
@interface NSObject<NSObject> {
    Class isa;
}
+ (void)load;
+ (void)initialize;
- (instancetype)init;
+ (instancetype)new;
+ (instancetype)allocWithZone:(NSZone *)zone;
+ (instancetype)alloc;
#if !__has_feature(objc_arc)
- (void)dealloc;
#endif
// Nothing sends this message, which was the garbage collector's.
- (void)finalize __attribute__((deprecated("there is no garbage collection")));
- (id)copy;
- (id)mutableCopy;
#if !__has_feature(objc_arc)
+ (id)copyWithZone:(NSZone *)zone;
+ (id)mutableCopyWithZone:(NSZone *)zone;
#endif
+ (BOOL)instancesRespondToSelector:(SEL)selector;
+ (BOOL)isSubclassOfClass:(Class)cls;
+ (BOOL)conformsToProtocol:(Protocol *)protocol;
- (IMP)methodForSelector:(SEL)selector;
+ (IMP)instanceMethodForSelector:(SEL)selector;
- (void)doesNotRecognizeSelector:(SEL)selector;
- (id)forwardingTargetForSelector:(SEL)selector;
- (void)forwardInvocation:(NSInvocation *)invocation;
- (NSMethodSignature *)methodSignatureForSelector:(SEL)selector;
+ (NSMethodSignature *)instanceMethodSignatureForSelector:(SEL)selector;
- (BOOL)allowsWeakReference;
+ (BOOL)resolveClassMethod:(SEL)selector;
+ (BOOL)resolveInstanceMethod:(SEL)selector;
+ (Class)class;
+ (Class)superclass;
+ (NSString *)description;
@end

// Apple's <objc/runtime.h> declares these functions, which read and assign a weak variable in code without ARC.
MR_BEGIN_DECLS
extern id objc_loadWeak(id *location);
extern id objc_storeWeak(id *location, id object);
extern id objc_storeWeakOrNil(id *location, id object);
MR_END_DECLS

#endif
