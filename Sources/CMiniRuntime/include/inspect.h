// inspect.h - reads the state of the runtime: headers, counts, classes, caches, invariants, images.
#ifndef INSPECT_H
#define INSPECT_H

#include "objc/runtime.h"

MR_BEGIN_DECLS

// ── Introspection ───────────────────────────────────────────────────────────────────────────────────
// The bytes of the header before each object, and the number of an object's owners: 0 for nil, SIZE_MAX for an object
// that is not counted.
size_t mr_header_size(void);
size_t mr_retain_count(id object);
// Reads the header of an object and its side table. false for objects without a header: classes, constants, tagged
// pointers.
typedef struct {
    const void *address;
    uint64_t count_word;     // retain count << 32 | holds << 8 | flags
    const void *side_table;  // NULL until first used
    size_t association_count;
} mr_header_facts;
bool mr_header_read(id object, mr_header_facts *facts);
// The number of live instances of `cls` itself, and of all classes. An instance of a permanent class counts for its
// superclass. Both are exact unless other threads create or free instances during the call: some of those instances may
// then be included, but an instance that stays alive is never left out.
size_t mr_instance_count(Class cls);
size_t mr_live_object_count(void);
bool mr_class_is_registered(Class cls);
// The names of all registered classes, and the distinct type encodings of all instance and class methods with one
// selector. Strings and list belong to the caller. Unlike the list of objc_copyClassList, both are safe to read while
// other threads dispose of classes.
char **mr_class_names_copy(unsigned int *outCount);
char **mr_selector_encodings_copy(SEL name, unsigned int *outCount);
// Returns the name of the class at an address, which the caller frees. NULL if no class is at that address any more.
// O(classes).
char *mr_class_name_copy(const void *address);
// Like objc_disposeClassPair, but returns NULL, or a sentence with the reason why the class stays, which the caller
// frees.
char *mr_class_dispose(Class cls);
// The method cache of a class: its number of buckets, and the cached methods (the caller frees the list).
size_t mr_cache_capacity(Class cls);
Method *mr_cache_copy_methods(Class cls, unsigned int *outCount);
// The bytes held by outgrown caches, which are freed with their class.
size_t mr_cache_retired_bytes(Class cls);
// Checks the invariants of one class, or of all if `cls` is Nil. NULL, or a sentence describing a violation, which the
// caller frees.
char *mr_check_invariants(Class cls);
// "assembly" or "C", and the CPU: "x86-64" or "aarch64".
const char *mr_dispatch_kind(void);
const char *mr_cpu_name(void);
// The sanitizer that the runtime was built with, or NULL. The version of libffi, or NULL if libffi is too old to report
// it.
const char *mr_sanitizer_name(void);
const char *mr_libffi_version(void);
// Returns the path of the loaded file that contains `address`, or NULL. Stores the file's base address and the exported
// symbol at exactly `address`, or NULL.
const char *mr_image_of(const void *address, const void **outBase, const char **outSymbol);
// Prints the MINIRUNTIME_... environment variables, their values and help texts on standard error.
void mr_debug_print_switches(void);

MR_END_DECLS

#endif
