// models.m - collections, attributed strings and notification centers that are changed at random have the contents of a
// simple model.
#import "check-foundation.h"

static unsigned seed = 7;
static NSUInteger below(NSUInteger limit) { return limit ? (NSUInteger)rand_r(&seed) % limit : 0; }

TEST("an ordered set has the members of an array that is changed alike, at the front, the end and between") {
    for (int round = 0; round < 20; round++) {
        NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSet];
        NSMutableArray *model = [NSMutableArray array];
        NSUInteger most = 5 + below(300);
        for (int turn = 0; turn < 600; turn++) {
            NSNumber *object = @(below(most * 2));
            NSUInteger place = below(3) == 0 ? 0 : below(2) ? model.count : below(model.count + 1);
            if (below(3) && ![model containsObject:object]) {
                [model insertObject:object atIndex:place];
                [set insertObject:object atIndex:place];
            } else if (model.count) {
                place = place < model.count ? place : model.count - 1;
                if (below(4) == 0 && ![model containsObject:object]) {
                    model[place] = object;
                    [set replaceObjectAtIndex:place withObject:object];
                } else {
                    [model removeObjectAtIndex:place];
                    [set removeObjectAtIndex:place];
                }
            }
            if (model.count) {
                NSUInteger index = below(model.count);
                CHECK([set indexOfObject:model[index]] == index && [set[index] isEqual:model[index]]);
            }
            if (turn % 50 == 0) {
                NSMutableIndexSet *indexes = [NSMutableIndexSet indexSet];
                for (NSUInteger index = 0; index < model.count; index++) {
                    if (below(4) == 0) [indexes addIndex:index];
                }
                [model removeObjectsAtIndexes:indexes];
                [set removeObjectsAtIndexes:indexes];
            }
        }
        CHECK([set.array isEqual:model] && set.count == model.count);
        CHECK([set isEqual:[NSOrderedSet orderedSetWithArray:model]]);
    }
}

TEST("an array has the objects of a C array that is changed alike, at the front, the end and between") {
    for (int round = 0; round < 40; round++) {
        enum { MOST = 400 };
        int model[MOST], count = 0, next = 0;
        NSMutableArray *array = [NSMutableArray array];
        int growing = 300 + (int)below(300);
        for (int turn = 0; turn < 1200; turn++) {
            NSUInteger side = below(3);
            BOOL adds = (int)below(600) < growing ? count < MOST : count == 0;
            NSUInteger limit = (NSUInteger)count + (adds ? 1 : 0);
            NSUInteger place = side == 0 ? 0 : side == 1 ? limit - 1 : below(limit);
            if (adds) {
                memmove(model + place + 1, model + place, ((size_t)count - place) * sizeof *model);
                model[place] = next;
                count++;
                [array insertObject:@(next++) atIndex:place];
            } else {
                count--;
                memmove(model + place, model + place + 1, ((size_t)count - place) * sizeof *model);
                [array removeObjectAtIndex:place];
            }
            if (turn % 200 == 100) {
                growing = 600 - growing;
                NSRange part = NSMakeRange((NSUInteger)count / 3, (NSUInteger)count / 4);
                NSArray *objects = [array subarrayWithRange:part];
                [array removeObjectsInRange:part];
                [array insertObjects:objects atIndexes:[NSIndexSet indexSetWithIndexesInRange:part]];
            }
        }
        CHECK(array.count == (NSUInteger)count);
        int index = 0;
        for (NSNumber *number in array) CHECK(number.intValue == model[index++]);
    }
}

TEST("ten thousand objects go through an ordered set from the end to the front, and back") {
    NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSet];
    for (int index = 0; index < 10000; index++) {
        [set addObject:@(index)];
        if (index >= 10) [set removeObjectAtIndex:0];
    }
    CHECK(set.count == 10 && [set.firstObject isEqual:@9990] && [set indexOfObject:@9999] == 9);
    for (int index = 0; index < 10000; index++) {
        [set insertObject:@(-index) atIndex:0];
        [set removeObjectAtIndex:set.count - 1];
    }
    CHECK(set.count == 10 && [set.firstObject isEqual:@-9999] && [set.lastObject isEqual:@-9990]);
}

