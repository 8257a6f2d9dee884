// NSJSONSerialization.h - JSON. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSJSONSERIALIZATION_H
#define FOUNDATION_NSJSONSERIALIZATION_H

#import <Foundation/NSData.h>
#import <Foundation/NSError.h>

#pragma clang assume_nonnull begin

typedef NS_OPTIONS(NSUInteger, NSJSONReadingOptions) {
    NSJSONReadingMutableContainers = 1 << 0,
    NSJSONReadingMutableLeaves = 1 << 1,
    NSJSONReadingFragmentsAllowed = 1 << 2,
    NSJSONReadingAllowFragments = NSJSONReadingFragmentsAllowed,
};

typedef NS_OPTIONS(NSUInteger, NSJSONWritingOptions) {
    NSJSONWritingPrettyPrinted = 1 << 0,
    NSJSONWritingSortedKeys = 1 << 1,
    NSJSONWritingFragmentsAllowed = 1 << 2,
    NSJSONWritingWithoutEscapingSlashes = 1 << 3,
};

@interface NSJSONSerialization : NSObject
// Whether the object is an array or a dictionary, and contains strings, numbers, NSNull, arrays and dictionaries with
// strings as keys only.
+ (BOOL)isValidJSONObject:(id)object;
// Raises an NSInvalidArgumentException if the object is not valid.
+ (nullable NSData *)dataWithJSONObject:(id)object
                                options:(NSJSONWritingOptions)options
                                  error:(NSError *_Nullable *_Nullable)error;
+ (nullable id)JSONObjectWithData:(NSData *)data
                          options:(NSJSONReadingOptions)options
                            error:(NSError *_Nullable *_Nullable)error;
@end

#pragma clang assume_nonnull end

#endif
