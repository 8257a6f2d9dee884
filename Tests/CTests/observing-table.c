// observing-table.c - registrations: adding, removing, asking, and what becomes of them when somebody dies.
#include <stdlib.h>

#include "observing-fakes.h"

OBSERVING_TEST(isa_and_table,
               "The isa goes to the notifying class with the first registration, and back with the last") {
    id node = fake_node("A"), a = fake_observer("a");
    CHECK(object_getClass(node) == fake_node_class && !mr_object_is_observed(node));
    fake_observe(node, a, "count", 0);
    CHECK(object_getClass(node) == fake_notifying_class && mr_object_is_observed(node));
    fake_observe(node, a, "ratio", 0);
    CHECK(fake_unobserve(node, a, "count"));
    CHECK(object_getClass(node) == fake_notifying_class && mr_object_is_observed(node));
    CHECK(fake_unobserve(node, a, "ratio"));
    CHECK(object_getClass(node) == fake_node_class && !mr_object_is_observed(node));
    CHECK(!fake_unobserve(node, a, "ratio"));
    RELEASE(node, a);
}

OBSERVING_TEST(manual_isa, "An object that is observed at a key without automatic notifications keeps its class") {
    id node = fake_node("A"), a = fake_observer("a");
    fake_observe(node, a, "manual", KVO_NEW);
    CHECK(object_getClass(node) == fake_node_class && mr_object_is_observed(node));
    fake_observe(node, a, "count", 0);
    CHECK(object_getClass(node) == fake_notifying_class);
    CHECK(fake_unobserve(node, a, "count"));
    CHECK(object_getClass(node) == fake_notifying_class);
    CHECK(fake_unobserve(node, a, "manual"));
    CHECK(object_getClass(node) == fake_node_class);
    RELEASE(node, a);
}

OBSERVING_TEST(foreign_isa, "A class that somebody else has given to an object stays, whoever observes it") {
    id node = fake_node("A"), a = fake_observer("a");
    Class on_top = ctests_class("FakeOnTop", fake_notifying_class);
    fake_observe(node, a, "count", 0);
    object_setClass(node, on_top);
    CHECK(fake_unobserve(node, a, "count"));
    CHECK(object_getClass(node) == on_top && !mr_object_is_observed(node));
    fake_observe(node, a, "count", 0);
    CHECK(object_getClass(node) == on_top && fake_unobserve(node, a, "count"));
    object_setClass(node, fake_node_class);
    objc_disposeClassPair(on_top);
    RELEASE(node, a);
}

OBSERVING_TEST(exchanged_isa, "With the last registration the object leaves whichever notifying class it then has") {
    id node = fake_node("A"), a = fake_observer("a");
    Class other = ctests_class("FakeOther", fake_node_class);
    Class notifying = fake_notifying_class_of(other, "FakeNotifyingOther");
    kvo_property property = *fake_property("count");
    property.original = other;
    property.notifying = notifying;
    fake_observe(node, a, "count", 0);
    object_setClass(node, other);
    kvo_observance_release(fake_add(node, a, &property, "count", 0, NULL));
    CHECK(object_getClass(node) == notifying);
    CHECK(fake_unobserve(node, a, "count") && object_getClass(node) == notifying);
    CHECK(fake_unobserve(node, a, "count") && object_getClass(node) == other);
    object_setClass(node, fake_node_class);
    objc_disposeClassPair(other);
    RELEASE(node, a);
}

// ── Which one is removed ────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(latest_first, "The latest registration that fits is removed first: with the context, if one is given") {
    id node = fake_node("A"), a = fake_observer("a");
    static char contexts[2];
    fake_observe_with(node, a, "count", KVO_NEW, &contexts[0]);
    fake_observe_with(node, a, "count", KVO_OLD, &contexts[1]);
    fake_observe_with(node, a, "count", 0, &contexts[0]);
    fake_set_int(node, "count", 1);
    NOTIFIED("a count; a count from 0; a count to 1");
    CHECK(fake_unobserve_with(node, a, "count", &contexts[0]));
    fake_set_int(node, "count", 2);
    NOTIFIED("a count from 1; a count to 2");
    CHECK(fake_unobserve(node, a, "count"));
    CHECK(!fake_unobserve_with(node, a, "count", &contexts[1]));
    fake_set_int(node, "count", 3);
    NOTIFIED("a count to 3");
    CHECK(!fake_unobserve(node, a, "ratio") && !fake_unobserve(node, node, "count"));
    CHECK(fake_unobserve(node, a, "count") && !fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

OBSERVING_TEST(paths_and_keys, "A key, and the paths that begin with it, are removed by their own text") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    fake_observe(node, a, "next.count", 0);
    fake_observe(node, a, "next", 0);
    fake_observe(node, a, "next.ratio", 0);
    CHECK(!fake_unobserve(node, a, "next.share"));
    CHECK(fake_unobserve(node, a, "next") && !fake_unobserve(node, a, "next"));
    CHECK(fake_unobserve(node, a, "next.count") && fake_unobserve(node, a, "next.ratio"));
    CHECK(!mr_object_is_observed(node) && !mr_object_is_observed(next));
    RELEASE(next, node, a);
}

