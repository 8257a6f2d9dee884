// NSPointerFunctions.h - options that say how NSMapTable, NSHashTable and NSPointerArray keep and compare pointers, and
// functions that say so for the two tables.
#ifndef FOUNDATION_NSPOINTERFUNCTIONS_H
#define FOUNDATION_NSPOINTERFUNCTIONS_H

#import <Foundation/NSObject.h>

typedef NS_OPTIONS(NSUInteger, NSPointerFunctionsOptions) {
    NSPointerFunctionsStrongMemory = 0,       // retained
    NSPointerFunctionsOpaqueMemory = 2,       // neither retained nor sent any message
    NSPointerFunctionsMallocMemory = 3,       // freed by free(), by tables
    NSPointerFunctionsZeroingWeakMemory = 5,  // the older name of the next one
    NSPointerFunctionsWeakMemory = 5,         // a weak reference: removed when the object is deallocated

    NSPointerFunctionsObjectPersonality = 0,              // compared by -hash and -isEqual:
    NSPointerFunctionsOpaquePersonality = 1 << 8,         // compared by address
    NSPointerFunctionsObjectPointerPersonality = 2 << 8,  // compared by address
    NSPointerFunctionsCStringPersonality = 3 << 8,        // texts that end with a zero byte
    NSPointerFunctionsStructPersonality = 4 << 8,         // compared by their bytes, as many as sizeFunction returns
    NSPointerFunctionsIntegerPersonality = 5 << 8,        // compared as numbers

    NSPointerFunctionsCopyIn = 1 << 16,  // the table keeps a copy, made by -copy, or of the bytes in memory of malloc
};

#pragma clang assume_nonnull begin

// Each function is NULL until a program sets it; then a table calls it in place of what the options say. A table copies
// the object.
@interface NSPointerFunctions : NSObject <NSCopying>
+ (NSPointerFunctions *)pointerFunctionsWithOptions:(NSPointerFunctionsOptions)options;
- (instancetype)initWithOptions:(NSPointerFunctionsOptions)options;
@property(nullable) NSUInteger (*hashFunction)(const void *item, NSUInteger (*_Nullable size)(const void *item));
@property(nullable) BOOL (*isEqualFunction)
    (const void *first, const void *second, NSUInteger (*_Nullable size)(const void *item));
@property(nullable) NSUInteger (*sizeFunction)(const void *item);
@property(nullable) NSString *_Nullable (*descriptionFunction)(const void *item);
@property(nullable) void *_Nonnull (*acquireFunction)
    (const void *item, NSUInteger (*_Nullable size)(const void *item), BOOL copies);
@property(nullable) void (*relinquishFunction)(const void *item, NSUInteger (*_Nullable size)(const void *item));
@end

#pragma clang assume_nonnull end

#endif
