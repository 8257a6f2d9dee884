// NSException.h - exceptions, which `@throw` and -raise raise.
#ifndef FOUNDATION_NSEXCEPTION_H
#define FOUNDATION_NSEXCEPTION_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

@class NSNumber;

typedef NSString *NSExceptionName NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT NSExceptionName const NSGenericException;
FOUNDATION_EXPORT NSExceptionName const NSInvalidArgumentException;
FOUNDATION_EXPORT NSExceptionName const NSInternalInconsistencyException;
FOUNDATION_EXPORT NSExceptionName const NSRangeException;
FOUNDATION_EXPORT NSExceptionName const NSParseErrorException;
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

// Its methods write the place of a failed assertion to standard error, and raise an NSInternalInconsistencyException. A
// program may put a handler of its own into the dictionary of a thread.
FOUNDATION_EXPORT NSString *const NSAssertionHandlerKey;
@interface NSAssertionHandler : NSObject
@property(class, readonly, strong) NSAssertionHandler *currentHandler;
- (void)handleFailureInMethod:(SEL)selector
                       object:(id)object
                         file:(NSString *)file
                   lineNumber:(NSInteger)line
                  description:(nullable NSString *)format, ... NS_FORMAT_FUNCTION(5, 6);
- (void)handleFailureInFunction:(NSString *)function
                           file:(NSString *)file
                     lineNumber:(NSInteger)line
                    description:(nullable NSString *)format, ... NS_FORMAT_FUNCTION(4, 5);
@end

// NSAssert checks a condition in a method, and NSCAssert in a function. Both expand to nothing if NS_BLOCK_ASSERTIONS
// is defined. The numbered macros are older names for the same, with so many arguments after the format.
#ifdef NS_BLOCK_ASSERTIONS
#define NSAssert(condition, ...) ((void)0)
#define NSCAssert(condition, ...) ((void)0)
#else
#define NSAssert(condition, ...)                                                                                       \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            [[NSAssertionHandler currentHandler] handleFailureInMethod:_cmd                                            \
                                                                object:self                                            \
                                                                  file:[NSString stringWithUTF8String:__FILE__]        \
                                                            lineNumber:__LINE__                                        \
                                                           description:__VA_ARGS__];                                   \
    } while (0)
#define NSCAssert(condition, ...)                                                                                      \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            [[NSAssertionHandler currentHandler]                                                                       \
                handleFailureInFunction:[NSString stringWithUTF8String:__PRETTY_FUNCTION__]                            \
                                   file:[NSString stringWithUTF8String:__FILE__]                                       \
                             lineNumber:__LINE__                                                                       \
                            description:__VA_ARGS__];                                                                  \
    } while (0)
#endif
#define NSAssert1 NSAssert
#define NSAssert2 NSAssert
#define NSAssert3 NSAssert
#define NSAssert4 NSAssert
#define NSAssert5 NSAssert
#define NSCAssert1 NSCAssert
#define NSCAssert2 NSCAssert
#define NSCAssert3 NSCAssert
#define NSCAssert4 NSCAssert
#define NSCAssert5 NSCAssert
#define NSParameterAssert(condition) NSAssert((condition), @"Invalid parameter not satisfying: %s", #condition)
#define NSCParameterAssert(condition) NSCAssert((condition), @"Invalid parameter not satisfying: %s", #condition)

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
