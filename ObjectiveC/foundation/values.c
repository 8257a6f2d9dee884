// values.c - methods that make NSValues of one C type, such as +valueWithPointer:, and read them again.
//
// All of them send +valueWithBytes:objCType: and -getValue:size:.
#include "foundation.h"

id mr_value_of(id cls, const void *bytes, const char *type) {
    return SEND_WITH(id, cls, "valueWithBytes:objCType:", (id, SEL, const void *, const char *), bytes, type);
}

void mr_read_value(id value, void *bytes, size_t size) {
    SEND_WITH(void, value, "getValue:size:", (id, SEL, void *, size_t), bytes, size);
}

static id with_pointer(id self, SEL _cmd, const void *pointer) { return mr_value_of(self, &pointer, "^v"); }

static id with_unretained(id self, SEL _cmd, id object) { return mr_value_of(self, &object, "@"); }

static id unretained_object(id self, SEL _cmd) {
    id object = nil;
    mr_read_value(self, &object, sizeof object);
    return objc_retainAutorelease(object);
}

static id with_range(id self, SEL _cmd, mr_range range) { return mr_value_of(self, &range, "{_NSRange=QQ}"); }

static mr_range range_value(id self, SEL _cmd) {
    mr_range range = {0, 0};
    mr_read_value(self, &range, sizeof range);
    return range;
}

void mr_values_boot(void) {
    static const mr_method_entry class_methods[] = {
        {"valueWithPointer:", "@24@0:8r^v16", (IMP)with_pointer},
        {"valueWithNonretainedObject:", "@24@0:8@16", (IMP)with_unretained},
        {"valueWithRange:", "@32@0:8{_NSRange=QQ}16", (IMP)with_range},
    };
    static const mr_method_entry methods[] = {
        {"nonretainedObjectValue", "@16@0:8", (IMP)unretained_object},
        {"rangeValue", "{_NSRange=QQ}16@0:8", (IMP)range_value},
    };
    Class cls = objc_getClass("NSValue");
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
}
