// observing-hooks.c - the keys of nodes, and the hooks by which the C part of observing asks for them.
#include <stdio.h>
#include <stdlib.h>

#include "observing-fakes.h"

Class fake_node_class, fake_notifying_class, fake_foreign_class, fake_observer_class, fake_text_class,
    fake_number_class;
static Class dictionary_class, delegate_class;
id fake_null;
static id yes_object;
static ptrdiff_t dictionary_offset;

void (*fake_on_undelegate)(void);
void (*fake_on_value)(void);
kvo_visitor fake_on_death;
kvo_node *fake_latest_delegated;
ptrdiff_t fake_number_storage;

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

enum { TAG = 4, PAYLOAD = 56 };

static id number(double value) {
    id object = fake_instance(fake_number_class, 0);
    kvo_number *stored = (kvo_number *)(void *)((char *)object + fake_number_storage);
    *stored = (kvo_number){"d", sizeof value, 0};
    memcpy(&stored->word, &value, sizeof value);
    return object;
}

static id integer(int64_t value) {
    if (value >> (PAYLOAD - 1) != value >> 63) return number((double)value);
    return mr_tag_make(TAG, (uint64_t)value & ((UINT64_C(1) << PAYLOAD) - 1));
}

int64_t fake_integer(id tagged) { return (int64_t)(mr_tag_payload(tagged) << (64 - PAYLOAD)) >> (64 - PAYLOAD); }

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

static fake_declared keys[] = {
    {.text = "next", .type = '@'},
    {.text = "other", .type = '@'},
    {.text = "count", .type = 'i'},
    {.text = "ratio", .type = 'd'},
    {.text = "share", .type = 'f'},
    {.text = "big", .type = 'q'},
    {"manual", 'i', .is_manual = true},
    {"fleeting", 'i', .is_manual = true, .is_fleeting = true},
    {"summary", 'i', .keys = {"count", "ratio"}},
    {"label", 'i', .path = "next.count"},
    {.text = "best", .type = '@', .keys = {"next"}},
    {"chain", 'i', .path = "next.chain"},
    {.text = "ahead", .type = '@', .path = "next.next"},
    {.text = "farther", .type = '@', .path = "next.next.next"},
    {"ring", 'i', .keys = {"link"}},
    {"link", 'i', .keys = {"ring"}},
};
enum { KEYS = sizeof keys / sizeof *keys };

fake_declared *fake_find_key(const char *text, size_t length) {
    for (int index = 0; index < KEYS; index++) {
        if (strlen(keys[index].text) == length && memcmp(keys[index].text, text, length) == 0) return &keys[index];
    }
    return NULL;
}

static fake_declared *key_of(const kvo_property *property) {
    return fake_find_key(property->key->text, strlen(property->key->text));
}

const kvo_property *fake_property(const char *key) { return &fake_find_key(key, strlen(key))->property; }
const kvc_key *fake_key(const char *key) { return &fake_find_key(key, strlen(key))->key; }

kvo_getter fake_getter(const char *key) { return fake_find_key(key, strlen(key))->getter; }

void fake_know_getter(const char *key) {
    fake_declared *found = fake_find_key(key, strlen(key));
    kvo_property_set_getter(&found->property, &found->getter, mr_method_generation());
}

// A property that is not lasting is a block of its own.
typedef struct {
    kvo_property property;
    atomic_int owners;
} counted;

const kvo_property *fake_find_property(id object, const char *text, size_t length, bool isForeign) {
    fake_declared *found = fake_find_key(text, length);
    if (found == NULL) {
        mr_raise("NSUnknownKeyException", "%.*s", (int)length, text);
        return NULL;
    }
    if (!isForeign && !found->is_fleeting) return &found->property;
    ctests_spare_allocations(true);
    counted *made = calloc(1, sizeof *made);
    ctests_spare_allocations(false);
    made->property = isForeign ? found->foreign : found->property;
    made->owners = 1;
    fake_called.properties++;
    return &made->property;
}

// Relaxed, so that it hides no race from the thread sanitizer.
static void retain_property(const kvo_property *property) {
    atomic_fetch_add_explicit(&((counted *)property)->owners, 1, memory_order_relaxed);
}

void fake_release_property(const kvo_property *property) {
    if (--((counted *)property)->owners > 0) return;
    fake_called.properties--;
    memset((void *)property, 0xDD, sizeof *property);
    free((void *)property);
}

