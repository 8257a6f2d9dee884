// controller.m - ObservationController: the forms of callbacks, their arguments, and every order in which controller,
// observer and observed object can be deallocated.
// sources: ObjectiveC/package/Sources/ObservationController
#import "check.h"
#import <Foundation/Foundation.h>
#import <ObservationController.h>
#import <objc/runtime.h>
#include <pthread.h>

static int accounts, auditors, captured;

@interface Account : NSObject {
    NSMutableArray *_entries;
    NSMutableSet *_labels;
}
@property(nonatomic) int balance;
@property(nonatomic, copy) NSString *owner;
@property(nonatomic, strong) Account *partner;
@property(nonatomic, readonly) NSString *title;
@property(nonatomic) int manual;
@end
@implementation Account
+ (NSSet *)keyPathsForValuesAffectingTitle {
    return [NSSet setWithArray:@[ @"owner", @"balance" ]];
}
+ (BOOL)automaticallyNotifiesObserversForKey:(NSString *)key {
    return ![key isEqual:@"manual"] && [super automaticallyNotifiesObserversForKey:key];
}
- (instancetype)init {
    if ((self = [super init])) {
        accounts++;
        _entries = [NSMutableArray new];
        _labels = [NSMutableSet new];
    }
    return self;
}
- (void)dealloc {
    accounts--;
#if !__has_feature(objc_arc)
    [_owner release];
    [_partner release];
    [_entries release];
    [_labels release];
    [super dealloc];
#endif
}
- (NSString *)title {
    return [NSString stringWithFormat:@"%@ has %d", self.owner, self.balance];
}
@end

static Account *account(void) { return AUTORELEASE([Account new]); }

// An observer that counts its notifications and keeps the arguments of the last one.
@interface Auditor : NSObject
@property(nonatomic) int calls;
@property(nonatomic, copy) NSString *keyPath;
@property(nonatomic, strong) NSDictionary *change;
@property(nonatomic) void *context;
@property(nonatomic, strong) OBCObservationController *controller;
@property(nonatomic, unsafe_unretained) id object;
@end
@implementation Auditor
- (instancetype)init {
    if ((self = [super init])) auditors++;
    return self;
}
- (void)dealloc {
    auditors--;
#if !__has_feature(objc_arc)
    [_keyPath release];
    [_change release];
    [_controller release];
    [super dealloc];
#endif
}
- (void)noteNothing {
    self.calls++;
}
- (void)note:(NSDictionary *)change {
    self.calls++;
    self.change = change;
}
- (void)note:(NSDictionary *)change of:(id)object {
    [self note:change];
    self.object = object;
}
- (void)note:(NSDictionary *)change of:(id)object keyPath:(NSString *)keyPath {
    [self note:change of:object];
    self.keyPath = keyPath;
}
- (void)note:(id)one and:(id)two and:(id)three and:(id)four {
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    [self note:change of:object keyPath:keyPath];
    self.context = context;
}
@end

static Auditor *auditor(void) { return AUTORELEASE([Auditor new]); }

// An object for blocks to capture. The variable `captured` counts its instances.
@interface Captured : NSObject
@property(nonatomic) int calls;
@end
@implementation Captured
- (instancetype)init {
    if ((self = [super init])) captured++;
    return self;
}
- (void)dealloc {
    captured--;
    SUPER_DEALLOC;
}
@end

static OBCObservationController *controller(id observer) {
    return AUTORELEASE([[OBCObservationController alloc] initWithObserver:observer]);
}
static OBCObservationController *nonretaining(id observer) {
    return AUTORELEASE([[OBCObservationController alloc] initWithObserver:observer retainsObserved:NO]);
}

enum {
    NEW = NSKeyValueObservingOptionNew,
    OLD = NSKeyValueObservingOptionOld,
    INITIAL = NSKeyValueObservingOptionInitial,
    PRIOR = NSKeyValueObservingOptionPrior,
};

