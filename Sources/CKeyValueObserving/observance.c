// observance.c - the life of an observance, and references that do not retain.
//
// Owners of an observance: the table, each snapshot that contains it and, of a node, the link from its parent. Each
// further node of a path owns the path's first.
#include "observing-internal.h"

void kvo_observance_release(kvo_observance *observance) {
    if (atomic_fetch_sub_explicit(&observance->owners, 1, memory_order_acq_rel) > 1) return;
    if (observance->options & KVO_ON_PATH) return kvo_node_free(kvo_node_of(observance));
    mr_unhold(observance->observer);
    free(observance);
}

// ── Objects that are not retained ───────────────────────────────────────────────────────────────────

kvo_weak kvo_weak_begin(id object) {
    if (mr_can_be_held(object)) {
        mr_hold(object);
        return (kvo_weak){object, NULL};
    }
    id *location = mr_allocate(sizeof *location);
    objc_initWeakOrNil(location, object);
    return (kvo_weak){object, location};
}

id kvo_weak_load_unsettled(const kvo_weak *weak) {
    if (weak->weak) return mr_weak_load_unsettled(weak->weak);
    return weak->object && mr_retain_if_present(weak->object) ? weak->object : nil;
}

id kvo_weak_load_alive_unsettled(const kvo_weak *weak) {
    if (weak->weak) return mr_weak_load_unsettled(weak->weak);
    return weak->object && mr_retain_if_alive(weak->object) ? weak->object : nil;
}

id kvo_weak_load(const kvo_weak *weak) { return mr_retain_settle(kvo_weak_load_unsettled(weak)); }

void kvo_weak_end(kvo_weak *weak) {
    if (weak->weak) {
        objc_destroyWeak(weak->weak);
        free(weak->weak);
    } else {
        mr_unhold(weak->object);
    }
    *weak = (kvo_weak){0};
}