TEST("an index set has the neighbours of each index that a table of flags has") {
    for (int round = 0; round < 20; round++) {
        enum { SIZE = 300 };
        BOOL flags[SIZE] = {NO};
        NSMutableIndexSet *set = [NSMutableIndexSet indexSet];
        for (int turn = 0; turn < 60; turn++) {
            NSRange range = NSMakeRange(below(SIZE), 0);
            range.length = below(3) ? 1 : below(SIZE - range.location + 1);
            BOOL adds = below(2);
            if (adds) [set addIndexesInRange:range];
            else [set removeIndexesInRange:range];
            for (NSUInteger index = range.location; index < NSMaxRange(range) && index < SIZE; index++)
                flags[index] = adds;
        }
        NSUInteger count = 0, last = NSNotFound;
        for (NSUInteger index = 0; index < SIZE; index++) {
            CHECK([set containsIndex:index] == flags[index] && [set indexLessThanIndex:index] == last);
            if (!flags[index]) continue;
            CHECK([set indexGreaterThanIndex:last == NSNotFound ? 0 : last] == index ||
                  (last == NSNotFound && index == 0));
            last = index;
            count++;
        }
        CHECK(set.count == count && set.lastIndex == last && [set indexGreaterThanIndex:SIZE] == NSNotFound);
        CHECK([set indexLessThanIndex:NSNotFound] == last && [set indexGreaterThanIndex:NSUIntegerMax] == NSNotFound);
        NSIndexSet *copy = AUTORELEASE([set copy]);
        [set addIndex:SIZE + 1];
        CHECK(copy.count == count && set.count == count + 1);
    }
}

TEST("an attributed string has the attributes that each of its characters has") {
    for (int round = 0; round < 20; round++) {
        NSMutableAttributedString *text = AUTORELEASE([NSMutableAttributedString new]);
        NSMutableArray *model = [NSMutableArray array];  // a character and its attributes, each
        for (int turn = 0; turn < 150; turn++) {
            NSRange range = NSMakeRange(below(model.count + 1), 0);
            range.length = below(MIN(model.count - range.location + 1, 6));
            NSString *value = below(2) ? @"x" : @"y";
            NSDictionary *attributes = below(3) ? @{@"k" : value} : @{};
            NSArray *part = [model subarrayWithRange:range];
            NSMutableArray *new = [ NSMutableArray array ];
            switch (below(4)) {
                case 0: {
                    NSString *added = [@"abcdef" substringToIndex:below(6)];
                    for (NSUInteger index = 0; index < added.length; index++) {
                        [new addObject:@[ [added substringWithRange:NSMakeRange(index, 1)], attributes ]];
                    }
                    [text replaceCharactersInRange:range
                              withAttributedString:AUTORELEASE([[NSAttributedString alloc] initWithString:added
                                                                                               attributes:attributes])];
                    break;
                }
                case 1:
                    for (NSArray *each in part) [new addObject:@[ each[0], @{@"k" : value} ]];
                    [text addAttribute:@"k" value:value range:range];
                    break;
                case 2:
                    for (NSArray *each in part) [new addObject:@[ each[0], attributes ]];
                    [text setAttributes:attributes range:range];
                    break;
                default: [text deleteCharactersInRange:range]; break;
            }
            [model replaceObjectsInRange:range withObjectsFromArray:new];
            if (below(5) == 0) CHECK(text.string.length == model.count);
        }
        NSMutableString *string = [NSMutableString string];
        for (NSArray *each in model) [string appendString:each[0]];
        CHECK([text.string isEqual:string] && text.length == model.count);
        for (NSUInteger index = 0; index < model.count; index++) {
            NSRange range, same = NSMakeRange(index, 1);
            while (same.location > 0 && [model[same.location - 1][1] isEqual:model[index][1]]) {
                same.location--;
                same.length++;
            }
            while (NSMaxRange(same) < model.count && [model[NSMaxRange(same)][1] isEqual:model[index][1]])
                same.length++;
            CHECK([[text attributesAtIndex:index effectiveRange:&range] isEqual:model[index][1]]);
            CHECK(NSEqualRanges(range, same));
            [text attributesAtIndex:index longestEffectiveRange:&range inRange:NSMakeRange(0, text.length)];
            CHECK(NSEqualRanges(range, same));
        }
    }
}

