// sorting.m - NSSortDescriptor, and the function that gdb calls to print an object.
#import <Foundation/Foundation.h>

#import "check.h"

extern const char *_NSPrintForDebugger(id object);

@interface Person : NSObject
@property(copy) NSString *name;
@property int age;
@end
@implementation Person
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_name release];
    [super dealloc];
}
#endif
- (NSString *)debugDescription {
    return [NSString stringWithFormat:@"Person %@", self.name];
}
@end

static Person *make_person(NSString *name, int age) {
    Person *person = AUTORELEASE([Person new]);
    person.name = name;
    person.age = age;
    return person;
}

static NSArray *people(void) {
    return @[ make_person(@"Cy", 30), make_person(@"ann", 40), make_person(@"Bob", 30), make_person(nil, 20) ];
}

static NSString *names(NSArray *list) {
    NSMutableArray *names = [NSMutableArray array];
    for (Person *person in list) [names addObject:person.name ?: @"-"];
    return [names componentsJoinedByString:@" "];
}

TEST("objects are sorted by one key path after the other, and nil comes first") {
    NSSortDescriptor *byAge = [NSSortDescriptor sortDescriptorWithKey:@"age" ascending:NO];
    NSSortDescriptor *byName = [NSSortDescriptor sortDescriptorWithKey:@"name" ascending:YES];
    CHECK([names([people() sortedArrayUsingDescriptors:@[ byAge, byName ]]) isEqual:@"ann Bob Cy -"]);
    CHECK([names([people() sortedArrayUsingDescriptors:@[ byName ]]) isEqual:@"- Bob Cy ann"]);
    CHECK([names([people() sortedArrayUsingDescriptors:@[]]) isEqual:@"Cy ann Bob -"]);
    NSSortDescriptor *byLength = [NSSortDescriptor sortDescriptorWithKey:@"name.length" ascending:YES];
    CHECK([names([people() sortedArrayUsingDescriptors:@[ byLength ]]) isEqual:@"- Cy ann Bob"]);
}

TEST("a selector or a block compares the values") {
    NSSortDescriptor *ignoringCase = [NSSortDescriptor sortDescriptorWithKey:@"name"
                                                                   ascending:YES
                                                                    selector:@selector(caseInsensitiveCompare:)];
    CHECK([names([people() sortedArrayUsingDescriptors:@[ ignoringCase ]]) isEqual:@"- ann Bob Cy"]);
    NSArray *reversed = [people() sortedArrayUsingDescriptors:@[ ignoringCase.reversedSortDescriptor ]];
    CHECK([names(reversed) isEqual:@"Cy Bob ann -"]);
    NSSortDescriptor *odd = [NSSortDescriptor sortDescriptorWithKey:nil
                                                          ascending:YES
                                                         comparator:^(NSNumber *a, NSNumber *b) {
                                                           return (NSComparisonResult)(a.intValue % 2 - b.intValue % 2);
                                                         }];
    NSMutableArray *numbers = [NSMutableArray arrayWithArray:@[ @1, @2, @3, @4 ]];
    [numbers sortUsingDescriptors:@[ odd ]];
    CHECK([numbers isEqual:(@[ @2, @4, @1, @3 ])] && [odd compareObject:@1 toObject:@2] == NSOrderedDescending);
}

TEST("sets and ordered sets are sorted, too") {
    NSSortDescriptor *down = AUTORELEASE([[NSSortDescriptor alloc] initWithKey:@"self" ascending:NO]);
    NSArray *expected = @[ @3, @2, @1 ];
    CHECK([[[NSSet setWithArray:expected] sortedArrayUsingDescriptors:@[ down ]] isEqual:expected]);
    NSMutableOrderedSet *ordered = [NSMutableOrderedSet orderedSetWithArray:@[ @2, @3, @1 ]];
    CHECK([[ordered sortedArrayUsingDescriptors:@[ down ]] isEqual:expected]);
    [ordered sortUsingDescriptors:@[ down ]];
    CHECK([ordered.array isEqual:expected]);
}

TEST("a descriptor has its properties, and an exception of a comparison leaves the sort") {
    NSSortDescriptor *descriptor = [NSSortDescriptor sortDescriptorWithKey:@"nothing" ascending:NO];
    CHECK([descriptor.key isEqual:@"nothing"] && !descriptor.ascending && descriptor.selector == @selector(compare:));
    CHECK(descriptor.comparator == nil && AUTORELEASE([descriptor copy]) == descriptor);
    NSString *name = nil;
    @try {
        [people() sortedArrayUsingDescriptors:@[ descriptor ]];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSUndefinedKeyException]);
}

TEST("a debugger prints the debug description of an object") {
    CHECK(strcmp(_NSPrintForDebugger(make_person(@"Ann", 3)), "Person Ann") == 0);
    CHECK(strcmp(_NSPrintForDebugger(@42), "42") == 0 && strcmp(_NSPrintForDebugger(nil), "nil") == 0);
}

TEST("sorting with options is stable, whatever the options are") {
    NSArray *pairs = @[ @[ @2, @"a" ], @[ @1, @"b" ], @[ @2, @"c" ], @[ @1, @"d" ] ];
    NSComparator byFirst = ^(id left, id right) { return [left[0] compare:right[0]]; };
    NSArray *sorted = @[ pairs[1], pairs[3], pairs[0], pairs[2] ];
    CHECK([[pairs sortedArrayWithOptions:NSSortStable usingComparator:byFirst] isEqual:sorted]);
    NSMutableArray *changed = [NSMutableArray arrayWithArray:pairs];
    [changed sortWithOptions:NSSortConcurrent usingComparator:byFirst];
    CHECK([changed isEqual:sorted]);
    NSMutableOrderedSet *set = [NSMutableOrderedSet orderedSetWithArray:pairs];
    CHECK([[set sortedArrayWithOptions:NSSortStable usingComparator:byFirst] isEqual:sorted]);
    [set sortWithOptions:NSSortStable usingComparator:byFirst];
    CHECK([set.array isEqual:sorted]);
}

TEST("descriptors are equal if they sort alike") {
    NSSortDescriptor *name = [NSSortDescriptor sortDescriptorWithKey:@"name" ascending:YES];
    NSSortDescriptor *same = [NSSortDescriptor sortDescriptorWithKey:[NSMutableString stringWithString:@"name"]
                                                           ascending:YES
                                                            selector:@selector(compare:)];
    CHECK([name isEqual:same] && name.hash == same.hash && [name isEqual:AUTORELEASE([name copy])]);
    CHECK([name.reversedSortDescriptor.reversedSortDescriptor isEqual:name]);
    NSSortDescriptor *block =
        [NSSortDescriptor sortDescriptorWithKey:@"name"
                                      ascending:YES
                                     comparator:^(id first, id second) { return [first compare:second]; }];
    CHECK([block isEqual:block.reversedSortDescriptor.reversedSortDescriptor] && ![block isEqual:name]);
    for (id other in @[
             name.reversedSortDescriptor, block, @"name", [NSSortDescriptor sortDescriptorWithKey:@"age" ascending:YES],
             [NSSortDescriptor sortDescriptorWithKey:nil ascending:YES],
             [NSSortDescriptor sortDescriptorWithKey:@"name" ascending:YES selector:@selector(isEqual:)]
         ]) {
        CHECK(![name isEqual:other] && ![other isEqual:name]);
    }
    CHECK(![name isEqual:nil]);
    CHECK([[NSSortDescriptor sortDescriptorWithKey:nil
                                         ascending:NO] isEqual:[NSSortDescriptor sortDescriptorWithKey:nil
                                                                                             ascending:NO]]);
}
