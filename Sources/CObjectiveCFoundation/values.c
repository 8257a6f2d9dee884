// values.c - methods that make NSValues of one C type, such as +valueWithPointer:, and read them again.
//
// All of them send +valueWithBytes:objCType: and -getValue:size:.
#include "foundation.h"

static id value_of(id cls, const void *bytes, const char *type) {
    return SEND_WITH(id, cls, "valueWithBytes:objCType:", (id, SEL, const void *, const char *), bytes, type);
}

static void read_value(id value, void *bytes, size_t size) {
    SEND_WITH(void, value, "getValue:size:", (id, SEL, void *, size_t), bytes, size);
}

static id with_pointer(id self, SEL _cmd, const void *pointer) { return value_of(self, &pointer, "^v"); }

static id with_unretained(id self, SEL _cmd, id object) { return value_of(self, &object, "@"); }

static id unretained_object(id self, SEL _cmd) {
    id object = nil;
    read_value(self, &object, sizeof object);
    return objc_retainAutorelease(object);
}

static id with_range(id self, SEL _cmd, mr_range range) { return value_of(self, &range, "{_NSRange=QQ}"); }

static mr_range range_value(id self, SEL _cmd) {
    mr_range range = {0, 0};
    read_value(self, &range, sizeof range);
    return range;
}

// ── Geometry ────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    double x, y;
} mr_pair;  // a point or a size
typedef struct {
    mr_pair origin, size;
} mr_rectangle;
#define POINT "{CGPoint=dd}"
#define SIZE "{CGSize=dd}"
#define RECTANGLE "{CGRect=" POINT SIZE "}"

static id with_point(id self, SEL _cmd, mr_pair point) { return value_of(self, &point, POINT); }
static id with_size(id self, SEL _cmd, mr_pair size) { return value_of(self, &size, SIZE); }
static id with_rectangle(id self, SEL _cmd, mr_rectangle rectangle) { return value_of(self, &rectangle, RECTANGLE); }

static mr_pair pair_value(id self, SEL _cmd) {
    mr_pair pair = {0, 0};
    read_value(self, &pair, sizeof pair);
    return pair;
}

static mr_rectangle rectangle_value(id self, SEL _cmd) {
    mr_rectangle rectangle = {{0, 0}, {0, 0}};
    read_value(self, &rectangle, sizeof rectangle);
    return rectangle;
}

void mr_values_boot(void) {
    static const mr_method_entry class_methods[] = {
        {"valueWithPointer:", "@24@0:8r^v16", (IMP)with_pointer},
        {"valueWithNonretainedObject:", "@24@0:8@16", (IMP)with_unretained},
        {"valueWithPoint:", "@32@0:8" POINT "16", (IMP)with_point},
        {"valueWithSize:", "@32@0:8" SIZE "16", (IMP)with_size},
        {"valueWithRect:", "@48@0:8" RECTANGLE "16", (IMP)with_rectangle},
        {"valueWithRange:", "@32@0:8{_NSRange=QQ}16", (IMP)with_range},
    };
    static const mr_method_entry methods[] = {
        {"nonretainedObjectValue", "@16@0:8", (IMP)unretained_object},
        {"pointValue", POINT "16@0:8", (IMP)pair_value},
        {"sizeValue", SIZE "16@0:8", (IMP)pair_value},
        {"rectValue", RECTANGLE "16@0:8", (IMP)rectangle_value},
        {"rangeValue", "{_NSRange=QQ}16@0:8", (IMP)range_value},
    };
    Class cls = objc_getClass("NSValue");
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
}
