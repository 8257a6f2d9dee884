// observing-nodes.c - paths in unusual weather: objects with their own way of observing, values that are replaced
// silently, changes in the middle of changes, exceptions.
#include <stdlib.h>

#include "observing-fakes.h"

// ── Foreign objects ─────────────────────────────────────────────────────────────────────────────────

// What a delegate does when the foreign object tells it of a change.
static void foreign_will(void) { kvo_node_will_change(fake_latest_delegated, NULL); }
static void foreign_did(id object) { kvo_did_change(object, NULL, "", fake_latest_delegated); }

OBSERVING_TEST(foreign, "An object with its own way of observing is asked to report, until it is replaced") {
    id node = fake_node("A"), foreign = fake_foreign("F"), plain = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", foreign);
    fake_observe(node, a, "next.count", KVO_OLD | KVO_NEW);
    CHECK(fake_called.delegates == 1 && !mr_object_is_observed(foreign));
    foreign_will();
    fake_set_int(foreign, "count", 5);
    NOTIFIED("");
    foreign_did(foreign);
    NOTIFIED("a next.count from 0 to 5");
    fake_set(node, "next", plain);
    NOTIFIED("a next.count from 5 to 0");
    CHECK(fake_called.delegates == 0 && fake_is_observed(plain, "count"));
    fake_set(node, "next", foreign);
    NOTIFIED("a next.count from 0 to 5");
    CHECK(fake_called.delegates == 1 && fake_unobserve(node, a, "next.count") && fake_called.delegates == 0);
    RELEASE(node, foreign, plain, a);
}

OBSERVING_TEST(late_foreign, "A report of an object that is not on the path any more is told nobody") {
    id node = fake_node("A"), foreign = fake_foreign("F"), a = fake_observer("a");
    fake_set(node, "next", foreign);
    fake_observe(node, a, "next.count", KVO_NEW);
    kvo_node *before = fake_latest_delegated;
    kvo_observance_retain(&before->is);
    foreign_will();
    fake_set(node, "next", nil);
    NOTIFIED("a next.count to nil");
    foreign_did(foreign);
    foreign_will();
    foreign_did(foreign);
    NOTIFIED("");
    fake_set(node, "next", foreign);
    NOTIFIED("a next.count to 0");
    CHECK(fake_latest_delegated != before);
    kvo_observance_release(&before->is);
    kvo_observance_retain(&fake_latest_delegated->is);
    foreign_will();
    kvo_manual_abandon_node(fake_latest_delegated);
    foreign_did(foreign);
    NOTIFIED("");
    CHECK(kvo_manual_depth() == 0 && fake_unobserve(node, a, "next.count"));
    foreign_will();
    foreign_did(foreign);
    kvo_observance_release(&fake_latest_delegated->is);
    NOTIFIED("");
    RELEASE(node, foreign, a);
}

OBSERVING_TEST(foreign_notifications,
               "Notifications that a foreign object sends are changes of the path, with the elements that they name") {
    id node = fake_node("A"), foreign = fake_foreign("F"), a = fake_observer("a");
    fake_set(node, "next", foreign);
    fake_observe(node, a, "next.count", KVO_NEW | KVO_OLD);
    COLD_AND_CACHED {
        fake_notify_delegate(foreign, true, false);
        fake_set_int(foreign, "count", fake_get_int(foreign, "count") + 1);
        fake_notify_delegate(foreign, false, false);
    }
    NOTIFIED("a next.count from 0 to 1; a next.count from 1 to 2");
    fake_notify_delegate(foreign, false, false);
    NOTIFIED("");
    fake_notify_delegate(foreign, true, true);
    fake_notify_delegate(foreign, false, true);
    NOTIFIED("a next.count elements");
    CHECK(fake_called.elements_ended == 1 && fake_unobserve(node, a, "next.count") && kvo_manual_depth() == 0);
    RELEASE(node, foreign, a);
}

