// core-foundation-collections.c - arrays and dictionaries that keep and compare their values by functions of C: those
// that CFArrayCreateMutable() and CFDictionaryCreateMutable() make with other callbacks than the standard ones.
//
// They are subclasses of NSMutableArray and NSMutableDictionary that override the primitives, so the methods of those
// classes work as long as the values are objects. Functions that are NULL keep a value as it is, and compare addresses.
#include <stdlib.h>
#include <string.h>

#include "core-foundation.h"
#include "slots.h"

static ptrdiff_t array_offset, dictionary_offset;

static const void *kept(const mr_cf_callbacks *how, const void *value) {
    return how->retain ? how->retain(NULL, value) : value;
}
static void let_go(const mr_cf_callbacks *how, const void *value) {
    if (how->release) how->release(NULL, value);
}

static void dealloc_super(id self, const char *superclass) {
    struct objc_super super = {self, objc_getClass(superclass)};
    ((void (*)(struct objc_super *, SEL))(void *)objc_msgSendSuper)(&super, sel_registerName("dealloc"));
}

// ── Arrays ──────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    mr_cf_callbacks how;
    const void **values;
    size_t count, room;
} mr_cf_array;

static mr_cf_array *array_of(id self) { return (mr_cf_array *)(void *)((char *)(void *)self + array_offset); }

static size_t array_count(id self, SEL _cmd) { return array_of(self)->count; }

static id array_value(id self, SEL _cmd, size_t index) {
    mr_cf_array *array = array_of(self);
    return mr_is_in_range(self, _cmd, (mr_range){index, 1}, array->count) ? (id)(void *)array->values[index] : nil;
}

static void array_insert(id self, SEL _cmd, id value, size_t index) {
    mr_cf_array *array = array_of(self);
    // The callbacks are code of the program, which may use the array, so they are called before or after a change.
    const void *added = kept(&array->how, value);
    if (!mr_is_in_range(self, _cmd, (mr_range){index, 0}, array->count)) return let_go(&array->how, added);
    if (array->count == array->room) {
        size_t room = array->room ? 2 * array->room : 8;
        const void **values = realloc(array->values, room * sizeof *values);
        if (values == NULL) mr_fatal("out of memory for an array");
        array->values = values;
        array->room = room;
    }
    const void **place = &array->values[index];
    memmove(place + 1, place, (array->count++ - index) * sizeof *place);
    *place = added;
}

static void array_remove(id self, SEL _cmd, size_t index) {
    mr_cf_array *array = array_of(self);
    if (!mr_is_in_range(self, _cmd, (mr_range){index, 1}, array->count)) return;
    const void **place = &array->values[index], *removed = *place;
    memmove(place, place + 1, (--array->count - index) * sizeof *place);
    let_go(&array->how, removed);
}

static void array_replace(id self, SEL _cmd, size_t index, id value) {
    mr_cf_array *array = array_of(self);
    if (!mr_is_in_range(self, _cmd, (mr_range){index, 1}, array->count)) return;
    const void *added = kept(&array->how, value);
    if (!mr_is_in_range(self, _cmd, (mr_range){index, 1}, array->count)) return let_go(&array->how, added);
    const void *removed = array->values[index];
    array->values[index] = added;
    let_go(&array->how, removed);
}

static void array_add(id self, SEL _cmd, id value) { array_insert(self, _cmd, value, array_count(self, _cmd)); }
static void array_remove_last(id self, SEL _cmd) { array_remove(self, _cmd, array_count(self, _cmd) - 1); }

static void array_dealloc(id self, SEL _cmd) {
    mr_cf_array *array = array_of(self);
    while (array->count) let_go(&array->how, array->values[--array->count]);
    free(array->values);
    dealloc_super(self, "NSMutableArray");
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    mr_cf_callbacks keys, values;
    mr_pointer_functions key_functions, value_functions;  // the same, for the table
    mr_slots slots;
} mr_cf_dictionary;

static mr_cf_dictionary *dictionary_of(id self) {
    return (mr_cf_dictionary *)(void *)((char *)(void *)self + dictionary_offset);
}

static size_t dictionary_count(id self, SEL _cmd) { return mr_slots_count(&dictionary_of(self)->slots); }

static id dictionary_value(id self, SEL _cmd, id key) {
    mr_slot *slot = mr_slots_find(self, &dictionary_of(self)->slots, key);
    return slot ? slot->value : nil;
}

