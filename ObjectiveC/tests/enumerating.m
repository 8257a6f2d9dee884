// enumerating.m - enumerating, testing and sorting collections with blocks and selectors.
#import "mortal.h"
#import <Foundation/Foundation.h>

@interface Numbered : Mortal
@property(nonatomic) int number;
@end
@implementation Numbered
- (NSComparisonResult)compareBackwards:(Numbered *)other {
    return self.number < other.number ? NSOrderedDescending : -(self.number > other.number);
}
@end

static NSArray *numbers(int count) {
    NSMutableArray *array = [NSMutableArray array];
    for (int number = 0; number < count; number++) [array addObject:@(number)];
    return array;
}

// An array without storage, which computes its objects.
@interface Squares : NSArray
@end
@implementation Squares
- (NSUInteger)count {
    return 40;
}
- (id)objectAtIndex:(NSUInteger)index {
    return @((int)(index * index));
}
@end

static NSString *text(NSArray *array) {
    __block NSString *text = @"";
    [array enumerateObjectsUsingBlock:^(id object, NSUInteger index, BOOL *stop) {
      text = [text stringByAppendingFormat:@"%@ ", object];
    }];
    return text;
}

TEST("a block gets each object of an array with its index, in order") {
    __block NSUInteger next = 0;
    [numbers(100) enumerateObjectsUsingBlock:^(NSNumber *number, NSUInteger index, BOOL *stop) {
      CHECK(index == next++ && number.unsignedIntegerValue == index && !*stop);
    }];
    CHECK(next == 100);
    [@[] enumerateObjectsUsingBlock:^(id object, NSUInteger index, BOOL *stop) { CHECK(false); }];
}

TEST("an array and an ordered set are enumerated backwards") {
    NSOrderedSet *set = [NSOrderedSet orderedSetWithObjects:@0, @1, @2, nil];
    __block NSUInteger next = 100;
    [numbers(100) enumerateObjectsWithOptions:NSEnumerationReverse
                                   usingBlock:^(NSNumber *number, NSUInteger index, BOOL *stop) {
                                     CHECK(index == --next && number.unsignedIntegerValue == index);
                                     *stop = index == 50;
                                   }];
    CHECK(next == 50);
    next = 3;
    [set enumerateObjectsWithOptions:NSEnumerationReverse
                          usingBlock:^(NSNumber *number, NSUInteger index, BOOL *stop) {
                            CHECK(index == --next && number.unsignedIntegerValue == index);
                          }];
    CHECK(next == 0);
    [set enumerateObjectsWithOptions:0
                          usingBlock:^(NSNumber *number, NSUInteger index, BOOL *stop) { CHECK(index == next++); }];
    CHECK(next == 3);
    [@[] enumerateObjectsWithOptions:NSEnumerationReverse
                          usingBlock:^(id object, NSUInteger index, BOOL *stop) { CHECK(false); }];
}

TEST("stop ends the loop behind the object at which it was set") {
    __block int calls = 0;
    [numbers(100) enumerateObjectsUsingBlock:^(id object, NSUInteger index, BOOL *stop) {
      calls++;
      *stop = index == 20;
    }];
    CHECK(calls == 21);
    [[NSSet setWithArray:numbers(100)] enumerateObjectsUsingBlock:^(id object, BOOL *stop) {
      calls++;
      *stop = YES;
    }];
    [@{@1 : @2,
       @3 : @4} enumerateKeysAndObjectsUsingBlock:^(id key, id object, BOOL *stop) {
      calls++;
      *stop = YES;
    }];
    CHECK(calls == 23);
}

TEST("a block gets each member of a set, and each key of a dictionary with its object") {
    NSMutableDictionary *table = [NSMutableDictionary dictionary];
    for (int number = 0; number < 50; number++) table[@(number)] = @(2 * number);
    __block int sum = 0;
    [[NSSet setWithArray:numbers(50)]
        enumerateObjectsUsingBlock:^(NSNumber *number, BOOL *stop) { sum += number.intValue; }];
    CHECK(sum == 1225);
    [table enumerateKeysAndObjectsUsingBlock:^(NSNumber *key, NSNumber *object, BOOL *stop) {
      CHECK(object.intValue == 2 * key.intValue);
      sum -= key.intValue;
    }];
    CHECK(sum == 0);
}