TEST("a block is called with the observer, the key path, the object and the change") {
    Auditor *me = auditor();
    Account *object = account();
    OBCObservationController *all = controller(me);
    CHECK(all.observer == me && all.retainsObserved);
    __block int calls = 0;
    [all observe:object
         keyPath:@"balance"
         options:NEW | OLD
           block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
             calls++;
             CHECK(observer == me && changed == object && [keyPath isEqual:@"balance"]);
             CHECK(change.count == 3);
             CHECK([change[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeSetting)]);
             CHECK([change[NSKeyValueChangeOldKey] isEqual:@(calls - 1)]);
             CHECK([change[NSKeyValueChangeNewKey] isEqual:@(calls)]);
           }];
    object.balance = 1;
    [object setValue:@2 forKey:@"balance"];
    CHECK(calls == 2 && [all isObserving:object keyPath:@"balance"] && ![all isObserving:object keyPath:@"owner"]);
    [all unobserve:object keyPath:@"balance"];
    object.balance = 3;
    CHECK(calls == 2 && ![all isObserving:object keyPath:@"balance"] && all.observedObjectCount == 0);
}

TEST("one block observes several key paths") {
    Auditor *me = auditor();
    Account *object = account();
    OBCObservationController *all = controller(me);
    NSMutableArray *seen = [NSMutableArray array];
    [all observe:object
        keyPaths:@[ @"balance", @"owner", @"partner.owner" ]
         options:NEW
           block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
             [seen addObject:keyPath];
             [seen addObject:change[NSKeyValueChangeNewKey]];
           }];
    object.balance = 1;
    object.owner = @"Ann";
    object.partner = account();
    object.partner.owner = @"Bob";
    object.partner = nil;
    NSArray *expected = @[
        @"balance", @1, @"owner", @"Ann", @"partner.owner", [NSNull null], @"partner.owner", @"Bob", @"partner.owner",
        [NSNull null]
    ];
    CHECK([seen isEqual:expected]);
    [all unobserve:object keyPath:@"owner"];
    object.owner = @"Carl";
    object.balance = 2;
    CHECK(seen.count == expected.count + 2);
    [all unobserve:object];
    object.balance = 3;
    CHECK(seen.count == expected.count + 2 && all.observedObjectCount == 0);
    [all unobserve:object];
    [all unobserve:object keyPath:@"owner"];
    [all unobserve:nil];
}

TEST("an action takes up to three arguments") {
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    Account *objects[4];
    SEL actions[4] = { @selector(noteNothing), @selector(note:), @selector(note:of:), @selector(note:of:keyPath:) };
    for (int index = 0; index < 4; index++) {
        objects[index] = account();
        [all observe:objects[index] keyPath:@"balance" options:NEW action:actions[index]];
    }
    objects[0].balance = 1;
    CHECK(me.calls == 1 && me.change == nil);
    objects[1].balance = 2;
    CHECK(me.calls == 2 && [me.change[NSKeyValueChangeNewKey] isEqual:@2] && me.object == nil);
    objects[2].balance = 3;
    CHECK(me.calls == 3 && [me.change[NSKeyValueChangeNewKey] isEqual:@3] && me.object == objects[2] && !me.keyPath);
    objects[3].balance = 4;
    CHECK(me.calls == 4 && me.object == objects[3] && [me.keyPath isEqual:@"balance"]);
    CHECK(all.observedObjectCount == 4);
    [all observe:objects[0] keyPaths:@[ @"owner", @"title" ] options:0 action:@selector(note:of:keyPath:)];
    objects[0].owner = @"Ann";
    CHECK(me.calls == 6 && me.object == objects[0]);
    [all unobserveAll];
    for (int index = 0; index < 4; index++) objects[index].balance = 9;
    CHECK(me.calls == 6 && all.observedObjectCount == 0);
}

TEST("a context is passed to the observer's own method") {
    static int context;
    Auditor *me = auditor();
    Account *object = account();
    OBCObservationController *all = controller(me);
    [all observe:object keyPath:@"owner" options:NEW context:&context];
    object.owner = @"Ann";
    CHECK(me.calls == 1 && me.context == &context && me.object == object && [me.keyPath isEqual:@"owner"]);
    CHECK([me.change[NSKeyValueChangeNewKey] isEqual:@"Ann"]);
    [all observe:object keyPaths:@[ @"balance", @"title" ] options:0 context:NULL];
    object.balance = 1;
    CHECK(me.calls == 3 && me.context == NULL);
    CHECK(me.change.count == 1);
}