static void dictionary_set(id self, SEL _cmd, id value, id key) {
    mr_slots_set(self, &dictionary_of(self)->slots, key, value);
}
static void dictionary_remove(id self, SEL _cmd, id key) { mr_slots_remove(self, &dictionary_of(self)->slots, key); }
static void dictionary_remove_all(id self, SEL _cmd) { mr_slots_end(&dictionary_of(self)->slots); }

static id dictionary_keys(id self, SEL _cmd) {
    return SEND(id, mr_slots_array(&dictionary_of(self)->slots, false), "objectEnumerator");
}

static void dictionary_dealloc(id self, SEL _cmd) {
    dictionary_remove_all(self, _cmd);
    dealloc_super(self, "NSMutableDictionary");
}

// ── Functions ───────────────────────────────────────────────────────────────────────────────────────

id mr_CFArrayCreateMutable(void *allocator, long capacity, const mr_cf_callbacks *how) {
    if (how == &mr_kCFTypeArrayCallBacks) return SEND(id, objc_getClass("NSMutableArray"), "new");
    id array = SEND(id, objc_getClass("__NSCFArray"), "new");
    // The callbacks of an array have no hash function.
    if (how) memcpy(&array_of(array)->how, how, offsetof(mr_cf_callbacks, hash));
    return array;
}

// The functions of keys or values, as a table calls them.
static mr_pointer_functions functions_of(const mr_cf_callbacks *how) {
    mr_pointer_functions functions = {.retain = how->retain, .release = how->release};
    // The table passes one argument more than these functions read.
    functions.hash = (__typeof__(functions.hash))(void *)how->hash;
    functions.is_equal = (__typeof__(functions.is_equal))(void *)how->equal;
    return functions;
}

id mr_CFDictionaryCreateMutable(void *allocator, long capacity, const mr_cf_callbacks *keys,
                                const mr_cf_callbacks *values) {
    bool isStandard = keys == &mr_kCFTypeDictionaryKeyCallBacks || keys == &mr_kCFCopyStringDictionaryKeyCallBacks;
    if (isStandard && values == &mr_kCFTypeDictionaryValueCallBacks) {
        return SEND(id, objc_getClass("NSMutableDictionary"), "new");
    }
    id made = SEND(id, objc_getClass("__NSCFDictionary"), "new");
    mr_cf_dictionary *dictionary = dictionary_of(made);
    if (keys) dictionary->keys = *keys;
    if (values) memcpy(&dictionary->values, values, offsetof(mr_cf_callbacks, hash));
    dictionary->key_functions = functions_of(&dictionary->keys);
    dictionary->value_functions = functions_of(&dictionary->values);
    dictionary->slots.keys = (mr_keeping){MR_KEEPS_NOTHING | MR_BY_ADDRESS, &dictionary->key_functions, nil};
    dictionary->slots.values = (mr_keeping){MR_KEEPS_NOTHING | MR_BY_ADDRESS, &dictionary->value_functions, nil};
    return made;
}

id mr_CFArrayCreate(void *allocator, id *values, long count, const mr_cf_callbacks *how) {
    if (how == &mr_kCFTypeArrayCallBacks) {
        return SEND_WITH(id, SEND(id, objc_getClass("NSArray"), "alloc"),
                         "initWithObjects:count:", (id, SEL, const id *, size_t), values, (size_t)count);
    }
    id array = mr_CFArrayCreateMutable(allocator, count, how);
    for (long index = 0; index < count; index++) mr_add_object(array, values[index]);
    return array;
}

id mr_CFDictionaryCreate(void *allocator, id *keys, id *values, long count, const mr_cf_callbacks *key_callbacks,
                         const mr_cf_callbacks *value_callbacks) {
    id made = mr_CFDictionaryCreateMutable(allocator, count, key_callbacks, value_callbacks);
    for (long index = 0; index < count; index++) {
        SEND_WITH(void, made, "setObject:forKey:", (id, SEL, id, id), values[index], keys[index]);
    }
    if (object_getClass(made) == objc_getClass("__NSCFDictionary")) return made;
    id copy = SEND(id, made, "copy");
    objc_release(made);
    return copy;
}

