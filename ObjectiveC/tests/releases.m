// releases.m - objects whose dealloc uses the object that releases them: the change is complete by then, and no lock is
// held.
#import "check-foundation.h"

static int deaths;

// Runs a block when it is deallocated.
@interface Mortal : NSObject
@property(nonatomic, copy) void (^ending)(void);
@end
@implementation Mortal
- (void)dealloc {
    deaths++;
    void (^ending)(void) = RETAIN(_ending);
    if (ending) ending();
    RELEASE(ending);
#if !__has_feature(objc_arc)
    [_ending release];
    [super dealloc];
#endif
}
@end

static id mortal(void (^ending)(void)) {
    Mortal *mortal = AUTORELEASE([Mortal new]);
    mortal.ending = ending;
    return mortal;
}

// Checks that that many objects died since the last check.
static void check_deaths(int count) {
    CHECK(deaths == count);
    deaths = 0;
}

TEST("an array of pointers has removed an object before it releases it") {
    NSPointerArray *array = AUTORELEASE([[NSPointerArray alloc] initWithOptions:NSPointerFunctionsStrongMemory]);
    __unsafe_unretained NSPointerArray *same = array;
    void (^uses)(void) = ^{
      CHECK(same.allObjects.count <= same.count);
      if (same.count < 20) [same addPointer:NULL];
      [same compact];
    };
    @autoreleasepool {
        for (int index = 0; index < 5; index++) [array addPointer:(__bridge void *)mortal(uses)];
    }
    @autoreleasepool {
        [array removePointerAtIndex:0];
    }
    check_deaths(1);
    @autoreleasepool {
        [array replacePointerAtIndex:0 withPointer:(__bridge void *)@1];
    }
    check_deaths(1);
    CHECK([array pointerAtIndex:0] == (__bridge void *)@1 && array.count == 4);
    @autoreleasepool {
        void (^removes)(void) = ^{
          if (same.count) [same removePointerAtIndex:0];
        };
        for (int index = 0; index < 5; index++) [array addPointer:(__bridge void *)mortal(removes)];
    }
    @autoreleasepool {
        array.count = 0;
    }
    CHECK(array.count == 0);
    check_deaths(8);
    array.count = 3;
    CHECK([array pointerAtIndex:0] == NULL && [array pointerAtIndex:2] == NULL);
}

TEST("a progress releases its handlers, its user info and its parts when its counts can be read") {
    NSProgress *progress = [NSProgress progressWithTotalUnitCount:10];
    __unsafe_unretained NSProgress *same = progress;
    void (^uses)(void) = ^{
      CHECK(same.fractionCompleted <= 1);
      same.completedUnitCount++;
    };
    @autoreleasepool {
        [progress setUserInfoObject:mortal(uses) forKey:@"key"];
        for (int handler = 0; handler < 3; handler++) {
            id kept = mortal(uses);
            void (^block)(void) = ^{ (void)kept; };
            if (handler == 0) progress.cancellationHandler = block;
            else if (handler == 1) progress.pausingHandler = block;
            else progress.resumingHandler = block;
        }
        NSProgress *part = AUTORELEASE([[NSProgress alloc] initWithParent:nil userInfo:nil]);
        part.totalUnitCount = 1;
        [part setUserInfoObject:mortal(uses) forKey:@"key"];
        [progress addChild:part withPendingUnitCount:2];
        part.completedUnitCount = 1;
    }
    @autoreleasepool {
        [progress setUserInfoObject:@"other" forKey:@"key"];
        progress.cancellationHandler = nil;
        progress.pausingHandler = nil;
        progress.resumingHandler = nil;
    }
    check_deaths(5);
    CHECK(progress.completedUnitCount == 7);
}

TEST("a property has its new value before the old one is released") {
    NSTask *task = AUTORELEASE([NSTask new]);
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    NSOperation *operation = AUTORELEASE([NSOperation new]);
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"http://a.org"]];
    NSScanner *scanner = [NSScanner scannerWithString:@"abc"];
    NSCache *cache = AUTORELEASE([NSCache new]);
    NSArray *objects = @[ task, queue, operation, request, scanner, cache ];
    NSArray *keys = @[ @"standardOutput", @"name", @"name", @"HTTPBodyStream", @"charactersToBeSkipped", @"name" ];
    for (NSUInteger index = 0; index < keys.count; index++) {
        __unsafe_unretained id object = objects[index];
        __unsafe_unretained NSString *key = keys[index];
        @autoreleasepool {
            [object setValue:mortal(^{
                      CHECK(![[object valueForKey:key] isKindOfClass:[Mortal class]]);
                      [object setValue:nil forKey:key];
                    })
                      forKey:key];
        }
        [object setValue:nil forKey:key];
        check_deaths(1);
    }
}

TEST("a map table that grows is whole before it releases the values of keys that are gone") {
    enum { KEYS = 200 };
    NSMapTable *table = [NSMapTable weakToStrongObjectsMapTable];
    __unsafe_unretained NSMapTable *same = table;
    NSMutableArray *kept = [NSMutableArray array];
    __unsafe_unretained NSMutableArray *keys = kept;
    __block int missing = 0;
    for (int index = 0; index < KEYS; index++) {
        @autoreleasepool {
            NSObject *lost = AUTORELEASE([NSObject new]), *key = AUTORELEASE([NSObject new]);
            [table setObject:mortal(^{
                     for (id each in keys) missing += [same objectForKey:each] == nil;
                     if (keys.count) [same setObject:@"new" forKey:keys[0]];
                   })
                      forKey:lost];
            [table setObject:@(index) forKey:key];
            [kept addObject:key];
        }
    }
    CHECK(deaths > 0 && missing == 0);
    for (int index = 1; index < KEYS; index++) CHECK([[table objectForKey:kept[(NSUInteger)index]] intValue] == index);
    [table removeAllObjects];
    CHECK(deaths == KEYS);
    deaths = 0;
}

TEST("an attributed string has its new attributes before the old ones are released") {
    NSMutableAttributedString *text = AUTORELEASE([[NSMutableAttributedString alloc] initWithString:@"abc"]);
    __unsafe_unretained NSMutableAttributedString *same = text;
    NSAttributedString *other = AUTORELEASE([[NSAttributedString alloc] initWithString:@"de"]);
    for (int change = 0; change < 4; change++) {
        @autoreleasepool {
            [text setAttributedString:AUTORELEASE([[NSAttributedString alloc] initWithString:@"abc"])];
            [text addAttribute:@"mortal"
                         value:mortal(^{
                           if (same.length) CHECK([same attributesAtIndex:0 effectiveRange:NULL][@"mortal"] == nil);
                           CHECK(same.string.length == same.length);
                           [same addAttribute:@"other" value:@1 range:NSMakeRange(0, same.length)];
                         })
                         range:NSMakeRange(0, 3)];
        }
        @autoreleasepool {
            if (change == 0) [text removeAttribute:@"mortal" range:NSMakeRange(0, 3)];
            else if (change == 1) [text setAttributes:@{} range:NSMakeRange(0, 3)];
            else if (change == 2) [text deleteCharactersInRange:NSMakeRange(0, 3)];
            else [text setAttributedString:other];
        }
        check_deaths(1);
        CHECK(change != 3 || [text.string isEqual:@"de"]);
    }
}
