// observing-values.c - values that are read by a getter which is known, and the dictionaries that are used again.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "observing-fakes.h"

// ── Integers ────────────────────────────────────────────────────────────────────────────────────────

static uint64_t word;  // the whole register that the getter returns
static uint64_t get_word(id self, SEL _cmd) { return word; }
static uint64_t raise_instead(id self, SEL _cmd) {
    mr_raise("NSGenericException", "no value");
    return 0;
}

typedef struct {
    uint8_t size;
    bool is_signed, is_bool;
    uint64_t word;
    int64_t value;
} integer_case;

#define GARBAGE 0xABCDEF0100000000u
static const integer_case cases[] = {
    {1, true, false, GARBAGE | 0x127F, 127},
    {1, true, false, GARBAGE | 0x1280, -128},
    {1, false, false, GARBAGE | 0x12FF, 255},
    {1, false, true, GARBAGE | 0x1201, 1},
    {1, false, true, GARBAGE | 0x1200, 0},
    {1, false, true, 0xFF, 1},
    {2, true, false, GARBAGE | 0x17FFF, INT16_MAX},
    {2, true, false, GARBAGE | 0x18000, INT16_MIN},
    {2, false, false, GARBAGE | 0x1FFFF, UINT16_MAX},
    {4, true, false, GARBAGE | 0x7FFFFFFF, INT32_MAX},
    {4, true, false, GARBAGE | 0x80000000, INT32_MIN},
    {4, false, false, GARBAGE | 0xFFFFFFFF, UINT32_MAX},
    {8, true, false, (1ull << 55) - 1, (1ll << 55) - 1},
    {8, true, false, -(1ull << 55), -(1ll << 55)},
    {8, true, false, 1ull << 55, (int64_t)(1ull << 55)},
    {8, true, false, -(1ull << 55) - 1, (int64_t)(-(1ull << 55) - 1)},
    {8, true, false, INT64_MAX, (int64_t)(INT64_MAX)},
    {8, true, false, 1ull << 63, (int64_t)(1ull << 63)},
    {8, false, false, (1ull << 55) - 1, (1ll << 55) - 1},
    {8, false, false, 1ull << 55, (int64_t)(1ull << 55)},
    {8, false, false, 1ull << 63, (int64_t)(1ull << 63)},
    {8, false, false, UINT64_MAX, (int64_t)(UINT64_MAX)},
};

// Has the getter of count replaced by a function, which the C part knows as one of the kind. Returns what was there.
static IMP know_getter(void *function, const kvc_getter *getter) {
    IMP before = class_replaceMethod(fake_node_class, sel("count"), (IMP)function, "q16@0:8");
    kvo_property_set_getter((kvo_property *)fake_property("count"), getter, mr_method_generation());
    return before;
}

static void forget_getter(IMP before) {
    class_replaceMethod(fake_node_class, sel("count"), before, "i16@0:8");
    kvo_property_set_getter((kvo_property *)fake_property("count"), NULL, 0);
}

static void check_integer(const integer_case *each, bool isTagged) {
    id node = fake_node("A"), a = fake_observer("a");
    kvc_getter getter = fake_getter("count");
    getter.size = each->size;
    getter.is_signed = each->is_signed;
    getter.is_bool = each->is_bool;
    getter.encoding = each->is_signed ? "q" : "Q";
    if (!isTagged) getter.zero = 0;
    word = each->word;
    char expected[40], note[60];
    snprintf(expected, sizeof expected, each->is_signed ? "a count to %lld" : "a count to %llu",
             (long long)each->value);
    snprintf(note, sizeof note, "%d bytes, %llx%s", each->size, (unsigned long long)each->word,
             isTagged ? ", tagged" : "");
    ctests_note = note;
    fake_observe(node, a, "count", KVO_NEW);
    IMP before = know_getter((void *)get_word, &getter);
    int called = fake_called.values;
    fake_set_int(node, "count", 0);
    CHECK(fake_called.values == called);
    NOTIFIED(expected);
    forget_getter(before);
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
    ctests_note = NULL;
}

OBSERVING_TEST(integers, "Integers of every size and sign are sent as numbers, without the layer above") {
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
        check_integer(&cases[index], true);
        check_integer(&cases[index], false);
    }
}

static double real;
static double get_double(id self, SEL _cmd) { return real; }
static float get_float(id self, SEL _cmd) { return (float)real; }

