// tables.m - NSMapTable and NSHashTable: keys and values kept strongly, weakly, as copies, or without retaining them.
#import "check-foundation.h"

static int deaths, copies, comparisons;

@interface Thing : NSObject <NSCopying>
@property(nonatomic) int number;
@property(nonatomic, strong) NSMapTable *table;
@property(nonatomic, strong) id other;
@end
@implementation Thing
- (NSUInteger)hash {
    return 7;
}
- (BOOL)isEqual:(id)other {
    comparisons++;
    return [other isKindOfClass:[Thing class]] && [(Thing *)other number] == self.number;
}
- (id)copyWithZone:(NSZone *)zone {
    copies++;
    Thing *copy = [Thing new];
    copy.number = self.number;
    return copy;
}
- (void)dealloc {
    deaths++;
    // A dealloc may use the table that the object was in.
    [self.table setObject:@"written by a dealloc" forKey:@(self.number)];
#if !__has_feature(objc_arc)
    [_table release];
    [_other release];
    [super dealloc];
#endif
}
@end

static Thing *make(int number) {
    Thing *thing = AUTORELEASE([Thing new]);
    thing.number = number;
    return thing;
}

TEST("a strong table is a dictionary: equal keys are one, and removing lets go") {
    deaths = 0;
    NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
    @autoreleasepool {
        for (int number = 0; number < 100; number++) [table setObject:make(number) forKey:make(number)];
        CHECK(table.count == 100 && [[table objectForKey:make(42)] number] == 42);
        [table setObject:@"other" forKey:make(42)];
        CHECK(table.count == 100 && [[table objectForKey:make(42)] isEqual:@"other"]);
        CHECK([table objectForKey:make(100)] == nil);
        for (int number = 0; number < 50; number++) [table removeObjectForKey:make(number)];
        CHECK(table.count == 50 && [table objectForKey:make(3)] == nil && [[table objectForKey:make(77)] number] == 77);
        CHECK(table.dictionaryRepresentation.count == 50);
    }
    deaths = 0;
    [table removeAllObjects];
    CHECK(deaths == 100 && table.count == 0);
}

TEST("a weak key goes with its object, and the value with it") {
    deaths = 0;
    NSMapTable *table = [NSMapTable weakToStrongObjectsMapTable];
    NSMutableArray *kept = [NSMutableArray array];
    @autoreleasepool {
        NSMutableArray *all = [NSMutableArray array];
        for (int number = 0; number < 200; number++) {
            Thing *key = make(number);
            [all addObject:key];
            if (number % 2) [kept addObject:key];
            [table setObject:@(number) forKey:key];
        }
        CHECK(table.count == 200);
        [all removeAllObjects];
    }
    CHECK(deaths == 100 && table.count == 100);
    @autoreleasepool {
        CHECK([[table objectForKey:make(7)] intValue] == 7 && [table objectForKey:make(8)] == nil);
        [table setObject:@"new" forKey:kept[0]];
        NSUInteger visited = 0;
        for (Thing *key in table) visited += key.number % 2;
        CHECK(visited == 100);
        CHECK(table.keyEnumerator.allObjects.count == 100 && table.objectEnumerator.allObjects.count == 100);
    }
}

TEST("a weak value goes with its object") {
    NSMapTable *table = [NSMapTable strongToWeakObjectsMapTable];
    Thing *kept = [Thing new];
    @autoreleasepool {
        [table setObject:kept forKey:@"kept"];
        NSMutableArray *all = [NSMutableArray arrayWithObject:make(1)];
        [table setObject:all[0] forKey:@"lost"];
        CHECK([table objectForKey:@"lost"] != nil && table.count == 2);
        [all removeAllObjects];
    }
    @autoreleasepool {
        CHECK([table objectForKey:@"lost"] == nil && [table objectForKey:@"kept"] == kept && table.count == 1);
        [table setObject:@"again" forKey:@"lost"];
        CHECK([[table objectForKey:@"lost"] isEqual:@"again"]);
    }
    RELEASE(kept);
}

