// observing-reentrant.c - what getters, observers and deallocs do in the middle of a change.
#include <stdlib.h>

#include "observing-fakes.h"

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

static int raising_count(id self, SEL _cmd) {
    mr_raise("Refused", "count");
    return 0;
}

OBSERVING_TEST(integer_raises, "An observer is not notified if the getter of a number raises an exception") {
    Method getter = class_getInstanceMethod(fake_node_class, sel("count"));
    id node = fake_node("A"), a = fake_observer("a");
    fake_observe(node, a, "count", KVO_NEW);
    IMP before = method_setImplementation(getter, (IMP)raising_count);
    for (int known = 0; known < 2; known++) {
        if (known) fake_know_getter("count");
        fake_set_int(node, "count", 1);
        CHECK(ctests_raised("Refused"));
        NOTIFIED("");
    }
    method_setImplementation(getter, before);
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

// ── Changes that are announced ──────────────────────────────────────────────────────────────────────

static id ending, announcing;
static int ended;

// What a dealloc of a program may do: it ends changes that it has announced.
static void end_changes(id self, SEL _cmd) {
    while (kvo_manual_depth() > 0 && self == ending) {
        ended++;
        fake_did(announcing, "count");
    }
    fake_send_super(self, fake_node_class, _cmd);
}

OBSERVING_TEST(ends_others, "A dealloc may end announced changes while those of a dead object are given up") {
    Class cls = ctests_class("FakeEndingNode", fake_node_class);
    ctests_method(cls, "dealloc", (void *)end_changes, "v16@0:8");
    id dying = fake_node("A"), a = fake_observer("a");
    announcing = fake_node("B");
    ending = ctests_new(cls);
    ended = 0;
    fake_observe(announcing, a, "count", 0);
    fake_observe(dying, a, "next", KVO_OLD);
    fake_set(dying, "next", ending);
    fake_will(dying, "next");  // has the old value, and lies at the bottom
    for (int times = 0; times < 3; times++) fake_will(announcing, "count");
    fake_set_silently(dying, "next", nil);
    objc_release(ending);
    CHECK(kvo_manual_depth() == 4);
    objc_release(dying);
    CHECK(ended == 3 && kvo_manual_depth() == 0);
    NOTIFIED("a next from nil; a count; a count; a count");
    CHECK(fake_unobserve(announcing, a, "count"));
    RELEASE(announcing, a);
    objc_disposeClassPair(cls);
}

OBSERVING_TEST(announcing_lets_go,
               "An object that is let go of while its change is announced lives until all are notified") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "next", KVO_PRIOR);
    fake_observe(node, b, "next", KVO_PRIOR | KVO_OLD);
    fake_react(a, fake_release_context, node);
    fake_will(node, "next");
    NOTIFIED("a next before; b next before from nil");
    CHECK(fake_called.registrations_lost == 2 && kvo_manual_depth() == 0);
    RELEASE(a, b);
}

// ── Paths that are led elsewhere in the middle ──────────────────────────────────────────────────────

static id path_owner, new_value;
static void lead_elsewhere(const kvo_observance *observance, id live, void *context) {
    if (strcmp(kvo_text_of(observance), "manual") == 0) fake_set(path_owner, "next", new_value);
}

OBSERVING_TEST(led_elsewhere,
               "The death of an object leaves a path alone that was led to another object before its turn") {
    id node = fake_node("A"), dying = fake_node("B"), other = fake_node("C"), a = fake_observer("a");
    path_owner = node;
    new_value = other;
    fake_set(node, "next", dying);
    fake_observe(dying, a, "manual", 0);
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_set_silently(node, "next", nil);
    fake_on_death = lead_elsewhere;
    objc_release(dying);
    NOTIFIED("a next.count to 0");
    CHECK(fake_is_observed(other, "count"));
    fake_set_int(other, "count", 1);
    NOTIFIED("a next.count to 1");
    CHECK(fake_unobserve(node, a, "next.count") && !mr_object_is_observed(other));
    RELEASE(other, node, a);
}

static void set_while_undelegating(void) {
    fake_on_undelegate = NULL;
    fake_set(path_owner, "next", new_value);
}

