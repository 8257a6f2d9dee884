// encoding.c - parses type encodings: where a type ends, its size and alignment, its fields.
//
// The recursive-descent parser parse_type finds the end of a type and its layout in one pass; the rest of the file
// walks text that the parser has accepted. The parser never reads past a NUL and stops at a depth of MR_ENCODING_DEPTH.
// Sizes stay below MAX_SIZE, so that no sum or product here can overflow, whether in bits or in bytes.
//
// An encoding leaves two things open:
//   - the declared type of a bit-field. We assume int up to 32 bits and long long above, as almost all C programs have,
//     and lay it out as clang does: a bit-field does not straddle a boundary of its declared type.
//   - whether a struct is packed. We assume that none is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"

#define MAX_SIZE (SIZE_MAX / 64)

typedef struct {
    size_t size, alignment;
    size_t bits;  // size * 8, or the width of a bit-field
    bool known;   // false if the type is well-formed but its size is unknown
} layout;

static const char *parse_type(const char *type, unsigned depth, bool named, layout *out);

static size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

// ── Tokens ──────────────────────────────────────────────────────────────────────────────────────────

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

// NULL if there is no number, or if it exceeds MAX_SIZE.
static const char *parse_number(const char *at, size_t *out) {
    if (!is_digit(*at)) return NULL;
    for (*out = 0; is_digit(*at); at++) {
        *out = *out * 10 + (size_t)(*at - '0');
        if (*out > MAX_SIZE) return NULL;
    }
    return at;
}

// Skips the offset after an argument, if there is one. Old encodings also have "+8" and "-8".
static const char *skip_offset(const char *at) {
    if ((*at == '+' || *at == '-') && is_digit(at[1])) at++;
    while (is_digit(*at)) at++;
    return at;
}

// `at` points to the opening quote. NULL if there is no closing quote.
static const char *skip_quoted(const char *at) {
    const char *end = strchr(at + 1, '"');
    return end ? end + 1 : NULL;
}

const char *objc_skip_type_qualifiers(const char *type) {
    while (type && *type && strchr("rnNoORVA!", *type)) type++;
    return type;
}

// ── Structs and unions ──────────────────────────────────────────────────────────────────────────────

// Iterates over the fields of a struct or union and lays them out on the way.
typedef struct {
    const char *at;  // the next field, or the closing bracket; NULL if the encoding is malformed
    const char *name;
    size_t name_length;
    unsigned depth;
    char close;
    bool opaque;  // {name}: without a list of fields
    bool named;   // {name="x"i}
    layout total;
} aggregate;

typedef struct {
    const char *type;
    layout layout;
    size_t bit_offset;
} field;

static aggregate aggregate_begin(const char *type, unsigned depth) {
    aggregate fields = {.name = type + 1, .depth = depth, .close = *type == '{' ? '}' : ')', .total = {0, 1, 0, true}};
    const char *at = fields.name;
    while (*at && *at != '=' && *at != fields.close) at++;
    fields.name_length = (size_t)(at - fields.name);
    fields.opaque = *at != '=';
    fields.total.known = !fields.opaque;
    if (*at) fields.at = fields.opaque ? at : at + 1;
    fields.named = fields.at && *fields.at == '"';
    return fields;
}

static void aggregate_place(aggregate *fields, field *next) {
    layout *total = &fields->total, *own = &next->layout;
    bool bit_field = *objc_skip_type_qualifiers(next->type) == 'b';
    if (fields->close == '}') {
        size_t unit = own->alignment * 8, start = total->bits;
        // b0 ends a run of bit-fields.
        bool joins = bit_field && own->bits > 0 && start % unit + own->bits <= unit;
        next->bit_offset = joins ? start : round_up(start, unit);
    }
    size_t end = next->bit_offset + own->bits;
    if (end > total->bits) total->bits = end;
    if (own->alignment > total->alignment && !(bit_field && own->bits == 0)) total->alignment = own->alignment;
    total->known = total->known && own->known;
    if (end > MAX_SIZE * 8) fields->at = NULL;
}