OBSERVING_TEST(foreign_elements,
               "Elements that a foreign object reports are passed on, unless the path goes on after them") {
    id node = fake_node("A"), foreign = fake_foreign("F"), a = fake_observer("a");
    fake_set(node, "next", foreign);
    fake_observe(node, a, "next.other", KVO_NEW);
    kvo_node_will_change(fake_latest_delegated, fake_elements());
    CHECK(fake_called.elements_begun == 1 && fake_called.elements_ended == 0);
    foreign_did(foreign);
    NOTIFIED("a next.other elements");
    CHECK(fake_called.elements_ended == 1 && fake_unobserve(node, a, "next.other"));
    fake_observe(node, a, "next.other.count", KVO_NEW);
    kvo_node_will_change(fake_latest_delegated, fake_elements());
    CHECK(fake_called.elements_begun == 1 && fake_called.elements_ended == 2);
    foreign_did(foreign);
    NOTIFIED("a next.other.count to nil");
    kvo_observance_retain(&fake_latest_delegated->is);
    CHECK(fake_unobserve(node, a, "next.other.count"));
    kvo_node_will_change(fake_latest_delegated, fake_elements());
    CHECK(fake_called.elements_ended == 3 && kvo_manual_depth() == 0);
    kvo_observance_release(&fake_latest_delegated->is);
    RELEASE(node, foreign, a);
}

// ── Changes while a path is taken down ──────────────────────────────────────────────────────────────

static id replaced_node, replacement;

// Called once, when a foreign object is not to report any more.
static void replace(void) {
    fake_on_undelegate = NULL;
    fake_set(replaced_node, "next", replacement);
}

OBSERVING_TEST(replaced_while_following, "A change in the middle of another one's end decides what the path follows") {
    id node = fake_node("A"), foreign = fake_foreign("F"), last = fake_node("B"), a = fake_observer("a");
    id late = fake_node("C");
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_will(node, "next");
    fake_set(node, "next", foreign);
    CHECK(fake_called.delegates == 1);
    replaced_node = node;
    replacement = last;
    fake_on_undelegate = replace;
    fake_set_silently(node, "next", late);
    fake_did(node, "next");
    NOTIFIED("a next.count to 0; a next.count to 0; a next.count to 0");
    CHECK(fake_get(node, "next") == last && fake_called.delegates == 0 && fake_is_observed(last, "count"));
    fake_set_int(last, "count", 1);
    NOTIFIED("a next.count to 1");
    CHECK(!mr_object_is_observed(late) && fake_unobserve(node, a, "next.count"));
    RELEASE(node, foreign, late, last, a);
}

OBSERVING_TEST(left_while_changing,
               "A dependent key is followed after a change, though its path left the changing object meanwhile") {
    id node = fake_node("A"), left = fake_node("B"), foreign = fake_foreign("F"), a = fake_observer("a");
    id middle = fake_node("C"), last = fake_node("D"), end = fake_node("E");
    fake_set(node, "next", left);
    fake_set(left, "next", foreign);
    fake_set(middle, "next", last);
    fake_set(last, "next", end);
    fake_observe(node, a, "farther.count", KVO_NEW);
    replaced_node = node;
    replacement = middle;
    fake_on_undelegate = replace;
    fake_will(left, "next");
    CHECK(fake_get(node, "next") == middle && !fake_is_observed(left, "next"));
    fake_did(left, "next");
    CHECK(fake_is_observed(end, "count"));
    fake_set_int(end, "count", 1);
    NOTIFIED("a farther.count to 0; a farther.count to 1");
    CHECK(fake_unobserve(node, a, "farther.count"));
    RELEASE(node, left, foreign, middle, last, end, a);
}

OBSERVING_TEST(replaced_while_dying,
               "A path that follows a new object keeps it, though the old one is not done with dying") {
    id node = fake_node("A"), middle = fake_node("B"), foreign = fake_foreign("F"), a = fake_observer("a");
    id new_middle = fake_node("C"), leaf = fake_node("D");
    fake_set(node, "next", middle);
    fake_set(middle, "next", foreign);
    fake_set(new_middle, "next", leaf);
    fake_observe(node, a, "next.next.count", KVO_NEW);
    fake_set_silently(node, "next", nil);
    replaced_node = node;
    replacement = new_middle;
    fake_on_undelegate = replace;
    objc_release(middle);
    NOTIFIED("a next.next.count to 0");
    CHECK(fake_is_observed(new_middle, "next") && fake_is_observed(leaf, "count"));
    fake_set_int(leaf, "count", 1);
    NOTIFIED("a next.next.count to 1");
    CHECK(fake_unobserve(node, a, "next.next.count"));
    RELEASE(node, foreign, new_middle, leaf, a);
}

