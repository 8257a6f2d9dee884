// encoding.h - type encodings: strings that describe C types.
//
//      c C char   s S short   i I int   l L long (32 bits)   q Q long long   t T __int128   B bool
//      f float    d double    D long double   jf jd jD complex
//      v void     * char *    @ id   @? block   @"NSString" id of a class   # Class   : SEL   ? unknown
//      ^T pointer to T        [12T] array     {name=TT} struct     (name=TT) union     b3 bit-field
//      r const  n in  N inout  o out  O bycopy  R byref  V oneway  A _Atomic  ! gnu GC: qualifiers, before a type
//
// A method's encoding is its return type followed by its argument types, each with its offset in the frame:
// "v20@0:8i16". Struct fields may have names, in quotes: {CGPoint="x"d"y"d}.
//
// No function here trusts its input: a malformed string returns NULL, 0 or false, and never crashes or loops for ever.
// Types nested deeper than MR_ENCODING_DEPTH count as malformed.
#ifndef OBJC_ENCODING_H
#define OBJC_ENCODING_H

#include "objc.h"

MR_BEGIN_DECLS

enum { MR_ENCODING_DEPTH = 64 };

// Skips the qualifiers r n N o O R V A ! and returns the rest. NULL for NULL.
const char *objc_skip_type_qualifiers(const char *type);
// Skips one complete type with its qualifiers, but not the offset after it. NULL if the type is malformed.
const char *objc_skip_typespec(const char *type);
// Skips one type and the offset after it. NULL if the type is malformed.
const char *objc_skip_argspec(const char *type);

// Computes the size and alignment of a type in bytes, as the C compiler lays it out. false if the type is malformed or
// has no known size (an opaque struct). void has size 0 and alignment 1.
bool mr_type_layout(const char *type, size_t *outSize, size_t *outAlignment);
// The same values, or 0 if the type has none.
size_t objc_sizeof_type(const char *type);
size_t objc_alignof_type(const char *type);

// Whether two encodings describe the same type. Ignores qualifiers, offsets, field names and the class in @"Class".
bool mr_type_equal(const char *lhs, const char *rhs);

// ── Method signatures ───────────────────────────────────────────────────────────────────────────────
// A parsed method encoding: interned by its text, immutable, lives for ever.
typedef struct mr_signature mr_signature;

// NULL if `types` is malformed, or if its first two arguments cannot be self and _cmd.
const mr_signature *mr_signature_get(const char *types);
const char *mr_signature_types(const mr_signature *signature);
unsigned int mr_signature_argument_count(const mr_signature *signature);  // includes self and _cmd
// Borrowed: a single type without its offset. NULL if there is no such argument.
const char *mr_signature_argument_type(const mr_signature *signature, unsigned int index);
const char *mr_signature_return_type(const mr_signature *signature);
size_t mr_signature_return_size(const mr_signature *signature);
// Whether the method writes its result to an address that the caller passes, and therefore needs objc_msgSend_stret.
// Always false on aarch64.
bool mr_signature_returns_in_memory(const mr_signature *signature);

// Builds an encoding like "v20@0:8i16" from single types: the return type, then the arguments after self and _cmd. The
// caller frees it. NULL if a type is malformed, or a bit-field, which methods cannot take or return.
char *mr_method_encoding_copy(const char *returnType, const char *const *argumentTypes, unsigned int count);

MR_END_DECLS

#endif
