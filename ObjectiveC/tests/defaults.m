// defaults.m - NSUserDefaults, whose keys are observed, NSCache and NSIndexPath.
#import "check-foundation.h"

@interface Reader : NSObject {
  @public
    int changes, notifications;
}
@property(strong) id latest;
@end
@implementation Reader
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    changes++;
    self.latest = change[NSKeyValueChangeNewKey];
}
- (void)changed:(NSNotification *)notification {
    notifications++;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_latest release];
    [super dealloc];
}
#endif
@end

TEST("settings are read in the type that is asked for, and registered ones where there is no other") {
    NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
    CHECK(defaults == [NSUserDefaults standardUserDefaults] && [defaults objectForKey:@"size"] == nil);
    [defaults registerDefaults:@{@"size" : @4, @"title" : @"none"}];
    CHECK([defaults integerForKey:@"size"] == 4 && [[defaults stringForKey:@"title"] isEqual:@"none"]);
    [defaults setObject:@"7" forKey:@"size"];
    CHECK([defaults integerForKey:@"size"] == 7 && [[defaults objectForKey:@"size"] isEqual:@"7"]);
    [defaults setInteger:8 forKey:@"size"];
    CHECK([[defaults stringForKey:@"size"] isEqual:@"8"] && [defaults arrayForKey:@"size"] == nil);
    [defaults removeObjectForKey:@"size"];
    CHECK([defaults integerForKey:@"size"] == 4);
    NSDictionary *tree = @{
        @"names" : @[ @"Ann", @"Bob" ],
        @"bytes" : [NSData dataWithBytes:"ab" length:2],
        @"day" : [NSDate dateWithTimeIntervalSince1970:86400]
    };
    [defaults setObject:tree forKey:@"tree"];
    CHECK([[defaults dictionaryForKey:@"tree"] isEqual:tree]);
    [defaults setBool:YES forKey:@"on"];
    [defaults setDouble:0.5 forKey:@"half"];
    [defaults setFloat:0.25f forKey:@"quarter"];
    CHECK([defaults boolForKey:@"on"] && [defaults doubleForKey:@"half"] == 0.5);
    CHECK([defaults floatForKey:@"quarter"] == 0.25f);
    CHECK([[defaults dictionaryRepresentation][@"half"] isEqual:@0.5]);
    CHECK([[defaults stringArrayForKey:@"missing"] count] == 0);
}

TEST("an observer of a key is notified of each set, and others of a notification") {
    NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
    Reader *reader = [Reader new];
    [defaults addObserver:reader forKeyPath:@"colour" options:NSKeyValueObservingOptionNew context:NULL];
    NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
    [center addObserver:reader selector:@selector(changed:) name:NSUserDefaultsDidChangeNotification object:defaults];
    [defaults setObject:@"red" forKey:@"colour"];
    CHECK(reader->changes == 1 && [reader.latest isEqual:@"red"] && reader->notifications == 1);
    [defaults setInteger:3 forKey:@"colour"];
    CHECK(reader->changes == 2 && [reader.latest isEqual:@3]);
    [defaults setValue:@"blue" forKey:@"colour"];
    CHECK(reader->changes == 3 && [[defaults valueForKey:@"colour"] isEqual:@"blue"]);
    [defaults setObject:@1 forKey:@"another"];
    [defaults removeObjectForKey:@"colour"];
    CHECK(reader->changes == 4 && reader.latest == [NSNull null] && reader->notifications == 5);
    [center removeObserver:reader];
    [defaults removeObserver:reader forKeyPath:@"colour"];
    RELEASE(reader);
}

