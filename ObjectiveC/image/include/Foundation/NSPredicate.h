// NSPredicate.h - conditions on objects, which are read by key-value coding. A program that uses this class loads
// Swift's Foundation.
#ifndef FOUNDATION_NSPREDICATE_H
#define FOUNDATION_NSPREDICATE_H

#import <Foundation/NSArray.h>
#import <Foundation/NSDictionary.h>
#import <Foundation/NSOrderedSet.h>
#import <Foundation/NSSet.h>

#pragma clang assume_nonnull begin

// Immutable. A format combines comparisons with AND, OR and NOT, as in `name BEGINSWITH[c] %@ AND NOT (age > 3)`. The
// operators are =, !=, <, <=, >, >=, IN, BETWEEN, CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES; [c] and [d] ignore
// case and diacritics. ANY, ALL and NONE stand before a collection on the left. %@ is an object, %d and the like a
// number, and %K a key path. $NAME is a variable, +, -, *, / and ** compute, and SUBQUERY(pets, $pet, $pet.age > 3) are
// the elements for which the condition is true; a comparison does not begin with a parenthesis. A malformed format
// raises an NSInvalidArgumentException, and so does evaluating a variable without a value.
@interface NSPredicate : NSObject <NSCopying>
+ (NSPredicate *)predicateWithFormat:(NSString *)format, ...;
+ (NSPredicate *)predicateWithFormat:(NSString *)format argumentArray:(nullable NSArray *)arguments;
+ (NSPredicate *)predicateWithValue:(BOOL)value;
// The second argument of the block is the dictionary of variables.
+ (NSPredicate *)predicateWithBlock:(BOOL (^)(id _Nullable object,
                                              NSDictionary<NSString *, id> *_Nullable variables))block;
- (BOOL)evaluateWithObject:(nullable id)object;
- (BOOL)evaluateWithObject:(nullable id)object substitutionVariables:(nullable NSDictionary<NSString *, id> *)variables;
// Variables that the dictionary does not have stay; NSNull stands for nil.
- (instancetype)predicateWithSubstitutionVariables:(NSDictionary<NSString *, id> *)variables;
// A format that makes an equal predicate, unless it has a block or a constant that is no string or number.
@property(readonly, copy) NSString *predicateFormat;
@end

typedef NS_ENUM(NSUInteger, NSCompoundPredicateType) { NSNotPredicateType, NSAndPredicateType, NSOrPredicateType };

// A predicate that a format makes of AND, OR and NOT is of this class.
@interface NSCompoundPredicate : NSPredicate
// NSNotPredicateType takes one predicate.
- (instancetype)initWithType:(NSCompoundPredicateType)type subpredicates:(NSArray<NSPredicate *> *)predicates;
@property(readonly) NSCompoundPredicateType compoundPredicateType;
@property(readonly, copy) NSArray *subpredicates;
+ (NSCompoundPredicate *)andPredicateWithSubpredicates:(NSArray<NSPredicate *> *)predicates;
+ (NSCompoundPredicate *)orPredicateWithSubpredicates:(NSArray<NSPredicate *> *)predicates;
+ (NSCompoundPredicate *)notPredicateWithSubpredicate:(NSPredicate *)predicate;
@end

// These methods exist in programs that use a class of FoundationClasses, such as NSPredicate.
@interface NSArray <ObjectType>(NSPredicateSupport)
- (NSArray<ObjectType> *)filteredArrayUsingPredicate:(NSPredicate *)predicate;
@end
@interface NSMutableArray <ObjectType>(NSPredicateSupport)
- (void)filterUsingPredicate:(NSPredicate *)predicate;
@end
@interface NSSet <ObjectType>(NSPredicateSupport)
- (NSSet<ObjectType> *)filteredSetUsingPredicate:(NSPredicate *)predicate;
@end
@interface NSMutableSet <ObjectType>(NSPredicateSupport)
- (void)filterUsingPredicate:(NSPredicate *)predicate;
@end
@interface NSOrderedSet <ObjectType>(NSPredicateSupport)
- (NSOrderedSet<ObjectType> *)filteredOrderedSetUsingPredicate:(NSPredicate *)predicate;
@end
@interface NSMutableOrderedSet <ObjectType>(NSPredicateSupport)
- (void)filterUsingPredicate:(NSPredicate *)predicate;
@end

#pragma clang assume_nonnull end

#endif