static void observe_and_replace(void *context) {
    fake_observe(path_owner, context, "next.count", KVO_NEW);
    fake_set_silently(path_owner, "next", nil);
    fake_on_undelegate = set_while_undelegating;
}

OBSERVING_TEST(follows_later, "A path that is led elsewhere while it is followed stays where it was led last") {
    id node = fake_node("A"), foreign = fake_foreign("B"), other = fake_node("C"), a = fake_observer("a");
    path_owner = node;
    new_value = other;
    fake_set(node, "next", foreign);
    kvo_subject place = {.object = node, .key = fake_key("next")};
    kvo_change_around(&place, observe_and_replace, a);
    CHECK(fake_get(node, "next") == other && fake_is_observed(other, "count"));
    NOTIFIED("a next.count to 0");
    fake_set_int(other, "count", 1);
    NOTIFIED("a next.count to 1");
    CHECK(fake_unobserve(node, a, "next.count"));
    RELEASE(foreign, other, node, a);
}

static void put_back_while_undelegating(void) {
    fake_on_undelegate = NULL;
    fake_set_silently(path_owner, "next", new_value);
    fake_did(path_owner, "next");
}

static void observe_far_and_replace(void *context) {
    fake_observe(path_owner, context, "next.next.count", KVO_NEW);
    fake_set_silently(path_owner, "next", nil);
    fake_on_undelegate = put_back_while_undelegating;
}

OBSERVING_TEST(torn, "A path that gets its old object back while it is taken down from it is whole again") {
    id node = fake_node("A"), middle = fake_node("B"), foreign = fake_foreign("C"), a = fake_observer("a");
    path_owner = node;
    new_value = middle;
    fake_set(node, "next", middle);
    fake_set(middle, "next", foreign);
    kvo_subject place = {.object = node, .key = fake_key("next")};
    kvo_change_around(&place, observe_far_and_replace, a);
    CHECK(fake_get(node, "next") == middle && fake_is_observed(middle, "next") && fake_called.delegates == 1);
    NOTIFIED("");
    CHECK(fake_unobserve(node, a, "next.next.count"));
    RELEASE(foreign, middle, node, a);
}

// ── Objects in memory of the caller's ───────────────────────────────────────────────────────────────

OBSERVING_TEST(placed_counting,
               "An observer in memory of the caller's that counts its owners is released as often as retained") {
    Class cls = fake_counting_class(fake_observer_class);
    char *memory = calloc(1, 1024);
    id node = fake_node("A"), a = objc_constructInstance(cls, memory + mr_header_size());
    *(const char **)object_getIndexedIvars(a) = "a";
    fake_observe(node, a, "count", KVO_NEW);
    fake_set_int(node, "count", 1);
    NOTIFIED("a count to 1");
    CHECK(fake_own_retains > 0 && fake_own_retains == fake_own_releases);
    CHECK(fake_unobserve(node, a, "count"));
    objc_release(a);
    free(memory);
    objc_release(node);
    objc_disposeClassPair(cls);
}

static void register_again(id observer, bool isPrior, void *context) {
    if (!isPrior) return;
    CHECK(fake_unobserve(path_owner, observer, "next.count"));
    fake_observe(path_owner, observer, "next.count", KVO_PRIOR);
}

OBSERVING_TEST(gone_before, "The search for a registration made again passes over paths that are gone") {
    id node = path_owner = fake_node("A"), gone = fake_observer("x"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, gone, "next.count", 0);
    fake_observe(node, a, "next.count", KVO_PRIOR);
    for (int times = 0; times < 3; times++) fake_observe(node, b, "next.count", 0);
    CHECK(fake_unobserve(node, gone, "next.count"));  // leaves a gap
    fake_react(a, register_again, NULL);
    fake_set(node, "next", nil);
    NOTIFIED("a next.count before; b next.count; b next.count; b next.count; a next.count");
    CHECK(fake_unobserve(node, a, "next.count"));
    for (int times = 0; times < 3; times++) CHECK(fake_unobserve(node, b, "next.count"));
    RELEASE(gone, node, a, b);
}
