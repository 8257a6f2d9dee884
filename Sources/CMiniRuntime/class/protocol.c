// protocol.c - protocols: a name, method descriptions and properties, and the protocols that it adopts.
//
// Interface: the Protocols section of runtime.h.
// Invariant: a protocol changes only before it is registered and adopts only registered protocols, so adoption has no
// cycles. It lives for ever, and so do its strings and properties. Except for names, which never change, everything
// below is guarded by the runtime lock.
//
// A protocol is an object: it starts with an isa. It has no header, and retain and release ignore it.
#include <stdlib.h>
#include <string.h>

#include "../boot/boot.h"
#include "class.h"

struct objc_protocol {
    // Set at allocation, then immutable.
    _Atomic(Class) isa;
    char *name;
    uint64_t found_by;  // the number of the latest search that found it; guarded by the runtime lock
    // Guarded by the runtime lock; immutable once registered.
    bool registered;
    mr_list adopted;
    mr_list methods[2][2];  // [required][instance], of struct objc_method_description *
    mr_list properties[2][2];
};

static mr_table protocols_by_name;  // written under the runtime lock
static mr_list protocols;           // the same protocols in order of registration; guarded by the runtime lock

static bool equal_names(const Protocol *lhs, const Protocol *rhs) {
    return lhs == rhs || strcmp(lhs->name, rhs->name) == 0;
}

static void append_new_locked(mr_list *all, const mr_list *protocols, uint64_t search) {
    for (uint32_t i = 0; i < protocols->count; i++) {
        Protocol *protocol = protocols->items[i];
        if (protocol->found_by == search) continue;
        protocol->found_by = search;
        mr_list_append(all, protocol);
    }
}

// Returns `roots` and all protocols that they adopt at any depth, nearest first, each once. O(adoptions).
static mr_list closure_locked(const mr_list *roots) {
    static uint64_t searches;
    mr_list all = {0};
    uint64_t search = ++searches;
    append_new_locked(&all, roots, search);
    for (uint32_t i = 0; i < all.count; i++) append_new_locked(&all, &((Protocol *)all.items[i])->adopted, search);
    return all;
}

static mr_list protocol_closure_locked(Protocol *protocol) {
    return closure_locked(&(mr_list){.items = (void *[]){protocol}, .count = 1});
}

static bool closure_conforms_locked(const mr_list *roots, const Protocol *other) {
    mr_list all = closure_locked(roots);
    bool conforms = false;
    for (uint32_t i = 0; i < all.count && !conforms; i++) conforms = equal_names(all.items[i], other);
    mr_list_free(&all);
    return conforms;
}

// ── Creating a protocol ─────────────────────────────────────────────────────────────────────────────

static bool has_name(const void *protocol, const void *name) {
    return strcmp(((const Protocol *)protocol)->name, name) == 0;
}

Protocol *objc_getProtocol(const char *name) {
    return name ? mr_table_find(&protocols_by_name, mr_hash_string(name), has_name, name) : NULL;
}

Protocol **objc_copyProtocolList(unsigned int *outCount) { return mr_list_copy_shared(&protocols, outCount); }

Protocol *objc_allocateProtocol(const char *name) {
    if (!name || objc_getProtocol(name)) return NULL;
    Protocol *protocol = mr_allocate(sizeof *protocol);
    atomic_init(&protocol->isa, mr_class.Protocol);
    protocol->name = mr_copy_string(name);
    return protocol;
}

void objc_registerProtocol(Protocol *protocol) {
    if (!protocol) return;
    mr_lock_acquire(&mr_runtime_lock);
    bool taken = objc_getProtocol(protocol->name) != NULL;
    if (!taken) {
        protocol->registered = true;
        mr_table_insert(&protocols_by_name, mr_hash_string(protocol->name), protocol);
        mr_list_append(&protocols, protocol);
    }
    mr_lock_release(&mr_runtime_lock);
    if (taken) mr_log("objc_registerProtocol: a protocol named '%s' is registered already", protocol->name);
}

void protocol_addMethodDescription(Protocol *protocol, SEL name, const char *types, BOOL isRequired, BOOL isInstance) {
    if (!protocol || !name) return;
    mr_lock_acquire(&mr_runtime_lock);
    if (!protocol->registered) {
        struct objc_method_description *description = mr_allocate(sizeof *description);
        *description = (struct objc_method_description){name, mr_copy_string(types)};
        mr_list_append(&protocol->methods[isRequired][isInstance], description);
    }
    mr_lock_release(&mr_runtime_lock);
}

void protocol_addProtocol(Protocol *protocol, Protocol *addition) {
    if (!protocol || !addition) return;
    mr_lock_acquire(&mr_runtime_lock);
    bool allowed = !protocol->registered && addition->registered;
    if (allowed && !mr_list_contains(&protocol->adopted, addition)) mr_list_append(&protocol->adopted, addition);
    mr_lock_release(&mr_runtime_lock);
}

