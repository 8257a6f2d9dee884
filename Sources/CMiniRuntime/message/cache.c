// cache.c - the method cache of a class, read by every message.
//
//      cls->cache ──► ┌──────┬──────────┬──────────┬───────────────────────────────┐
//                     │ mask │ occupied │ outgrown │ buckets: Method Method NULL … │
//                     └──────┴──────────┴────│─────┴───────────────────────────────┘
//                                            └──► the cache half its size that it replaced ──► …
//
// A bucket is one word: a Method, or NULL. A reader (send-*.S, mr_cache_lookup) takes no lock. It loads the cache,
// walks from the selector's first bucket until it finds the selector or NULL, and jumps to the Method's IMP. This is
// safe because
//   - a Method never moves, its name never changes, and it lives as long as every class that could cache it;
//   - a bucket is one word, so no reader sees half an entry, and a new IMP in a Method takes effect at once;
//   - a flush clears the buckets in place and frees nothing, and the last bucket of a cache is always NULL;
//   - an outgrown cache stays readable until its class is disposed of. Each is half the size of its successor, so
//     together they are smaller than the current one, and memory does not grow however often caches are flushed.
// Writers hold the runtime lock. A lookup searches the method lists and fills the cache under one acquisition of that
// lock, so no flush can come between and leave a stale entry behind. A reader that started before a flush may still
// call the method it found, as if it had been sent a moment earlier.
#include <stdlib.h>

#include "message.h"

// WINDOW is the number of buckets that a selector may occupy. As many buckets follow the last index, so that no walk
// wraps around.
enum { INITIAL_CAPACITY = 8, WINDOW = 8 };

// The cache of every new class: mask 0 and one NULL bucket. Never written.
mr_cache mr_empty_cache = {.mask = 0, .buckets = {NULL}};

static size_t capacity_of(const mr_cache *cache) {
    return cache == &mr_empty_cache ? 0 : cache->mask / sizeof(Method) + 1;
}

static size_t bucket_count(const mr_cache *cache) { return cache == &mr_empty_cache ? 0 : capacity_of(cache) + WINDOW; }

// ── Filling ─────────────────────────────────────────────────────────────────────────────────────────

// If all buckets of the window are taken, replaces the first: a cache may forget entries.
static void insert_locked(mr_cache *cache, Method method) {
    _Atomic(Method) *home = mr_cache_bucket(cache, method->name), *bucket = home;
    while (bucket < home + WINDOW - 1) {
        Method present = atomic_load_explicit(bucket, memory_order_relaxed);
        if (present == NULL) {
            cache->occupied++;
            atomic_store_explicit(bucket, method, memory_order_release);
            return;
        }
        if (present->name == method->name) break;
        bucket++;
    }
    if (bucket == home + WINDOW - 1) bucket = home;
    atomic_store_explicit(bucket, method, memory_order_release);
}

// Grows before the cache is more than half full, so that most lookups end at their first bucket.
static mr_cache *grow_locked(_Atomic(mr_cache *) *place, mr_cache *old) {
    size_t capacity = old == &mr_empty_cache ? INITIAL_CAPACITY : capacity_of(old) * 2;
    mr_cache *cache = mr_allocate(sizeof(mr_cache) + (capacity + WINDOW) * sizeof(Method));
    cache->mask = (capacity - 1) * sizeof(Method);
    cache->outgrown = old == &mr_empty_cache ? NULL : old;
    for (size_t index = 0; index < bucket_count(old); index++) {
        Method method = atomic_load_explicit(&old->buckets[index], memory_order_relaxed);
        if (method) insert_locked(cache, method);
    }
    atomic_store_explicit(place, cache, memory_order_release);
    return cache;
}

static void add_locked(_Atomic(mr_cache *) *place, Method method) {
    mr_cache *cache = atomic_load_explicit(place, memory_order_relaxed);
    if ((cache->occupied + 1) * 2 > capacity_of(cache)) cache = grow_locked(place, cache);
    insert_locked(cache, method);
}

