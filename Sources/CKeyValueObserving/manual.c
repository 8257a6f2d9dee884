// manual.c - changes that two messages announce: willChangeValueForKey: and didChangeValueForKey:, or variants.
//
// Interface: kvo_will_change, kvo_manual_… (observing.h). Each thread has a stack of its changes that have begun. When
// the object dies, the change is abandoned: at once if the object dies on the change's own thread, and otherwise when
// that thread announces further changes (sweep). A change that is not yet abandoned holds the memory of its object, so
// that no other object gets the same address.
#include "change.h"

typedef struct manual_change {
    struct manual_change *below;
    kvo_change change;
    kvo_reference on;      // the object; empty if its dealloc has announced the change, and abandons it
    const kvo_node *node;  // the node of a foreign object that has announced the change; else NULL
    kvc_key unobserved;    // the key, if it has no observances: only `text` is set, behind the structure
    kvo_turn turns[];
} manual_change;

typedef struct {
    manual_change *top;
    size_t depth, swept_at;  // at depth `swept_at`, changes whose objects are dead are abandoned
    size_t pops;             // counts removals from the stack: while it is the same, links in the stack stay valid
} stack;

enum { LEAST_SWEPT = 16 };
static _Thread_local stack mine;

static void end(manual_change *change) {
    kvo_change_end(&change->change);
    kvo_reference_end(&change->on);
    free(change);
}

// ── The stack ───────────────────────────────────────────────────────────────────────────────────────

static manual_change *pop(manual_change **link) {
    assert(mine.depth > 0 && *link != NULL);
    manual_change *change = *link;
    *link = change->below;
    mine.depth--;
    mine.pops++;
    return change;
}

static void abandon(manual_change *change, bool isDead) {
    id object = kvo_reference_load(&change->on);
    kvo_change_abandon(&change->change, isDead || (object == nil && change->on.object));
    kvo_let_go(object);
    end(change);
}

// Abandons the changes whose second message did not come before the thread ended. An object without a hold has died
// since. The getters that are called may begin changes themselves: for these the function runs again.
static void end_thread(void) {
    for (size_t count = mine.depth; count > 0 && mine.top; count--) {
        bool is_dead = mine.top->on.object == nil;
        abandon(pop(&mine.top), is_dead);
        objc_release(mr_exception_take());  // of a getter: no code of this thread is left that could handle it
    }
}

static _Thread_local kvo_thread_end at_thread_end = {.run = end_thread};

static bool is_of(const manual_change *change, id object, const char *text, const kvo_node *node) {
    if (node || change->node) return change->node == node;
    return change->change.object == object && strcmp(change->change.key->text, text) == 0;
}

static manual_change **find(id object, const char *text, const kvo_node *node) {
    manual_change **link = &mine.top;
    while (*link && !is_of(*link, object, text, node)) link = &(*link)->below;
    return link;
}

// Whether the death of an object ends a change: any change of a dead object; of a dying one, a change that its dealloc
// has announced.
// - object: nil for the change's own object
static bool is_over(const manual_change *change, id object, bool isDead) {
    if (object) return change->change.object == object && (isDead || change->on.object == nil);
    if (change->on.object == nil) return false;
    id alive = kvo_reference_load(&change->on);
    kvo_let_go(alive);
    return alive == nil;
}

// If a getter or a dealloc that runs during the search removes changes from the stack, the search starts again at the
// top.
void kvo_manual_abandon_of(id object, bool isDead) {
    for (manual_change **link = &mine.top; *link;) {
        size_t pops = mine.pops;
        bool is_fitting = is_over(*link, object, isDead);
        if (pops == mine.pops && is_fitting) {
            pops++;
            abandon(pop(link), isDead);
        } else if (pops == mine.pops) {
            link = &(*link)->below;
        }
        if (pops != mine.pops) link = &mine.top;
    }
}

// Abandons the changes whose objects are dead. O(1) amortised for each manual change.
static void sweep(void) {
    kvo_manual_abandon_of(nil, true);
    mine.swept_at = mine.depth * 2 > LEAST_SWEPT ? mine.depth * 2 : LEAST_SWEPT;
}

static void push(manual_change *change) {
    kvo_expect_thread_end(&at_thread_end);
    if (mine.depth >= mine.swept_at) sweep();
    change->below = mine.top;
    mine.top = change;
    mine.depth++;
}

// ── Beginning ───────────────────────────────────────────────────────────────────────────────────────

