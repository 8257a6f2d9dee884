// adopting.h - the part of the core that only CObjectiveC uses: classes, methods and blocks that a compiler laid out.
//
// The other layers do not include it, and the Swift module leaves it out.
#ifndef MR_ADOPTING_H
#define MR_ADOPTING_H

#include "miniruntime.h"

// One line on standard error: "miniruntime[pid]: ...".
void mr_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void mr_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A method as compiled code and the core's own tables describe it.
typedef struct {
    const char *name;
    const char *types;
    IMP imp;
} mr_method_entry;

// The code of the core and of CObjectiveC lies in a section of its own, so that a frame of theirs can be told from others
// when an exception is to pass: they hold no locks then, and leave nothing undone.
#pragma clang section text = "mr_core"

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

// Defined by CObjectiveC when it is linked: static memory for a class, or metaclass, that compiled code refers to by a
// symbol. NULL for any other name.
extern Class mr_class_storage(const char *name, bool isMeta) __attribute__((weak));
// Called once the Swift modules have made their classes.
extern void mr_load_CObjectiveC(void) __attribute__((weak));
// Fills a compiled class and its metaclass, which stay where they are and live for ever, and links them to their
// superclasses. `name` is copied. Before registration the caller adds ivars, layouts, methods and the rest.
void mr_class_adopt(Class cls, Class superclass, const char *name, uint32_t instanceStart, uint32_t instanceSize);
// Where the ivars of an instance end, which is where those of a subclass may begin. class_getInstanceSize rounds it up.
uint32_t mr_class_ivars_end(Class cls);
// Adds an ivar that lies at an offset of the compiler's choice. `alignment` is in bytes.
void mr_class_adopt_ivar(Class cls, const char *name, const char *types, uint32_t offset, uint32_t size,
                         uint32_t alignment);
// Says, before there are instances, that those of a class are static data: no header, never counted, never freed.
void mr_class_set_constant(Class cls);
// Sets the function that releases the ivars of an instance: `.cxx_destruct`. Before registration.
void mr_class_set_destructor(Class cls, IMP destructor);
// Puts methods in front of those that the class has: of two with one name, the new one is found.
void mr_class_prepend_methods(Class cls, const mr_method_entry *entries, size_t count);

// Gives a new NSException its texts, which are copied.
void mr_exception_set_texts(id exception, const char *name, const char *reason);

// Defined by CObjectiveC, and called when an exception has come to be pending: does not return if a compiled handler
// catches it, nor if nobody would ever look.
extern void mr_exception_unwind(void) __attribute__((weak));

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────

// The beginning of every block, as compilers lay it out. The core's own blocks begin so too.
struct mr_block_descriptor {
    uintptr_t reserved, size;
    void *more[];  // copy and dispose helpers, signature: each if a flag says so
};
struct mr_block_header {
    Class isa;
    int32_t flags, reserved;
    void (*invoke)(void);
    const struct mr_block_descriptor *descriptor;
};
// Defined by CObjectiveC: a closure for a compiled block, which is replaced by a copy, +1. NULL if the object is no block.
extern IMP mr_compiled_block_imp(id *block) __attribute__((weak));
// Where the system gives no memory for code, the process ends with a line that says so.
IMP mr_closure_create(const mr_signature *signature, mr_block_function function, void *context);

#endif
