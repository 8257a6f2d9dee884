// data.c - dispatch_data_t and dispatch_io_t. libdispatch passes data to blocks of the program, so it gets a block of
// this file, which wraps the data and calls the program's.
#include <fcntl.h>
#include <sys/types.h>

#include "dispatch-objects.h"

#define DATA "OS_dispatch_data"
#define IO "OS_dispatch_io"

extern void dispatch_retain(void *object);
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern void *_NSConcreteStackBlock[];

// A block that wraps the data that it is called with. Compiled code lays blocks out in this way.
typedef struct {
    void *isa;
    int flags, reserved;
    void (*invoke)(void);
    const struct descriptor *descriptor;
    void *inner;  // the program's block
} wrapping_block;
struct descriptor {
    unsigned long reserved, size;
    void (*copy)(wrapping_block *to, const wrapping_block *from);
    void (*dispose)(const wrapping_block *block);
};
enum { HAS_HELPERS = 1 << 25 };

static void copy_inner(wrapping_block *to, const wrapping_block *from) { to->inner = _Block_copy(from->inner); }
static void dispose_inner(const wrapping_block *block) { _Block_release(block->inner); }
static const struct descriptor descriptor = {0, sizeof(wrapping_block), copy_inner, dispose_inner};

static wrapping_block wrapping(void *function, void *inner) {
    return (wrapping_block){_NSConcreteStackBlock, HAS_HELPERS, 0, (void (*)(void))function, &descriptor, inner};
}

// The wrapper of data that libdispatch lends, +1.
static void *wrap_borrowed(void *data) {
    if (data) dispatch_retain(data);
    return mr_wrap(DATA, data);
}

// ── Data ────────────────────────────────────────────────────────────────────────────────────────────

MAKE(DATA, dispatch_data_create, (const void *bytes, size_t size, void *queue, void *destructor),
     (bytes, size, U(queue), destructor))
MAKE(DATA, dispatch_data_create_concat, (void *first, void *second), (U(first), U(second)))
MAKE(DATA, dispatch_data_create_map, (void *data, const void **outBytes, size_t *outSize), (U(data), outBytes, outSize))
MAKE(DATA, dispatch_data_create_subrange, (void *data, size_t offset, size_t size), (U(data), offset, size))
MAKE(DATA, dispatch_data_copy_region, (void *data, size_t place, size_t *outOffset), (U(data), place, outOffset))
FORWARD(size_t, dispatch_data_get_size, (void *data), (U(data)))

typedef bool (*applier)(void *block, void *region, size_t offset, const void *bytes, size_t size);

static bool apply_wrapped(wrapping_block *block, void *region, size_t offset, const void *bytes, size_t size) {
    wrapping_block *inner = block->inner;
    void *wrapper = wrap_borrowed(region);
    bool goes_on = ((applier)inner->invoke)(inner, wrapper, offset, bytes, size);
    objc_release(wrapper);
    return goes_on;
}

extern bool dispatch_data_apply(void *data, void *block);
bool __wrap_dispatch_data_apply(void *data, void *block) {
    wrapping_block wrapped = wrapping((void *)apply_wrapped, block);
    return dispatch_data_apply(U(data), &wrapped);
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────────

MAKE(IO, dispatch_io_create, (unsigned long type, int file, void *queue, void *cleanup),
     (type, file, U(queue), cleanup))
MAKE(IO, dispatch_io_create_with_path,
     (unsigned long type, const char *path, int flags, mode_t mode, void *queue, void *cleanup),
     (type, path, flags, mode, U(queue), cleanup))
MAKE(IO, dispatch_io_create_with_io, (unsigned long type, void *io, void *queue, void *cleanup),
     (type, U(io), U(queue), cleanup))
FORWARD(void, dispatch_io_barrier, (void *io, void *block), (U(io), block))
FORWARD(void, dispatch_io_close, (void *io, unsigned long flags), (U(io), flags))
FORWARD(int, dispatch_io_get_descriptor, (void *io), (U(io)))
FORWARD(void, dispatch_io_set_high_water, (void *io, size_t size), (U(io), size))
FORWARD(void, dispatch_io_set_low_water, (void *io, size_t size), (U(io), size))
FORWARD(void, dispatch_io_set_interval, (void *io, uint64_t interval, unsigned long flags), (U(io), interval, flags))

typedef void (*io_handler)(void *block, bool isDone, void *data, int error);
typedef void (*file_handler)(void *block, void *data, int error);

static void io_wrapped(wrapping_block *block, bool isDone, void *data, int error) {
    wrapping_block *inner = block->inner;
    void *wrapper = wrap_borrowed(data);
    ((io_handler)inner->invoke)(inner, isDone, wrapper, error);
    objc_release(wrapper);
}

static void file_wrapped(wrapping_block *block, void *data, int error) {
    wrapping_block *inner = block->inner;
    void *wrapper = wrap_borrowed(data);
    ((file_handler)inner->invoke)(inner, wrapper, error);
    objc_release(wrapper);
}

// Defines the counterpart of a function whose last parameter is a block that is called with data.
#define FORWARD_WITH_BLOCK(name, function, parameters, ...)                                                            \
    extern void name parameters;                                                                                       \
    void __wrap_##name parameters {                                                                                    \
        wrapping_block wrapped = wrapping((void *)function, block);                                                    \
        name(__VA_ARGS__, (void *)&wrapped);                                                                           \
    }
FORWARD_WITH_BLOCK(dispatch_io_read, io_wrapped, (void *io, off_t offset, size_t size, void *queue, void *block), U(io),
                   offset, size, U(queue))
FORWARD_WITH_BLOCK(dispatch_io_write, io_wrapped, (void *io, off_t offset, void *data, void *queue, void *block), U(io),
                   offset, U(data), U(queue))
FORWARD_WITH_BLOCK(dispatch_read, file_wrapped, (int file, size_t size, void *queue, void *block), file, size, U(queue))
FORWARD_WITH_BLOCK(dispatch_write, file_wrapped, (int file, void *data, void *queue, void *block), file, U(data),
                   U(queue))