OBSERVING_TEST(other_options, "Bits of the options that mean nothing change nothing") {
    id node = fake_node("A"), a = fake_observer("a");
    static const uint32_t unknown = ~(uint32_t)KVO_REQUESTED | 0x70;
    fake_observe(node, a, "count", KVO_NEW | unknown);
    fake_observe(node, a, "next.count", KVO_NEW | unknown);
    fake_set_int(node, "count", 1);
    NOTIFIED("a count to 1");
    CHECK(fake_unobserve(node, a, "next.count") && fake_unobserve(node, a, "count"));
    CHECK(!fake_is_observed(node, "count") && !fake_is_observed(node, "next"));
    RELEASE(node, a);
}

OBSERVING_TEST(exactly, "A registration that somebody owns is removed once, and still says what it was") {
    id node = fake_node("A"), a = fake_observer("a");
    kvo_observance *first = fake_add(node, a, fake_property("count"), "count", 0, NULL);
    kvo_observance *second = fake_add(node, a, fake_property("next"), "next.count", 0, NULL);
    CHECK(second != first && !kvo_is_removed(first) && kvo_remove_exactly(first));
    CHECK(kvo_is_removed(first) && first->observer == a && first->observer_class == fake_observer_class);
    CHECK(!kvo_remove_exactly(first));
    CHECK(kvo_remove_exactly(second) && !mr_object_is_observed(node));
    kvo_observance_release(first);
    kvo_observance_release(second);
    RELEASE(node, a);
}

// ── A model ─────────────────────────────────────────────────────────────────────────────────────────

enum { LIVE = 200, STEPS = 6000, OBSERVERS = 6 };
static const char *const paths[] = {"count",      "ratio",   "count", "share", "next",
                                    "next.count", "summary", "count", "label"};
enum { PATHS = sizeof paths / sizeof *paths };

typedef struct {
    id observer;
    const char *path;
    int context;
} model_entry;
typedef struct {
    model_entry entries[LIVE];
    size_t count, visited;
    bool is_same;
} model;

static void compare(const kvo_observance *observance, id live, void *context) {
    model *model = context;
    if (!kvo_is_registration(observance)) return;
    const model_entry *entry = &model->entries[model->visited++];
    model->is_same = model->is_same && model->visited <= model->count && live == entry->observer &&
                     strcmp(kvo_text_of(observance), entry->path) == 0 &&
                     (intptr_t)observance->context == entry->context;
}

static void check_model(id node, model *model) {
    model->visited = 0;
    model->is_same = true;
    kvo_visit(node, compare, model);
    CHECK(model->is_same && model->visited == model->count);
    CHECK_TABLE();
}

static void remove_from_model(id node, id observer, const char *path, model *model) {
    size_t found = model->count;
    while (found > 0 &&
           (model->entries[found - 1].observer != observer || strcmp(model->entries[found - 1].path, path) != 0)) {
        found--;
    }
    CHECK(fake_unobserve(node, observer, path) == (found > 0));
    if (found == 0) return;
    memmove(&model->entries[found - 1], &model->entries[found], sizeof *model->entries * (model->count - found));
    model->count--;
}

OBSERVING_TEST(table_model, "Whatever comes and goes in whatever order, the table has what a list would have") {
    static model model;
    model.count = 0;
    id node = fake_node("A"), next = fake_node("B"), observers[OBSERVERS];
    fake_set(node, "next", next);
    for (int index = 0; index < OBSERVERS; index++) observers[index] = fake_observer("o");
    uint32_t seed = 17;
    for (int step = 0; step < STEPS; step++) {
        seed = seed * 1664525u + 1013904223u;
        const char *path = paths[(seed >> 8) % PATHS];
        id observer = observers[(seed >> 20) % OBSERVERS];
        // Grows and shrinks by turns, so that a list has an index, and loses it.
        bool is_growing = step / 700 % 2 == 0;
        if ((seed >> 28) < (is_growing ? 12 : 4) && model.count < LIVE) {
            model.entries[model.count++] = (model_entry){observer, path, step + 1};
            kvo_property const *property = fake_property(strncmp(path, "next", 4) == 0 ? "next" : path);
            kvo_observance_release(fake_add(node, observer, property, path, 0, (void *)(intptr_t)(step + 1)));
        } else {
            remove_from_model(node, observer, path, &model);
        }
        if (step % 50 == 0) check_model(node, &model);
    }
    check_model(node, &model);
    while (model.count > 0) {
        remove_from_model(node, model.entries[model.count / 2].observer, model.entries[model.count / 2].path, &model);
    }
    CHECK(!mr_object_is_observed(node) && !mr_object_is_observed(next));
    for (int index = 0; index < OBSERVERS; index++) objc_release(observers[index]);
    RELEASE(next, node);
}

