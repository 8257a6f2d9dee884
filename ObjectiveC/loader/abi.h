// abi.h - the structures that clang writes into an object file for Apple's non-fragile ABI, and the declarations that
// the files of this folder share.
//
//      objc_classlist ──► class │ isa │ superclass │ cache │ 0 │ ro ──► flags, sizes, name, methods, ivars, ...
//                                  └──► metaclass, with an ro of its own: class methods, class properties
//
// The five words of a class are also those of the core's `struct objc_class`, so a class is adopted without being
// moved.
#ifndef MR_ABI_H
#define MR_ABI_H

#include <assert.h>
#include <stdatomic.h>

#include <unwind.h>

#include "adopting.h"
#include "inspect.h"
#include "objective-c.h"
#include "swift-support.h"

// ── Structures of the ABI ───────────────────────────────────────────────────────────────────────────

typedef struct {
    uint32_t entry_size, count;
    mr_method_entry list[];
} abi_methods;

#if defined(__aarch64__)
typedef int32_t abi_offset;
#else
typedef int64_t abi_offset;
#endif
typedef struct {
    abi_offset *offset;  // NULL for an anonymous bit-field
    const char *name, *type;
    uint32_t alignment_log2, size;  // an alignment_log2 of ~0 is the alignment of a pointer
} abi_ivar;
typedef struct {
    uint32_t entry_size, count;
    abi_ivar list[];
} abi_ivars;

typedef struct {
    const char *name, *attributes;
} abi_property;
typedef struct {
    uint32_t entry_size, count;
    abi_property list[];
} abi_properties;

typedef struct abi_protocol abi_protocol;
typedef struct {
    uint64_t count;
    abi_protocol *list[];
} abi_protocols;
enum { ABI_INSTANCE, ABI_CLASS, ABI_OPTIONAL_INSTANCE, ABI_OPTIONAL_CLASS, ABI_METHOD_KINDS };
struct abi_protocol {
    void *isa;
    const char *name;
    const abi_protocols *protocols;
    const abi_methods *methods[ABI_METHOD_KINDS];
    const abi_properties *properties;
    uint32_t size, flags;
    const char **extended_types;
    const char *demangled_name;
    const abi_properties *class_properties;
};

enum { ABI_RO_META = 1 << 0, ABI_RO_ROOT = 1 << 1, ABI_RO_ARC = 1 << 7 };
typedef struct {
    uint32_t flags, instance_start, instance_size, reserved;
    const uint8_t *ivar_layout;
    const char *name;
    const abi_methods *methods;
    const abi_protocols *protocols;
    const abi_ivars *ivars;
    const uint8_t *weak_ivar_layout;
    const abi_properties *properties;
} abi_ro;

typedef struct abi_class {
    struct abi_class *isa, *superclass;
    void *cache;
    uintptr_t reserved;
    uintptr_t ro;  // with flags in the low three bits
} abi_class;

// A class that Swift's compiler wrote for Objective-C begins in the same way. It has its methods for Swift and the
// offsets of its ivars behind the last word here, and what Swift needs of any type before the first one.
enum { ABI_IS_SWIFT = 3 };  // either bit of `ro`
typedef struct {
    abi_class objc;
    uint32_t flags, instance_start, instance_size;
    uint16_t alignment_mask, reserved;
    uint32_t class_size, class_start;  // bytes of the whole record, and of it before `objc`
    const void *descriptor;
    void (*destroy_ivars)(void);
} abi_swift_class;

typedef struct {
    const char *name;
    abi_class *cls;
    const abi_methods *instance_methods, *class_methods;
    const abi_protocols *protocols;
    const abi_properties *properties, *class_properties;
    uint32_t size;
} abi_category;

enum { ABI_STRING_BYTES = 0x7c8, ABI_STRING_UTF16 = 0x7d0 };
typedef struct {
    void *isa;
    uint32_t flags;
    const void *units;
    int64_t count;
} abi_string;

_Static_assert(sizeof(abi_class) == 40 && offsetof(abi_class, ro) == 32, "a class is five words");
_Static_assert(sizeof(abi_swift_class) == 80 && offsetof(abi_swift_class, descriptor) == 64, "a class in Swift");
_Static_assert(sizeof(abi_ro) == 72 && offsetof(abi_ro, name) == 24, "what a class has that never changes");
_Static_assert(offsetof(abi_protocol, flags) == 68 && sizeof(abi_protocol) == 96, "a protocol");
_Static_assert(offsetof(abi_category, size) == 56, "a category");
_Static_assert(sizeof(abi_string) == 32 && sizeof(mr_method_entry) == 24, "a constant string, and a method");

