// observing-paths.c - registrations that look at more than one key: key paths, and keys that depend on others.
#include <stdio.h>

#include "observing-fakes.h"

OBSERVING_TEST(middle, "When an object on a path is replaced, the new one is observed, and the old one is left alone") {
    id node = fake_node("A"), old = fake_node("B"), new = fake_node("C"), a = fake_observer("a");
    fake_set_int(new, "count", 7);
    fake_set(node, "next", old);
    fake_observe(node, a, "next.count", KVO_OLD | KVO_NEW | KVO_PRIOR);
    fake_set_int(old, "count", 1);
    NOTIFIED("a next.count before from 0; a next.count from 0 to 1");
    fake_set(node, "next", new);
    NOTIFIED("a next.count before from 1; a next.count from 1 to 7");
    CHECK(!mr_object_is_observed(old) && object_getClass(old) == fake_node_class && fake_is_observed(new, "count"));
    fake_set_int(old, "count", 2);
    NOTIFIED("");
    fake_set_int(new, "count", 8);
    NOTIFIED("a next.count before from 7; a next.count from 7 to 8");
    fake_set(node, "next", nil);
    fake_set(node, "next", old);
    NOTIFIED("a next.count before from 8; a next.count from 8 to nil; "
             "a next.count before from nil; a next.count from nil to 2");
    CHECK(fake_unobserve(node, a, "next.count"));
    CHECK(!mr_object_is_observed(old) && !mr_object_is_observed(new) && !mr_object_is_observed(node));
    RELEASE(node, old, new, a);
}

OBSERVING_TEST(deep, "A long path follows each of its objects, wherever it is replaced") {
    enum { COUNT = 6 };
    id nodes[COUNT], others[COUNT], a = fake_observer("a");
    for (int index = 0; index < COUNT; index++) {
        nodes[index] = fake_node("N");
        others[index] = fake_node("O");
        fake_set_int(others[index], "count", 10 + index);
        if (index) fake_set(nodes[index - 1], "next", nodes[index]);
        if (index) fake_set(others[index - 1], "next", others[index]);
    }
    fake_observe(nodes[0], a, "next.next.next.next.next.count", KVO_NEW);
    CHECK(fake_is_observed(nodes[COUNT - 1], "count"));
    for (int index = COUNT - 1; index > 0; index--) {
        fake_set(nodes[index - 1], "next", others[index]);
        NOTIFIED("a next.next.next.next.next.count to 15");
        for (int other = index; other < COUNT; other++) {
            CHECK(!mr_object_is_observed(nodes[other]) && mr_object_is_observed(others[other]));
        }
    }
    fake_set_int(others[COUNT - 1], "count", 1);
    NOTIFIED("a next.next.next.next.next.count to 1");
    CHECK(fake_unobserve(nodes[0], a, "next.next.next.next.next.count"));
    for (int index = 0; index < COUNT; index++) {
        CHECK(!mr_object_is_observed(nodes[index]) && !mr_object_is_observed(others[index]));
        RELEASE(nodes[index], others[index]);
    }
    objc_release(a);
}

OBSERVING_TEST(in_place, "Replacing an object on a path allocates one observance for each key behind it") {
    id node = fake_node("A"), both[] = {fake_node("B"), fake_node("C")}, a = fake_observer("a");
    id leaves[] = {fake_node("D"), fake_node("E")};
    for (int index = 0; index < 2; index++) {
        fake_set(both[index], "next", leaves[index]);
        fake_observe(both[index], a, "next", 0);
        fake_observe(leaves[index], a, "count", 0);
    }
    fake_observe(node, a, "next.next.count", 0);
    long before = 0;
    for (int round = 0; round < 40; round++) {
        if (round == 10) before = ctests_allocations();
        fake_set(node, "next", both[round % 2]);
    }
    CHECK(ctests_allocations() - before == 2 * 30 && fake_notification_count(a) == 40);
    CHECK(fake_unobserve(node, a, "next.next.count"));
    for (int index = 0; index < 2; index++) {
        CHECK(fake_unobserve(both[index], a, "next") && fake_unobserve(leaves[index], a, "count"));
        RELEASE(both[index], leaves[index]);
    }
    RELEASE(node, a);
}

