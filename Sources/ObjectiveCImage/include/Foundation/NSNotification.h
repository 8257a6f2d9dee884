// NSNotification.h - notifications, and the centers that hand them to observers.
#ifndef FOUNDATION_NSNOTIFICATION_H
#define FOUNDATION_NSNOTIFICATION_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

@class NSOperationQueue;

typedef NSString *NSNotificationName;

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

// Observers are called on the thread that posts, in the order in which they were added, and before the post returns. A
// center keeps no observer and no sender alive: an observer that is gone need not be removed, and senders are compared by
// address. Any thread may use a center. An exception that leaves an observer leaves the post too.
@interface NSNotificationCenter : NSObject
@property(class, readonly, strong) NSNotificationCenter *defaultCenter;
// nil as a name or as a sender stands for any.
- (void)addObserver:(id)observer
           selector:(SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable id)sender;
// Returns a token, which the center keeps until -removeObserver: is sent with it. The queue must be nil; any other raises an
// NSInvalidArgumentException.
- (id<NSObject>)addObserverForName:(nullable NSNotificationName)name
                            object:(nullable id)sender
                             queue:(nullable NSOperationQueue *)queue
                        usingBlock:(void (^)(NSNotification *notification))block;
// An observer that is removed during a post is not called any more.
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