static void check_real(char type, uint64_t zero, double from, double to, const char *expected) {
    id node = fake_node("A"), a = fake_observer("a");
    kvc_getter getter = fake_getter("count");
    getter.kind = type == 'f' ? KVC_FLOAT_VALUE : KVC_DOUBLE_VALUE;
    getter.encoding = type == 'f' ? "f" : "d";
    getter.zero = zero;
    fake_observe(node, a, "count", KVO_OLD | KVO_NEW);
    IMP before = know_getter(type == 'f' ? (void *)get_float : (void *)get_double, &getter);
    int called = fake_called.values;
    real = from;
    fake_will(node, "count");
    real = to;
    fake_did(node, "count");
    CHECK(fake_called.values == called);
    NOTIFIED(expected);
    forget_getter(before);
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

OBSERVING_TEST(floating_point, "Floating-point numbers are read without the layer above, in their own types") {
    for (int is_tagged = 0; is_tagged < 2; is_tagged++) {
        uint64_t single = is_tagged ? fake_zero('f') : 0, twofold = is_tagged ? fake_zero('d') : 0;
        check_real('f', single, -2.5, 0x1p60, "a count from -2.5 to 1.15292e+18");
        check_real('d', twofold, -2.5, 0x1p60, "a count from -2.5 to 1.15292e+18");
        check_real('d', twofold, 0.1, 1e300, "a count from 0.1 to 1e+300");
        check_real('d', twofold, -0.0, 1e-300, "a count from -0 to 1e-300");
    }
}

static bool survives(double value) {
    uint64_t payload, before, after;
    if (!mr_tag_payload_of_double(value, &payload)) return false;
    double again = mr_tag_double(payload);
    memcpy(&before, &value, sizeof before);
    memcpy(&after, &again, sizeof after);
    CHECK(before == after && payload >> MR_TAG_PAYLOAD_BITS == 0);
    return true;
}

OBSERVING_TEST(tagged_doubles, "A double whose exponent is not extreme fits into a tagged pointer, with all its bits") {
    static const double least = 0x1p-62, most = 0x1.fffffffffffffp64;
    static const double fitting[] = {0.0, 0.1, 1, 1.5, 1e-18, 3.6e19, 0x1p53 + 1, 0x1.0000000000001p-63, least, most};
    static const double others[] = {0x1p-63, 0x1.fffffffffffffp-64, 0x1p65, 1e300, 1e-300, 0x1p-1074, HUGE_VAL, NAN};
    for (size_t index = 0; index < sizeof fitting / sizeof *fitting; index++) {
        CHECK(survives(fitting[index]) && survives(-fitting[index]));
    }
    for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
        CHECK(!survives(others[index]) && !survives(-others[index]));
    }
    uint64_t random = 88172645463325252u;
    for (int count = 0; count < 100000; count++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        double value;
        memcpy(&value, &random, sizeof value);
        survives(value);
    }
}

typedef struct {
    double x, y, z;
} triple;
static triple get_triple(id self, SEL _cmd) { return (triple){real, 2, 3}; }
static float get_single(id self, SEL _cmd) { return 1.5f; }

static id kept_value;
static void keep_value(id observer, bool isPrior, void *context) {
    objc_release(kept_value);
    kept_value = objc_retain(fake_entries(fake_latest_change)->new);
}

