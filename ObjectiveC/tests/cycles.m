// cycles.m - collections that contain themselves, or are nested without end: descriptions end, and data refuse them.
#import "check-foundation.h"
#import <CoreFoundation/CoreFoundation.h>

static NSArray *nested(int levels) {
    NSArray *list = @[ @"innermost" ];
    for (int level = 1; level < levels; level++) list = @[ list ];
    return list;
}

// Returns collections that contain themselves. The test empties them at its end, because a cycle would leak.
static NSArray *cycles(void) {
    NSMutableArray *array = [NSMutableArray array], *twice = [NSMutableArray array], *inner = [NSMutableArray array];
    NSMutableDictionary *value = [NSMutableDictionary dictionary], *key = [NSMutableDictionary dictionary];
    NSMutableDictionary *deepKey = [NSMutableDictionary dictionary];
    id same = array;
    [array addObject:same];
    same = twice;
    [twice addObjectsFromArray:@[ same, same ]];
    same = value;
    value[@"key"] = same;
    CFDictionarySetValue((__bridge CFMutableDictionaryRef)key, (__bridge void *)key, (__bridge void *)key);
    [inner addObject:deepKey];
    CFDictionarySetValue((__bridge CFMutableDictionaryRef)deepKey, (__bridge void *)inner, (__bridge void *)@1);
    return @[ array, twice, value, key, deepKey ];
}

TEST("a description ends though a collection contains itself, as a value, an element or a key") {
    NSArray *all = cycles();
    for (id collection in all) {
        NSString *description = [collection description];
        CHECK(description.length > 0 && description.length < 1000 && [description containsString:@": 0x"]);
        CHECK([[collection descriptionWithLocale:nil indent:1] length] < 2000);
        CHECK([NSString stringWithFormat:@"%@", collection].length == description.length);
        NSPredicate *predicate = [NSPredicate predicateWithFormat:@"SELF == %@", collection];
        CHECK(predicate.predicateFormat.length < 2000);
    }
    NSMapTable *map = [NSMapTable mapTableWithKeyOptions:NSPointerFunctionsObjectPointerPersonality valueOptions:0];
    [map setObject:map forKey:map];
    CHECK([map description].length < 1000);
    [map removeAllObjects];
    for (id collection in all) [collection removeAllObjects];
}

TEST("a description of a hundred thousand levels ends") {
    NSArray *list = nested(100000);
    CHECK([list.description containsString:@": 0x"] && ![list.description containsString:@"innermost"]);
    CHECK([nested(100).description containsString:@"innermost"]);
}

TEST("a description of dictionaries that are keys of one another ends, and describes each once") {
    NSDictionary *key = @{@"innermost" : @1};
    for (int level = 0; level < 4; level++) key = @{key : @2};
    CHECK([key.description containsString:@"innermost"] && ![key.description containsString:@": 0x"]);
    for (int level = 0; level < 1000; level++) key = @{key : @2};
    CHECK([key.description containsString:@": 0x"] && key.description.length < 10000);
}

TEST("levels of keys and of elements are counted together") {
    id inner = @"innermost";
    for (int level = 0; level < 200; level++) {
        for (int depth = 0; depth < 100; depth++) inner = @[ inner ];
        inner = @{inner : @1};
    }
    NSString *description = [inner description];
    CHECK([description containsString:@": 0x"] && ![description containsString:@"innermost"]);
}

// An object whose description raises an exception.
@interface Undescribed : NSObject
@end
@implementation Undescribed
- (NSString *)description {
    [NSException raise:@"Undescribed" format:@"no description"];
    return nil;
}
@end

TEST("a thousand descriptions that raise leave no object behind as described") {
    Undescribed *object = AUTORELEASE([Undescribed new]);
    NSArray *list = @[ @{@"key" : @[ object ]} ], *others = nested(100);
    NSDictionary *keys = @{@[ @"a" ] : @1};
    for (int round = 0; round < 1000; round++) {
        @autoreleasepool {
            CHECK([exception_of(^{ (void)list.description; }).name isEqual:@"Undescribed"]);
            CHECK([exception_of(^{ (void)[NSString stringWithFormat:@"%@", list]; }).name isEqual:@"Undescribed"]);
        }
    }
    CHECK([others.description containsString:@"innermost"] && ![others.description containsString:@": 0x"]);
    CHECK(![keys.description containsString:@": 0x"]);
}

TEST("JSON and property lists refuse collections that contain themselves or are nested too deep") {
    NSArray *all = cycles();
    NSArray *refused = [all arrayByAddingObjectsFromArray:@[ nested(100000), nested(600) ]];
    for (id collection in refused) {
        CHECK(![NSJSONSerialization isValidJSONObject:collection]);
        NSException *raised =
            exception_of(^{ [NSJSONSerialization dataWithJSONObject:collection options:0 error:NULL]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
        for (NSUInteger format = 100; format <= 200; format += 100) {
            NSError *error = nil;
            CHECK(![NSPropertyListSerialization propertyList:collection isValidForFormat:(NSPropertyListFormat)format]);
            CHECK([NSPropertyListSerialization dataWithPropertyList:collection
                                                             format:(NSPropertyListFormat)format
                                                            options:0
                                                              error:&error] == nil);
            CHECK(error.code == NSPropertyListWriteInvalidError);
        }
        CHECK(![collection writeToFile:@"/dev/null" atomically:NO]);
        raised = exception_of(^{ [[NSUserDefaults standardUserDefaults] setObject:collection forKey:@"cycle"]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException] && raised.reason.length < 200000);
    }
    NSArray *deep = nested(500);
    NSData *json = [NSJSONSerialization dataWithJSONObject:deep options:0 error:NULL];
    CHECK([[NSJSONSerialization JSONObjectWithData:json options:0 error:NULL] isEqual:deep]);
    NSData *list = [NSPropertyListSerialization dataWithPropertyList:deep format:200 options:0 error:NULL];
    CHECK([[NSPropertyListSerialization propertyListWithData:list options:0 format:NULL error:NULL] isEqual:deep]);
    for (id collection in all) [collection removeAllObjects];
}
