// notification-table.c - the registrations of a notification center: hash tables by name and sender, and by observer.
#include "notification-table.h"

#include <stdlib.h>
#include <string.h>

Class mr_registration_class;

// ── Registrations ───────────────────────────────────────────────────────────────────────────────────

static bool is_same(mr_utf8 first, mr_utf8 second) {
    if (first.bytes == NULL || second.bytes == NULL) return first.bytes == second.bytes;
    return first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0;
}

id mr_registration_create(id observer, SEL selector, id queue, id block, id name, id sender) {
    mr_utf8 text = mr_name_of(name);
    id object = class_createInstance(mr_registration_class, 0);
    mr_registration *registration = mr_registration_of(object);
    registration->address = block ? (const void *)object : (const void *)observer;
    registration->selector = selector;
    registration->sender = sender;
    if (text.bytes) registration->name = (mr_utf8){mr_copy_text(text.bytes, text.length), text.length};
    registration->queue = objc_retain(queue);
    if (block) registration->block = SEND(id, block, "copy");
    else objc_initWeakOrNil(&registration->observer, observer);
    return object;
}

void mr_registration_dealloc(id self, SEL _cmd) {
    mr_registration *registration = mr_registration_of(self);
    id block = registration->block, queue = registration->queue;
    if (block == nil) objc_destroyWeak(&registration->observer);
    free((char *)registration->name.bytes);
    object_dispose(self);
    objc_release(block);
    objc_release(queue);
}

int mr_registration_order(const void *first, const void *second) {
    uint64_t left = mr_registration_of(*(id const *)first)->number;
    uint64_t right = mr_registration_of(*(id const *)second)->number;
    return (left > right) - (left < right);
}

// Returns whether the observer is alive. A weak reference is set to nil when its object is deallocated.
static bool is_alive(const mr_registration *registration) {
    return registration->block || __atomic_load_n(&registration->observer, __ATOMIC_ACQUIRE);
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────

static size_t hash_of_key(mr_utf8 name, const void *sender) {
    return mr_hash_bytes(name.bytes, name.length) * 31 + mr_hash_address(sender);
}

static void link_first(mr_registrations *table, int chain, id item, size_t hash) {
    mr_registration *registration = mr_registration_of(item);
    id *head = &table->heads[chain][hash & (table->room - 1)];
    registration->next[chain] = *head;
    registration->place[chain] = head;
    if (*head) mr_registration_of(*head)->place[chain] = &registration->next[chain];
    *head = item;
}

static void link_both(mr_registrations *table, id item) {
    const mr_registration *registration = mr_registration_of(item);
    link_first(table, BY_KEY, item, hash_of_key(registration->name, registration->sender));
    link_first(table, BY_ADDRESS, item, mr_hash_address(registration->address));
}

// Moves a registration from both chains to a list, which then owns the table's +1, and marks it.
static void take_out(mr_registrations *table, id item, id *list) {
    mr_registration *registration = mr_registration_of(item);
    for (int chain = 0; chain < CHAINS; chain++) {
        id next = registration->next[chain];
        *registration->place[chain] = next;
        if (next) mr_registration_of(next)->place[chain] = registration->place[chain];
    }
    __atomic_store_n(&registration->is_removed, 1, __ATOMIC_RELEASE);
    registration->next[BY_KEY] = *list;
    *list = item;
    table->count--;
}

void mr_registrations_release(id list) {
    for (id next; list; list = next) {
        next = mr_registration_of(list)->next[BY_KEY];
        objc_release(list);
    }
}

void mr_registrations_add(mr_registrations *table, id registration) {
    mr_registration_of(registration)->number = ++table->number;
    link_both(table, registration);
    table->count++;
}

id mr_registrations_grow(mr_registrations *table) {
    mr_registrations old = *table;
    id gone = nil;
    for (size_t index = 0; index < old.room; index++) {
        for (id item = old.heads[BY_KEY][index], next; item; item = next) {
            next = mr_registration_of(item)->next[BY_KEY];
            if (!is_alive(mr_registration_of(item))) take_out(table, item, &gone);
        }
    }
    table->room = 8;
    while (table->room < table->count * 2) table->room *= 2;
    for (int chain = 0; chain < CHAINS; chain++) table->heads[chain] = mr_allocate(table->room * sizeof(id));
    for (size_t index = 0; index < old.room; index++) {
        for (id item = old.heads[BY_KEY][index], next; item; item = next) {
            next = mr_registration_of(item)->next[BY_KEY];
            link_both(table, item);
        }
    }
    for (int chain = 0; chain < CHAINS; chain++) free(old.heads[chain]);
    return gone;
}

static bool is_to_go(const mr_registration *registration, const mr_removal *removal) {
    if (!is_alive(registration)) return true;
    if (registration->address != removal->address) return false;
    if (removal->name.bytes && !is_same(registration->name, removal->name)) return false;
    return removal->sender == NULL || registration->sender == removal->sender;
}

id mr_registrations_remove(mr_registrations *table, const mr_removal *removal) {
    id gone = nil;
    if (table->room == 0) return nil;
    id item = table->heads[BY_ADDRESS][mr_hash_address(removal->address) & (table->room - 1)];
    for (id next; item; item = next) {
        next = mr_registration_of(item)->next[BY_ADDRESS];
        if (is_to_go(mr_registration_of(item), removal)) take_out(table, item, &gone);
    }
    return gone;
}

size_t mr_registrations_find(const mr_registrations *table, mr_utf8 name, const void *sender, id *found, size_t room) {
    size_t needed = 0;
    if (table->room == 0) return 0;
    // Each kind of key once: a name or any, a sender or any.
    for (int key = 0; key < 4; key++) {
        mr_utf8 wanted = key & 1 ? (mr_utf8){NULL, 0} : name;
        const void *from = key & 2 ? NULL : sender;
        if ((key & 1 && name.bytes == NULL) || (key & 2 && sender == NULL)) continue;
        id item = table->heads[BY_KEY][hash_of_key(wanted, from) & (table->room - 1)];
        for (; item; item = mr_registration_of(item)->next[BY_KEY]) {
            const mr_registration *registration = mr_registration_of(item);
            if (registration->sender != from || !is_same(registration->name, wanted)) continue;
            if (needed++ < room) found[needed - 1] = objc_retain(item);
        }
    }
    return needed;
}

void mr_registrations_end(mr_registrations *table) {
    for (size_t index = 0; index < table->room; index++) mr_registrations_release(table->heads[BY_KEY][index]);
    for (int chain = 0; chain < CHAINS; chain++) free(table->heads[chain]);
}
