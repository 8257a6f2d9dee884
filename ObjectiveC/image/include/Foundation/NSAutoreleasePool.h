// NSAutoreleasePool.h - autorelease pools as objects, for programs without ARC. @autoreleasepool is faster.
#ifndef FOUNDATION_NSAUTORELEASEPOOL_H
#define FOUNDATION_NSAUTORELEASEPOOL_H

#import <Foundation/NSObject.h>

#pragma clang assume_nonnull begin

// A pool becomes the thread's innermost pool when it is initialized. When it is drained or released, it releases the
// objects that were autoreleased since, and drains the pools that are inside it. The thread that made a pool drains it.
NS_AUTOMATED_REFCOUNT_UNAVAILABLE
@interface NSAutoreleasePool : NSObject
// Adds an object to the thread's innermost pool.
+ (void)addObject:(id)object;
// The same: which pool of the thread receives the message makes no difference.
- (void)addObject:(id)object;
// Ends the pool, as -release does.
- (void)drain;
@end

#pragma clang assume_nonnull end

#endif
