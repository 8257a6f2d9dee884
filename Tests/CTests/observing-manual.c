// observing-manual.c - changes that are said by two messages, and those whose second message never comes.
#include "observing-fakes.h"

OBSERVING_TEST(pairs, "Observers are notified at the two messages of a change, with the values of then") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "manual", KVO_OLD | KVO_NEW | KVO_PRIOR);
    fake_observe(node, b, "manual", KVO_NEW);
    fake_will(node, "manual");
    NOTIFIED("a manual before from 0");
    CHECK(kvo_manual_depth() == 1);
    fake_set_int(node, "manual", 1);
    NOTIFIED("");
    fake_did(node, "manual");
    NOTIFIED("b manual to 1; a manual from 0 to 1");
    fake_did(node, "manual");
    NOTIFIED("");
    CHECK(kvo_manual_depth() == 0);
    CHECK(fake_unobserve(node, a, "manual") && fake_unobserve(node, b, "manual"));
    RELEASE(node, a, b);
}

OBSERVING_TEST(pairs_nest, "Pairs of one key nest, and those of different keys and objects may overlap") {
    id node = fake_node("A"), other = fake_node("B"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "manual", KVO_OLD | KVO_NEW);
    fake_observe(node, a, "count", KVO_OLD | KVO_NEW);
    fake_observe(other, b, "manual", KVO_OLD | KVO_NEW);
    fake_will(node, "manual");
    fake_will(node, "count");
    fake_will(other, "manual");
    fake_set_int(node, "manual", 1);
    fake_will(node, "manual");
    CHECK(kvo_manual_depth() == 4);
    fake_set_int(node, "manual", 2);
    fake_did(node, "manual");
    NOTIFIED("a manual from 1 to 2");
    fake_did(node, "count");
    NOTIFIED("a count from 0 to 0");
    fake_did(node, "manual");
    NOTIFIED("a manual from 0 to 2");
    fake_did(other, "manual");
    NOTIFIED("b manual from 0 to 0");
    CHECK(kvo_manual_depth() == 0);
    CHECK(fake_unobserve(node, a, "manual") && fake_unobserve(node, a, "count") && fake_unobserve(other, b, "manual"));
    RELEASE(node, other, a, b);
}

OBSERVING_TEST(unheard_pairs, "A pair that nobody hears of does not end the one that it is in") {
    id node = fake_node("A"), a = fake_observer("a");
    fake_will(node, "manual");
    fake_observe(node, a, "manual", KVO_NEW);
    fake_did(node, "manual");
    NOTIFIED("");
    fake_will(node, "manual");
    CHECK(fake_unobserve(node, a, "manual"));
    fake_will(node, "manual");
    fake_observe(node, a, "manual", KVO_NEW);
    fake_did(node, "manual");
    NOTIFIED("");
    CHECK(kvo_manual_depth() == 1);
    fake_did(node, "manual");
    // For all it can tell, the registration is the one that was there.
    NOTIFIED("a manual to 0");
    CHECK(kvo_manual_depth() == 0 && fake_unobserve(node, a, "manual"));
    RELEASE(node, a);
}

OBSERVING_TEST(pairs_and_paths,
               "A path follows what a pair of messages replaces, also if it was registered in between") {
    id node = fake_node("A"), old = fake_node("B"), new = fake_node("C"), a = fake_observer("a"),
       b = fake_observer("b");
    fake_set_silently(node, "next", old);
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_will(node, "next");
    CHECK(!mr_object_is_observed(old));
    fake_observe(node, b, "next.count", KVO_NEW);
    CHECK(mr_object_is_observed(old));
    fake_set_silently(node, "next", new);
    fake_did(node, "next");
    NOTIFIED("a next.count to 0");
    CHECK(!mr_object_is_observed(old) && fake_observance_count(new) == 2);
    CHECK(fake_unobserve(node, a, "next.count") && fake_unobserve(node, b, "next.count"));
    // Nobody observed the key when this one began.
    fake_will(node, "next");
    fake_observe(node, b, "next.count", KVO_NEW);
    fake_set_silently(node, "next", old);
    fake_did(node, "next");
    CHECK(mr_object_is_observed(old) && !mr_object_is_observed(new));
    NOTIFIED("");
    CHECK(fake_unobserve(node, b, "next.count") && fake_called.replaced == 0);
    fake_set_silently(node, "next", nil);
    RELEASE(node, old, new, a, b);
}

