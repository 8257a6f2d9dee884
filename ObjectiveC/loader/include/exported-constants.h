// exported-constants.h - variables for programs to read, each of which is set to an object once, before the first image
// is loaded.
//
// A program may define a constant of the same name, which the dynamic linker then also uses for references in the
// library that exports it. So that library uses a hidden name of its variable (MR_OWN), and never writes to a constant
// of the program.
#ifndef MR_EXPORTED_CONSTANTS_H
#define MR_EXPORTED_CONSTANTS_H
#include <objc/objc.h>

// Defines and exports a constant. At first it contains its own address, by which a copy of it differs from a constant
// that a program has defined.
#define MR_DEFINE_CONSTANT(name)                                                                                       \
    __attribute__((visibility("hidden"))) id mr_own_##name = (id)(void *)&mr_own_##name;                               \
    extern id mr_exported_##name __asm__(#name) __attribute__((alias("mr_own_" #name)))

// Declares a constant, in other files of the same library, by the hidden name of its variable.
#define MR_OWN(name) extern id name __asm__("mr_own_" #name) __attribute__((visibility("hidden")))

// Sets a constant of this file to an object, which lives for ever.
#define MR_SET_CONSTANT(name, object) mr_set_constant(&mr_exported_##name, &mr_own_##name, object)

static inline void mr_set_constant(id *exported, id *own, id object) {
    // A program that is not position-independent has a copy of the variable instead.
    bool isCopied = exported != own && *exported == *own;
    *own = object;
    if (isCopied) *exported = object;
}

#endif
