// observingexceptions.m - exceptions that pass through code of C and Swift, and are caught in compiled code: that code
// has finished what it began.
#import "check-foundation.h"
#import <malloc.h>
#import <objc/runtime.h>
#import <pthread.h>

// Declared in miniruntime.h, which ARC refuses.
size_t mr_instance_count(Class cls);

static NSException *mishap(NSString *reason) {
    return [NSException exceptionWithName:@"Mishap" reason:reason userInfo:nil];
}

@interface Leaf : NSObject
@property(nonatomic) int value;
@end
@implementation Leaf
@end

@interface Tree : NSObject {
  @public
    __unsafe_unretained Leaf *_leaf;
    int _age;
    BOOL getterRaises;
}
@property(nonatomic) int age;
@property(nonatomic, assign) Leaf *leaf;
@property(nonatomic, readonly) int circular;
@property(nonatomic, copy) NSArray *items;
@end
@implementation Tree
+ (NSSet *)keyPathsForValuesAffectingCircular {
    return [NSSet setWithObject:@"circular"];
}
- (int)circular {
    return 1;
}
- (int)age {
    if (getterRaises) @throw mishap(@"getter");
    return _age;
}
- (void)setAge:(int)age {
    if (age == -1) @throw mishap(@"thrown");
    if (age == -2) [mishap(@"raised") raise];
    if (age == -3) [@[] objectAtIndex:3];
    _age = age;
}
- (Leaf *)leaf {
    return _leaf;
}
- (void)setLeaf:(Leaf *)leaf {
    if (leaf && leaf.value < 0) [mishap(@"leaf") raise];
    _leaf = leaf;
}
- (void)change:(void (^)(NSMutableArray *items))change {
    NSMutableArray *items = [_items mutableCopy];
    change(items);
    RELEASE(_items);
    _items = items;
}
- (void)insertObject:(id)object inItemsAtIndex:(NSUInteger)index {
    if ([object isEqual:@"bad"]) @throw mishap(@"insertion");
    [self change:^(NSMutableArray *items) { [items insertObject:object atIndex:index]; }];
}
- (void)removeObjectFromItemsAtIndex:(NSUInteger)index {
    [self change:^(NSMutableArray *items) { [items removeObjectAtIndex:index]; }];
}
- (void)dealloc {
    RELEASE(_items);
    SUPER_DEALLOC;
}
@end

@interface Deaf : NSObject
@end
@implementation Deaf
@end

static void (^const raise_observer)(void *) = ^(void *context) { @throw mishap(@"observer"); };

static Tree *new_tree(Leaf *leaf) {
    Tree *tree = [Tree new];
    tree->_leaf = leaf;
    return tree;
}

// ── Registering ─────────────────────────────────────────────────────────────────────────────────────

static void check_failed_registration(NSString *path, NSUInteger options, const char *reason) {
    Leaf *leaf = [Leaf new];
    Tree *tree = new_tree(leaf);
    tree.items = @[ @1 ];
    Watcher *watcher = [Watcher new];
    NSString *said = exception_of(^{ [tree addObserver:watcher forKeyPath:path options:options context:NULL]; }).reason;
    CHECK(said && strstr(said.UTF8String, reason));
    CHECK(object_getClass(tree) == [Tree class] && object_getClass(leaf) == [Leaf class]);
    CHECK(tree.observationInfo == NULL);
    tree.leaf = nil;
    tree.items = @[];
    said = exception_of(^{ [tree removeObserver:watcher forKeyPath:path]; }).reason;
    CHECK(said && strstr(said.UTF8String, "is not registered as an observer"));
    CHECK(watcher->calls == 0);
    RELEASE(watcher);
    RELEASE(tree);
    RELEASE(leaf);
}

TEST("a registration that raises leaves nothing, and an unknown key is named with the registration") {
    check_failed_registration(@"items.value", 0, "is not supported");
    check_failed_registration(@"items.@sum.value", 0, "is not supported");
    check_failed_registration(@"leaf.nope.x", 0, "is not KVC-compliant for the \"nope\" property");
    check_failed_registration(@"nope.x", 0, "addObserver:");
    check_failed_registration(@"leaf.nope", NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew,
                              "forKeyPath:@\"leaf.nope\"");
    check_failed_registration(@"circular", 0, "returned a set that includes the same key");
}

