// observing-changes.c - one change of one key: who is notified, in which order, of what.
#include <stdlib.h>

#include "observing-fakes.h"

OBSERVING_TEST(order, "Observers are notified in their order before a change, and in reverse after it") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b"), c = fake_observer("c");
    fake_observe(node, a, "count", KVO_PRIOR);
    fake_observe(node, b, "count", KVO_PRIOR | KVO_OLD | KVO_NEW);
    fake_observe(node, c, "count", KVO_NEW);
    for (int value = 1; value < 3; value++) fake_set_int(node, "count", value);
    NOTIFIED("a count before; b count before from 0; c count to 1; b count from 0 to 1; a count; "
             "a count before; b count before from 1; c count to 2; b count from 1 to 2; a count");
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, b, "count") && fake_unobserve(node, c, "count"));
    fake_set_int(node, "count", 3);
    NOTIFIED("");
    RELEASE(node, a, b, c);
}

OBSERVING_TEST(values, "A dictionary has the values that were asked for, as they are when it is sent") {
    id node = fake_node("A"), b = fake_node("B"), a = fake_observer("a");
    fake_observe(node, a, "next", KVO_OLD | KVO_NEW | KVO_PRIOR);
    fake_observe(node, a, "ratio", KVO_OLD | KVO_NEW);
    fake_observe(node, a, "share", KVO_NEW);
    fake_observe(node, a, "summary", KVO_NEW);
    COLD_AND_CACHED {
        fake_set(node, "next", b);
        fake_set(node, "next", nil);
        NOTIFIED("a next before from nil; a next from nil to B; a next before from B; a next from B to nil");
    }
    SENDER(void, id, SEL, double)(node, sel("setRatio:"), 2.5);
    SENDER(void, id, SEL, float)(node, sel("setShare:"), 0.5f);
    NOTIFIED("a summary to 2; a ratio from 0 to 2.5; a share to 0.5");
    CHECK(fake_unobserve(node, a, "next") && fake_unobserve(node, a, "ratio") && fake_unobserve(node, a, "share"));
    CHECK(fake_unobserve(node, a, "summary"));
    CHECK(mr_retain_count(b) == 1);
    RELEASE(node, b, a);
}

OBSERVING_TEST(initial, "A new registration is notified at once of the value as it is, if it asks for that") {
    id node = fake_node("A"), b = fake_node("B"), a = fake_observer("a");
    fake_set_int(node, "count", 4);
    fake_set_int(b, "count", 5);
    fake_set(node, "next", b);
    fake_observe(node, a, "count", KVO_INITIAL);
    fake_observe(node, a, "count", KVO_INITIAL | KVO_NEW | KVO_OLD | KVO_PRIOR);
    fake_observe(node, a, "next.count", KVO_INITIAL | KVO_NEW);
    fake_observe(node, a, "summary", KVO_INITIAL | KVO_NEW);
    NOTIFIED("a count; a count to 4; a next.count to 5; a summary to 4");
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, a, "count"));
    CHECK(fake_unobserve(node, a, "summary") && fake_unobserve(node, a, "next.count"));
    RELEASE(node, b, a);
}

// ── Who comes and goes in a callback ────────────────────────────────────────────────────────────────

// What a reaction does, and to whom.
typedef struct {
    id node, observer;
    const char *remove, *add;
    uint32_t options;
    bool only_before, is_done;
} step;

static void take_step(id observer, bool isPrior, void *context) {
    step *step = context;
    if (step->is_done || (step->only_before && !isPrior)) return;
    step->is_done = true;
    if (step->remove) CHECK(fake_unobserve(step->node, step->observer, step->remove));
    if (step->add) fake_observe(step->node, step->observer, step->add, step->options);
}

