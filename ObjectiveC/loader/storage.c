// storage.c - the static memory of the classes of the core, MiniFoundation and CObjectiveCFoundation, and the list of
// libraries that have the memory of further classes (class-storage.h).
//
// The list is changed by constructors only, which never run at the same time.
#include <string.h>

#include "abi.h"
#include "class-storage.h"

void *_objc_empty_cache[2];

// NSBlock, and every class of the core, MiniFoundation and CObjectiveCFoundation that Apple's headers declare.
#define STORED_CLASSES(X)                                                                                              \
    X(NSObject)                                                                                                        \
    X(Protocol)                                                                                                        \
    X(NSBlock)                                                                                                         \
    X(NSException)                                                                                                     \
    X(NSInvocation)                                                                                                    \
    X(NSMethodSignature)                                                                                               \
    X(NSProxy)                                                                                                         \
    X(NSString)                                                                                                        \
    X(NSMutableString)                                                                                                 \
    X(NSValue)                                                                                                         \
    X(NSNumber)                                                                                                        \
    X(NSNull)                                                                                                          \
    X(NSEnumerator)                                                                                                    \
    X(NSArray)                                                                                                         \
    X(NSMutableArray)                                                                                                  \
    X(NSSet)                                                                                                           \
    X(NSMutableSet)                                                                                                    \
    X(NSOrderedSet)                                                                                                    \
    X(NSMutableOrderedSet)                                                                                             \
    X(NSDictionary)                                                                                                    \
    X(NSMutableDictionary)                                                                                             \
    X(NSHashTable)                                                                                                     \
    X(NSMapTable)                                                                                                      \
    X(NSSortDescriptor)                                                                                                \
    X(NSValueTransformer)                                                                                              \
    X(NSCoder)                                                                                                         \
    X(NSFileHandle)                                                                                                    \
    X(NSPipe)                                                                                                          \
    X(NSStream)                                                                                                        \
    X(NSInputStream)                                                                                                   \
    X(NSOutputStream)                                                                                                  \
    X(NSXMLParser)                                                                                                     \
    X(NSCountedSet)                                                                                                    \
    X(NSPointerArray)                                                                                                  \
    X(NSPointerFunctions)                                                                                              \
    X(NSProcessInfo)                                                                                                   \
    X(NSCharacterSet)                                                                                                  \
    X(NSMutableCharacterSet)                                                                                           \
    X(NSError)                                                                                                         \
    X(NSDate)                                                                                                          \
    X(NSData)                                                                                                          \
    X(NSMutableData)                                                                                                   \
    X(NSThread)                                                                                                        \
    X(NSAutoreleasePool)                                                                                               \
    X(NSLock)                                                                                                          \
    X(NSRecursiveLock)                                                                                                 \
    X(NSCondition)                                                                                                     \
    X(NSConditionLock)                                                                                                 \
    X(NSAssertionHandler)                                                                                              \
    X(NSNotification)                                                                                                  \
    X(NSNotificationCenter)                                                                                            \
    X(NSIndexSet)                                                                                                      \
    X(NSMutableIndexSet)

STORED_CLASSES(MR_DEFINE_STORAGE)

// The classes that compiled code refers to by other symbols: constant strings, and blocks on the stack, in the data
// section and in the memory of libBlocksRuntime.
#define SYMBOL_CLASSES(X)                                                                                              \
    X(__NSCFConstantString, __CFConstantStringClassReference)                                                          \
    X(__NSStackBlock__, _NSConcreteStackBlock)                                                                         \
    X(__NSGlobalBlock__, _NSConcreteGlobalBlock)                                                                       \
    X(__NSForeignBlock__, _NSConcreteMallocBlock)
#define DEFINE_SYMBOL(name, symbol)                                                                                    \
    __attribute__((used)) static mr_class_memory class_##name, metaclass_##name;                                       \
    MR_EXPORT_CLASS(#symbol, class_##name)
SYMBOL_CLASSES(DEFINE_SYMBOL)

// The offsets of the isa that the headers of the root classes declare. Compiled code of NSObject's subclasses knows its
// own without the symbol.
extern const abi_offset nsobject_isa __asm__("OBJC_IVAR_$_NSObject.isa"), nsproxy_isa
    __asm__("OBJC_IVAR_$_NSProxy.isa");
const abi_offset nsobject_isa = 0, nsproxy_isa = 0;

_Static_assert(offsetof(mr_class_memory, cls) == MR_CLASS_BEFORE, "class-storage.h");
_Static_assert(sizeof(mr_class_memory) == MR_CLASS_BEFORE + MR_CLASS_AFTER, "class-storage.h");

static const mr_stored_class stored[] = {
#define SYMBOL_ROW(name, symbol) MR_STORAGE_ROW(name)
    STORED_CLASSES(MR_STORAGE_ROW) SYMBOL_CLASSES(SYMBOL_ROW)};

static mr_class_library *libraries;

// Returns the first class of `classes` with the given name, or at the given address.
static const mr_stored_class *find(const mr_stored_class *classes, size_t count, const char *name, const void *cls) {
    for (size_t index = 0; index < count; index++) {
        if (name ? strcmp(classes[index].name, name) == 0 : classes[index].cls == cls) return &classes[index];
    }
    return NULL;
}

static const mr_stored_class *find_everywhere(const char *name, const void *cls) {
    const mr_stored_class *found = find(stored, sizeof stored / sizeof *stored, name, cls);
    for (const mr_class_library *library = libraries; found == NULL && library; library = library->next) {
        found = find(library->classes, library->count, name, cls);
    }
    return found;
}

Class mr_class_storage(const char *name, bool isMeta) {
    assert(name);
    const mr_stored_class *found = find_everywhere(name, NULL);
    return found ? (Class)(void *)(isMeta ? found->metaclass : found->cls) : Nil;
}

const char *mr_class_storage_name(const void *cls) {
    const mr_stored_class *found = find_everywhere(NULL, cls);
    return found ? found->name : NULL;
}

Class mr_constant_string_class(void) { return (Class)(void *)class___NSCFConstantString.cls; }

// ── Libraries ───────────────────────────────────────────────────────────────────────────────────────

static void load_library(mr_class_library *library) {
    if (library->is_loaded) return;
    library->is_loaded = true;
    library->load();
}

void mr_class_library_add(mr_class_library *library) {
    library->next = libraries;
    libraries = library;
}

void mr_class_library_load(mr_class_library *library) {
    if (mr_images_are_ready()) load_library(library);
}

void mr_class_libraries_load(void) {
    for (mr_class_library *library = libraries; library; library = library->next) load_library(library);
}
