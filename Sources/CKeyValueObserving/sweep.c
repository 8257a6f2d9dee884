// sweep.c - what a change of the table leaves to be done when no lock is held: reports of exchanged isas, and releases.
#include "observing-internal.h"

static void sweep_entry(kvo_object *entry) {
    if (entry->emptied.original) mr_isa_changed(entry->object, entry->emptied.original, entry->emptied.notifying);
    kvo_manual_abandon_of(entry->object, false);
    objc_release(entry->info);
    free(entry);
}

static void sweep_node(kvo_node *node) {
    id delegate = node->delegate, object = delegate ? kvo_node_object(node, nil) : nil;
    node->delegate = nil;
    node->sibling = NULL;
    if (object) kvo_delegate_unregister(delegate, object);
    kvo_let_go(object);
    kvo_let_go(delegate);
    kvo_observance_release(&node->is);
}

void kvo_sweep(kvo_garbage *garbage) {
    const kvo_observance *swizzled = garbage->swizzled;
    if (swizzled) mr_isa_changed(swizzled->object, swizzled->property->notifying, swizzled->property->original);
    for (kvo_object *entry = garbage->entries, *next; entry; entry = next) {
        next = entry->emptied.next;
        sweep_entry(entry);
    }
    for (kvo_observances *array = garbage->arrays, *next; array; array = next) {
        next = array->next;
        kvo_observances_release(array);
    }
    for (kvo_node *node = garbage->nodes, *next; node; node = next) {
        next = node->sibling;
        sweep_node(node);
    }
}
