// files.c - the contents of files as data and strings, and the other way.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foundation.h"

MR_OWN(NSCocoaErrorDomain);
MR_OWN(NSPOSIXErrorDomain);
MR_OWN(NSFilePathErrorKey);
MR_OWN(NSUnderlyingErrorKey);

// NSDataWritingOptions, and codes of NSCocoaErrorDomain.
enum { IS_ATOMIC = 1, MUST_BE_NEW = 2 };
enum {
    NO_SUCH_FOLDER = 4,
    CANNOT_READ = 256,
    MAY_NOT_READ = 257,
    INVALID_NAME_TO_READ = 258,
    NO_SUCH_FILE = 260,
    WRONG_ENCODING = 261,
    CANNOT_WRITE = 512,
    MAY_NOT_WRITE = 513,
    INVALID_NAME_TO_WRITE = 514,
    FILE_EXISTS = 516,
    CANNOT_ENCODE = 517,
    NO_SPACE = 640,
    IS_READ_ONLY = 642,
};

static id make_error(id domain, long code, id info) {
    return SEND_WITH(id, objc_getClass("NSError"), "errorWithDomain:code:userInfo:", (id, SEL, id, long, id), domain,
                     code, info);
}

// Stores an NSError with the path, and with `number`, an errno, as its cause unless that is 0.
static void store_error(id *error, id path, long code, int number) {
    if (error == NULL) return;
    id info = SEND(id, objc_getClass("NSMutableDictionary"), "dictionary");
    if (path) SEND_WITH(void, info, "setObject:forKey:", (id, SEL, id, id), path, NSFilePathErrorKey);
    if (number) {
        SEND_WITH(void, info, "setObject:forKey:", (id, SEL, id, id), make_error(NSPOSIXErrorDomain, number, nil),
                  NSUnderlyingErrorKey);
    }
    *error = make_error(NSCocoaErrorDomain, code, info);
}

static long code_of(int number, bool is_writing) {
    switch (number) {
        case 0:
        case ENAMETOOLONG: return is_writing ? INVALID_NAME_TO_WRITE : INVALID_NAME_TO_READ;
        case ENOENT: return is_writing ? NO_SUCH_FOLDER : NO_SUCH_FILE;
        case EACCES:
        case EPERM: return is_writing ? MAY_NOT_WRITE : MAY_NOT_READ;
        default: break;
    }
    if (!is_writing) return CANNOT_READ;
    switch (number) {
        case EEXIST: return FILE_EXISTS;
        case ENOSPC:
        case EDQUOT: return NO_SPACE;
        case EROFS: return IS_READ_ONLY;
        default: return CANNOT_WRITE;
    }
}

void mr_store_file_error(id *error, id path, int number, bool is_writing) {
    store_error(error, path, code_of(number, is_writing), number);
}

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

// Reads all bytes into memory of malloc. Returns false, with errno, if the file cannot be read.
static bool read_all(const char *path, char **bytes, size_t *length) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) return false;
    size_t room = fstat(file, &status) == 0 && status.st_size > 0 ? (size_t)status.st_size + 1 : 4096;
    ssize_t count = 0;
    *bytes = NULL;
    *length = 0;
    do {
        *length += (size_t)count;
        if (*bytes && *length == room) room *= 2;
        *bytes = realloc(*bytes, room);
        if (*bytes == NULL) mr_fatal("out of memory for the contents of a file");
        count = read(file, *bytes + *length, room - *length);
    } while (count > 0 || (count < 0 && errno == EINTR && (count = 0) == 0));
    int number = errno;
    close(file);
    if (count < 0) free(*bytes);
    errno = number;
    return count == 0;
}

static id init_with_file_options(id self, SEL _cmd, id path, unsigned long options, id *error) {
    const char *name = path ? mr_c_string_of(path) : "";
    char *bytes;
    size_t length;
    if (name && read_all(name, &bytes, &length)) {
        return SEND_WITH(id, self, "initWithBytesNoCopy:length:freeWhenDone:", (id, SEL, void *, size_t, BOOL), bytes,
                         length, YES);
    }
    mr_store_file_error(error, path, name ? errno : 0, false);
    objc_release(self);
    return nil;
}

static id init_with_file(id self, SEL _cmd, id path) { return init_with_file_options(self, _cmd, path, 0, NULL); }

static id with_file_options(id cls, SEL _cmd, id path, unsigned long options, id *error) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithContentsOfFile:options:error:",
                                      (id, SEL, id, unsigned long, id *), path, options, error));
}