TEST("the first object that passes a test is found by its index") {
    NSArray *array = numbers(100);
    BOOL (^isBig)(NSNumber *, NSUInteger, BOOL *) =
        ^BOOL(NSNumber *number, NSUInteger index, BOOL *stop) { return number.intValue > 30; };
    CHECK([array indexOfObjectPassingTest:isBig] == 31);
    CHECK([[NSOrderedSet orderedSetWithArray:array] indexOfObjectPassingTest:isBig] == 31);
    CHECK([@[ @1 ] indexOfObjectPassingTest:isBig] == NSNotFound);
    CHECK([array indexOfObjectPassingTest:^BOOL(id object, NSUInteger index, BOOL *stop) {
            *stop = index == 5;
            return index > 5;
          }] == NSNotFound);
}

TEST("a subclass with primitives of its own is enumerated and sorted by them") {
    Squares *squares = [Squares new];
    __block int sum = 0;
    [squares enumerateObjectsUsingBlock:^(NSNumber *square, NSUInteger index, BOOL *stop) {
      CHECK(square.unsignedIntegerValue == index * index);
      sum += (int)index;
    }];
    [squares enumerateObjectsWithOptions:NSEnumerationReverse
                              usingBlock:^(NSNumber *square, NSUInteger index, BOOL *stop) { sum -= (int)index; }];
    CHECK(sum == 0);
    NSArray *sorted = [squares sortedArrayUsingComparator:^NSComparisonResult(NSNumber *first, NSNumber *second) {
      return [second compare:first];
    }];
    CHECK(sorted.count == 40 && [sorted.firstObject intValue] == 39 * 39 && [sorted.lastObject intValue] == 0);
    RELEASE(squares);
}

TEST("an exception leaves the block and the loop, and nothing leaks") {
    deaths = 0;
    __block int calls = 0;
    @autoreleasepool {
        NSMutableArray *array = [NSMutableArray array];
        for (int number = 0; number < 20; number++) [array addObject:AUTORELEASE([Mortal new])];
        NSString *caught = @"";
        @try {
            [array enumerateObjectsUsingBlock:^(id object, NSUInteger index, BOOL *stop) {
              calls++;
              if (index == 3) @throw @"thrown";
            }];
        } @catch (NSString *thrown) {
            caught = [caught stringByAppendingString:thrown];
        } @
        try {
            [array sortUsingComparator:^NSComparisonResult(id first, id second) {
              if (++calls == 10) [NSException raise:@"Sorting" format:@"raised"];
              return NSOrderedDescending;
            }];
        } @catch (NSException *exception) {
            caught = [caught stringByAppendingString:exception.reason];
        } @
        try {
            [[NSSet setWithArray:array] enumerateObjectsUsingBlock:^(id object, BOOL *stop) {
              calls++;
              (void)[@[] objectAtIndex:1];
            }];
        } @catch (NSException *exception) {
            caught = [caught stringByAppendingString:exception.name];
        }
        CHECK([caught isEqual:@"thrownraisedNSRangeException"] && calls == 11 && array.count == 20);
    }
#if !__has_feature(objc_arc)
    CHECK(deaths == 20);  // with ARC, clang's code leaks the arguments and captures of a block that an exception leaves
#endif
}

TEST("a collection that its block changes raises an exception") {
    int caught = 0;
    NSMutableArray *array = [NSMutableArray arrayWithArray:numbers(10)];
    NSMutableDictionary *table = [NSMutableDictionary dictionaryWithObjectsAndKeys:@1, @"a", @2, @"b", nil];
    for (NSEnumerationOptions options = 0; options <= NSEnumerationReverse; options += NSEnumerationReverse) {
        @try {
            [array enumerateObjectsWithOptions:options
                                    usingBlock:^(id object, NSUInteger index, BOOL *stop) {
                                      [array removeObjectAtIndex:0];
                                    }];
        } @catch (NSException *exception) {
            caught += [exception.name isEqual:NSGenericException];
        } @
        try {
            (void)[array indexOfObjectWithOptions:options
                                      passingTest:^BOOL(id object, NSUInteger index, BOOL *stop) {
                                        [array removeObjectAtIndex:0];
                                        return NO;
                                      }];
        } @catch (NSException *exception) {
            caught += [exception.name isEqual:NSGenericException];
        } @
        try {
            [array enumerateObjectsAtIndexes:[NSIndexSet indexSetWithIndexesInRange:NSMakeRange(0, 3)]
                                     options:options
                                  usingBlock:^(id object, NSUInteger index, BOOL *stop) {
                                    [array removeObjectAtIndex:0];
                                  }];
        } @catch (NSException *exception) {
            caught += [exception.name isEqual:NSGenericException];
        }
    }
    @try {
        [table enumerateKeysAndObjectsUsingBlock:^(id key, id object, BOOL *stop) { [table removeAllObjects]; }];
    } @catch (NSException *exception) {
        caught++;
    }
    CHECK(caught == 7 && array.count == 4);
}

