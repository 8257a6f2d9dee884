// modules.m - a program that imports modules.
// flags: -fmodules -fmodules-cache-path=.build/objc-tests/modules
@import Darwin;
@import Darwin.POSIX;
@import Foundation;
@import ObjectiveC.runtime;
@import ObjectiveC.message;

#import "check.h"

TEST("the modules Foundation and ObjectiveC declare classes and functions") {
    NSArray *array = @[ @"a" ];
    CHECK(object_getClass(array) == objc_getClass("NSArray"));
    CHECK(((NSUInteger(*)(id, SEL))objc_msgSend)(array, @selector(count)) == 1);
}
