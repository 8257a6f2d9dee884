// streams.c - NSInputStream and NSOutputStream: bytes that are read from, or written to, a file or memory, in order.
//
//      not open ── open ──► open ──► at end          any of them ── close ──► closed
//                    └─► error ◄──┘
//
// One thread at a time may use a stream.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "foundation.h"

MR_OWN(NSPOSIXErrorDomain);
MR_OWN(NSStreamDataWrittenToMemoryStreamKey);

// NSStreamStatus
enum { NOT_OPEN, IS_OPEN = 2, AT_END = 5, IS_CLOSED, HAS_FAILED };

typedef struct {
    Class isa;
    id path, data, error;       // +1; the file, or the memory
    char *buffer;               // the caller's memory, in place of `data`
    size_t position, capacity;  // in the memory
    long status;                // NSStreamStatus
    int descriptor;             // of the file, while it is open
    bool appends;
} mr_stream;

static mr_stream *stream_of(id self) { return (mr_stream *)(void *)self; }

static void fail(mr_stream *stream, int number) {
    stream->status = HAS_FAILED;
    stream->error =
        objc_retain(SEND_WITH(id, objc_getClass("NSError"), "errorWithDomain:code:userInfo:", (id, SEL, id, long, id),
                              NSPOSIXErrorDomain, (long)number, nil));
}

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

// Returns the object, or nil if the source is nil.
static id with_path(id self, id path, bool appends) {
    if (path == nil) {
        objc_release(self);
        return nil;
    }
    stream_of(self)->path = SEND(id, path, "copy");
    stream_of(self)->appends = appends;
    return self;
}

static id init_with_path(id self, SEL _cmd, id path) { return with_path(self, path, false); }
static id init_with_url(id self, SEL _cmd, id url) { return with_path(self, url ? SEND(id, url, "path") : nil, false); }
static id init_to_path(id self, SEL _cmd, id path, BOOL appends) { return with_path(self, path, appends); }
static id init_to_url(id self, SEL _cmd, id url, BOOL appends) {
    return with_path(self, url ? SEND(id, url, "path") : nil, appends);
}

static id init_with_data(id self, SEL _cmd, id data) {
    if (data == nil) {
        objc_release(self);
        return nil;
    }
    stream_of(self)->data = SEND(id, data, "copy");
    return self;
}

static id init_to_memory(id self, SEL _cmd) {
    stream_of(self)->data = SEND(id, objc_getClass("NSMutableData"), "new");
    return self;
}

static id init_to_buffer(id self, SEL _cmd, uint8_t *buffer, size_t capacity) {
    stream_of(self)->buffer = (char *)buffer;
    stream_of(self)->capacity = capacity;
    return self;
}

static id made_with_path(id cls, SEL _cmd, id path) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithFileAtPath:", (id, SEL, id), path));
}
static id made_with_url(id cls, SEL _cmd, id url) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithURL:", (id, SEL, id), url));
}
static id made_with_data(id cls, SEL _cmd, id data) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithData:", (id, SEL, id), data));
}
static id made_to_memory(id cls, SEL _cmd) {
    return objc_autorelease(SEND(id, SEND(id, cls, "alloc"), "initToMemory"));
}
static id made_to_buffer(id cls, SEL _cmd, uint8_t *buffer, size_t capacity) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"),
                                      "initToBuffer:capacity:", (id, SEL, uint8_t *, size_t), buffer, capacity));
}
static id made_to_path(id cls, SEL _cmd, id path, BOOL appends) {
    return objc_autorelease(
        SEND_WITH(id, SEND(id, cls, "alloc"), "initToFileAtPath:append:", (id, SEL, id, BOOL), path, appends));
}
static id made_to_url(id cls, SEL _cmd, id url, BOOL appends) {
    return objc_autorelease(
        SEND_WITH(id, SEND(id, cls, "alloc"), "initWithURL:append:", (id, SEL, id, BOOL), url, appends));
}

// ── Opening and closing ─────────────────────────────────────────────────────────────────────────────