TEST("the change dictionary has the initial value, the notification before a change, and null for nil") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    NSMutableArray *changes = [NSMutableArray array];
    OBCObservationBlock note =
        ^(id observer, NSString *keyPath, id changed, NSDictionary *change) { [changes addObject:change]; };
    [all observe:object keyPath:@"owner" options:INITIAL | NEW | OLD | PRIOR block:note];
    CHECK(changes.count == 1);
    CHECK([changes[0] isEqual:@{
        NSKeyValueChangeKindKey : @(NSKeyValueChangeSetting),
        NSKeyValueChangeNewKey : [NSNull null]
    }]);
    object.owner = @"Ann";
    CHECK(changes.count == 3);
    NSDictionary *prior = @{
        NSKeyValueChangeKindKey : @(NSKeyValueChangeSetting),
        NSKeyValueChangeOldKey : [NSNull null],
        NSKeyValueChangeNotificationIsPriorKey : @YES
    };
    CHECK([changes[1] isEqual:prior]);
    NSDictionary *after = @{
        NSKeyValueChangeKindKey : @(NSKeyValueChangeSetting),
        NSKeyValueChangeOldKey : [NSNull null],
        NSKeyValueChangeNewKey : @"Ann"
    };
    CHECK([changes[2] isEqual:after]);
    object.owner = nil;
    CHECK(changes.count == 5 && changes[4][NSKeyValueChangeNewKey] == [NSNull null]);
    CHECK([changes[4][NSKeyValueChangeOldKey] isEqual:@"Ann"]);
}

TEST("the change dictionary has the elements and indexes of changes in collections") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    __block NSDictionary *last = nil;
    __block int calls = 0;
    OBCObservationBlock note = ^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
      calls++;
      RELEASE(last);
      last = RETAIN(change);
    };
    [all observe:object keyPaths:@[ @"entries", @"labels" ] options:NEW | OLD block:note];
    NSMutableArray *entries = [object mutableArrayValueForKey:@"entries"];
    [entries addObject:@"a"];
    CHECK([last[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeInsertion)]);
    CHECK([last[NSKeyValueChangeNewKey] isEqual:@[ @"a" ]] && last[NSKeyValueChangeOldKey] == nil);
    CHECK([last[NSKeyValueChangeIndexesKey] isEqual:[NSIndexSet indexSetWithIndex:0]]);
    [entries insertObject:@"b" atIndex:1];
    CHECK([last[NSKeyValueChangeIndexesKey] isEqual:[NSIndexSet indexSetWithIndex:1]]);
    [entries replaceObjectAtIndex:0 withObject:@"c"];
    CHECK([last[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeReplacement)]);
    CHECK([last[NSKeyValueChangeNewKey] isEqual:@[ @"c" ]] && [last[NSKeyValueChangeOldKey] isEqual:@[ @"a" ]]);
    [entries removeObjectAtIndex:1];
    CHECK([last[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeRemoval)]);
    CHECK([last[NSKeyValueChangeOldKey] isEqual:@[ @"b" ]] && last[NSKeyValueChangeNewKey] == nil);
    CHECK(calls == 4);
    NSMutableSet *labels = [object mutableSetValueForKey:@"labels"];
    [labels addObject:@"x"];
    CHECK([last[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeInsertion)]);
    CHECK([last[NSKeyValueChangeNewKey] isEqual:[NSSet setWithObject:@"x"]] && last[NSKeyValueChangeIndexesKey] == nil);
    [labels removeObject:@"x"];
    CHECK([last[NSKeyValueChangeKindKey] isEqual:@(NSKeyValueChangeRemoval)]);
    CHECK([last[NSKeyValueChangeOldKey] isEqual:[NSSet setWithObject:@"x"]]);
    CHECK(calls == 6);
    RELEASE(last);
}

