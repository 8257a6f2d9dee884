// selecting.m - parts of collections: ranges, tests with blocks, messages to all elements, indexes.
#import "check-foundation.h"

@interface Note : NSObject
@property(nonatomic) int number;
@end
@implementation Note
- (void)increment {
    self.number++;
}
- (void)add:(NSNumber *)number {
    self.number += number.intValue;
}
- (void)complain {
    [NSException raise:@"Complaint" format:@"%d", self.number];
}
@end

TEST("a part of an array") {
    NSArray *array = @[ @"a", @"b", @"c", @"b" ];
    CHECK([[array subarrayWithRange:NSMakeRange(1, 2)] isEqual:@[ @"b", @"c" ]]);
    CHECK([array subarrayWithRange:NSMakeRange(4, 0)].count == 0);
    CHECK([exception_of(^{ (void)[array subarrayWithRange:NSMakeRange(3, 2)]; }).name isEqual:NSRangeException]);
    CHECK([exception_of(^{ (void)[array subarrayWithRange:NSMakeRange(NSNotFound, 1)]; }).name length] > 0);
    CHECK([array indexOfObject:@"b" inRange:NSMakeRange(2, 2)] == 3);
    CHECK([array indexOfObject:@"a" inRange:NSMakeRange(2, 2)] == NSNotFound);
    __unsafe_unretained id objects[2];
    [array getObjects:objects range:NSMakeRange(2, 2)];
    CHECK([objects[0] isEqual:@"c"] && [objects[1] isEqual:@"b"]);
}

TEST("arrays that are added and compared") {
    CHECK([[@[ @1 ] arrayByAddingObjectsFromArray:@[ @2, @3 ]] isEqual:(@[ @1, @2, @3 ])]);
    CHECK([[@[ @1, @2 ] firstObjectCommonWithArray:@[ @3, @2 ]] isEqual:@2]);
    CHECK([@[ @1 ] firstObjectCommonWithArray:@[]] == nil);
}

TEST("all elements receive a message, until one raises") {
    Note *first = AUTORELEASE([Note new]), *second = AUTORELEASE([Note new]);
    [@[ first, second ] makeObjectsPerformSelector:@selector(increment)];
    [[NSSet setWithObjects:first, second, nil] makeObjectsPerformSelector:@selector(add:) withObject:@10];
    CHECK(first.number == 11 && second.number == 11);
    NSMutableArray *raised = [NSMutableArray array];
    @try {
        [@[ first, second ] makeObjectsPerformSelector:@selector(complain)];
    } @catch (NSException *exception) {
        [raised addObject:exception.reason];
    }
    CHECK([raised isEqual:@[ @"11" ]]);
}

TEST("the indexes and members that pass a test") {
    NSArray *array = @[ @1, @2, @3, @4 ];
    NSIndexSet *even = [array indexesOfObjectsPassingTest:^BOOL(NSNumber *number, NSUInteger index, BOOL *stop) {
      *stop = index == 2;
      return number.intValue % 2 == 0;
    }];
    CHECK([even isEqual:[NSIndexSet indexSetWithIndex:1]]);
    NSSet *large = [[NSSet setWithArray:array]
        objectsPassingTest:^BOOL(NSNumber *number, BOOL *stop) { return number.intValue > 2; }];
    CHECK([large isEqual:[NSSet setWithArray:@[ @3, @4 ]]]);
    CHECK([exception_of(^{
             (void)[array indexesOfObjectsPassingTest:^BOOL(id object, NSUInteger index, BOOL *stop) {
               [NSException raise:@"Test" format:@"failed"];
               return YES;
             }];
           }).name isEqual:@"Test"]);
}

static NSInteger by_value(id first, id second, void *calls) {
    ++*(int *)calls;
    return [first compare:second];
}

TEST("arrays are sorted by a function") {
    int calls = 0;
    NSMutableArray *array = [NSMutableArray arrayWithArray:@[ @3, @1, @2 ]];
    CHECK([[array sortedArrayUsingFunction:by_value context:&calls] isEqual:(@[ @1, @2, @3 ])]);
    [array sortUsingFunction:by_value context:&calls];
    CHECK([array isEqual:(@[ @1, @2, @3 ])] && calls > 3);
}

