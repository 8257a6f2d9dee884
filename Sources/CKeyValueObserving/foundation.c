// foundation.c - the selectors, classes, objects and methods of the layers above that observing uses, found by their
// names.
#include "change.h"

kvo_foundation kvo_known;

static void find_messages(kvo_messages messages, const char *will, const char *did) {
    Class root = objc_getClass("NSObject");
    kvo_known.messages[messages].will = sel_registerName(will);
    kvo_known.messages[messages].did = sel_registerName(did);
    kvo_known.messages[messages].own_will = class_getMethodImplementation(root, sel_registerName(will));
    kvo_known.messages[messages].own_did = class_getMethodImplementation(root, sel_registerName(did));
}

static id send(const char *cls, const char *selector, uintptr_t argument) {
    return (id)mr_send_words((id)objc_getClass(cls), sel_registerName(selector), argument, 0, 0, 0);
}

static ptrdiff_t offset_of(Class cls, const char *ivar) { return ivar_getOffset(class_getInstanceVariable(cls, ivar)); }

static void find_objects(void) {
    enum { SETTING = 1 };  // NSKeyValueChangeSetting
    kvo_known.null = send("NSNull", "null", 0);
    kvo_known.yes = objc_retain(send("NSNumber", "numberWithBool:", true));
    kvo_known.setting = objc_retain(send("NSNumber", "numberWithUnsignedLongLong:", SETTING));
    kvo_known.dictionary = objc_getClass("NSKeyValueChangeDictionary");
    kvo_known.dictionary_entries = offset_of(kvo_known.dictionary, "_values");
    kvo_known.property_class = objc_getClass("NSKeyValueProperty");
    kvo_known.info_class = objc_getClass("NSKeyValueObservationInfo");
    kvo_known.setting_only = kvo_dictionary_create(nil, nil, false);
    kvo_known.prior_only = kvo_dictionary_create(nil, nil, true);
}

void kvo_load(void) {
    kvo_known.alloc = sel_registerName("alloc");
    kvo_known.value_for_key = sel_registerName("valueForKey:");
    kvo_known.value_for_key_path = sel_registerName("valueForKeyPath:");
    kvo_known.observe_value = sel_registerName("observeValueForKeyPath:ofObject:change:context:");
    kvo_known.add_observer = sel_registerName("addObserver:forKeyPath:options:context:");
    kvo_known.remove_observer = sel_registerName("removeObserver:forKeyPath:");
    kvo_known.own_add_observer = class_getMethodImplementation(objc_getClass("NSObject"), kvo_known.add_observer);
    kvo_known.read_elements = sel_registerName("readFrom:key:options:");
    kvo_known.new_dictionary = sel_registerName("newDictionaryOf:options:prior:");
    kvo_known.announce = sel_registerName("announceTo:key:did:");
    kvo_known.property = sel_registerName("propertyOfObject:key:length:foreign:");
    kvo_known.getter = sel_registerName("getterOfObject:");
    kvo_known.dependencies = sel_registerName("visitDependencies:context:");
    kvo_known.dead_observer = sel_registerName("reportDeadObserver:object:");
    kvo_known.raise_replaced = sel_registerName("raiseReplaced:observer:keyPath:object:");
    find_messages(KVO_VALUE_MESSAGES, "willChangeValueForKey:", "didChangeValueForKey:");
    find_messages(KVO_INDEXES_MESSAGES, "willChange:valuesAtIndexes:forKey:", "didChange:valuesAtIndexes:forKey:");
    find_messages(KVO_SET_MESSAGES, "willChangeValueForKey:withSetMutation:usingObjects:",
                  "didChangeValueForKey:withSetMutation:usingObjects:");
    find_objects();
    kvo_delegate_load();
}