TEST("derived keys and manual notifications reach the controller") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    [all observe:object keyPaths:@[ @"title", @"manual" ] options:NEW action:@selector(note:of:keyPath:)];
    object.owner = @"Ann";
    CHECK(me.calls == 1 && [me.change[NSKeyValueChangeNewKey] isEqual:@"Ann has 0"]);
    object.manual = 1;
    CHECK(me.calls == 1);
    [object willChangeValueForKey:@"manual"];
    object.manual = 2;
    [object didChangeValueForKey:@"manual"];
    CHECK(me.calls == 2 && [me.change[NSKeyValueChangeNewKey] isEqual:@2]);
}

TEST("a key path is observed once by a controller, the first time") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    [all observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
    [all observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
    [all observe:object
         keyPath:[NSString stringWithFormat:@"bal%s", "ance"]
         options:INITIAL
           block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { CHECK(!"called"); }];
    object.balance = 1;
    CHECK(me.calls == 1);
    [all unobserve:object keyPath:@"balance"];
    object.balance = 2;
    CHECK(me.calls == 1);
    [all observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
    object.balance = 3;
    CHECK(me.calls == 2);
}

TEST("an observation that is removed in its callback is not called again") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    for (int way = 0; way < 3; way++) {
        __block int calls = 0;
        OBCObservationController *__unsafe_unretained unretained = all;
        [all observe:object
             keyPath:@"balance"
             options:NEW
               block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
                 calls++;
                 if (way == 0) [unretained unobserve:changed keyPath:keyPath];
                 if (way == 1) [unretained unobserve:changed];
                 if (way == 2) [unretained unobserveAll];
                 [changed setBalance:-1];
               }];
        object.balance++;
        object.balance++;
        CHECK(calls == 1 && ![all isObserving:object keyPath:@"balance"]);
    }
}

TEST("an observation that is removed by its initial callback does not begin") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    OBCObservationController *__unsafe_unretained unretained = all;
    __block int calls = 0;
    OBCObservationBlock block = ^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
      calls++;
      [unretained unobserve:changed keyPath:keyPath];
    };
    [all observe:object keyPath:@"balance" options:INITIAL | NEW block:block];
    object.balance = 1;
    CHECK(calls == 1 && all.observedObjectCount == 0);
    OBCObservationController *other = nonretaining(me);
    unretained = other;
    OBCObservationBlock second = ^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
      calls++;
      [other unobserveAll];
    };
    [other observe:object keyPath:@"balance" options:INITIAL | NEW block:second];
    object.balance = 2;
    CHECK(calls == 2 && other.observedObjectCount == 0);
}

static void *use_controller(void *all) {
    @autoreleasepool {
        Account *other = account();
        [(__bridge id)all observe:other keyPath:@"balance" options:NEW action:@selector(noteNothing)];
        other.balance = 1;
        [(__bridge id)all unobserve:other];
    }
    return NULL;
}

TEST("no lock is held during a callback: another thread may use the controller") {
    Account *object = account();
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    __block int calls = 0;
    OBCObservationController *__unsafe_unretained unretained = all;
    [all observe:object
         keyPath:@"balance"
         options:NEW | INITIAL
           block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
             calls++;
             pthread_t thread;
             pthread_create(&thread, NULL, use_controller, (__bridge void *)unretained);
             pthread_join(thread, NULL);
           }];
    object.balance = 1;
    CHECK(calls == 2 && me.calls == 2 && all.observedObjectCount == 1);
}

TEST("blocks are copied, and released with their observation") {
    CHECK(captured == 0);
    Account *object = account();
    Auditor *me = auditor();
    @autoreleasepool {
        OBCObservationController *all = controller(me);
        Captured *one = AUTORELEASE([Captured new]);
        [all observe:object
             keyPath:@"balance"
             options:NEW
               block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { one.calls++; }];
        @autoreleasepool {
            object.balance = 1;
        }
        CHECK(one.calls == 1 && captured == 1);
        @autoreleasepool {
            [all unobserveAll];
        }
        object.balance = 2;
        CHECK(one.calls == 1);
    }
    CHECK(captured == 0);
}

