// CFRunLoop.h - run loops, their timers and observers. A program that uses these functions loads Swift's Foundation.
#ifndef COREFOUNDATION_CFRUNLOOP_H
#define COREFOUNDATION_CFRUNLOOP_H

#import <CoreFoundation/CFDate.h>

MR_BEGIN_DECLS

typedef struct __CFRunLoop *CFRunLoopRef;  // an NSRunLoop
typedef struct __CFRunLoopObserver *CFRunLoopObserverRef;
typedef struct MR_BRIDGED_MUTABLE(NSTimer) __CFRunLoopTimer *CFRunLoopTimerRef;
typedef CFStringRef CFRunLoopMode;

extern const CFRunLoopMode kCFRunLoopDefaultMode MR_RENAMED(kCFRunLoopDefaultMode);
extern const CFRunLoopMode kCFRunLoopCommonModes MR_RENAMED(kCFRunLoopCommonModes);
typedef enum CFRunLoopRunResult : SInt32 {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped,
    kCFRunLoopRunTimedOut,
    kCFRunLoopRunHandledSource,
} CFRunLoopRunResult;
typedef enum CFRunLoopActivity : CFOptionFlags {
    kCFRunLoopEntry = 1 << 0,
    kCFRunLoopBeforeTimers = 1 << 1,
    kCFRunLoopBeforeSources = 1 << 2,
    kCFRunLoopBeforeWaiting = 1 << 5,
    kCFRunLoopAfterWaiting = 1 << 6,
    kCFRunLoopExit = 1 << 7,
    kCFRunLoopAllActivities = 0x0FFFFFFF,
} CFRunLoopActivity;

CF_IMPLICIT_BRIDGING_ENABLED

CFRunLoopRef CFRunLoopGetCurrent(void) MR_RENAMED(CFRunLoopGetCurrent);
CFRunLoopRef CFRunLoopGetMain(void) MR_RENAMED(CFRunLoopGetMain);
// Returns when the loop is stopped, or has nothing to wait for. If a callback raises an exception, the loop is stopped,
// and the exception leaves this function.
void CFRunLoopRun(void) MR_RENAMED(CFRunLoopRun);
CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnsAfterSource)
    MR_RENAMED(CFRunLoopRunInMode);
void CFRunLoopStop(CFRunLoopRef loop) MR_RENAMED(CFRunLoopStop);
void CFRunLoopWakeUp(CFRunLoopRef loop) MR_RENAMED(CFRunLoopWakeUp);
void CFRunLoopAddTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode) MR_RENAMED(CFRunLoopAddTimer);
// Invalidates the timer, too.
void CFRunLoopRemoveTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopRemoveTimer);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer) MR_RENAMED(CFRunLoopTimerInvalidate);
// Returns an observer, +1, whose handler is called at these activities of the run loops to which it is added.
CFRunLoopObserverRef
CFRunLoopObserverCreateWithHandler(CFAllocatorRef allocator, CFOptionFlags activities, Boolean repeats, CFIndex order,
                                   void (^handler)(CFRunLoopObserverRef observer, CFRunLoopActivity activity))
    MR_RENAMED(CFRunLoopObserverCreateWithHandler) __attribute__((cf_returns_retained));
void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopAddObserver);
void CFRunLoopRemoveObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFRunLoopMode mode)
    MR_RENAMED(CFRunLoopRemoveObserver);
void CFRunLoopObserverInvalidate(CFRunLoopObserverRef observer) MR_RENAMED(CFRunLoopObserverInvalidate);

// Returns an NSTimer, +1, that no run loop has yet; it fires once if the interval is 0.
CFRunLoopTimerRef CFRunLoopTimerCreateWithHandler(CFAllocatorRef allocator, CFAbsoluteTime fireDate,
                                                  CFTimeInterval interval, CFOptionFlags flags, CFIndex order,
                                                  void (^handler)(CFRunLoopTimerRef timer))
    MR_RENAMED(CFRunLoopTimerCreateWithHandler) __attribute__((cf_returns_retained));

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
