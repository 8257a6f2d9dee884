// value.c - reads the current value of a key with the getter that valueForKey: would send; reuses change dictionaries.
#include "change.h"

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

// Returns the value, +1, with NSNull for nil; nil if an exception is pending.
static id send_for_object(id object, SEL getter) {
    void *pool = objc_autoreleasePoolPush();
    id value = objc_retain(((id(*)(id, SEL))objc_msgSend)(object, getter));
    objc_autoreleasePoolPop(pool);
    if (!mr_exception_pending()) return value ? value : objc_retain(kvo_names.null);
    kvo_let_go(value);
    return nil;
}

// Returns the integer as a tagged number; nil if it does not fit, or if an exception is pending.
static id send_for_integer(id object, const kvo_getter *getter) {
    enum { PAYLOAD = 56 };
    uint64_t word = ((uint64_t(*)(id, SEL))objc_msgSend)(object, getter->selector);
    if (mr_exception_pending()) return nil;
    // The upper bits of the register are undefined.
    unsigned unused = 64 - 8 * getter->size;
    int64_t value = (int64_t)(word << unused);
    value = getter->is_signed ? value >> unused : (int64_t)((uint64_t)value >> unused);
    if (value >> (PAYLOAD - 1) != value >> 63 || (value < 0 && !getter->is_signed)) return nil;
    if (getter->is_bool) value = value != 0;
    return (id)(getter->zero | ((uint64_t)value & ((UINT64_C(1) << PAYLOAD) - 1)));
}

static id allocate(Class cls) { return ((id(*)(Class, SEL))objc_msgSend)(cls, kvo_names.alloc); }

// Returns an NSNumber, +1.
static id make_number(const char *encoding, size_t size, const void *value) {
    id number = allocate(kvo_names.number);
    kvo_number *stored = (kvo_number *)(void *)((char *)number + kvo_names.number_storage);
    *stored = (kvo_number){encoding, size, 0};
    memcpy(&stored->word, value, size);
    return number;
}

static id send_for_float(id object, SEL getter) {
    float value = ((float (*)(id, SEL))objc_msgSend)(object, getter);
    return mr_exception_pending() ? nil : make_number("f", sizeof value, &value);
}

static id send_for_double(id object, SEL getter) {
    double value = ((double (*)(id, SEL))objc_msgSend)(object, getter);
    return mr_exception_pending() ? nil : make_number("d", sizeof value, &value);
}

// Returns the stored getter if the object's isa is the notifying class and the getter is up to date; else NULL.
static const kvo_getter *known_getter(id object, const kvo_property *property) {
    const kvo_getter *getter = NULL;
    if (object_getClass(object) == property->notifying) kvo_property_knows_getter(property, &getter);
    return getter;
}

static id value_by(id object, const kvo_property *property, const kvo_getter *getter) {
    if (getter->kind == KVO_OBJECT_VALUE) return send_for_object(object, getter->selector);
    if (getter->kind == KVO_DOUBLE_VALUE) return send_for_double(object, getter->selector);
    if (getter->kind == KVO_FLOAT_VALUE) return send_for_float(object, getter->selector);
    id number = getter->kind == KVO_INTEGER_VALUE ? send_for_integer(object, getter) : nil;
    return number || mr_exception_pending() ? number : kvo_ops.value(object, property, getter);
}

id kvo_value(id object, const kvo_property *property) {
    const kvo_getter *getter = known_getter(object, property);
    return getter ? value_by(object, property, getter) : kvo_ops.value(object, property, NULL);
}

// ── Values at the ends of paths ─────────────────────────────────────────────────────────────────────

enum { MOST_STEPS = 8 };

typedef struct {
    id object;  // only its address is compared
    const kvo_property *property;
    const kvo_getter *getter;
} step;

// Returns whether a node's key has a getter that C can send, or none that is known yet: then the step has none. The
// object may be dead: its memory is read, and so must be held.
static bool is_known_step(const kvo_node *node, step *outStep) {
    if (node->weak || node->retained) return false;
    *outStep = (step){node->is.object, node->is.property, NULL};
    if (object_getClass(outStep->object) != outStep->property->notifying) return false;
    return !kvo_property_knows_getter(outStep->property, &outStep->getter) || outStep->getter;
}

