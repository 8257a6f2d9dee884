// predicates.m - NSPredicate and NSCompoundPredicate.
#import <Foundation/Foundation.h>

#import "check.h"

@interface Person : NSObject
@property(copy) NSString *name;
@property int age;
@property(copy) NSArray *pets;
@end
@implementation Person
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_name release];
    [_pets release];
    [super dealloc];
}
#endif
@end

static Person *make_person(NSString *name, int age, NSArray *pets) {
    Person *person = AUTORELEASE([Person new]);
    person.name = name;
    person.age = age;
    person.pets = pets;
    return person;
}

static NSArray *people(void) {
    return @[
        make_person(@"Ann", 30, @[ make_person(@"Rex", 3, nil), make_person(@"Tom", 9, nil) ]),
        make_person(@"Böb", 20, @[]), make_person(nil, 40, nil)
    ];
}

// Returns which of the three people fulfil a predicate.
static NSString *select_by(NSPredicate *predicate) {
    NSMutableString *text = [NSMutableString string];
    for (Person *person in people()) [text appendString:[predicate evaluateWithObject:person] ? @"1" : @"0"];
    return text;
}

static NSString *select_people(NSString *format) { return select_by([NSPredicate predicateWithFormat:format]); }

TEST("values at the end of key paths are compared") {
    CHECK([select_people(@"age > 20") isEqual:@"101"] && [select_people(@"20 >= age") isEqual:@"010"]);
    CHECK([select_people(@"name == 'Ann'") isEqual:@"100"] && [select_people(@"name != 'Ann'") isEqual:@"011"]);
    CHECK([select_people(@"name = nil") isEqual:@"001"] && [select_people(@"pets.@count == 2") isEqual:@"100"]);
    CHECK([select_people(@"age BETWEEN {20, 30}") isEqual:@"110"] &&
          [select_people(@"age IN {40, -1}") isEqual:@"001"]);
}

TEST("conditions are combined, AND before OR") {
    CHECK([select_people(@"age = 40 OR age < 30 AND name = 'Ann'") isEqual:@"001"]);
    CHECK([select_people(@"(age = 40 || age < 30) && NOT (name = 'Ann')") isEqual:@"011"]);
    CHECK([select_people(@"TRUEPREDICATE") isEqual:@"111"] && [select_people(@"!(FALSEPREDICATE)") isEqual:@"111"]);
}

TEST("texts are compared with and without case and diacritics") {
    CHECK([select_people(@"name BEGINSWITH 'a'") isEqual:@"000"]);
    CHECK([select_people(@"name beginswith[c] 'a'") isEqual:@"100"]);
    CHECK([select_people(@"name ENDSWITH[cd] \"OB\"") isEqual:@"010"]);
    CHECK([select_people(@"name CONTAINS 'nn'") isEqual:@"100"] && [select_people(@"name LIKE 'A?n*'") isEqual:@"100"]);
    CHECK([select_people(@"name MATCHES '[A-F].b'") isEqual:@"010"]);
}

TEST("ANY, ALL and NONE compare the members of a collection") {
    CHECK([select_people(@"ANY pets.age > 5") isEqual:@"100"] && [select_people(@"ALL pets.age > 5") isEqual:@"011"]);
    CHECK([select_people(@"NONE pets.name = 'Rex'") isEqual:@"011"]);
}

TEST("arguments follow the format, or are in an array") {
    NSPredicate *predicate = [NSPredicate predicateWithFormat:@"%K = %@ OR age > %d", @"name", @"Ann", 35];
    CHECK([select_by(predicate) isEqual:@"101"]);
    predicate = [NSPredicate predicateWithFormat:@"age < %ld AND name != '%@' AND age > %f", 35L, 25.5];
    CHECK([select_by(predicate) isEqual:@"100"]);
    CHECK([select_by([NSPredicate predicateWithFormat:@"name = %@", nil]) isEqual:@"001"]);
    CHECK([select_by([NSPredicate predicateWithFormat:@"age IN %@" argumentArray:@[ @[ @20 ] ]]) isEqual:@"010"]);
}