// false at the end, and if the next field is malformed; in that case fields->at is NULL.
static bool aggregate_next(aggregate *fields, field *next) {
    *next = (field){0};
    if (fields->at && *fields->at == '"') {
        fields->at = skip_quoted(fields->at);
        if (fields->at && *fields->at == fields->close) fields->at = NULL;  // a name without a type
    }
    if (fields->at == NULL || *fields->at == fields->close) return false;
    next->type = fields->at;
    fields->at = parse_type(next->type, fields->depth, fields->named, &next->layout);
    if (fields->at) aggregate_place(fields, next);
    return fields->at != NULL;
}

static const char *parse_aggregate(const char *type, unsigned depth, layout *out) {
    aggregate fields = aggregate_begin(type, depth);
    field next;
    while (aggregate_next(&fields, &next)) continue;
    if (fields.at == NULL) return NULL;
    *out = fields.total;
    out->size = round_up((out->bits + 7) / 8, out->alignment);
    return fields.at + 1;
}

// ── All types ───────────────────────────────────────────────────────────────────────────────────────

// Parses the text after an '@': ? for a block, ?<...> for a block with a signature, "Name" for an object of a class.
//
// In a struct with named fields, as in {S="a"@"b"i}, a quoted string is either the class of `a` or the name of the next
// field. A class is followed by the next name or by the end of the struct, a name by a type: that tells them apart.
static const char *parse_object(const char *at, unsigned depth, bool named) {
    layout ignored;
    if (at[0] == '?' && at[1] == '<') {
        for (at += 2; at && *at != '>';) {
            at = depth ? parse_type(at, depth - 1, false, &ignored) : NULL;
            if (at) at = skip_offset(at);
        }
        return at ? at + 1 : NULL;
    }
    if (*at == '?') return at + 1;
    if (*at != '"') return at;
    const char *end = skip_quoted(at);
    return end && named && !strchr("\"})", *end) ? at : end;
}

static const char *parse_array(const char *type, unsigned depth, layout *out) {
    size_t count = 0;
    const char *at = parse_number(type + 1, &count);
    if (at) at = parse_type(at, depth, false, out);
    if (at == NULL || *at != ']' || (out->size > 0 && count > MAX_SIZE / out->size)) return NULL;
    out->size *= count;
    return at + 1;
}

static const char *parse_bit_field(const char *type, layout *out) {
    const char *at = parse_number(type + 1, &out->bits);
    if (at == NULL || out->bits > 64) return NULL;
    out->size = out->alignment = out->bits > 32 ? sizeof(long long) : sizeof(int);
    return at;
}

static const char *parse_scalar(const char *type, layout *out) {
    switch (*type) {
        case 'c':
        case 'C':
        case 'B': out->size = 1; break;
        case 's':
        case 'S': out->size = 2; break;
        case 'i':
        case 'I':
        case 'l':
        case 'L':
        case 'f': out->size = 4; break;
        case 'q':
        case 'Q':
        case 'd': out->size = 8; break;
        case 't':
        case 'T': out->size = 16; break;
        case 'D': out->size = sizeof(long double); break;
        case '*':
        case '#':
        case ':': out->size = sizeof(void *); break;
        case 'v': break;
        case '?': out->known = false; break;
        default: return NULL;
    }
    if (out->size) out->alignment = out->size;
    return type + 1;
}

static const char *parse_unqualified(const char *type, unsigned depth, bool named, layout *out) {
    const char *end;
    switch (*type) {
        case '^':
            end = parse_type(type + 1, depth, named, out);
            *out = (layout){sizeof(void *), sizeof(void *), 0, true};
            return end;
        case '@': out->size = out->alignment = sizeof(void *); return parse_object(type + 1, depth, named);
        case 'j':
            if (type[1] == '\0' || !strchr("fdD", type[1])) return NULL;
            end = parse_scalar(type + 1, out);
            out->size *= 2;
            return end;
        case '[': return parse_array(type, depth, out);
        case '{':
        case '(': return parse_aggregate(type, depth, out);
        case 'b': return parse_bit_field(type, out);
        default: return parse_scalar(type, out);
    }
}

