// NSExpression.h - what a comparison of a predicate compares. A program that uses this class loads Swift's Foundation.
#ifndef FOUNDATION_NSEXPRESSION_H
#define FOUNDATION_NSEXPRESSION_H

#import <Foundation/NSArray.h>
#import <Foundation/NSDictionary.h>

#pragma clang assume_nonnull begin

typedef NS_ENUM(NSUInteger, NSExpressionType) {
    NSConstantValueExpressionType = 0,
    NSEvaluatedObjectExpressionType = 1,
    NSVariableExpressionType = 2,
    NSKeyPathExpressionType = 3,
    NSFunctionExpressionType = 4,
    NSSubqueryExpressionType = 13,
    NSAggregateExpressionType = 14,
};

// Immutable. The functions are sum:, average:, min:, max: and count:, over one argument, a collection. The properties
// of another type of expression raise an NSInvalidArgumentException, and so do those of arithmetic and of a key path of
// a variable.
@interface NSExpression : NSObject <NSCopying>
// The format is that of one side of a comparison of a predicate, such as `4 + %d * age`. Integers stay integers.
+ (NSExpression *)expressionWithFormat:(NSString *)format, ...;
+ (NSExpression *)expressionWithFormat:(NSString *)format argumentArray:(nullable NSArray *)arguments;
+ (NSExpression *)expressionForConstantValue:(nullable id)value;
+ (NSExpression *)expressionForEvaluatedObject;
+ (NSExpression *)expressionForVariable:(NSString *)name;
+ (NSExpression *)expressionForKeyPath:(NSString *)keyPath;
+ (NSExpression *)expressionForFunction:(NSString *)name arguments:(NSArray<NSExpression *> *)arguments;
+ (NSExpression *)expressionForAggregate:(NSArray<NSExpression *> *)expressions;
@property(readonly) NSExpressionType expressionType;
@property(nullable, readonly, retain) id constantValue;
@property(readonly, copy) NSString *keyPath;
@property(readonly, copy) NSString *variable;
@property(readonly, copy) NSString *function;
@property(nullable, readonly, copy) NSArray<NSExpression *> *arguments;
@property(readonly, retain) id collection;
- (nullable id)expressionValueWithObject:(nullable id)object context:(nullable NSMutableDictionary *)context;
@end

#pragma clang assume_nonnull end

#endif
