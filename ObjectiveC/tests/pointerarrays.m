// pointerarrays.m - NSPointerArray, NSCountedSet and NSProcessInfo.
#import "check-foundation.h"

#import "mortal.h"

TEST("a strong array retains its elements until they are removed") {
    deaths = 0;
    NSPointerArray *array = [[NSPointerArray alloc] initWithOptions:NSPointerFunctionsStrongMemory];
    @autoreleasepool {
        for (int index = 0; index < 20; index++) [array addPointer:(__bridge void *)AUTORELEASE([Mortal new])];
        CHECK(array.count == 20 && array.allObjects.count == 20);
    }
    CHECK(deaths == 0);
    [array removePointerAtIndex:3];
    CHECK(deaths == 1 && array.count == 19);
    [array replacePointerAtIndex:0 withPointer:NULL];
    CHECK(deaths == 2 && [array pointerAtIndex:0] == NULL);
    RELEASE(array);
    array = nil;
    CHECK(deaths == 20);
}

TEST("a weak element becomes NULL, and moves with the array") {
    deaths = 0;
    NSPointerArray *array = [NSPointerArray weakObjectsPointerArray];
    Mortal *kept = AUTORELEASE([Mortal new]);
    [array addPointer:(__bridge void *)kept];
    @autoreleasepool {
        for (int index = 0; index < 20; index++) {
            [array insertPointer:(__bridge void *)AUTORELEASE([Mortal new]) atIndex:0];
        }
    }
    CHECK(deaths == 20 && array.count == 21);
    @autoreleasepool {
        CHECK([array pointerAtIndex:0] == NULL && [array pointerAtIndex:20] == (__bridge void *)kept);
        CHECK([array.allObjects isEqual:@[ kept ]]);
        [array compact];
        CHECK(array.count == 1 && [array pointerAtIndex:0] == (__bridge void *)kept);
    }
}

TEST("an array has holes, is enumerated and copied, and checks indexes") {
    NSPointerArray *array = [NSPointerArray strongObjectsPointerArray];
    [array addPointer:(__bridge void *)@"a"];
    array.count = 3;
    [array insertPointer:(__bridge void *)@"b" atIndex:1];
    CHECK(array.count == 4 && [array pointerAtIndex:3] == NULL);
    NSPointerArray *copy = AUTORELEASE([array copy]);
    int objects = 0, holes = 0;
    for (id object in copy) object ? objects++ : holes++;
    CHECK(objects == 2 && holes == 2 && [copy.allObjects isEqual:(@[ @"a", @"b" ])]);
    array.count = 1;
    CHECK(array.count == 1 && copy.count == 4);
    NSString *name = nil;
    @try {
        [array pointerAtIndex:1];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSRangeException]);
}

TEST("a counted set counts its members") {
    NSCountedSet *set = [NSCountedSet setWithObjects:@"a", @"b", @"a", nil];
    CHECK([set countForObject:@"a"] == 2 && [set countForObject:@"x"] == 0 && set.count == 2);
    [set addObject:@"b"];
    [set removeObject:@"a"];
    CHECK([set countForObject:@"a"] == 1 && [set containsObject:@"a"]);
    [set removeObject:@"a"];
    [set removeObject:@"a"];
    CHECK(![set containsObject:@"a"] && [set countForObject:@"a"] == 0 && [set countForObject:@"b"] == 2);
    NSCountedSet *copy = AUTORELEASE([set copy]);
    [set removeAllObjects];
    CHECK(set.count == 0 && [set countForObject:@"b"] == 0 && [copy countForObject:@"b"] == 2);
    NSCountedSet *again = AUTORELEASE(([[NSCountedSet alloc] initWithArray:@[ @1, @1 ]]));
    CHECK([again countForObject:@1] == 2 && [again isEqual:[NSSet setWithObject:@1]]);
    CHECK(![again isEqual:[NSCountedSet setWithObject:@1]] && [again isEqual:AUTORELEASE([again copy])]);
    CHECK([[NSCountedSet setWithArray:@[ @1, @1 ]] countForObject:@1] == 2);
    CHECK([[NSCountedSet setWithSet:[NSSet setWithObject:@1]] countForObject:@1] == 1);
    CHECK([[NSCountedSet setWithObject:@1] countForObject:@1] == 1);
    [again unionSet:[NSSet setWithObject:@1]];
    CHECK([again countForObject:@1] >= 2);
}

