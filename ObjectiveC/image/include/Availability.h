// Availability.h - annotations with the versions of Apple's systems in which a declaration exists. They have no effect.
//
// The version numbers are those of macOS 10.15, from which clang takes the form of the code that it generates, so that
// a program compiles the branch for a system with modern Objective-C.
#ifndef AVAILABILITY_H
#define AVAILABILITY_H

#define __MAC_10_5 1050
#define __MAC_10_6 1060
#define __MAC_10_7 1070
#define __MAC_10_8 1080
#define __MAC_10_9 1090
#define __MAC_10_10 101000
#define __MAC_10_11 101100
#define __MAC_10_12 101200
#define __MAC_10_13 101300
#define __MAC_10_14 101400
#define __MAC_10_15 101500
#define __IPHONE_5_0 50000
#define __IPHONE_6_0 60000
#define __IPHONE_7_0 70000
#define __IPHONE_8_0 80000
#define __IPHONE_9_0 90000
#define __IPHONE_10_0 100000
#define __IPHONE_11_0 110000
#define __IPHONE_12_0 120000
#define __IPHONE_13_0 130000
#define __MAC_OS_X_VERSION_MIN_REQUIRED __MAC_10_15
#define __MAC_OS_X_VERSION_MAX_ALLOWED __MAC_10_15

#define API_AVAILABLE(...)
#define API_AVAILABLE_BEGIN(...)
#define API_AVAILABLE_END
#define API_UNAVAILABLE(...)
#define API_UNAVAILABLE_BEGIN(...)
#define API_UNAVAILABLE_END
#define API_DEPRECATED(...)
#define API_DEPRECATED_BEGIN(...)
#define API_DEPRECATED_END
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#define API_TO_BE_DEPRECATED 100000
#define __API_AVAILABLE(...)
#define __API_UNAVAILABLE(...)
#define __API_DEPRECATED(...)
#define __OSX_AVAILABLE(version)
#define __OSX_AVAILABLE_STARTING(mac, ios)
#define __OSX_AVAILABLE_BUT_DEPRECATED(...)
#define __OSX_AVAILABLE_BUT_DEPRECATED_MSG(...)
#define __OSX_DEPRECATED(...)
#define __OSX_UNAVAILABLE
#define __IOS_AVAILABLE(version)
#define __IOS_DEPRECATED(...)
#define __IOS_PROHIBITED
#define __TVOS_AVAILABLE(version)
#define __TVOS_PROHIBITED
#define __WATCHOS_AVAILABLE(version)
#define __WATCHOS_PROHIBITED

#endif
