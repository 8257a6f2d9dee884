// adopting.h - the interface for CObjectiveC, CObjectiveCFoundation, CSwiftObjectiveC and CDispatchObjects: classes,
// methods and blocks that a compiler laid out.
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

// What Swift's libraries read of a class beside its first words: up to 24 bytes before it (how to copy and destroy a
// reference), and up to 96 bytes from its beginning on (its size and descriptor). The memory of each class of the
// runtime has this room. A class that clang compiled has five words, and no room.
enum { MR_CLASS_BEFORE = 24, MR_CLASS_AFTER = 96 };
// The memory of a class: so many bytes before its address, and so many from there on.
typedef struct {
    uint32_t before, after;
} mr_class_extent;
// Who counts the instances of a class, in bytes 30 and 31 of the class. Classes of Swift's libraries have 0 there.
enum { MR_COUNTING_SWIFT = 0, MR_COUNTING_OURS = 1 };

// Returns the name under which the runtime knows a class of Swift, "School.Person" for "_TtC6School6Person"; the caller
// frees it. NULL for every other name.
char *mr_swift_name_copy(const char *mangled);

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
// Declares the ivar `isa` of a root class of the runtime, as Apple's headers do. Called before compiled classes are
// loaded; without them, a root class has no ivars.
void mr_class_declare_isa(Class root);
// Returns whether Swift's compiler wrote the class, or it was made as a subclass of one: then it is a copy of that
// class.
bool mr_class_is_swift(Class cls);
// Declares that Swift's compiler wrote the class, with that memory, which subclasses that are made at run time begin as
// a copy of. Call it before registration.
void mr_class_set_swift(Class cls, mr_class_extent extent);
// Declares that the class may have a deinit in Swift, which retains the object while it runs, and leaves that reference
// to the superclass's -dealloc.
void mr_class_set_deinit(Class cls);
// Declares that Swift counts the instances of a root class and its subclasses. Call it before registration.
void mr_class_set_native(Class cls);
bool mr_class_is_native(Class cls);
// Whether the memory of the class has the room that Swift's libraries read. The second function declares that of a
// compiled class and its metaclass. Call it before registration.
bool mr_class_has_room(Class cls);
void mr_class_set_room(Class cls);
bool mr_class_is_static(Class cls);  // whether a compiler or CObjectiveC laid it out
bool mr_counts_native(void);         // whether the runtime was linked with `mr_native`, below
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

// ── Swift's own objects ─────────────────────────────────────────────────────────────────────────────

// Counts the objects of classes whose root is Swift's. Runs no foreign code, except that `release` may run a deinit.
// `hold` keeps the memory of an object, and retain_if_alive may be called, until `unhold`.
typedef struct {
    void (*retain)(id object);
    void (*release)(id object);
    bool (*retain_if_alive)(id object);
    void (*hold)(id object);
    void (*unhold)(id object);
} mr_native_functions;
// Both are defined by CSwiftObjectiveC, and NULL if it is not linked. The second is called before a class is
// registered, and gives its room contents. Where the first is linked, no object is a tagged pointer, because Swift's
// libraries read the first word of every object.
extern const mr_native_functions mr_native __attribute__((weak));
extern void mr_swift_class_prepare(Class cls) __attribute__((weak));

// Puts an object into the innermost autorelease pool, and returns it; without -autorelease, which a class may override.
id mr_root_autorelease(id object);

// Sets the name and reason of a new NSException. Both are copied.
void mr_exception_set_texts(id exception, const char *name, const char *reason);

// Returns the object that stands for nil, which `@throw nil` throws, borrowed: a thread without a pending exception has
// none. It is created when nil is thrown for the first time, and no handler of a class catches it.
id mr_thrown_nil(void);
bool mr_is_thrown_nil(id exception);

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