bool mr_cache_fill_locked(Class cls, SEL sel, Method method) {
    if (atomic_load_explicit(&mr_tracing_messages, memory_order_relaxed) || method->name != sel) return false;
    add_locked(&cls->cache, method);
    return true;
}

static bool is_named(const void *method, const void *sel) { return ((const struct objc_method *)method)->name == sel; }

// A class has a second cache, of the selectors that a search has not found, which is filled and flushed like the first.
// Its entries are Methods with nothing but a name: one for each selector, which lives for ever, as the selector does.
void mr_cache_remember_missing_locked(Class cls, SEL sel) {
    static mr_table names;  // written under the runtime lock
    size_t hash = mr_hash_address(sel);
    Method entry = mr_table_find(&names, hash, is_named, sel);
    if (entry == NULL) {
        entry = mr_allocate(sizeof *entry);
        entry->name = sel;
        mr_table_insert(&names, hash, entry);
    }
    add_locked(&cls->data->missing, entry);
}

// ── Flushing ────────────────────────────────────────────────────────────────────────────────────────

static void flush_locked(_Atomic(mr_cache *) *place) {
    mr_cache *cache = atomic_load_explicit(place, memory_order_relaxed);
    if (cache->occupied == 0) return;
    for (size_t index = 0; index < bucket_count(cache); index++) {
        atomic_store_explicit(&cache->buckets[index], NULL, memory_order_release);
    }
    cache->occupied = 0;
}

void mr_cache_flush_locked(Class cls) {
    flush_locked(&cls->cache);
    flush_locked(&cls->data->missing);
}

static void flush_visit(Class cls, void *context) { mr_cache_flush_locked(cls); }

size_t mr_method_generation_count;

// Methods added to a class before its registration are no change: only its creator has the class, so no code can have
// kept the result of a lookup in it, and registering changes no method. There are two exceptions: object_setClass gives
// an object any class, and class_setSuperclass puts a class under any other.
static bool can_be_known_locked(Class cls) {
    return mr_class_is_registered(cls) || cls->data->first_subclass || mr_instance_count(cls) > 0;
}

void mr_cache_flush_tree_locked(Class cls) {
    mr_class_visit_tree_locked(cls, flush_visit, NULL);
    if (can_be_known_locked(cls)) __atomic_fetch_add(&mr_method_generation_count, 1, __ATOMIC_RELEASE);
}

static void free_all(mr_cache *cache) {
    while (cache && cache != &mr_empty_cache) {
        mr_cache *outgrown = cache->outgrown;
        free(cache);
        cache = outgrown;
    }
}

void mr_cache_free(Class cls) {
    free_all(atomic_load_explicit(&cls->cache, memory_order_relaxed));
    free_all(atomic_load_explicit(&cls->data->missing, memory_order_relaxed));
}

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────

size_t mr_cache_capacity(Class cls) {
    return cls ? capacity_of(atomic_load_explicit(&cls->cache, memory_order_acquire)) : 0;
}

size_t mr_cache_retired_bytes(Class cls) {
    size_t bytes = 0;
    mr_cache *cache = cls ? atomic_load_explicit(&cls->cache, memory_order_acquire) : &mr_empty_cache;
    for (cache = cache->outgrown; cache; cache = cache->outgrown) {
        bytes += sizeof(mr_cache) + bucket_count(cache) * sizeof(Method);
    }
    return bytes;
}

Method *mr_cache_copy_methods(Class cls, unsigned int *outCount) {
    mr_list methods = {0};
    if (cls) {
        mr_lock_acquire(&mr_runtime_lock);
        mr_cache *cache = atomic_load_explicit(&cls->cache, memory_order_relaxed);
        for (size_t index = 0; index < bucket_count(cache); index++) {
            Method method = atomic_load_explicit(&cache->buckets[index], memory_order_relaxed);
            if (method) mr_list_append(&methods, method);
        }
        mr_lock_release(&mr_runtime_lock);
    }
    Method *copy = mr_list_copy(&methods, outCount);
    mr_list_free(&methods);
    return copy;
}