OBSERVING_TEST(one_entry, "Replacing an object on a path allocates one entry more if nobody observes the new one yet") {
    id node = fake_node("A"), both[] = {fake_node("B"), fake_node("C")}, leaf = fake_node("D"), a = fake_observer("a");
    for (int index = 0; index < 2; index++) fake_set(both[index], "next", leaf);
    fake_observe(leaf, a, "count", 0);
    fake_observe(node, a, "next.next.count", 0);
    long before = 0;
    for (int round = 0; round < 40; round++) {
        if (round == 10) before = ctests_allocations();
        fake_set(node, "next", both[round % 2]);
    }
    CHECK(ctests_allocations() - before == 3 * 30);
    CHECK(fake_unobserve(node, a, "next.next.count") && fake_unobserve(leaf, a, "count"));
    for (int index = 0; index < 2; index++) objc_release(both[index]);
    RELEASE(leaf, node, a);
}

static void register_again(id observer, bool isPrior, void *context) {
    if (!isPrior) return;
    CHECK(fake_unobserve(context, observer, "next.count"));
    fake_observe(context, observer, "next.count", KVO_PRIOR);
}

OBSERVING_TEST(again_after_others,
               "A path that is registered again during a change is found, whoever was removed before") {
    enum { COUNT = 6 };
    id node = fake_node("A"), next = fake_node("B"), observers[COUNT];
    for (int index = 0; index < COUNT; index++) {
        fake_observe(node, observers[index] = fake_observer("o"), "next.count", KVO_PRIOR);
    }
    CHECK(fake_unobserve(node, observers[0], "next.count"));
    fake_react(observers[1], register_again, node);
    fake_set(node, "next", next);
    for (int index = 0; index < COUNT; index++) {
        CHECK(fake_notification_count(observers[index]) == (index ? 2 : 0));
        CHECK(fake_unobserve(node, observers[index], "next.count") == (index > 0));
        objc_release(observers[index]);
    }
    RELEASE(node, next);
}

// ── Dependent keys ──────────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(dependent, "Who observes a key is notified once when a key changes that it depends on") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    fake_observe(node, a, "summary", KVO_OLD | KVO_NEW);
    fake_observe(node, a, "label", KVO_NEW);
    fake_set_int(node, "count", 1);
    SENDER(void, id, SEL, double)(node, sel("setRatio:"), 2);
    NOTIFIED("a summary from 0 to 1; a summary from 1 to 3");
    fake_set_int(next, "count", 4);
    NOTIFIED("a label to 4");
    fake_set(node, "next", node);
    NOTIFIED("a label to 1");
    // Now both depend on the same key of the same object.
    fake_set_int(node, "count", 2);
    NOTIFIED("a label to 2; a summary from 3 to 4");
    fake_set_int(next, "count", 5);
    NOTIFIED("");
    fake_set(node, "next", nil);
    NOTIFIED("a label to 0");
    CHECK(fake_unobserve(node, a, "summary") && fake_unobserve(node, a, "label"));
    RELEASE(node, next, a);
}

OBSERVING_TEST(dependent_leaf, "A path may end at a key that depends on others, and go through one") {
    id node = fake_node("A"), both[] = {fake_node("B"), fake_node("C")}, leaf = fake_node("D"), a = fake_observer("a");
    for (int index = 0; index < 2; index++) fake_set(both[index], "next", leaf);
    fake_set(node, "next", both[0]);
    fake_observe(node, a, "next.label", KVO_NEW);
    fake_set_int(leaf, "count", 1);
    NOTIFIED("a next.label to 1");
    fake_set(node, "next", both[1]);
    NOTIFIED("a next.label to 1");
    CHECK(!mr_object_is_observed(both[0]));
    fake_set_int(leaf, "count", 2);
    fake_set(both[1], "next", nil);
    fake_set(both[0], "next", nil);
    NOTIFIED("a next.label to 2; a next.label to 0");
    CHECK(!mr_object_is_observed(leaf) && fake_unobserve(node, a, "next.label"));
    for (int index = 0; index < 2; index++) objc_release(both[index]);
    RELEASE(leaf, node, a);
}

OBSERVING_TEST(dependent_middle,
               "A path that goes on behind a dependent key follows it when a key changes that it depends on") {
    id node = fake_node("A"), old = fake_node("B"), new = fake_node("C"), a = fake_observer("a");
    fake_set(node, "next", old);
    fake_set_int(new, "count", 1);
    fake_observe(node, a, "best.count", KVO_OLD | KVO_NEW);
    fake_set(node, "next", new);
    NOTIFIED("a best.count from 0 to 1");
    CHECK(!mr_object_is_observed(old) && fake_is_observed(new, "count"));
    fake_set_int(old, "count", 2);
    fake_set_int(new, "count", 3);
    NOTIFIED("a best.count from 1 to 3");
    CHECK(fake_unobserve(node, a, "best.count") && fake_called.replaced == 0);
    RELEASE(node, old, new, a);
}

