// notifications.m - NSNotificationCenter: observers with selectors and with blocks, removal during a post, threads.
#import "check.h"
#import <Foundation/Foundation.h>
#include <pthread.h>

static int deaths;
static NSMutableArray *calls;  // "observer:name" for each call of an observer, in order

@interface Listener : NSObject
@property(nonatomic, copy) NSString *name;
@property(nonatomic, copy) void (^action)(Listener *me, NSNotification *notification);
@end
@implementation Listener
- (void)hear:(NSNotification *)notification {
    [calls addObject:[NSString stringWithFormat:@"%@:%@", self.name, notification.name]];
    if (self.action) self.action(self, notification);
}
+ (void)hear:(NSNotification *)notification {
    [calls addObject:[NSString stringWithFormat:@"class:%@", notification.name]];
}
- (void)dealloc {
    deaths++;
    // Older programs do this in -dealloc, although it is not necessary.
    [[NSNotificationCenter defaultCenter] removeObserver:self];
#if !__has_feature(objc_arc)
    [_name release];
    [_action release];
    [super dealloc];
#endif
}
@end

// Returns a new observer of a notification, +1.
static Listener *listen(NSNotificationCenter *center, NSString *listener, NSString *name, id sender) {
    Listener *made = [Listener new];
    made.name = listener;
    [center addObserver:made selector:@selector(hear:) name:name object:sender];
    return made;
}

static BOOL called(NSArray *expected) {
    BOOL equal = [calls isEqualToArray:expected];
    [calls removeAllObjects];
    return equal;
}

#define SETUP                                                                                                          \
    NSNotificationCenter *center = [NSNotificationCenter new];                                                         \
    deaths = 0;                                                                                                        \
    calls = [NSMutableArray new]
#define TEAR_DOWN                                                                                                      \
    RELEASE(center);                                                                                                   \
    RELEASE(calls);                                                                                                    \
    calls = nil

TEST("observers get the notifications of their name and sender, in the order they were added") {
    SETUP;
    NSObject *sender = [NSObject new];
    Listener *a = listen(center, @"a", @"open", nil), *b = listen(center, @"b", nil, sender);
    Listener *c = listen(center, @"c", nil, nil), *d = listen(center, @"d", @"open", sender);
    [center postNotificationName:@"open" object:sender];
    CHECK(called(@[ @"a:open", @"b:open", @"c:open", @"d:open" ]));
    [center postNotificationName:[NSString stringWithFormat:@"%s", "open"] object:nil];
    CHECK(called(@[ @"a:open", @"c:open" ]));
    [center postNotificationName:@"close" object:sender];
    CHECK(called(@[ @"b:close", @"c:close" ]));
    [center addObserver:[Listener class] selector:@selector(hear:) name:@"open" object:nil];
    [center postNotificationName:@"open" object:center];
    CHECK(called(@[ @"a:open", @"c:open", @"class:open" ]));
    RELEASE(a);
    RELEASE(b);
    RELEASE(c);
    RELEASE(d);
    RELEASE(sender);
    TEAR_DOWN;
}

TEST("a notification has a name, an object and an info, and keeps them") {
    NSNotification *notification;
    deaths = 0;
    @autoreleasepool {
        Listener *object = AUTORELEASE([Listener new]);
        notification = RETAIN([NSNotification notificationWithName:@"moved" object:object userInfo:@{@"x" : @1}]);
    }
    CHECK(deaths == 0 && [notification.name isEqual:@"moved"] && [notification.userInfo[@"x"] isEqual:@1]);
    @autoreleasepool {
        NSNotification *copy = AUTORELEASE([notification copy]);
        CHECK([copy.name isEqual:@"moved"] && [copy.object isKindOfClass:[Listener class]]);
        CHECK(strstr(notification.description.UTF8String, "{name = moved; object = <Listener"));
        RELEASE(notification);
        notification = copy = nil;
    }
    CHECK(deaths == 1);
}

TEST("the same notification reaches the observer, with its sender and info") {
    SETUP;
    Listener *a = listen(center, @"a", @"sum", nil);
    __block int sum = 0;
    __block id sender = nil;
    a.action = ^(Listener *me, NSNotification *notification) {
      sum += [notification.userInfo[@"value"] intValue];
      sender = notification.object;
    };
    [center postNotificationName:@"sum" object:@"me" userInfo:@{@"value" : @40}];
    [center postNotification:[NSNotification notificationWithName:@"sum" object:@"it" userInfo:@{@"value" : @2}]];
    CHECK(sum == 42 && [sender isEqual:@"it"]);
    RELEASE(a);
    TEAR_DOWN;
}

