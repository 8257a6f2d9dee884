// NSValueTransformer.h - objects that turn one value into another, and may be found by name.
#ifndef FOUNDATION_NSVALUETRANSFORMER_H
#define FOUNDATION_NSVALUETRANSFORMER_H

#import <Foundation/NSArray.h>

#pragma clang assume_nonnull begin

typedef NSString *NSValueTransformerName NS_TYPED_EXTENSIBLE_ENUM;
// Transformers whose values are numbers: the opposite truth value, and whether the value is nil, or is not.
FOUNDATION_EXPORT NSValueTransformerName const NSNegateBooleanTransformerName;
FOUNDATION_EXPORT NSValueTransformerName const NSIsNilTransformerName;
FOUNDATION_EXPORT NSValueTransformerName const NSIsNotNilTransformerName;

// A subclass overrides -transformedValue:, and -reverseTransformedValue: unless the transformation is its own reverse.
@interface NSValueTransformer : NSObject
+ (void)setValueTransformer:(nullable NSValueTransformer *)transformer forName:(NSValueTransformerName)name;
// If the name has no transformer and is the name of a subclass, returns an instance of it, which then has that name.
+ (nullable NSValueTransformer *)valueTransformerForName:(NSValueTransformerName)name;
+ (NSArray<NSValueTransformerName> *)valueTransformerNames;
+ (Class)transformedValueClass;
+ (BOOL)allowsReverseTransformation;
- (nullable id)transformedValue:(nullable id)value;
- (nullable id)reverseTransformedValue:(nullable id)value;
@end

#pragma clang assume_nonnull end

#endif