static id with_file(id cls, SEL _cmd, id path) { return with_file_options(cls, _cmd, path, 0, NULL); }

static id string_with_file(id cls, SEL _cmd, id path, unsigned long encoding, id *error) {
    id data = with_file_options((id)objc_getClass("NSData"), _cmd, path, 0, error);
    if (data == nil) return nil;
    id string =
        SEND_WITH(id, SEND(id, cls, "alloc"), "initWithData:encoding:", (id, SEL, id, unsigned long), data, encoding);
    if (string == nil) store_error(error, path, WRONG_ENCODING, 0);
    return objc_autorelease(string);
}

static id string_init_with_file(id self, SEL _cmd, id path, unsigned long encoding, id *error) {
    id string = objc_retain(string_with_file((id)object_getClass(self), _cmd, path, encoding, error));
    objc_release(self);
    return string;
}

// ── Writing ─────────────────────────────────────────────────────────────────────────────────────────

// Returns false, with errno, if not all bytes were written.
static bool write_all(const char *path, const char *bytes, size_t length, bool mustBeNew) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (mustBeNew ? O_EXCL : 0), 0666);
    if (file < 0) return false;
    while (length) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) break;
        bytes += count;
        length -= (size_t)count;
    }
    int number = errno;
    bool isWritten = close(file) == 0 && length == 0;
    if (length) errno = number;
    return isWritten;
}

// Writes a new file beside the old one, and renames it, so that no reader sees a part of it.
static bool write_atomically(const char *path, const char *bytes, size_t length) {
    static int files;
    const char *other = mr_c_string_of(
        mr_string_with_format("%s.%d-%d", path, getpid(), __atomic_add_fetch(&files, 1, __ATOMIC_RELAXED)));
    bool isWritten = write_all(other, bytes, length, true) && rename(other, path) == 0;
    int number = errno;
    if (!isWritten) unlink(other);
    errno = number;
    return isWritten;
}

static BOOL write_with_options(id self, SEL _cmd, id path, unsigned long options, id *error) {
    const char *bytes = SEND(const char *, self, "bytes");
    size_t length = SEND(size_t, self, "length");
    const char *name = path ? mr_c_string_of(path) : "";
    bool isAtomic = options & IS_ATOMIC;
    bool isWritten = name && (isAtomic ? write_atomically(name, bytes, length)
                                       : write_all(name, bytes, length, options & MUST_BE_NEW));
    if (!isWritten) mr_store_file_error(error, path, name ? errno : 0, true);
    return isWritten;
}

static BOOL write_file(id self, SEL _cmd, id path, BOOL isAtomic) {
    return write_with_options(self, _cmd, path, isAtomic ? IS_ATOMIC : 0, NULL);
}

static BOOL write_string(id self, SEL _cmd, id path, BOOL isAtomic, unsigned long encoding, id *error) {
    id data = SEND_WITH(id, self, "dataUsingEncoding:", (id, SEL, unsigned long), encoding);
    if (data) return write_with_options(data, _cmd, path, isAtomic ? IS_ATOMIC : 0, error);
    store_error(error, path, CANNOT_ENCODE, 0);
    return NO;
}

void mr_files_boot(void) {
    static const mr_method_entry data[] = {
        {"initWithContentsOfFile:", "@24@0:8@16", (IMP)init_with_file},
        {"initWithContentsOfFile:options:error:", "@40@0:8@16Q24^@32", (IMP)init_with_file_options},
        {"writeToFile:atomically:", "B28@0:8@16B24", (IMP)write_file},
        {"writeToFile:options:error:", "B40@0:8@16Q24^@32", (IMP)write_with_options},
    };
    static const mr_method_entry data_makers[] = {
        {"dataWithContentsOfFile:", "@24@0:8@16", (IMP)with_file},
        {"dataWithContentsOfFile:options:error:", "@40@0:8@16Q24^@32", (IMP)with_file_options},
    };
    static const mr_method_entry strings[] = {
        {"initWithContentsOfFile:encoding:error:", "@40@0:8@16Q24^@32", (IMP)string_init_with_file},
        {"writeToFile:atomically:encoding:error:", "B44@0:8@16B24Q28^@36", (IMP)write_string},
    };
    static const mr_method_entry string_makers[] = {
        {"stringWithContentsOfFile:encoding:error:", "@40@0:8@16Q24^@32", (IMP)string_with_file},
    };
    ADD_METHODS("NSData", data);
    ADD_CLASS_METHODS_TO("NSData", data_makers);
    ADD_METHODS("NSString", strings);
    ADD_CLASS_METHODS_TO("NSString", string_makers);
}