OBSERVING_TEST(structures, "Structures of every size are sent as values with their types, without the layer above") {
    id node = fake_node("A"), a = fake_observer("a");
    kvc_getter getter = fake_getter("count");
    getter.kind = KVC_OTHER_VALUE;
    fake_observe(node, a, "count", KVO_OLD | KVO_NEW);
    fake_react(a, keep_value, NULL);
    static const char *const types[] = {"r{T=ddd}16@0:8", "{S=f}16@0:8"};
    for (int index = 0; index < 2; index++) {
        getter.signature = mr_signature_get(types[index]);
        IMP before = know_getter(index ? (void *)get_single : (void *)get_triple, &getter);
        int called = fake_called.values;
        fake_will(node, "count");
        real = 7;
        fake_did(node, "count");
        CHECK(fake_called.values == called);
        const kvc_boxed *boxed = (const kvc_boxed *)(void *)((char *)kept_value + fake_number_storage);
        if (index == 0) CHECK(((triple *)boxed->words[0])->x == 7 && ((triple *)boxed->words[0])->z == 3);
        NOTIFIED(index ? "a count from {S=f} of 4 bytes to {S=f} of 4 bytes"
                       : "a count from {T=ddd} of 24 bytes to {T=ddd} of 24 bytes");
        forget_getter(before);
    }
    objc_release(kept_value);
    kept_value = nil;
    CHECK(fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

OBSERVING_TEST(raising_getters,
               "An exception of a getter ends the change: no observer is notified of a value that is none") {
    static const kvc_value_kind kinds[] = {KVC_INTEGER_VALUE, KVC_OBJECT_VALUE, KVC_FLOAT_VALUE, KVC_DOUBLE_VALUE,
                                           KVC_OTHER_VALUE};
    static const uint32_t options[] = {KVO_NEW, KVO_OLD, KVO_OLD | KVO_PRIOR};
    for (int index = 0; index < 15; index++) {
        id node = fake_node("A"), a = fake_observer("a"), b = fake_observer("b");
        kvc_getter getter = fake_getter("count");
        getter.kind = kinds[index / 3];
        getter.signature = mr_signature_get("{T=dd}16@0:8");
        fake_observe(node, b, "count", 0);
        fake_observe(node, a, "count", options[index % 3]);
        IMP before = know_getter((void *)raise_instead, &getter);
        fake_set_int(node, "count", 1);
        CHECK(ctests_raised("NSGenericException"));
        forget_getter(before);
        NOTIFIED("");
        CHECK(fake_unobserve(node, a, "count") && fake_unobserve(node, b, "count"));
        RELEASE(node, a, b);
    }
}

OBSERVING_TEST(known_getters, "A getter is known until methods change, and for objects of the notifying class") {
    id node = fake_node("A"), b = fake_node("B"), a = fake_observer("a");
    fake_know_getter("next");
    fake_observe(node, a, "next", KVO_NEW | KVO_OLD);
    int called = fake_called.values;
    fake_set(node, "next", b);
    fake_set(node, "next", nil);
    CHECK(fake_called.values == called);
    NOTIFIED("a next from nil to B; a next from B to nil");
    // A method of any class.
    ctests_method(fake_observer_class, "anotherMethod", (void *)get_word, "Q16@0:8");
    fake_set(node, "next", b);
    CHECK(fake_called.values == called + 2);
    NOTIFIED("a next from nil to B");
    CHECK(fake_unobserve(node, a, "next") && mr_retain_count(b) == 2);
    RELEASE(node, b, a);
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

typedef enum { KEEP_NOTHING, RETAIN, AUTORELEASE, REFER_WEAKLY, ASSOCIATE } keeping;
static id kept, weak;

static void keep(id observer, bool isPrior, void *context) {
    static char key;
    keeping how = *(keeping *)context;
    if (how == RETAIN) kept = objc_retain(fake_latest_change);
    if (how == AUTORELEASE) kept = objc_autorelease(objc_retain(fake_latest_change));
    if (how == REFER_WEAKLY) objc_initWeak(&weak, fake_latest_change);
    if (how == ASSOCIATE) objc_setAssociatedObject(fake_latest_change, &key, observer, OBJC_ASSOCIATION_ASSIGN);
}

OBSERVING_TEST(spare, "A dictionary is used again if nobody has kept it") {
    id node = fake_node("A"), values[] = {fake_node("B"), fake_node("C")}, a = fake_observer("a");
    keeping how = KEEP_NOTHING;
    fake_observe(node, a, "next", KVO_NEW);
    fake_react(a, keep, &how);
    for (int index = 0; index < 6; index++) fake_set(node, "next", values[index % 2]);
    CHECK(fake_called.dictionaries == 1);
    // Between changes it keeps nothing.
    CHECK(mr_retain_count(values[0]) == 1 && mr_retain_count(values[1]) == 2);
    for (how = RETAIN; how <= ASSOCIATE; how++) {
        void *pool = objc_autoreleasePoolPush();
        int made = fake_called.dictionaries;
        id before = fake_latest_change;
        fake_set(node, "next", values[0]);
        CHECK(fake_called.dictionaries == made && fake_latest_change == before);
        if (how <= AUTORELEASE) CHECK(fake_entries(kept)->new == values[0]);
        if (how == RETAIN) objc_release(kept);
        if (how == REFER_WEAKLY) CHECK(objc_loadWeak(&weak) == nil);
        if (how == REFER_WEAKLY) objc_destroyWeak(&weak);
        keeping last = how;
        how = KEEP_NOTHING;
        fake_set(node, "next", values[1]);
        CHECK(fake_called.dictionaries == made + 1);
        objc_autoreleasePoolPop(pool);
        how = last;
    }
    CHECK(mr_retain_count(values[0]) == 1 && fake_unobserve(node, a, "next"));
    RELEASE(node, a, values[0], values[1]);
}

static void change_more(id observer, bool isPrior, void *context) {
    int count = fake_notification_count(observer);
    if (count < 5) fake_set_int((id)context, "count", count);
}

OBSERVING_TEST(nested_spare, "Changes in changes have dictionaries of their own, of which one is used again") {
    id node = fake_node("A"), a = fake_observer("a");
    fake_observe(node, a, "count", KVO_NEW);
    fake_react(a, change_more, node);
    fake_set_int(node, "count", 0);
    NOTIFIED("a count to 0; a count to 1; a count to 2; a count to 3; a count to 4");
    CHECK(fake_called.dictionaries == 5);
    fake_set_int(node, "count", 9);
    NOTIFIED("a count to 9");
    CHECK(fake_called.dictionaries == 5 && fake_unobserve(node, a, "count"));
    RELEASE(node, a);
}

OBSERVING_TEST(shared_dictionary, "Observers who are told the same are sent the same dictionary") {
    id node = fake_node("A"), b = fake_node("B"), observers[6];
    for (int index = 0; index < 6; index++) {
        fake_observe(node, observers[index] = fake_observer("o"), "next", index < 4 ? KVO_NEW : KVO_NEW | KVO_OLD);
    }
    fake_set(node, "next", b);
    NOTIFIED("o next from nil to B; o next from nil to B; o next to B; o next to B; o next to B; o next to B");
    CHECK(fake_called.dictionaries == 1);  // the second is the first, used again
    for (int index = 0; index < 6; index++) {
        CHECK(fake_unobserve(node, observers[index], "next"));
        objc_release(observers[index]);
    }
    CHECK(mr_retain_count(b) == 2);
    RELEASE(node, b);
}
