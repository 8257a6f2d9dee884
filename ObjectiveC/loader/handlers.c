// handlers.c - finds what a compiled frame does with an exception, in its language-specific data (LSDA).
//
//      LSDA │ header │ call sites: range of code, landing pad, first action │ actions: type, next │ types │
//                                                                                                  ▲ indexed from here
//
// Exceptions pass a call that is in no range, or that has no landing pad. An action of type 0 is a cleanup. A positive
// type is the number of a handler. Its entry in the types is OBJC_EHTYPE_id for `@catch (id)`, NULL for
// `@catch (...)`, or the description of a class. The format is that of the Itanium C++ ABI.
#include <string.h>
#include <unwind.h>

#include "abi.h"

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    const uint8_t *at;
} reader;

static uint64_t read_unsigned(reader *in) {
    uint64_t value = 0;
    unsigned int shift = 0;
    uint8_t byte;
    do {
        byte = *in->at++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static int64_t read_signed(reader *in) {
    uint64_t value = 0;
    unsigned int shift = 0;
    uint8_t byte;
    do {
        byte = *in->at++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (shift < 64 && byte & 0x40) value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

enum { ENCODING_OMITTED = 0xFF, ENCODING_FORMAT = 0x0F, ENCODING_RELATIVE = 0x70, ENCODING_INDIRECT = 0x80 };
enum { RELATIVE_TO_NOTHING = 0x00, RELATIVE_TO_PLACE = 0x10 };
enum { FORMAT_POINTER = 0, FORMAT_UNSIGNED = 1, FORMAT_U2 = 2, FORMAT_U4 = 3, FORMAT_U8 = 4 };
enum { FORMAT_SIGNED = 9, FORMAT_S2 = 10, FORMAT_S4 = 11, FORMAT_S8 = 12 };

// Returns the size in bytes of a pointer of this encoding; 0 if the size varies.
static size_t pointer_size(uint8_t encoding) {
    switch (encoding & ENCODING_FORMAT) {
        case FORMAT_POINTER:
        case FORMAT_U8:
        case FORMAT_S8: return 8;
        case FORMAT_U4:
        case FORMAT_S4: return 4;
        case FORMAT_U2:
        case FORMAT_S2: return 2;
        default: return 0;
    }
}

static uintptr_t read_plain(reader *in, uint8_t encoding) {
    uint64_t value = 0;
    switch (encoding & ENCODING_FORMAT) {
        case FORMAT_UNSIGNED: return (uintptr_t)read_unsigned(in);
        case FORMAT_SIGNED: return (uintptr_t)read_signed(in);
        default: break;
    }
    size_t size = pointer_size(encoding);
    if (size == 0) mr_fatal("exception tables of compiled code use the unknown encoding %#x", encoding);
    memcpy(&value, in->at, size);  // little-endian
    in->at += size;
    switch (encoding & ENCODING_FORMAT) {
        case FORMAT_S2: return (uintptr_t)(intptr_t)(int16_t)value;
        case FORMAT_S4: return (uintptr_t)(intptr_t)(int32_t)value;
        default: return (uintptr_t)value;
    }
}

static uintptr_t read_pointer(reader *in, uint8_t encoding) {
    const uint8_t *place = in->at;
    uintptr_t value = read_plain(in, encoding);
    if (value == 0) return 0;
    switch (encoding & ENCODING_RELATIVE) {
        case RELATIVE_TO_NOTHING: break;
        case RELATIVE_TO_PLACE: value += (uintptr_t)place; break;
        default: mr_fatal("exception tables of compiled code use the unknown encoding %#x", encoding);
    }
    return encoding & ENCODING_INDIRECT ? *(uintptr_t *)value : value;
}

// ── The tables ──────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    uintptr_t landing_base;
    uint8_t type_encoding, site_encoding;
    const uint8_t *types;  // the end of the types, which are numbered backwards from 1; NULL if there are none
    reader sites;
    const uint8_t *actions;
} tables;

static tables read_header(const uint8_t *data, uintptr_t function) {
    reader in = {data};
    tables out = {.landing_base = function};
    uint8_t base_encoding = *in.at++;
    if (base_encoding != ENCODING_OMITTED) out.landing_base = read_pointer(&in, base_encoding);
    out.type_encoding = *in.at++;
    if (out.type_encoding != ENCODING_OMITTED) {
        uint64_t distance = read_unsigned(&in);
        out.types = in.at + distance;
    }
    out.site_encoding = *in.at++;
    uint64_t length = read_unsigned(&in);
    out.sites = in;
    out.actions = in.at + length;
    assert(out.actions >= out.sites.at);
    return out;
}

static const mr_exception_type *type_at(const tables *all, int64_t number) {
    size_t size = pointer_size(all->type_encoding);
    assert(all->types && size && number > 0);
    reader in = {all->types - (size_t)number * size};
    return (const mr_exception_type *)read_pointer(&in, all->type_encoding);
}

static bool inherits(Class cls, Class ancestor) {
    while (cls != Nil && cls != ancestor) cls = class_getSuperclass(cls);
    return cls != Nil;
}

static bool catches(const mr_exception_type *type, id exception) {
    if (type == NULL) return true;
    // A type with another table of functions is a std::type_info of C++.
    if (exception == nil || type->vtable != &objc_ehtype_vtable[2]) return false;
    if (type == &OBJC_EHTYPE_id) return true;
    return !mr_is_thrown_nil(exception) && inherits(object_getClass(exception), type->cls);
}

static mr_frame_kind run_actions(const tables *all, uint64_t first, id exception, mr_landing *out) {
    if (first == 0) return MR_FRAME_CLEANS_UP;
    mr_frame_kind kind = MR_FRAME_NOTHING;
    reader in = {all->actions + first - 1};
    for (;;) {
        int64_t type = read_signed(&in);
        const uint8_t *next = in.at;
        int64_t distance = read_signed(&in);
        if (type == 0) kind = MR_FRAME_CLEANS_UP;
        if (type > 0 && catches(type_at(all, type), exception)) {
            out->selector = type;
            return MR_FRAME_CATCHES;
        }
        if (distance == 0) return kind;
        in.at = next + distance;
    }
}

mr_frame_kind mr_frame_handler(struct _Unwind_Context *frame, id exception, mr_landing *out) {
    const uint8_t *data = (const uint8_t *)_Unwind_GetLanguageSpecificData(frame);
    if (data == NULL) return MR_FRAME_NOTHING;
    uintptr_t function = _Unwind_GetRegionStart(frame), call = _Unwind_GetIP(frame) - 1 - function;
    tables all = read_header(data, function);
    while (all.sites.at < all.actions) {
        uintptr_t start = read_plain(&all.sites, all.site_encoding), length = read_plain(&all.sites, all.site_encoding);
        uintptr_t landing = read_plain(&all.sites, all.site_encoding);
        uint64_t action = read_unsigned(&all.sites);
        if (call < start) break;
        if (call >= start + length) continue;
        if (landing == 0) break;
        *out = (mr_landing){all.landing_base + landing, 0};
        return run_actions(&all, action, exception, out);
    }
    return MR_FRAME_NOTHING;
}
