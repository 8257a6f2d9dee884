// class-storage.h - static memory for classes that compiled code refers to by a symbol, `OBJC_CLASS_$_NSString`, and
// libraries that make such classes.
//
// The address that the linker puts into an image must be the address of the class. So these classes are not allocated:
// when a class with one of the names is made, the core gets its memory from mr_class_storage. CObjectiveC, which has
// the memory of its own classes, and libraries that add classes of Foundation include this header.
#ifndef MR_CLASS_STORAGE_H
#define MR_CLASS_STORAGE_H

#include <objc/objc.h>
#include <stddef.h>

MR_BEGIN_DECLS

typedef struct {
    void *before[3];
    void *cls[5];
    void *after[7];
} mr_class_memory;  // a class in the room that Swift's libraries read: MR_CLASS_BEFORE and MR_CLASS_AFTER bytes

typedef struct {
    const char *name;
    void *cls, *metaclass;
} mr_stored_class;

// Exports the class in `memory` as `symbol`. The memory is local and the symbol is set to an address in it, so a
// program that defines such a class itself links, gets its own symbol, and is then refused by check.c with a message.
#define MR_EXPORT_CLASS(symbol, memory)                                                                                \
    __asm__(".globl \"" symbol "\"\n.type \"" symbol "\", %object\n.size \"" symbol "\", 40\n"                         \
            ".set \"" symbol "\", " #memory " + 24\n");
// Defines the memory of a class, and exports it.
#define MR_DEFINE_STORAGE(name)                                                                                        \
    __attribute__((used)) static mr_class_memory class_##name, metaclass_##name;                                       \
    MR_EXPORT_CLASS("OBJC_CLASS_$_" #name, class_##name)                                                               \
    MR_EXPORT_CLASS("OBJC_METACLASS_$_" #name, metaclass_##name)
#define MR_STORAGE_ROW(name) {#name, class_##name.cls, metaclass_##name.cls},

// A library that makes classes of Foundation. It lives for ever.
typedef struct mr_class_library {
    const mr_stored_class *classes;
    size_t count;
    void (*load)(void);  // makes the classes
    struct mr_class_library *next;
    bool is_loaded;
} mr_class_library;

// Adds a library, before any of its classes is made. Called by a constructor with a priority.
void mr_class_library_add(mr_class_library *library);
// Makes the library's classes, unless the classes of the core are not made yet: in that case mr_load_CObjectiveC makes
// both. Called by a constructor without a priority.
void mr_class_library_load(mr_class_library *library);

MR_END_DECLS

#endif
