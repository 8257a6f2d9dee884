// NSPointerFunctions.h - how NSMapTable and NSHashTable keep and compare what is in them.
#ifndef FOUNDATION_NSPOINTERFUNCTIONS_H
#define FOUNDATION_NSPOINTERFUNCTIONS_H

#import <Foundation/NSObject.h>

typedef NS_OPTIONS(NSUInteger, NSPointerFunctionsOptions) {
    NSPointerFunctionsStrongMemory = 0,  // retained
    NSPointerFunctionsOpaqueMemory = 2,  // not kept, never sent a message
    NSPointerFunctionsWeakMemory = 5,    // gone when the object is

    NSPointerFunctionsObjectPersonality = 0,              // compared by -hash and -isEqual:
    NSPointerFunctionsOpaquePersonality = 1 << 8,         // by address
    NSPointerFunctionsObjectPointerPersonality = 2 << 8,  // by address

    NSPointerFunctionsCopyIn = 1 << 16,  // a copy is kept
};

#endif