TEST("several elements of a mutable array are removed and replaced") {
    NSMutableArray *array = [NSMutableArray arrayWithArray:@[ @"a", @"b", @"c", @"a", @"d" ]];
    [array removeObjectsInArray:@[ @"a", @"x" ]];
    CHECK([array isEqual:(@[ @"b", @"c", @"d" ])]);
    [array replaceObjectsInRange:NSMakeRange(0, 2) withObjectsFromArray:@[ @"1", @"2", @"3" ]];
    CHECK([array isEqual:(@[ @"1", @"2", @"3", @"d" ])]);
    [array removeObjectsInRange:NSMakeRange(1, 2)];
    CHECK([array isEqual:(@[ @"1", @"d" ])]);
    id same = [NSMutableString stringWithString:@"d"];
    [array addObject:same];
    [array removeObjectIdenticalTo:same];
    CHECK([array isEqual:(@[ @"1", @"d" ])]);
    CHECK([exception_of(^{ [array removeObjectsInRange:NSMakeRange(1, 2)]; }).name isEqual:NSRangeException]);
    NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSetWithArray:@[ @1, @2, @3 ]];
    [set removeObjectsInArray:@[ @2 ]];
    [set removeObjectsInRange:NSMakeRange(0, 1)];
    CHECK([set isEqual:[NSOrderedSet orderedSetWithObject:@3]]);
}

TEST("a dictionary of two arrays, and its keys and values by test, value and key") {
    NSDictionary *numbers = [NSDictionary dictionaryWithObjects:@[ @1, @2, @1 ] forKeys:@[ @"a", @"b", @"c" ]];
    CHECK(numbers.count == 3 && [numbers[@"b"] isEqual:@2]);
    CHECK([[NSSet setWithArray:[numbers allKeysForObject:@1]] isEqual:[NSSet setWithArray:@[ @"a", @"c" ]]]);
    CHECK([[numbers objectsForKeys:@[ @"b", @"x" ] notFoundMarker:@0] isEqual:(@[ @2, @0 ])]);
    NSSet *keys = [numbers
        keysOfEntriesPassingTest:^BOOL(NSString *key, NSNumber *value, BOOL *stop) { return value.intValue == 2; }];
    CHECK([keys isEqual:[NSSet setWithObject:@"b"]]);
    __block int sum = 0;
    [numbers
        enumerateKeysAndObjectsWithOptions:NSEnumerationReverse
                                usingBlock:^(NSString *key, NSNumber *value, BOOL *stop) { sum += value.intValue; }];
    CHECK(sum == 4);
    CHECK([exception_of(^{ (void)[NSDictionary dictionaryWithObjects:@[ @1 ] forKeys:@[]]; }).name
        isEqual:NSInvalidArgumentException]);
}

static NSMutableIndexSet *some_indexes(void) {
    NSMutableIndexSet *set = [NSMutableIndexSet indexSet];
    [set addIndexesInRange:NSMakeRange(2, 3)];
    [set addIndex:9];
    return set;
}

TEST("the indexes of a set are enumerated in both directions, and as ranges") {
    NSMutableString *seen = [NSMutableString string];
    [some_indexes() enumerateIndexesUsingBlock:^(NSUInteger index, BOOL *stop) { [seen appendFormat:@"%lu ", index]; }];
    [some_indexes() enumerateIndexesWithOptions:NSEnumerationReverse
                                     usingBlock:^(NSUInteger index, BOOL *stop) {
                                       [seen appendFormat:@"%lu ", index];
                                       *stop = index == 4;
                                     }];
    [some_indexes()
        enumerateRangesUsingBlock:^(NSRange range, BOOL *stop) { [seen appendString:NSStringFromRange(range)]; }];
    CHECK([seen isEqual:@"2 3 4 9 9 4 {2, 3}{9, 1}"]);
}

TEST("indexes are found, tested and counted") {
    NSIndexSet *set = some_indexes();
    CHECK([set indexGreaterThanOrEqualToIndex:5] == 9 && [set indexLessThanOrEqualToIndex:5] == 4);
    CHECK([set indexGreaterThanOrEqualToIndex:10] == NSNotFound);
    CHECK([set countOfIndexesInRange:NSMakeRange(3, 7)] == 3);
    CHECK([set containsIndexesInRange:NSMakeRange(2, 3)] && ![set containsIndexesInRange:NSMakeRange(2, 4)]);
    CHECK([set intersectsIndexesInRange:NSMakeRange(4, 9)] && ![set intersectsIndexesInRange:NSMakeRange(5, 4)]);
    CHECK([set containsIndexes:[NSIndexSet indexSetWithIndex:9]]);
    CHECK(![set containsIndexes:[NSIndexSet indexSetWithIndex:8]]);
    NSIndexSet *odd = [set indexesPassingTest:^BOOL(NSUInteger index, BOOL *stop) { return index % 2 == 1; }];
    CHECK(odd.count == 2 && [odd containsIndex:3] && [odd containsIndex:9]);
    CHECK([set indexPassingTest:^BOOL(NSUInteger index, BOOL *stop) { return index > 3; }] == 4);
    NSUInteger indexes[2];
    NSRange range = NSMakeRange(3, 10);
    CHECK([set getIndexes:indexes maxCount:2 inIndexRange:&range] == 2 && indexes[0] == 3 && indexes[1] == 4);
    CHECK(NSEqualRanges(range, NSMakeRange(5, 8)));
    CHECK([set getIndexes:indexes maxCount:2 inIndexRange:&range] == 1 && indexes[0] == 9);
}