static bool is_dependent(const kvo_property *property) {
    fake_declared *key = key_of(property);
    return !property->is_foreign && (key->keys[0] || key->path);
}

static void visit_dependencies(const kvo_property *property, void *context,
                               void (*visit)(const kvo_property *, const char *, void *)) {
    fake_declared *key = key_of(property);
    for (int index = 0; index < 2 && key->keys[index]; index++) visit(fake_property(key->keys[index]), NULL, context);
    if (key->path) visit(NULL, key->path, context);
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

static id value_of_type(id object, SEL getter, char type) {
    if (type == 'd') return number(SENDER(double, id, SEL)(object, getter));
    if (type == 'f') return number(SENDER(float, id, SEL)(object, getter));
    if (type == 'i') return integer(SENDER(int, id, SEL)(object, getter));
    if (type == 'q') return integer(SENDER(long long, id, SEL)(object, getter));
    id value = objc_retain(SENDER(id, id, SEL)(object, getter));
    return value ? value : objc_retain(fake_null);
}

static const kvo_getter *find_getter(id object, const kvo_property *property) { return NULL; }

static id value(id object, const kvo_property *property, const kvo_getter *getter) {
    fake_called.values++;
    void *pool = objc_autoreleasePoolPush();
    id found = value_of_type(object, sel(property->key->text), key_of(property)->type);
    objc_autoreleasePoolPop(pool);
    if (fake_on_value) fake_on_value();
    if (!mr_exception_pending()) return found;
    objc_release(found);
    return nil;
}

static id value_at_path(id object, const kvo_property *only, id keyPath) {
    if (only) return value(object, only, NULL);
    const char *text = fake_text_of(keyPath);
    id found = objc_retain(object);
    while (text && found && found != fake_null) {
        size_t length = strcspn(text, ".");
        fake_declared *key = fake_find_key(text, length);
        id owner = found;
        found = key ? value(owner, &key->property, NULL) : nil;
        objc_release(owner);
        text = text[length] ? text + length + 1 : NULL;
    }
    return found;
}

// ── Dictionaries ────────────────────────────────────────────────────────────────────────────────────

fake_dictionary *fake_entries(id dictionary) {
    return (fake_dictionary *)(void *)((char *)dictionary + dictionary_offset);
}

static id alloc_dictionary(Class cls, SEL _cmd) {
    fake_called.dictionaries++;
    return fake_instance(cls, 0);
}

static void dealloc_dictionary(id self, SEL _cmd) {
    objc_release(fake_entries(self)->old);
    objc_release(fake_entries(self)->new);
    fake_send_super(self, class_getSuperclass(dictionary_class), _cmd);
}

// A class whose instances have an ivar that the C part fills in.
static Class class_with(const char *name, const char *ivar, size_t size, const char *type) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    class_addIvar(cls, ivar, size, 3, type);
    objc_registerClassPair(cls);
    return cls;
}

static void make_dictionary_class(void) {
    dictionary_class = class_with("NSKeyValueChangeDictionary", "_values", sizeof(fake_dictionary), "[5^v]");
    dictionary_offset = ivar_getOffset(class_getInstanceVariable(dictionary_class, "_values"));
    ctests_method(dictionary_class, "dealloc", (void *)dealloc_dictionary, "v16@0:8");
    ctests_method(object_getClass((id)dictionary_class), "alloc", (void *)alloc_dictionary, "@16@0:8");
}

// ── Elements ────────────────────────────────────────────────────────────────────────────────────────

static Class elements_class;

static void read_elements(id self, SEL _cmd, id object, id key, uintptr_t options) { fake_called.elements_begun++; }

static id new_dictionary(id self, SEL _cmd, id object, uintptr_t options, bool isPrior) {
    id made = alloc_dictionary(dictionary_class, _cmd);
    *fake_entries(made) = (fake_dictionary){.indexes = fake_null, .is_prior = isPrior ? yes_object : nil};
    return made;
}

static void announce(id self, SEL _cmd, id object, id key, bool isDid) {
    SENDER(void, id, SEL, id)(object, sel(isDid ? "didChangeValueForKey:" : "willChangeValueForKey:"), key);
}

static void dealloc_elements(id self, SEL _cmd) {
    fake_called.elements_ended++;
    fake_send_super(self, class_getSuperclass(elements_class), _cmd);
}

id fake_elements(void) { return fake_instance(elements_class, 0); }

