// observing-deaths.c - what becomes of registrations when the object, the observer, or an object on the way dies.
#include <stdio.h>

#include "observing-fakes.h"

static void log_lost(const kvo_observance *observance, id live, void *context) {
    char text[64];
    // The property is looked at: it has to be there still.
    snprintf(text, sizeof text, "%s%s", kvo_is_registration(observance) ? "" : "node ", kvo_text_of(observance));
    fake_log(text);
    CHECK(observance->property->key->text[0] == kvo_text_of(observance)[0]);
}

OBSERVING_TEST(object_dies, "An object that dies while it is observed is taken out before its memory goes") {
    id node = fake_node("A"), a = fake_observer("a"), info = fake_node("info");
    fake_observe(node, a, "ratio", 0);
    fake_observe(node, a, "next.count", 0);
    fake_observe(node, a, "count", 0);
    objc_release(kvo_info(node, info));
    fake_on_death = log_lost;
    objc_release(node);
    NOTIFIED("ratio; next.count; count");
    CHECK(fake_called.registrations_lost == 3 && mr_retain_count(info) == 1);
    RELEASE(info, a);
}

OBSERVING_TEST(observer_dies,
               "An observer that has died is never messaged: its registration is reported once and removed") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a"), b = fake_observer("b");
    fake_set(node, "next", next);
    fake_observe(node, a, "count", KVO_OLD | KVO_NEW);
    fake_observe(node, b, "count", KVO_NEW);
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_observe(node, a, "ratio", KVO_UNTIL_EITHER_DIES);
    objc_release(a);
    for (int value = 1; value < 3; value++) {
        fake_set_int(node, "count", value);
        fake_set_int(next, "count", value);
        SENDER(void, id, SEL, double)(node, sel("setRatio:"), value);
        CHECK(fake_called.deaths == 2 && fake_called.silent_deaths == 1);
    }
    NOTIFIED("b count to 1; b count to 2");
    CHECK(fake_observance_count(node) == 1 && !mr_object_is_observed(next));
    CHECK(fake_unobserve(node, b, "count"));
    RELEASE(next, node, b);
}

static void log_dead(const kvo_observance *observance, id live, void *context) {
    CHECK(live == nil && (uintptr_t)observance->observer == *(uintptr_t *)context);
    CHECK(observance->observer_class == fake_observer_class);
    fake_log(kvo_text_of(observance));
}

OBSERVING_TEST(dead_observances,
               "A registration of an observer that has died is shown with the observer's class, and can be removed") {
    id node = fake_node("A"), a = fake_observer("a");
    uintptr_t address = (uintptr_t)a;
    fake_observe(node, a, "count", 0);
    fake_observe(node, a, "next.count", 0);
    objc_release(a);
    kvo_visit(node, log_dead, &address);
    NOTIFIED("count; next.count");
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, a, "next.count"));
    CHECK(fake_called.deaths == 0);
    objc_release(node);
}

OBSERVING_TEST(dies_meanwhile, "An observer that dies during a change before its turn is reported, and not messaged") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "count", 0);
    fake_observe(node, b, "count", 0);
    fake_react(b, fake_release_context, a);
    fake_set_int(node, "count", 1);
    NOTIFIED("b count");
    CHECK(fake_called.deaths == 1);
    fake_react(b, NULL, NULL);
    fake_set_int(node, "count", 2);
    NOTIFIED("b count");
    CHECK(fake_called.deaths == 1);
    CHECK(fake_unobserve(node, b, "count"));
    RELEASE(node, b);
}

OBSERVING_TEST(setter_lets_go,
               "An object whose setter lets go of its last owner lives until its observers are notified") {
    id owner = fake_node("A"), node = fake_node("B"), a = fake_observer("a");
    fake_set(owner, "next", node);
    fake_set(node, "next", owner);  // the owner goes when node does, and node when the owner's next goes
    RELEASE(owner, node);
    fake_observe(owner, a, "next", KVO_OLD | KVO_NEW);
    fake_set(owner, "next", nil);
    NOTIFIED("a next from B to nil");
    CHECK(fake_called.registrations_lost == 1);
    objc_release(a);
}

// ── At the same address ─────────────────────────────────────────────────────────────────────────────

enum { OTHERS = 40 };

// An observer where one was that is gone; nil if the allocator gives its memory to nobody. To be released, with the
// others.
static id make_at(uintptr_t address, id *others) {
    id found = nil;
    for (int index = 0; index < OTHERS; index++) {
        others[index] = fake_observer("b");
        if ((uintptr_t)others[index] == address) found = others[index];
    }
    return found;
}

// The allocator keeps some of the memory that was freed last for others.
static void release_all(id *others) {
    for (int index = 0; index < OTHERS; index++) objc_release(others[index]);
}

typedef struct {
    id node, others[OTHERS];
    uintptr_t address;
} newcomer;