// Called once, when the first value has been read.
static void replace_after_reading(void) {
    fake_on_value = NULL;
    fake_set(replaced_node, "next", replacement);
}

OBSERVING_TEST(replaced_after_reading, "A value that was read before another change, and is late, is not followed") {
    id node = fake_node("A"), late = fake_node("B"), last = fake_node("C"), a = fake_observer("a");
    fake_observe(node, a, "next.count", 0);
    replaced_node = node;
    replacement = last;
    fake_on_value = replace_after_reading;
    fake_set(node, "next", late);
    CHECK(fake_get(node, "next") == last && !mr_object_is_observed(late) && fake_is_observed(last, "count"));
    NOTIFIED("a next.count; a next.count");
    CHECK(fake_unobserve(node, a, "next.count"));
    RELEASE(node, late, last, a);
}

static void register_and_replace(void *context) {
    id *objects = context;
    fake_observe(objects[0], objects[1], "next.count", 0);
    fake_set_silently(objects[0], "next", objects[2]);
}

OBSERVING_TEST(registered_while_changing,
               "A path that is registered during a change that nobody observed follows the new value") {
    id node = fake_node("A"), old = fake_node("B"), new = fake_node("C"), a = fake_observer("a");
    fake_set(node, "next", old);
    // Once the object is observed at no key, and once at another.
    for (int times = 0; times < 2; times++) {
        kvo_change_around(&(kvo_subject){.object = node, .key = fake_key("next")}, register_and_replace,
                          (id[]){node, a, new});
        CHECK(fake_is_observed(new, "count") && !mr_object_is_observed(old) && fake_called.replaced == 0);
        CHECK(fake_unobserve(node, a, "next.count"));
        fake_set(node, "next", old);
        if (times == 0) fake_observe(node, a, "count", 0);
    }
    NOTIFIED("");
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, old, new, a);
}

// ── Silently ────────────────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(silent,
               "A value that was replaced without notice is complained of at the next change, and when removing") {
    id node = fake_node("A"), old = fake_node("B"), new = fake_node("C"), a = fake_observer("a");
    fake_set(node, "next", old);
    fake_observe(node, a, "next.count", KVO_NEW);
    fake_set_silently(node, "next", new);
    fake_set(node, "next", nil);
    CHECK(ctests_raised("Replaced") && fake_called.replaced == 1);
    NOTIFIED("");
    fake_set(node, "next", new);
    NOTIFIED("a next.count to 0");
    fake_set_silently(node, "next", old);
    CHECK(fake_unobserve(node, a, "next.count") && fake_called.replaced == 2);
    // Nobody complains for a registration that ends by itself.
    fake_observe(node, a, "next.count", KVO_NEW | KVO_UNTIL_EITHER_DIES);
    fake_set_silently(node, "next", new);
    fake_set(node, "next", nil);
    NOTIFIED("a next.count to nil");
    CHECK(fake_unobserve(node, a, "next.count") && fake_called.replaced == 2);
    RELEASE(node, old, new, a);
}

static int complaints;

static void replace_silently(void *context) {
    id *objects = context;
    fake_set_silently(objects[0], "next", objects[1]);
    fake_set(objects[0], "next", nil);
    complaints += ctests_raised("Replaced");
}

OBSERVING_TEST(silent_among_others,
               "A value that was replaced without notice is complained of while another object changes") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a"), other = nil;
    fake_observe(node, a, "next.count", 0);
    complaints = 0;
    for (int index = 0; index < 8000; index++) {
        id one = fake_node("C");
        fake_set(one, "next", other);
        objc_release(other);
        other = one;
        fake_set(node, "next", other);
        kvo_change_around(&(kvo_subject){.object = other, .key = fake_key("next")}, replace_silently,
                          (id[]){node, next});
        NOTIFIED("a next.count");
    }
    CHECK(complaints == 8000 && fake_unobserve(node, a, "next.count"));
    // In a pool for each object: in one pool, the objects would die inside each other, 8000 levels deep.
    while (other) {
        void *pool = objc_autoreleasePoolPush();
        id following = objc_retain(fake_get(other, "next"));
        objc_release(other);
        other = following;
        objc_autoreleasePoolPop(pool);
    }
    RELEASE(node, next, a);
}

