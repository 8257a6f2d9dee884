// debugger.c - the functions that debuggers call: for `po`, and for the formatters scripts/objc_gdb.py and
// scripts/objc_lldb.py.
#include <stdio.h>

#include "foundation.h"

const char *_NSPrintForDebugger(id object);
const char *mr_debugger_summary(id object);

// Returns the debug description, which lives until the innermost autorelease pool is popped. A debugger may call it
// between any two instructions, so it leaves pending exceptions as they are.
const char *_NSPrintForDebugger(id object) {
    if (object == nil) return "nil";
    id text = SEND(id, object, "debugDescription");
    return text ? SEND(const char *, text, "UTF8String") : "(null)";
}

static bool is_kind(Class cls, const char *name) {
    Class wanted = objc_getClass(name);
    while (cls && cls != wanted) cls = class_getSuperclass(cls);
    return cls != Nil;
}

// Returns the text of a string or number, the count of a collection, or the class of any other object and whether it is
// observed. Sends no message to an object of another class than the runtime's. One buffer: debuggers stop all threads.
const char *mr_debugger_summary(id object) {
    static char summary[200];
    if (object == nil) return "nil";
    Class cls = object_getClass(object);
    bool is_observed = class_getMethodImplementation(cls, sel_registerName("_isKVOA")) !=
                       class_getMethodImplementation(objc_getClass("NSObject"), sel_registerName("_isKVOA"));
    if (class_isMetaClass(cls)) {
        snprintf(summary, sizeof summary, "class %s", class_getName((Class)object));
    } else if (is_kind(cls, "NSString")) {
        snprintf(summary, sizeof summary, "@\"%.150s\"", SEND(const char *, object, "UTF8String"));
    } else if (is_kind(cls, "NSNumber")) {
        id text = SEND(id, object, "stringValue");
        snprintf(summary, sizeof summary, "@%s", SEND(const char *, text, "UTF8String"));
    } else if (is_kind(cls, "NSArray") || is_kind(cls, "NSDictionary") || is_kind(cls, "NSSet")) {
        snprintf(summary, sizeof summary, "%s of %zu", class_getName(cls), mr_count_of(object));
    } else if (is_observed) {
        snprintf(summary, sizeof summary, "%s, observed", class_getName(class_getSuperclass(cls)));
    } else {
        snprintf(summary, sizeof summary, "%s", class_getName(cls));
    }
    return summary;
}
