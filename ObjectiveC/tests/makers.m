// makers.m - methods that make collections from a list of arguments that ends with nil.
#import "mortal.h"
#import <Foundation/Foundation.h>

// An array with its own storage. As Apple's guide to subclassing requires, it overrides the primitive methods.
@interface Doubled : NSArray
@end
@implementation Doubled {
    NSUInteger _count;
    int _values[8];
}
- (instancetype)initWithObjects:(const id _Nonnull[])objects count:(NSUInteger)count {
    if ((self = [super init])) {
        _count = count;
        for (NSUInteger index = 0; index < count; index++) _values[index] = 2 * [objects[index] intValue];
    }
    return self;
}
- (NSUInteger)count {
    return _count;
}
- (id)objectAtIndex:(NSUInteger)index {
    return @(_values[index]);
}
@end

TEST("an array, a set and an ordered set are made of the arguments before nil") {
    NSArray *array = [NSArray arrayWithObjects:@"a", @"b", @"a", nil];
    CHECK([array isEqualToArray:@[ @"a", @"b", @"a" ]]);
    NSSet *set = [NSSet setWithObjects:@"a", @"b", @"a", nil];
    CHECK(set.count == 2 && [set containsObject:@"a"] && [set containsObject:@"b"]);
    NSOrderedSet *ordered = [NSOrderedSet orderedSetWithObjects:@"b", @"a", @"b", nil];
    CHECK([ordered.array isEqualToArray:@[ @"b", @"a" ]]);
    NSArray *made = [[NSArray alloc] initWithObjects:@1, nil];
    CHECK([made isEqualToArray:@[ @1 ]]);
    RELEASE(made);
}

TEST("a list that begins with nil makes an empty collection") {
    NSString *volatile none = nil;
    CHECK([NSArray arrayWithObjects:none, nil].count == 0 && [NSSet setWithObjects:none, nil].count == 0);
    CHECK([NSOrderedSet orderedSetWithObjects:none, nil].count == 0);
    CHECK([NSDictionary dictionaryWithObjectsAndKeys:none, nil].count == 0);
}

TEST("a dictionary is made of an object and its key by turns") {
    NSDictionary *ages = [NSDictionary dictionaryWithObjectsAndKeys:@3, @"Ann", @4, @"Bob", @5, @"Ann", nil];
    CHECK(ages.count == 2 && [ages[@"Bob"] isEqual:@4] && [ages[@"Ann"] isEqual:@5]);
    NSDictionary *made = [[NSDictionary alloc] initWithObjectsAndKeys:@1, @"one", nil];
    CHECK([made isEqualToDictionary:@{@"one" : @1}]);
    RELEASE(made);
}

TEST("twenty arguments arrive in their order") {
    NSArray *array = [NSArray
        arrayWithObjects:@0, @1, @2, @3, @4, @5, @6, @7, @8, @9, @10, @11, @12, @13, @14, @15, @16, @17, @18, @19, nil];
    CHECK(array.count == 20);
    for (int index = 0; index < 20; index++) CHECK([array[index] intValue] == index);
}

TEST("a mutable class makes a mutable collection") {
    NSMutableArray *array = [NSMutableArray arrayWithObjects:@1, @2, nil];
    [array addObject:@3];
    NSMutableSet *set = [NSMutableSet setWithObjects:@1, @2, nil];
    [set removeObject:@1];
    NSMutableOrderedSet *ordered = [NSMutableOrderedSet orderedSetWithObjects:@1, @2, nil];
    [ordered insertObject:@0 atIndex:0];
    NSMutableDictionary *table = [NSMutableDictionary dictionaryWithObjectsAndKeys:@1, @"a", nil];
    table[@"b"] = @2;
    CHECK([array isKindOfClass:[NSMutableArray class]] && array.count == 3 && set.count == 1);
    CHECK([ordered.array isEqualToArray:@[ @0, @1, @2 ]] && table.count == 2);
}

TEST("a subclass is made by its own initializer") {
    Doubled *doubled = [Doubled arrayWithObjects:@1, @2, nil];
    CHECK([doubled isKindOfClass:[Doubled class]] && [doubled isEqualToArray:@[ @2, @4 ]]);
    doubled = [[Doubled alloc] initWithObjects:@5, nil];
    CHECK([doubled.firstObject intValue] == 10);
    RELEASE(doubled);
}