OBSERVING_TEST(
    silent_beside_unfinished,
    "A value that was replaced without notice is complained of beside changes of other objects that never end") {
    enum { OTHERS = 3000 };
    static id others[OTHERS];
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    for (int index = 0; index < OTHERS; index++) {
        fake_observe(others[index] = fake_node("C"), a, "next", 0);
        fake_will(others[index], "next");
    }
    fake_set(node, "next", next);
    fake_observe(node, a, "next.count", 0);
    fake_set_silently(node, "next", nil);
    fake_set(node, "next", next);
    CHECK(ctests_raised("Replaced") && fake_called.replaced == 1);
    fake_set_silently(node, "next", nil);
    CHECK(fake_unobserve(node, a, "next.count") && fake_called.replaced == 2);
    NOTIFIED("");
    for (int index = 0; index < OTHERS; index++) {
        CHECK(fake_unobserve(others[index], a, "next"));
        objc_release(others[index]);
    }
    RELEASE(node, next, a);
}

// ── A dependent key twice on one object ─────────────────────────────────────────────────────────────

static void store_replacement(void) {
    fake_on_value = NULL;
    fake_set_silently(replaced_node, "next", replacement);
}

OBSERVING_TEST(twice_in_overlapping_changes,
               "A path with a dependent key twice on one object ends on the last value of two overlapping changes") {
    id node = fake_node("A"), other = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", node);
    fake_observe(node, a, "best.best.count", 0);
    replaced_node = node;
    replacement = other;
    fake_will(node, "next");
    fake_on_value = store_replacement;
    fake_set(node, "next", node);
    fake_set_silently(node, "next", node);
    fake_did(node, "next");
    CHECK(fake_is_observed(node, "count") && !mr_object_is_observed(other));
    CHECK(fake_unobserve(node, a, "best.best.count") && fake_called.replaced == 0);
    NOTIFIED("a best.best.count; a best.best.count");
    fake_set(node, "next", nil);
    RELEASE(node, other, a);
}

static void observe_twice(void *observer) {
    fake_on_value = store_replacement;
    fake_observe(replaced_node, observer, "best.best.count", 0);
    fake_set_silently(replaced_node, "next", replaced_node);
}

static void observe_twice_and_remove(void *observer) {
    fake_observe(replaced_node, observer, "best.best.count", 0);
    fake_set_silently(replaced_node, "next", replacement);
    CHECK(fake_unobserve(replaced_node, observer, "best.best.count"));
}

OBSERVING_TEST(twice_registered_while_changing,
               "Such a path that is registered during a change follows the new value, and no value counts as silent") {
    id node = fake_node("A"), other = fake_node("B"), a = fake_observer("a");
    kvo_subject place = {.object = node, .key = fake_key("next")};
    fake_set(node, "next", node);
    replaced_node = node;
    replacement = other;
    kvo_change_around(&place, observe_twice, a);
    CHECK(fake_is_observed(node, "count") && !mr_object_is_observed(other));
    CHECK(fake_unobserve(node, a, "best.best.count"));
    kvo_change_around(&place, observe_twice_and_remove, a);
    CHECK(fake_called.replaced == 0);
    fake_set(node, "next", nil);
    RELEASE(node, other, a);
}

// ── Silently, and while a value is being followed ───────────────────────────────────────────────────

static id later_end;

static void lead_there(void *unused) {
    fake_set(replaced_node, "next", replacement);
    fake_set_silently(replacement, "next", later_end);
}

static void lead_there_again(void *unused) {
    fake_set(replaced_node, "next", replacement);
    complaints += ctests_raised("Replaced");
}

static void lead_there_on_a_thread(void) {
    fake_on_value = NULL;
    fake_on_thread(lead_there_again, NULL);
}

