// c-strings.c - strings as bytes for functions of C.
//
// A C string ends at its first zero byte, and an NSString may contain the character U+0000. So a name or a path with
// that character is refused, and other texts keep it with their lengths: none is cut.
#include <string.h>

#include "foundation.h"

// Returns the number of UTF-16 units of UTF-8.
static size_t units_in(const char *text) {
    size_t count = 0;
    for (; *text; text++) count += (*text & 0xC0) != 0x80 ? 1 + ((*text & 0xF8) == 0xF0) : 0;
    return count;
}

const char *mr_c_string_of(id string) {
    const char *text = string ? SEND(const char *, string, "UTF8String") : NULL;
    return text && units_in(text) == SEND(size_t, string, "length") ? text : NULL;
}

mr_utf8 mr_utf8_of(id string) {
    const char *text = mr_c_string_of(string);
    if (text) return (mr_utf8){text, strlen(text)};
    enum { UTF8 = 4 };
    // Halves of surrogate pairs become question marks.
    id data =
        SEND_WITH(id, string, "dataUsingEncoding:allowLossyConversion:", (id, SEL, size_t, BOOL), (size_t)UTF8, YES);
    if (data == nil) return (mr_utf8){"", 0};
    text = SEND(const char *, data, "bytes");
    return (mr_utf8){text ? text : "", SEND(size_t, data, "length")};
}

const char *mr_shown(id string) {
    const char *text = mr_c_string_of(string);
    if (text || string == nil) return text;
    mr_utf8 whole = mr_utf8_of(string);
    char *shown = mr_room(whole.length, 2), *end = shown;
    for (size_t index = 0; index < whole.length; index++) {
        if (whole.bytes[index]) *end++ = whole.bytes[index];
        else end = stpcpy(end, "\\0");
    }
    *end = 0;
    return shown;
}

id mr_string_of_utf8(const char *bytes, size_t length) {
    return objc_autorelease(mr_init_with_utf8(SEND(id, objc_getClass("NSString"), "alloc"), bytes, length, false));
}
