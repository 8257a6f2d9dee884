// NSLock.h - locks, and a condition that threads can wait for. Any thread may use a lock.
#ifndef FOUNDATION_NSLOCK_H
#define FOUNDATION_NSLOCK_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

@class NSDate;

// Wrong use of a lock other than NSConditionLock writes a line to standard error, with the lock's name: a thread
// unlocks a lock that it does not hold, which has no other effect, or a lock is deallocated while a thread holds it.
@protocol NSLocking
- (void)lock;
- (void)unlock;
@end

// A lock without recursion. A thread that locks it twice waits for ever, after a line on standard error.
@interface NSLock : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (BOOL)tryLock;
// NO if the lock was not free until then.
- (BOOL)lockBeforeDate:(NSDate *)date;
@end

// A lock that the thread which holds it may lock again. It is free when that thread has unlocked it as often.
@interface NSRecursiveLock : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (BOOL)tryLock;
- (BOOL)lockBeforeDate:(NSDate *)date;
@end

// A lock with a condition. -wait, sent by the thread that holds the lock, unlocks it, waits until another thread
// signals, and locks it again. -wait may also return without a signal, so call it in a loop that checks the condition.
@interface NSCondition : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (void)wait;
// NO if no thread has signalled until then.
- (BOOL)waitUntilDate:(NSDate *)date;
- (void)signal;
- (void)broadcast;
@end

// A lock with a number, its condition, that threads can wait for. Any thread may unlock it.
@interface NSConditionLock : NSObject <NSLocking>
- (instancetype)initWithCondition:(NSInteger)condition;
@property(readonly) NSInteger condition;
@property(nullable, copy) NSString *name;
- (BOOL)tryLock;
- (void)lockWhenCondition:(NSInteger)condition;
- (BOOL)tryLockWhenCondition:(NSInteger)condition;
- (void)unlockWithCondition:(NSInteger)condition;
- (BOOL)lockBeforeDate:(NSDate *)limit;
- (BOOL)lockWhenCondition:(NSInteger)condition beforeDate:(NSDate *)limit;
@end

#pragma clang assume_nonnull end

#endif