static void register_newcomer(id observer, bool isPrior, void *context) {
    newcomer *coming = context;
    if (!isPrior) return;
    id found = make_at(coming->address, coming->others);
    if (found) fake_observe(coming->node, found, "count", KVO_PRIOR);
}

OBSERVING_TEST(same_address, "An observer that comes to lie where a dead one was is not notified in its place") {
    newcomer coming = {.node = fake_node("A")};
    id a = fake_observer("a"), c = fake_observer("c");
    coming.address = (uintptr_t)a;
    fake_observe(coming.node, a, "count", KVO_PRIOR);
    fake_observe(coming.node, c, "count", KVO_PRIOR);
    make_at(0, coming.others);
    objc_release(a);
    release_all(coming.others);
    fake_react(c, register_newcomer, &coming);
    fake_set_int(coming.node, "count", 1);
    fake_react(c, NULL, NULL);
    NOTIFIED("c count before; c count");
    CHECK(fake_called.deaths == 1);
    release_all(coming.others);
    CHECK(fake_unobserve(coming.node, c, "count"));
    objc_release(coming.node);
    objc_release(c);
}

OBSERVING_TEST(same_address_between, "Nor is one that comes to lie there between two messages") {
    id node = fake_node("A"), a = fake_observer("a"), others[OTHERS];
    uintptr_t address = (uintptr_t)a;
    make_at(0, others);
    fake_observe(node, a, "count", 0);
    fake_will(node, "count");
    CHECK(fake_unobserve(node, a, "count"));
    release_all(others);
    objc_release(a);
    id found = make_at(address, others);
    if (found) fake_observe(node, found, "count", 0);
    fake_did(node, "count");
    NOTIFIED("");
    if (found) CHECK(fake_unobserve(node, found, "count"));
    release_all(others);
    objc_release(node);
}

// ── On a path ───────────────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(leaf_dies, "An object in the middle of a path that dies unannounced is not looked at any more") {
    id node = fake_node("A"), middle = fake_node("B"), leaf = fake_node("C"), a = fake_observer("a");
    fake_set(node, "next", middle);
    fake_set(middle, "next", leaf);
    fake_observe(node, a, "next.next.count", KVO_NEW);
    CHECK(fake_is_observed(leaf, "count"));
    fake_on_death = log_lost;
    // Past the setter: nobody hears of it.
    fake_set_silently(node, "next", nil);
    objc_release(middle);
    NOTIFIED("node next.count");
    CHECK(!mr_object_is_observed(leaf) && mr_object_is_observed(node));
    fake_set_int(leaf, "count", 1);
    NOTIFIED("");
    fake_set(node, "next", leaf);
    fake_set(leaf, "next", leaf);
    NOTIFIED("a next.next.count to nil; a next.next.count to 1");
    CHECK(fake_unobserve(node, a, "next.next.count"));
    fake_set_silently(leaf, "next", nil);
    RELEASE(leaf, node, a);
}

OBSERVING_TEST(fleeting_leaf_dies,
               "The property of a path's last key is there while the death of its object is reported") {
    id node = fake_node("A"), leaf = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", leaf);
    fake_observe(node, a, "next.fleeting", 0);
    CHECK(fake_called.properties == 1);
    fake_on_death = log_lost;
    fake_set_silently(node, "next", nil);
    objc_release(leaf);
    NOTIFIED("node fleeting");
    CHECK(fake_called.properties == 0);
    CHECK(fake_unobserve(node, a, "next.fleeting"));
    RELEASE(node, a);
}

OBSERVING_TEST(root_dies, "When the object that is registered with dies, its paths leave the others alone") {
    id node = fake_node("A"), leaf = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", leaf);
    fake_observe(node, a, "next.count", 0);
    fake_observe(node, a, "label", 0);
    CHECK(fake_observance_count(leaf) == 2);
    objc_release(node);
    CHECK(!mr_object_is_observed(leaf) && fake_called.registrations_lost == 2);
    fake_set_int(leaf, "count", 1);
    NOTIFIED("");
    RELEASE(leaf, a);
}

static void replace_next(const kvo_observance *observance, id live, void *context) {
    if (strcmp(kvo_text_of(observance), "manual") == 0) fake_set(*(id *)context, "next", nil);
    else CHECK(observance->property->key == fake_key("fleeting"));
}

OBSERVING_TEST(shown_last, "A property that is shown is there as long as it is shown, though its path was led away") {
    id node = fake_node("A"), leaf = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", leaf);
    fake_observe(leaf, a, "manual", 0);
    fake_observe(node, a, "next.fleeting", 0);
    kvo_visit(leaf, replace_next, &node);
    NOTIFIED("a next.fleeting");
    CHECK(fake_called.properties == 0);
    CHECK(fake_unobserve(leaf, a, "manual") && fake_unobserve(node, a, "next.fleeting"));
    RELEASE(leaf, node, a);
}