void protocol_addProperty(Protocol *protocol, const char *name, const objc_property_attribute_t *attributes,
                          unsigned int count, BOOL isRequired, BOOL isInstance) {
    if (!protocol || !name) return;
    mr_lock_acquire(&mr_runtime_lock);
    if (!protocol->registered) {
        mr_list_append(&protocol->properties[isRequired][isInstance], mr_property_create(name, attributes, count));
    }
    mr_lock_release(&mr_runtime_lock);
}

// ── Reading a protocol ──────────────────────────────────────────────────────────────────────────────

const char *protocol_getName(Protocol *protocol) { return protocol ? protocol->name : NULL; }

BOOL protocol_isEqual(Protocol *lhs, Protocol *rhs) { return lhs && rhs && equal_names(lhs, rhs); }

BOOL protocol_conformsToProtocol(Protocol *protocol, Protocol *other) {
    if (!protocol || !other) return NO;
    mr_lock_acquire(&mr_runtime_lock);
    bool conforms = closure_conforms_locked(&(mr_list){.items = (void *[]){protocol}, .count = 1}, other);
    mr_lock_release(&mr_runtime_lock);
    return conforms;
}

static struct objc_method_description *own_method_locked(Protocol *protocol, SEL name, bool required, bool instance) {
    const mr_list *methods = &protocol->methods[required][instance];
    for (uint32_t i = 0; i < methods->count; i++) {
        struct objc_method_description *description = methods->items[i];
        if (description->name == name) return description;
    }
    return NULL;
}

struct objc_method_description protocol_getMethodDescription(Protocol *protocol, SEL name, BOOL isRequired,
                                                             BOOL isInstance) {
    struct objc_method_description none = {NULL, NULL}, *found = NULL;
    if (!protocol || !name) return none;
    mr_lock_acquire(&mr_runtime_lock);
    mr_list all = protocol_closure_locked(protocol);
    for (uint32_t i = 0; i < all.count && !found; i++) {
        found = own_method_locked(all.items[i], name, isRequired, isInstance);
    }
    mr_list_free(&all);
    mr_lock_release(&mr_runtime_lock);
    return found ? *found : none;
}

struct objc_method_description *protocol_copyMethodDescriptionList(Protocol *protocol, BOOL isRequired, BOOL isInstance,
                                                                   unsigned int *outCount) {
    unsigned int count;
    struct objc_method_description **methods =
        mr_list_copy_shared(protocol ? &protocol->methods[isRequired][isInstance] : NULL, &count);
    if (outCount) *outCount = count;
    if (count == 0) return NULL;
    struct objc_method_description *list = mr_allocate((count + 1) * sizeof *list);
    for (unsigned int i = 0; i < count; i++) list[i] = *methods[i];
    free(methods);
    return list;
}

objc_property_t protocol_getProperty(Protocol *protocol, const char *name, BOOL isRequired, BOOL isInstance) {
    if (!protocol || !name) return NULL;
    objc_property_t found = NULL;
    mr_lock_acquire(&mr_runtime_lock);
    mr_list all = protocol_closure_locked(protocol);
    for (uint32_t i = 0; i < all.count && !found; i++) {
        const Protocol *each = all.items[i];
        found = mr_property_named_locked(&each->properties[isRequired][isInstance], name);
    }
    mr_list_free(&all);
    mr_lock_release(&mr_runtime_lock);
    return found;
}

// Returns the required instance properties, like Apple's function of this name.
objc_property_t *protocol_copyPropertyList(Protocol *protocol, unsigned int *outCount) {
    return mr_list_copy_shared(protocol ? &protocol->properties[YES][YES] : NULL, outCount);
}

Protocol **protocol_copyProtocolList(Protocol *protocol, unsigned int *outCount) {
    return mr_list_copy_shared(protocol ? &protocol->adopted : NULL, outCount);
}

// ── The protocols of a class ────────────────────────────────────────────────────────────────────────

BOOL class_addProtocol(Class cls, Protocol *protocol) {
    if (!cls || !protocol) return NO;
    mr_lock_acquire(&mr_runtime_lock);
    mr_list *adopted = &cls->data->protocols;
    bool absent = true;
    for (uint32_t i = 0; i < adopted->count && absent; i++) absent = !equal_names(adopted->items[i], protocol);
    if (absent) mr_list_append(adopted, protocol);
    mr_lock_release(&mr_runtime_lock);
    return absent;
}

BOOL class_conformsToProtocol(Class cls, Protocol *protocol) {
    if (!cls || !protocol) return NO;
    mr_lock_acquire(&mr_runtime_lock);
    bool conforms = closure_conforms_locked(&cls->data->protocols, protocol);
    mr_lock_release(&mr_runtime_lock);
    return conforms;
}

Protocol **class_copyProtocolList(Class cls, unsigned int *outCount) {
    return mr_list_copy_shared(cls ? &cls->data->protocols : NULL, outCount);
}
