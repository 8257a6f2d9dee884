// NSProcessInfo.h - the process: its name, arguments and environment.
#ifndef FOUNDATION_NSPROCESSINFO_H
#define FOUNDATION_NSPROCESSINFO_H

#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

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
@end

#pragma clang assume_nonnull end

#endif
