// NSTask.h - other programs, which run beside this one. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSTASK_H
#define FOUNDATION_NSTASK_H

#import <Foundation/NSArray.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSError.h>
#import <Foundation/NSNotification.h>

#pragma clang assume_nonnull begin

@class NSURL;

typedef NS_ENUM(NSInteger, NSTaskTerminationReason) {
    NSTaskTerminationReasonExit = 1,
    NSTaskTerminationReasonUncaughtSignal = 2,
};

// A program is started once. The object lives until the program has ended.
@interface NSTask : NSObject
+ (NSTask *)launchedTaskWithLaunchPath:(NSString *)path arguments:(NSArray<NSString *> *)arguments;
@property(nullable, copy) NSURL *executableURL;
@property(nullable, copy) NSString *launchPath;
@property(nullable, copy) NSArray<NSString *> *arguments;
// Those of this process, unless others are set.
@property(nullable, copy) NSDictionary<NSString *, NSString *> *environment;
@property(nullable, copy) NSURL *currentDirectoryURL;
@property(copy) NSString *currentDirectoryPath;
// An NSPipe or an NSFileHandle; nil for the stream of this process.
@property(nullable, retain) id standardInput;
@property(nullable, retain) id standardOutput;
@property(nullable, retain) id standardError;
// -launch raises an NSInvalidArgumentException if the program cannot be started.
- (void)launch;
- (BOOL)launchAndReturnError:(NSError *_Nullable *_Nullable)error;
- (void)interrupt;
- (void)terminate;
- (BOOL)suspend;
- (BOOL)resume;
// Runs the run loop of this thread meanwhile.
- (void)waitUntilExit;
@property(readonly) int processIdentifier;
@property(readonly, getter=isRunning) BOOL running;
// Raises an NSInvalidArgumentException before the program has ended.
@property(readonly) int terminationStatus;
@property(readonly) NSTaskTerminationReason terminationReason;
// Called once, on a thread of Foundation's.
@property(nullable, copy) void (^terminationHandler)(NSTask *task);
@end

// Posted after the handler was called, on the same thread.
FOUNDATION_EXPORT NSNotificationName const NSTaskDidTerminateNotification;

#pragma clang assume_nonnull end

#endif