static void make_elements_class(void) {
    elements_class = ctests_class("FakeElements", Nil);
    ctests_method(elements_class, "readFrom:key:options:", (void *)read_elements, "v40@0:8@16@24Q32");
    ctests_method(elements_class, "newDictionaryOf:options:prior:", (void *)new_dictionary, "@36@0:8@16Q24B32");
    ctests_method(elements_class, "announceTo:key:did:", (void *)announce, "v36@0:8@16@24B32");
    ctests_method(elements_class, "dealloc", (void *)dealloc_elements, "v16@0:8");
}

// ── Delegates, deaths, exceptions ───────────────────────────────────────────────────────────────────

static id delegate(kvo_node *node, id object, const char *keyPath) {
    id made = fake_instance(delegate_class, sizeof node);
    *(kvo_node **)fake_extra(made) = fake_latest_delegated = node;
    kvo_observance_retain(&node->is);
    fake_called.delegates++;
    return made;
}

static void dealloc_delegate(id self, SEL _cmd) {
    kvo_observance_release(&(*(kvo_node **)fake_extra(self))->is);
    fake_send_super(self, class_getSuperclass(delegate_class), _cmd);
}

static void undelegate(id removed, id object) {
    fake_called.delegates--;
    if (fake_on_undelegate) fake_on_undelegate();
}

static void abandoned(id object) { fake_called.abandoned++; }

static void observer_died(const kvo_observance *registration, id object) {
    if (registration->options & KVO_UNTIL_EITHER_DIES) fake_called.silent_deaths++;
    else fake_called.deaths++;
}

static void raise_replaced(kvo_replaced replaced, id observer, id keyPath, id object) {
    fake_called.replaced++;
    mr_raise("Replaced", "%s", fake_text_of(replaced.key));
    objc_release(replaced.key);
    objc_release(replaced.object);
}

static void count_lost(const kvo_observance *observance, id live, void *context) {
    if (kvo_is_registration(observance)) fake_called.registrations_lost++;
    if (fake_on_death) fake_on_death(observance, live, context);
}

static void object_died(id object) { objc_release(kvo_object_died(object, count_lost, NULL)); }

// ── Constants ───────────────────────────────────────────────────────────────────────────────────────

static id get_null(Class cls, SEL _cmd) { return fake_null; }
static id get_yes(Class cls, SEL _cmd, bool value) { return yes_object; }
static id get_tagged(Class cls, SEL _cmd, uint64_t value) { return mr_tag_make(TAG, value); }

static void make_constants(void) {
    fake_null = fake_make(fake_observer_class, "null");
    yes_object = fake_make(fake_observer_class, "yes");
    ctests_method(object_getClass((id)ctests_class("NSNull", Nil)), "null", (void *)get_null, "@16@0:8");
    fake_number_class = class_with("NSNumber", "_storage", sizeof(kvo_number), "[3Q]");
    fake_number_storage = ivar_getOffset(class_getInstanceVariable(fake_number_class, "_storage"));
    mr_tag_register(TAG, fake_number_class);
    Class meta = object_getClass((id)fake_number_class);
    ctests_method(meta, "numberWithBool:", (void *)get_yes, "@20@0:8B16");
    ctests_method(meta, "numberWithUnsignedLongLong:", (void *)get_tagged, "@24@0:8Q16");
}

// ── The world, which lives as long as the process ───────────────────────────────────────────────────

static int summary_of(id self, SEL _cmd) {
    return fake_get_int(self, "count") + (int)SENDER(double, id, SEL)(self, sel("ratio"));
}
static int label_of(id self, SEL _cmd) { return fake_get_int(fake_get(self, "next"), "count"); }
static id best_of(id self, SEL _cmd) { return fake_get(self, "next"); }
static id ahead_of(id self, SEL _cmd) { return fake_get(fake_get(self, "next"), "next"); }
static id farther_of(id self, SEL _cmd) { return fake_get(ahead_of(self, _cmd), "next"); }
static int chain_of(id self, SEL _cmd) { return 1 + SENDER(int, id, SEL)(fake_get(self, "next"), _cmd); }

static void *computed(const char *key) {
    if (strcmp(key, "summary") == 0) return (void *)summary_of;
    if (strcmp(key, "label") == 0) return (void *)label_of;
    if (strcmp(key, "best") == 0) return (void *)best_of;
    if (strcmp(key, "ahead") == 0) return (void *)ahead_of;
    if (strcmp(key, "farther") == 0) return (void *)farther_of;
    return strcmp(key, "chain") == 0 ? (void *)chain_of : NULL;
}