// Returns the text after one type. NULL if the type is malformed or nested deeper than `depth`. `named` is true for the
// type of a named field, and for the type that a named pointer field points to.
static const char *parse_type(const char *type, unsigned depth, bool named, layout *out) {
    type = objc_skip_type_qualifiers(type);
    *out = (layout){0, 1, 0, true};
    bool composite = *type && strchr("^[{(", *type);
    if (composite && depth == 0) return NULL;
    const char *end = parse_unqualified(type, composite ? depth - 1 : depth, named, out);
    if (*type != 'b') out->bits = out->size * 8;
    return end;
}

// ── Public: skipping and sizes ──────────────────────────────────────────────────────────────────────

const char *objc_skip_typespec(const char *type) {
    layout ignored;
    return type ? parse_type(type, MR_ENCODING_DEPTH, false, &ignored) : NULL;
}

const char *objc_skip_argspec(const char *type) {
    const char *end = objc_skip_typespec(type);
    return end ? skip_offset(end) : NULL;
}

bool mr_type_layout(const char *type, size_t *outSize, size_t *outAlignment) {
    layout found;
    if (type == NULL || !parse_type(type, MR_ENCODING_DEPTH, false, &found) || !found.known) return false;
    if (outSize) *outSize = found.size;
    if (outAlignment) *outAlignment = found.alignment;
    return true;
}

size_t objc_sizeof_type(const char *type) {
    size_t size;
    return mr_type_layout(type, &size, NULL) ? size : 0;
}

size_t objc_alignof_type(const char *type) {
    size_t alignment;
    return mr_type_layout(type, NULL, &alignment) ? alignment : 0;
}

// Whether a type is an array of length zero, or an array of such arrays.
static bool is_empty_array(const char *type) {
    size_t count = 1;
    for (type = objc_skip_type_qualifiers(type); *type == '[' && count > 0; type = objc_skip_type_qualifiers(type)) {
        type = parse_number(type + 1, &count);
    }
    return count == 0;
}

void mr_type_visit(const char *type, size_t offset, mr_scalar_visitor visit, void *context) {
    layout whole;
    type = objc_skip_type_qualifiers(type);
    parse_type(type, MR_ENCODING_DEPTH, false, &whole);
    if (whole.size == 0 && is_empty_array(type)) visit('i', offset, 0, context);
    if (whole.size == 0) return;
    if (*type == '{' || *type == '(') {
        aggregate fields = aggregate_begin(type, MR_ENCODING_DEPTH);
        for (field next; aggregate_next(&fields, &next);) {
            size_t start = next.bit_offset / 8, end = (next.bit_offset + next.layout.bits + 7) / 8;
            if (*objc_skip_type_qualifiers(next.type) != 'b') mr_type_visit(next.type, offset + start, visit, context);
            else if (end > start) visit('i', offset + start, end - start, context);
        }
    } else if (*type == '[') {
        size_t count, size;
        const char *element = parse_number(type + 1, &count);
        mr_type_layout(element, &size, NULL);
        for (size_t index = 0; index < count; index++) mr_type_visit(element, offset + index * size, visit, context);
    } else if (*type == 'j') {
        for (size_t half = 0; half < 2; half++) visit(type[1], offset + half * whole.size / 2, whole.size / 2, context);
    } else {
        visit(*type == 'f' || *type == 'd' || *type == 'D' ? *type : 'i', offset, whole.size, context);
    }
}

// ── Public: comparing ───────────────────────────────────────────────────────────────────────────────
// Both encodings are known to be well-formed, so comparing their first characters is enough, and the depth is bounded.

