// debugger.c - the functions that debuggers call: for `po`, and for the formatters ObjectiveC/bin/objc_gdb.py and
// ObjectiveC/bin/objc_lldb.py.
#include <stdio.h>
#include <stdlib.h>

#include "foundation.h"

const char *_NSPrintForDebugger(id object);
const char *mr_debugger_summary(id object);
const char *mr_debugger_method(const void *code);

// Returns the debug description, which lives until the innermost autorelease pool is popped. A debugger may call it
// between any two instructions, so it leaves pending exceptions as they are.
const char *_NSPrintForDebugger(id object) {
    if (object == nil) return "nil";
    id text = SEND(id, object, "debugDescription");
    return text ? mr_shown(text) : "(null)";
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
        snprintf(summary, sizeof summary, "@\"%.150s\"", mr_shown(object));
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

// ── Code that is made at run time ───────────────────────────────────────────────────────────────────

static Method find_method(Class cls, const void *code) {
    enum { STUB = 32 };
    unsigned int count;
    Method *methods = class_copyMethodList(cls, &count), found = NULL;
    for (unsigned int index = 0; index < count && found == NULL; index++) {
        IMP imp = method_getImplementation(methods[index]);
        uintptr_t offset = (uintptr_t)code - (uintptr_t)imp;
        if (offset < STUB && mr_imp_get_kind(imp) != MR_IMP_FUNCTION) found = methods[index];
    }
    free(methods);
    return found;
}

// Returns the name of a method whose code was made at run time, from an address inside that code; NULL if there is
// none. One buffer, as for summaries.
const char *mr_debugger_method(const void *code) {
    static char name[300];
    unsigned int count;
    Class *classes = objc_copyClassList(&count);
    Method found = NULL;
    for (unsigned int index = 0; index < 2 * count && found == NULL; index++) {
        bool is_meta = index % 2;
        Class cls = is_meta ? object_getClass((id)classes[index / 2]) : classes[index / 2];
        found = find_method(cls, code);
        if (found == NULL) continue;
        snprintf(name, sizeof name, "%c[%s %s]", is_meta ? '+' : '-', class_getName(cls),
                 sel_getName(method_getName(found)));
    }
    free(classes);
    return found ? name : NULL;
}
