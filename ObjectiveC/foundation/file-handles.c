// file-handles.c - NSFileHandle and NSPipe: file descriptors as objects.
//
// The older methods raise an NSFileHandleOperationException if the system reports an error, the newer ones return an
// NSError: of the system's domain, or, if they open a URL, of Cocoa's. A handle that is used by several threads behaves
// like its descriptor.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foundation.h"

MR_OWN(NSPOSIXErrorDomain);

typedef struct {
    Class isa;
    int descriptor;  // -1 after it was closed
    bool is_owned;   // whether the end of the object closes the descriptor
} mr_file_handle;

typedef struct {
    Class isa;
    id reading, writing;  // +1
} mr_pipe;

static mr_file_handle *handle_of(id self) { return (mr_file_handle *)(void *)self; }
static int descriptor_of(id self) { return handle_of(self)->descriptor; }

static id posix_error(int number) {
    return SEND_WITH(id, objc_getClass("NSError"), "errorWithDomain:code:userInfo:", (id, SEL, id, long, id),
                     NSPOSIXErrorDomain, (long)number, nil);
}

// Reports an errno: to the address if the method has one, else as an exception. Returns whether it is 0.
static BOOL report(id self, SEL _cmd, int number, bool hasError, id *error) {
    if (number == 0) return YES;
    if (!hasError) {
        mr_raise("NSFileHandleOperationException", "*** -[%s %s]: %s", object_getClassName(self), sel_getName(_cmd),
                 strerror(number));
    } else if (error) {
        *error = posix_error(number);
    }
    return NO;
}

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id make(id cls, int descriptor, bool isOwned) {
    id handle = SEND(id, cls, "alloc");
    handle_of(handle)->descriptor = descriptor;
    handle_of(handle)->is_owned = isOwned;
    return handle;
}

static id init_and_close(id self, SEL _cmd, int descriptor, BOOL isOwned) {
    handle_of(self)->descriptor = descriptor;
    handle_of(self)->is_owned = isOwned;
    return self;
}

static id init_with_descriptor(id self, SEL _cmd, int descriptor) { return init_and_close(self, _cmd, descriptor, NO); }

// Returns a handle of an existing file, autoreleased; nil, with errno, if it cannot be opened.
static id open_file(id cls, id path, int flags) {
    const char *text = mr_c_string_of(path);
    int descriptor = text ? open(text, flags | O_CLOEXEC) : -1;
    if (text == NULL) errno = ENOENT;
    return descriptor < 0 ? nil : objc_autorelease(make(cls, descriptor, true));
}

static id for_reading(id cls, SEL _cmd, id path) { return open_file(cls, path, O_RDONLY); }
static id for_writing(id cls, SEL _cmd, id path) { return open_file(cls, path, O_WRONLY); }
static id for_updating(id cls, SEL _cmd, id path) { return open_file(cls, path, O_RDWR); }

// The same for a URL.
static id open_url(id cls, id url, int flags, id *error) {
    id path = url ? SEND(id, url, "path") : nil, handle = open_file(cls, path, flags);
    int number = path == nil || mr_c_string_of(path) ? errno : 0;
    if (handle == nil) mr_store_file_error(error, path, number, flags != O_RDONLY);
    return handle;
}

static id for_reading_url(id cls, SEL _cmd, id url, id *error) { return open_url(cls, url, O_RDONLY, error); }
static id for_writing_url(id cls, SEL _cmd, id url, id *error) { return open_url(cls, url, O_WRONLY, error); }
static id for_updating_url(id cls, SEL _cmd, id url, id *error) { return open_url(cls, url, O_RDWR, error); }

// The handles of the standard streams and of the null device, which live for ever.
static id standard[4];