TEST("two controllers observe one object, and end independently") {
    Account *object = account();
    Auditor *first = auditor(), *second = auditor();
    OBCObservationController *one = controller(first), *two = nonretaining(second);
    [one observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
    [two observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
    [two observe:object keyPath:@"owner" options:NEW action:@selector(note:)];
    object.balance = 1;
    CHECK(first.calls == 1 && second.calls == 1);
    [one unobserve:object];
    object.balance = 2;
    CHECK(first.calls == 1 && second.calls == 2);
    [one observe:object keyPath:@"owner" options:NEW action:@selector(note:)];
    [two unobserveAll];
    object.owner = @"Ann";
    CHECK(first.calls == 2 && second.calls == 2);
    [one unobserveAll];
}

TEST("a controller that is deallocated first ends its observations") {
    CHECK(accounts == 0 && auditors == 0 && captured == 0);
    for (int retains = 0; retains < 2; retains++) {
        Account *object = [Account new];
        Auditor *me = auditor();
        @autoreleasepool {
            OBCObservationController *all = retains ? controller(me) : nonretaining(me);
            [all observe:object keyPaths:@[ @"balance", @"owner" ] options:NEW action:@selector(note:)];
            Captured *one = AUTORELEASE([Captured new]);
            [all observe:object
                 keyPath:@"title"
                 options:NEW
                   block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { one.calls++; }];
            object.balance = 1;
            CHECK(me.calls == 1 && one.calls == 1);
        }
        object.balance = 2;
        object.owner = @"Ann";
        CHECK(me.calls == 1 && captured == 0);
        RELEASE(object);
        object = nil;
        CHECK(accounts == 0);
    }
}

TEST("an observer that is deallocated first is not notified") {
    Account *object = account();
    OBCObservationController *all;
    __block int calls = 0;
    @autoreleasepool {
        Auditor *me = auditor();
        all = [[OBCObservationController alloc] initWithObserver:me];
        [all observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
        [all observe:object keyPath:@"owner" options:NEW context:NULL];
        [all observe:object
             keyPath:@"title"
             options:NEW
               block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { calls++; }];
        object.balance = 1;
        CHECK(calls == 1 && me.calls == 1);
    }
    CHECK(auditors == 0 && all.observer == nil);
    object.balance = 2;
    object.owner = @"Ann";
    CHECK(calls == 1);
    [all observe:object keyPath:@"partner" options:NEW action:@selector(note:)];
    CHECK(![all isObserving:object keyPath:@"partner"]);
    RELEASE(all);
}

TEST("an observer that owns its controller ends its observations when it is deallocated") {
    Account *object = account();
    @autoreleasepool {
        Auditor *me = auditor();
        me.controller = controller(me);
        [me.controller observe:object keyPath:@"balance" options:NEW action:@selector(note:)];
        object.balance = 1;
        CHECK(me.calls == 1);
    }
    CHECK(auditors == 0);
    object.balance = 2;
}

TEST("a controller retains what it observes, until the last observation of it ends") {
    Auditor *me = auditor();
    for (int way = 0; way < 4; way++) {
        OBCObservationController *all = [[OBCObservationController alloc] initWithObserver:me];
        Account *__unsafe_unretained object;
        @autoreleasepool {
            Account *made = account();
            object = made;
            [all observe:made keyPaths:@[ @"balance", @"owner" ] options:NEW action:@selector(note:)];
        }
        CHECK(accounts == 1);
        int calls = me.calls;
        @autoreleasepool {
            object.balance = way + 1;
            CHECK(me.calls == calls + 1 && all.observedObjectCount == 1);
            [all unobserve:object keyPath:@"owner"];
        }
        CHECK(accounts == 1);
        @autoreleasepool {
            if (way == 0) [all unobserve:object keyPath:@"balance"];
            if (way == 1) [all unobserve:object];
            if (way == 2) [all unobserveAll];
            if (way == 3) {
                RELEASE(all);
                all = nil;
            }
        }
        CHECK(accounts == 0);
        RELEASE(all);
        me.change = nil;
    }
}

// Changes an account and releases its last reference.
static void *drop_account(void *object) {
    @autoreleasepool {
#if __has_feature(objc_arc)
        Account *account = (__bridge_transfer Account *)object;
#else
        Account *account = (Account *)object;
#endif
        account.balance = 77;
        RELEASE(account);
        account = nil;
    }
    return NULL;
}

TEST("an observed object that is deallocated first ends its observations, and its entry in the table vanishes") {
    Auditor *me = auditor();
    OBCObservationController *all = nonretaining(me);
    CHECK(!all.retainsObserved);
    static const char *const ways[] = {"released",     "autoreleased", "in a collection",
                                       "by its owner", "on a thread",  "after its callback"};
    for (int way = 0; way < 6; way++) {
        me.calls = 0;
        @autoreleasepool {
            Account *object = [Account new], *owner = account();
            NSMutableArray *array = [NSMutableArray array];
            [all observe:object
                keyPaths:@[ @"balance", @"partner.owner", @"title" ]
                 options:NEW | OLD
                  action:@selector(noteNothing)];
            object.partner = account();
            object.balance = 5;
            CHECK(me.calls == 3 && all.observedObjectCount == 1);
            switch (way) {
                case 0: RELEASE(object); break;
                case 1: object = AUTORELEASE(object); break;
                case 2:
                    [array addObject:object];
                    RELEASE(object);
                    break;
                case 3:
                    owner.partner = object;
                    RELEASE(object);
                    break;
                case 4: {
                    pthread_t thread;
#if __has_feature(objc_arc)
                    void *pointer = (__bridge_retained void *)object;
#else
                    void *pointer = object;
#endif
                    object = nil;
                    pthread_create(&thread, NULL, drop_account, pointer);
                    pthread_join(thread, NULL);
                    CHECK(me.calls == 5);
                    break;
                }
                default: {
                    __block Account *held = RETAIN(object);
                    [all observe:object
                         keyPath:@"owner"
                         options:NEW
                           block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
                             RELEASE(held);
                             held = nil;
                           }];
                    object.owner = @"gone soon";
                    RELEASE(object);
                }
            }
            object = nil;
        }
        if (accounts != 0 || all.observedObjectCount != 0) {
            printf("%s: %d accounts, %d observed\n", ways[way], accounts, (int)all.observedObjectCount);
        }
        CHECK(accounts == 0 && all.observedObjectCount == 0);
    }
    // A new object may have the address of a deallocated observed object. It is not observed.
    for (int round = 0; round < 100; round++) {
        @autoreleasepool {
            Account *object = account();
            CHECK(![all isObserving:object keyPath:@"balance"]);
            me.calls = 0;
            [all observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
            object.balance = 1;
            CHECK(me.calls == 1);
        }
    }
    CHECK(accounts == 0);
}

TEST("a block is released when the observed object is deallocated") {
    Auditor *me = auditor();
    OBCObservationController *all = nonretaining(me);
    @autoreleasepool {
        Account *object = account();
        Captured *one = AUTORELEASE([Captured new]);
        [all observe:object
             keyPath:@"balance"
             options:NEW
               block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { one.calls++; }];
        object.balance = 1;
    }
    CHECK(captured == 0 && accounts == 0);
}

TEST("a weak reference to an observed object becomes nil") {
    Auditor *me = auditor();
    OBCObservationController *all = nonretaining(me);
    NSHashTable *weak = [NSHashTable weakObjectsHashTable];
    @autoreleasepool {
        Account *object = account();
        [weak addObject:object];
        [all observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
        CHECK(weak.anyObject == object);
    }
    CHECK(weak.allObjects.count == 0 && all.observedObjectCount == 0);
}

TEST("every object has controllers of its own") {
    Account *object = account();
    @autoreleasepool {
        Auditor *me = auditor();
        OBCObservationController *mine = me.obc_observationController;
        CHECK(mine == me.obc_observationController && mine.retainsObserved && mine.observer == me);
        CHECK(mine != me.obc_nonretainingObservationController);
        CHECK(me.obc_nonretainingObservationController.retainsObserved == NO);
        CHECK(me.obc_nonretainingObservationController.observer == me);
        [mine observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
        [me.obc_nonretainingObservationController observe:object
                                                  keyPath:@"balance"
                                                  options:NEW
                                                   action:@selector(noteNothing)];
        object.balance = 1;
        CHECK(me.calls == 2);
    }
    CHECK(auditors == 0);
    object.balance = 2;

    Auditor *me = auditor();
    @autoreleasepool {
        [me.obc_observationController observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
        me.obc_observationController = nil;
    }
    object.balance = 3;
    CHECK(me.calls == 0 && me.obc_observationController != nil);
    OBCObservationController *own = controller(me);
    me.obc_observationController = own;
    CHECK(me.obc_observationController == own);
}

TEST("an object observes itself without a retain cycle") {
    @autoreleasepool {
        Auditor *me = auditor();
        [me.obc_nonretainingObservationController
            observe:me
            keyPath:@"keyPath"
            options:NEW
              block:^(id observer, NSString *keyPath, id changed, NSDictionary *change) { [observer noteNothing]; }];
        me.keyPath = @"some";
        CHECK(me.calls == 1);
    }
    CHECK(auditors == 0);
}

TEST("plain observers of the same object and key path are independent of a controller's") {
    Account *object = account();
    Auditor *me = auditor(), *plain = auditor();
    static int context;
    OBCObservationController *all = controller(me);
    [object addObserver:plain forKeyPath:@"balance" options:NEW context:&context];
    [all observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
    // The observer of the controller is also added with addObserver:.
    [object addObserver:me forKeyPath:@"balance" options:NEW context:&context];
    object.balance = 1;
    CHECK(me.calls == 2 && plain.calls == 1 && me.context == &context);
    [object removeObserver:me forKeyPath:@"balance" context:&context];
    object.balance = 2;
    CHECK(me.calls == 3 && plain.calls == 2);
    [all unobserveAll];
    object.balance = 3;
    CHECK(me.calls == 3 && plain.calls == 3);
    [all observe:object keyPath:@"balance" options:NEW action:@selector(noteNothing)];
    [object removeObserver:plain forKeyPath:@"balance"];
    object.balance = 4;
    CHECK(me.calls == 4 && plain.calls == 3);
    CHECK([object class] == [Account class] && [object isMemberOfClass:[Account class]]);
}

TEST("observed objects are compared by address, whatever isEqual: returns") {
    Auditor *me = auditor();
    OBCObservationController *all = controller(me);
    NSMutableArray *one = [NSMutableArray arrayWithObject:account()];
    Account *a = one[0], *b = account();
    [all observe:a keyPath:@"balance" options:NEW action:@selector(note:of:)];
    CHECK([all isObserving:a keyPath:@"balance"] && ![all isObserving:b keyPath:@"balance"]);
    [all observe:b keyPath:@"balance" options:NEW action:@selector(note:of:)];
    CHECK(all.observedObjectCount == 2);
    b.balance = 1;
    CHECK(me.object == b);
}

// The number of living objects of the library's class OBCObservation.
static int observations;
TEST("every observation that the library creates is deallocated") {
    Class cls = NSClassFromString(@"OBCObservation");
    SEL init = NSSelectorFromString(@"initWithKeyPath:options:observer:block:"), dealloc = sel_registerName("dealloc");
    typedef id (*Init)(id, SEL, id, NSUInteger, id, id);
    typedef void (*Dealloc)(__unsafe_unretained id, SEL);
    Method method = class_getInstanceMethod(cls, init);
    Init old_init = (Init)(void (*)(void))method_getImplementation(method);
    method_setImplementation(
        method, imp_implementationWithBlock(^(id object, id keyPath, NSUInteger options, id observer, id block) {
          observations++;
          return old_init(object, init, keyPath, options, observer, block);
        }));
    Dealloc old_dealloc = (Dealloc)(void (*)(void))class_getMethodImplementation(cls, dealloc);
    class_replaceMethod(cls, dealloc, imp_implementationWithBlock(^(__unsafe_unretained id object) {
                          observations--;
                          old_dealloc(object, dealloc);
                        }),
                        "v@:");
    @autoreleasepool {
        Auditor *me = auditor();
        OBCObservationController *one = controller(me), *two = nonretaining(me);
        for (int round = 0; round < 50; round++) {
            @autoreleasepool {
                Account *object = account();
                for (OBCObservationController *all in @[ one, two ]) {
                    [all observe:object keyPaths:@[ @"balance", @"owner" ] options:NEW action:@selector(noteNothing)];
                    [all observe:object keyPaths:@[ @"balance", @"title" ] options:NEW context:NULL];
                    [all isObserving:object keyPath:@"title"];
                    object.balance = round;
                    if (round % 3 == 0) [all unobserve:object keyPath:@"owner"];
                    if (round % 3 == 1) [all unobserve:object];
                }
                id token = [object obc_observeKeyPath:@"balance"
                                untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change){}];
                if (round % 2) [object obc_removeObservation:token];
            }
        }
        CHECK(observations > 0);
    }
    CHECK(observations == 0 && accounts == 0 && auditors == 0);
}

// These two tests come last, because a frame compiled with ARC does not release its objects when an exception leaves
// it.
TEST("an observation whose beginning raises an exception leaves nothing behind") {
    Auditor *me = auditor();
    for (int way = 0; way < 3; way++) {
        Account *object = account();
        OBCObservationController *all = way == 0 ? controller(me) : nonretaining(me);
        __block int calls = 0;
        __block BOOL raises = YES;
        OBCObservationBlock block = ^(id observer, NSString *keyPath, id changed, NSDictionary *change) {
          calls++;
          if (raises) [NSException raise:NSGenericException format:@"not now"];
        };
        int raised = 0;
        @try {
            [all observe:object keyPath:@"nothing" options:NEW | INITIAL block:block];
        } @catch (NSException *exception) {
            raised += [exception.name isEqual:NSUndefinedKeyException];
        } @
        try {
            [all observe:object keyPath:@"balance" options:NEW | INITIAL block:block];
        } @catch (NSException *exception) {
            raised += [exception.name isEqual:NSGenericException];
        } @
        try {
            [object obc_observeKeyPath:@"owner"
                               options:NEW | INITIAL
                 untilDeallocWithBlock:^(id changed, NSString *keyPath, NSDictionary *change) {
                   block(changed, keyPath, changed, change);
                 }];
        } @catch (NSException *exception) {
            raised += [exception.name isEqual:NSGenericException];
        }
        CHECK(raised == 3 && calls == 2 && all.observedObjectCount == 0);
        CHECK(![all isObserving:object keyPath:@"nothing"] && ![all isObserving:object keyPath:@"balance"]);
        CHECK(object.observationInfo == NULL);
        object.balance = 1;
        object.owner = @"Ann";
        CHECK(calls == 2);
        raises = NO;
        [all observe:object keyPath:@"balance" options:NEW | INITIAL block:block];
        object.balance = 2;
        CHECK(calls == 4);
        [all unobserve:object];
    }
}

TEST("an action that the observer does not implement raises, and nothing is observed") {
    Auditor *me = auditor();
    Account *object = account();
    OBCObservationController *all = controller(me);
    int raised = 0;
    SEL actions[2] = { @selector(removeAllObjects), @selector(note:and:and:and:) };
    for (int index = 0; index < 2; index++) {
        @try {
            [all observe:object keyPath:@"balance" options:NEW action:actions[index]];
        } @catch (NSException *exception) {
            raised += [exception.name isEqual:NSInvalidArgumentException];
        }
    }
    CHECK(raised == 2 && ![all isObserving:object keyPath:@"balance"] && all.observedObjectCount == 0);
}
