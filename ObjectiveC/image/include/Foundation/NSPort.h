// NSPort.h - ports, which keep run loops waiting. A program that uses these classes loads Swift's Foundation.
#ifndef FOUNDATION_NSPORT_H
#define FOUNDATION_NSPORT_H

#import <Foundation/NSRunLoop.h>

#pragma clang assume_nonnull begin

// A run loop with a port waits for it, and serves other threads meanwhile. Nothing arrives at a port.
@interface NSPort : NSObject
+ (NSPort *)port;
// Removes the port from all run loops, as its dealloc does.
- (void)invalidate;
@property(readonly, getter=isValid) BOOL valid;
@end

@interface NSMachPort : NSPort
@end

@interface NSRunLoop (NSPorts)
- (void)addPort:(NSPort *)port forMode:(NSRunLoopMode)mode;
- (void)removePort:(NSPort *)port forMode:(NSRunLoopMode)mode;
@end

#pragma clang assume_nonnull end

#endif