// Sets count to 1 while b takes the step.
static void check_step(step step, const char *first, const char *second) {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b"), c = fake_observer("c");
    id all[] = {a, b, c};
    for (int index = 0; index < 3; index++) fake_observe(node, all[index], "count", KVO_PRIOR | KVO_NEW);
    step.node = node;
    step.observer = step.observer == (id)1 ? a : step.observer == (id)3 ? c : b;
    fake_react(b, take_step, &step);
    fake_set_int(node, "count", 1);
    NOTIFIED(first);
    fake_set_int(node, "count", 2);
    NOTIFIED(second);
    for (int index = 0; index < 3; index++) {
        while (fake_unobserve(node, all[index], "count")) {}
        objc_release(all[index]);
    }
    objc_release(node);
}

#define BEFORE "a count before; b count before; c count before; "
OBSERVING_TEST(removed_meanwhile, "An observer that is removed during a change is not notified any more") {
    check_step((step){.remove = "count", .only_before = true}, BEFORE "c count to 1; a count to 1",
               "a count before; c count before; c count to 2; a count to 2");
    check_step((step){.remove = "count", .only_before = true, .observer = (id)3},
               "a count before; b count before; b count to 1; a count to 1",
               "a count before; b count before; b count to 2; a count to 2");
    check_step((step){.remove = "count", .only_before = true, .observer = (id)1}, BEFORE "c count to 1; b count to 1",
               "b count before; c count before; c count to 2; b count to 2");
}

OBSERVING_TEST(added_meanwhile, "An observer that is added during a change is notified of the next change only") {
    check_step((step){.add = "count", .options = KVO_OLD, .observer = (id)3},
               BEFORE "c count to 1; b count to 1; a count to 1",
               BEFORE "c count from 1; c count to 2; b count to 2; a count to 2");
}

OBSERVING_TEST(again_meanwhile,
               "An observer that is removed and added again in the same way is notified of the change") {
    check_step((step){.remove = "count", .add = "count", .options = KVO_PRIOR | KVO_NEW, .only_before = true},
               BEFORE "c count to 1; b count to 1; a count to 1",
               "a count before; c count before; b count before; b count to 2; c count to 2; a count to 2");
    // In another way it is another registration.
    check_step((step){.remove = "count", .add = "count", .options = KVO_NEW, .only_before = true},
               BEFORE "c count to 1; a count to 1",
               "a count before; c count before; b count to 2; c count to 2; a count to 2");
}

OBSERVING_TEST(path_again,
               "A path that is removed and added again during a change is notified of it, with the old value") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    step step = {.node = node, .observer = a, .remove = "next.count", .add = "next.count"};
    step.options = KVO_PRIOR | KVO_OLD | KVO_NEW;
    fake_observe(node, a, "next.count", step.options);
    fake_react(a, take_step, &step);
    fake_set_int(next, "count", 1);
    NOTIFIED("a next.count before from 0; a next.count from 0 to 1");
    step.is_done = false;
    fake_set(node, "next", nil);
    NOTIFIED("a next.count before from 1; a next.count from 1 to nil");
    CHECK(fake_unobserve(node, a, "next.count") && !fake_unobserve(node, a, "next.count"));
    RELEASE(node, next, a);
}

OBSERVING_TEST(all_gone,
               "Observers that remove everybody leave the object with its own class, and the change goes on") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    step steps[] = {{.node = node, .observer = b, .remove = "count"}, {.node = node, .observer = a, .remove = "count"}};
    fake_observe(node, a, "count", 0);
    fake_observe(node, b, "count", 0);
    fake_react(a, take_step, &steps[1]);
    fake_react(b, take_step, &steps[0]);
    fake_set_int(node, "count", 1);
    NOTIFIED("b count; a count");
    CHECK(object_getClass(node) == fake_node_class && fake_get_int(node, "count") == 1);
    RELEASE(node, a, b);
}

// ── Changes in changes ──────────────────────────────────────────────────────────────────────────────

static void count_to_three(id observer, bool isPrior, void *context) {
    int count = fake_get_int((id)context, "count");
    if (!isPrior && count < 3) fake_set_int((id)context, "count", count + 1);
}

