// NSComparisonPredicate.h - predicates that compare two expressions. A program that uses this class loads Swift's
// Foundation.
#ifndef FOUNDATION_NSCOMPARISONPREDICATE_H
#define FOUNDATION_NSCOMPARISONPREDICATE_H

#import <Foundation/NSExpression.h>
#import <Foundation/NSPredicate.h>

#pragma clang assume_nonnull begin

typedef NS_OPTIONS(NSUInteger, NSComparisonPredicateOptions) {
    NSCaseInsensitivePredicateOption = 1 << 0,
    NSDiacriticInsensitivePredicateOption = 1 << 1,
};

// Which members of a collection on the left the comparison must hold for.
typedef NS_ENUM(NSUInteger, NSComparisonPredicateModifier) {
    NSDirectPredicateModifier,
    NSAllPredicateModifier,
    NSAnyPredicateModifier,
};

typedef NS_ENUM(NSUInteger, NSPredicateOperatorType) {
    NSLessThanPredicateOperatorType,
    NSLessThanOrEqualToPredicateOperatorType,
    NSGreaterThanPredicateOperatorType,
    NSGreaterThanOrEqualToPredicateOperatorType,
    NSEqualToPredicateOperatorType,
    NSNotEqualToPredicateOperatorType,
    NSMatchesPredicateOperatorType,
    NSLikePredicateOperatorType,
    NSBeginsWithPredicateOperatorType,
    NSEndsWithPredicateOperatorType,
    NSInPredicateOperatorType,
    NSContainsPredicateOperatorType = 99,
    NSBetweenPredicateOperatorType,
};

// A predicate that a format makes of one comparison is of this class.
@interface NSComparisonPredicate : NSPredicate
+ (NSComparisonPredicate *)predicateWithLeftExpression:(NSExpression *)left
                                       rightExpression:(NSExpression *)right
                                              modifier:(NSComparisonPredicateModifier)modifier
                                                  type:(NSPredicateOperatorType)type
                                               options:(NSComparisonPredicateOptions)options;
- (instancetype)initWithLeftExpression:(NSExpression *)left
                       rightExpression:(NSExpression *)right
                              modifier:(NSComparisonPredicateModifier)modifier
                                  type:(NSPredicateOperatorType)type
                               options:(NSComparisonPredicateOptions)options;
@property(readonly, retain) NSExpression *leftExpression;
@property(readonly, retain) NSExpression *rightExpression;
@property(readonly) NSComparisonPredicateModifier comparisonPredicateModifier;
@property(readonly) NSPredicateOperatorType predicateOperatorType;
@property(readonly) NSComparisonPredicateOptions options;
@end

#pragma clang assume_nonnull end

#endif
