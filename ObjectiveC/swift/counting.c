// counting.c - who counts an object, and how libswiftCore is made to ask.
//
// Two kinds of objects exist in a process: ours have their count in the header before the object, Swift's own in the
// word after the isa. Code that knows only "some object" calls the functions below. libswiftCore itself knows only its
// own kind: where it copies an array of AnyObject, it calls swift_retain. It has pointers to its functions that
// instruments may exchange, and swift_retain uses them once a switch is set; so the pointers lead here, and the switch
// is set when the program starts. What that costs Swift's own objects is a row of the benchmarks.
#include <dlfcn.h>

#include "internal.h"

// ── The pointers of libswiftCore ────────────────────────────────────────────────────────────────────

extern id (*_swift_retain)(id), (*_swift_retain_n)(id, uint32_t), (*_swift_tryRetain)(id);
extern void (*_swift_release)(id), (*_swift_release_n)(id, uint32_t);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

// Swift's own functions.
static struct {
    id (*retain)(id), (*retain_n)(id, uint32_t), (*retain_if_alive)(id);
    void (*release)(id), (*release_n)(id, uint32_t);
} native;

// ── Any object ──────────────────────────────────────────────────────────────────────────────────────

id swift_count_retain(id object) {
    if ((intptr_t)object <= 0) return object;
    switch (swift_counting_of(object)) {
        case COUNTED_BY_US: return objc_retain(object);
        case COUNTED_BY_SWIFT: native.retain(object); break;
        case COUNTED_BY_NOBODY: break;
    }
    return object;
}

void swift_count_release(id object) {
    if ((intptr_t)object <= 0) return;
    switch (swift_counting_of(object)) {
        case COUNTED_BY_US: objc_release(object); break;
        case COUNTED_BY_SWIFT: native.release(object); break;
        case COUNTED_BY_NOBODY: break;
    }
}

static id retain_n(id object, uint32_t count) {
    if (swift_is_native(object)) return native.retain_n(object, count);
    while (count--) swift_count_retain(object);
    return object;
}

static void release_n(id object, uint32_t count) {
    if (swift_is_native(object)) native.release_n(object, count);
    else
        while (count--) swift_count_release(object);
}

static id retain_if_alive(id object) {
    if (swift_is_native(object)) return native.retain_if_alive(object);
    bool isOurs = (intptr_t)object > 0 && swift_counting_of(object) == COUNTED_BY_US;
    return !isOurs || mr_retain_if_alive(object) ? object : nil;
}

id swift_unknownObjectRetain(id object) { return swift_count_retain(object); }
void swift_unknownObjectRelease(id object) { swift_count_release(object); }
id swift_unknownObjectRetain_n(id object, uint32_t count) { return retain_n(object, count); }
void swift_unknownObjectRelease_n(id object, uint32_t count) { release_n(object, count); }
id swift_nonatomic_unknownObjectRetain(id object) { return swift_count_retain(object); }
void swift_nonatomic_unknownObjectRelease(id object) { swift_count_release(object); }

// ── What the runtime asks of Swift ──────────────────────────────────────────────────────────────────

static void retain_native(id object) { native.retain(object); }
static void release_native(id object) { native.release(object); }
static bool retain_native_if_alive(id object) { return native.retain_if_alive(object) != nil; }

// An unowned reference keeps the memory of an object of Swift's, as a hold keeps that of ours.
const mr_native_functions mr_native = {retain_native, release_native, retain_native_if_alive, swift_unownedRetain,
                                       swift_unownedRelease};

// ── Exchanging the pointers ─────────────────────────────────────────────────────────────────────────
// With the switch set, swift_retain calls one more pointer, which leads to an adapter that masks the object's address
// and then calls _swift_retain. That pointer has no name. It lies behind _swift_retain, and is found by trying: each
// pointer there that leads into libswiftCore is replaced by a probe, until swift_retain calls the probe.

static bool is_called;
static id probe(id object) {
    is_called = true;
    return object;
}
static id ignore(id object) { return object; }

static bool is_named(void **place) {
    void *named[] = {&_swift_retain_n, &_swift_tryRetain, &_swift_release, &_swift_release_n};
    for (size_t index = 0; index < sizeof named / sizeof *named; index++) {
        if (place == named[index]) return true;
    }
    return false;
}

static bool leads_into(const void *library, void *address) {
    Dl_info info;
    return (word)address > 4096 && dladdr(address, &info) && info.dli_fbase == library;
}

static bool is_adapter(void **place) {
    static word object[4];
    void *before = *place;
    *place = (void *)probe;
    is_called = false;
    swift_retain((id)(void *)object);
    *place = before;
    return is_called;
}

static void **find_adapter(void) {
    enum { PLACES = 16 };
    Dl_info core;
    if (!dladdr((void *)swift_retain, &core)) return NULL;
    id (*before)(id) = _swift_retain;
    _swift_retain = ignore;
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
    void **first = (void **)(void *)&_swift_retain, **found = NULL;
    for (int index = 1; index < PLACES && found == NULL; index++) {
        void **place = first + index;
        if (!is_named(place) && leads_into(core.dli_fbase, *place) && is_adapter(place)) found = place;
    }
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = false;
    _swift_retain = before;
    return found;
}

void swift_counting_start(void) {
    void **adapter = find_adapter();
    if (adapter == NULL) {
        mr_fatal("classes in Swift cannot be loaded: this libswiftCore counts objects in a way that is not known");
    }
    native.retain = _swift_retain;
    native.retain_n = _swift_retain_n;
    native.retain_if_alive = _swift_tryRetain;
    native.release = _swift_release;
    native.release_n = _swift_release_n;
    *adapter = (void *)swift_count_retain;
    _swift_retain = swift_count_retain;
    _swift_retain_n = retain_n;
    _swift_tryRetain = retain_if_alive;
    _swift_release = swift_count_release;
    _swift_release_n = release_n;
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}
