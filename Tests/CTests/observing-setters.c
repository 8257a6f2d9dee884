// observing-setters.c - the setters of notifying classes.
#include <stdio.h>
#include <stdlib.h>

#include "observing-fakes.h"

// ── Suppressing ─────────────────────────────────────────────────────────────────────────────────────

OBSERVING_TEST(suppressed, "A setter does not notify of a key whose change its thread tells of itself") {
    id node = fake_node("A"), other = fake_node("B"), a = fake_observer("a"), b = fake_observer("b");
    fake_observe(node, a, "count", KVO_NEW);
    fake_observe(node, a, "big", KVO_NEW);
    fake_observe(other, b, "count", KVO_NEW);
    char count[] = "count";  // compared by its letters
    kvo_suppression outer = {.object = node, .text = count}, inner = {.object = other, .text = "big"};
    kvo_suppress(&outer);
    kvo_suppress(&inner);
    fake_set_int(node, "count", 1);
    CHECK(kvo_is_suppressed(node, fake_key("count")) && !kvo_is_suppressed(node, fake_key("big")));
    NOTIFIED("");
    fake_set_int(other, "count", 2);
    SENDER(void, id, SEL, long long)(node, sel("setBig:"), 3);
    NOTIFIED("b count to 2; a big to 3");
    kvo_unsuppress(&inner);
    kvo_unsuppress(&outer);
    fake_set_int(node, "count", 4);
    NOTIFIED("a count to 4");
    CHECK(!kvo_is_suppressed(node, fake_key("count")));
    CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, a, "big") && fake_unobserve(other, b, "count"));
    RELEASE(node, other, a, b);
}

static void set_nothing(void *context) { fake_log("changed"); }

static void will_change(id self, SEL _cmd, id key) {
    fake_log("will");
    fake_will(self, fake_text_of(key));
}

static void did_change(id self, SEL _cmd, id key) {
    fake_did(self, fake_text_of(key));
    fake_log("did");
}

// A class whose objects announce their changes: the notifying class inherits its methods. Returns an object, observed.
static Class announcing_class;
static id announcing(id observer) {
    id node = fake_node("A");
    fake_observe(node, observer, "count", KVO_NEW);
    fake_observe(node, observer, "share", KVO_NEW);
    fake_observe(node, observer, "next", KVO_NEW);
    announcing_class = ctests_class("FakeAnnouncing", fake_notifying_class);
    ctests_method(announcing_class, "willChangeValueForKey:", (void *)will_change, "v24@0:8@16");
    ctests_method(announcing_class, "didChangeValueForKey:", (void *)did_change, "v24@0:8@16");
    object_setClass(node, announcing_class);
    return node;
}

static void end_announcing(id node, id observer) {
    object_setClass(node, fake_notifying_class);
    objc_disposeClassPair(announcing_class);
    CHECK(fake_unobserve(node, observer, "count") && fake_unobserve(node, observer, "share"));
    CHECK(fake_unobserve(node, observer, "next") && kvo_manual_depth() == 0);
    RELEASE(node, observer);
}

OBSERVING_TEST(announcing_setters, "A class that overrides willChangeValueForKey: is sent it around each setter") {
    id a = fake_observer("a"), node = announcing(a);
    fake_set_int(node, "count", 2);
    NOTIFIED("will; a count to 2; did");
    SENDER(void, id, SEL, float)(node, sel("setShare:"), 1.5f);
    NOTIFIED("will; a share to 1.5; did");
    CHECK(kvo_needs_elements(node, fake_key("next"), KVO_VALUE_MESSAGES));
    kvo_subject subject = {node, fake_key("next"), false, fake_elements(), KVO_VALUE_MESSAGES};
    kvo_change_by_method(&subject, set_nothing, NULL);
    NOTIFIED("will; changed; a next to nil; did");
    CHECK(fake_called.elements_ended == 1);
    kvo_suppression suppression = {.object = node, .text = "count"};
    kvo_suppress(&suppression);
    fake_set_int(node, "count", 3);
    kvo_unsuppress(&suppression);
    NOTIFIED("");
    CHECK(fake_get_int(node, "count") == 3);
    end_announcing(node, a);
}

