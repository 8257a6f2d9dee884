// NSTimer.h - timers, which run loops fire. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSTIMER_H
#define FOUNDATION_NSTIMER_H

#import <Foundation/NSDate.h>

#pragma clang assume_nonnull begin

@class NSInvocation;

// A timer retains its target, user info, block or invocation until it becomes invalid. A run loop retains its timers.
// The selector takes the timer. A timer that does not repeat becomes invalid when it has fired. A scheduled timer is
// added to the current run loop, in its default mode.
@interface NSTimer : NSObject
+ (NSTimer *)timerWithTimeInterval:(NSTimeInterval)interval
                            target:(id)target
                          selector:(SEL)selector
                          userInfo:(nullable id)info
                           repeats:(BOOL)repeats;
+ (NSTimer *)timerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats block:(void (^)(NSTimer *timer))block;
+ (NSTimer *)timerWithTimeInterval:(NSTimeInterval)interval invocation:(NSInvocation *)invocation repeats:(BOOL)repeats;
+ (NSTimer *)scheduledTimerWithTimeInterval:(NSTimeInterval)interval
                                     target:(id)target
                                   selector:(SEL)selector
                                   userInfo:(nullable id)info
                                    repeats:(BOOL)repeats;
+ (NSTimer *)scheduledTimerWithTimeInterval:(NSTimeInterval)interval
                                    repeats:(BOOL)repeats
                                      block:(void (^)(NSTimer *timer))block;
+ (NSTimer *)scheduledTimerWithTimeInterval:(NSTimeInterval)interval
                                 invocation:(NSInvocation *)invocation
                                    repeats:(BOOL)repeats;
- (instancetype)initWithFireDate:(NSDate *)date
                        interval:(NSTimeInterval)interval
                          target:(id)target
                        selector:(SEL)selector
                        userInfo:(nullable id)info
                         repeats:(BOOL)repeats;
- (instancetype)initWithFireDate:(NSDate *)date
                        interval:(NSTimeInterval)interval
                         repeats:(BOOL)repeats
                           block:(void (^)(NSTimer *timer))block;
// Fires the timer at once. Does nothing if it is invalid.
- (void)fire;
- (void)invalidate;
@property(readonly, getter=isValid) BOOL valid;
@property(copy) NSDate *fireDate;
@property(readonly) NSTimeInterval timeInterval;
@property NSTimeInterval tolerance;
@property(nullable, readonly, retain) id userInfo;
@end

#pragma clang assume_nonnull end

#endif
