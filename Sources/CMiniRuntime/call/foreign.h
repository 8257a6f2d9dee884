// foreign.h - what foreign.c and foreign-types.c share. No other file uses libffi.
#ifndef MR_FOREIGN_H
#define MR_FOREIGN_H

#include <ffi.h>

#include "call.h"

// Fills `types` with libffi's descriptions of the arguments, and returns that of the result. Also fills in the
// registers and the messenger of the signature.
ffi_type *mr_foreign_describe(mr_signature *signature, ffi_type **types);

// libffi 3.4 passes one type of struct on x86-64, and __int128 on aarch64, in the wrong registers. It passes them right
// if it takes the argument for two. mr_foreign_find_split returns the index of such an argument, or 0, and may correct
// `types`; mr_foreign_split returns the types of the two.
unsigned int mr_foreign_find_split(const mr_signature *signature, ffi_type **types);
void mr_foreign_split(ffi_type *whole, ffi_type *halves[2]);
#if defined(__x86_64__)
// The second half is eight bytes behind the first; closures receive the argument correctly.
enum { MR_SPLIT_CLOSURES = false, MR_SECOND_HALF = 8 };
#else
// The first half is a register that is skipped, whose value is ignored; closures have the same fault.
enum { MR_SPLIT_CLOSURES = true, MR_SECOND_HALF = 0 };
#endif

#endif