static void raise_in_will(id self, SEL _cmd, id key) {
    will_change(self, _cmd, key);
    mr_raise("NSGenericException", "will");
}

OBSERVING_TEST(raising_announcement, "After an exception in willChangeValueForKey: the value is not set, and the "
                                     "change is abandoned") {
    id a = fake_observer("a"), node = announcing(a);
    IMP before =
        class_replaceMethod(announcing_class, sel("willChangeValueForKey:"), (IMP)(void *)raise_in_will, "v24@0:8@16");
    fake_set_int(node, "count", 2);
    CHECK(ctests_raised("NSGenericException") && fake_get_int(node, "count") == 0 && kvo_manual_depth() == 0);
    NOTIFIED("will");
    class_replaceMethod(announcing_class, sel("willChangeValueForKey:"), before, "v24@0:8@16");
    fake_set_int(node, "count", 3);
    NOTIFIED("will; a count to 3; did");
    end_announcing(node, a);
}

OBSERVING_TEST(pending_before, "A setter that runs while an exception is pending notifies, and leaves it pending") {
    id node = fake_node("A"), a = fake_observer("a");
    fake_observe(node, a, "count", KVO_NEW);
    Class on_top = ctests_class("FakeOnTop", fake_notifying_class);
    object_setClass(node, on_top);
    fake_set_int(node, "count", 3);
    object_setClass(node, fake_notifying_class);
    objc_disposeClassPair(on_top);
    mr_raise("NSGenericException", "pending");
    fake_set_int(node, "count", 4);
    CHECK(ctests_raised("NSGenericException"));
    NOTIFIED("a count to 3; a count to 4");
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

// ── The original ────────────────────────────────────────────────────────────────────────────────────

static Class setting_class, setting_notifying;
static int first_calls, second_calls;

static void first_setter(id self, SEL _cmd, int value) { first_calls++; }
static void second_setter(id self, SEL _cmd, int value) { second_calls++; }

static void replace_setter(id observer, bool isPrior, void *context) {
    if (isPrior) class_replaceMethod(fake_node_class, sel("setCount:"), (IMP)(void *)second_setter, "v20@0:8i16");
}

OBSERVING_TEST(replaced_setter,
               "A setter that is replaced, even by an observer before the change, is called from then on") {
    id node = fake_node("A"), a = fake_observer("a");
    IMP kept = class_replaceMethod(fake_node_class, sel("setCount:"), (IMP)(void *)first_setter, "v20@0:8i16");
    first_calls = second_calls = 0;
    fake_observe(node, a, "count", KVO_PRIOR);
    COLD_AND_CACHED fake_set_int(node, "count", 1);
    CHECK(first_calls == 2 && second_calls == 0);
    fake_react(a, replace_setter, NULL);
    COLD_AND_CACHED fake_set_int(node, "count", 2);
    CHECK(first_calls == 2 && second_calls == 2);
    class_replaceMethod(fake_node_class, sel("setCount:"), kept, "v20@0:8i16");
    fake_react(a, NULL, NULL);
    fake_set_int(node, "count", 3);
    CHECK(second_calls == 2 && fake_get_int(node, "count") == 3);
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────

// A setter of its own class for a value of each type: the original compares what arrives, and the register beside it.
typedef struct {
    double x, y, z;
} triple;
static int arrived;
static void take_float(id self, SEL _cmd, float value) { arrived += value == -1.5f; }
static void take_double(id self, SEL _cmd, double value) { arrived += value == 1e308; }
static void take_object(id self, SEL _cmd, id value) { arrived += value == self; }
static void take_char(id self, SEL _cmd, signed char value) { arrived += value == -128; }
static void take_word(id self, SEL _cmd, uint64_t value) { arrived += value == UINT64_MAX - 1; }
static void take_triple(id self, SEL _cmd, triple value) { arrived += value.x == 1 && value.y == 2 && value.z == 3; }
static id return_self(id self, SEL _cmd, id value) {
    arrived += value == self;
    return self;
}
static double return_double(id self, SEL _cmd, double value) {
    arrived += value == 2;
    return value + 0.5;
}
static triple return_triple(id self, SEL _cmd, id value) {
    arrived += value == self;
    return (triple){1, 2, 3};
}

// An object of the notifying class whose take: takes the types, and is the setter of count; observed by `observer`.
static id make_setting(const char *types, void *original, kvo_property *property, id observer) {
    setting_class = ctests_class("FakeSetting", fake_node_class);
    setting_notifying = fake_notifying_class_of(setting_class, "FakeSettingNotifying");
    ctests_method(setting_class, "take:", original, types);
    *property = *fake_property("count");
    property->original = setting_class;
    property->notifying = setting_notifying;
    IMP imp = kvo_setter_create(sel("take:"), property);
    ctests_method(setting_notifying, "take:", (void *)imp, types);
    id node = ctests_new(setting_class);
    kvo_observance_release(fake_add(node, observer, property, property->key->text, KVO_PRIOR, NULL));
    CHECK(object_getClass(node) == setting_notifying);
    return node;
}

static void end_setting(id node, id observer) {
    IMP imp = class_getMethodImplementation(setting_notifying, sel("take:"));
    NOTIFIED("a count before; a count; a count before; a count");
    CHECK(fake_unobserve(node, observer, "count") && arrived == 2);
    objc_release(node);
    objc_disposeClassPair(setting_notifying);
    objc_disposeClassPair(setting_class);
    CHECK(imp_removeBlock(imp));
    arrived = 0;
}

#define CHECK_SETTING(types, function, ...)                                                                            \
    {                                                                                                                  \
        ctests_note = #function;                                                                                       \
        kvo_property property;                                                                                         \
        id a = fake_observer("a"), node = make_setting(types, (void *)(function), &property, a);                       \
        COLD_AND_CACHED { __VA_ARGS__; }                                                                               \
        end_setting(node, a);                                                                                          \
        objc_release(a);                                                                                               \
    }
#define TAKE(R, T, value) SENDER(R, id, SEL, T)(node, sel("take:"), value)

OBSERVING_TEST(arguments, "A notifying setter passes on every kind of value, and what the class's own setter returns") {
    triple big = {1, 2, 3};
    CHECK_SETTING("v20@0:8f16", take_float, TAKE(void, float, -1.5f))
    CHECK_SETTING("v24@0:8d16", take_double, TAKE(void, double, 1e308))
    CHECK_SETTING("v24@0:8@16", take_object, TAKE(void, id, node))
    CHECK_SETTING("v20@0:8c16", take_char, TAKE(void, signed char, -128))
    CHECK_SETTING("v24@0:8Q16", take_word, TAKE(void, uint64_t, UINT64_MAX - 1))
    CHECK_SETTING("v40@0:8{T=ddd}16", take_triple, TAKE(void, triple, big))
    CHECK_SETTING("@24@0:8@16", return_self, CHECK(TAKE(id, id, node) == node))
    CHECK_SETTING("d24@0:8d16", return_double, CHECK(TAKE(double, double, 2) == 2.5))
    CHECK_SETTING("{T=ddd}24@0:8@16", return_triple,
                  triple result = ((triple(*)(id, SEL, id))SEND_STRET)(node, sel("take:"), node);
                  CHECK(memcmp(&result, &big, sizeof big) == 0))
}

OBSERVING_TEST(malformed, "A method that is missing, has malformed types or takes no value gets no notifying setter") {
    Class cls = ctests_class("FakeSetting", fake_node_class);
    ctests_method(cls, "take:", (void *)take_object, "v@:");
    ctests_method(cls, "takeMore:", (void *)take_object, "v@:{");
    kvo_property property = *fake_property("count");
    property.original = cls;
    const char *const names[] = {"take:", "takeMore:", "takeNothing:"};
    for (int index = 0; index < 3; index++) {
        ctests_note = names[index];
        CHECK(kvo_setter_create(sel(names[index]), &property) == NULL);
    }
    objc_disposeClassPair(cls);
}