TEST("predicates are combined, and are blocks and constants") {
    NSPredicate *old = [NSPredicate predicateWithBlock:^BOOL(Person *person, NSDictionary *variables) {
      return variables == nil && person.age > 25;
    }];
    NSPredicate *named = [NSPredicate predicateWithFormat:@"name != nil"];
    CHECK([select_by(old) isEqual:@"101"] && [select_by([NSPredicate predicateWithValue:NO]) isEqual:@"000"]);
    CHECK([select_by([NSCompoundPredicate andPredicateWithSubpredicates:@[ old, named ]]) isEqual:@"100"]);
    CHECK([select_by([NSCompoundPredicate orPredicateWithSubpredicates:@[ old, named ]]) isEqual:@"111"]);
    CHECK([select_by([NSCompoundPredicate notPredicateWithSubpredicate:named]) isEqual:@"001"]);
    CHECK(AUTORELEASE([named copy]) == named);
}

TEST("collections are filtered") {
    NSPredicate *big = [NSPredicate predicateWithFormat:@"SELF > 2"];
    CHECK([[@[ @1, @3, @2, @4 ] filteredArrayUsingPredicate:big] isEqual:(@[ @3, @4 ])]);
    CHECK([[[NSSet setWithObjects:@1, @3, nil] filteredSetUsingPredicate:big] isEqual:[NSSet setWithObject:@3]]);
    NSMutableOrderedSet *ordered = [NSMutableOrderedSet orderedSetWithArray:@[ @3, @1 ]];
    CHECK([[ordered filteredOrderedSetUsingPredicate:big].array isEqual:@[ @3 ]] && ordered.count == 2);
    [ordered filterUsingPredicate:big];
    CHECK([ordered.array isEqual:@[ @3 ]]);
    NSMutableArray *equal = [NSMutableArray arrayWithArray:@[ @1, @3, @1 ]];
    [equal filterUsingPredicate:big];
    CHECK([equal isEqual:@[ @3 ]]);
}

TEST("a malformed format raises, and so does an unknown key") {
    for (NSString *format in @[ @"age >", @"age ? 3", @"(age = 3", @"name = 'x", @"", @"age = 3 name", @"name = %@" ]) {
        NSString *name = nil;
        @try {
            [NSPredicate predicateWithFormat:format argumentArray:nil];
        } @catch (NSException *exception) {
            name = exception.name;
        }
        CHECK([name isEqual:NSInvalidArgumentException]);
    }
    NSString *name = nil;
    @try {
        select_people(@"nothing = 3");
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSUndefinedKeyException]);
}

TEST("a format that is nested too deeply raises, in parentheses, negations and lists") {
    NSString * (^nested)(NSString *, NSString *, NSString *, int) =
        ^(NSString *left, NSString *middle, NSString *right, int depth) {
          NSMutableString *format = [NSMutableString stringWithString:middle];
          for (int level = 0; level < depth; level++) {
              [format insertString:left atIndex:0];
              [format appendString:right];
          }
          return (NSString *)format;
        };
    for (NSArray *parts in @[ @[ @"(", @"age = 3", @")" ], @[ @"NOT ", @"age = 3", @"" ] ]) {
        CHECK([NSPredicate predicateWithFormat:nested(parts[0], parts[1], parts[2], 80) argumentArray:nil]);
    }
    for (NSArray *parts in
         @[ @[ @"(", @"age = 3", @")" ], @[ @"NOT ", @"age = 3", @"" ], @[ @"{", @"age = 3", @"}" ] ]) {
        NSString *reason = nil;
        @try {
            [NSPredicate predicateWithFormat:nested(parts[0], parts[1], parts[2], 400) argumentArray:nil];
        } @catch (NSException *exception) {
            reason = exception.reason;
        }
        CHECK([reason isEqual:@"Unable to parse a format string that is nested more than 100 levels deep"]);
    }
}

