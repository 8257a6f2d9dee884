// observing-hooks.c - the keys of nodes, and the methods of the messages that the C part of observing sends.
#include <stdio.h>
#include <stdlib.h>

#include "observing-fakes.h"

Class fake_node_class, fake_notifying_class, fake_foreign_class, fake_observer_class, fake_text_class,
    fake_number_class, fake_value_class;
static Class dictionary_class;
id fake_null;
static id yes_object;
static ptrdiff_t dictionary_offset;

void (*fake_on_undelegate)(void);
void (*fake_on_value)(void);
kvo_visitor fake_on_death;
kvo_node *fake_latest_delegated;
id fake_latest_delegate;
ptrdiff_t fake_number_storage;

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

enum { TAG = 4, DOUBLE_TAG = 6, FLOAT_TAG = 7, PAYLOAD = 56 };

static id number(double value) {
    id object = fake_instance(fake_number_class, 0);
    kvc_boxed *stored = (kvc_boxed *)(void *)((char *)object + fake_number_storage);
    *stored = (kvc_boxed){"d", sizeof value, {0}};
    memcpy(stored->words, &value, sizeof value);
    return object;
}

static id integer(int64_t value) {
    if (value >> (PAYLOAD - 1) != value >> 63) return number((double)value);
    return mr_tag_make(TAG, (uint64_t)value & ((UINT64_C(1) << PAYLOAD) - 1));
}

uint64_t fake_zero(char type) {
    return (uint64_t)mr_tag_make(type == 'd' ? DOUBLE_TAG : type == 'f' ? FLOAT_TAG : TAG, 0);
}

double fake_real(id tagged) {
    uint32_t bits = (uint32_t)mr_tag_payload(tagged);
    float single;
    memcpy(&single, &bits, sizeof single);
    return mr_tag(tagged) == FLOAT_TAG ? (double)single : mr_tag_double(mr_tag_payload(tagged));
}

bool fake_is_integer(id tagged) { return mr_tag(tagged) == TAG; }

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

const kvo_property *fake_property(const char *key) { return &fake_find_key(key, strlen(key))->property; }
const kvc_key *fake_key(const char *key) { return &fake_find_key(key, strlen(key))->key; }

kvc_getter fake_getter(const char *key) { return fake_find_key(key, strlen(key))->getter; }

void fake_know_getter(const char *key) {
    fake_declared *found = fake_find_key(key, strlen(key));
    kvo_property_set_getter(&found->property, &found->getter, mr_method_generation());
}

// The owner of a property. One that is not lasting lies in its owner.
typedef struct {
    fake_declared *key;
    kvo_property property;
} owned;
static Class property_class;

static owned *owned_by(id owner) { return fake_extra(owner); }

static void own(kvo_property *property, fake_declared *key) {
    property->owner = fake_instance(property_class, sizeof(owned));
    owned_by(property->owner)->key = key;
}

const kvo_property *fake_find_property(id object, const char *text, size_t length, bool isForeign) {
    fake_declared *found = fake_find_key(text, length);
    if (found == NULL) {
        mr_raise("NSUnknownKeyException", "%.*s", (int)length, text);
        return NULL;
    }
    if (!isForeign && !found->is_fleeting) return &found->property;
    kvo_property made = isForeign ? found->foreign : found->property;
    own(&made, found);
    owned_by(made.owner)->property = made;
    fake_called.properties++;
    return &owned_by(made.owner)->property;
}

void fake_release_property(const kvo_property *property) { objc_release(property->owner); }

static void dealloc_property(id self, SEL _cmd) {
    fake_called.properties--;
    fake_send_super(self, class_getSuperclass(property_class), _cmd);
}

static const kvo_property *property_of_object(Class cls, SEL _cmd, id object, const char *key, size_t length,
                                              bool isForeign) {
    return fake_find_property(object, key, length, isForeign);
}

static const kvc_getter *getter_of_object(id self, SEL _cmd, id object) { return NULL; }

