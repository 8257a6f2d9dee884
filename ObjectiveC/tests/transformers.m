// transformers.m - NSValueTransformer, and NSCoder as a superclass.
#import <Foundation/Foundation.h>

#import "check.h"

@interface Doubling : NSValueTransformer
@end
@implementation Doubling
- (id)transformedValue:(id)value {
    return @([value intValue] * 2);
}
- (id)reverseTransformedValue:(id)value {
    return @([value intValue] / 2);
}
@end

@interface OneWay : NSValueTransformer
@end
@implementation OneWay
+ (BOOL)allowsReverseTransformation {
    return NO;
}
@end

TEST("a transformer is found by its name, and one of a class by the class's name") {
    Doubling *doubling = AUTORELEASE([Doubling new]);
    [NSValueTransformer setValueTransformer:doubling forName:@"double"];
    CHECK([NSValueTransformer valueTransformerForName:@"double"] == doubling);
    CHECK([[[NSValueTransformer valueTransformerForName:@"double"] transformedValue:@4] isEqual:@8]);
    CHECK([[doubling reverseTransformedValue:@4] isEqual:@2]);
    NSValueTransformer *made = [NSValueTransformer valueTransformerForName:@"OneWay"];
    CHECK([made isKindOfClass:[OneWay class]] && [NSValueTransformer valueTransformerForName:@"OneWay"] == made);
    CHECK([NSValueTransformer valueTransformerForName:@"missing"] == nil);
    CHECK([[NSValueTransformer valueTransformerNames] containsObject:@"double"]);
    [NSValueTransformer setValueTransformer:nil forName:@"double"];
    CHECK([NSValueTransformer valueTransformerForName:@"double"] == nil);
}

TEST("a transformation that cannot be reversed raises") {
    NSString *reason = nil;
    @try {
        [AUTORELEASE([OneWay new]) reverseTransformedValue:@1];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason containsString:@"-[OneWay reverseTransformedValue:]"]);
}

@interface DictionaryCoder : NSCoder {
  @public
    NSMutableDictionary *values;
}
@end
@implementation DictionaryCoder
- (void)encodeObject:(id)object forKey:(NSString *)key {
    values[key] = object;
}
- (id)decodeObjectForKey:(NSString *)key {
    return values[key];
}
@end

TEST("a subclass of NSCoder codes, and NSCoder itself raises") {
    DictionaryCoder *coder = AUTORELEASE([DictionaryCoder new]);
    coder->values = [NSMutableDictionary dictionary];
    [coder encodeObject:@"value" forKey:@"key"];
    CHECK([[coder decodeObjectForKey:@"key"] isEqual:@"value"] && !coder.allowsKeyedCoding);
    NSString *reason = nil;
    @try {
        [coder encodeInt:3 forKey:@"number"];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason isEqual:@"*** -[DictionaryCoder encodeInt:forKey:]: only defined for subclasses"]);
}

TEST("the standard transformers are found by name") {
    NSValueTransformer *negate = [NSValueTransformer valueTransformerForName:NSNegateBooleanTransformerName];
    CHECK([[negate transformedValue:@YES] isEqual:@NO] && [[negate reverseTransformedValue:@NO] isEqual:@YES]);
    CHECK([[negate transformedValue:nil] isEqual:@YES] && [[negate class] allowsReverseTransformation]);
    NSValueTransformer *isNil = [NSValueTransformer valueTransformerForName:NSIsNilTransformerName];
    NSValueTransformer *isNotNil = [NSValueTransformer valueTransformerForName:@"NSIsNotNil"];
    CHECK([[isNil transformedValue:nil] isEqual:@YES] && [[isNil transformedValue:@0] isEqual:@NO]);
    CHECK([[isNotNil transformedValue:nil] isEqual:@NO] && [[isNotNil transformedValue:@0] isEqual:@YES]);
    CHECK(![[isNil class] allowsReverseTransformation] && [[isNil class] transformedValueClass] == [NSNumber class]);
}