// ── storage.c ───────────────────────────────────────────────────────────────────────────────────────

// The `cache` word of a compiled class points here until the class is adopted.
extern void *_objc_empty_cache[2];
static inline bool mr_is_unadopted(const abi_class *cls) { return cls->cache == _objc_empty_cache; }
// Returns the name of a class whose memory is static (class-storage.h); NULL for any other address.
const char *mr_class_storage_name(const void *cls);
// Returns the class of constant strings. The isa of every compiled string contains its address.
Class mr_constant_string_class(void);
void mr_class_libraries_load(void);  // makes the classes of the libraries that were added

// ── segments.c ──────────────────────────────────────────────────────────────────────────────────────

// Reads which memory the program and its libraries have mapped. The functions below use that list until
// mr_segments_forget frees it.
void mr_segments_collect(void);
void mr_segments_forget(void);
// Returns whether `count` elements of `size` bytes at `address` lie within one segment, aligned to their size.
bool mr_is_mapped(const void *address, uint64_t count, size_t size);
bool mr_is_text(const char *text);  // whether the text ends with a NUL inside its segment

// ── check.c ─────────────────────────────────────────────────────────────────────────────────────────

// Declares `name` and `name_count`: the elements of a section, as an array of pointers to T.
#define MR_IMAGE_LIST(T, name, image, section)                                                                         \
    T **name = (T **)(void *)(image)->sections[MR_SECTION_##section].begin;                                            \
    size_t name##_count =                                                                                              \
        (size_t)((image)->sections[MR_SECTION_##section].end - (image)->sections[MR_SECTION_##section].begin) /        \
        sizeof(void *)
static inline bool mr_image_has_room(const mr_image *image, const abi_class *cls) {
    const mr_image_section *room = &image->sections[MR_SECTION_objc_class_room];
    return room->begin && (char *)cls > room->begin && (char *)cls < room->end;
}
static inline bool mr_is_swift(const abi_class *cls) { return cls->ro & ABI_IS_SWIFT; }
static inline const abi_ro *mr_ro(const abi_class *cls) { return (const abi_ro *)(cls->ro & ~(uintptr_t)7); }
// Ends the process with a message if an image is not as clang writes it. Changes nothing in the image.
void mr_image_check(const mr_image *image);
// Ends the process if the variable with an ivar's offset lies in read-only memory. Called before the offset is changed.
void mr_image_check_offset(Class cls, const abi_ivar *ivar);

// ── protocols.c ─────────────────────────────────────────────────────────────────────────────────────

void mr_image_load_protocols(const mr_image *image);
void mr_class_adopt_protocols(Class cls, const abi_protocols *protocols);
void mr_class_adopt_properties(Class cls, const abi_properties *properties, bool isCategory);

// ── classes.c ───────────────────────────────────────────────────────────────────────────────────────

void mr_image_load_classes(const mr_image *image);
void mr_image_load_categories(const mr_image *image);

// ── load-methods.c ──────────────────────────────────────────────────────────────────────────────────

// The +load method of a class. The methods are found before the classes are adopted, and called after the categories
// have been added.
typedef struct {
    abi_class *cls;
    IMP imp;  // NULL once it was called
} mr_load_call;
mr_load_call *mr_image_find_loads(const mr_image *image);              // malloc'd; mr_image_call_loads frees it
void mr_image_call_loads(const mr_image *image, mr_load_call *calls);  // also calls the +load methods of categories

bool mr_images_are_ready(void);  // image.c: whether the classes of the core are made

// ── strings.c ───────────────────────────────────────────────────────────────────────────────────────

// Makes the class of constant strings, and the objects that `@[]` and `@{}` evaluate to, if MiniFoundation is linked.
void mr_constants_boot(void);
void mr_properties_boot(void);  // properties.c
void mr_image_load_strings(const mr_image *image);

// ── blocks.c ────────────────────────────────────────────────────────────────────────────────────────

void mr_blocks_boot(void);
void *_Block_copy(const void *block);  // declared by <Block.h>
void _Block_release(const void *block);
id objc_retainBlock(id block);

// ── handlers.c, frames.c ────────────────────────────────────────────────────────────────────────────

struct _Unwind_Context;
// What a compiled frame does when an exception passes it.
typedef enum { MR_FRAME_NOTHING, MR_FRAME_CLEANS_UP, MR_FRAME_CATCHES } mr_frame_kind;
typedef struct {
    uintptr_t landing_pad;  // the address at which the frame continues
    int64_t selector;       // the number that selects a handler at the landing pad
} mr_landing;
// Finds what a frame does with an exception, and its landing pad. `exception` is nil for an exception of another
// language, which only `@catch (...)` catches.
mr_frame_kind mr_frame_handler(struct _Unwind_Context *frame, id exception, mr_landing *out);
// Records which code of an image is compiled Objective-C: the functions that it lists or, if it lists none, all its
// code.
void mr_frames_add_image(const mr_image *image);
bool mr_frames_exist(void);  // whether there is any compiled code
bool mr_frame_is_compiled(struct _Unwind_Context *frame);

// ── stack.c ─────────────────────────────────────────────────────────────────────────────────────────

// A return into a compiled frame.
typedef struct {
    uintptr_t caller;   // the stack pointer of the compiled frame after the return; 0 if there is no such return
    uintptr_t address;  // the return address
    uintptr_t *slot;    // where the called function has stored it; NULL if that is not known
} mr_return;
// The registers with which a frame continues, in the order that mr_continue (unwind.S) expects.
#if defined(__x86_64__)
enum { MR_SAVED_REGISTERS = 6 };
#elif defined(__aarch64__)
enum { MR_SAVED_REGISTERS = 19 };
#endif
typedef struct {
    uint64_t saved[MR_SAVED_REGISTERS];
    uintptr_t frame;      // the stack pointer; 0 if there is no such frame
    uintptr_t address;    // the landing pad, or where the function that the frame called returns to
    uint64_t results[2];  // the contents of the two registers that a landing pad, or a caller, reads
} mr_continuation;
// What an exception finds on the stack of this thread, from the innermost frame on.
typedef struct {
    mr_return inner;  // the return of the raising code into the first compiled frame
    mr_return outer;  // the return of the code at `target` into the next compiled frame, if `target` is not the handler
    mr_continuation target;  // the handler, or the first frame of other code beyond compiled frames
    bool is_direct;          // whether `target` is the handler
    bool is_caught;          // whether a compiled frame catches the exception, at `target` or beyond
    bool has_cleanups;       // whether a compiled frame below `target` has cleanups
} mr_stack_view;
// Walks the stack up to the handler or, if a caller in Swift waits for exceptions, up to the return that is `wanted`.
typedef enum { MR_WANTS_INNER, MR_WANTS_OUTER } mr_wanted_return;
mr_stack_view mr_stack_look(id exception, mr_wanted_return wanted);

// ── return.c ────────────────────────────────────────────────────────────────────────────────────────

// Whether the processor compares return addresses with a copy of its own. Then only the unwinder may leave a function
// other than by its return.
bool mr_has_shadow_stack(void);
// Whether an exception that is pending when the function returns will be thrown there.
bool mr_return_is_awaited(const mr_return *place);
// Arranges that. Sets the pending exception aside until the return. Returns false if the return address cannot be
// replaced.
bool mr_return_await(const mr_return *place);
// Put the original return addresses back, so that the unwinder can walk the stack, and replace them again.
void mr_returns_restore(void);
void mr_returns_replace(void);

// ── unwind.c, throw.c ───────────────────────────────────────────────────────────────────────────────

// Throws an exception in the compiled frame that the calling code returns to. Takes over a +1.
_Noreturn void mr_exception_throw(id exception);
// The destination of an exception. It is stored beside the exception, because the stack frames of the throwing function
// are gone before the exception arrives.
struct _Unwind_Exception;
typedef struct {
    mr_continuation target;
    bool has_cleanups;  // whether frames below the target have cleanups
    void (*arrived)(struct _Unwind_Exception *exception);
} mr_journey;
// Runs the cleanups of all frames below the target, calls `arrived`, and continues in the target.
_Noreturn void mr_unwind_to(struct _Unwind_Exception *exception, const mr_journey *journey);
// The type in a `@catch (C *)`, as exception tables refer to it.
typedef struct {
    const void *const *vtable;
    const char *name;
    Class cls;  // Nil for id
} mr_exception_type;
extern mr_exception_type OBJC_EHTYPE_id;
extern const void *const objc_ehtype_vtable[8];

// ── cplusplus.c ─────────────────────────────────────────────────────────────────────────────────────

bool mr_is_cxx_exception(const struct _Unwind_Exception *exception);
// The functions of the C++ library. The process ends with a message if it has no such library.
typedef _Unwind_Reason_Code (*mr_personality)(int version, _Unwind_Action action, uint64_t class,
                                              struct _Unwind_Exception *exception, struct _Unwind_Context *frame);
mr_personality mr_cxx_personality(void);
void *mr_cxx_begin_catch(struct _Unwind_Exception *exception);
void mr_cxx_end_catch(void);
void mr_cxx_rethrow(void);

#endif
