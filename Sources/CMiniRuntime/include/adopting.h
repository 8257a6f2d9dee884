// adopting.h - the interface for CObjectiveC alone: classes, methods and blocks that a compiler laid out.
//
// No other layer includes this header, which is for C only, and the Swift module excludes it.
#ifndef MR_ADOPTING_H
#define MR_ADOPTING_H

#include "miniruntime.h"
#include "observing-support.h"
#include "trace.h"

// Print one line on standard error: "miniruntime[pid]: ...". mr_fatal then aborts.
void mr_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void mr_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

char *mr_copy_string(const char *string);             // NULL for NULL; the caller frees it
char *mr_copy_text(const char *text, size_t length);  // the same for so many bytes

// A method in a static table, laid out as in compiled code. The core uses such tables for its own classes.
typedef struct {
    const char *name;
    const char *types;
    IMP imp;
} mr_method_entry;

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

// Defined by CObjectiveC, and NULL if it is not linked. Returns static memory for a class or metaclass that compiled
// code refers to by a symbol. Nil for any other name.
extern Class mr_class_storage(const char *name, bool isMeta) __attribute__((weak));
// Defined by CObjectiveC. Called when the Swift modules have created their classes, before main().
extern void mr_load_CObjectiveC(void) __attribute__((weak));
// Turns a compiled class and its metaclass into a class pair of the runtime, and links them to their superclasses. Both
// stay at their addresses and live for ever. `name` is copied. The caller then adds ivars, layouts, methods and the
// rest, and registers the class.
void mr_class_adopt(Class cls, Class superclass, const char *name, uint32_t instanceStart, uint32_t instanceSize);
// Returns the offset at which the ivars of an instance end, in bytes. The ivars of a subclass may begin at that offset.
// class_getInstanceSize rounds it up to a whole word.
uint32_t mr_class_ivars_end(Class cls);
// Adds an ivar at the offset that the compiler has chosen. `alignment` is in bytes. Call it before registration.
void mr_class_adopt_ivar(Class cls, const char *name, const char *types, uint32_t offset, uint32_t size,
                         uint32_t alignment);
// Declares that the instances of a class are static data: they have no header and are never counted or freed. Call it
// before the class has instances.
void mr_class_set_constant(Class cls);
// Sets the function that runs the constructors of an instance's ivars of C++ types: `.cxx_construct`. Call it before
// registration.
void mr_class_set_constructor(Class cls, IMP constructor);
// Sets the function that releases the ivars of an instance: `.cxx_destruct`. Call it before registration.
void mr_class_set_destructor(Class cls, IMP destructor);
// Inserts methods before those of the class, so that a lookup finds the new one of two methods with the same name.
void mr_class_prepend_methods(Class cls, const mr_method_entry *entries, size_t count);

// Sets the name and reason of a new NSException. Both are copied.
void mr_exception_set_texts(id exception, const char *name, const char *reason);

// Defined by CObjectiveC. Called before the exception becomes pending. If compiled code will continue when the calling
// code returns, arranges that the exception is thrown there instead, and sets the exception aside that was pending when
// that compiled code was called. Ends the process if there is no handler.
extern void mr_exception_await(id exception) __attribute__((weak));

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────

// The beginning of every block, as compilers lay it out. The core's own blocks begin in the same way.
struct mr_block_descriptor {
    uintptr_t reserved, size;
    void *more[];  // copy and dispose helpers, signature: each is present if its flag is set
};
struct mr_block_header {
    Class isa;
    int32_t flags, reserved;
    void (*invoke)(void);
    const struct mr_block_descriptor *descriptor;
};
// Defined by CObjectiveC. Returns a closure that calls a compiled block, and replaces `*block` by a copy of it, +1.
// NULL if `*block` is not a compiled block or has no signature.
extern IMP mr_compiled_block_imp(id *block) __attribute__((weak));
// Returns a new IMP that calls `function` with `context`. Ends the process with one line on standard error if the
// system refuses executable memory.
IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context);

#endif
