// logging.c - <os/log.h>: messages of the parts of a program, which NSLog writes.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

typedef struct {
    Class isa;
    char *name;  // `[subsystem:category] `, with % doubled; owned; NULL for the default
} mr_os_log_object;

// os_log_type_t
enum { IS_INFO = 1, IS_DEBUG = 2 };

MR_DEFINE_CONSTANT(mr_os_log_default);
MR_DEFINE_CONSTANT(mr_os_log_disabled);

id os_log_create(const char *subsystem, const char *category) {
    id log = SEND(id, objc_getClass("OS_os_log"), "new");
    char *name = mr_allocate(2 * (strlen(subsystem) + strlen(category)) + 5), *end = name;
    *end++ = '[';
    for (int part = 0; part < 2; part++) {
        if (part) *end++ = ':';
        for (const char *text = part ? category : subsystem; *text; text++) {
            if (*text == '%') *end++ = '%';
            *end++ = *text;
        }
    }
    memcpy(end, "] ", 3);
    ((mr_os_log_object *)(void *)log)->name = name;
    return log;
}

bool os_log_type_enabled(id log, uint8_t type) {
    if (log == mr_own_mr_os_log_disabled) return false;
    if (type != IS_INFO && type != IS_DEBUG) return true;
    const char *mode = getenv("OS_ACTIVITY_MODE");
    return mode && (strcmp(mode, "debug") == 0 || (type == IS_INFO && strcmp(mode, "info") == 0));
}

// Copies a format without the words in braces after a %.
static void copy_format(char *to, const char *format) {
    while (*format) {
        bool is_argument = *format == '%';
        *to++ = *format++;
        if (!is_argument) continue;
        if (*format == '%') *to++ = *format++;
        if (*format != '{') continue;
        const char *end = strchr(format, '}');
        if (end) format = end + 1;
    }
    *to = 0;
}

void mr_os_log(id log, uint8_t type, const char *format, ...) {
    extern void NSLogv(id format, va_list list);
    if (!os_log_type_enabled(log, type)) return;
    const char *name = log && ((mr_os_log_object *)(void *)log)->name ? ((mr_os_log_object *)(void *)log)->name : "";
    char *text = mr_allocate(strlen(name) + strlen(format) + 1);
    strcpy(text, name);
    copy_format(text + strlen(name), format);
    id string = SEND_WITH(id, SEND(id, objc_getClass("NSString"), "alloc"),
                          "initWithUTF8String:", (id, SEL, const char *), text);
    free(text);
    va_list list;
    va_start(list, format);
    NSLogv(string, list);
    va_end(list);
    objc_release(string);
}

static void dealloc(id self, SEL _cmd) {
    free(((mr_os_log_object *)(void *)self)->name);
    object_dispose(self);
}

void mr_logging_boot(void) {
    static const mr_method_entry methods[] = {{"dealloc", "v16@0:8", (IMP)dealloc}};
    Class cls = MR_MAKE_CLASS("OS_os_log", mr_os_log_object, methods);
    MR_SET_CONSTANT(mr_os_log_default, SEND(id, cls, "new"));
    MR_SET_CONSTANT(mr_os_log_disabled, SEND(id, cls, "new"));
}
