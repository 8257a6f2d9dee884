// autorelease.c - autorelease pools: objects that must live until the caller had a chance to retain them.
//
// Each thread has one stack of objects. A pool is the height of that stack at its Push; Pop releases down to it. The
// pool's token holds that height, and how many pools there were before.
#include <stdlib.h>

#include "internal.h"

typedef struct {
    id *objects;
    size_t count, capacity;
    size_t pools;  // that are not popped yet; counted up to MOST_POOLS
} pool_stack;

enum { HEIGHT_BITS = 48, MOST_POOLS = 0xFFFF };

static _Thread_local pool_stack stack;
static pthread_key_t thread_exit;

static void release_down_to(size_t height) {
    while (stack.count > height) objc_release(stack.objects[--stack.count]);
}

// Runs when a thread ends: releases the objects that were autoreleased outside every pool.
static void drain_thread(void *unused) {
    release_down_to(0);
    free(stack.objects);
    stack = (pool_stack){0};
}

__attribute__((constructor(101))) static void make_key(void) { pthread_key_create(&thread_exit, drain_thread); }

static void grow(void) {
    if (stack.capacity == 0) pthread_setspecific(thread_exit, &stack);
    stack.capacity = stack.capacity ? stack.capacity * 2 : 64;
    stack.objects = mr_reallocate(stack.objects, stack.capacity * sizeof(id));
}

static id root_autorelease(id object) {
    if (stack.count == stack.capacity) grow();
    return stack.objects[stack.count++] = object;
}

id objc_autorelease(id object) {
    if (object == nil || !mr_has_header(object)) return object;
    if (MR_UNLIKELY(mr_class_flags(mr_isa(object)) & MR_CLASS_CUSTOM_RR))
        return mr_send0(id, object, mr_sel.autorelease);
    return root_autorelease(object);
}

id mr_root_autorelease(id object) {
    return object == nil || !mr_has_header(object) ? object : root_autorelease(object);
}

void *objc_autoreleasePoolPush(void) {
    size_t before = stack.pools;
    if (before < MOST_POOLS) stack.pools = before + 1;
    return (void *)(before << HEIGHT_BITS | (stack.count + 1));  // never NULL
}

void objc_autoreleasePoolPop(void *pool) {
    size_t height = ((size_t)pool & ((UINT64_C(1) << HEIGHT_BITS) - 1)) - 1, before = (size_t)pool >> HEIGHT_BITS;
    if (pool == NULL || height > stack.count || before > stack.pools) {
        mr_fatal("objc_autoreleasePoolPop: %p is no pool of this thread", pool);
    }
    release_down_to(height);
    stack.pools = before;
}

void *mr_autorelease_push_outermost(void) { return stack.pools ? NULL : objc_autoreleasePoolPush(); }

size_t mr_autorelease_count(void) { return stack.count; }

id objc_retainAutorelease(id object) { return objc_autorelease(objc_retain(object)); }

id objc_autoreleaseReturnValue(id object) { return objc_autorelease(object); }

id objc_retainAutoreleaseReturnValue(id object) { return objc_retainAutorelease(object); }

id objc_retainAutoreleasedReturnValue(id object) { return objc_retain(object); }