TEST("an observer is not kept alive, and need not be removed") {
    SETUP;
    @autoreleasepool {
        Listener *a = listen(center, @"a", @"x", nil), *b = listen(center, @"b", @"x", nil);
        [center postNotificationName:@"x" object:nil];
        RELEASE(a);
        a = nil;
        CHECK(deaths == 1);
        [center postNotificationName:@"x" object:nil];
        CHECK(called(@[ @"a:x", @"b:x", @"b:x" ]));
        RELEASE(b);
    }
    for (int round = 0; round < 1000; round++) {
        @autoreleasepool {
            RELEASE(listen(center, @"short", @"x", nil));
        }
    }
    [center postNotificationName:@"x" object:nil];
    CHECK(deaths == 1002 && calls.count == 0);
    TEAR_DOWN;
}

TEST("an observer is removed as a whole, or for a name or a sender") {
    SETUP;
    NSObject *sender = [NSObject new];
    Listener *a = listen(center, @"a", @"x", nil);
    [center addObserver:a selector:@selector(hear:) name:@"y" object:nil];
    [center addObserver:a selector:@selector(hear:) name:@"z" object:sender];
    [center removeObserver:a name:@"x" object:nil];
    for (NSString *name in @[ @"x", @"y", @"z" ]) [center postNotificationName:name object:sender];
    CHECK(called(@[ @"a:y", @"a:z" ]));
    [center removeObserver:a name:nil object:sender];
    for (NSString *name in @[ @"x", @"y", @"z" ]) [center postNotificationName:name object:sender];
    CHECK(called(@[ @"a:y" ]));
    [center removeObserver:sender];
    [center removeObserver:a];
    for (NSString *name in @[ @"x", @"y", @"z" ]) [center postNotificationName:name object:sender];
    CHECK(called(@[]));
    RELEASE(a);
    RELEASE(sender);
    TEAR_DOWN;
}

TEST("a block observes until its token is removed, and is released then") {
    SETUP;
    @autoreleasepool {
        Listener *captured = [Listener new];
        id token = [center addObserverForName:@"x"
                                       object:nil
                                        queue:nil
                                   usingBlock:^(NSNotification *notification) { [captured hear:notification]; }];
        RELEASE(captured);
        captured = nil;
        [center postNotificationName:@"x" object:nil];
        CHECK(called(@[ @"(null):x" ]) && deaths == 0);
        [center removeObserver:token];
        [center postNotificationName:@"x" object:nil];
        CHECK(called(@[]));
    }
    CHECK(deaths == 1);
    TEAR_DOWN;
}

TEST("a center that dies releases its blocks") {
    SETUP;
    @autoreleasepool {
        Listener *captured = [Listener new];
        (void)[center addObserverForName:nil
                                  object:nil
                                   queue:nil
                              usingBlock:^(NSNotification *notification) { [captured hear:notification]; }];
        RELEASE(captured);
    }
    CHECK(deaths == 0);
    TEAR_DOWN;
    center = nil;
    CHECK(deaths == 1);
}

TEST("an observer that is removed during a post is not called any more, and one that is added waits for the next") {
    SETUP;
    Listener *a = listen(center, @"a", @"x", nil), *b = listen(center, @"b", @"x", nil), *c = [Listener new];
    c.name = @"c";
    __block Listener *d = listen(center, @"d", @"x", nil);
    a.action = ^(Listener *me, NSNotification *notification) {
      [center removeObserver:b];
      [center removeObserver:me];
      [center addObserver:c selector:@selector(hear:) name:@"x" object:nil];
      RELEASE(d);
      d = nil;
    };
    @autoreleasepool {
        [center postNotificationName:@"x" object:nil];
    }
    CHECK(called(@[ @"a:x" ]) && deaths == 1);
    [center postNotificationName:@"x" object:nil];
    CHECK(called(@[ @"c:x" ]));
    a.action = nil;
    RELEASE(a);
    RELEASE(b);
    RELEASE(c);
    TEAR_DOWN;
}

TEST("an observer may post") {
    SETUP;
    Listener *a = listen(center, @"a", @"x", nil), *b = listen(center, @"b", nil, nil);
    a.action = ^(Listener *me, NSNotification *notification) { [center postNotificationName:@"y" object:me]; };
    [center postNotificationName:@"x" object:nil];
    CHECK(called(@[ @"a:x", @"b:y", @"b:x" ]));
    a.action = nil;
    RELEASE(a);
    RELEASE(b);
    TEAR_DOWN;
}

