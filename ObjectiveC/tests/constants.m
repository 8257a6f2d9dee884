// constants.m - a program that defines constants which Foundation also has: each image uses its own.
#import "check-foundation.h"

NSString *const NSUndefinedKeyException = @"MyUndefinedKey";
NSString *const NSTaskDidTerminateNotification;
NSErrorDomain const NSCocoaErrorDomain = @"MyCocoa";
NSErrorUserInfoKey const NSFilePathErrorKey;
NSString *const NSKeyValueChangeNewKey = @"myNew";

TEST("the program uses its own constants") {
    CHECK([NSUndefinedKeyException isEqual:@"MyUndefinedKey"] && NSTaskDidTerminateNotification == nil);
    CHECK([NSCocoaErrorDomain isEqual:@"MyCocoa"] && NSFilePathErrorKey == nil);
    CHECK([NSKeyValueChangeNewKey isEqual:@"myNew"]);
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
}
