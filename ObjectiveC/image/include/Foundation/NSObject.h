// NSObject.h - the protocols of copying and coding, and methods that Foundation adds to NSObject.
#ifndef FOUNDATION_NSOBJECT_H
#define FOUNDATION_NSOBJECT_H

#import <Foundation/NSRange.h>
#import <Foundation/NSZone.h>

#pragma clang assume_nonnull begin

@class NSCoder;

// -copy sends copyWithZone:, and -mutableCopy sends mutableCopyWithZone:.
@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end

@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end

#if !__has_feature(objc_arc)
// An object with so many bytes after its ivars, +1; the end of an object's memory, in -dealloc; a copy of an object's
// memory, whose ivars are not retained.
MR_BEGIN_DECLS
id _Nullable NSAllocateObject(Class cls, NSUInteger extraBytes, NSZone *_Nullable zone);
void NSDeallocateObject(id object);
id _Nullable NSCopyObject(id object, NSUInteger extraBytes, NSZone *_Nullable zone);
MR_END_DECLS
#endif

// The protocols of archiving (NSKeyedArchiver.h).
@protocol NSCoding
- (void)encodeWithCoder:(NSCoder *)coder;
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end

@protocol NSSecureCoding <NSCoding>
@required
@property(class, readonly) BOOL supportsSecureCoding;
@end

@interface NSObject (NSCoderMethods)
// A number for the class's own use; initially 0.
+ (NSInteger)version;
+ (void)setVersion:(NSInteger)version;
// The class that an archive names; -class unless it is overridden.
@property(nullable, readonly) Class classForCoder;
@end

@class NSString;

@interface NSObject (NSScriptClassDescription)
// The name of -class; sent to a class, its own name.
@property(readonly, copy) NSString *className;
@end

// A reference that is counted by hand, for code that also uses ARC. The first takes a +1 from ARC, the second gives it
// back.
typedef const void *CFTypeRef;
static inline CFTypeRef _Nullable CFBridgingRetain(id _Nullable object) {
#if __has_feature(objc_arc)
    return (__bridge_retained CFTypeRef)object;
#else
    return (CFTypeRef)[object retain];
#endif
}
static inline id _Nullable CFBridgingRelease(CFTypeRef __attribute__((cf_consumed)) _Nullable reference) {
#if __has_feature(objc_arc)
    return (__bridge_transfer id)reference;
#else
    return [(id)reference autorelease];
#endif
}

static inline CFTypeRef CFRetain(CFTypeRef reference) { return CFBridgingRetain((__bridge id)reference); }
static inline void CFRelease(CFTypeRef __attribute__((cf_consumed)) reference) {
#if __has_feature(objc_arc)
    (void)(__bridge_transfer id)reference;
#else
    [(id)reference release];
#endif
}

#pragma clang assume_nonnull end

#endif
