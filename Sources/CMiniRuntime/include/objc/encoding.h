// encoding.h - type encodings, the strings in which a runtime writes down C types.
//
//      c C char   s S short   i I int   l L long (32 bits)   q Q long long   t T __int128   B bool
//      f float    d double    D long double   jf jd jD complex
//      v void     * char *    @ id   @? block   @"NSString" id of a class   # Class   : SEL   ? unknown
//      ^T pointer to T        [12T] array     {name=TT} struct     (name=TT) union     b3 bit-field
//      r const  n in  N inout  o out  O bycopy  R byref  V oneway  A _Atomic  ! gnu GC: qualifiers, in front
//
// A method's encoding is the return type and the argument types, each followed by its offset in the frame:
// "v20@0:8i16". Names of struct fields may be there, in quotes: {CGPoint="x"d"y"d}.
//
// Nothing here trusts its input: a malformed string gives NULL, 0 or false, never a crash and never an endless loop.
// Types nested deeper than MR_ENCODING_DEPTH count as malformed.
#ifndef OBJC_ENCODING_H
#define OBJC_ENCODING_H

#include "objc.h"

enum { MR_ENCODING_DEPTH = 64 };

// Skips r n N o O R V A ! and returns what follows. NULL for NULL.
const char *objc_skip_type_qualifiers(const char *type);
// Skips one whole type with its qualifiers, not the offset behind it. NULL if there is no well-formed type.
const char *objc_skip_typespec(const char *type);
// Skips one type and the offset behind it.
const char *objc_skip_argspec(const char *type);

// Bytes and alignment in bytes of a value of the type, as the C compiler lays it out. false if the type is malformed
// or has no size (a struct of unknown content). void has size 0 and alignment 1.
bool mr_type_layout(const char *type, size_t *outSize, size_t *outAlignment);
// The same, with 0 for false.
size_t objc_sizeof_type(const char *type);
size_t objc_alignof_type(const char *type);

// Whether two type strings mean the same type: qualifiers, offsets, field names and the class in @"Class" are passed
// over.
bool mr_type_equal(const char *lhs, const char *rhs);

// ── Method signatures ───────────────────────────────────────────────────────────────────────────────
// A method encoding, taken apart once: interned by its text, immutable, living for ever.
typedef struct mr_signature mr_signature;

// NULL if `types` is malformed or has fewer than two arguments that could be self and _cmd.
const mr_signature *mr_signature_get(const char *types);
const char *mr_signature_types(const mr_signature *signature);
unsigned int mr_signature_argument_count(const mr_signature *signature);  // self and _cmd count
// Borrowed: one type each, no offset. NULL if there is no such argument.
const char *mr_signature_argument_type(const mr_signature *signature, unsigned int index);
const char *mr_signature_return_type(const mr_signature *signature);
size_t mr_signature_return_size(const mr_signature *signature);
size_t mr_signature_argument_size(const mr_signature *signature, unsigned int index);
// Whether the value is returned through an address that the caller gives, and on x86-64 needs objc_msgSend_stret.
bool mr_signature_returns_in_memory(const mr_signature *signature);

// Builds "v20@0:8i16" out of single types: the return type first, then the arguments after self and _cmd. To be freed.
// NULL if one is malformed, or a bit-field, which no method takes or returns.
char *mr_method_encoding_copy(const char *returnType, const char *const *argumentTypes, unsigned int count);

#endif