TEST("an object without a key raises an exception, and nothing leaks") {
    int caught = 0;
    deaths = 0;
    NSString *volatile none = nil;
    @autoreleasepool {
        Mortal *mortal = AUTORELEASE([Mortal new]);
        @try {
            (void)[NSMutableDictionary dictionaryWithObjectsAndKeys:mortal, @"key", mortal, none, nil];
        } @catch (NSException *exception) {
            caught += [exception.name isEqual:NSInvalidArgumentException];
            CHECK([exception.reason
                hasPrefix:@"*** +[NSMutableDictionary dictionaryWithObjectsAndKeys:]: second object"]);
        } @
        try {
            (void)[[NSDictionary alloc] initWithObjectsAndKeys:mortal, none, nil];
        } @catch (NSException *exception) {
            caught += [exception.reason hasPrefix:@"*** -[NSDictionary initWithObjectsAndKeys:]: second object"];
        }
    }
    CHECK(caught == 2 && deaths == 1);
}

TEST("a collection that is made keeps its objects, and lets go of them") {
    deaths = 0;
    @autoreleasepool {
        NSArray *array;
        @autoreleasepool {
            Mortal *mortal = AUTORELEASE([Mortal new]);
            array = [[NSArray alloc] initWithObjects:mortal, [NSSet setWithObjects:mortal, nil], nil];
        }
        CHECK(deaths == 0 && [[array lastObject] anyObject] == array[0]);
        RELEASE(array);
    }
    CHECK(deaths == 1);
}

TEST("collections are made of copies of objects") {
    NSMutableString *text = [NSMutableString stringWithString:@"a"];
    NSArray *array = AUTORELEASE(([[NSArray alloc] initWithArray:@[ text, @1 ] copyItems:YES]));
    NSArray *same = AUTORELEASE([[NSMutableArray alloc] initWithArray:@[ text ] copyItems:NO]);
    NSSet *set = AUTORELEASE([[NSSet alloc] initWithSet:[NSSet setWithObject:text] copyItems:YES]);
    NSDictionary *table = AUTORELEASE([[NSMutableDictionary alloc] initWithDictionary:@{@1 : text} copyItems:YES]);
    [text appendString:@"b"];
    CHECK([array isEqual:(@[ @"a", @1 ])] && same[0] == text && [same isKindOfClass:[NSMutableArray class]]);
    CHECK([set containsObject:@"a"] && [table isEqual:@{@1 : @"a"}]);
    CHECK([table isKindOfClass:[NSMutableDictionary class]]);

    NSString *name = nil;
    @try {
        (void)[[NSArray alloc] initWithArray:@[ @1, AUTORELEASE([Mortal new]) ]
                                   copyItems:YES];  // a Mortal has no copyWithZone:
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException]);
}

TEST("ordered sets are made of parts of others") {
    NSOrderedSet *whole = [NSOrderedSet orderedSetWithObjects:@"a", @"b", @"c", nil];
    NSOrderedSet *part = [NSOrderedSet orderedSetWithOrderedSet:whole range:NSMakeRange(1, 2) copyItems:NO];
    CHECK([part.array isEqual:(@[ @"b", @"c" ])]);
    part = [NSMutableOrderedSet orderedSetWithArray:@[ @1, @1, @2 ] range:NSMakeRange(0, 2) copyItems:YES];
    CHECK([part.array isEqual:@[ @1 ]] && [part isKindOfClass:[NSMutableOrderedSet class]]);
    CHECK([[NSOrderedSet orderedSetWithSet:[NSSet setWithObject:@7]].array isEqual:@[ @7 ]]);
    NSString *name = nil;
    @try {
        (void)[NSOrderedSet orderedSetWithOrderedSet:whole range:NSMakeRange(2, 2) copyItems:NO];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSRangeException]);
}

TEST("a dictionary is made with a set of shared keys") {
    id keys = [NSDictionary sharedKeySetForKeys:@[ @"a", @"b" ]];
    NSMutableDictionary *dictionary = [NSMutableDictionary dictionaryWithSharedKeySet:keys];
    CHECK(keys != nil && dictionary.count == 0);
    dictionary[@"a"] = @1;
    dictionary[@"c"] = @2;
    CHECK([dictionary isEqual:(@{@"a" : @1, @"c" : @2})]);
}
