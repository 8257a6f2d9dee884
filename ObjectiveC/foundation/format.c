// format.c - strings from a format and arguments: +stringWithFormat:, NSLog, +raise:format:.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "foundation.h"

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

// Initializes a newly allocated string, which is consumed, and frees `text`. Returns the string, +1; nil for NULL.
// Bytes of %s and %c that are not UTF-8 become replacement characters.
static id init_with_text(id string, char *text, size_t length) {
    if (text == NULL) {
        objc_release(string);
        return nil;
    }
    id made = mr_init_with_utf8(string, text, length, true);
    free(text);
    return made;
}

static id init_with_arguments(id self, SEL _cmd, id format, va_list list) {
    size_t length = 0;
    char *text = mr_format_text(mr_utf8_of(format), list, &length);
    return init_with_text(self, text, length);
}

id mr_string_with_objects(const char *format, ...) {
    va_list list;
    va_start(list, format);
    size_t length = 0;
    char *text = mr_format_text((mr_utf8){format, strlen(format)}, list, &length);
    va_end(list);
    return objc_autorelease(init_with_text(SEND(id, objc_getClass("NSString"), "alloc"), text, length));
}

static id init_with_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id string = init_with_arguments(self, _cmd, format, list);
    va_end(list);
    return string;
}

static id string_with_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id string = init_with_arguments(SEND(id, self, "alloc"), _cmd, format, list);
    va_end(list);
    return objc_autorelease(string);
}

static id string_by_appending_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id end = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    va_end(list);
    return end ? SEND_WITH(id, self, "stringByAppendingString:", (id, SEL, id), end) : nil;
}

static void append_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id end = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    va_end(list);
    if (end) ((void (*)(id, SEL, id))(void *)objc_msgSend)(self, sel_registerName("appendString:"), end);
}

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────

// Writes `2018-08-23 10:29:54.631956+0800 program[1448:53790] text` in one call, so that the lines of several threads
// do not mix. The text may contain zero bytes.
void NSLogv(id format, va_list list) {
    size_t length = 0;
    char *text = mr_format_text(mr_utf8_of(format), list, &length);
    if (text == NULL) return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm local = mr_parts_of_time(now.tv_sec, true);
    char date[32], zone[8], *line;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &local);
    strftime(zone, sizeof zone, "%z", &local);
    int start = asprintf(&line, "%s.%06ld%s %s[%d:%ld] ", date, now.tv_nsec / 1000, zone, program_invocation_short_name,
                         (int)getpid(), syscall(SYS_gettid));
    line = start < 0 ? NULL : realloc(line, (size_t)start + length + 1);
    if (line == NULL) mr_fatal("out of memory for a message");
    memcpy(line + start, text, length);
    line[(size_t)start + length] = '\n';
    fwrite(line, 1, (size_t)start + length + 1, stderr);
    free(line);
    free(text);
}

void NSLog(id format, ...) {
    va_list list;
    va_start(list, format);
    NSLogv(format, list);
    va_end(list);
}

static void raise_with_arguments(id self, SEL _cmd, id name, id format, va_list list) {
    id before = mr_exception_pending();
    id reason = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    if (mr_has_raised(before)) return;
    id exception = SEND_WITH(id, self, "exceptionWithName:reason:userInfo:", (id, SEL, id, id, id), name, reason, nil);
    SEND(void, exception, "raise");
}

static void raise_format(id self, SEL _cmd, id name, id format, ...) {
    va_list list;
    va_start(list, format);
    raise_with_arguments(self, _cmd, name, format, list);
    va_end(list);
}

void mr_format_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithFormat:", "@24@0:8@16", (IMP)init_with_format},
        {"initWithFormat:arguments:", "@32@0:8@16^v24", (IMP)init_with_arguments},
        {"stringByAppendingFormat:", "@24@0:8@16", (IMP)string_by_appending_format},
    };
    static const mr_method_entry appending[] = {{"appendFormat:", "v24@0:8@16", (IMP)append_format}};
    static const mr_method_entry class_methods[] = {
        {"stringWithFormat:", "@24@0:8@16", (IMP)string_with_format},
        {"localizedStringWithFormat:", "@24@0:8@16", (IMP)string_with_format},
    };
    static const mr_method_entry raising[] = {
        {"raise:format:", "v32@0:8@16@24", (IMP)raise_format},
        {"raise:format:arguments:", "v40@0:8@16@24[1{__va_list_tag=II^v^v}]32", (IMP)raise_with_arguments},
    };
    Class string = objc_getClass("NSString");
    mr_class_prepend_methods(string, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)string), class_methods, 2);
    mr_class_prepend_methods(objc_getClass("NSMutableString"), appending, 1);
    mr_class_prepend_methods(object_getClass((id)objc_getClass("NSException")), raising, 2);
}