static void visit_dependencies(id self, SEL _cmd, kvo_dependency_visitor visit, void *context) {
    fake_declared *key = owned_by(self)->key;
    for (int index = 0; index < 2 && key->keys[index]; index++) visit(fake_property(key->keys[index]), NULL, context);
    if (key->path) visit(NULL, key->path, context);
}

static void make_property_class(void) {
    property_class = ctests_class("NSKeyValueProperty", Nil);
    ctests_method(property_class, "dealloc", (void *)dealloc_property, "v16@0:8");
    ctests_method(property_class, "getterOfObject:", (void *)getter_of_object, "^v24@0:8@16");
    ctests_method(property_class, "visitDependencies:context:", (void *)visit_dependencies, "v32@0:8^?16^v24");
    ctests_method(object_getClass((id)property_class),
                  "propertyOfObject:key:length:foreign:", (void *)property_of_object, "^v44@0:8@16*24Q32B40");
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

static id value_of_type(id object, SEL getter, char type) {
    if (type == 'd') return number(SENDER(double, id, SEL)(object, getter));
    if (type == 'f') return number(SENDER(float, id, SEL)(object, getter));
    if (type == 'i') return integer(SENDER(int, id, SEL)(object, getter));
    if (type == 'q') return integer(SENDER(long long, id, SEL)(object, getter));
    id value = objc_retain(SENDER(id, id, SEL)(object, getter));
    return value;
}

static id value_for_key(id self, SEL _cmd, id key) {
    fake_declared *found = fake_find_key(fake_text_of(key), strlen(fake_text_of(key)));
    fake_called.values++;
    id value = value_of_type(self, sel(found->text), found->type);
    if (fake_on_value) fake_on_value();
    return objc_autorelease(value);
}

static id value_for_key_path(id self, SEL _cmd, id keyPath) {
    id found = self;
    for (const char *text = fake_text_of(keyPath); text && found && found != fake_null;) {
        size_t length = strcspn(text, ".");
        fake_declared *key = fake_find_key(text, length);
        found = key ? value_for_key(found, _cmd, key->key.name) : nil;
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

static id object_for_key(id self, SEL _cmd, id key) {
    return strcmp(fake_text_of(key), "notificationIsPrior") == 0 ? fake_entries(self)->is_prior : nil;
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
    ctests_method(dictionary_class, "objectForKey:", (void *)object_for_key, "@24@0:8@16");
    ctests_method(dictionary_class, "dealloc", (void *)dealloc_dictionary, "v16@0:8");
    ctests_method(object_getClass((id)dictionary_class), "alloc", (void *)alloc_dictionary, "@16@0:8");
}

void fake_notify_delegate(id foreign, bool isPrior, bool hasElements) {
    typedef void (*method)(id, SEL, id, id, id, void *);
    id change = alloc_dictionary(dictionary_class, sel("alloc"));
    *fake_entries(change) =
        (fake_dictionary){.indexes = hasElements ? fake_null : nil, .is_prior = isPrior ? yes_object : nil};
    SEL observe = sel("observeValueForKeyPath:ofObject:change:context:");
    ((method)objc_msgSend)(fake_latest_delegate, observe, nil, foreign, change, NULL);
    objc_release(change);
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

static id new_elements(Class cls, SEL _cmd, id change) { return fake_entries(change)->indexes ? fake_elements() : nil; }

id fake_elements(void) { return fake_instance(elements_class, 0); }

static void make_elements_class(void) {
    elements_class = ctests_class("NSKeyValueElementsChange", Nil);
    ctests_method(object_getClass((id)elements_class), "newFromChange:", (void *)new_elements, "@24@0:8@16");
    ctests_method(elements_class, "readFrom:key:options:", (void *)read_elements, "v40@0:8@16@24Q32");
    ctests_method(elements_class, "newDictionaryOf:options:prior:", (void *)new_dictionary, "@36@0:8@16Q24B32");
    ctests_method(elements_class, "announceTo:key:did:", (void *)announce, "v36@0:8@16@24B32");
    ctests_method(elements_class, "dealloc", (void *)dealloc_elements, "v16@0:8");
}

// ── Deaths, exceptions ───────────────────────────────────────────────────────────────────

static void report_dead_observer(Class cls, SEL _cmd, const kvo_observance *registration, id object) {
    if (registration->options & KVO_UNTIL_EITHER_DIES) fake_called.silent_deaths++;
    else fake_called.deaths++;
}

static void raise_replaced(Class cls, SEL _cmd, const kvo_replaced *replaced, id observer, id keyPath, id object) {
    fake_called.replaced++;
    mr_raise("Replaced", "%s", fake_text_of(replaced->key));
}

static void make_info_class(void) {
    Class meta = object_getClass((id)ctests_class("NSKeyValueObservationInfo", Nil));
    ctests_method(meta, "reportDeadObserver:object:", (void *)report_dead_observer, "v32@0:8^v16@24");
    ctests_method(meta, "raiseReplaced:observer:keyPath:object:", (void *)raise_replaced, "v48@0:8^v16@24@32@40");
}

static void count_lost(const kvo_observance *observance, id live, void *context) {
    if (kvo_is_registration(observance)) fake_called.registrations_lost++;
    if (fake_on_death) fake_on_death(observance, live, context);
}

static void object_died(id object) { objc_release(kvo_object_died(object, count_lost, NULL)); }

// ── Constants ───────────────────────────────────────────────────────────────────────────────────────

static id make_text(Class cls, SEL _cmd, const char *text) { return objc_autorelease(fake_text(text)); }
static id get_null(Class cls, SEL _cmd) { return fake_null; }
static id get_yes(Class cls, SEL _cmd, bool value) { return yes_object; }
static id get_tagged(Class cls, SEL _cmd, uint64_t value) { return mr_tag_make(TAG, value); }

static void dealloc_value(id self, SEL _cmd) {
    const kvc_boxed *stored = (const kvc_boxed *)(void *)((char *)self + fake_number_storage);
    if (stored->size > sizeof stored->words) free((void *)stored->words[0]);
    fake_send_super(self, class_getSuperclass(fake_value_class), _cmd);
}

static void make_constants(void) {
    fake_null = fake_make(fake_observer_class, "null");
    yes_object = fake_make(fake_observer_class, "yes");
    ctests_method(object_getClass((id)ctests_class("NSNull", Nil)), "null", (void *)get_null, "@16@0:8");
    fake_value_class = class_with("NSValue", "_storage", sizeof(kvc_boxed), "[4Q]");
    fake_number_storage = ivar_getOffset(class_getInstanceVariable(fake_value_class, "_storage"));
    ctests_method(fake_value_class, "dealloc", (void *)dealloc_value, "v16@0:8");
    fake_number_class = ctests_class("NSNumber", fake_value_class);
    mr_tag_register(TAG, fake_number_class);
    mr_tag_register(DOUBLE_TAG, fake_number_class);
    mr_tag_register(FLOAT_TAG, fake_number_class);
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

// A foreign object's own way of adding observers: it counts delegates, and notes their nodes.
static void add_foreign(id self, SEL _cmd, id observer, id keyPath, uintptr_t options, void *context) {
    Ivar node = class_getInstanceVariable(object_getClass(observer), "_node");
    fake_latest_delegated = *(kvo_node **)(void *)((char *)observer + ivar_getOffset(node));
    fake_latest_delegate = observer;
    fake_called.delegates++;
}

static void remove_foreign(id self, SEL _cmd, id observer, id keyPath) {
    fake_called.delegates--;
    if (fake_on_undelegate) fake_on_undelegate();
}

// As the layer above makes it: the two classes have one record. The name of the notifying class serves as the record.
Class fake_notifying_class_of(Class original, const char *name) {
    Class notifying = ctests_class(name, original);
    mr_class_enter_record(original, (void *)(uintptr_t)name);
    mr_class_enter_record(notifying, (void *)(uintptr_t)name);
    return notifying;
}

static void make_node_class(void) {
    fake_node_class = objc_allocateClassPair(objc_getClass("NSObject"), "FakeNode", 0);
    for (int index = 0; index < KEYS; index++) {
        int size = keys[index].type == 'i' || keys[index].type == 'f' ? 4 : 8;
        char type[] = {keys[index].type, '\0'};
        class_addIvar(fake_node_class, keys[index].text, (size_t)size, size == 4 ? 2 : 3, type);
    }
    class_setIvarLayout(fake_node_class, (const uint8_t *)"\x02");  // next and other, which come first
    for (int index = 0; index < KEYS; index++) add_accessors(&keys[index]);
    class_addMethod(fake_node_class, sel("valueForKey:"), (IMP)(void *)value_for_key, "@24@0:8@16");
    class_addMethod(fake_node_class, sel("valueForKeyPath:"), (IMP)(void *)value_for_key_path, "@24@0:8@16");
    objc_registerClassPair(fake_node_class);
    fake_notifying_class = fake_notifying_class_of(fake_node_class, "FakeNotifyingNode");
    fake_foreign_class = ctests_class("FakeForeignNode", fake_node_class);
    class_addMethod(fake_foreign_class, sel("addObserver:forKeyPath:options:context:"), (IMP)add_foreign,
                    "v48@0:8@16@24Q32^v40");
    class_addMethod(fake_foreign_class, sel("removeObserver:forKeyPath:"), (IMP)remove_foreign, "v32@0:8@16@24");
}

static void make_property(fake_declared *key) {
    key->key = (kvc_key){fake_text(key->text), key->text, strlen(key->text), NULL};
    key->property = (kvo_property){
        .key = &key->key,
        .original = fake_node_class,
        .notifying = key->is_fleeting ? Nil : fake_notifying_class,
        .is_automatic = !key->is_manual,
        .is_lasting = !key->is_fleeting,
        .is_dependent = key->keys[0] || key->path,
    };
    key->foreign = (kvo_property){.key = &key->key, .original = fake_foreign_class, .is_foreign = true};
    own(&key->property, key);
    uint8_t size = key->type == 'i' ? 4 : 8;
    kvc_value_kind kind = key->type == '@' ? KVC_OBJECT_VALUE : KVC_INTEGER_VALUE;
    key->getter = (kvc_getter){
        .selector = sel(key->text),
        .signature = mr_signature_get(key->type == '@' ? "@16@0:8" : "q16@0:8"),
        .kind = kind,
        .size = size,
        .is_signed = true,
        .encoding = "q",
        .zero = fake_zero('i'),
    };
    if (key->is_manual) return;
    SEL setter = fake_setter_of(key->text);
    IMP imp = kvo_setter_create(setter, &key->property);
    class_addMethod(fake_notifying_class, setter, imp,
                    method_getTypeEncoding(class_getInstanceMethod(fake_node_class, setter)));
}

__attribute__((constructor)) static void make_world(void) {
    make_node_class();
    fake_text_class = ctests_class("NSString", Nil);
    ctests_method(object_getClass((id)fake_text_class), "stringWithUTF8String:", (void *)make_text, "@24@0:8r*16");
    make_dictionary_class();
    make_elements_class();
    make_property_class();
    make_info_class();
    fake_observer_class = ctests_class("FakeObserver", Nil);
    ctests_method(fake_observer_class, "observeValueForKeyPath:ofObject:change:context:", (void *)fake_observe_value,
                  "v48@0:8@16@24@32^v40");
    make_constants();
    kvc_load();
    kvo_load();
    for (int index = 0; index < KEYS; index++) make_property(&keys[index]);
    mr_object_set_death_hook(object_died);
}
