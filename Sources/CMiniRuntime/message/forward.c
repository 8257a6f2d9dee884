// forward.c - forwards a message that no class implements: to another object, as an invocation, or to an exception.
//
// Forwarding, too, ends with an IMP to jump to and with the arguments where the caller put them. To forward an
// invocation, that IMP is a closure created for the signature, which knows where the arguments are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../call/call.h"
#include "message.h"

enum { MAX_TARGETS = 100 };  // length of a chain of forwarding targets; a longer one counts as a circle

static _Thread_local int targets;

static bool implements(id receiver, SEL sel) { return mr_class_implements(mr_isa(receiver), sel); }

// ── Unrecognized selectors ──────────────────────────────────────────────────────────────────────────

void mr_raise_unrecognized(id receiver, SEL sel) {
    bool isClass = object_isClass(receiver);
    mr_raise("NSInvalidArgumentException", "%c[%s %s]: unrecognized selector sent to %s %p", isClass ? '+' : '-',
             object_getClassName(receiver), sel_getName(sel), isClass ? "class" : "instance", (void *)receiver);
}

void mr_zombie_messaged(id receiver, SEL sel) {
    fprintf(stderr, "*** -[%s %s]: message sent to deallocated instance %p\n",
            class_getName(mr_object_last_class(receiver)), sel_getName(sel), (void *)receiver);
    abort();
}

static mr_target not_recognized(id receiver, SEL sel) {
    if (sel != mr_sel.doesNotRecognizeSelector && implements(receiver, mr_sel.doesNotRecognizeSelector)) {
        mr_send1(void, receiver, mr_sel.doesNotRecognizeSelector, SEL, sel);
    } else {
        mr_raise_unrecognized(receiver, sel);
    }
    return (mr_target){NULL, receiver};
}

// ── Forwarding an invocation ────────────────────────────────────────────────────────────────────────

// Copies the result, if the method has one. After an exception it is zero, because it may be no object.
static void copy_result(id invocation, void *result, bool hasRaised) {
    const mr_signature *signature = mr_invocation_signature(invocation);
    if (result == NULL) return;
    if (hasRaised) memset(result, 0, mr_signature_whole(signature)->return_size);
    else mr_invocation_get_whole_result(invocation, result);
    // The invocation may be the only owner of the object.
    if (*objc_skip_type_qualifiers(signature->return_type) == '@') objc_retainAutorelease(*(id *)result);
}

// The function of the forwarding closure. `context` is the signature.
static void forward_invocation(void *context, void *result, void **arguments) {
    const mr_signature *signature = context;
    id receiver = *(id *)arguments[0];
    id invocation = mr_invocation_create(signature), before = mr_exception_pending();
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        mr_invocation_set_argument(invocation, arguments[index], index);
    }
    mr_send1(void, receiver, mr_sel.forwardInvocation, id, invocation);
    copy_result(invocation, result, mr_exception_pending() && mr_exception_pending() != before);
    objc_release(invocation);
}

// The message whose signature this thread looks up to forward it.
static _Thread_local struct {
    Class cls;
    SEL sel;
} forwarded;

bool mr_is_forwarding(Class cls, SEL sel) { return forwarded.cls == cls && forwarded.sel == sel; }

const mr_signature *mr_forwarded_signature(id receiver, SEL sel) {
    Class cls = mr_isa(receiver), outerClass = forwarded.cls;
    SEL outer = forwarded.sel;
    if (!implements(receiver, mr_sel.methodSignatureForSelector)) return NULL;
    forwarded.cls = cls;
    forwarded.sel = sel;
    id object = mr_send1(id, receiver, mr_sel.methodSignatureForSelector, SEL, sel);
    forwarded.cls = outerClass;
    forwarded.sel = outer;
    return mr_method_signature_get(object);
}

static mr_target forward_whole(id receiver, SEL sel) {
    if (!implements(receiver, mr_sel.forwardInvocation)) return not_recognized(receiver, sel);
    const mr_signature *signature = mr_forwarded_signature(receiver, sel);
    if (signature == NULL) return not_recognized(receiver, sel);
    mr_trace(.kind = MR_TRACE_FORWARDED, .object = receiver, .selector = sel);
    return (mr_target){mr_signature_forwarder(signature, forward_invocation), receiver};
}

// ── Forwarding targets ──────────────────────────────────────────────────────────────────────────────

static mr_target forward_to(id target, SEL sel) {
    if (targets == MAX_TARGETS) {
        mr_raise("NSInvalidArgumentException", "-[%s %s]: forwarding targets go round in a circle, or over %d hops",
                 object_getClassName(target), sel_getName(sel), MAX_TARGETS);
        return (mr_target){NULL, target};
    }
    int before = targets++;
    mr_target result = mr_send_slow(target, sel);
    targets = before;
    return result;
}

// ── The program's forward handler ───────────────────────────────────────────────────────────────────

static _Atomic(IMP) handler, handler_stret;

void objc_setForwardHandler(void *forward, void *forwardStret) {
    atomic_store(&handler, (IMP)forward);
    atomic_store(&handler_stret, (IMP)forwardStret);
}

// A message that would call the program's forward handler calls the handler for structures instead, which expects the
// address of the result.
static mr_target with_structure(mr_target target) {
    if (target.imp && target.imp == atomic_load(&handler)) target.imp = atomic_load(&handler_stret);
    return target;
}

mr_target mr_send_stret_slow(id receiver, SEL sel) { return with_structure(mr_send_slow(receiver, sel)); }
mr_target mr_forward_stret(id receiver, SEL sel) { return with_structure(mr_forward(receiver, sel)); }

mr_target mr_forward(id receiver, SEL sel) {
    IMP replacement = atomic_load(&handler);
    if (replacement) return (mr_target){replacement, receiver};
    id raisedBefore = mr_exception_pending();
    if (sel != mr_sel.forwardingTargetForSelector && implements(receiver, mr_sel.forwardingTargetForSelector)) {
        id target = mr_send1(id, receiver, mr_sel.forwardingTargetForSelector, SEL, sel);
        if (mr_exception_pending() != raisedBefore) return (mr_target){NULL, receiver};
        if (target && target != receiver) {
            mr_trace(.kind = MR_TRACE_FORWARDED, .object = receiver, .other = target, .selector = sel);
            return forward_to(target, sel);
        }
    }
    return forward_whole(receiver, sel);
}