// ── Asking ──────────────────────────────────────────────────────────────────────────────────────────

static void log_observance(const kvo_observance *observance, id live, void *context) {
    fake_log(kvo_text_of(observance));
    CHECK(kvo_is_registration(observance) == (observance->observer_class == fake_observer_class));
    CHECK(kvo_is_registration(observance) == (live != nil));
    CHECK(observance->property->key ==
          fake_key(strcmp(kvo_text_of(observance), "next.count") ? kvo_text_of(observance) : "next"));
    if (context && strcmp(kvo_text_of(observance), "next.count") == 0) fake_unobserve(*(id *)context, live, "share");
}

OBSERVING_TEST(observances, "Observances are shown in their order, and as they were when somebody asked") {
    id node = fake_node("A"), next = fake_node("B"), a = fake_observer("a");
    fake_set(node, "next", next);
    fake_observe(node, a, "ratio", 0);
    fake_observe(node, a, "next.count", 0);
    fake_observe(node, a, "share", 0);
    fake_observe(node, a, "count", KVO_NEW);
    kvo_visit(node, log_observance, &node);
    NOTIFIED("ratio; next.count; share; count");
    kvo_visit(node, log_observance, NULL);
    NOTIFIED("ratio; next.count; count");
    kvo_visit(next, log_observance, NULL);
    NOTIFIED("count");
    CHECK(fake_is_observed(node, "next") && !fake_is_observed(node, "share") && fake_is_observed(next, "count"));
    CHECK(kvo_is_observed(node, NULL) && !kvo_is_observed(a, NULL));
    CHECK(fake_unobserve(node, a, "ratio") && fake_unobserve(node, a, "next.count") &&
          fake_unobserve(node, a, "count"));
    kvo_visit(node, log_observance, NULL);
    NOTIFIED("");
    RELEASE(next, node, a);
}

OBSERVING_TEST(infos, "An object has one info as long as somebody observes it") {
    id node = fake_node("A"), a = fake_observer("a"), info = fake_node("info"), late = fake_node("late");
    CHECK(kvo_info(node, info) == nil && kvo_object_of_info(node, info) == nil);
    fake_observe(node, a, "count", 0);
    CHECK(kvo_info(node, nil) == nil);
    CHECK(kvo_info(node, info) == info && kvo_info(node, late) == info && kvo_info(node, nil) == info);
    for (int times = 0; times < 3; times++) objc_release(info);
    CHECK(mr_retain_count(info) == 2 && mr_retain_count(late) == 1);
    CHECK(kvo_object_of_info(node, info) == node && kvo_object_of_info(node, late) == nil);
    objc_release(node);
    CHECK(fake_unobserve(node, a, "count"));
    CHECK(mr_retain_count(info) == 1 && kvo_object_of_info(node, info) == nil);
    RELEASE(info, late, node, a);
}

OBSERVING_TEST(own_counting, "A class that counts its own owners sees as many retains as releases") {
    Class cls = fake_counting_class(fake_node_class);
    id node = ctests_new(cls), a = fake_observer("a"), info = fake_node("info");
    fake_observe(node, a, "manual", 0);
    size_t count;
    id *objects = kvo_objects_copy(&count);
    CHECK(count == 1 && objects[0] == node);
    objc_release(objects[0]);
    free(objects);
    objc_release(kvo_info(node, info));
    objc_release(kvo_object_of_info(node, info));
    CHECK(fake_unobserve(node, a, "manual"));
    CHECK(fake_own_retains == fake_own_releases);
    RELEASE(info, node, a);
    objc_disposeClassPair(cls);
}

OBSERVING_TEST(objects_copy, "The observed objects are listed while they are alive") {
    enum { COUNT = 150 };
    id nodes[COUNT], a = fake_observer("a");
    for (int index = 0; index < COUNT; index++) fake_observe(nodes[index] = fake_node("N"), a, "count", 0);
    size_t count;
    id *objects = kvo_objects_copy(&count);
    CHECK(count == COUNT);
    for (size_t index = 0; index < count; index++) objc_release(objects[index]);
    free(objects);
    for (int index = 0; index < COUNT; index++) {
        if (index % 2) CHECK(fake_unobserve(nodes[index], a, "count"));
        objc_release(nodes[index]);
    }
    CHECK_TABLE();
    CHECK(fake_called.registrations_lost == COUNT / 2);
    objc_release(a);
}