// A copy has the callbacks of the dictionary.
id mr_CFDictionaryCreateMutableCopy(void *allocator, long capacity, id dictionary) {
    if (object_getClass(dictionary) != objc_getClass("__NSCFDictionary")) return SEND(id, dictionary, "mutableCopy");
    const mr_cf_dictionary *old = dictionary_of(dictionary);
    id made = mr_CFDictionaryCreateMutable(allocator, capacity, &old->keys, &old->values);
    size_t count = mr_count_of(dictionary);
    id *entries = mr_allocate((2 * count + 1) * sizeof *entries);
    mr_CFDictionaryGetKeysAndValues(dictionary, entries, entries + count);
    for (size_t index = 0; index < count; index++) {
        SEND_WITH(void, made, "setObject:forKey:", (id, SEL, id, id), entries[count + index], entries[index]);
    }
    free(entries);
    return made;
}

id mr_CFDictionaryCreateCopy(void *allocator, id dictionary) {
    if (object_getClass(dictionary) != objc_getClass("__NSCFDictionary")) return SEND(id, dictionary, "copy");
    return mr_CFDictionaryCreateMutableCopy(allocator, 0, dictionary);
}

void mr_CFDictionaryGetKeysAndValues(id dictionary, id *keys, id *values) {
    size_t count = 0;
    if (object_getClass(dictionary) == objc_getClass("__NSCFDictionary")) {
        const mr_slots *slots = &dictionary_of(dictionary)->slots;
        for (size_t index = 0; index < slots->used; index++) {
            if (slots->slots[index].hash <= MR_SLOT_REMOVED) continue;
            if (keys) keys[count] = slots->slots[index].key;
            if (values) values[count] = slots->slots[index].value;
            count++;
        }
        return;
    }
    id all = SEND(id, dictionary, "allKeys");
    for (size_t index = 0; index < mr_count_of(all); index++) {
        id key = mr_object_at(all, index);
        if (keys) keys[index] = key;
        if (values) values[index] = SEND_WITH(id, dictionary, "objectForKey:", (id, SEL, id), key);
    }
}

// Registers a subclass with an ivar of that size, and returns where the ivar is.
static ptrdiff_t make_class(const char *name, const char *superclass, size_t size, const mr_method_entry *methods,
                            size_t count) {
    Class cls = objc_allocateClassPair(objc_getClass(superclass), name, 0);
    char types[32];
    snprintf(types, sizeof types, "[%zuQ]", size / sizeof(uint64_t));
    bool isAdded = cls && class_addIvar(cls, "_callbacks", size, 3, types);
    assert(isAdded);
    (void)isAdded;
    mr_class_prepend_methods(cls, methods, count);
    objc_registerClassPair(cls);
    return ivar_getOffset(class_getInstanceVariable(cls, "_callbacks"));
}

void mr_core_foundation_collections_boot(void) {
    static const mr_method_entry array[] = {
        {"count", "Q16@0:8", (IMP)array_count},
        {"objectAtIndex:", "@24@0:8Q16", (IMP)array_value},
        {"insertObject:atIndex:", "v32@0:8@16Q24", (IMP)array_insert},
        {"removeObjectAtIndex:", "v24@0:8Q16", (IMP)array_remove},
        {"replaceObjectAtIndex:withObject:", "v32@0:8Q16@24", (IMP)array_replace},
        {"addObject:", "v24@0:8@16", (IMP)array_add},
        {"removeLastObject", "v16@0:8", (IMP)array_remove_last},
        {"dealloc", "v16@0:8", (IMP)array_dealloc},
    };
    static const mr_method_entry dictionary[] = {
        {"count", "Q16@0:8", (IMP)dictionary_count},
        {"objectForKey:", "@24@0:8@16", (IMP)dictionary_value},
        {"keyEnumerator", "@16@0:8", (IMP)dictionary_keys},
        {"setObject:forKey:", "v32@0:8@16@24", (IMP)dictionary_set},
        {"removeObjectForKey:", "v24@0:8@16", (IMP)dictionary_remove},
        {"removeAllObjects", "v16@0:8", (IMP)dictionary_remove_all},
        {"dealloc", "v16@0:8", (IMP)dictionary_dealloc},
    };
    array_offset =
        make_class("__NSCFArray", "NSMutableArray", sizeof(mr_cf_array), array, sizeof array / sizeof *array);
    dictionary_offset = make_class("__NSCFDictionary", "NSMutableDictionary", sizeof(mr_cf_dictionary), dictionary,
                                   sizeof dictionary / sizeof *dictionary);
}
