// cause.c - why a notification was sent: whose key changed, and the dependent keys that lead from there to the
// registered key path.
//
// A thread has a stack of the notifications that it is sending, of registrations with the option KVO_CAUSE only: other
// notifications pass through no code of this file.
#include <unistd.h>

#include "observing-internal.h"

static _Thread_local const kvo_cause *innermost;

void kvo_cause_enter(kvo_cause *cause) {
    cause->outer = innermost;
    innermost = cause;
}

void kvo_cause_leave(const kvo_cause *cause) {
    assert(innermost == cause);
    innermost = cause->outer;
}

const kvo_cause *kvo_cause_current(void) { return innermost; }

// Copies the key path that a node is on, then that of the key which depends on it, and so on, up to the registered key
// path: each with a zero at its end, the last one with two. Returns the number of bytes. Needs the path's lock.
// - into: NULL to count the bytes only.
static size_t copy_paths(const kvo_node *node, char *into) {
    size_t length = 0;
    for (; node; node = node->affects) {
        const kvo_node *first = node;
        while (first->parent && first->parent->next == first) first = first->parent;
        size_t size = strlen(first->text) + 1;
        if (into) memcpy(into + length, first->text, size);
        length += size;
    }
    if (into) into[length] = '\0';
    return length + 1;
}

char *kvo_cause_copy_paths(const kvo_cause *cause) {
    const kvo_node *node = kvo_node_of(cause->to);
    if (node == NULL) {
        const char *text = kvo_text_of(cause->to);
        size_t size = strlen(text) + 1;
        char *copy = mr_allocate(size + 1);
        memcpy(copy, text, size);
        return copy;
    }
    kvo_path_lock(node->path);
    char *copy = mr_allocate(copy_paths(node, NULL));
    copy_paths(node, copy);
    kvo_path_unlock(node->path);
    return copy;
}

long kvo_cause_thread(void) { return gettid(); }