static bool same_type(const char *lhs, const char *rhs);

// An opaque struct, as after a second pointer, equals any struct of the same name.
static bool same_aggregate(const char *lhs, const char *rhs) {
    aggregate left = aggregate_begin(lhs, MR_ENCODING_DEPTH), right = aggregate_begin(rhs, MR_ENCODING_DEPTH);
    if (left.name_length != right.name_length || memcmp(left.name, right.name, left.name_length) != 0) return false;
    if (left.opaque || right.opaque) return true;
    for (;;) {
        field leftField, rightField;
        bool more = aggregate_next(&left, &leftField);
        if (aggregate_next(&right, &rightField) != more) return false;
        if (!more) return true;
        if (!same_type(leftField.type, rightField.type)) return false;
    }
}

static bool same_type(const char *lhs, const char *rhs) {
    lhs = objc_skip_type_qualifiers(lhs);
    rhs = objc_skip_type_qualifiers(rhs);
    if (*lhs != *rhs) return false;
    size_t leftCount, rightCount;
    bool bitField;
    switch (*lhs) {
        case '@': return (lhs[1] == '?') == (rhs[1] == '?');
        case 'j': return lhs[1] == rhs[1];
        case '^': return same_type(lhs + 1, rhs + 1);
        case '{':
        case '(': return same_aggregate(lhs, rhs);
        case '[':
        case 'b':
            bitField = *lhs == 'b';
            lhs = parse_number(lhs + 1, &leftCount);
            rhs = parse_number(rhs + 1, &rightCount);
            return leftCount == rightCount && (bitField || same_type(lhs, rhs));
        default: return true;
    }
}

// Compares type by type, so it also accepts complete method encodings.
bool mr_type_equal(const char *lhs, const char *rhs) {
    do {
        const char *leftEnd = objc_skip_argspec(lhs), *rightEnd = objc_skip_argspec(rhs);
        if (leftEnd == NULL || rightEnd == NULL || !same_type(lhs, rhs)) return false;
        lhs = leftEnd;
        rhs = rightEnd;
    } while (*lhs && *rhs);
    return *lhs == *rhs;
}

// ── Public: method encodings ────────────────────────────────────────────────────────────────────────

// The encoding of a bit-field, or of a pointer to one, ends in digits: an offset after it would be read as part of
// them.
static bool is_one_type(const char *type) {
    const char *end = objc_skip_typespec(type);
    return end && *end == '\0' && !is_digit(end[-1]);
}

// Returns the bytes of an argument in the frame as clang counts them: at least an int, no padding, and an array as a
// pointer. 0 if `type` is not a single type that can be passed.
static size_t frame_size(const char *type) {
    const char *bare = objc_skip_type_qualifiers(type);
    if (!is_one_type(type)) return 0;
    if (*bare == '[') return sizeof(void *);
    size_t size = objc_sizeof_type(bare);
    return strchr("cCsSB", *bare) ? sizeof(int) : size;
}

char *mr_method_encoding_copy(const char *returnType, const char *const *argumentTypes, unsigned int count) {
    enum { DIGITS = 20 };
    if (!is_one_type(returnType)) return NULL;
    size_t frame = 2 * sizeof(void *), room = strlen(returnType) + sizeof "@0:8" + DIGITS;
    for (unsigned int index = 0; index < count; index++) {
        size_t size = frame_size(argumentTypes[index]);
        if (size == 0 || (frame += size) > MAX_SIZE) return NULL;
        room += strlen(argumentTypes[index]) + DIGITS;
    }
    char *types = mr_allocate(room), *at = types;
    at += sprintf(at, "%s%zu@0:8", returnType, frame);
    frame = 2 * sizeof(void *);
    for (unsigned int index = 0; index < count; index++) {
        at += sprintf(at, "%s%zu", argumentTypes[index], frame);
        frame += frame_size(argumentTypes[index]);
    }
    return types;
}
