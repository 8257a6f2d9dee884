// autorelease.c - autorelease pools: objects that must live until the caller has had a chance to retain them.
//
// Each thread has one stack of objects. Push pushes nil, which marks the beginning of the pool, and Pop releases down
// to that mark. The objects below the outermost pool are released when the thread ends.
#include <stdlib.h>

#include "../message/message.h"
#include "object.h"

MR_THREAD_LOCAL mr_pool_stack mr_pools;
static pthread_key_t thread_exit;

void mr_pools_release_down_to(size_t height) {
    while (mr_pools.count > height) {
        id object = mr_pools.objects[--mr_pools.count];
        if (object == nil) mr_pools.pools--;
        objc_release(object);
    }
}

// Runs when a thread ends: releases the objects that were autoreleased outside every pool.
static void drain_thread(void *unused) {
    mr_pools_release_down_to(0);
    free(mr_pools.objects);
    mr_pools = (mr_pool_stack){0};
}

__attribute__((constructor(101))) static void make_key(void) { pthread_key_create(&thread_exit, drain_thread); }

static void grow(void) {
    if (mr_pools.capacity == 0) pthread_setspecific(thread_exit, &mr_pools);
    mr_pools.capacity = mr_pools.capacity ? mr_pools.capacity * 2 : 64;
    mr_pools.objects = mr_reallocate(mr_pools.objects, mr_pools.capacity * sizeof(id));
}

static id root_autorelease(id object) {
    if (mr_pools.count == mr_pools.capacity) grow();
    return mr_pools.objects[mr_pools.count++] = object;
}

// Whether an owner of the object is counted, by the runtime or by Swift.
static bool is_counted(id object) { return object && (mr_has_header(object) || mr_is_native(object)); }

id objc_autorelease(id object) {
    if (!is_counted(object)) return object;
    if (MR_UNLIKELY(mr_class_flags(mr_isa(object)) & MR_CLASS_CUSTOM_RR))
        return mr_send0(id, object, mr_sel.autorelease);
    return root_autorelease(object);
}

id mr_root_autorelease(id object) { return is_counted(object) ? root_autorelease(object) : object; }

void *objc_autoreleasePoolPush(void) {
    root_autorelease(nil);
    mr_pools.pools++;
    return (void *)mr_pools.count;  // never NULL
}

void objc_autoreleasePoolPop(void *pool) {
    size_t height = (size_t)pool - 1;
    if (pool == NULL || height >= mr_pools.count || mr_pools.objects[height]) {
        mr_fatal("objc_autoreleasePoolPop: %p is no pool of this thread", pool);
    }
    mr_pools_release_down_to(height);
}

void *mr_pool_push_if_none(void) { return mr_pools.pools ? NULL : objc_autoreleasePoolPush(); }

size_t mr_pool_height(void) { return mr_pools.count; }

bool mr_pool_take(id object, size_t height) {
    if (object == nil || mr_pools.count <= height || mr_pools.objects[mr_pools.count - 1] != object) return false;
    mr_pools.count--;
    return true;
}

id objc_retainAutorelease(id object) { return objc_autorelease(objc_retain(object)); }

// ── The return-value handshake ──────────────────────────────────────────────────────────────────────
// A compiled method ends in a jump to objc_autoreleaseReturnValue, whose return address therefore lies in the method's
// caller. If the caller is compiled Objective-C, its next instructions call one of the last two functions below, whose
// return address is then only a few bytes higher. The object is then taken out of the pool again, which saves a retain
// and a later release.
static MR_THREAD_LOCAL uintptr_t returned_to;

enum { HANDSHAKE_BYTES = 16 };  // a move, and a call in its longest form

static inline bool accept_return(id object, const void *here) {
    if ((uintptr_t)here - returned_to > HANDSHAKE_BYTES) return false;
    returned_to = 0;
    return mr_pool_take(object, 0);
}

id objc_autoreleaseReturnValue(id object) {
    objc_autorelease(object);
    returned_to = (uintptr_t)__builtin_return_address(0);
    return object;
}

id objc_retainAutoreleaseReturnValue(id object) {
    objc_retainAutorelease(object);
    returned_to = (uintptr_t)__builtin_return_address(0);
    return object;
}

id objc_retainAutoreleasedReturnValue(id object) {
    return accept_return(object, __builtin_return_address(0)) ? object : objc_retain(object);
}

id objc_unsafeClaimAutoreleasedReturnValue(id object) {
    if (accept_return(object, __builtin_return_address(0))) objc_release(object);
    return object;
}
