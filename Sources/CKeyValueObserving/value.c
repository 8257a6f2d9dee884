// value.c - reads the current value of a key with the getter that valueForKey: would send; reuses change dictionaries.
#include "change.h"

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

// Returns the value, +1, with NSNull for nil; nil if an exception is pending.
static id send_for_object(id object, SEL getter) {
    void *pool = objc_autoreleasePoolPush();
    id value = objc_retain(((id(*)(id, SEL))objc_msgSend)(object, getter));
    objc_autoreleasePoolPop(pool);
    if (!mr_exception_pending()) return value ? value : objc_retain(kvo_above.null);
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

// Returns the stored getter if the object's isa is the notifying class and the getter is up to date; else NULL.
static const kvo_getter *known_getter(id object, const kvo_property *property) {
    const kvo_getter *getter = NULL;
    if (object_getClass(object) == property->notifying) kvo_property_knows_getter(property, &getter);
    return getter;
}

static id value_by(id object, const kvo_property *property, const kvo_getter *getter) {
    if (getter->kind == KVO_OBJECT_VALUE) return send_for_object(object, getter->selector);
    id number = getter->kind == KVO_INTEGER_VALUE ? send_for_integer(object, getter) : nil;
    return number || mr_exception_pending() ? number : kvo_above.value(object, property, getter);
}

id kvo_value(id object, const kvo_property *property) {
    const kvo_getter *getter = known_getter(object, property);
    return getter ? value_by(object, property, getter) : kvo_above.value(object, property, NULL);
}

id kvo_path_value(const kvo_path *path, id root) {
    const kvo_property *only = path->first.rest ? NULL : path->is.is.property;
    const kvo_getter *getter = only ? known_getter(root, only) : NULL;
    return getter ? value_by(root, only, getter) : kvo_above.value_at_path(root, only, path->key_path);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────
// If no observer has retained a dictionary, its thread reuses it. mr_object_set_aside excludes the spare dictionary
// from the counts of objects, so that it does not look like a leak.

static _Thread_local id spare;

static id *values_of(id dictionary) { return (id *)((char *)dictionary + kvo_above.dictionary_values); }

id kvo_dictionary(id old, id new, bool isPrior) {
    if (spare == nil) return kvo_above.dictionary(old, new, isPrior);
    id dictionary = spare;
    spare = nil;
    mr_object_set_aside(dictionary, false);
    id *values = values_of(dictionary);
    assert(values[KVO_OLD_VALUE] == nil && values[KVO_NEW_VALUE] == nil);
    values[KVO_OLD_VALUE] = old;
    values[KVO_NEW_VALUE] = new;
    values[KVO_IS_PRIOR] = isPrior ? kvo_above.yes : nil;
    return dictionary;
}

void kvo_dictionary_end(id dictionary) {
    if (dictionary == nil) return;
    if (spare || !mr_object_is_unshared(dictionary, 1)) return kvo_let_go(dictionary);
    id *values = values_of(dictionary), old = values[KVO_OLD_VALUE], new = values[KVO_NEW_VALUE];
    values[KVO_OLD_VALUE] = values[KVO_NEW_VALUE] = nil;
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
