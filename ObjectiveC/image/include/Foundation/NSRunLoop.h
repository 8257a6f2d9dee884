// NSRunLoop.h - run loops, and messages that they send later. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSRUNLOOP_H
#define FOUNDATION_NSRUNLOOP_H

#import <CoreFoundation/CFRunLoop.h>
#import <Foundation/NSArray.h>
#import <Foundation/NSTimer.h>

#pragma clang assume_nonnull begin

typedef NSString *NSRunLoopMode NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSRunLoopMode const NSDefaultRunLoopMode;
FOUNDATION_EXPORT NSRunLoopMode const NSRunLoopCommonModes;

// Each thread has a run loop. The main thread's also runs the blocks of libdispatch's main queue. If a timer, a message
// or a block raises an exception, the run loop returns as soon as it can, and the exception leaves the method that runs
// it.
@interface NSRunLoop : NSObject
@property(class, readonly, strong) NSRunLoop *currentRunLoop;
@property(class, readonly, strong) NSRunLoop *mainRunLoop;
@property(nullable, readonly, copy) NSRunLoopMode currentMode;
- (CFRunLoopRef)getCFRunLoop CF_RETURNS_NOT_RETAINED;
- (void)addTimer:(NSTimer *)timer forMode:(NSRunLoopMode)mode;
// These return at once if there is nothing to wait for.
- (void)run;
- (void)runUntilDate:(NSDate *)date;
// Returns when a source was handled, such as a message of another thread, which a timer is not; or when it is `date`.
// NO if there is nothing to wait for.
- (BOOL)runMode:(NSRunLoopMode)mode beforeDate:(NSDate *)date;
// Fires timers that are due, and returns the date of the next one; nil if there is nothing to wait for.
- (nullable NSDate *)limitDateForMode:(NSRunLoopMode)mode;
- (void)acceptInputForMode:(NSRunLoopMode)mode beforeDate:(NSDate *)date;
- (void)performBlock:(void (^)(void))block;
- (void)performSelector:(SEL)selector
                 target:(id)target
               argument:(nullable id)argument
                  order:(NSUInteger)order
                  modes:(NSArray<NSRunLoopMode> *)modes;
@end

// These methods exist in programs that use a class of FoundationClasses, such as NSRunLoop. The target and the argument
// are retained until the message is sent or cancelled.
@interface NSObject (NSDelayedPerforming)
- (void)performSelector:(SEL)selector withObject:(nullable id)argument afterDelay:(NSTimeInterval)delay;
- (void)performSelector:(SEL)selector
             withObject:(nullable id)argument
             afterDelay:(NSTimeInterval)delay
                inModes:(NSArray<NSRunLoopMode> *)modes;
+ (void)cancelPreviousPerformRequestsWithTarget:(id)target;
+ (void)cancelPreviousPerformRequestsWithTarget:(id)target selector:(SEL)selector object:(nullable id)argument;
@end

#pragma clang assume_nonnull end

#endif
