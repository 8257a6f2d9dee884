// NSPointerFunctions.h - options that say how NSMapTable and NSHashTable keep and compare their keys and values.
#ifndef FOUNDATION_NSPOINTERFUNCTIONS_H
#define FOUNDATION_NSPOINTERFUNCTIONS_H

#import <Foundation/NSObject.h>

typedef NS_OPTIONS(NSUInteger, NSPointerFunctionsOptions) {
    NSPointerFunctionsStrongMemory = 0,       // retained
    NSPointerFunctionsOpaqueMemory = 2,       // neither retained nor sent any message
    NSPointerFunctionsZeroingWeakMemory = 5,  // the older name of the next one
    NSPointerFunctionsWeakMemory = 5,         // a weak reference: removed when the object is deallocated

    NSPointerFunctionsObjectPersonality = 0,              // compared by -hash and -isEqual:
    NSPointerFunctionsOpaquePersonality = 1 << 8,         // compared by address
    NSPointerFunctionsObjectPointerPersonality = 2 << 8,  // compared by address

    NSPointerFunctionsCopyIn = 1 << 16,  // the table keeps a copy, made by -copy
};

#endif