TEST("the process has a name, arguments and an environment") {
    NSProcessInfo *process = [NSProcessInfo processInfo];
    CHECK(process.processIdentifier == getpid() && process.arguments.count == 1);
    CHECK([process.arguments[0] hasSuffix:process.processName]);
    setenv("POINTERARRAYS", "a=b", 1);
    CHECK([process.environment[@"POINTERARRAYS"] isEqual:@"a=b"]);
    CHECK(![process.globallyUniqueString isEqual:process.globallyUniqueString]);
    CHECK(process.processorCount > 0 && process.systemUptime > 0 && process.hostName.length > 0);
}

TEST("the version of the system is the kernel's") {
    NSProcessInfo *process = [NSProcessInfo processInfo];
    NSOperatingSystemVersion version = process.operatingSystemVersion;
    CHECK(version.majorVersion >= 4);
    NSString *text =
        [NSString stringWithFormat:@"Linux %ld.%ld", (long)version.majorVersion, (long)version.minorVersion];
    CHECK([process.operatingSystemVersionString hasPrefix:text]);
    CHECK([process isOperatingSystemAtLeastVersion:version]);
    version.patchVersion++;
    CHECK(![process isOperatingSystemAtLeastVersion:version]);
    version = (NSOperatingSystemVersion){version.majorVersion - 1, 1000, 0};
    CHECK([process isOperatingSystemAtLeastVersion:version]);
}

TEST("the count of an array of pointers that no memory can have raises") {
    for (NSPointerArray *array in
         @[ [NSPointerArray strongObjectsPointerArray], [NSPointerArray weakObjectsPointerArray] ]) {
        for (NSNumber *count in @[ @(NSUIntegerMax), @(NSUIntegerMax / sizeof(id) + 2), @(NSIntegerMax) ]) {
            NSException *raised = exception_of(^{ array.count = count.unsignedIntegerValue; });
            CHECK([raised.name isEqual:NSInvalidArgumentException]);
        }
        array.count = 1000;
        CHECK(array.count == 1000 && [array pointerAtIndex:999] == NULL);
        [array replacePointerAtIndex:999 withPointer:(__bridge void *)array];
        CHECK([array pointerAtIndex:999] == (__bridge void *)array);
        array.count = 2;
        CHECK(array.count == 2);
    }
}

// An object whose weak references begin with a block.
@interface Hooked : NSObject {
  @public
    void (^atReference)(void);
}
@end
@implementation Hooked
- (BOOL)allowsWeakReference {
    void (^block)(void) = atReference;
    atReference = nil;
    if (block) block();
    return YES;
}
@end

TEST("an array that changes while a reference to its new element begins keeps all elements, or raises") {
    NSPointerArray *array = [NSPointerArray weakObjectsPointerArray];
    NSMutableArray *alive = [NSMutableArray array];
    for (int index = 0; index < 300; index++) [alive addObject:AUTORELEASE([NSObject new])];
    Hooked *hooked = AUTORELEASE([Hooked new]);
    void (^grow)(void) = ^{
      for (int index = 0; index < 100; index++) [array addPointer:(__bridge void *)alive[array.count]];
    };
    void (^shrink)(void) = ^{ array.count = 0; };
    hooked->atReference = grow;
    [array addPointer:(__bridge void *)hooked];
    CHECK(array.count == 101 && array.allObjects.count == 101 && [array.allObjects containsObject:hooked]);
    hooked->atReference = grow;
    [array replacePointerAtIndex:100 withPointer:(__bridge void *)hooked];
    CHECK(array.count == 201 && array.allObjects.count == 201 && array.allObjects[100] == hooked);
    for (int isInserted = 0; isInserted < 2; isInserted++) {
        hooked->atReference = shrink;
        NSString *name = nil;
        @try {
            if (isInserted) [array insertPointer:(__bridge void *)hooked atIndex:1];
            else [array replacePointerAtIndex:0 withPointer:(__bridge void *)hooked];
        } @catch (NSException *exception) {
            name = exception.name;
        }
        CHECK([name isEqual:NSRangeException] && array.count == 0);
        [array addPointer:(__bridge void *)alive[0]];
    }
}