// ── Ends that never come ────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(dies_between, "An object that dies between the two messages takes its change with it") {
    id node = fake_node("A"), b = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", b);
    fake_observe(node, a, "next", KVO_OLD | KVO_PRIOR);
    fake_will(node, "next");
    NOTIFIED("a next before from B");
    CHECK(kvo_manual_depth() == 1 && mr_retain_count(b) == 4);  // also in the dictionary
    objc_release(node);
    CHECK(kvo_manual_depth() == 0 && mr_retain_count(b) == 1);
    NOTIFIED("");
    RELEASE(b, a);
}

OBSERVING_TEST(observer_dies_between, "An observer that dies between the two messages is not messaged at the second") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a"), b = fake_observer("b");
    fake_set(node, "next", next);
    fake_observe(node, a, "manual", KVO_NEW);
    fake_observe(node, b, "manual", KVO_NEW);
    fake_observe(node, a, "next.manual", KVO_NEW);
    fake_will(node, "manual");
    fake_will(next, "manual");
    objc_release(a);
    fake_did(next, "manual");
    fake_did(node, "manual");
    NOTIFIED("b manual to 0");
    CHECK(fake_called.deaths == 2 && fake_unobserve(node, b, "manual"));
    CHECK(!mr_object_is_observed(node) && !mr_object_is_observed(next));
    RELEASE(node, next, b);
}

OBSERVING_TEST(given_up, "Changes that are given up down to a depth are not told, and paths follow again") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_observe(node, a, "manual", KVO_NEW);
    fake_will(node, "manual");
    size_t depth = kvo_manual_depth();
    fake_will(node, "next");
    fake_will(node, "manual");
    CHECK(kvo_manual_depth() == depth + 2 && !mr_object_is_observed(next));
    kvo_manual_abandon(depth);
    CHECK(kvo_manual_depth() == depth && mr_object_is_observed(next));
    NOTIFIED("");
    fake_did(node, "manual");
    NOTIFIED("a manual to 0");
    CHECK(fake_unobserve(node, a, "next.count") && fake_unobserve(node, a, "manual"));
    RELEASE(node, next, a);
}

static void let_go_elsewhere(void *object) { objc_release(object); }

OBSERVING_TEST(swept, "Changes whose objects have died on another thread are given up as more are announced") {
    id a = fake_observer("a"), value = fake_node("B"), alive = fake_node("C");
    fake_observe(alive, a, "manual", 0);
    for (int round = 0; round < 200; round++) {
        id node = fake_node("A");
        fake_set(node, "next", value);
        fake_observe(node, a, "next", KVO_OLD);
        fake_will(node, "next");
        fake_on_thread(let_go_elsewhere, node);
        CHECK(kvo_manual_depth() <= 17 && mr_retain_count(value) <= 18);
    }
    // All of these are alive: each is kept.
    for (int round = 0; round < 100; round++) fake_will(alive, "manual");
    CHECK(kvo_manual_depth() == 100 && mr_retain_count(value) == 1);
    for (int round = 0; round < 100; round++) fake_did(alive, "manual");
    CHECK(kvo_manual_depth() == 0 && fake_notification_count(a) == 100 && fake_unobserve(alive, a, "manual"));
    RELEASE(value, alive, a);
}

static void announce_and_end(void *object) {
    fake_will(object, "next");
    fake_will(object, "manual");
    fake_set_int(object, "count", 1);
}

OBSERVING_TEST(thread_ends, "A thread that ends between the two messages leaves nothing behind") {
    id node = fake_node("A"), b = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", b);
    fake_observe(node, a, "next", KVO_OLD);
    fake_observe(node, a, "manual", KVO_OLD);
    fake_observe(node, a, "count", KVO_OLD);
    for (int round = 0; round < 3; round++) {
        fake_on_thread(announce_and_end, node);
        CHECK(mr_retain_count(b) == 2);
        CHECK_TABLE();
    }
    fake_did(node, "next");
    NOTIFIED("");
    CHECK(fake_unobserve(node, a, "next") && fake_unobserve(node, a, "manual") && fake_unobserve(node, a, "count"));
    RELEASE(node, b, a);
}

static id dying_observer;
static void announce_in_dealloc(id self, SEL _cmd) {
    fake_will(self, "manual");
    CHECK(kvo_manual_depth() == 1);
    CHECK(fake_unobserve(self, dying_observer, "manual"));
    CHECK(kvo_manual_depth() == 0);
    fake_send_super(self, fake_node_class, _cmd);
}