TEST("a predicate describes itself by a format that makes an equal one") {
    for (NSString *format in @[
             @"a < 1", @"a == 1", @"2 * b * (a + 1) > 2 ** 3 - -1 + c * 2", @"$LIMIT == $ANN.name",
             @"SUBQUERY(pets, $pet, $pet.age > 3).@count == 1", @"name CONTAINS[cd] \"x\"",
             @"ANY pets.age BETWEEN {1, 2.5}", @"a == 1 AND (b != nil OR NOT (c LIKE '\"*'))",
             @"SELF IN {\"a\", \"b\"}", @"TRUEPREDICATE"
         ]) {
        NSPredicate *predicate = [NSPredicate predicateWithFormat:format];
        NSPredicate *same = [NSPredicate predicateWithFormat:predicate.predicateFormat];
        CHECK([predicate isEqual:same] && predicate.hash == same.hash);
        CHECK([predicate.predicateFormat isEqual:format] || [format containsString:@"NOT"]);
    }
    NSPredicate *predicate = [NSPredicate predicateWithFormat:@"a = 1"];
    for (NSString *other in @[ @"a = 2", @"b = 1", @"a =[c] 1", @"a > 1", @"NOT a = 1", @"ANY a = 1" ]) {
        CHECK(![predicate isEqual:[NSPredicate predicateWithFormat:other]]);
    }
}

TEST("the parts of a predicate are objects") {
    NSComparisonPredicate *comparison = (id)[NSPredicate predicateWithFormat:@"ANY pets.name BEGINSWITH[c] 'r'"];
    CHECK(comparison.predicateOperatorType == NSBeginsWithPredicateOperatorType);
    CHECK(comparison.comparisonPredicateModifier == NSAnyPredicateModifier);
    CHECK(comparison.options == NSCaseInsensitivePredicateOption);
    CHECK([comparison.leftExpression.keyPath isEqual:@"pets.name"]);
    CHECK([comparison.rightExpression.constantValue isEqual:@"r"]);
    CHECK(comparison.rightExpression.expressionType == NSConstantValueExpressionType);
    NSCompoundPredicate *both = (id)[NSPredicate predicateWithFormat:@"a = 1 AND NOT b = 2"];
    CHECK(both.compoundPredicateType == NSAndPredicateType && both.subpredicates.count == 2);
    CHECK([both.subpredicates[1] compoundPredicateType] == NSNotPredicateType);
    CHECK([both isEqual:AUTORELEASE([[NSCompoundPredicate alloc] initWithType:NSAndPredicateType
                                                                subpredicates:both.subpredicates])]);
}

// Returns the name of the exception that `body` raises; nil if it raises none.
static NSString *raised(void (^body)(void)) {
    @try {
        body();
    } @catch (NSException *exception) {
        return exception.name;
    }
    return nil;
}

TEST("a comparison is made of expressions") {
    NSExpression *age = [NSExpression expressionForKeyPath:@"age"];
    NSExpression *limit = [NSExpression expressionForConstantValue:@30];
    NSPredicate *made = [NSComparisonPredicate predicateWithLeftExpression:age
                                                           rightExpression:limit
                                                                  modifier:NSDirectPredicateModifier
                                                                      type:NSGreaterThanOrEqualToPredicateOperatorType
                                                                   options:0];
    CHECK([select_by(made) isEqual:@"101"] && [made isEqual:[NSPredicate predicateWithFormat:@"age >= 30"]]);
    CHECK([raised(^{ (void)limit.keyPath; }) isEqual:NSInvalidArgumentException]);
}

TEST("expressions have values") {
    NSArray *numbers = @[ @1, @2, @6 ];
    NSDictionary *functions = @{@"sum:" : @9, @"average:" : @3, @"min:" : @1, @"max:" : @6, @"count:" : @3};
    for (NSString *name in functions) {
        NSExpression *list = [NSExpression expressionForConstantValue:numbers];
        NSExpression *function = [NSExpression expressionForFunction:name arguments:@[ list ]];
        CHECK([[function expressionValueWithObject:nil context:nil] isEqual:functions[name]]);
    }
    NSExpression *path = [NSExpression expressionForKeyPath:@"length"];
    NSExpression *self_ = [NSExpression expressionForEvaluatedObject];
    NSExpression *both = [NSExpression expressionForAggregate:@[ path, self_ ]];
    CHECK([[both expressionValueWithObject:@"abc" context:nil] isEqual:(@[ @3, @"abc" ])]);
    CHECK([both isEqual:[NSExpression expressionForAggregate:both.collection]] && ![both isEqual:path]);
    CHECK([raised(^{ [NSExpression expressionForFunction:@"unknown:" arguments:@[ path ]]; })
        isEqual:NSInvalidArgumentException]);
}