TEST("a change by one object is announced to the observers of all objects for the suite") {
    NSString *suite = [NSString stringWithFormat:@"mini.tests.suite%d", getpid()];
    NSUserDefaults *first = AUTORELEASE([[NSUserDefaults alloc] initWithSuiteName:suite]);
    NSUserDefaults *second = AUTORELEASE([[NSUserDefaults alloc] initWithSuiteName:suite]);
    NSUserDefaults *other = [NSUserDefaults standardUserDefaults], *same = AUTORELEASE([NSUserDefaults new]);
    Reader *reader = AUTORELEASE([Reader new]), *outsider = AUTORELEASE([Reader new]);
    [second addObserver:reader forKeyPath:@"k" options:NSKeyValueObservingOptionNew context:NULL];
    [other addObserver:outsider forKeyPath:@"k" options:NSKeyValueObservingOptionNew context:NULL];
    [first setObject:@"a" forKey:@"k"];
    CHECK(reader->changes == 1 && [reader.latest isEqual:@"a"] && outsider->changes == 0);
    [second setInteger:2 forKey:@"k"];
    CHECK(reader->changes == 2 && [reader.latest isEqual:@2] && [[first objectForKey:@"k"] isEqual:@2]);
    [same setObject:@"b" forKey:@"k"];
    CHECK(reader->changes == 2 && outsider->changes == 1);
    @autoreleasepool {
        for (int turn = 0; turn < 100; turn++) {
            RELEASE([[NSUserDefaults alloc] initWithSuiteName:suite]);
        }
    }
    [first removeObjectForKey:@"k"];
    [same removeObjectForKey:@"k"];
    CHECK(reader->changes == 3 && reader.latest == [NSNull null]);
    [second removeObserver:reader forKeyPath:@"k"];
    [other removeObserver:outsider forKeyPath:@"k"];
    [first removePersistentDomainForName:suite];
}

TEST("an object that is no property list is refused") {
    NSString *name = nil;
    @try {
        [[NSUserDefaults standardUserDefaults] setObject:AUTORELEASE([Reader new]) forKey:@"reader"];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSInvalidArgumentException]);
}

@interface Evicted : NSObject <NSCacheDelegate>
@property(strong) NSMutableArray *objects;
@end
@implementation Evicted
- (void)cache:(NSCache *)cache willEvictObject:(id)object {
    [self.objects addObject:object];
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_objects release];
    [super dealloc];
}
#endif
@end

TEST("the number of a text that is stored is the one that the text begins with") {
    NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
    NSDictionary *numbers = @{@"😀" : @0, @"" : @0, @"12x" : @12, @" -3" : @-3, @"é" : @0, @"1.5" : @1.5};
    for (NSString *text in numbers) {
        [defaults setObject:text forKey:@"text"];
        CHECK([defaults integerForKey:@"text"] == [numbers[text] integerValue]);
        CHECK([defaults floatForKey:@"text"] == [numbers[text] floatValue]);
        CHECK([defaults doubleForKey:@"text"] == [numbers[text] doubleValue]);
        CHECK([defaults boolForKey:@"text"] == [text boolValue]);
    }
    for (NSNumber *number in @[ @1e300, @(-INFINITY), @(NAN), @(ULLONG_MAX), @YES, @-7, @2.5f ]) {
        [defaults setObject:number forKey:@"number"];
        CHECK([defaults integerForKey:@"number"] == number.integerValue);
        CHECK([defaults doubleForKey:@"number"] == number.doubleValue || isnan(number.doubleValue));
        CHECK([defaults boolForKey:@"number"] == number.boolValue);
    }
    for (id other in @[ @[], @{}, [NSDate date], [NSData data] ]) {
        [defaults setObject:other forKey:@"other"];
        CHECK([defaults integerForKey:@"other"] == 0 && ![defaults boolForKey:@"other"]);
    }
}

TEST("a dictionary that looks like a reference of an archive is no setting") {
    NSDictionary *dictionary = @{@"CF$UID" : @3};
    NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
    NSString *refused = NSInvalidArgumentException;
    CHECK([exception_of(^{ [defaults setObject:dictionary forKey:@"reference"]; }).name isEqual:refused]);
    NSArray *list = @[ @{@"inner" : dictionary} ];
    CHECK([exception_of(^{ [defaults setObject:list forKey:@"reference"]; }).name isEqual:refused]);
    NSDictionary *domain = @{@"stored" : dictionary};
    CHECK([exception_of(^{ [defaults registerDefaults:domain]; }).name isEqual:refused]);
    CHECK([exception_of(^{ [defaults setPersistentDomain:domain forName:@"references"]; }).name isEqual:refused]);
    CHECK([defaults objectForKey:@"reference"] == nil && [defaults objectForKey:@"stored"] == nil);
    [defaults setObject:@{@"CF$UID" : @"3"} forKey:@"reference"];
    CHECK([[defaults objectForKey:@"reference"] isEqual:@{@"CF$UID" : @"3"}]);
    [defaults removeObjectForKey:@"reference"];
}

