// NSFormatter.h - objects as text, and text as objects: the superclass, which a program may subclass. A program that
// uses formatters loads Swift's Foundation.
#ifndef FOUNDATION_NSFORMATTER_H
#define FOUNDATION_NSFORMATTER_H

#import <Foundation/NSString.h>

#pragma clang assume_nonnull begin

// A subclass overrides the first two methods, which otherwise raise an NSInvalidArgumentException.
@interface NSFormatter : NSObject <NSCopying, NSCoding>
- (nullable NSString *)stringForObjectValue:(nullable id)object;
// Returns NO, and stores a sentence, if the text has no value. Each of the two addresses may be NULL.
- (BOOL)getObjectValue:(out id _Nullable *_Nullable)object
             forString:(NSString *)text
      errorDescription:(out NSString *_Nullable *_Nullable)error;
- (nullable NSString *)editingStringForObjectValue:(id)object;
@end

#pragma clang assume_nonnull end

#endif
