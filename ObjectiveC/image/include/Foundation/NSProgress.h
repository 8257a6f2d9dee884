// NSProgress.h - how far a piece of work has come, and its parts. A program that uses this class loads Swift's
// Foundation.
#ifndef FOUNDATION_NSPROGRESS_H
#define FOUNDATION_NSPROGRESS_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

typedef NSString *NSProgressKind NS_TYPED_EXTENSIBLE_ENUM;
typedef NSString *NSProgressUserInfoKey NS_TYPED_EXTENSIBLE_ENUM;
typedef NSString *NSProgressFileOperationKind NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSProgressKind const NSProgressKindFile;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressEstimatedTimeRemainingKey;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressThroughputKey;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressFileOperationKindKey;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressFileURLKey;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressFileTotalCountKey;
FOUNDATION_EXPORT NSProgressUserInfoKey const NSProgressFileCompletedCountKey;

// The keys are observed; a change in a part changes fractionCompleted of the whole. A part is retained by the whole
// until it has finished; then its units are added to completedUnitCount. Any thread may use a progress. Handlers are
// called by the thread that cancels, pauses or resumes. There is no publishing, and kinds have no effect.
@interface NSProgress : NSObject
// The progress that is current on this thread.
+ (nullable NSProgress *)currentProgress;
// The first progress that is made while another is current is a part of that one.
+ (NSProgress *)progressWithTotalUnitCount:(int64_t)count;
+ (NSProgress *)discreteProgressWithTotalUnitCount:(int64_t)count;
+ (NSProgress *)progressWithTotalUnitCount:(int64_t)count
                                    parent:(NSProgress *)parent
                          pendingUnitCount:(int64_t)parentCount;
// Raises an NSInvalidArgumentException if the parent is neither nil nor the current progress.
- (instancetype)initWithParent:(nullable NSProgress *)parent
                      userInfo:(nullable NSDictionary<NSProgressUserInfoKey, id> *)userInfo;
- (void)becomeCurrentWithPendingUnitCount:(int64_t)count;
// Without a part, the units are completed. Raises an NSInvalidArgumentException if the progress is not current.
- (void)resignCurrent;
- (void)performAsCurrentWithPendingUnitCount:(int64_t)count usingBlock:(void(NS_NOESCAPE ^)(void))work;
// Raises an NSInvalidArgumentException if the child has a parent.
- (void)addChild:(NSProgress *)child withPendingUnitCount:(int64_t)count;
@property int64_t totalUnitCount;
@property int64_t completedUnitCount;
// 0 while indeterminate: if a count is negative, or both are 0.
@property(readonly) double fractionCompleted;
@property(readonly, getter=isIndeterminate) BOOL indeterminate;
@property(readonly, getter=isFinished) BOOL finished;
// These also cancel, pause and resume the parts.
- (void)cancel;
- (void)pause;
- (void)resume;
@property(readonly, getter=isCancelled) BOOL cancelled;
@property(readonly, getter=isPaused) BOOL paused;
@property(getter=isCancellable) BOOL cancellable;
@property(getter=isPausable) BOOL pausable;
@property(nullable, copy) void (^cancellationHandler)(void);
@property(nullable, copy) void (^pausingHandler)(void);
@property(nullable, copy) void (^resumingHandler)(void);
// By default, the percentage and the counts, in English.
@property(null_resettable, copy) NSString *localizedDescription;
@property(null_resettable, copy) NSString *localizedAdditionalDescription;
@property(nullable, copy) NSProgressKind kind;
@property(readonly, copy) NSDictionary<NSProgressUserInfoKey, id> *userInfo;
- (void)setUserInfoObject:(nullable id)object forKey:(NSProgressUserInfoKey)key;
@end

// For classes whose objects report how far they have come.
@protocol NSProgressReporting <NSObject>
@property(readonly) NSProgress *progress;
@end

#pragma clang assume_nonnull end

#endif
