// NSException.h - exceptions, which `@throw` and -raise raise.
#ifndef FOUNDATION_NSEXCEPTION_H
#define FOUNDATION_NSEXCEPTION_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

@class NSNumber;

typedef NSString *NSExceptionName NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSExceptionName const NSGenericException;
FOUNDATION_EXPORT NSExceptionName const NSInvalidArgumentException;
FOUNDATION_EXPORT NSExceptionName const NSInternalInconsistencyException;
FOUNDATION_EXPORT NSExceptionName const NSRangeException;
FOUNDATION_EXPORT NSExceptionName const NSMallocException;
FOUNDATION_EXPORT NSExceptionName const NSObjectInaccessibleException;
FOUNDATION_EXPORT NSExceptionName const NSObjectNotAvailableException;
FOUNDATION_EXPORT NSExceptionName const NSDestinationInvalidException;

@interface NSException : NSObject <NSCopying>
@property(readonly, copy) NSExceptionName name;
@property(nullable, readonly, copy) NSString *reason;
@property(nullable, readonly, copy) NSDictionary *userInfo;
+ (NSException *)exceptionWithName:(NSExceptionName)name
                            reason:(nullable NSString *)reason
                          userInfo:(nullable NSDictionary *)userInfo;
- (instancetype)initWithName:(NSExceptionName)name
                      reason:(nullable NSString *)reason
                    userInfo:(nullable NSDictionary *)userInfo;
// Both are empty, because raising an exception does not record the calls. +[NSThread callStackSymbols] returns those of
// the code that handles it.
@property(readonly, copy) NSArray<NSNumber *> *callStackReturnAddresses;
@property(readonly, copy) NSArray<NSString *> *callStackSymbols;
- (void)raise;
+ (void)raise:(NSExceptionName)name format:(NSString *)format, ... NS_FORMAT_FUNCTION(2, 3);
+ (void)raise:(NSExceptionName)name format:(NSString *)format arguments:(va_list)arguments NS_FORMAT_FUNCTION(2, 0);
@end

// The handler is called once, before an exception without a handler ends the process. NULL for none.
typedef void NSUncaughtExceptionHandler(NSException *exception);

MR_BEGIN_DECLS
NSUncaughtExceptionHandler *_Nullable NSGetUncaughtExceptionHandler(void);
void NSSetUncaughtExceptionHandler(NSUncaughtExceptionHandler *_Nullable handler);
MR_END_DECLS

// Raises an NSInternalInconsistencyException if the condition is false. Expands to nothing if NS_BLOCK_ASSERTIONS is
// defined. The numbered macros are older names for the same, with so many arguments after the format.
#ifdef NS_BLOCK_ASSERTIONS
#define NSAssert(condition, ...) ((void)0)
#else
#define NSAssert(condition, ...)                                                                                       \
    do {                                                                                                               \
        if (!(condition)) [NSException raise:NSInternalInconsistencyException format:__VA_ARGS__];                     \
    } while (0)
#endif
#define NSAssert1 NSAssert
#define NSAssert2 NSAssert
#define NSAssert3 NSAssert
#define NSAssert4 NSAssert
#define NSAssert5 NSAssert
#define NSCAssert NSAssert
#define NSCAssert1 NSAssert
#define NSCAssert2 NSAssert
#define NSCAssert3 NSAssert
#define NSCAssert4 NSAssert
#define NSCAssert5 NSAssert
#define NSParameterAssert(condition) NSAssert((condition), @"Invalid parameter not satisfying: %s", #condition)
#define NSCParameterAssert NSParameterAssert

// The older form of @try. NSVALUERETURN and NS_VOIDRETURN leave the function from between NS_DURING and NS_HANDLER.
#define NS_DURING @try {
#define NS_HANDLER                                                                                                     \
    }                                                                                                                  \
    @catch (NSException * localException) {
#define NS_ENDHANDLER }
#define NS_VALUERETURN(value, type) return (value)
#define NS_VOIDRETURN return

#pragma clang assume_nonnull end

#endif