TEST("a table by address sends its keys no message, and may have keys that are no objects") {
    comparisons = 0;
    NSMapTable *table =
        [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsOpaqueMemory | NSPointerFunctionsOpaquePersonality
                              valueOptions:NSPointerFunctionsStrongMemory];
    char bytes[64];
    for (int index = 0; index < 64; index++) [table setObject:@(index) forKey:(__bridge id)(void *)&bytes[index]];
    CHECK([[table objectForKey:(__bridge id)(void *)&bytes[9]] intValue] == 9 && table.count == 64);
    NSMapTable *pointers =
        [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsStrongMemory | NSPointerFunctionsObjectPointerPersonality
                              valueOptions:NSPointerFunctionsStrongMemory];
    @autoreleasepool {
        Thing *first = make(1), *second = make(1);
        [pointers setObject:@"first" forKey:first];
        [pointers setObject:@"second" forKey:second];
        CHECK(pointers.count == 2 && [[pointers objectForKey:first] isEqual:@"first"]);
    }
    CHECK(comparisons == 0);
}

TEST("a table that copies keeps a copy of each new key") {
    copies = 0;
    NSMapTable *table = [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsCopyIn
                                              valueOptions:NSPointerFunctionsStrongMemory];
    @autoreleasepool {
        Thing *key = make(5);
        [table setObject:@"a" forKey:key];
        [table setObject:@"b" forKey:key];
        key.number = 6;
        CHECK(copies == 1 && [table objectForKey:key] == nil && [[table objectForKey:make(5)] isEqual:@"b"]);
    }
}

TEST("a dealloc may use the table that has let go of its object") {
    NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
    @autoreleasepool {
        for (int number = 0; number < 50; number++) {
            Thing *value = make(number);
            value.table = table;
            [table setObject:value forKey:[NSString stringWithFormat:@"%d", number]];
        }
    }
    deaths = 0;
    for (int number = 0; number < 50; number++) {
        @autoreleasepool {
            [table removeObjectForKey:[NSString stringWithFormat:@"%d", number]];
        }
    }
    CHECK(deaths == 50 && table.count == 50 && [[table objectForKey:@49] isEqual:@"written by a dealloc"]);
    [table removeAllObjects];
}

TEST("a weak hash table has those members that are alive") {
    NSHashTable<Thing *> *table = [NSHashTable weakObjectsHashTable];
    Thing *kept = [Thing new];
    kept.number = 1000;
    @autoreleasepool {
        [table addObject:kept];
        [table addObject:kept];
        NSMutableArray *all = [NSMutableArray array];
        for (int number = 0; number < 30; number++) [all addObject:make(number)];
        for (Thing *each in all) [table addObject:each];
        CHECK(table.count == 31 && [table containsObject:make(3)]);
        [all removeAllObjects];
    }
    @autoreleasepool {
        CHECK(table.count == 1 && table.anyObject == kept && table.allObjects.count == 1);
        CHECK([table member:kept] == kept && ![table containsObject:make(3)] && table.setRepresentation.count == 1);
        for (Thing *each in table) CHECK(each == kept);
        [table removeObject:kept];
        CHECK(table.count == 0 && table.anyObject == nil);
    }
    RELEASE(kept);
}

TEST("tables made by the older names keep their objects in the same ways") {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    NSMapTable *tables[] = {[NSMapTable mapTableWithStrongToStrongObjects],
                            [NSMapTable mapTableWithWeakToStrongObjects],
                            [NSMapTable mapTableWithStrongToWeakObjects],
                            [NSMapTable mapTableWithWeakToWeakObjects]};
    NSHashTable *members = [NSHashTable hashTableWithWeakObjects];
#pragma clang diagnostic pop
    @autoreleasepool {
        NSMutableArray *kept = [NSMutableArray array];
        for (int number = 0; number < 9; number++) [kept addObject:make(number)];
        for (int index = 0; index < 4; index++) [tables[index] setObject:kept[index] forKey:kept[index + 4]];
        for (int index = 0; index < 4; index++) CHECK([tables[index] objectForKey:kept[index + 4]] == kept[index]);
        [members addObject:kept[8]];
        CHECK([members containsObject:kept[8]]);
    }
    CHECK(tables[0].count == 1 && members.allObjects.count == 0);
    for (int index = 1; index < 4; index++) CHECK(tables[index].keyEnumerator.allObjects.count == 0);
}

TEST("a table that is changed in its own loop raises an exception, as other collections do") {
    NSHashTable *table = [[NSHashTable alloc] init];
    BOOL caught = NO;
    for (int number = 0; number < 40; number++) [table addObject:@(number)];
    @try {
        for (NSNumber *number in table) [table removeObject:number];
    } @catch (NSException *exception) {
        caught = YES;
    }
    CHECK(caught);
    RELEASE(table);
}

