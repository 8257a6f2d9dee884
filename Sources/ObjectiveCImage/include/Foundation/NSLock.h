// NSLock.h - locks, and conditions that threads wait for.
#ifndef FOUNDATION_NSLOCK_H
#define FOUNDATION_NSLOCK_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// A thread that unlocks a lock which it does not hold leaves the lock as it is, and a line on standard error says so. A lock
// that is freed while a thread holds it has the same effect. Locks are for any thread; `name` is what these lines call them.
@protocol NSLocking
- (void)lock;
- (void)unlock;
@end

// A thread that locks a lock which it holds waits for ever, after a line on standard error.
@interface NSLock : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (BOOL)tryLock;
@end

// A lock that its holder may lock again, and unlocks as often.
@interface NSRecursiveLock : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (BOOL)tryLock;
@end

// A lock with a condition. A thread that has locked it may wait: it gives the lock up until another thread signals, and
// holds it again afterwards. It may wake without a signal, so that it has to check what it waits for in a loop.
@interface NSCondition : NSObject <NSLocking>
@property(nullable, copy) NSString *name;
- (void)wait;
- (void)signal;
- (void)broadcast;
@end

#pragma clang assume_nonnull end

#endif