TEST("an exception leaves the observer and the post, and the center works on") {
    SETUP;
    Listener *a = listen(center, @"a", @"x", nil), *b = listen(center, @"b", @"x", nil);
    BOOL caught = NO;
    a.action = ^(Listener *me, NSNotification *notification) {
      if (notification.object == nil) @throw @"thrown";
      (void)[@[] objectAtIndex:3];
    };
    @autoreleasepool {
        @try {
            [center postNotificationName:@"x" object:nil];
        } @catch (NSString *text) {
            caught = YES;
        }
        CHECK(caught && called(@[ @"a:x" ]));
        caught = NO;
        @try {
            [center postNotificationName:@"x" object:@"raise"];
        } @catch (NSException *exception) {
            caught = [exception.name isEqual:NSRangeException];
        }
        CHECK(caught && called(@[ @"a:x" ]));
        a.action = nil;
        [center postNotificationName:@"x" object:nil];
        CHECK(called(@[ @"a:x", @"b:x" ]));
    }
    RELEASE(a);
    RELEASE(b);
#if !__has_feature(objc_arc)
    CHECK(deaths == 2);  // with ARC, clang's code leaks what it holds when an exception leaves it
#endif
    TEAR_DOWN;
}

@interface Leaver : NSObject
@end
@implementation Leaver
- (void)dealloc {
    [[NSNotificationCenter defaultCenter] postNotificationName:@"gone" object:self];
    SUPER_DEALLOC;
}
- (void)hear:(NSNotification *)notification {
    [calls addObject:@"an observer that is being deallocated"];
}
@end

TEST("an object that posts from its dealloc is the sender, and not called itself") {
    NSNotificationCenter *center = [NSNotificationCenter defaultCenter];
    calls = [NSMutableArray new];
    CHECK(center && center == [NSNotificationCenter defaultCenter]);
    Leaver *leaver = [Leaver new];
    Listener *a = listen(center, @"a", @"gone", leaver);
    [center addObserver:leaver selector:@selector(hear:) name:@"gone" object:nil];
    RELEASE(leaver);
    leaver = nil;
    CHECK(called(@[ @"a:gone" ]));
    [center removeObserver:a];
    RELEASE(a);
    RELEASE(calls);
    calls = nil;
}

TEST("wrong arguments raise exceptions") {
    SETUP;
    int caught = 0;
    id volatile none = nil;
    @try {
        (void)[center addObserver:none selector:@selector(hear:) name:nil object:nil];
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSInvalidArgumentException];
    } @
    try {
        [center postNotificationName:none object:nil];
    } @catch (NSException *exception) {
        caught += [exception.name isEqual:NSInvalidArgumentException];
    }
    CHECK(caught == 2);
    TEAR_DOWN;
}

TEST("a block runs on its queue, and the post waits for it") {
    SETUP;
    NSOperationQueue *queue = AUTORELEASE([NSOperationQueue new]);
    __block NSOperationQueue *ran = nil;
    __block NSThread *thread = nil;
    id token = [center addObserverForName:@"a"
                                   object:nil
                                    queue:queue
                               usingBlock:^(NSNotification *notification) {
                                 ran = [NSOperationQueue currentQueue];
                                 thread = [NSThread currentThread];
                                 [calls addObject:notification.userInfo[@"key"]];
                               }];
    [center postNotificationName:@"a" object:nil userInfo:@{@"key" : @"value"}];
    CHECK(ran == queue && thread != [NSThread currentThread] && called(@[ @"value" ]));
    [center removeObserver:token];
    [center postNotificationName:@"a" object:nil userInfo:@{@"key" : @"value"}];
    CHECK(called(@[]));
    TEAR_DOWN;
}

TEST("a post on the main thread runs the blocks of the main queue itself") {
    SETUP;
    NSOperationQueue *queue = [NSOperationQueue mainQueue];
    (void)[center addObserverForName:@"a"
                              object:nil
                               queue:queue
                          usingBlock:^(NSNotification *notification) { [calls addObject:notification.name]; }];
    [center postNotificationName:@"a" object:nil];
    CHECK(called(@[ @"a" ]));
    TEAR_DOWN;
}

// ── Threads ─────────────────────────────────────────────────────────────────────────────────────────

static int heard;
@interface Counter : NSObject
@end
@implementation Counter
- (void)count:(NSNotification *)notification {
    __atomic_fetch_add(&heard, 1, __ATOMIC_RELAXED);
}
@end

static void *use_center(void *object) {
    NSNotificationCenter *center = (__bridge NSNotificationCenter *)object;
    for (int round = 0; round < 500; round++) {
        @autoreleasepool {
            Counter *counter = [Counter new];
            [center addObserver:counter selector:@selector(count:) name:@"x" object:nil];
            [center postNotificationName:@"x" object:nil];
            if (round % 2) [center removeObserver:counter];
            RELEASE(counter);
        }
    }
    return NULL;
}

TEST("threads add, post, remove and let observers die at once") {
    NSNotificationCenter *center = [NSNotificationCenter new];
    pthread_t threads[4];
    heard = 0;
    for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, use_center, (__bridge void *)center);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
    CHECK(heard >= 2000);
    heard = 0;
    [center postNotificationName:@"x" object:nil];
    CHECK(heard == 0);
    RELEASE(center);
}