TEST("a map table does not take nil as a key") {
    BOOL caught = NO;
    @autoreleasepool {
        NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
        @try {
            [table setObject:@1 forKey:nil];
        } @catch (NSException *exception) {
            caught = [exception.name isEqual:NSInvalidArgumentException];
        }
        CHECK(caught && table.count == 0 && [table objectForKey:nil] == nil);
    }
}

TEST("tables are enumerated in the order in which their keys were added, as dictionaries are") {
    @autoreleasepool {
        NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
        NSHashTable *members = [NSHashTable hashTableWithOptions:NSPointerFunctionsStrongMemory];
        NSMutableArray *expected = [NSMutableArray array];
        for (int number = 100; number > 0; number--) {
            [table setObject:@(number) forKey:@(number * 7 % 101)];
            [members addObject:@(number * 7 % 101)];
            [expected addObject:@(number * 7 % 101)];
            if (number % 3) continue;
            [table removeObjectForKey:expected[1]];
            [members removeObject:expected[1]];
            [expected removeObjectAtIndex:1];
        }
        [table setObject:@0 forKey:expected[0]];
        CHECK([table.keyEnumerator.allObjects isEqual:expected] && [members.allObjects isEqual:expected]);
        NSMutableArray *looped = [NSMutableArray array];
        for (id key in table) [looped addObject:key];
        CHECK([looped isEqual:expected] && table.count == 67);
    }
}

TEST("a copy of a table keeps what the table kept, in the same ways, and changes by itself") {
    NSMapTable *table = [NSMapTable strongToWeakObjectsMapTable];
    NSObject *value = [NSObject new];
    NSMapTable *copy;
    @autoreleasepool {
        [table setObject:value forKey:@"key"];
        copy = [table copy];
        [table removeAllObjects];
        CHECK(copy.count == 1 && [copy objectForKey:@"key"] == value && table.count == 0);
        RELEASE(value);
        value = nil;
    }
    CHECK([copy objectForKey:@"key"] == nil);
    RELEASE(copy);
    NSHashTable *members = [NSHashTable hashTableWithOptions:NSPointerFunctionsStrongMemory], *same;
    [members addObject:@"member"];
    same = [members copy];
    [members addObject:@"another"];
    CHECK(same.count == 1 && [same containsObject:@"member"]);
    RELEASE(same);
}

TEST("tables and pointer arrays are equal if their contents are, however they keep them") {
    NSMapTable *map = [NSMapTable strongToStrongObjectsMapTable], *other = [NSMapTable strongToWeakObjectsMapTable];
    NSString *value = [NSString stringWithFormat:@"value %d", 1];
    [map setObject:value forKey:@"key"];
    CHECK(![map isEqual:other] && [map isEqual:map] && ![map isEqual:@"key"] && ![map isEqual:nil]);
    [other setObject:value forKey:@"key"];
    CHECK([map isEqual:other] && map.hash == other.hash && [map isEqual:AUTORELEASE([map copy])]);
    [other setObject:@"other" forKey:@"key"];
    CHECK(![map isEqual:other]);

    NSHashTable *set = [NSHashTable hashTableWithOptions:NSPointerFunctionsStrongMemory];
    NSHashTable *second = [NSHashTable weakObjectsHashTable];
    [set addObject:value];
    CHECK(![set isEqual:second] && ![set isEqual:[NSSet setWithObject:value]]);
    [second addObject:value];
    CHECK([set isEqual:second] && set.hash == second.hash);

    NSPointerArray *array = [NSPointerArray strongObjectsPointerArray],
                   *same = [NSPointerArray weakObjectsPointerArray];
    [array addPointer:(__bridge void *)value];
    [array addPointer:NULL];
    [same addPointer:(__bridge void *)value];
    CHECK(![array isEqual:same]);
    [same addPointer:NULL];
    CHECK([array isEqual:same] && array.hash == same.hash);
}

static NSUInteger size_of_pair(const void *item) { return 2 * sizeof(int); }
static BOOL have_equal_parity(const void *first, const void *second, NSUInteger (*size)(const void *)) {
    return ((uintptr_t)first & 1) == ((uintptr_t)second & 1);
}
static NSUInteger parity(const void *item, NSUInteger (*size)(const void *)) { return (uintptr_t)item & 1; }