static void open_with(id self, int flags) {
    mr_stream *stream = stream_of(self);
    if (stream->status != NOT_OPEN) return;
    stream->status = IS_OPEN;
    if (stream->path == nil) return;
    const char *path = mr_c_string_of(stream->path);
    stream->descriptor = path ? open(path, flags | O_CLOEXEC, 0666) : -1;
    if (stream->descriptor < 0) fail(stream, path ? errno : EINVAL);
}

static void open_for_reading(id self, SEL _cmd) { open_with(self, O_RDONLY); }
static void open_for_writing(id self, SEL _cmd) {
    open_with(self, O_WRONLY | O_CREAT | (stream_of(self)->appends ? O_APPEND : O_TRUNC));
}

static void close_stream(id self, SEL _cmd) {
    mr_stream *stream = stream_of(self);
    bool isOpen = stream->status == IS_OPEN || stream->status == AT_END || stream->status == HAS_FAILED;
    if (isOpen && stream->path && stream->descriptor >= 0) close(stream->descriptor);
    stream->descriptor = -1;
    stream->status = IS_CLOSED;
}

static size_t status(id self, SEL _cmd) { return (size_t)stream_of(self)->status; }
static id error(id self, SEL _cmd) { return stream_of(self)->error; }

static id property(id self, SEL _cmd, id key) {
    mr_stream *stream = stream_of(self);
    bool isMemory = SEND_WITH(bool, key, "isEqual:", (id, SEL, id), NSStreamDataWrittenToMemoryStreamKey);
    bool isOutput = SEND_WITH(bool, self, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSOutputStream"));
    return isMemory && isOutput ? objc_retainAutorelease(stream->data) : nil;
}

static BOOL set_property(id self, SEL _cmd, id value, id key) { return NO; }

static void dealloc(id self, SEL _cmd) {
    mr_stream *stream = stream_of(self);
    close_stream(self, _cmd);
    objc_release(stream->path);
    objc_release(stream->data);
    objc_release(stream->error);
    object_dispose(self);
}

// ── Bytes ───────────────────────────────────────────────────────────────────────────────────────────

// Return the number of bytes, 0 at the end of an input and if there is no room, and -1 after an error.
static long read_bytes(id self, SEL _cmd, uint8_t *bytes, size_t length) {
    mr_stream *stream = stream_of(self);
    if (stream->status != IS_OPEN) return stream->status == AT_END ? 0 : -1;
    ssize_t count;
    if (stream->path) {
        do count = read(stream->descriptor, bytes, length);
        while (count < 0 && errno == EINTR);
        if (count < 0) fail(stream, errno);
    } else {
        size_t rest = SEND(size_t, stream->data, "length") - stream->position;
        count = (ssize_t)(length < rest ? length : rest);
        if (count) memcpy(bytes, SEND(const char *, stream->data, "bytes") + stream->position, (size_t)count);
        stream->position += (size_t)count;
    }
    if (count == 0 && length > 0) stream->status = AT_END;
    return count;
}

static BOOL has_bytes(id self, SEL _cmd) {
    mr_stream *stream = stream_of(self);
    if (stream->status != IS_OPEN) return NO;
    return stream->path != nil || stream->position < SEND(size_t, stream->data, "length");
}

// The bytes of data that were not read yet.
static BOOL get_buffer(id self, SEL _cmd, const uint8_t **bytes, size_t *length) {
    mr_stream *stream = stream_of(self);
    if (stream->status != IS_OPEN || stream->data == nil) return NO;
    *length = SEND(size_t, stream->data, "length") - stream->position;
    *bytes = SEND(const uint8_t *, stream->data, "bytes");
    if (*bytes) *bytes += stream->position;  // empty data may have no bytes
    return YES;
}

static long write_bytes(id self, SEL _cmd, const uint8_t *bytes, size_t length) {
    mr_stream *stream = stream_of(self);
    if (stream->status != IS_OPEN) return -1;
    if (stream->path) {
        ssize_t count;
        do count = write(stream->descriptor, bytes, length);
        while (count < 0 && errno == EINTR);
        if (count < 0) fail(stream, errno);
        return count;
    }
    if (stream->buffer == NULL) {
        SEND_WITH(void, stream->data, "appendBytes:length:", (id, SEL, const void *, size_t), bytes, length);
        return (long)length;
    }
    size_t room = stream->capacity - stream->position, count = length < room ? length : room;
    if (count) memcpy(stream->buffer + stream->position, bytes, count);
    stream->position += count;
    if (count == 0 && length > 0) stream->status = AT_END;
    return (long)count;
}

static BOOL has_space(id self, SEL _cmd) {
    mr_stream *stream = stream_of(self);
    return stream->status == IS_OPEN && (stream->buffer == NULL || stream->position < stream->capacity);
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

static void add_class(const char *name, const mr_method_entry *methods, size_t count, const mr_method_entry *makers,
                      size_t maker_count) {
    Class cls = objc_allocateClassPair(objc_getClass("NSStream"), name, 0);
    assert(cls);
    mr_class_prepend_methods(cls, methods, count);
    mr_class_prepend_methods(object_getClass((id)cls), makers, maker_count);
    objc_registerClassPair(cls);
}

void mr_streams_boot(void) {
    static const mr_method_entry both[] = {
        {"open", "v16@0:8", (IMP)open_for_reading},
        {"close", "v16@0:8", (IMP)close_stream},
        {"streamStatus", "Q16@0:8", (IMP)status},
        {"streamError", "@16@0:8", (IMP)error},
        {"propertyForKey:", "@24@0:8@16", (IMP)property},
        {"setProperty:forKey:", "B32@0:8@16@24", (IMP)set_property},
        {"dealloc", "v16@0:8", (IMP)dealloc},
    };
    static const mr_method_entry input[] = {
        {"initWithData:", "@24@0:8@16", (IMP)init_with_data},
        {"initWithFileAtPath:", "@24@0:8@16", (IMP)init_with_path},
        {"initWithURL:", "@24@0:8@16", (IMP)init_with_url},
        {"read:maxLength:", "q32@0:8*16Q24", (IMP)read_bytes},
        {"getBuffer:length:", "B32@0:8^*16^Q24", (IMP)get_buffer},
        {"hasBytesAvailable", "B16@0:8", (IMP)has_bytes},
    };
    static const mr_method_entry input_makers[] = {
        {"inputStreamWithData:", "@24@0:8@16", (IMP)made_with_data},
        {"inputStreamWithFileAtPath:", "@24@0:8@16", (IMP)made_with_path},
        {"inputStreamWithURL:", "@24@0:8@16", (IMP)made_with_url},
    };
    static const mr_method_entry output[] = {
        {"open", "v16@0:8", (IMP)open_for_writing},
        {"initToMemory", "@16@0:8", (IMP)init_to_memory},
        {"initToBuffer:capacity:", "@32@0:8*16Q24", (IMP)init_to_buffer},
        {"initToFileAtPath:append:", "@28@0:8@16B24", (IMP)init_to_path},
        {"initWithURL:append:", "@28@0:8@16B24", (IMP)init_to_url},
        {"write:maxLength:", "q32@0:8r*16Q24", (IMP)write_bytes},
        {"hasSpaceAvailable", "B16@0:8", (IMP)has_space},
    };
    static const mr_method_entry output_makers[] = {
        {"outputStreamToMemory", "@16@0:8", (IMP)made_to_memory},
        {"outputStreamToBuffer:capacity:", "@32@0:8*16Q24", (IMP)made_to_buffer},
        {"outputStreamToFileAtPath:append:", "@28@0:8@16B24", (IMP)made_to_path},
        {"outputStreamWithURL:append:", "@28@0:8@16B24", (IMP)made_to_url},
    };
    MR_MAKE_CLASS("NSStream", mr_stream, both);
    add_class("NSInputStream", input, sizeof input / sizeof *input, input_makers,
              sizeof input_makers / sizeof *input_makers);
    add_class("NSOutputStream", output, sizeof output / sizeof *output, output_makers,
              sizeof output_makers / sizeof *output_makers);
}