TEST("a registration whose first notification raises leaves nothing") {
    Leaf *leaf = [Leaf new];
    Tree *tree = new_tree(leaf);
    Watcher *watcher = [Watcher new];
    watcher.body = raise_observer;
    NSString *said = exception_of(^{
                       [tree addObserver:watcher
                              forKeyPath:@"age"
                                 options:NSKeyValueObservingOptionInitial
                                 context:NULL];
                     }).reason;
    CHECK([said isEqual:@"observer"] && object_getClass(tree) == [Tree class] && watcher->calls == 1);
    RELEASE(watcher);
    RELEASE(tree);
    RELEASE(leaf);
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────

TEST("an observed setter that raises notifies nobody, and the next change notifies as usual") {
    Leaf *leaf = [Leaf new];
    Tree *tree = new_tree(leaf);
    Watcher *watcher = [Watcher new];
    NSUInteger both = NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld;
    [tree addObserver:watcher forKeyPath:@"age" options:both context:NULL];
    for (int age = -1; age >= -3; age--) {
        CHECK(exception_of(^{ tree.age = age; }).reason);
    }
    tree->getterRaises = YES;
    CHECK([exception_of(^{ tree.age = 4; }).reason isEqual:@"getter"]);
    tree->getterRaises = NO;
    watcher.body = raise_observer;
    CHECK([exception_of(^{ tree.age = 5; }).reason isEqual:@"observer"]);
    watcher.body = nil;
    watcher->calls = 0;
    tree.age = 6;
    CHECK(watcher->calls == 1 && tree.age == 6);
    [tree removeObserver:watcher forKeyPath:@"age"];
    CHECK(object_getClass(tree) == [Tree class]);
    RELEASE(watcher);
    RELEASE(tree);
    RELEASE(leaf);
}

TEST("a path is followed again after a setter on it has raised, and a silent replacement is still reported") {
    Leaf *leaf = [Leaf new], *bad = [Leaf new], *silent = [Leaf new], *last = [Leaf new];
    Tree *tree = new_tree(leaf);
    bad.value = -1;
    Watcher *watcher = [Watcher new];
    [tree addObserver:watcher forKeyPath:@"leaf.value" options:0 context:NULL];
    CHECK([exception_of(^{ tree.leaf = bad; }).reason isEqual:@"leaf"]);
    leaf.value = 1;
    CHECK(watcher->calls == 1);
    tree->_leaf = silent;
    NSString *said = exception_of(^{ tree.leaf = last; }).reason;
    CHECK(said && strstr(said.UTF8String, "without an appropriate KVO notification being sent"));
    last.value = 2;
    CHECK(watcher->calls == 2);
    [tree removeObserver:watcher forKeyPath:@"leaf.value"];
    CHECK(object_getClass(last) == [Leaf class]);
    for (id each in @[ watcher, bad, silent, last ]) RELEASE((id)each);
    RELEASE(tree);
    RELEASE(leaf);
}

TEST("an observed collection can be changed and set after an insertion or an index was refused") {
    Leaf *leaf = [Leaf new];
    Tree *tree = new_tree(leaf);
    tree.items = @[ @"a" ];
    Watcher *watcher = [Watcher new];
    [tree addObserver:watcher forKeyPath:@"items" options:NSKeyValueObservingOptionNew context:NULL];
    NSMutableArray *items = [tree mutableArrayValueForKey:@"items"];
    CHECK([exception_of(^{ [items addObject:@"bad"]; }).reason isEqual:@"insertion"]);
    CHECK(exception_of(^{ [items removeObjectAtIndex:7]; }).reason);
    CHECK([exception_of(^{ [tree insertObject:@"bad" inItemsAtIndex:0]; }).reason isEqual:@"insertion"]);
    CHECK(watcher->calls == 0);
    [items addObject:@"b"];
    tree.items = @[];
    CHECK(watcher->calls == 2 && tree.items.count == 0);
    [tree removeObserver:watcher forKeyPath:@"items"];
    RELEASE(watcher);
    RELEASE(tree);
    RELEASE(leaf);
}

// ── Other code between ──────────────────────────────────────────────────────────────────────────────

@interface Late : NSObject
@end
@implementation Late
+ (void)initialize {
    @throw mishap(@"initialize");
}
@end

static void *send_to_late(void *unused) { return (__bridge void *)[Late class]; }

TEST("a class whose +initialize raised is initialized: no other thread waits for it") {
    CHECK([exception_of(^{ [Late new]; }).reason isEqual:@"initialize"]);
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, send_to_late, NULL);
    pthread_join(thread, &result);
    CHECK(result == (__bridge void *)[Late class]);
}

@interface Forwarder : NSObject {
  @public
    __unsafe_unretained id target;
}
@end
@implementation Forwarder
- (id)forwardingTargetForSelector:(SEL)selector {
    if (target == nil) @throw mishap(@"target");
    return target;
}
@end

TEST("messages are forwarded after hundreds of them have raised") {
    Forwarder *first = [Forwarder new], *second = [Forwarder new];
    first->target = second;
    for (int index = 0; index < 300; index++) {
        CHECK([exception_of(^{ [(Leaf *)first value]; }).reason isEqual:@"target"]);
    }
    second->target = @"text";
    CHECK([(NSString *)first length] == 4);
    RELEASE(first);
    RELEASE(second);
}

static int comparisons;

static int compare(const void *first, const void *second) {
    if (comparisons++ == 0) @throw mishap(@"comparison");
    return 0;
}

