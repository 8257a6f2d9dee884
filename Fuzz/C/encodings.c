// encodings.c - fuzz target: type encodings. Reads the input as one type, as two types to compare, and as a method's
// encoding. If libffi can call a method of that encoding, calls a closure through it; the closure checks that each
// argument arrives unchanged.
#include <float.h>

#include "call/call.h"
#include "fuzz.h"

enum { LARGEST_FRAME = 1 << 16 };

// ── One type ────────────────────────────────────────────────────────────────────────────────────────

static bool is_power_of_two(size_t number) { return number && (number & (number - 1)) == 0; }

static void check_type(const char *type) {
    const char *end = objc_skip_typespec(type);
    size_t size = 0, alignment = 0;
    bool known = mr_type_layout(type, &size, &alignment);
    EXPECT(end || !known);
    EXPECT(objc_sizeof_type(type) == (known ? size : 0));
    if (end == NULL) return;
    EXPECT(end > type && end <= type + strlen(type));
    if (known) EXPECT(is_power_of_two(alignment) && alignment <= 16);
    if (known && *objc_skip_type_qualifiers(type) != 'b') EXPECT(size % alignment == 0);

    char *alone = strndup(type, (size_t)(end - type));
    EXPECT(objc_skip_typespec(alone) == alone + (end - type));
    EXPECT(mr_type_equal(alone, alone));
    free(alone);
}

static void check_pair(const char *lhs, const char *rhs) {
    bool equal = mr_type_equal(lhs, rhs);
    EXPECT(mr_type_equal(rhs, lhs) == equal);
}

// ── A call ──────────────────────────────────────────────────────────────────────────────────────────

// Returns the test value of byte `offset` in argument `index`; the result has index -1.
static uint8_t pattern(int index, size_t offset) { return (uint8_t)(index * 31 + (int)offset * 7 + 1); }

typedef struct {
    const mr_signature *signature;
    uint8_t *bytes;
    int index;
    bool write;
} comparison;

// Only ten of the sixteen bytes of an x87 long double hold its value.
static void visit_scalar(char kind, size_t offset, size_t size, void *context) {
    comparison *each = context;
    if (kind == 'D' && LDBL_MANT_DIG == 64) size = 10;
    for (size_t at = offset; at < offset + size; at++) {
        if (each->write) each->bytes[at] = pattern(each->index, at);
        else EXPECT(each->bytes[at] == pattern(each->index, at));
    }
}

static void visit_value(const char *type, comparison each) {
    const char *bare = objc_skip_type_qualifiers(type);
    if (*bare == '[') type = "Q";  // passed by its address: any address will do
    // A bool has only two values.
    if (*bare == 'B' && each.write) *each.bytes = each.index & 1;
    if (*bare == 'B' && !each.write) EXPECT(*each.bytes == (each.index & 1));
    if (*bare == 'B') return;
    mr_type_visit(type, 0, visit_scalar, &each);
}

static int entered;

static void closure_entered(void *context, void *result, void **arguments) {
    const mr_signature *signature = context;
    for (unsigned int index = 0; index < signature->argument_count; index++) {
        visit_value(signature->argument_types[index], (comparison){signature, arguments[index], (int)index, false});
    }
    if (signature->return_size) visit_value(signature->return_type, (comparison){signature, result, -1, true});
    entered++;
}

static void check_call(const mr_signature *signature) {
    unsigned int count = signature->argument_count;
    void *arguments[count];
    size_t frame = signature->return_size;
    for (unsigned int index = 0; index < count; index++) frame += signature->argument_sizes[index];
    if (frame > LARGEST_FRAME) return;
    IMP imp = mr_closure_create(signature, closure_entered, (void *)signature);
    EXPECT(imp);
    for (unsigned int index = 0; index < count; index++) {
        arguments[index] = calloc(1, signature->argument_sizes[index]);
        visit_value(signature->argument_types[index], (comparison){signature, arguments[index], (int)index, true});
    }
    uint8_t *result = calloc(1, signature->return_size > 16 ? signature->return_size : 16);
    entered = 0;
    mr_call(imp, signature, result, arguments);
    EXPECT(entered == 1);
    if (signature->return_size) visit_value(signature->return_type, (comparison){signature, result, -1, false});
    for (unsigned int index = 0; index < count; index++) free(arguments[index]);
    free(result);
    mr_closure_free(imp);
}

// ── A method's encoding ─────────────────────────────────────────────────────────────────────────────

// Expects that the encoding written from the signature's types gives the same signature.
static void check_rewritten(const mr_signature *signature) {
    char *copy = mr_method_encoding_copy(signature->return_type, (const char *const *)signature->argument_types + 2,
                                         signature->argument_count - 2);
    if (copy == NULL) return;
    const mr_signature *again = mr_signature_get(copy);
    EXPECT(again && again->argument_count == signature->argument_count);
    for (unsigned int index = 2; index < signature->argument_count; index++) {
        EXPECT(strcmp(again->argument_types[index], signature->argument_types[index]) == 0);
    }
    free(copy);
}

static void check_method(const char *types) {
    const mr_signature *signature = mr_signature_get(types);
    EXPECT(mr_signature_get(types) == signature);
    if (signature == NULL) return;
    EXPECT(signature->argument_count >= 2 && mr_signature_argument_type(signature, signature->argument_count) == NULL);
    id invocation = signature->return_size < LARGEST_FRAME ? mr_invocation_create(signature) : nil;
    objc_release(invocation);
    check_rewritten(signature);
    check_call(signature);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *second = strchr(text, '\n');
    if (second) *second++ = '\0';
    check_type(text);
    if (second) check_type(second), check_pair(text, second);
    check_method(text);
    free(text);
    return 0;
}
