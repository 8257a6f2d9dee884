// NSNotification.h - notifications, and the centers that deliver them to observers.
#ifndef FOUNDATION_NSNOTIFICATION_H
#define FOUNDATION_NSNOTIFICATION_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

@class NSOperationQueue;

typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM;

NS_SWIFT_BRIDGED("Foundation.Notification")
@interface NSNotification : NSObject <NSCopying>
@property(readonly, copy) NSNotificationName name;
@property(nullable, readonly, strong) id object;
@property(nullable, readonly, copy) NSDictionary *userInfo;
+ (instancetype)notificationWithName:(NSNotificationName)name object:(nullable id)object;
+ (instancetype)notificationWithName:(NSNotificationName)name
                              object:(nullable id)object
                            userInfo:(nullable NSDictionary *)userInfo;
- (instancetype)initWithName:(NSNotificationName)name
                      object:(nullable id)object
                    userInfo:(nullable NSDictionary *)userInfo;
@end

// Calls observers on the thread that posts, in the order in which they were added, before the post returns. A center
// retains neither observers nor senders: an observer need not be removed before it is deallocated, and senders are
// compared by address. If an observer raises an exception, the remaining observers are not called, and the exception
// leaves the post; one that leaves a block on another queue ends the process. Any thread may use a center.
@interface NSNotificationCenter : NSObject
@property(class, readonly, strong) NSNotificationCenter *defaultCenter;
// A name or sender of nil stands for any.
- (void)addObserver:(id)observer
           selector:(SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable id)sender;
// Returns a token. The center keeps the block until the token is passed to -removeObserver:. If there is a queue, it
// runs the block, and the post waits for it; a post on that queue runs the block itself.
- (id<NSObject>)addObserverForName:(nullable NSNotificationName)name
                            object:(nullable id)sender
                             queue:(nullable NSOperationQueue *)queue
                        usingBlock:(void (^)(NSNotification *notification))block;
// An observer that is removed during a post, before its turn, is not called.
- (void)removeObserver:(id)observer;
- (void)removeObserver:(id)observer name:(nullable NSNotificationName)name object:(nullable id)sender;
- (void)postNotification:(NSNotification *)notification;
- (void)postNotificationName:(NSNotificationName)name object:(nullable id)sender;
- (void)postNotificationName:(NSNotificationName)name
                      object:(nullable id)sender
                    userInfo:(nullable NSDictionary *)userInfo;
@end

#pragma clang assume_nonnull end

#endif