TEST("a format has variables, which get their values later") {
    NSPredicate *named = [NSPredicate predicateWithFormat:@"name == $NAME AND age < $LIMIT"];
    CHECK([named.predicateFormat isEqual:@"name == $NAME AND age < $LIMIT"]);
    CHECK([raised(^{ select_by(named); }) isEqual:NSInvalidArgumentException]);
    NSPredicate *ann = [named predicateWithSubstitutionVariables:@{@"NAME" : @"Ann", @"LIMIT" : @50}];
    CHECK([select_by(ann) isEqual:@"100"] && [ann.predicateFormat isEqual:@"name == \"Ann\" AND age < 50"]);
    NSPredicate *nobody = [NSPredicate predicateWithFormat:@"name == $NAME"];
    CHECK([nobody evaluateWithObject:@{} substitutionVariables:@{@"NAME" : [NSNull null]}]);
    CHECK(![nobody evaluateWithObject:@{@"name" : @"Ann"} substitutionVariables:@{@"NAME" : @"Bob"}]);
    CHECK([nobody evaluateWithObject:@{@"name" : @"Bob"} substitutionVariables:@{@"NAME" : @"Bob"}]);
    NSPredicate *block = [NSPredicate
        predicateWithBlock:^BOOL(id object, NSDictionary *values) { return [values[@"NAME"] isEqual:object]; }];
    CHECK([block evaluateWithObject:@"Ann" substitutionVariables:@{@"NAME" : @"Ann"}]);
    CHECK(![block evaluateWithObject:@"Ann"]);
}

TEST("a format computes, and asks about the elements of a collection") {
    NSDictionary *numbers = @{
        @"2 + 3 * 4" : @14,
        @"2 * (3 + 4)" : @14,
        @"(2 + 3) * 4" : @20,
        @"7 - 2 - 1" : @4,
        @"7-2" : @5,
        @"7 / 2" : @3,
        @"7 / 2.0" : @3.5,
        @"4 + 5 - 2**3" : @1,
        @"2 ** -1" : @0.5,
        @"9223372036854775807 + 1" : @9223372036854775808.0
    };
    for (NSString *format in numbers) {
        NSExpression *expression = [NSExpression expressionWithFormat:format argumentArray:nil];
        CHECK([[expression expressionValueWithObject:nil context:nil] isEqual:numbers[format]]);
    }
    NSExpression *longer = [NSExpression expressionWithFormat:@"length * %d + %K", 10, @"length"];
    CHECK([[longer expressionValueWithObject:@"abc" context:nil] isEqual:@33]);
    CHECK([raised(^{ [NSExpression expressionWithFormat:@"3 +"]; }) isEqual:NSInvalidArgumentException]);
    CHECK([raised(^{ [[NSExpression expressionWithFormat:@"3 + 'x'"] expressionValueWithObject:nil context:nil]; })
        isEqual:NSInvalidArgumentException]);
    NSPredicate *old = [NSPredicate predicateWithFormat:@"SUBQUERY(pets, $pet, $pet.age > limit).@count == 2"];
    NSArray *pets = @[ @{@"age" : @1}, @{@"age" : @5}, @{@"age" : @9} ];
    CHECK([old evaluateWithObject:@{@"pets" : pets, @"limit" : @4}]);
    CHECK(![old evaluateWithObject:@{@"pets" : pets, @"limit" : @5}]);
    CHECK([[NSPredicate predicateWithFormat:@"a IN %@", @[ @"x", @1 ]].predicateFormat isEqual:@"a IN {\"x\", 1}"]);
}