TEST("indexes are shifted, and enumerated within a range") {
    NSMutableIndexSet *set = some_indexes();
    [set shiftIndexesStartingAtIndex:3 by:2];
    CHECK(set.count == 4 && [set containsIndex:5] && [set containsIndex:11]);
    [set shiftIndexesStartingAtIndex:5 by:-3];
    NSMutableIndexSet *expected = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(2, 2)];
    [expected addIndex:8];
    CHECK([set isEqual:expected]);
    NSMutableString *seen = [NSMutableString string];
    [set enumerateIndexesInRange:NSMakeRange(3, 6)
                         options:NSEnumerationReverse
                      usingBlock:^(NSUInteger index, BOOL *stop) { [seen appendFormat:@"%lu ", index]; }];
    CHECK([seen isEqual:@"8 3 "]);
}

TEST("members of an ordered set are moved, exchanged and reversed") {
    NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSetWithArray:@[ @"a", @"b", @"c", @"d" ]];
    [set moveObjectsAtIndexes:[NSIndexSet indexSetWithIndexesInRange:NSMakeRange(0, 2)] toIndex:1];
    CHECK([set isEqual:[NSOrderedSet orderedSetWithArray:@[ @"c", @"a", @"b", @"d" ]]]);
    [set exchangeObjectAtIndex:3 withObjectAtIndex:0];
    CHECK([set isEqual:[NSOrderedSet orderedSetWithArray:@[ @"d", @"a", @"b", @"c" ]]]);
    CHECK([set.reversedOrderedSet isEqual:[NSOrderedSet orderedSetWithArray:@[ @"c", @"b", @"a", @"d" ]]]);
    CHECK([exception_of(^{ [set exchangeObjectAtIndex:0 withObjectAtIndex:4]; }).name isEqual:NSRangeException]);
}

TEST("keys are sorted by their values") {
    NSDictionary *numbers = @{@"a" : @3, @"b" : @1, @"c" : @2};
    NSArray *keys = @[ @"b", @"c", @"a" ];
    CHECK([[numbers keysSortedByValueUsingSelector:@selector(compare:)] isEqual:keys]);
    CHECK([[numbers keysSortedByValueUsingComparator:^(id first, id second) { return [first compare:second]; }]
        isEqual:keys]);
}

TEST("tables are compared, united and intersected like sets") {
    NSHashTable *table = [NSHashTable hashTableWithOptions:NSHashTableStrongMemory];
    NSHashTable *other = [NSHashTable hashTableWithOptions:NSHashTableStrongMemory];
    [table addObject:@"a"];
    [other addObject:@"b"];
    CHECK(![table intersectsHashTable:other] && ![table isSubsetOfHashTable:other]);
    [table unionHashTable:other];
    CHECK(table.count == 2 && [other isSubsetOfHashTable:table] && ![other isEqualToHashTable:table]);
    [table intersectHashTable:other];
    CHECK([table isEqualToHashTable:other]);
    [table minusHashTable:other];
    CHECK(table.count == 0);
}

TEST("objects at some indexes are tested, from either end") {
    NSMutableIndexSet *indexes = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, 3)];
    BOOL (^is_even)(id, NSUInteger, BOOL *) =
        ^BOOL(id object, NSUInteger index, BOOL *stop) { return [object intValue] % 2 == 0; };
    for (id list in @[ @[ @0, @2, @3, @4, @6 ], [NSOrderedSet orderedSetWithArray:@[ @0, @2, @3, @4, @6 ]] ]) {
        NSMutableIndexSet *found = [NSMutableIndexSet indexSetWithIndex:1];
        [found addIndex:3];
        CHECK([[list indexesOfObjectsAtIndexes:indexes options:0 passingTest:is_even] isEqual:found]);
        CHECK([list indexOfObjectAtIndexes:indexes options:0 passingTest:is_even] == 1);
        CHECK([list indexOfObjectAtIndexes:indexes options:NSEnumerationReverse passingTest:is_even] == 3);
        indexes = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(2, 1)];
        CHECK([list indexOfObjectAtIndexes:indexes options:0 passingTest:is_even] == NSNotFound);
        indexes = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, 3)];
    }
}

