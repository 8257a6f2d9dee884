// observance.c - the life of an observance, and references that do not retain.
//
// Owners of an observance: the list of its key, or an array of that list, which may be an earlier one that only
// snapshots own; a snapshot of the observance alone; a turn that it stands in for; whoever adds or removes it. A node
// has further owners: the link from its parent, the nodes that affect it, and its delegate. Each further node of a path
// owns the path's first.
#include "observing-internal.h"

void kvo_observance_release(kvo_observance *observance) {
    if (atomic_fetch_sub_explicit(&observance->owners, 1, memory_order_acq_rel) > 1) return;
    if (observance->options & KVO_ON_PATH) return kvo_node_free(kvo_node_of(observance));
    mr_unhold(observance->observer);
    free(observance);
}

// ── Objects that are not retained ───────────────────────────────────────────────────────────────────

kvo_reference kvo_reference_begin(id object) {
    if (mr_can_be_held(object)) {
        mr_hold(object);
        return (kvo_reference){object, NULL};
    }
    id *location = mr_allocate(sizeof *location);
    objc_initWeakOrNil(location, object);
    return (kvo_reference){object, location};
}

id kvo_reference_load(const kvo_reference *weak) {
    if (weak->weak) return objc_loadWeakRetained(weak->weak);
    return mr_retain_if_present(weak->object) ? mr_retain_settle(weak->object) : nil;
}

id kvo_reference_load_alive_unsettled(const kvo_reference *weak) {
    if (weak->weak) return mr_weak_load_unsettled(weak->weak);
    return weak->object && mr_retain_if_alive(weak->object) ? weak->object : nil;
}

void kvo_reference_end(kvo_reference *weak) {
    if (weak->weak) {
        objc_destroyWeak(weak->weak);
        free(weak->weak);
    } else {
        mr_unhold(weak->object);
    }
    *weak = (kvo_reference){0};
}