static id standard_input(id cls, SEL _cmd) { return standard[0]; }
static id standard_output(id cls, SEL _cmd) { return standard[1]; }
static id standard_error(id cls, SEL _cmd) { return standard[2]; }
static id null_device(id cls, SEL _cmd) {
    objc_sync_enter(cls);
    if (standard[3] == nil) standard[3] = make(cls, open("/dev/null", O_RDWR | O_CLOEXEC), false);
    objc_sync_exit(cls);
    return standard[3];
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

// Reads until there are `wanted` bytes, or until the end; returns what one read returns if `isOnce`. Returns an NSData,
// autoreleased; nil after an error, which it reports.
static id read_bytes(id self, SEL _cmd, size_t wanted, bool isOnce, bool hasError, id *error) {
    size_t room = wanted < 65536 ? wanted : 65536, length = 0;
    char *bytes = mr_allocate(room ? room : 1);
    ssize_t count = 0;
    while (length < wanted) {
        if (length == room) {
            room = room > wanted / 2 ? wanted : 2 * room;
            char *larger = realloc(bytes, room);
            if (larger == NULL) mr_fatal("out of memory for the contents of a file");
            bytes = larger;
        }
        count = read(descriptor_of(self), bytes + length, room - length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        length += (size_t)count;
        if (isOnce) break;
    }
    if (!report(self, _cmd, count < 0 ? errno : 0, hasError, error)) {
        free(bytes);
        return nil;
    }
    return objc_autorelease(SEND_WITH(id, SEND(id, objc_getClass("NSData"), "alloc"),
                                      "initWithBytesNoCopy:length:freeWhenDone:", (id, SEL, void *, size_t, BOOL),
                                      bytes, length, YES));
}

static id available_data(id self, SEL _cmd) { return read_bytes(self, _cmd, 65536, true, false, NULL); }
static id read_to_end(id self, SEL _cmd) { return read_bytes(self, _cmd, SIZE_MAX, false, false, NULL); }
static id read_length(id self, SEL _cmd, size_t length) { return read_bytes(self, _cmd, length, false, false, NULL); }
static id read_to_end_or_error(id self, SEL _cmd, id *error) {
    return read_bytes(self, _cmd, SIZE_MAX, false, true, error);
}
static id read_length_or_error(id self, SEL _cmd, size_t length, id *error) {
    return read_bytes(self, _cmd, length, false, true, error);
}

// ── Writing and seeking ─────────────────────────────────────────────────────────────────────────────

// These return an errno, or 0.
static int write_data(id self, id data) {
    const char *bytes = SEND(const char *, data, "bytes");
    size_t length = SEND(size_t, data, "length");
    while (length > 0) {
        ssize_t count = write(descriptor_of(self), bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes += count;
        length -= (size_t)count;
    }
    return 0;
}

static int seek(id self, off_t offset, int from, unsigned long long *position) {
    off_t found = lseek(descriptor_of(self), offset, from);
    if (found < 0) return errno;
    if (position) *position = (unsigned long long)found;
    return 0;
}

// The position is then the new end, as on Apple's systems.
static int truncate_at(id self, unsigned long long offset) {
    if (ftruncate(descriptor_of(self), (off_t)offset) != 0) return errno;
    return seek(self, (off_t)offset, SEEK_SET, NULL);
}

// A pipe or a terminal has nothing to synchronize.
static int synchronize(id self) {
    return fsync(descriptor_of(self)) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

static int close_handle(id self) {
    int descriptor = descriptor_of(self);
    handle_of(self)->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 ? 0 : errno;
}

static void write_or_raise(id self, SEL _cmd, id data) { report(self, _cmd, write_data(self, data), false, NULL); }
static BOOL write_or_error(id self, SEL _cmd, id data, id *error) {
    return report(self, _cmd, write_data(self, data), true, error);
}

static unsigned long long position_or_raise(id self, SEL _cmd, int from) {
    unsigned long long position = 0;
    report(self, _cmd, seek(self, 0, from, &position), false, NULL);
    return position;
}
static BOOL position_or_error(id self, SEL _cmd, int from, unsigned long long *position, id *error) {
    return report(self, _cmd, seek(self, 0, from, position), true, error);
}

static unsigned long long offset_or_raise(id self, SEL _cmd) { return position_or_raise(self, _cmd, SEEK_CUR); }
static unsigned long long seek_to_end(id self, SEL _cmd) { return position_or_raise(self, _cmd, SEEK_END); }
static BOOL offset_or_error(id self, SEL _cmd, unsigned long long *offset, id *error) {
    return position_or_error(self, _cmd, SEEK_CUR, offset, error);
}
static BOOL seek_to_end_or_error(id self, SEL _cmd, unsigned long long *offset, id *error) {
    return position_or_error(self, _cmd, SEEK_END, offset, error);
}

static void seek_to(id self, SEL _cmd, unsigned long long offset) {
    report(self, _cmd, seek(self, (off_t)offset, SEEK_SET, NULL), false, NULL);
}
static BOOL seek_to_or_error(id self, SEL _cmd, unsigned long long offset, id *error) {
    return report(self, _cmd, seek(self, (off_t)offset, SEEK_SET, NULL), true, error);
}

static void truncate_or_raise(id self, SEL _cmd, unsigned long long offset) {
    report(self, _cmd, truncate_at(self, offset), false, NULL);
}
static BOOL truncate_or_error(id self, SEL _cmd, unsigned long long offset, id *error) {
    return report(self, _cmd, truncate_at(self, offset), true, error);
}

static void synchronize_or_raise(id self, SEL _cmd) { report(self, _cmd, synchronize(self), false, NULL); }
static BOOL synchronize_or_error(id self, SEL _cmd, id *error) {
    return report(self, _cmd, synchronize(self), true, error);
}

static void close_or_raise(id self, SEL _cmd) { report(self, _cmd, close_handle(self), false, NULL); }
static BOOL close_or_error(id self, SEL _cmd, id *error) { return report(self, _cmd, close_handle(self), true, error); }

static int file_descriptor(id self, SEL _cmd) { return descriptor_of(self); }

static void dealloc(id self, SEL _cmd) {
    if (handle_of(self)->is_owned) close_handle(self);
    object_dispose(self);
}

// ── Pipes ───────────────────────────────────────────────────────────────────────────────────────────

static mr_pipe *pipe_of(id self) { return (mr_pipe *)(void *)self; }

static id init_pipe(id self, SEL _cmd) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        objc_release(self);
        return nil;
    }
    id cls = (id)objc_getClass("NSFileHandle");
    pipe_of(self)->reading = make(cls, ends[0], true);
    pipe_of(self)->writing = make(cls, ends[1], true);
    return self;
}

static id new_pipe(id cls, SEL _cmd) { return objc_autorelease(SEND(id, cls, "new")); }
static id reading_end(id self, SEL _cmd) { return pipe_of(self)->reading; }
static id writing_end(id self, SEL _cmd) { return pipe_of(self)->writing; }

static void dealloc_pipe(id self, SEL _cmd) {
    objc_release(pipe_of(self)->reading);
    objc_release(pipe_of(self)->writing);
    object_dispose(self);
}

static const mr_method_entry makers[] = {
    {"fileHandleForReadingAtPath:", "@24@0:8@16", (IMP)for_reading},
    {"fileHandleForWritingAtPath:", "@24@0:8@16", (IMP)for_writing},
    {"fileHandleForUpdatingAtPath:", "@24@0:8@16", (IMP)for_updating},
    {"fileHandleForReadingFromURL:error:", "@32@0:8@16^@24", (IMP)for_reading_url},
    {"fileHandleForWritingToURL:error:", "@32@0:8@16^@24", (IMP)for_writing_url},
    {"fileHandleForUpdatingURL:error:", "@32@0:8@16^@24", (IMP)for_updating_url},
    {"fileHandleWithStandardInput", "@16@0:8", (IMP)standard_input},
    {"fileHandleWithStandardOutput", "@16@0:8", (IMP)standard_output},
    {"fileHandleWithStandardError", "@16@0:8", (IMP)standard_error},
    {"fileHandleWithNullDevice", "@16@0:8", (IMP)null_device},
};
static const mr_method_entry methods[] = {
    {"initWithFileDescriptor:", "@20@0:8i16", (IMP)init_with_descriptor},
    {"initWithFileDescriptor:closeOnDealloc:", "@24@0:8i16B20", (IMP)init_and_close},
    {"fileDescriptor", "i16@0:8", (IMP)file_descriptor},
    {"availableData", "@16@0:8", (IMP)available_data},
    {"readDataToEndOfFile", "@16@0:8", (IMP)read_to_end},
    {"readDataOfLength:", "@24@0:8Q16", (IMP)read_length},
    {"readDataToEndOfFileAndReturnError:", "@24@0:8^@16", (IMP)read_to_end_or_error},
    {"readDataUpToLength:error:", "@32@0:8Q16^@24", (IMP)read_length_or_error},
    {"writeData:", "v24@0:8@16", (IMP)write_or_raise},
    {"writeData:error:", "B32@0:8@16^@24", (IMP)write_or_error},
    {"offsetInFile", "Q16@0:8", (IMP)offset_or_raise},
    {"getOffset:error:", "B32@0:8^Q16^@24", (IMP)offset_or_error},
    {"seekToEndOfFile", "Q16@0:8", (IMP)seek_to_end},
    {"seekToEndReturningOffset:error:", "B32@0:8^Q16^@24", (IMP)seek_to_end_or_error},
    {"seekToFileOffset:", "v24@0:8Q16", (IMP)seek_to},
    {"seekToOffset:error:", "B32@0:8Q16^@24", (IMP)seek_to_or_error},
    {"truncateFileAtOffset:", "v24@0:8Q16", (IMP)truncate_or_raise},
    {"truncateAtOffset:error:", "B32@0:8Q16^@24", (IMP)truncate_or_error},
    {"synchronizeFile", "v16@0:8", (IMP)synchronize_or_raise},
    {"synchronizeAndReturnError:", "B24@0:8^@16", (IMP)synchronize_or_error},
    {"closeFile", "v16@0:8", (IMP)close_or_raise},
    {"closeAndReturnError:", "B24@0:8^@16", (IMP)close_or_error},
    {"dealloc", "v16@0:8", (IMP)dealloc},
};

void mr_file_handles_boot(void) {
    static const mr_method_entry pipe_makers[] = {{"pipe", "@16@0:8", (IMP)new_pipe}};
    static const mr_method_entry pipe_methods[] = {
        {"init", "@16@0:8", (IMP)init_pipe},
        {"fileHandleForReading", "@16@0:8", (IMP)reading_end},
        {"fileHandleForWriting", "@16@0:8", (IMP)writing_end},
        {"dealloc", "v16@0:8", (IMP)dealloc_pipe},
    };
    id cls = (id)MR_MAKE_CLASS("NSFileHandle", mr_file_handle, methods);
    ADD_CLASS_METHODS_TO("NSFileHandle", makers);
    for (int number = 0; number < 3; number++) standard[number] = make(cls, number, false);
    MR_MAKE_CLASS("NSPipe", mr_pipe, pipe_methods);
    ADD_CLASS_METHODS_TO("NSPipe", pipe_makers);
}
