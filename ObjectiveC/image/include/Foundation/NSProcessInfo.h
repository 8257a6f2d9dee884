// NSProcessInfo.h - the process, its arguments and environment, and the system.
#ifndef FOUNDATION_NSPROCESSINFO_H
#define FOUNDATION_NSPROCESSINFO_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

typedef struct {
    NSInteger majorVersion, minorVersion, patchVersion;
} NSOperatingSystemVersion;

@interface NSProcessInfo : NSObject
@property(class, readonly, strong) NSProcessInfo *processInfo;
@property(readonly, copy) NSString *processName;
@property(readonly) int processIdentifier;
@property(readonly, copy) NSArray<NSString *> *arguments;
@property(readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property(readonly, copy) NSString *globallyUniqueString;  // another one in each call
@property(readonly) NSUInteger processorCount;
@property(readonly) NSUInteger activeProcessorCount;
@property(readonly) unsigned long long physicalMemory;  // bytes
@property(readonly) NSTimeInterval systemUptime;
@property(readonly, copy) NSString *hostName;
// The version of the Linux kernel.
@property(readonly) NSOperatingSystemVersion operatingSystemVersion;
@property(readonly, copy) NSString *operatingSystemVersionString;
- (BOOL)isOperatingSystemAtLeastVersion:(NSOperatingSystemVersion)version;
@end

#pragma clang assume_nonnull end

#endif