OBSERVING_TEST(key_rings, "Keys that depend on each other in a ring are told once for each change") {
    id node = fake_node("A"), a = fake_observer("a");
    fake_observe(node, a, "ring", KVO_NEW);
    fake_set_int(node, "link", 1);
    fake_set_int(node, "ring", 2);
    NOTIFIED("a ring to 0; a ring to 2");
    fake_observe(node, a, "link", KVO_NEW);
    fake_set_int(node, "ring", 3);
    NOTIFIED("a link to 1; a ring to 3");
    CHECK(fake_unobserve(node, a, "link") && fake_unobserve(node, a, "ring"));
    RELEASE(node, a);
}

OBSERVING_TEST(object_rings,
               "A key that depends on itself along a ring of objects is observed on each of them, and that ends") {
    id nodes[3] = {fake_node("A"), fake_node("B"), fake_node("C")}, a = fake_observer("a");
    for (int index = 0; index < 3; index++) fake_set(nodes[index], "next", nodes[(index + 1) % 3]);
    fake_observe(nodes[0], a, "chain", 0);
    for (int index = 0; index < 3; index++) {
        CHECK(fake_is_observed(nodes[index], "next") && fake_is_observed(nodes[index], "chain"));
        fake_set_int(nodes[index], "chain", 1);
        NOTIFIED("a chain");
    }
    fake_set(nodes[1], "next", nil);
    NOTIFIED("a chain");
    CHECK(!mr_object_is_observed(nodes[2]));
    fake_set(nodes[1], "next", nodes[1]);
    NOTIFIED("a chain");
    fake_set(nodes[2], "next", nil);
    fake_set(nodes[1], "next", nil);
    fake_set(nodes[0], "next", nil);
    NOTIFIED("a chain; a chain");
    CHECK(fake_unobserve(nodes[0], a, "chain"));
    for (int index = 0; index < 3; index++) {
        CHECK(!mr_object_is_observed(nodes[index]));
        objc_release(nodes[index]);
    }
    objc_release(a);
}

static void register_without_dependencies(id observer, bool isPrior, void *context) {
    if (!isPrior) return;
    fake_find_key("label", strlen("label"))->path = NULL;
    CHECK(fake_unobserve(context, observer, "label"));
    fake_observe(context, observer, "label", KVO_PRIOR);
}

OBSERVING_TEST(
    dependent_no_longer,
    "A registration made again without the dependency that is changing is notified from the next change on") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    fake_observe(node, a, "label", KVO_PRIOR);
    fake_react(a, register_without_dependencies, node);
    fake_set_int(next, "count", 1);
    NOTIFIED("a label before");
    fake_react(a, NULL, NULL);
    fake_set_int(node, "label", 1);
    NOTIFIED("a label before; a label");
    CHECK(fake_unobserve(node, a, "label") && !mr_object_is_observed(next));
    fake_find_key("label", strlen("label"))->path = "next.count";
    RELEASE(node, next, a);
}

// ── Many on one key ─────────────────────────────────────────────────────────────────────────────────

enum { MANY = 40 };

static void change_another(id observer, bool isPrior, void *context) {
    if (isPrior) fake_set_int((id)context, "count", fake_notification_count(observer));
}

OBSERVING_TEST(stamps,
               "Each of forty paths through one key is told once of a change, also with another change in between") {
    id node = fake_node("A"), next = fake_node("B"), observers[MANY];
    fake_set(node, "next", node);
    for (int index = 0; index < MANY; index++) {
        observers[index] = fake_observer("o");
        // Twice through the key on the same object, and one that begins with a key that depends on it.
        fake_observe(node, observers[index], index % 3 ? "next.next.count" : "label", index == 20 ? KVO_PRIOR : 0);
    }
    // The nested change finds those of the same paths that are not led away yet.
    fake_react(observers[20], change_another, node);
    for (int round = 1; round < 4; round++) {
        fake_set(node, "next", node);
        for (int index = 0; index < MANY; index++) {
            CHECK(fake_notification_count(observers[index]) == (index < 20 ? round : 2 * round));
        }
        CHECK_TABLE();
    }
    fake_set(node, "next", next);
    fake_set_int(next, "count", 1);
    for (int index = 0; index < MANY; index++) {
        CHECK(fake_unobserve(node, observers[index], index % 3 ? "next.next.count" : "label"));
        objc_release(observers[index]);
    }
    CHECK(!mr_object_is_observed(node) && !mr_object_is_observed(next));
    fake_set(node, "next", nil);
    RELEASE(next, node);
}