TEST("a table keeps copies of structures, as many bytes as the size function returns") {
    NSPointerFunctions *numbers = [NSPointerFunctions
        pointerFunctionsWithOptions:NSPointerFunctionsOpaqueMemory | NSPointerFunctionsIntegerPersonality];
    NSPointerFunctions *pairs =
        [NSPointerFunctions pointerFunctionsWithOptions:NSPointerFunctionsMallocMemory |
                                                        NSPointerFunctionsStructPersonality | NSPointerFunctionsCopyIn];
    pairs.sizeFunction = size_of_pair;
    CHECK(pairs.sizeFunction == size_of_pair && pairs.hashFunction == NULL);
    NSMapTable *table = [[NSMapTable alloc] initWithKeyPointerFunctions:numbers valuePointerFunctions:pairs capacity:0];
    int pair[2] = {3, 4};
    const void *seven = (const void *)7;
    NSMapInsert(table, seven, pair);
    pair[1] = 5;
    const int *kept = NSMapGet(table, seven);
    CHECK(kept != pair && kept[0] == 3 && kept[1] == 4);
    CHECK(table.valuePointerFunctions.sizeFunction == size_of_pair && table.valuePointerFunctions != pairs);
    NSMapInsert(table, seven, pair);
    kept = NSMapGet(table, seven);
    CHECK(kept[1] == 5 && table.count == 1);
    NSMapRemove(table, seven);
    CHECK(NSMapGet(table, seven) == NULL);
    RELEASE(table);
}

TEST("a table compares keys by the functions of the program, and by the text of C strings") {
    NSPointerFunctions *functions = [NSPointerFunctions
        pointerFunctionsWithOptions:NSPointerFunctionsOpaqueMemory | NSPointerFunctionsOpaquePersonality];
    functions.hashFunction = parity;
    functions.isEqualFunction = have_equal_parity;
    NSHashTable *table = AUTORELEASE([[NSHashTable alloc] initWithPointerFunctions:functions capacity:0]);
    functions.isEqualFunction = NULL;
    for (uintptr_t number = 3; number < 9; number++) NSHashInsert(table, (const void *)number);
    CHECK(table.count == 2 && table.pointerFunctions.isEqualFunction == have_equal_parity);
    functions = [NSPointerFunctions pointerFunctionsWithOptions:NSPointerFunctionsMallocMemory |
                                                                NSPointerFunctionsCStringPersonality |
                                                                NSPointerFunctionsCopyIn];
    table = AUTORELEASE([[NSHashTable alloc] initWithPointerFunctions:functions capacity:0]);
    char text[] = "text";
    NSHashInsertKnownAbsent(table, text);
    text[0] = 'n';
    CHECK(NSHashGet(table, "text") != NULL && NSHashGet(table, "text") != text && NSHashGet(table, "next") == NULL);
    NSHashRemove(table, "text");
    CHECK(table.count == 0);
}

// An object whose death or comparison runs a block.
@interface Hook : NSObject <NSCopying> {
  @public
    void (^atDeath)(void);
    void (^atComparison)(void);
    void (^atCopy)(void);
}
@end
@implementation Hook
- (NSUInteger)hash {
    return 7654321;  // of no number in a test
}
- (BOOL)isEqual:(id)other {
    if (atComparison) atComparison();
    return self == other;
}
- (id)copyWithZone:(NSZone *)zone {
    if (atCopy) atCopy();
    return RETAIN(self);
}
- (void)dealloc {
    if (atDeath) atDeath();
#if !__has_feature(objc_arc)
    [atDeath release];
    [atComparison release];
    [atCopy release];
    [super dealloc];
#endif
}
@end

static NSUInteger count_of_key(NSMapTable *table, NSString *wanted) {
    NSUInteger count = 0;
    for (id key in table) count += [wanted isEqual:key];
    return count;
}

