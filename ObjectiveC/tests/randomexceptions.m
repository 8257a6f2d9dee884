// randomexceptions.m - random scripts of changes and registrations, in which one callback raises. A model says which
// registrations exist afterwards, and each of them must notify as if nothing had been raised.
//
// Every script runs once for each of its callbacks (setter, getter, observer), and that callback raises: by @throw, by
// -raise, or in code of Swift. SEED in the environment chooses other scripts.
#import "check-foundation.h"
#import <objc/runtime.h>

enum { NODES = 4, PATHS = 5, STEPS = 25, MAX_ENTRIES = STEPS };

static unsigned long long state;

static int random_below(int limit) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)(state >> 33) % limit;
}

// ── Callbacks that raise ────────────────────────────────────────────────────────────────────────────

static int callbacks, raising_callback;  // the number of callbacks so far, and the one that raises; 0 for none

static void callback(void) {
    if (++callbacks != raising_callback) return;
    switch (raising_callback % 3) {
        case 0: @throw [NSException exceptionWithName:@"Raised" reason:@"thrown" userInfo:nil];
        case 1: [[NSException exceptionWithName:@"Raised" reason:@"raised" userInfo:nil] raise];
        default: [@[] objectAtIndex:0];
    }
}

static BOOL getters_raise;

@interface Node : NSObject {
  @public
    int _value;
    __unsafe_unretained Node *_next;
    NSMutableArray *_items;
}
@property(nonatomic) int value;
@property(nonatomic, assign) Node *next;
@property(nonatomic, readonly) int sum;
@end
@implementation Node
+ (NSSet *)keyPathsForValuesAffectingSum {
    return [NSSet setWithObjects:@"value", @"next.value", nil];
}
- (int)value {
    if (getters_raise) callback();
    return _value;
}
- (void)setValue:(int)value {
    if (value % 2) callback();
    _value = value;
    if (value % 2 == 0) callback();
}
- (Node *)next {
    if (getters_raise) callback();
    return _next;
}
- (void)setNext:(Node *)next {
    BOOL isLate = _value % 2;
    if (!isLate) callback();
    _next = next;
    if (isLate) callback();
}
- (int)sum {
    return self.value + self.next.value;
}
- (NSUInteger)countOfItems {
    return _items.count;
}
- (id)objectInItemsAtIndex:(NSUInteger)index {
    return _items[index];
}
- (void)insertObject:(id)object inItemsAtIndex:(NSUInteger)index {
    callback();
    [_items insertObject:object atIndex:index];
}
- (void)removeObjectFromItemsAtIndex:(NSUInteger)index {
    [_items removeObjectAtIndex:index];
    callback();
}
@end

// ── The model ───────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    BOOL exists, isPrior;
    int node, path;
} entry;

static NSString *const paths[PATHS] = {@"value", @"next.value", @"next.next.value", @"sum", @"items"};
static Node *nodes[NODES];
static Watcher *watcher;
static int notifications[MAX_ENTRIES];  // by the context of the registration
static entry entries[MAX_ENTRIES];
static int entry_count;

static void add_entry(void) {
    entry new = {.isPrior = random_below(2), .node = random_below(NODES), .path = random_below(PATHS)};
    NSUInteger options = (NSUInteger)random_below(8) | (new.isPrior ? NSKeyValueObservingOptionPrior : 0);
    void *context = (void *)(intptr_t)entry_count;
    new.exists = !exception_of(
        ^{ [nodes[new.node] addObserver:watcher forKeyPath:paths[new.path] options:options context:context]; });
    entries[entry_count++] = new;
}

static void remove_entry(int number) {
    entry *old = &entries[number];
    if (!old->exists) return;
    exception_of(
        ^{ [nodes[old->node] removeObserver:watcher forKeyPath:paths[old->path] context:(void *)(intptr_t)number]; });
    old->exists = NO;
}

static void change_items(Node *node) {
    NSMutableArray *items = [node mutableArrayValueForKey:@"items"];
    if (items.count && random_below(2)) [items removeObjectAtIndex:0];
    else [items addObject:@"item"];
}