TEST("an exception in a callback of a C function is thrown when that function returns to compiled code") {
    comparisons = 0;
    int numbers[4] = {3, 1, 2, 0}, *list = numbers;
    CHECK([exception_of(^{ qsort(list, 4, sizeof *list, compare); }).reason isEqual:@"comparison"]);
    NSMutableArray *array = [NSMutableArray arrayWithObjects:@3, @1, @2, nil];
    CHECK([exception_of(^{
             [array sortUsingComparator:^NSComparisonResult(id first, id second) { @throw mishap(@"comparator"); }];
           }).reason isEqual:@"comparator"]);
    CHECK(array.count == 3);
}

static int deaths;

@interface Mortal : NSObject {
  @public
    __unsafe_unretained Tree *tree;
}
@end
@implementation Mortal
- (void)dealloc {
    // Catches an exception of its own, while that of the setter may be pending.
    if ([exception_of(^{ [tree removeObserver:self forKeyPath:@"age"]; }).reason length]) deaths++;
    SUPER_DEALLOC;
}
@end

@interface Dropper : Tree {
  @public
    Mortal *mortal;
}
@end
@implementation Dropper
- (void)setAge:(int)age {
#if !__has_feature(objc_arc)
    [mortal release];
#endif
    mortal = nil;
    @throw mishap(@"dropped");
}
@end

TEST("a dealloc catches its own exception, and that of the setter which released the object is caught further up") {
    deaths = 0;
    Dropper *dropper = [Dropper new];
    dropper->mortal = [Mortal new];
    dropper->mortal->tree = dropper;
    Watcher *watcher = [Watcher new];
    [dropper addObserver:watcher forKeyPath:@"age" options:0 context:NULL];
    CHECK([exception_of(^{ dropper.age = 1; }).reason isEqual:@"dropped"]);
    CHECK(deaths == 1);
    [dropper removeObserver:watcher forKeyPath:@"age"];
    RELEASE(watcher);
    RELEASE(dropper);
}

// ── Memory ──────────────────────────────────────────────────────────────────────────────────────────

#if !__has_feature(objc_arc)  // ARC releases nothing in compiled frames that an exception passes
static void raise_in_every_way(Tree *tree, Watcher *watcher) {
    Deaf *deaf = [Deaf new];
    [tree addObserver:deaf forKeyPath:@"leaf.value" options:NSKeyValueObservingOptionNew context:NULL];
    exception_of(^{ tree.leaf.value = 1; });
    [tree removeObserver:deaf forKeyPath:@"leaf.value"];
    RELEASE(deaf);
    exception_of(^{ [tree removeObserver:watcher forKeyPath:@"age"]; });
    exception_of(^{ [tree setValue:@1 forKey:@"nothing"]; });
    exception_of(^{ [tree valueForKeyPath:@"leaf.nothing"]; });
    exception_of(^{ [tree setValue:nil forKey:@"age"]; });
    exception_of(^{ [[tree mutableArrayValueForKey:@"items"] removeObjectAtIndex:4]; });
    exception_of(^{
      [@[ tree ] addObserver:watcher
          toObjectsAtIndexes:[NSIndexSet indexSetWithIndex:3]
                  forKeyPath:@"age"
                     options:0
                     context:NULL];
    });
    [tree addObserver:watcher forKeyPath:@"age" options:NSKeyValueObservingOptionOld context:NULL];
    for (int age = -3; age <= 1; age++) {
        exception_of(^{ tree.age = age; });
    }
    [tree removeObserver:watcher forKeyPath:@"age"];
}

static void *raise_often(void *rounds) {
    for (int index = 0; index < *(int *)rounds; index++) {
        @autoreleasepool {
            Leaf *leaf = [Leaf new];
            Tree *tree = new_tree(leaf);
            tree.items = @[];
            Watcher *watcher = [Watcher new];
            watcher.body = raise_observer;
            raise_in_every_way(tree, watcher);
            RELEASE(watcher);
            RELEASE(tree);
            RELEASE(leaf);
        }
    }
    return NULL;
}

static void raise_on_threads(int rounds) {
    pthread_t threads[8];
    for (int index = 0; index < 8; index++) pthread_create(&threads[index], NULL, raise_often, &rounds);
    for (int index = 0; index < 8; index++) pthread_join(threads[index], NULL);
}

TEST("a hundred thousand exceptions that compiled code catches leave no object and no memory") {
    enum { ROUNDS = 1042 };  // 12 exceptions in each, on 8 threads
    raise_on_threads(10);
    size_t trees = mr_instance_count([Tree class]), deaf = mr_instance_count([Deaf class]);
    size_t watchers = mr_instance_count([Watcher class]), exceptions = mr_instance_count([NSException class]);
    size_t before = mallinfo2().uordblks;
    raise_on_threads(ROUNDS);
    CHECK(mr_instance_count([Tree class]) == trees && mr_instance_count([Deaf class]) == deaf);
    CHECK(mr_instance_count([Watcher class]) == watchers && mr_instance_count([NSException class]) == exceptions);
    if (getenv("MINIRUNTIME_ZOMBIES") == NULL) CHECK(mallinfo2().uordblks < before + (1 << 20));
}
#endif
