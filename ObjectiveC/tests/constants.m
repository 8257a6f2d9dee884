// constants.m - a program that defines constants which the libraries also have: each image uses its own.
#import <CoreFoundation/CoreFoundation.h>
#import <os/log.h>

#import "check-foundation.h"

NSString *const NSUndefinedKeyException = @"MyUndefinedKey";
NSString *const NSTaskDidTerminateNotification;
NSErrorDomain const NSCocoaErrorDomain = @"MyCocoa";
NSErrorUserInfoKey const NSFilePathErrorKey;
NSString *const NSKeyValueChangeNewKey = @"myNew";
const CFNullRef kCFNull = NULL;
const CFBooleanRef kCFBooleanTrue = NULL, kCFBooleanFalse = NULL;
const os_log_t mr_os_log_default = nil;
const id __NSArray0__ = nil, __NSDictionary0__ = nil;

TEST("the program uses its own constants") {
    CHECK([NSUndefinedKeyException isEqual:@"MyUndefinedKey"] && NSTaskDidTerminateNotification == nil);
    CHECK([NSCocoaErrorDomain isEqual:@"MyCocoa"] && NSFilePathErrorKey == nil);
    CHECK([NSKeyValueChangeNewKey isEqual:@"myNew"]);
    CHECK(kCFNull == NULL && kCFBooleanTrue == NULL && kCFBooleanFalse == NULL && OS_LOG_DEFAULT == nil);
}

TEST("Foundation uses its own") {
    NSError *error = nil;
    CHECK([NSData dataWithContentsOfFile:@"/no/such" options:0 error:&error] == nil);
    CHECK([error.domain isEqual:@"NSCocoaErrorDomain"] && [error.userInfo[@"NSFilePath"] isEqual:@"/no/such"]);
    NSException *raised = exception_of(^{ (void)[AUTORELEASE([NSObject new]) valueForKey:@"nope"]; });
    CHECK([raised.name isEqual:@"NSUnknownKeyException"]);
    NSOperation *operation = AUTORELEASE([NSOperation new]);
    Watcher *watcher = AUTORELEASE([Watcher new]);
    [operation addObserver:watcher forKeyPath:@"isCancelled" options:NSKeyValueObservingOptionNew context:NULL];
    [operation cancel];
    CHECK([watcher.change[@"new"] isEqual:@YES]);
    [operation removeObserver:watcher forKeyPath:@"isCancelled"];
}

TEST("other constants are Foundation's") {
    CHECK([NSInvalidArgumentException isEqual:@"NSInvalidArgumentException"]);
    CHECK([NSPOSIXErrorDomain isEqual:@"NSPOSIXErrorDomain"]);
    CHECK(OS_LOG_DISABLED != nil && !os_log_type_enabled(OS_LOG_DISABLED, OS_LOG_TYPE_FAULT));
}