TEST("a table that a comparison changes raises an exception, and is whole") {
    for (int round = 0; round < 4; round++) {
        NSMapTable *table = [NSMapTable strongToStrongObjectsMapTable];
        NSHashTable *members = [NSHashTable hashTableWithOptions:NSPointerFunctionsStrongMemory];
        Hook *first = AUTORELEASE([Hook new]), *second = AUTORELEASE([Hook new]);
        [table setObject:@"first" forKey:first];
        [members addObject:first];
        first->atComparison = [^{
          if (round < 2) {
              [table removeAllObjects];
              [members removeAllObjects];
          } else {
              for (int number = 0; number < 100; number++) {
                  [table setObject:@"more" forKey:@(number)];
                  [members addObject:@(number)];
              }
          }
        } copy];
        NSException *raised = exception_of(^{
          if (round % 2) (void)[table objectForKey:second];
          else [table setObject:@"second" forKey:second];
        });
        CHECK([raised.name isEqual:NSGenericException] && [raised.reason containsString:@"NSMapTable"]);
        [members addObject:first];
        raised = exception_of(^{
          if (round % 2) (void)[members containsObject:second];
          else [members addObject:second];
        });
        CHECK([raised.name isEqual:NSGenericException] && [raised.reason containsString:@"NSHashTable"]);
        CHECK(table.count == (round < 2 ? 0 : 101) && members.count == table.count);
        RELEASE(first->atComparison);
        first->atComparison = nil;
        [table setObject:@"second" forKey:second];
        CHECK([[table objectForKey:second] isEqual:@"second"]);
    }
}

TEST("a key that is entered while the table makes room for it, or copies it, is in the table once") {
    NSMapTable *table = [NSMapTable strongToWeakObjectsMapTable];
    NSMutableArray *values = [NSMutableArray array];
    __block NSString *late = nil;
    for (int number = 0; number < 100; number++) {
        @autoreleasepool {
            Hook *key = AUTORELEASE([Hook new]);
            key->atDeath = [^{ [table setObject:values forKey:late]; } copy];
            [table setObject:AUTORELEASE([NSObject new]) forKey:key];
        }
        [values addObject:[NSString stringWithFormat:@"key %d", number]];
        late = values.lastObject;
        [table setObject:values forKey:late];
    }
    for (NSString *key in values) CHECK(count_of_key(table, key) == 1);

    NSMapTable *copying = [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsCopyIn
                                                valueOptions:NSPointerFunctionsStrongMemory];
    Hook *key = AUTORELEASE([Hook new]);
    __block int depth = 0;
    __unsafe_unretained Hook *same = key;
    key->atCopy = [^{
      if (depth++ == 0) [copying setObject:@"inner" forKey:same];
    } copy];
    NSException *raised = exception_of(^{ [copying setObject:@"outer" forKey:key]; });
    CHECK([raised.name isEqual:NSGenericException] && copying.count == 1);
    CHECK([[copying objectForKey:key] isEqual:@"inner"]);
    RELEASE(key->atCopy);
    key->atCopy = nil;
    late = @"";
}

TEST("a key whose hash or copy raises an exception is not entered") {
    NSMapTable *table = [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsCopyIn
                                              valueOptions:NSPointerFunctionsStrongMemory];
    Hook *key = AUTORELEASE([Hook new]);
    key->atCopy = [^{ [NSException raise:@"Refused" format:@"copy"]; } copy];
    deaths = 0;
    @autoreleasepool {
        Thing *value = make(1);
        CHECK([exception_of(^{ [table setObject:value forKey:key]; }).name isEqual:@"Refused"]);
    }
    CHECK(table.count == 0 && deaths == 1);
}

TEST("the functions of an NSPointerFunctions are those of its options, unless a program has set others") {
    NSPointerFunctions *texts = [NSPointerFunctions pointerFunctionsWithOptions:NSPointerFunctionsCStringPersonality];
    char copy[] = "text";
    CHECK(texts.hashFunction("text", NULL) == texts.hashFunction(copy, NULL));
    CHECK(texts.isEqualFunction("text", copy, NULL) && !texts.isEqualFunction("text", "other", NULL));
    CHECK([texts.descriptionFunction(copy) isEqual:@"text"]);
    NSPointerFunctions *objects = [NSPointerFunctions pointerFunctionsWithOptions:NSPointerFunctionsStrongMemory];
    const void *number = (__bridge const void *)@"a",
               *same = (__bridge const void *)[NSMutableString stringWithString:@"a"];
    CHECK(objects.isEqualFunction(number, same, NULL));
    CHECK(objects.hashFunction(number, NULL) == objects.hashFunction(same, NULL));
    NSPointerFunctions *numbers = [NSPointerFunctions
        pointerFunctionsWithOptions:NSPointerFunctionsIntegerPersonality | NSPointerFunctionsOpaqueMemory];
    CHECK([numbers.descriptionFunction((const void *)7) isEqual:@"7"] && numbers.sizeFunction == NULL);
    objects.isEqualFunction = texts.isEqualFunction;
    CHECK(objects.isEqualFunction == texts.isEqualFunction);
}
