// NSOperation.h - work as objects, and the queues that run it. A program that uses these classes loads Swift's
// Foundation.
#ifndef FOUNDATION_NSOPERATION_H
#define FOUNDATION_NSOPERATION_H

#import <Foundation/NSArray.h>
#import <Foundation/NSException.h>
#import <Foundation/NSInvocation.h>

#pragma clang assume_nonnull begin

typedef NS_ENUM(NSInteger, NSOperationQueuePriority) {
    NSOperationQueuePriorityVeryLow = -8,
    NSOperationQueuePriorityLow = -4,
    NSOperationQueuePriorityNormal = 0,
    NSOperationQueuePriorityHigh = 4,
    NSOperationQueuePriorityVeryHigh = 8,
};

// The keys isReady, isExecuting, isFinished, isCancelled and dependencies are observed. A subclass overrides -main; or
// -start and the keys isExecuting and isFinished, whose changes it announces with willChangeValueForKey: and
// didChangeValueForKey:. Any thread may use an operation.
@interface NSOperation : NSObject
- (void)start;
- (void)main;
- (void)cancel;
@property(readonly, getter=isCancelled) BOOL cancelled;
@property(readonly, getter=isExecuting) BOOL executing;
@property(readonly, getter=isFinished) BOOL finished;
@property(readonly, getter=isReady) BOOL ready;
@property(readonly, getter=isConcurrent) BOOL concurrent;
@property(readonly, getter=isAsynchronous) BOOL asynchronous;
// The operation is ready when all of these have finished.
@property(readonly, copy) NSArray<NSOperation *> *dependencies;
- (void)addDependency:(NSOperation *)operation;
- (void)removeDependency:(NSOperation *)operation;
// Called once, on a thread of libdispatch, when the operation has finished.
@property(nullable, copy) void (^completionBlock)(void);
- (void)waitUntilFinished;
@property NSOperationQueuePriority queuePriority;
// Stored, without effect.
@property NSQualityOfService qualityOfService;
@property(nullable, copy) NSString *name;
@end

// Calls its blocks at the same time, the first on the thread that starts it. It has finished when all have returned.
@interface NSBlockOperation : NSOperation
+ (instancetype)blockOperationWithBlock:(void (^)(void))block;
- (void)addExecutionBlock:(void (^)(void))block;
@end

// Sends a message. The operation retains the invocation, and what it contains.
@interface NSInvocationOperation : NSOperation
// The object is the message's first argument, if its method has one. nil if the target does not respond.
- (nullable instancetype)initWithTarget:(id)target selector:(SEL)selector object:(nullable id)argument;
- (instancetype)initWithInvocation:(NSInvocation *)invocation;
@property(readonly, retain) NSInvocation *invocation;
// What the method has returned, if need be as an NSValue. Raises an NSInvocationOperationVoidResultException if it
// returns nothing.
@property(nullable, readonly, retain) id result;
@end

FOUNDATION_EXPORT NSExceptionName const NSInvocationOperationVoidResultException;
FOUNDATION_EXPORT NSExceptionName const NSInvocationOperationCancelledException;

enum { NSOperationQueueDefaultMaxConcurrentOperationCount = -1 };

// Starts operations that are ready, in the order of their priorities. A queue retains its operations until they have
// finished. An exception that leaves an operation ends the process. The keys operations and operationCount are
// observed. Any thread may use a queue.
@interface NSOperationQueue : NSObject
// The queue that runs operations on the main thread, in its run loop.
@property(class, readonly, strong) NSOperationQueue *mainQueue;
// The queue of the operation that this thread runs. If it runs none: the main queue on the main thread, and else nil.
@property(class, readonly, strong, nullable) NSOperationQueue *currentQueue;
// An operation that was started or is in a queue raises an NSInvalidArgumentException.
- (void)addOperation:(NSOperation *)operation;
- (void)addOperations:(NSArray<NSOperation *> *)operations waitUntilFinished:(BOOL)waits;
- (void)addOperationWithBlock:(void (^)(void))block;
// The block begins when the earlier operations have finished, and the later ones begin when it has returned.
- (void)addBarrierBlock:(void (^)(void))block;
@property(readonly, copy) NSArray<NSOperation *> *operations;
@property(readonly) NSUInteger operationCount;
@property NSInteger maxConcurrentOperationCount;
@property(getter=isSuspended) BOOL suspended;
// Stored, without effect.
@property NSQualityOfService qualityOfService;
@property(nullable, copy) NSString *name;
- (void)cancelAllOperations;
- (void)waitUntilAllOperationsAreFinished;
@end

#pragma clang assume_nonnull end

#endif
