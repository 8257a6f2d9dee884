// foundation.c - the selectors, classes, objects and methods of the layers above that observing uses, found by their
// names.
#include "change.h"

kvo_foundation kvo_names;

static void find_messages(kvo_messages messages, const char *will, const char *did) {
    Class root = objc_getClass("NSObject");
    kvo_names.messages[messages].will = sel_registerName(will);
    kvo_names.messages[messages].did = sel_registerName(did);
    kvo_names.messages[messages].own_will = class_getMethodImplementation(root, sel_registerName(will));
    kvo_names.messages[messages].own_did = class_getMethodImplementation(root, sel_registerName(did));
}

static id send(const char *cls, const char *selector, uintptr_t argument) {
    return (id)mr_send_words((id)objc_getClass(cls), sel_registerName(selector), argument, 0, 0, 0);
}

static ptrdiff_t offset_of(Class cls, const char *ivar) { return ivar_getOffset(class_getInstanceVariable(cls, ivar)); }

static void find_objects(void) {
    enum { SETTING = 1 };  // NSKeyValueChangeSetting
    kvo_names.null = send("NSNull", "null", 0);
    kvo_names.yes = send("NSNumber", "numberWithBool:", true);
    kvo_names.setting = send("NSNumber", "numberWithUnsignedLongLong:", SETTING);
    kvo_names.number = objc_getClass("NSNumber");
    kvo_names.value = objc_getClass("NSValue");
    kvo_names.boxed = offset_of(kvo_names.value, "_storage");
    kvo_names.dictionary = objc_getClass("NSKeyValueChangeDictionary");
    kvo_names.dictionary_entries = offset_of(kvo_names.dictionary, "_values");
    kvo_names.property_class = objc_getClass("NSKeyValueProperty");
    kvo_names.info_class = objc_getClass("NSKeyValueObservationInfo");
    kvo_names.setting_only = kvo_dictionary_create(nil, nil, false);
    kvo_names.prior_only = kvo_dictionary_create(nil, nil, true);
}

void kvo_load(void) {
    kvo_names.alloc = sel_registerName("alloc");
    kvo_names.value_for_key = sel_registerName("valueForKey:");
    kvo_names.value_for_key_path = sel_registerName("valueForKeyPath:");
    kvo_names.observe_value = sel_registerName("observeValueForKeyPath:ofObject:change:context:");
    kvo_names.add_observer = sel_registerName("addObserver:forKeyPath:options:context:");
    kvo_names.remove_observer = sel_registerName("removeObserver:forKeyPath:");
    kvo_names.own_add_observer = class_getMethodImplementation(objc_getClass("NSObject"), kvo_names.add_observer);
    kvo_names.read_elements = sel_registerName("readFrom:key:options:");
    kvo_names.new_dictionary = sel_registerName("newDictionaryOf:options:prior:");
    kvo_names.announce = sel_registerName("announceTo:key:did:");
    kvo_names.property = sel_registerName("propertyOfObject:key:length:foreign:");
    kvo_names.getter = sel_registerName("getterOfObject:");
    kvo_names.dependencies = sel_registerName("visitDependencies:context:");
    kvo_names.dead_observer = sel_registerName("reportDeadObserver:object:");
    kvo_names.raise_replaced = sel_registerName("raiseReplaced:observer:keyPath:object:");
    find_messages(KVO_VALUE_MESSAGES, "willChangeValueForKey:", "didChangeValueForKey:");
    find_messages(KVO_INDEXES_MESSAGES, "willChange:valuesAtIndexes:forKey:", "didChange:valuesAtIndexes:forKey:");
    find_messages(KVO_SET_MESSAGES, "willChangeValueForKey:withSetMutation:usingObjects:",
                  "didChangeValueForKey:withSetMutation:usingObjects:");
    find_objects();
    kvo_delegate_load();
}
