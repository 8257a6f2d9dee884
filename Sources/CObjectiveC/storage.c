// storage.c - static memory for the classes that compiled code refers to by a symbol, `OBJC_CLASS_$_NSString`.
//
// The address that the linker puts into an image must be the address of the class. So these classes are not allocated:
// when a class with one of the names is made, the core gets its memory from mr_class_storage, if this file is linked.
// The definitions are local and the symbols are aliases of them, so a program that defines such a class itself links,
// gets its own symbol, and is then refused by check.c with a message.
#include <string.h>

#include "abi.h"

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
    X(NSValueTransformer)                                                                                              \
    X(NSCoder)                                                                                                         \
    X(NSCountedSet)                                                                                                    \
    X(NSPointerArray)                                                                                                  \
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
    X(NSNotification)                                                                                                  \
    X(NSNotificationCenter)                                                                                            \
    X(NSIndexSet)                                                                                                      \
    X(NSMutableIndexSet)

#define DEFINE_STORAGE(name)                                                                                           \
    static abi_class class_##name, metaclass_##name;                                                                   \
    extern abi_class exported_class_##name __asm__("OBJC_CLASS_$_" #name) __attribute__((alias("class_" #name)));      \
    extern abi_class exported_metaclass_##name __asm__("OBJC_METACLASS_$_" #name)                                      \
        __attribute__((alias("metaclass_" #name)));
STORED_CLASSES(DEFINE_STORAGE)

// The classes that compiled code refers to by other symbols: constant strings, and blocks on the stack, in the data
// section and in the memory of libBlocksRuntime.
#define SYMBOL_CLASSES(X)                                                                                              \
    X(__NSCFConstantString, __CFConstantStringClassReference)                                                          \
    X(__NSStackBlock__, _NSConcreteStackBlock)                                                                         \
    X(__NSGlobalBlock__, _NSConcreteGlobalBlock)                                                                       \
    X(__NSForeignBlock__, _NSConcreteMallocBlock)
#define DEFINE_SYMBOL(name, symbol)                                                                                    \
    static abi_class class_##name, metaclass_##name;                                                                   \
    extern abi_class symbol __attribute__((alias("class_" #name)));
SYMBOL_CLASSES(DEFINE_SYMBOL)

static const struct {
    const char *name;
    abi_class *cls, *metaclass;
} stored[] = {
#define STORED_ROW(name) {#name, &class_##name, &metaclass_##name},
#define SYMBOL_ROW(name, symbol) STORED_ROW(name)
    STORED_CLASSES(STORED_ROW) SYMBOL_CLASSES(SYMBOL_ROW)};
enum { STORED_COUNT = sizeof stored / sizeof *stored };

Class mr_class_storage(const char *name, bool isMeta) {
    assert(name);
    for (size_t index = 0; index < STORED_COUNT; index++) {
        if (strcmp(stored[index].name, name) == 0) {
            return (Class)(void *)(isMeta ? stored[index].metaclass : stored[index].cls);
        }
    }
    return Nil;
}

const char *mr_class_storage_name(const void *cls) {
    for (size_t index = 0; index < STORED_COUNT; index++) {
        if (stored[index].cls == cls) return stored[index].name;
    }
    return NULL;
}

Class mr_constant_string_class(void) { return (Class)(void *)&class___NSCFConstantString; }