static void add_accessors(fake_declared *key) {
    Ivar ivar = class_getInstanceVariable(fake_node_class, key->text);
    mr_storage storage = key->type == '@' ? MR_STORAGE_STRONG : MR_STORAGE_VALUE;
    char getter[] = {key->type, '1', '6', '@', '0', ':', '8', '\0'};
    char setter[] = {'v', '2', '4', '@', '0', ':', '8', key->type, '1', '6', '\0'};
    void *function = computed(key->text);
    IMP imp = function ? (IMP)function : mr_accessor_create(getter, ivar, storage, true, false);
    class_addMethod(fake_node_class, sel(key->text), imp, getter);
    imp = mr_accessor_create(setter, ivar, storage, true, true);
    class_addMethod(fake_node_class, fake_setter_of(key->text), imp, setter);
}

// An object's own way of adding observers: that it has one is all that counts here, as the hook `delegate` stands for
// it.
static void add_foreign(id self, SEL _cmd, id observer, id keyPath, uintptr_t options, void *context) {}

static void make_node_class(void) {
    fake_node_class = objc_allocateClassPair(objc_getClass("NSObject"), "FakeNode", 0);
    for (int index = 0; index < KEYS; index++) {
        int size = keys[index].type == 'i' || keys[index].type == 'f' ? 4 : 8;
        char type[] = {keys[index].type, '\0'};
        class_addIvar(fake_node_class, keys[index].text, (size_t)size, size == 4 ? 2 : 3, type);
    }
    class_setIvarLayout(fake_node_class, (const uint8_t *)"\x02");  // next and other, which come first
    for (int index = 0; index < KEYS; index++) add_accessors(&keys[index]);
    objc_registerClassPair(fake_node_class);
    fake_notifying_class = ctests_class("FakeNotifyingNode", fake_node_class);
    fake_foreign_class = ctests_class("FakeForeignNode", fake_node_class);
    class_addMethod(fake_foreign_class, sel("addObserver:forKeyPath:options:context:"), (IMP)add_foreign,
                    "v48@0:8@16@24Q32^v40");
}

static void make_property(fake_declared *key) {
    key->key = (kvc_key){fake_text(key->text), key->text, strlen(key->text), NULL};
    key->property = (kvo_property){.key = &key->key,
                                   .original = fake_node_class,
                                   .notifying = key->is_fleeting ? Nil : fake_notifying_class,
                                   .is_automatic = !key->is_manual,
                                   .is_lasting = !key->is_fleeting,
                                   .owner = key};
    key->foreign = (kvo_property){.key = &key->key, .original = fake_foreign_class, .is_foreign = true, .owner = key};
    uint8_t size = key->type == 'i' ? 4 : 8;
    kvo_value_kind kind = key->type == '@'                       ? KVO_OBJECT_VALUE
                          : key->type == 'i' || key->type == 'q' ? KVO_INTEGER_VALUE
                                                                 : KVO_OTHER_VALUE;
    key->getter = (kvo_getter){sel(key->text), kind, size, true, false, (uint64_t)mr_tag_make(TAG, 0), key};
    if (key->is_manual) return;
    SEL setter = fake_setter_of(key->text);
    IMP imp = kvo_setter_create(setter, &key->property);
    class_addMethod(fake_notifying_class, setter, imp,
                    method_getTypeEncoding(class_getInstanceMethod(fake_node_class, setter)));
}

__attribute__((constructor)) static void make_world(void) {
    make_node_class();
    fake_text_class = ctests_class("FakeText", Nil);
    make_dictionary_class();
    make_elements_class();
    delegate_class = ctests_class("FakeDelegate", Nil);
    ctests_method(delegate_class, "dealloc", (void *)dealloc_delegate, "v16@0:8");
    fake_observer_class = ctests_class("FakeObserver", Nil);
    ctests_method(fake_observer_class, "observeValueForKeyPath:ofObject:change:context:", (void *)fake_observe_value,
                  "v48@0:8@16@24@32^v40");
    make_constants();
    kvo_hooks hooks = {
        value,         find_getter,        value_at_path, fake_find_property, retain_property, fake_release_property,
        is_dependent,  visit_dependencies, delegate,      undelegate,         abandoned,       observer_died,
        raise_replaced};
    kvo_load(&hooks);
    for (int index = 0; index < KEYS; index++) make_property(&keys[index]);
    mr_object_set_death_hook(object_died);
}
