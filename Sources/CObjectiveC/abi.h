// abi.h - what clang writes into an object file for Apple's non-fragile ABI, and what the files of this folder share.
//
//      objc_classlist ──► class │ isa │ superclass │ cache │ 0 │ ro ──► flags, sizes, name, methods, ivars, ...
//                                  └──► metaclass, with an ro of its own: class methods, class properties
//
// The five words of a class are those of the core's `struct objc_class`: a class is adopted where it lies.
#ifndef MR_ABI_H
#define MR_ABI_H

#include <assert.h>
#include <stdatomic.h>

#include "adopting.h"
#include "objective-c.h"

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
    uint32_t alignment_log2, size;  // ~0 for the alignment of a pointer
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
_Static_assert(sizeof(abi_ro) == 72 && offsetof(abi_ro, name) == 24, "what a class has that never changes");
_Static_assert(offsetof(abi_protocol, flags) == 68 && sizeof(abi_protocol) == 96, "a protocol");
_Static_assert(offsetof(abi_category, size) == 56, "a category");
_Static_assert(sizeof(abi_string) == 32 && sizeof(mr_method_entry) == 24, "a constant string, and a method");

// ── storage.c ───────────────────────────────────────────────────────────────────────────────────────

// Compiled classes point at it until they are adopted.
extern void *_objc_empty_cache[2];
static inline bool mr_is_unadopted(const abi_class *cls) { return cls->cache == _objc_empty_cache; }
// The name of a class whose memory is in storage.c, or NULL.
const char *mr_class_storage_name(const void *cls);
// The class of constant strings; its address is what compiled strings have in their isa.
Class mr_constant_string_class(void);

// ── segments.c ──────────────────────────────────────────────────────────────────────────────────────

// Which memory programs and libraries have, until it is forgotten.
void mr_segments_collect(void);
void mr_segments_forget(void);
// Whether `count` elements of `size` bytes lie there, aligned as their size says.
bool mr_is_mapped(const void *address, uint64_t count, size_t size);
bool mr_is_text(const char *text);  // with a NUL at its end
bool mr_is_code(IMP imp);
bool mr_is_variable(const void *address);  // it can be written

// ── check.c ─────────────────────────────────────────────────────────────────────────────────────────

// The elements of a section: pointers to T, in `list` and `count`.
#define MR_IMAGE_LIST(T, name, image, section)                                                                         \
    T **name = (T **)(void *)(image)->sections[MR_SECTION_##section].begin;                                            \
    size_t name##_count =                                                                                              \
        (size_t)((image)->sections[MR_SECTION_##section].end - (image)->sections[MR_SECTION_##section].begin) /        \
        sizeof(void *)
static inline const abi_ro *mr_ro(const abi_class *cls) { return (const abi_ro *)(cls->ro & ~(uintptr_t)7); }
// Ends the process with a sentence if an image is not as clang writes it. Nothing is changed before that.
void mr_image_check(const mr_image *image);
// Ends the process if the offset of an ivar has to be written, and lies in constant memory.
void mr_image_check_offset(Class cls, const abi_ivar *ivar);
const char *mr_image_path(const mr_image *image);  // borrowed from the dynamic linker

// ── protocols.c ─────────────────────────────────────────────────────────────────────────────────────

void mr_image_load_protocols(const mr_image *image);
void mr_class_adopt_protocols(Class cls, const abi_protocols *protocols);
void mr_class_adopt_properties(Class cls, const abi_properties *properties, bool isCategory);

// ── classes.c ───────────────────────────────────────────────────────────────────────────────────────

void mr_image_load_classes(const mr_image *image);
void mr_image_load_categories(const mr_image *image);

// ── load.c ──────────────────────────────────────────────────────────────────────────────────────────

// The +load methods of an image's classes: found before the classes are adopted, called after the categories are there.
typedef struct {
    abi_class *cls;
    IMP imp;  // NULL once it was called
} mr_load_call;
mr_load_call *mr_image_find_loads(const mr_image *image);
void mr_image_call_loads(const mr_image *image, mr_load_call *calls);  // frees them

// ── strings.c ───────────────────────────────────────────────────────────────────────────────────────

// Makes the class of constant strings, and the objects that `@[]` and `@{}` stand for, if MiniFoundation is linked.
void mr_constants_boot(void);
void mr_properties_boot(void);  // properties.c
void mr_image_load_strings(const mr_image *image);

// ── blocks.c ────────────────────────────────────────────────────────────────────────────────────────

void mr_blocks_boot(void);
void *_Block_copy(const void *block);  // what <Block.h> declares
void _Block_release(const void *block);
id objc_retainBlock(id block);

// ── handlers.c, frames.c, leave.c, throw.c ──────────────────────────────────────────────────────────

struct _Unwind_Context;
// What a frame does with an exception: its landing pad, and the number that selects a handler there.
typedef enum { MR_FRAME_NOTHING, MR_FRAME_CLEANS_UP, MR_FRAME_CATCHES } mr_frame_kind;
typedef struct {
    uintptr_t landing_pad;
    int64_t selector;
} mr_landing;
// `exception` is nil for one of another language, which only handlers of everything catch.
mr_frame_kind mr_frame_handler(struct _Unwind_Context *frame, id exception, mr_landing *out);
// Which code is an image's: the functions that it lists, or if it lists none, all of its code.
void mr_frames_add_image(const mr_image *image);
typedef enum { MR_CODE_COMPILED, MR_CODE_OF_CORE, MR_CODE_OTHER } mr_code_kind;
mr_code_kind mr_frame_code(struct _Unwind_Context *frame);
// The frame that has called compiled code and gets an exception that is thrown here: its stack pointer. 0 if a compiled
// frame catches the exception before that, or no caller in Swift waits.
uintptr_t mr_frame_that_waits(id exception);
// Where an exception goes. It lives as long as the exception: the stack of whoever began to unwind is gone by then.
struct _Unwind_Exception;
typedef struct {
    uintptr_t caller;
    void (*arrived)(struct _Unwind_Exception *exception);
} mr_journey;
// Runs the cleanups of all frames before the caller's, calls `arrived`, and goes on there with zero.
_Noreturn void mr_leave(struct _Unwind_Exception *exception, const mr_journey *journey);
// What `@catch (C *)` compares with.
typedef struct {
    const void *const *vtable;
    const char *name;
    Class cls;  // Nil for id
} mr_exception_type;
extern mr_exception_type OBJC_EHTYPE_id;

#endif