// - extra: bytes behind the structure
static manual_change *make(const kvo_subject *subject, size_t extra) {
    manual_change *change = mr_allocate(sizeof *change + extra);
    kvo_change_make(&change->change, subject);
    change->on = kvo_reference_begin(subject->object);
    return change;
}

// Makes a change of observances. Takes over the snapshot.
static manual_change *make_observed(const kvo_subject *subject, kvo_snapshot seen) {
    manual_change *change = make(subject, seen.count * sizeof *change->turns);
    change->change.seen = seen;
    if (kvo_change_needs_turns(&change->change)) change->change.turns = change->turns;
    return change;
}

// Unholds the memory of a dying object: its dealloc abandons the change before that memory is freed.
static void unhold_if_dying(manual_change *change) {
    id object = change->on.object;
    if (object == nil || mr_object_is_dying(object)) kvo_reference_end(&change->on);
}

// Returns a change of a key without observances if the stack contains a change of that key; otherwise NULL. Without it,
// the second message of the inner pair would end the outer change. It has a hold on the object if the outer change has
// one, so that both are abandoned alike: a dying object without observances abandons neither.
static manual_change *make_unobserved(const kvo_subject *subject, const char *text) {
    kvo_let_go(subject->elements);
    const manual_change *outer = *find(subject->object, text, NULL);
    if (outer == NULL) return NULL;
    manual_change *change = make(&(kvo_subject){.object = subject->object}, strlen(text) + 1);
    if (outer->on.object == nil) kvo_reference_end(&change->on);
    change->unobserved.text = strcpy((char *)change->turns, text);
    change->change.key = &change->unobserved;
    return change;
}

// Puts a change that has begun on the stack; abandons it if an exception is pending.
static void enter(manual_change *change) {
    if (mr_exception_pending()) return abandon(change, false);
    if (change->unobserved.text == NULL) unhold_if_dying(change);
    push(change);
}

void kvo_will_change(const kvo_subject *subject, const char *text) {
    id before = mr_exception_take();
    // An observer may release the last reference to the object.
    objc_retain(subject->object);
    kvo_snapshot seen = subject->key ? kvo_snapshot_since(subject->object, subject->key, 0) : (kvo_snapshot){0};
    manual_change *change = seen.count ? make_observed(subject, seen) : make_unobserved(subject, text);
    if (seen.count) kvo_change_begin(&change->change);
    if (change) enter(change);
    kvo_let_go(subject->object);
    mr_exception_put_back(before);
}

void kvo_node_will_change(kvo_node *node, id elements) {
    id before = mr_exception_take(), object = kvo_is_removed(&node->is) ? nil : kvo_node_object(node, nil);
    bool is_used = object && node->is.options & KVO_IS_LAST;
    if (!is_used) kvo_let_go(elements);
    if (object) {
        kvo_subject subject = {.object = object, .key = node->is.property->key, .elements = is_used ? elements : nil};
        kvo_observance *only = kvo_observance_retain(&node->is);
        manual_change *change = make_observed(&subject, (kvo_snapshot){NULL, only, 1, only->options, 0});
        change->node = node;
        kvo_change_begin(&change->change);
        enter(change);
    }
    kvo_let_go(object);
    mr_exception_put_back(before);
}

// ── Ending ──────────────────────────────────────────────────────────────────────────────────────────

void kvo_did_change(id object, const kvc_key *key, const char *text, kvo_node *node) {
    manual_change **link = find(object, text, node);
    // The key had no observances when its change began. Paths that were registered since may follow the old value.
    if (*link == NULL) return key ? kvo_follow_newcomers(object, key, 0) : (void)0;
    manual_change *change = pop(link);
    if (node) object = kvo_reference_load(&change->on);
    else objc_retain(object);
    if (object == nil) return abandon(change, true);
    id before = mr_exception_take();
    kvo_change_finish(&change->change);
    end(change);
    kvo_let_go(object);
    mr_exception_put_back(before);
}

// ── Abandoning ──────────────────────────────────────────────────────────────────────────────────────

size_t kvo_manual_depth(void) { return mine.depth; }

void kvo_manual_abandon(size_t depth) {
    while (mine.depth > depth) abandon(pop(&mine.top), false);
}

void kvo_manual_abandon_node(const kvo_node *node) {
    manual_change **link = find(nil, "", node);
    if (*link) abandon(pop(link), false);
}