OBSERVING_TEST(nested, "An observer that changes the key again is notified of both changes, the inner one first") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "count", KVO_OLD | KVO_NEW);
    fake_observe(node, b, "count", KVO_OLD | KVO_NEW);
    fake_react(b, count_to_three, node);
    fake_set_int(node, "count", 1);
    // a hears of the outer change last, with the value that is there then.
    NOTIFIED("b count from 0 to 1; b count from 1 to 2; b count from 2 to 3; a count from 2 to 3; "
             "a count from 1 to 3; a count from 0 to 3");
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, b, "count"));
    RELEASE(node, a, b);
}

// ── Exceptions ──────────────────────────────────────────────────────────────────────────────────────

static void raise_here(id observer, bool isPrior, void *context) {
    if (context == NULL || isPrior) mr_raise("NSGenericException", "raised");
}

OBSERVING_TEST(raising, "An exception ends the change that it comes out of: nobody is notified any more") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b"), c = fake_observer("c");
    fake_observe(node, a, "count", KVO_NEW);
    fake_observe(node, b, "count", KVO_NEW);
    fake_observe(node, c, "count", KVO_PRIOR);
    fake_react(b, raise_here, NULL);
    fake_set_int(node, "count", 1);
    CHECK(ctests_raised("NSGenericException") && fake_get_int(node, "count") == 1);
    NOTIFIED("c count before; c count; b count to 1");
    fake_react(b, NULL, NULL);
    fake_react(c, raise_here, c);
    fake_set_int(node, "count", 2);
    // The setter did not run.
    CHECK(ctests_raised("NSGenericException") && fake_get_int(node, "count") == 1);
    NOTIFIED("c count before");
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, b, "count") && fake_unobserve(node, c, "count"));
    RELEASE(node, a, b, c);
}

// ── Elements ────────────────────────────────────────────────────────────────────────────────────────

static void set_other(void *context) { fake_log("changed"); }

OBSERVING_TEST(elements, "A change of elements is told as one, and each change of them ends once") {
    id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "other", KVO_PRIOR);
    fake_observe(node, b, "other", KVO_NEW | KVO_OLD);
    fake_change_elements(node, "other", set_other, NULL);
    NOTIFIED("a other before elements; changed; b other elements; a other elements");
    CHECK(fake_unobserve(node, a, "other") && fake_unobserve(node, b, "other"));
    CHECK(fake_called.elements_begun == 1 && fake_called.elements_ended == 1);
    fake_change_elements(node, "other", set_other, NULL);
    NOTIFIED("changed");
    CHECK(fake_called.elements_begun == 1 && fake_called.elements_ended == 2);
    RELEASE(node, a, b);
}

// ── Many ────────────────────────────────────────────────────────────────────────────────────────────

static void remove_all(id observer, bool isPrior, void *context) {
    id *everybody = context;
    for (int index = 1; index < 200; index++) fake_unobserve(everybody[0], everybody[index], "count");
}

OBSERVING_TEST(many, "Two hundred observers are notified in their order, and who is removed meanwhile is not") {
    id everybody[200] = {fake_node("A")};
    for (int index = 1; index < 200; index++) {
        everybody[index] = fake_observer(index == 100 ? "middle" : index == 1 ? "first" : "o");
        fake_observe(everybody[0], everybody[index], "count", 0);
    }
    fake_react(everybody[100], remove_all, everybody);
    fake_set_int(everybody[0], "count", 1);
    int notified = 0;
    for (int index = 1; index < 200; index++) {
        CHECK(fake_notification_count(everybody[index]) == (index >= 100));
        notified += fake_notification_count(everybody[index]);
        objc_release(everybody[index]);
    }
    CHECK(notified == 100 && object_getClass(everybody[0]) == fake_node_class);
    objc_release(everybody[0]);
}
