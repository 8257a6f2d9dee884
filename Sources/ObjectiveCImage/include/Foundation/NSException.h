// NSException.h - exceptions, which `@throw` and -raise raise.
#ifndef FOUNDATION_NSEXCEPTION_H
#define FOUNDATION_NSEXCEPTION_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

typedef NSString *NSExceptionName;
extern NSExceptionName const NSGenericException;
extern NSExceptionName const NSInvalidArgumentException;
extern NSExceptionName const NSInternalInconsistencyException;
extern NSExceptionName const NSRangeException;
extern NSExceptionName const NSUndefinedKeyException;

@interface NSException : NSObject
@property(readonly, copy) NSExceptionName name;
@property(nullable, readonly, copy) NSString *reason;
@property(nullable, readonly, copy) NSDictionary *userInfo;
+ (NSException *)exceptionWithName:(NSExceptionName)name
                            reason:(nullable NSString *)reason
                          userInfo:(nullable NSDictionary *)userInfo;
- (instancetype)initWithName:(NSExceptionName)name
                      reason:(nullable NSString *)reason
                    userInfo:(nullable NSDictionary *)userInfo;
- (void)raise;
+ (void)raise:(NSExceptionName)name format:(NSString *)format, ... NS_FORMAT_FUNCTION(2, 3);
@end

// Raises an NSInternalInconsistencyException if the condition is false. Expands to nothing if NS_BLOCK_ASSERTIONS is
// defined.
#ifdef NS_BLOCK_ASSERTIONS
#define NSAssert(condition, ...) ((void)0)
#else
#define NSAssert(condition, ...)                                                                                       \
    do {                                                                                                               \
        if (!(condition)) [NSException raise:NSInternalInconsistencyException format:__VA_ARGS__];                     \
    } while (0)
#endif
#define NSCAssert NSAssert
#define NSParameterAssert(condition) NSAssert((condition), @"Invalid parameter not satisfying: %s", #condition)
#define NSCParameterAssert NSParameterAssert

#pragma clang assume_nonnull end

#endif