TEST("a cache finds objects by equal keys, and drops the oldest above its limits") {
    NSCache<NSString *, NSNumber *> *cache = AUTORELEASE([NSCache new]);
    Evicted *delegate = AUTORELEASE([Evicted new]);
    delegate.objects = [NSMutableArray array];
    cache.delegate = delegate;
    cache.countLimit = 2;
    NSMutableString *key = [NSMutableString stringWithString:@"a"];
    [cache setObject:@1 forKey:key];
    CHECK([[cache objectForKey:@"a"] isEqual:@1] && cache.countLimit == 2);
    [cache setObject:@2 forKey:@"b"];
    [cache setObject:@3 forKey:@"b"];
    CHECK([[cache objectForKey:@"b"] isEqual:@3] && delegate.objects.count == 0);
    [cache setObject:@4 forKey:@"c"];
    CHECK([cache objectForKey:@"a"] == nil && [delegate.objects isEqual:@[ @1 ]]);
    cache.countLimit = 0;
    cache.totalCostLimit = 10;
    [cache setObject:@5 forKey:@"d" cost:8];
    [cache setObject:@6 forKey:@"e" cost:8];
    CHECK([cache objectForKey:@"d"] == nil && [[cache objectForKey:@"e"] isEqual:@6]);
    [cache removeObjectForKey:@"e"];
    CHECK([cache objectForKey:@"e"] == nil && [delegate.objects.lastObject isEqual:@6]);
    NSUInteger evicted = delegate.objects.count;
    [cache removeObjectForKey:@"e"];
    CHECK(delegate.objects.count == evicted);
    [cache setObject:@7 forKey:@"f"];
    [cache removeAllObjects];
    CHECK([cache objectForKey:@"f"] == nil && [delegate.objects.lastObject isEqual:@7]);
    cache.name = @"numbers";
    CHECK([cache.name isEqual:@"numbers"] && cache.delegate == delegate);
}

TEST("a full cache drops the oldest objects in their order, though others were replaced and removed") {
    NSCache *cache = AUTORELEASE([NSCache new]);
    Evicted *delegate = AUTORELEASE([Evicted new]);
    cache.delegate = delegate;
    for (int turn = 0; turn < 3; turn++) {
        delegate.objects = [NSMutableArray array];
        cache.countLimit = 100;
        for (int index = 0; index < 3000; index++) {
            [cache setObject:@(index) forKey:@(index)];
            if (index % 10 == 0) [cache setObject:@(index) forKey:@"again"];
        }
        NSMutableArray *expected = [NSMutableArray array];
        for (id object in delegate.objects) {
            if ([object intValue] % 10) [expected addObject:object];
        }
        CHECK(expected.count > 2500 && delegate.objects.count < 3001);
        NSArray *sorted = [expected sortedArrayUsingSelector:@selector(compare:)];
        CHECK([sorted isEqual:expected]);
        [cache removeAllObjects];
        cache.countLimit = 0;
        for (int index = 0; index < 1000; index++) [cache setObject:@1 forKey:@"same"];
        [cache removeAllObjects];
    }
}

TEST("several threads may use a cache") {
    NSCache *cache = AUTORELEASE([NSCache new]);
    cache.countLimit = 50;
    dispatch_apply(4, dispatch_get_global_queue(0, 0), ^(size_t thread) {
      for (int index = 0; index < 500; index++) {
          @autoreleasepool {
              [cache setObject:@(index) forKey:@(index % 80)];
              NSNumber *found = [cache objectForKey:@(index % 80)];
              if (found && found.intValue % 80 != index % 80) abort();
          }
      }
    });
    int count = 0;
    for (int key = 0; key < 80; key++) count += [cache objectForKey:@(key)] != nil;
    CHECK(count == 50);
}

TEST("index paths are compared by their indexes") {
    NSUInteger indexes[] = {1, 4, 2}, got[3];
    NSIndexPath *path = [NSIndexPath indexPathWithIndexes:indexes length:3];
    CHECK(path.length == 3 && [path indexAtPosition:1] == 4 && [path indexAtPosition:3] == NSNotFound);
    [path getIndexes:got];
    CHECK(memcmp(got, indexes, sizeof got) == 0);
    NSIndexPath *parent = [path indexPathByRemovingLastIndex];
    CHECK([[parent indexPathByAddingIndex:2] isEqual:path] && [parent indexPathByAddingIndex:2].hash == path.hash);
    CHECK([parent compare:path] == NSOrderedAscending && [path compare:parent] == NSOrderedDescending);
    CHECK([[NSIndexPath indexPathWithIndex:2] compare:path] == NSOrderedDescending && ![path isEqual:@"path"]);
    CHECK(AUTORELEASE([NSIndexPath new]).length == 0 && [path compare:AUTORELEASE([path copy])] == NSOrderedSame);
    CHECK([path.description hasSuffix:@"(1, 4, 2)"]);
}