TEST("a block that is nil raises an exception") {
    int caught = 0;
    NSComparator volatile none = nil;
    @try {
        (void)[@[] sortedArrayUsingComparator:none];
    } @catch (NSException *exception) {
        caught += [exception.reason isEqual:@"*** -[NSArray sortedArrayUsingComparator:]: block cannot be nil"];
    }
    CHECK(caught == 1);
}

TEST("sorting orders objects by a block or a selector, and equal ones keep their order") {
    NSComparator byLength = ^NSComparisonResult(NSString *first, NSString *second) {
      return first.length < second.length ? NSOrderedAscending : first.length > second.length;
    };
    NSArray *words = @[ @"ccc", @"a", @"bb", @"b", @"aaa", @"aa", @"c" ];
    CHECK([text([words sortedArrayUsingComparator:byLength]) isEqual:@"a b c bb aa ccc aaa "]);
    CHECK([text([words sortedArrayUsingSelector:@selector(compare:)]) isEqual:@"a aa aaa b bb c ccc "]);
    CHECK([text(words) isEqual:@"ccc a bb b aaa aa c "] && [@[] sortedArrayUsingComparator:byLength].count == 0);
    NSMutableArray *array = [NSMutableArray arrayWithArray:words];
    [array sortUsingComparator:byLength];
    CHECK([text(array) isEqual:@"a b c bb aa ccc aaa "]);
    [array sortUsingSelector:@selector(compare:)];
    CHECK([text(array) isEqual:@"a aa aaa b bb c ccc "]);
    NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSetWithArray:words];
    CHECK([text([set sortedArrayUsingComparator:byLength]) isEqual:@"a b c bb aa ccc aaa "]);
    [set sortUsingComparator:byLength];
    CHECK([text(set.array) isEqual:@"a b c bb aa ccc aaa "]);
}

TEST("lists of each length up to two hundred are sorted, and their objects live on") {
    deaths = 0;
    @autoreleasepool {
        unsigned int seed = 1;
        for (int length = 0; length <= 200; length++) {
            NSMutableArray *array = [NSMutableArray array];
            for (int index = 0; index < length; index++) {
                Numbered *mortal = AUTORELEASE([Numbered new]);
                mortal.number = rand_r(&seed) % 50;
                [array addObject:mortal];
            }
            [array sortUsingSelector:@selector(compareBackwards:)];
            CHECK(array.count == (NSUInteger)length && deaths == 0);
            for (int index = 1; index < length; index++) {
                CHECK([array[index - 1] number] >= [array[index] number]);
            }
        }
    }
    CHECK(deaths == 20100);
}

TEST("arrays and ordered sets are enumerated at some indexes, and tested from the end") {
    NSArray *array = @[ @"a", @"b", @"c", @"d", @"b" ];
    NSMutableIndexSet *indexes = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, 2)];
    [indexes addIndex:4];
    NSMutableString *seen = [NSMutableString string];
    void (^note)(id, NSUInteger, BOOL *) = ^(id object, NSUInteger index, BOOL *stop) {
      [seen appendFormat:@"%@%lu ", object, (unsigned long)index];
      *stop = seen.length > 5;
    };
    [array enumerateObjectsAtIndexes:indexes options:0 usingBlock:note];
    CHECK([seen isEqual:@"b1 c2 "]);
    seen.string = @"";
    [array enumerateObjectsAtIndexes:indexes options:NSEnumerationReverse usingBlock:note];
    CHECK([seen isEqual:@"b4 c2 "]);
    BOOL (^isB)(id, NSUInteger, BOOL *) =
        ^BOOL(id object, NSUInteger index, BOOL *stop) { return [object isEqual:@"b"]; };
    CHECK([array indexOfObjectWithOptions:NSEnumerationReverse passingTest:isB] == 4);
    CHECK([array indexOfObjectWithOptions:0 passingTest:isB] == 1);
    NSOrderedSet *set = [NSOrderedSet orderedSetWithArray:array];
    CHECK([set indexOfObjectWithOptions:NSEnumerationReverse passingTest:isB] == 1);
    NSString *name = nil;
    @try {
        [array enumerateObjectsAtIndexes:[NSIndexSet indexSetWithIndex:9] options:0 usingBlock:note];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSRangeException]);
}
