// assertions.c - NSAssertionHandler, whose methods NSAssert and NSCAssert call: they write a line to standard error,
// and raise an exception.
//
// A program may put a handler of its own into the dictionary of a thread.
#include <stdarg.h>

#include "foundation.h"

extern void NSLog(id format, ...);

MR_OWN(NSAssertionHandlerKey);

static id shared_handler;

static id current_handler(id cls, SEL _cmd) {
    id table = SEND(id, SEND(id, objc_getClass("NSThread"), "currentThread"), "threadDictionary");
    id own = SEND_WITH(id, table, "objectForKey:", (id, SEL, id), NSAssertionHandlerKey);
    return own ? own : shared_handler;
}

static void fail(id place, id file, long line, id format, va_list list) {
    NSLog(mr_string_with_format("*** Assertion failure in %%@, %%@:%%ld"), place, file, line);
    SEND_WITH(void, objc_getClass("NSException"), "raise:format:arguments:", (id, SEL, id, id, va_list),
              mr_string_with_format("NSInternalInconsistencyException"), format ? format : mr_string_with_format(" "),
              list);
}

static void fail_in_method(id self, SEL _cmd, SEL selector, id object, id file, long line, id format, ...) {
    va_list list;
    va_start(list, format);
    id place = mr_string_with_format("%c[%s %s]", object_isClass(object) ? '+' : '-',
                                     object_isClass(object) ? class_getName((Class)(void *)object)
                                                            : class_getName(SEND(Class, object, "class")),
                                     sel_getName(selector));
    fail(place, file, line, format, list);
    va_end(list);
}

static void fail_in_function(id self, SEL _cmd, id function, id file, long line, id format, ...) {
    va_list list;
    va_start(list, format);
    fail(function, file, line, format, list);
    va_end(list);
}

void mr_assertions_boot(void) {
    static const mr_method_entry methods[] = {
        {"handleFailureInMethod:object:file:lineNumber:description:", "v56@0:8:16@24@32q40@48", (IMP)fail_in_method},
        {"handleFailureInFunction:file:lineNumber:description:", "v48@0:8@16@24q32@40", (IMP)fail_in_function},
    };
    static const mr_method_entry class_methods[] = {{"currentHandler", "@16@0:8", (IMP)current_handler}};
    Class cls = mr_make_class("NSAssertionHandler", sizeof(Class), methods, sizeof methods / sizeof *methods);
    ADD_CLASS_METHODS_TO("NSAssertionHandler", class_methods);
    shared_handler = SEND(id, cls, "new");
}
