// shape.c - messages whose types the caller knows at compile time. One comparison checks all of them.
//
//      v20@0:8i16  ──►  'v' | 'i' << 8                 the shape of setAge:, stored in its Method
//
//      cache ──► Method ──► equals the caller's shape? ── yes ──► IMP
//                                                      └─ no ───► MR_NOT_SENT: the caller sends through the signature
//
// The callers are in ShapedCall.swift, which is compiled where the message is sent. Comparing shapes replaced looking
// up a signature and comparing it letter by letter. Benchmark rows: `typed-set` and `typed-get`.
#include "../message/message.h"
#include "../object/object.h"
#include "call.h"

uint64_t mr_shape_of(const mr_signature *signature) {
    unsigned int count = signature->argument_count;
    if (!signature->in_registers || count > MR_SHAPE_ARGUMENTS + 2) return 0;
    uint64_t shape = 0;
    for (unsigned int index = 1; index < count; index++) {
        const char *type = index == 1 ? signature->return_type : signature->argument_types[index];
        type = objc_skip_type_qualifiers(type);
        if (type[1] && *type != '@' && *type != '^') return 0;
        shape |= (uint64_t)(unsigned char)*type << 8 * (index - 1);
    }
    return shape;
}

typedef struct {
    uintptr_t words[4];
    double reals[2];
} mr_shaped_arguments;

// Words and floating-point numbers are passed in separate registers, so a method finds its arguments in place.
#define CALL(R)                                                                                                        \
    ((R(*)(id, SEL, uintptr_t, uintptr_t, uintptr_t, uintptr_t, double, double))imp)(                                  \
        receiver, sel, with->words[0], with->words[1], with->words[2], with->words[3], with->reals[0], with->reals[1])

typedef enum { MR_WORD, MR_REAL, MR_OBJECT } mr_shaped_kind;

// Returns a +0 result as +1. A getter autoreleases its result last, so the object is usually on top of the stack and
// can be taken out of its pool without a retain.
static id take_result(id object, size_t height) {
    return object == nil || mr_pool_take(object, height) ? object : objc_retain(object);
}

// The body of the functions below, compiled once for each kind of result.
static inline __attribute__((always_inline)) mr_shaped_result
send(id receiver, SEL sel, uint64_t shape, const mr_shaped_arguments *with, mr_shaped_kind kind) {
    static const mr_shaped_result not_sent = {{0}, MR_NOT_SENT};
    if (MR_UNLIKELY((intptr_t)receiver <= 0 || mr_pending_exception)) return not_sent;
    Method method = mr_cache_lookup(atomic_load_explicit(&receiver->isa, memory_order_acquire), sel);
    uint64_t types = shape & ~(MR_SHAPE_DRAINS | MR_SHAPE_OWNED);
    if (MR_UNLIKELY(method == NULL || atomic_load_explicit(&method->shape, memory_order_relaxed) != types)) {
        return not_sent;
    }
    IMP imp = mr_method_imp(method);
    mr_shaped_result result = {{0}, MR_SENT};
    size_t height = mr_pools.count;
    bool drains = mr_pools.pools++ == 0 || shape & MR_SHAPE_DRAINS;
    mr_try_count++;
    if (kind == MR_REAL) result.value.real = CALL(double);
    else result.value.word = CALL(uintptr_t);
    if (kind == MR_OBJECT && !(shape & MR_SHAPE_OWNED)) result.value.object = take_result(result.value.object, height);
    if (MR_UNLIKELY(mr_pools.count > height) && drains) mr_pools_release_down_to(height);
    mr_try_count--;
    mr_pools.pools--;
    if (MR_UNLIKELY(mr_pending_exception)) {
        if (kind == MR_OBJECT) objc_release(result.value.object);
        result.end = MR_RAISED;
    }
    return result;
}

#define SEND_SHAPED(name, kind)                                                                                        \
    mr_shaped_result name(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2, double real,          \
                          double real2) {                                                                              \
        return send(receiver, sel, shape, &(mr_shaped_arguments){{word, word2}, {real, real2}}, kind);                 \
    }
SEND_SHAPED(mr_send_shaped, MR_WORD)
SEND_SHAPED(mr_send_shaped_real, MR_REAL)
SEND_SHAPED(mr_send_shaped_object, MR_OBJECT)

mr_shaped_result mr_send_shaped_long(id receiver, SEL sel, uint64_t shape, uintptr_t word, uintptr_t word2,
                                     uintptr_t word3, uintptr_t word4, double real, double real2) {
    mr_shaped_arguments with = {{word, word2, word3, word4}, {real, real2}};
    char kind = (char)shape;
    if (kind == 'd' || kind == 'f') return send(receiver, sel, shape, &with, MR_REAL);
    return send(receiver, sel, shape, &with, kind == '@' ? MR_OBJECT : MR_WORD);
}
