// node.c - the nodes of a path: made, linked to their parents, and unlinked for good.
//
// A node is an observance with links. It is linked at most once: what follows another value is another node. Links down
// own, `parent` does not; `affects` owns, and is no cycle once the node is unlinked. observance.c lists all owners.
#include "observing-internal.h"

enum { LOCKS = 64 };

static mr_lock *path_locks[LOCKS];

__attribute__((constructor(102))) static void make_locks(void) {
    for (int index = 0; index < LOCKS; index++) path_locks[index] = mr_lock_create_apart(MR_LOCK_PATHS);
}

static mr_lock *lock_of(const kvo_path *path) { return path_locks[mr_hash_address(path) % LOCKS]; }
void kvo_path_lock(const kvo_path *path) { mr_lock_take(lock_of(path)); }
void kvo_path_unlock(const kvo_path *path) { mr_lock_give(lock_of(path)); }

// ── A node's life ───────────────────────────────────────────────────────────────────────────────────

static const char *rest_of(const char *text) {
    size_t length = kvo_first_key_length(text, SIZE_MAX);
    return text[length] ? text + length + 1 : NULL;
}

// Whether a path continues after the node's key, or after a key that depends on it.
static bool leads_on(const kvo_node *node) {
    while (node && node->rest == NULL) node = node->affects;
    return node != NULL;
}

// Sets the options that depend on the place. Those that were requested are set.
static void set_place(kvo_node *node) {
    bool is_last = node->affects == NULL && node->rest == NULL;
    node->is.options |= (is_last ? KVO_IS_LAST : 0) | (leads_on(node) ? KVO_LEADS : 0);
}

// Initializes a zeroed node. Takes over `retained`, and copies the text to the memory behind the structure.
static void fill(kvo_node *node, kvo_path *path, kvo_observance is, id retained, void *behind, const char *text) {
    node->is = is;
    node->weak = kvo_reference_begin(is.object).weak;
    node->path = path;
    node->retained = retained;
    node->text = strcpy(behind, text);
    node->rest = rest_of(node->text);
}

kvo_path *kvo_path_create(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                          uint32_t options, void *context) {
    kvo_path *path = mr_allocate(sizeof *path + strlen(text) + 1);
    kvo_observance is = {.owners = 1,
                         .options = (uint16_t)(options | KVO_ON_PATH),
                         .object = object,
                         .property = property,
                         .observer = observer,
                         .observer_class = object_getClass(observer),
                         .context = context};
    fill(&path->first, path, is, kvo_property_retain(property), path + 1, text);
    path->observer = kvo_reference_begin(observer).weak;
    path->key_path = objc_retain(keyPath);
    set_place(&path->first);
    return path;
}

kvo_node *kvo_node_create(kvo_path *path, id object, const kvo_property *property, id retained, const char *text) {
    const kvo_observance *registration = &path->first.is;
    kvo_observance is = {.owners = 1,
                         .options = (registration->options & KVO_REQUESTED) | KVO_ON_PATH,
                         .object = object,
                         .property = property,
                         .observer = registration->observer,
                         .context = registration->context};
    kvo_node *node = mr_allocate(sizeof *node + strlen(text) + 1);
    fill(node, path, is, retained, node + 1, text);
    kvo_observance_retain(&path->first.is);
    return node;
}

void kvo_node_free(kvo_node *node) {
    assert(node->parent == NULL && node->next == NULL && node->dependencies == NULL && node->delegate == nil);
    kvo_path *path = node->path;
    kvo_reference on = kvo_object_of(node);
    kvo_reference_end(&on);
    kvo_let_go(node->retained);
    if (node == &path->first) {
        kvo_reference observer = kvo_observer_of(&node->is);
        kvo_reference_end(&observer);
        kvo_let_go(path->key_path);
        return free(path);
    }
    if (node->affects) kvo_observance_release(&node->affects->is);
    free(node);
    kvo_observance_release(&path->first.is);
}

id kvo_node_object(const kvo_node *node, id changing) {
    if (node->is.object == changing) return objc_retain(changing);
    kvo_reference on = kvo_object_of(node);
    return kvo_reference_load(&on);
}

bool kvo_node_has_next(const kvo_node *node) {
    bool has_next_key = node->rest && (node->rest[0] != '@' || strchr(node->rest, '.'));
    return has_next_key && !node->is.property->is_foreign;
}

// ── Links. Need the path's lock ─────────────────────────────────────────────────────────────────────

kvo_node *kvo_node_find(kvo_node *from, id object, const kvc_key *key) {
    kvo_node *oldest = NULL;
    for (; from; from = from->next) {
        kvo_node *found = kvo_node_is_on(from, object, key) && !kvo_is_removed(&from->is) ? from : NULL;
        if (found && (oldest == NULL || found->is.number < oldest->is.number)) oldest = found;
        for (kvo_node *other = from->dependencies; other; other = other->sibling) {
            found = kvo_node_find(other, object, key);
            if (found && (oldest == NULL || found->is.number < oldest->is.number)) oldest = found;
        }
    }
    return oldest;
}

uint64_t kvo_node_begin_reading(kvo_node *node) { return node->reading += node->reading % 2 ? 2 : 1; }

void kvo_node_link(kvo_node **link, kvo_node *node, kvo_node *parent, kvo_node *affects, kvo_garbage *garbage) {
    if (kvo_node_find(&node->path->first, node->is.object, node->is.property->key)) node->is.options |= KVO_IS_TWIN;
    while (*link) link = &(*link)->sibling;
    *link = node;
    kvo_observance_retain(&node->is);
    node->parent = parent;
    node->affects = affects;
    if (affects) kvo_observance_retain(&affects->is);
    set_place(node);
    if (!node->is.property->is_foreign) kvo_registry_add(&node->is, garbage);
}

static void remove_node(kvo_node *node, kvo_garbage *garbage) {
    if (node->is.property->is_foreign) atomic_store_explicit(&node->is.removed, true, memory_order_release);
    else kvo_registry_remove(&node->is, garbage);
    node->parent = NULL;
    node->sibling = garbage->nodes;
    garbage->nodes = node;
}

void kvo_node_unlink(kvo_node **link, kvo_garbage *garbage) {
    kvo_node *node = *link;
    if (node) *link = node->sibling;
    for (kvo_node *next; node; node = next) {
        next = node->next;
        node->next = NULL;
        remove_node(node, garbage);
        while (node->dependencies) kvo_node_unlink(&node->dependencies, garbage);
    }
}