OBSERVING_TEST(announced_in_dealloc, "A change that a dealloc announces is given up with the last observer") {
    Class cls = ctests_class("FakeAnnouncingNode", fake_node_class);
    ctests_method(cls, "dealloc", (void *)announce_in_dealloc, "v16@0:8");
    id node = class_createInstance(cls, sizeof(fake_observer_state));
    dying_observer = fake_observer("a");
    fake_observe(node, dying_observer, "manual", KVO_PRIOR);
    objc_release(node);
    NOTIFIED("a manual before");
    objc_release(dying_observer);
    objc_disposeClassPair(cls);
}

static void unobserve_and_announce_in_dealloc(id self, SEL _cmd) {
    CHECK(fake_unobserve(self, dying_observer, "manual"));
    fake_will(self, "manual");
    fake_send_super(self, fake_node_class, _cmd);
}

// Announces so many changes in between. On a thread of its own, whose first sweep is at the seventeenth change.
static void announce_again(id alive, int before) {
    Class cls = ctests_class("FakeAnnouncingNode", fake_node_class);
    ctests_method(cls, "dealloc", (void *)unobserve_and_announce_in_dealloc, "v16@0:8");
    id node = class_createInstance(cls, sizeof(fake_observer_state));
    fake_observe(node, dying_observer, "manual", 0);
    fake_will(node, "manual");
    for (int round = 0; round < before; round++) fake_will(alive, "manual");
    objc_release(node);
    for (int round = before; round < 40; round++) fake_will(alive, "manual");
    CHECK(kvo_manual_depth() == 40);
    kvo_manual_abandon(0);
    objc_disposeClassPair(cls);
}

static void announce_twice(void *alive) { announce_again(alive, 0); }
static void announce_and_sweep(void *alive) { announce_again(alive, 15); }

OBSERVING_TEST(announced_again_in_dealloc,
               "A change that a dealloc announces inside an announced change of its key is given up with that change") {
    id alive = fake_node("A");
    dying_observer = fake_observer("a");
    fake_observe(alive, dying_observer, "manual", 0);
    fake_on_thread(announce_twice, alive);
    fake_on_thread(announce_and_sweep, alive);  // the dealloc's announcement causes the sweep
    CHECK(fake_unobserve(alive, dying_observer, "manual"));
    NOTIFIED("");
    RELEASE(alive, dying_observer);
}

// ── What is given up lets go of something ───────────────────────────────────────────────────────────

// Two changes are announced; the old value of the first keeps the node of the second alive. The node of the first
// is dead; nobody observed it when it died.
static void announce_chain(id observer, id keptAlive) {
    id first = fake_node("A"), value = fake_node("B");
    fake_set(first, "other", value);
    fake_set(value, "next", keptAlive);
    fake_observe(first, observer, "other", KVO_OLD);
    fake_will(first, "other");
    fake_set(first, "other", nil);
    NOTIFIED("b other from B");
    CHECK(fake_unobserve(first, observer, "other"));
    objc_release(value);
    fake_will(keptAlive, "manual");
    RELEASE(first, keptAlive);
}

OBSERVING_TEST(sweeping_frees, "A change that is swept away may take other announced changes with it") {
    id a = fake_observer("a"), b = fake_observer("b"), last = fake_node("C"), alive = fake_node("D");
    fake_observe(last, a, "manual", 0);
    fake_observe(alive, a, "manual", 0);
    announce_chain(b, last);
    CHECK(kvo_manual_depth() == 2 && fake_called.registrations_lost == 0);
    for (int round = 0; round < 15; round++) fake_will(alive, "manual");
    CHECK(kvo_manual_depth() == 15 && fake_called.registrations_lost == 1);
    for (int round = 0; round < 15; round++) fake_did(alive, "manual");
    CHECK(kvo_manual_depth() == 0 && fake_unobserve(alive, a, "manual"));
    RELEASE(alive, a, b);
}

OBSERVING_TEST(death_frees, "A change that ends with its object may take other announced changes with it") {
    id a = fake_observer("a"), node = fake_node("A"), value = fake_node("B"), last = fake_node("C");
    fake_set(node, "other", value);
    fake_set(value, "next", last);
    fake_observe(node, a, "other", KVO_OLD);
    fake_observe(last, a, "manual", 0);
    fake_will(node, "other");
    fake_set_silently(node, "other", nil);
    fake_will(last, "manual");
    RELEASE(value, last);
    CHECK(kvo_manual_depth() == 2);
    objc_release(node);
    CHECK(kvo_manual_depth() == 0 && fake_called.registrations_lost == 2);
    objc_release(a);
}
