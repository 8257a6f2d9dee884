// geometry.c - points, sizes and rectangles as NSValues and as strings.
#include <stdlib.h>

#include "foundation.h"

typedef struct {
    double x, y;
} mr_pair;  // a point or a size
typedef struct {
    mr_pair origin, size;
} mr_rectangle;
#define POINT "{CGPoint=dd}"
#define SIZE "{CGSize=dd}"
#define RECTANGLE "{CGRect=" POINT SIZE "}"

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

static id with_point(id self, SEL _cmd, mr_pair point) { return mr_value_of(self, &point, POINT); }
static id with_size(id self, SEL _cmd, mr_pair size) { return mr_value_of(self, &size, SIZE); }
static id with_rectangle(id self, SEL _cmd, mr_rectangle rectangle) { return mr_value_of(self, &rectangle, RECTANGLE); }

static mr_pair pair_value(id self, SEL _cmd) {
    mr_pair pair = {0, 0};
    mr_read_value(self, &pair, sizeof pair);
    return pair;
}

static mr_rectangle rectangle_value(id self, SEL _cmd) {
    mr_rectangle rectangle = {{0, 0}, {0, 0}};
    mr_read_value(self, &rectangle, sizeof rectangle);
    return rectangle;
}

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────
// With as many digits as tell a number from its neighbours.

id NSStringFromPoint(mr_pair point) { return mr_string_with_format("{%.17g, %.17g}", point.x, point.y); }
id NSStringFromSize(mr_pair size) { return NSStringFromPoint(size); }
id NSStringFromRect(mr_rectangle r) {
    return mr_string_with_format("{{%.17g, %.17g}, {%.17g, %.17g}}", r.origin.x, r.origin.y, r.size.x, r.size.y);
}

// Returns the next number in a text, whatever is before it, and moves behind it; 0 if no number follows.
static double next_number(mr_utf8 *text) {
    const char *end = text->bytes + text->length;
    for (const char *start = text->bytes; start < end; start++) {
        char *rest;
        double number = strtod(start, &rest);
        if (rest == start) continue;
        *text = (mr_utf8){rest, (size_t)(end - rest)};
        return number;
    }
    return 0;
}

mr_pair NSPointFromString(id string) {
    mr_utf8 text = mr_utf8_of(string);
    double x = next_number(&text);
    return (mr_pair){x, next_number(&text)};
}
mr_pair NSSizeFromString(id string) { return NSPointFromString(string); }
mr_rectangle NSRectFromString(id string) {
    mr_utf8 text = mr_utf8_of(string);
    double x = next_number(&text), y = next_number(&text), width = next_number(&text);
    return (mr_rectangle){{x, y}, {width, next_number(&text)}};
}

void mr_geometry_boot(void) {
    static const mr_method_entry class_methods[] = {
        {"valueWithPoint:", "@32@0:8" POINT "16", (IMP)with_point},
        {"valueWithSize:", "@32@0:8" SIZE "16", (IMP)with_size},
        {"valueWithRect:", "@48@0:8" RECTANGLE "16", (IMP)with_rectangle},
    };
    static const mr_method_entry methods[] = {
        {"pointValue", POINT "16@0:8", (IMP)pair_value},
        {"sizeValue", SIZE "16@0:8", (IMP)pair_value},
        {"rectValue", RECTANGLE "16@0:8", (IMP)rectangle_value},
    };
    ADD_CLASS_METHODS_TO("NSValue", class_methods);
    ADD_METHODS("NSValue", methods);
}
