// transformers.c - NSValueTransformer, which subclasses of programs implement, and NSCoder, the superclass of
// archivers.
#include "foundation.h"

static id named;  // the transformers by name; guarded by @synchronized

static id transformed(id self, SEL _cmd, id value) { return value; }

static id reverse_transformed(id self, SEL _cmd, id value) {
    if (!SEND(bool, object_getClass(self), "allowsReverseTransformation")) {
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: the transformation cannot be reversed",
                 object_getClassName(self), sel_getName(_cmd));
        return nil;
    }
    return SEND_WITH(id, self, "transformedValue:", (id, SEL, id), value);
}

static BOOL allows_reverse(id cls, SEL _cmd) { return YES; }
static Class transformed_class(id cls, SEL _cmd) { return objc_getClass("NSObject"); }

static void set_transformer(id cls, SEL _cmd, id transformer, id name) {
    objc_sync_enter(named);
    SEND_WITH(void, named, "setObject:forKeyedSubscript:", (id, SEL, id, id), transformer, name);
    objc_sync_exit(named);
}

// A name without a transformer may be the name of a class, of which an instance is then made and kept.
static id transformer_named(id cls, SEL _cmd, id name) {
    objc_sync_enter(named);
    id found = objc_retainAutorelease(SEND_WITH(id, named, "objectForKey:", (id, SEL, id), name));
    objc_sync_exit(named);
    Class candidate = found ? Nil : objc_getClass(mr_c_string_of(name));
    if (candidate &&
        SEND_WITH(bool, candidate, "isSubclassOfClass:", (id, SEL, Class), objc_getClass("NSValueTransformer"))) {
        found = objc_autorelease(SEND(id, candidate, "new"));
        set_transformer(cls, _cmd, found, name);
    }
    return found;
}

static id names(id cls, SEL _cmd) {
    objc_sync_enter(named);
    id all = SEND(id, named, "allKeys");
    objc_sync_exit(named);
    return all;
}

// ── Standard transformers ───────────────────────────────────────────────────────────────────────────

MR_OWN(NSNegateBooleanTransformerName);
MR_OWN(NSIsNilTransformerName);
MR_OWN(NSIsNotNilTransformerName);

static id number(bool value) {
    return SEND_WITH(id, objc_getClass("NSNumber"), "numberWithBool:", (id, SEL, BOOL), value);
}
static id negated(id self, SEL _cmd, id value) { return number(!(value && SEND(bool, value, "boolValue"))); }
static id is_nil(id self, SEL _cmd, id value) { return number(value == nil); }
static id is_not_nil(id self, SEL _cmd, id value) { return number(value != nil); }
static BOOL allows_no_reverse(id cls, SEL _cmd) { return NO; }
static Class number_class(id cls, SEL _cmd) { return objc_getClass("NSNumber"); }

static void add_standard(const char *class_name, id name, IMP transform, bool isReversible) {
    Class cls = objc_allocateClassPair(objc_getClass("NSValueTransformer"), class_name, 0);
    assert(cls);
    class_addMethod(cls, sel_registerName("transformedValue:"), transform, "@24@0:8@16");
    class_addMethod(object_getClass((id)cls), sel_registerName("transformedValueClass"), (IMP)number_class, "#16@0:8");
    class_addMethod(object_getClass((id)cls), sel_registerName("allowsReverseTransformation"),
                    isReversible ? (IMP)allows_reverse : (IMP)allows_no_reverse, "B16@0:8");
    objc_registerClassPair(cls);
    set_transformer(nil, NULL, objc_autorelease(SEND(id, cls, "new")), name);
}

// ── NSCoder ─────────────────────────────────────────────────────────────────────────────────────────

static id raise_abstract(id self, SEL _cmd) {
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: only defined for subclasses", object_getClassName(self),
             sel_getName(_cmd));
    return nil;
}

