// announce.c - changes that a class makes by a method: setters, mutators, and those of key-value coding.
//
// If the class overrides the messages that announce a change, such as willChangeValueForKey:, they are sent around it:
// the override sees every change, and its call of super begins a manual change (manual.c).
#include "change.h"

// ── Suppressing ─────────────────────────────────────────────────────────────────────────────────────

MR_THREAD_LOCAL kvo_suppression *kvo_suppressed;

void kvo_suppress(kvo_suppression *suppression) {
    suppression->outer = kvo_suppressed;
    kvo_suppressed = suppression;
}

void kvo_unsuppress(kvo_suppression *suppression) {
    assert(kvo_suppressed == suppression);
    kvo_suppressed = suppression->outer;
}

bool kvo_is_suppressed(id object, const kvc_key *key) {
    for (const kvo_suppression *each = kvo_suppressed; each; each = each->outer) {
        if (each->object == object && strcmp(each->text, key->text) == 0) return true;
    }
    return false;
}

// ── Announcing ──────────────────────────────────────────────────────────────────────────────────────

bool kvo_is_announced(Class isa, kvo_messages messages) {
    return class_getMethodImplementation(isa, kvo_known.messages[messages].will) !=
               kvo_known.messages[messages].own_will ||
           class_getMethodImplementation(isa, kvo_known.messages[messages].did) != kvo_known.messages[messages].own_did;
}

bool kvo_needs_elements(id object, const kvc_key *key, kvo_messages messages) {
    if (kvo_is_suppressed(object, key)) return false;
    return kvo_is_observed(object, key) || kvo_is_announced(object_getClass(object), messages);
}

static void announce(const kvo_subject *subject, bool isDid) {
    typedef void (*method)(id, SEL, id, id, bool);
    id key = kvc_key_name(subject->key);
    if (subject->elements) {
        ((method)objc_msgSend)(subject->elements, kvo_known.announce, subject->object, key, isDid);
    } else {
        SEL selector = isDid ? kvo_known.messages[KVO_VALUE_MESSAGES].did : kvo_known.messages[KVO_VALUE_MESSAGES].will;
        ((void (*)(id, SEL, id))objc_msgSend)(subject->object, selector, key);
    }
}

// After an exception, abandons the changes that the overrides have begun.
static void change_announced(const kvo_subject *subject, void (*body)(void *context), void *context) {
    size_t depth = kvo_manual_depth();
    announce(subject, false);
    if (!mr_exception_pending()) body(context);
    if (!mr_exception_pending()) announce(subject, true);
    if (mr_exception_pending()) kvo_manual_abandon(depth);
}

void kvo_change_by_method(const kvo_subject *subject, void (*body)(void *context), void *context) {
    id object = subject->object, before = mr_exception_take();
    bool is_suppressed = kvo_is_suppressed(object, subject->key);
    if (is_suppressed || kvo_is_announced(object_getClass(object), subject->messages)) {
        objc_retain(object);
        if (is_suppressed) body(context);
        else change_announced(subject, body, context);
        kvo_let_go(subject->elements);
        objc_release(object);
    } else {
        kvo_change_around(subject, body, context);
    }
    mr_exception_put_back(before);
}