// An observer that adds its number to a list.
@interface Numbered : NSObject
@property int number;
@property(assign) NSMutableArray *list;
@end
@implementation Numbered
- (void)note:(NSNotification *)notification {
    [self.list addObject:@(self.number)];
}
@end

TEST("a center calls the observers that a list of registrations has, in the order in which they were added") {
    NSNotificationCenter *center = AUTORELEASE([NSNotificationCenter new]);
    NSArray *names = @[ @"a", @"b", @"c", [NSNull null] ], *senders = @[ @1, @"s", [NSObject new], [NSNull null] ];
    NSMutableArray *model = [NSMutableArray array], *observers = [NSMutableArray array], *list = [NSMutableArray array];
    for (int number = 0; number < 40; number++) {
        Numbered *observer = AUTORELEASE([Numbered new]);
        observer.number = number;
        observer.list = list;
        [observers addObject:observer];
    }
    id (^or_nil)(id) = ^id(id object) { return object == [NSNull null] ? nil : object; };
    for (int turn = 0; turn < 3000; turn++) {
        id observer = observers[below(40)], name = names[below(4)], sender = senders[below(4)];
        if (below(3)) {
            [center addObserver:observer selector:@selector(note:) name:or_nil(name) object:or_nil(sender)];
            [model addObject:@[ observer, name, sender ]];
        } else {
            [center removeObserver:observer name:or_nil(name) object:or_nil(sender)];
            NSIndexSet *gone = [model indexesOfObjectsPassingTest:^BOOL(NSArray *each, NSUInteger index, BOOL *stop) {
              return each[0] == observer && (or_nil(name) == nil || [each[1] isEqual:name]) &&
                     (or_nil(sender) == nil || each[2] == sender);
            }];
            [model removeObjectsAtIndexes:gone];
        }
        if (turn % 10) continue;
        NSString *posted = names[below(3)];
        id from = senders[below(4)];
        NSMutableArray *expected = [NSMutableArray array];
        for (NSArray *each in model) {
            BOOL hasName = or_nil(each[1]) == nil || [each[1] isEqual:posted];
            if (hasName && (or_nil(each[2]) == nil || each[2] == from)) [expected addObject:@([each[0] number])];
        }
        [list removeAllObjects];
        [center postNotificationName:posted object:or_nil(from)];
        CHECK([list isEqual:expected]);
    }
    RELEASE(senders[2]);
}

// An operation that counts the calls of isReady.
@interface Counted : NSBlockOperation
@end
static int calls;
@implementation Counted
- (BOOL)isReady {
    __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    return [super isReady];
}
@end

TEST("isReady of each operation in a chain is called a few times, however long the chain is") {
    for (int length = 10; length <= 1000; length *= 10) {
        NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
        NSOperation *last = nil;
        __block int done = 0;
        calls = 0;
        for (int index = 0; index < length; index++) {
            NSOperation *operation = [Counted blockOperationWithBlock:^{ done++; }];
            if (last) [operation addDependency:last];
            [queue addOperation:operation];
            last = operation;
        }
        [queue waitUntilAllOperationsAreFinished];
        CHECK(done == length && calls <= 12 * length);
    }
}
