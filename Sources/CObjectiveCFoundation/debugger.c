// debugger.c - the function that gdb calls for `print-object`, and lldb for `po`.
#include "foundation.h"

const char *_NSPrintForDebugger(id object);

// Returns the debug description, which lives until the innermost autorelease pool is popped. A debugger may call it
// between any two instructions, so it leaves pending exceptions as they are.
const char *_NSPrintForDebugger(id object) {
    if (object == nil) return "nil";
    id text = SEND(id, object, "debugDescription");
    return text ? SEND(const char *, text, "UTF8String") : "(null)";
}