static void set_manually(Node *node, int value) {
    [node willChangeValueForKey:@"value"];
    @try {
        node->_value = value;
        callback();
    } @finally {
        [node didChangeValueForKey:@"value"];
    }
}

static void run_step(void) {
    Node *node = nodes[random_below(NODES)], *other = random_below(3) ? nodes[random_below(NODES)] : nil;
    int value = random_below(100), kind = random_below(9);
    if (kind < 2) return add_entry();
    if (kind == 2) return remove_entry(random_below(entry_count + 1) % MAX_ENTRIES);
    exception_of(^{
      switch (kind) {
          case 3: node.value = value; break;
          case 4: [node setValue:@(value) forKeyPath:@"value"]; break;
          case 5:
          case 6: node.next = other; break;
          case 7: change_items(node); break;
          default: set_manually(node, value); break;
      }
    });
}

// ── The judgement ───────────────────────────────────────────────────────────────────────────────────

static BOOL leads_to(const entry *entry, const Node *node) {
    const Node *from = nodes[entry->node], *next = from->_next;
    switch (entry->path) {
        case 0: return from == node;
        case 1: return next == node;
        case 2: return next && next->_next == node;
        case 3: return from == node || next == node;
        default: return NO;
    }
}

static BOOL each_set_notifies(void) {
    for (int index = 0; index < NODES; index++) {
        memset(notifications, 0, sizeof notifications);
        nodes[index].value = 2;
        for (int number = 0; number < entry_count; number++) {
            const entry *entry = &entries[number];
            BOOL isNotified = entry->exists && leads_to(entry, nodes[index]);
            if (notifications[number] != (isNotified ? 1 + entry->isPrior : 0)) return NO;
        }
    }
    return YES;
}

static BOOL nothing_is_left(void) {
    for (int number = 0; number < entry_count; number++) remove_entry(number);
    for (int index = 0; index < NODES; index++) {
        if (object_getClass(nodes[index]) != [Node class] || nodes[index].observationInfo) return NO;
    }
    return YES;
}

// Runs a script, in which the callback with that number raises. Returns the number of its callbacks; 0 after a failure.
static int run_script(unsigned long long seed, int raising) {
    state = seed;
    entry_count = 0;
    memset(entries, 0, sizeof entries);
    for (int index = 0; index < NODES; index++) {
        nodes[index]->_value = index;
        nodes[index]->_next = random_below(2) ? nodes[random_below(NODES)] : nil;
        [nodes[index]->_items removeAllObjects];
    }
    callbacks = 0;
    raising_callback = raising;
    for (int step = 0; step < STEPS; step++) run_step();
    int count = callbacks;
    raising_callback = 0;
    // A getter that raises leaves its path unfollowed until its key is set again.
    for (int index = 0; getters_raise && index < NODES; index++) nodes[index].next = nodes[index]->_next;
    if (each_set_notifies() && nothing_is_left()) return count;
    printf("seed %llu, callback %d of %d raises%s\n", seed, raising, count, getters_raise ? ", also getters" : "");
    return 0;
}

static void run_scripts(int scripts) {
    const char *seed = getenv("SEED");
    unsigned long long first = seed ? strtoull(seed, NULL, 10) : 1;
    for (unsigned long long script = first; script < first + (unsigned long long)scripts; script++) {
        @autoreleasepool {
            int count = run_script(script, 0);
            CHECK(count > 0);
            for (int raising = 1; raising <= count; raising++) {
                @autoreleasepool {
                    if (run_script(script, raising) == 0) {
                        CHECK(!"the script behaves as the model says");
                        return;
                    }
                }
            }
        }
    }
}

static void make_objects(void) {
    watcher = [Watcher new];
    watcher.body = ^(void *context) {
      notifications[(intptr_t)context]++;
      callback();
    };
    for (int index = 0; index < NODES; index++) {
        nodes[index] = [Node new];
        nodes[index]->_items = [NSMutableArray new];
    }
}

TEST("after an exception in any setter or observer, every registration notifies as the model says") {
    make_objects();
    getters_raise = NO;
    run_scripts(40);
}

TEST("the same holds for exceptions in getters, once the keys whose getters raised are set again") {
    make_objects();
    getters_raise = YES;
    run_scripts(20);
}