static BOOL allows_keyed_coding(id self, SEL _cmd) { return NO; }
static id class_name(id self, SEL _cmd) {
    return SEND_WITH(id, objc_getClass("NSString"), "stringWithUTF8String:", (id, SEL, const char *),
                     class_getName(SEND(Class, self, "class")));
}
static Class class_for_coder(id self, SEL _cmd) { return SEND(Class, self, "class"); }

#define CODED_VALUES(X)                                                                                                \
    X(encodeObject, decodeObject, "@")                                                                                 \
    X(encodeBool, decodeBool, "B")                                                                                     \
    X(encodeInt, decodeInt, "i")                                                                                       \
    X(encodeInteger, decodeInteger, "q")                                                                               \
    X(encodeInt32, decodeInt32, "i")                                                                                   \
    X(encodeInt64, decodeInt64, "q")                                                                                   \
    X(encodeFloat, decodeFloat, "f")                                                                                   \
    X(encodeDouble, decodeDouble, "d")

void mr_transformers_boot(void) {
    static const mr_method_entry class_methods[] = {
        {"setValueTransformer:forName:", "v32@0:8@16@24", (IMP)set_transformer},
        {"valueTransformerForName:", "@24@0:8@16", (IMP)transformer_named},
        {"valueTransformerNames", "@16@0:8", (IMP)names},
        {"transformedValueClass", "#16@0:8", (IMP)transformed_class},
        {"allowsReverseTransformation", "B16@0:8", (IMP)allows_reverse},
    };
    static const mr_method_entry methods[] = {
        {"transformedValue:", "@24@0:8@16", (IMP)transformed},
        {"reverseTransformedValue:", "@24@0:8@16", (IMP)reverse_transformed},
    };
    static const mr_method_entry coder[] = {
#define CODING_ROW(encode, decode, type)                                                                               \
    {#encode ":forKey:", "v32@0:8" type "16@24", (IMP)raise_abstract},                                                 \
        {#decode "ForKey:", type "24@0:8@16", (IMP)raise_abstract},
        CODED_VALUES(CODING_ROW){"containsValueForKey:", "B24@0:8@16", (IMP)raise_abstract},
        {"encodeObject:", "v24@0:8@16", (IMP)raise_abstract},
        {"decodeObject", "@16@0:8", (IMP)raise_abstract},
        {"encodeConditionalObject:forKey:", "v32@0:8@16@24", (IMP)raise_abstract},
        {"encodeBytes:length:forKey:", "v40@0:8r*16Q24@32", (IMP)raise_abstract},
        {"decodeBytesForKey:returnedLength:", "r*32@0:8@16^Q24", (IMP)raise_abstract},
        {"decodeObjectOfClass:forKey:", "@32@0:8#16@24", (IMP)raise_abstract},
        {"decodeObjectOfClasses:forKey:", "@32@0:8@16@24", (IMP)raise_abstract},
        {"allowsKeyedCoding", "B16@0:8", (IMP)allows_keyed_coding},
        {"requiresSecureCoding", "B16@0:8", (IMP)allows_keyed_coding},
        {"allowedClasses", "@16@0:8", (IMP)raise_abstract},
    };
    static const mr_method_entry object[] = {{"classForCoder", "#16@0:8", (IMP)class_for_coder},
                                             {"className", "@16@0:8", (IMP)class_name}};
    named = SEND(id, objc_getClass("NSMutableDictionary"), "new");
    ADD_METHODS("NSObject", object);
    mr_make_class("NSValueTransformer", sizeof(Class), methods, sizeof methods / sizeof *methods);
    ADD_CLASS_METHODS_TO("NSValueTransformer", class_methods);
    add_standard("_NSNegateBooleanTransformer", NSNegateBooleanTransformerName, (IMP)negated, true);
    add_standard("_NSIsNilTransformer", NSIsNilTransformerName, (IMP)is_nil, false);
    add_standard("_NSIsNotNilTransformer", NSIsNotNilTransformerName, (IMP)is_not_nil, false);
    mr_make_class("NSCoder", sizeof(Class), coder, sizeof coder / sizeof *coder);
}