// Copies the way of a path, if each of its keys is a known step. Returns the number of keys; 0 if it is not so, or if
// the path has more than MOST_STEPS.
static uint32_t copy_way(kvo_path *path, step *steps) {
    uint32_t count = 0;
    kvo_path_lock(path);
    const kvo_node *node = &path->first, *last = NULL;
    while (node && count < MOST_STEPS && is_known_step(node, &steps[count])) {
        count++;
        last = node;
        node = node->next;
    }
    bool is_whole = last && last->rest == NULL;
    kvo_path_unlock(path);
    return is_whole ? count : 0;
}

// Returns the value, +1; nil if an exception is pending, or if the values lead another way, which sets `outLeft`.
static id value_along(const step *steps, uint32_t count, id root, bool *outLeft) {
    id value = objc_retain(root);
    for (uint32_t index = 0; index < count && value && value != kvo_names.null; index++) {
        // An object that is alive has a class that is alive, and with it the property.
        const step *step = &steps[index];
        const kvo_getter *getter = step->getter;
        if (getter == NULL && value == step->object) getter = kvo_ops.find_getter(value, step->property);
        *outLeft = getter == NULL || value != step->object;
        id next = *outLeft ? nil : value_by(value, step->property, getter);
        kvo_let_go(value);
        value = next;
    }
    return value;
}

id kvo_path_value(kvo_path *path, id root) {
    step steps[MOST_STEPS];
    uint32_t count = copy_way(path, steps);
    bool left = count == 0;
    id value = left ? nil : value_along(steps, count, root, &left);
    if (!left || mr_exception_pending()) return value;
    const kvo_property *only = path->first.rest ? NULL : path->first.is.property;
    return kvo_ops.value_at_path(root, only, path->key_path);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────
// If no observer has retained a dictionary, its thread reuses it. mr_object_set_aside excludes the spare dictionary
// from the counts of objects, so that it does not look like a leak.

static _Thread_local id spare;

// The entries of a change dictionary: its ivar is an array of them.
enum { KIND, INDEXES, OLD, NEW, IS_PRIOR };

static id *entries_of(id dictionary) { return (id *)((char *)dictionary + kvo_names.dictionary_entries); }

static id fill(id dictionary, id old, id new, bool isPrior) {
    id *entries = entries_of(dictionary);
    assert(entries[INDEXES] == nil && entries[OLD] == nil && entries[NEW] == nil);
    entries[KIND] = kvo_names.setting;
    entries[OLD] = old;
    entries[NEW] = new;
    entries[IS_PRIOR] = isPrior ? kvo_names.yes : nil;
    return dictionary;
}

id kvo_dictionary_create(id old, id new, bool isPrior) {
    return fill(allocate(kvo_names.dictionary), old, new, isPrior);
}

id kvo_dictionary(id old, id new, bool isPrior) {
    if (spare == nil) return kvo_dictionary_create(old, new, isPrior);
    id dictionary = spare;
    spare = nil;
    mr_object_set_aside(dictionary, false);
    return fill(dictionary, old, new, isPrior);
}

void kvo_dictionary_end(id dictionary) {
    if (dictionary == nil) return;
    if (spare || !mr_object_is_unshared(dictionary, 1)) return kvo_let_go(dictionary);
    id *entries = entries_of(dictionary), old = entries[OLD], new = entries[NEW];
    entries[OLD] = entries[NEW] = nil;
    // The values are released first: their dealloc may cause another change, which keeps its own dictionary in `spare`.
    kvo_let_go(old);
    kvo_let_go(new);
    if (spare) return kvo_let_go(dictionary);
    kvo_expect_thread_end();
    mr_object_set_aside(dictionary, true);
    spare = dictionary;
}

void kvo_dictionary_end_thread(void) {
    if (spare) mr_object_set_aside(spare, false);
    kvo_let_go(spare);
    spare = nil;
}