TEST("a description is indented") {
    NSArray *array = @[ @1, @2 ];
    CHECK([[array descriptionWithLocale:nil] isEqual:array.description]);
    NSString *indented = [@"    "
        stringByAppendingString:[array.description stringByReplacingOccurrencesOfString:@"\n" withString:@"\n    "]];
    CHECK([[array descriptionWithLocale:nil indent:1] isEqual:indented]);
    CHECK([[@{@"a" : @1} descriptionWithLocale:nil indent:0] isEqual:(@{@"a" : @1}).description]);
    CHECK([[NSSet set] descriptionWithLocale:nil] != nil &&
          [[NSOrderedSet orderedSet] descriptionWithLocale:nil] != nil);
}

TEST("an index set of a long range is counted, compared, moved and archived without a walk over its indexes") {
    NSUInteger last = NSNotFound - 1;
    NSIndexSet *set = [NSIndexSet indexSetWithIndexesInRange:NSMakeRange(1, last)];
    CHECK([set countOfIndexesInRange:NSMakeRange(5, NSUIntegerMax)] == last - 4);
    CHECK([set countOfIndexesInRange:NSMakeRange(NSUIntegerMax, NSUIntegerMax)] == 0);
    CHECK([set containsIndexesInRange:NSMakeRange(1, last)] && ![set containsIndexesInRange:NSMakeRange(0, 5)]);
    CHECK([set intersectsIndexesInRange:NSMakeRange(0, 2)] && ![set intersectsIndexesInRange:NSMakeRange(0, 1)]);
    CHECK([set containsIndexes:set] && ![set containsIndexes:[NSIndexSet indexSetWithIndex:0]]);
    __block NSUInteger ranges = 0, indexes = 0;
    [set enumerateRangesUsingBlock:^(NSRange range, BOOL *stop) {
      CHECK(range.location == 1 && range.length == last);
      ranges++;
    }];
    [set enumerateIndexesInRange:NSMakeRange(7, last)
                         options:0
                      usingBlock:^(NSUInteger index, BOOL *stop) {
                        CHECK(index == 7);
                        indexes++;
                        *stop = YES;
                      }];
    CHECK(ranges == 1 && indexes == 1);
    id copy = [NSKeyedUnarchiver unarchiveObjectWithData:[NSKeyedArchiver archivedDataWithRootObject:set]];
    CHECK([copy isEqual:set]);
    NSUInteger found[2] = {0, 0};
    NSRange range = NSMakeRange(3, NSUIntegerMax);
    CHECK([set getIndexes:found maxCount:2 inIndexRange:&range] == 2 && found[1] == 4);
    CHECK(range.location == 5 && range.length == NSNotFound - 5);
}

TEST("indexes move up and down, and raise if one would be no index") {
    NSMutableIndexSet *set = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, 4)];
    [set addIndex:9];
    [set shiftIndexesStartingAtIndex:3 by:-2];
    CHECK([set isEqual:({
                   NSMutableIndexSet *expected = [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, 2)];
                   [expected addIndex:7];
                   expected;
               })]);
    NSIndexSet *before = AUTORELEASE([set copy]);
    for (NSNumber *distance in @[ @-2, @(NSIntegerMin), @(NSIntegerMax), @(NSIntegerMax - 7) ]) {
        NSException *raised = exception_of(^{ [set shiftIndexesStartingAtIndex:0 by:distance.integerValue]; });
        CHECK([raised.name isEqual:NSRangeException] && [set isEqual:before]);
    }
    [set shiftIndexesStartingAtIndex:7 by:NSIntegerMax - 8];
    CHECK(set.lastIndex == NSNotFound - 1 && set.count == 3);
    [set shiftIndexesStartingAtIndex:0 by:-1];
    CHECK(set.firstIndex == 0 && set.lastIndex == NSNotFound - 2 && [set containsIndex:1]);
    [set shiftIndexesStartingAtIndex:NSUIntegerMax by:1];
    CHECK(set.count == 3);
}

TEST("a range of indexes is counted, contained and met as its single indexes are") {
    NSMutableIndexSet *set = [NSMutableIndexSet indexSet];
    for (NSUInteger index = 0; index < 20; index++) {
        if (index * index % 7 < 3) [set addIndex:index];
    }
    for (NSUInteger location = 0; location < 24; location++) {
        for (NSUInteger length = 0; length < 24; length++) {
            NSUInteger count = 0;
            for (NSUInteger index = location; index < location + length; index++) count += [set containsIndex:index];
            NSRange range = NSMakeRange(location, length);
            CHECK([set countOfIndexesInRange:range] == count && [set intersectsIndexesInRange:range] == (count > 0));
            CHECK([set containsIndexesInRange:range] == (count == length));
            CHECK([set containsIndexes:[NSIndexSet indexSetWithIndexesInRange:range]] == (count == length));
        }
    }
    CHECK(exception_of(^{ [set containsIndexes:(NSIndexSet *)@"text"]; }) != nil);
}
