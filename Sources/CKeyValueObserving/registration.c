// registration.c - adds and removes registrations, shows those of an object, and ends those of a dead one.
#include "observing-internal.h"

// Whether a registration needs no path: its key is a single lasting key without dependencies, and its observer's memory
// can be held.
static bool is_simple(const kvo_property *property, const char *text, id observer) {
    bool is_key = text == property->key->text || strcmp(text, property->key->text) == 0;
    return is_key && property->is_lasting && mr_can_be_held(observer) && !kvo_property_is_dependent(property);
}

static kvo_observance *create_simple(id object, id observer, const kvo_property *property, uint32_t options,
                                     void *context) {
    kvo_observance *made = mr_allocate(sizeof *made);
    *made = (kvo_observance){
        1, false, (uint16_t)(options | KVO_IS_LAST), object, property, observer, object_getClass(observer), context, 0};
    mr_hold(observer);
    return made;
}

kvo_observance *kvo_add(id object, id observer, const kvo_property *property, id keyPath, const char *text,
                        uint32_t options, void *context) {
    options &= KVO_REQUESTED;
    bool isSimple = is_simple(property, text, observer);
    kvo_path *path = isSimple ? NULL : kvo_path_create(object, observer, property, keyPath, text, options, context);
    kvo_observance *made = path ? &path->first.is : create_simple(object, observer, property, options, context);
    kvo_garbage garbage = {0};
    kvo_registry_add(made, &garbage);
    kvo_sweep(&garbage);
    if (mr_trace_is_on()) kvo_trace(MR_TRACE_OBSERVER_ADDED, object, observer, nil, text);
    if (path) kvo_path_extend(&path->first, object);
    if (options & KVO_INITIAL && !mr_exception_pending()) kvo_notify_initial(made);
    return made;
}

bool kvo_remove_exactly(kvo_observance *registration) {
    kvo_garbage garbage = {0};
    kvo_node *first = kvo_node_of(registration);
    bool is_there = kvo_registry_remove(registration, &garbage);
    kvo_sweep(&garbage);
    if (is_there && first) kvo_path_unlink(first);
    return is_there;
}

// Removes the latest registration that matches, unless another thread removes it meanwhile: then `outRemoval` says that
// none was found. Returns whether there was one.
static bool try_remove(const kvo_request *request, kvo_removal *outRemoval) {
    kvo_garbage garbage = {0};
    bool is_removed;
    kvo_observance *found = kvo_registry_find_and_remove(request, &is_removed, &garbage);
    kvo_sweep(&garbage);
    if (found == NULL) return false;
    kvo_node *first = kvo_node_of(found);
    if (is_removed) {
        outRemoval->found = true;
        if (first) kvo_path_unlink(first);
    } else {
        outRemoval->replaced = kvo_find_replaced(first, request->object, NULL);
        outRemoval->found = kvo_remove_exactly(found);
    }
    kvo_observance_release(found);
    return true;
}

kvo_removal kvo_remove(const kvo_request *request) {
    kvo_removal removal = {0};
    while (mr_object_is_observed(request->object) && try_remove(request, &removal) && !removal.found) {
        // Another thread has removed the registration during the check: looks for an earlier one that matches.
        kvo_let_go(removal.replaced.key);
        kvo_let_go(removal.replaced.object);
        removal.replaced = (kvo_replaced){0};
    }
    if (removal.found && mr_trace_is_on()) {
        kvo_trace(MR_TRACE_OBSERVER_REMOVED, request->object, request->observer, nil, request->text);
    }
    return removal;
}

// ── All observances of an object ────────────────────────────────────────────────────────────────────

// Calls the visitor with an observance, and releases it.
static void show(kvo_observance *observance, kvo_visitor visitor, void *context) {
    kvo_reference reference = kvo_observer_of(observance);
    bool is_registration = kvo_is_registration(observance);
    id live = is_registration ? mr_retain_settle(kvo_reference_load_alive_unsettled(&reference)) : nil;
    visitor(observance, live, context);
    kvo_let_go(live);
    kvo_observance_release(observance);
}

void kvo_visit(id object, kvo_visitor visitor, void *context) {
    if (!mr_object_is_observed(object)) return;
    kvo_collected all = kvo_collect(object, NULL);
    for (size_t index = 0; index < all.count; index++) show(all.items[index], visitor, context);
    free(all.items);
}

id kvo_object_died(id object, kvo_visitor visitor, void *context) {
    kvo_garbage garbage = {0};
    kvo_collected all = kvo_collect(object, &garbage);
    id info = garbage.entries ? garbage.entries->info : nil;
    if (info) garbage.entries->info = nil;
    for (size_t index = 0; index < all.count; index++) {
        kvo_node *node = kvo_node_of(all.items[index]);
        if (node) kvo_path_unlink(node);
        show(all.items[index], visitor, context);
    }
    free(all.items);
    kvo_manual_abandon_of(object, true);
    kvo_sweep(&garbage);
    return info;
}
