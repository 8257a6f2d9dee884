// NSThread.h - threads as objects.
#ifndef FOUNDATION_NSTHREAD_H
#define FOUNDATION_NSTHREAD_H

#import <Foundation/NSDate.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSNotification.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

@interface NSThread : NSObject
@property(class, readonly, strong) NSThread *currentThread;
@property(class, readonly, strong) NSThread *mainThread;
@property(class, readonly) BOOL isMainThread;
@property(readonly) BOOL isMainThread;
// Objects that belong to the thread, which the thread itself reads and changes.
@property(readonly, retain) NSMutableDictionary *threadDictionary;
@property(nullable, copy) NSString *name;
@property(readonly, getter=isExecuting) BOOL executing;
@property(readonly, getter=isFinished) BOOL finished;
@property(readonly, getter=isCancelled) BOOL cancelled;
// The calls that this thread is in, from the innermost on: as addresses, and as lines of text. The names of methods are
// those in the symbol table of the program, unless it was stripped.
@property(class, readonly, copy) NSArray<NSNumber *> *callStackReturnAddresses;
@property(class, readonly, copy) NSArray<NSString *> *callStackSymbols;
+ (BOOL)isMultiThreaded;
// Ends this thread, without running the code that would clean up.
+ (void)exit __attribute__((noreturn));
+ (void)detachNewThreadSelector:(SEL)selector toTarget:(id)target withObject:(nullable id)argument;
+ (void)detachNewThreadWithBlock:(void (^)(void))block;
// From 0 to 1, at first 0.5. The kernel is not told.
+ (double)threadPriority;
+ (BOOL)setThreadPriority:(double)priority;
+ (void)sleepForTimeInterval:(NSTimeInterval)seconds;
+ (void)sleepUntilDate:(NSDate *)date;
// The thread retains the target and the argument.
- (instancetype)initWithTarget:(id)target selector:(SEL)selector object:(nullable id)argument;
- (instancetype)initWithBlock:(void (^)(void))block;
// Of a thread that was not started yet: the bytes of its stack, and, without effect, how urgent its work is.
@property NSUInteger stackSize;
@property double threadPriority;
@property NSQualityOfService qualityOfService;
// Starts the thread, which sends itself -main in an autorelease pool. A second time raises an
// NSInvalidArgumentException. An exception that leaves -main ends the process.
- (void)start;
- (void)main;
// Sets `cancelled`, which the code of the thread reads.
- (void)cancel;
@end

@interface NSObject (NSThreadPerformAdditions)
// Starts a thread that sends the message.
- (void)performSelectorInBackground:(SEL)selector withObject:(nullable id)argument;
// These exist in programs that use a class of FoundationClasses, such as NSRunLoop. The thread's run loop sends the
// message when it runs in one of the modes; without modes, in a common one. To wait for a message on this thread itself
// sends it at once. A thread that has ended, or ends while another waits, raises an NSDestinationInvalidException.
- (void)performSelectorOnMainThread:(SEL)selector withObject:(nullable id)argument waitUntilDone:(BOOL)waits;
- (void)performSelectorOnMainThread:(SEL)selector
                         withObject:(nullable id)argument
                      waitUntilDone:(BOOL)waits
                              modes:(nullable NSArray<NSString *> *)modes;
- (void)performSelector:(SEL)selector
               onThread:(NSThread *)thread
             withObject:(nullable id)argument
          waitUntilDone:(BOOL)waits;
- (void)performSelector:(SEL)selector
               onThread:(NSThread *)thread
             withObject:(nullable id)argument
          waitUntilDone:(BOOL)waits
                  modes:(nullable NSArray<NSString *> *)modes;
@end

// Posted by each thread that was started by these methods, before it ends, with the NSThread as its object.
FOUNDATION_EXPORT NSNotificationName const NSThreadWillExitNotification;

#pragma clang assume_nonnull end

#endif