OBSERVING_TEST(not_silent_while_followed, "A value that another thread is just following was not replaced silently") {
    id node = fake_node("A"), left = fake_node("B"), middle = fake_node("C"), end = fake_node("D");
    id a = fake_observer("a");
    later_end = fake_node("E");
    replaced_node = node;
    replacement = middle;
    complaints = 0;
    fake_set(node, "next", left);
    fake_set(middle, "next", end);
    fake_observe(node, a, "ahead.count", 0);
    fake_will(left, "next");
    kvo_change_around(&(kvo_subject){.object = middle, .key = fake_key("next")}, lead_there, NULL);
    fake_on_value = lead_there_on_a_thread;
    fake_did(left, "next");
    CHECK(complaints == 0 && fake_called.replaced == 0 && fake_on_value == NULL);
    CHECK(fake_is_observed(later_end, "count") && !fake_is_observed(end, "count"));
    CHECK(fake_unobserve(node, a, "ahead.count"));
    NOTIFIED("a ahead.count");
    RELEASE(node, left, middle, end, later_end, a);
}

OBSERVING_TEST(silent_after_detour,
               "A path that left an object during its change, and came back, still notices silent replacements") {
    id node = fake_node("A"), middle = fake_node("B"), leaf = fake_node("C"), a = fake_observer("a");
    fake_set(node, "next", middle);
    fake_set(middle, "next", leaf);
    fake_observe(node, a, "next.next.count", 0);
    fake_will(middle, "next");
    fake_set(node, "next", nil);
    fake_set(node, "next", middle);
    fake_did(middle, "next");
    CHECK(fake_is_observed(leaf, "count") && fake_called.replaced == 0);
    fake_set_silently(middle, "next", nil);
    fake_set(middle, "next", leaf);
    CHECK(ctests_raised("Replaced") && fake_unobserve(node, a, "next.next.count"));
    RELEASE(node, middle, leaf, a);
}

// ── Exceptions and weak references ──────────────────────────────────────────────────────────────────

OBSERVING_TEST(unknown_key, "A key that the new object does not have raises, and the rest of the path goes on") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_observe(node, a, "next.unknown", 0);
    CHECK(mr_exception_pending() == nil);
    fake_set(node, "next", next);
    CHECK(ctests_raised("NSUnknownKeyException") && fake_get(node, "next") == next);
    CHECK(!mr_object_is_observed(next));
    // What hung on the way to it is taken down again.
    fake_observe(next, a, "next.unknown", 0);
    fake_observe(node, a, "next.next.unknown", 0);
    CHECK(ctests_raised("NSUnknownKeyException") == false && fake_observance_count(next) == 2);
    fake_set(node, "next", nil);
    fake_set(next, "next", next);
    CHECK(ctests_raised("NSUnknownKeyException") && fake_unobserve(next, a, "next.unknown"));
    fake_set(node, "next", next);
    CHECK(ctests_raised("NSUnknownKeyException") && !mr_object_is_observed(next));
    fake_set(next, "next", nil);
    fake_set(node, "next", nil);
    NOTIFIED("a next.next.unknown; a next.unknown; a next.next.unknown; a next.unknown");
    CHECK(fake_unobserve(node, a, "next.next.unknown"));
    CHECK(fake_unobserve(node, a, "next.unknown") && !mr_object_is_observed(node));
    RELEASE(node, next, a);
}

OBSERVING_TEST(placed, "An observer in memory of its user's is referred to weakly, and reported when it has died") {
    id node = fake_node("A");
    char *memory =
        calloc(1, mr_header_size() + class_getInstanceSize(fake_observer_class) + sizeof(fake_observer_state));
    id observer = objc_constructInstance(fake_observer_class, memory + mr_header_size());
    ((fake_observer_state *)fake_extra(observer))->name = "p";
    CHECK(!mr_can_be_held(observer));
    fake_observe(node, observer, "count", KVO_NEW);
    fake_set_int(node, "count", 1);
    NOTIFIED("p count to 1");
    objc_release(observer);
    free(memory);
    fake_set_int(node, "count", 2);
    fake_set_int(node, "count", 3);
    NOTIFIED("");
    CHECK(fake_called.deaths == 1 && !mr_object_is_observed(node));
    objc_release(node);
}
