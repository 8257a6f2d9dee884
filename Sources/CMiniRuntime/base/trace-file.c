// trace-file.c - writes the runtime's events to the file that MINIRUNTIME_TRACE_FILE names: lines of JSON.
//
// `runtime-demo explore` shows such a file. The first line describes the writer. A line of the kind "image" precedes
// the first event that has a caller in that program or library. Every other line is an event, with the thread, numbered
// in the order of appearance, the time in nanoseconds since the first event, the callers, as places in images, and the
// ivars of the object. Memory does not grow with the number of events.
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unwind.h>

#include "../boot/boot.h"
#include "../message/message.h"
#include "base.h"

#define MAX_CALLERS 64
#define MAX_IMAGES 256

static FILE *file;
// Guarded by the lock of `file`, which is held while a line is written. No message is sent meanwhile.
static uintptr_t images[MAX_IMAGES];
static size_t image_count, thread_count;
static struct timespec beginning;
static _Thread_local size_t thread_number;

// ── JSON ────────────────────────────────────────────────────────────────────────────────────────────

static void write_string(const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') fprintf(file, "\\%c", byte);
        else if (byte < 0x20) fprintf(file, "\\u%04x", byte);
        else fputc(byte, file);
    }
    fputc('"', file);
}

static void write_text(const char *name, const char *text) {
    if (text == NULL) return;
    fprintf(file, ",\"%s\":", name);
    write_string(text);
}

static void write_address(const char *name, const void *address) {
    if (address) fprintf(file, ",\"%s\":\"%p\"", name, address);
}

// ── Callers ─────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    uintptr_t addresses[MAX_CALLERS];
    size_t count;
} stack;

static _Unwind_Reason_Code add_caller(struct _Unwind_Context *context, void *pointer) {
    stack *callers = pointer;
    uintptr_t address = _Unwind_GetIP(context);
    // A return address is behind the call.
    if (address) callers->addresses[callers->count++] = address - 1;
    return callers->count < MAX_CALLERS ? _URC_NO_REASON : _URC_END_OF_STACK;
}

typedef struct {
    uintptr_t address, bias;
    const char *name;
} image;

static int find_image(struct dl_phdr_info *info, size_t size, void *pointer) {
    (void)size;
    image *wanted = pointer;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || wanted->address - start >= segment->p_memsz) continue;
        wanted->bias = info->dlpi_addr;
        wanted->name = info->dlpi_name;
        return 1;
    }
    return 0;
}

// Returns the number of an image, after a line about it if it is new; MAX_IMAGES if there are too many.
static size_t number_of_image(const image *found) {
    size_t number = 0;
    while (number < image_count && images[number] != found->bias) number++;
    if (number < image_count || image_count == MAX_IMAGES) return number;
    images[image_count++] = found->bias;
    fprintf(file, "{\"kind\":\"image\",\"image\":%zu", number);
    // The program itself has no name.
    char *path = realpath(found->name[0] ? found->name : "/proc/self/exe", NULL);
    write_text("path", path ? path : found->name);
    free(path);
    fputs("}\n", file);
    return number;
}

// Whether an image is the runtime's own library, whose functions are no callers. It may be a part of the program.
static bool is_runtime(const image *found) {
    image runtime = {.address = (uintptr_t)is_runtime};
    return found->name[0] != '\0' && dl_iterate_phdr(find_image, &runtime) && found->bias == runtime.bias;
}

// Writes the images that are new, and turns addresses into places in them. `numbers` receives the images.
static void locate(stack *callers, size_t numbers[]) {
    size_t kept = 0;
    for (size_t index = 0; index < callers->count; index++) {
        image found = {.address = callers->addresses[index]};
        if (dl_iterate_phdr(find_image, &found) == 0 || is_runtime(&found)) continue;
        numbers[kept] = number_of_image(&found);
        if (numbers[kept] < MAX_IMAGES) callers->addresses[kept++] = found.address - found.bias;
    }
    callers->count = kept;
}

static void write_callers(const stack *callers, const size_t numbers[]) {
    fputs(",\"callers\":[", file);
    for (size_t index = 0; index < callers->count; index++) {
        fprintf(file, "%s[%zu,\"0x%zx\"]", index ? "," : "", numbers[index], (size_t)callers->addresses[index]);
    }
    fputc(']', file);
}

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

static void write_bytes(const unsigned char *bytes, size_t count) {
    fputs(",\"bytes\":\"", file);
    for (size_t index = 0; index < count; index++) fprintf(file, "%s%02x", index ? " " : "", bytes[index]);
    fputc('"', file);
}

static void write_ivar(id object, Ivar ivar, const char *separator) {
    size_t size = objc_sizeof_type(ivar_getTypeEncoding(ivar)), offset = (size_t)ivar_getOffset(ivar);
    fprintf(file, "%s{\"offset\":%zu", separator, offset);
    write_text("name", ivar_getName(ivar));
    write_text("encoding", ivar_getTypeEncoding(ivar));
    write_bytes((const unsigned char *)object + offset, size < 16 ? size : 16);
    fputc('}', file);
}

static void write_ivars(id object) {
    const char *separator = "";
    fputs(",\"ivars\":[", file);
    for (Class cls = object_getClass(object); cls; cls = class_getSuperclass(cls)) {
        unsigned int count;
        Ivar *ivars = class_copyIvarList(cls, &count);
        for (unsigned int index = 0; index < count; index++) {
            if (ivar_getOffset(ivars[index]) == 0) continue;  // the isa, which the event has
            write_ivar(object, ivars[index], separator);
            separator = ",";
        }
        free(ivars);
    }
    fputc(']', file);
}

// Whether the object of an event was deallocated: three kinds of events come after that.
static bool is_gone(const mr_trace_event *event) {
    bool is_return = event->kind == MR_TRACE_ORIGINAL_RETURNED || event->kind == MR_TRACE_OVERRIDE_RETURNED;
    return event->kind == MR_TRACE_OBJECT_DEALLOCATED || (is_return && event->selector == sel_registerName("dealloc"));
}

// The isa and the ivars of an object that still exists. A class has no ivars.
static void write_object(const mr_trace_event *event) {
    id object = event->object;
    write_address("object", object);
    if (object == nil || is_gone(event) || mr_is_tagged(object)) return;
    write_text("isa", class_getName(object_getClass(object)));
    write_address("isaAddress", object_getClass(object));
    if (!object_isClass(object)) write_ivars(object);
}

static void write_class(Class cls) {
    write_text("class", class_getName(cls));
    write_address("classAddress", cls);
    if (class_isMetaClass(cls)) fputs(",\"isMetaclass\":true", file);
    if (class_getSuperclass(cls)) write_text("superclass", class_getName(class_getSuperclass(cls)));
}

static void write_imp(IMP imp) {
    const char *purpose = mr_imp_get_purpose(imp);
    write_address("imp", (const void *)imp);
    if (purpose == NULL) return;
    fprintf(file, ",\"what\":\"%s (%s)\"", mr_imp_kind_name(mr_imp_get_kind(imp)), purpose);
}

static void write_other(const mr_trace_event *event) {
    const void *other = event->other;
    write_address("other", other);
    if (other == NULL) return;
    switch (event->kind) {
        case MR_TRACE_CLASS_ALLOCATED:
        case MR_TRACE_ISA_CHANGED:
        case MR_TRACE_ORIGINAL_RETURNED:
        case MR_TRACE_OVERRIDE_RETURNED: write_text("otherName", class_getName((Class)other)); break;
        case MR_TRACE_NOTIFICATION:
        case MR_TRACE_OBSERVER_ADDED: write_text("otherName", class_getName(object_getClass((id)other))); break;
        default: break;  // may be dead
    }
}

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    char *old, *new;
} change;

// Returns the text of a string or number, which the caller frees; of other objects the class and address, because their
// descriptions are code of the program.
static char *copy_text(id value) {
    const char *name = class_getName(object_getClass(value)), *text = NULL;
    bool is_number = strcmp(name, "NSNumber") == 0, is_string = strcmp(name, "NSString") == 0;
    if (is_number || is_string || strcmp(name, "NSMutableString") == 0) {
        id string = is_number ? mr_send0(id, value, sel_registerName("stringValue")) : value;
        text = mr_send0(const char *, string, sel_registerName("UTF8String"));
    }
    char *copy = NULL;
    if (text) return strdup(text);
    return asprintf(&copy, "<%s: %p>", name, (void *)value) < 0 ? NULL : copy;
}

static char *copy_entry(id dictionary, const char *key) {
    id value = mr_send1(id, dictionary, sel_registerName("objectForKey:"), id, mr_string_object(key));
    return value ? copy_text(value) : NULL;
}

static change copy_change(const mr_trace_event *event) {
    if (event->kind != MR_TRACE_NOTIFICATION || event->argument == nil) return (change){NULL, NULL};
    return (change){.old = copy_entry(event->argument, "old"), .new = copy_entry(event->argument, "new")};
}

// ── The hook ────────────────────────────────────────────────────────────────────────────────────────

// Starts the line of an event. The thread and the time are written under the lock, so that lines are in their order.
static void write_beginning(mr_trace_kind kind) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (beginning.tv_sec == 0) beginning = now;
    if (thread_number == 0) thread_number = ++thread_count;
    long long time = (now.tv_sec - beginning.tv_sec) * 1000000000LL + now.tv_nsec - beginning.tv_nsec;
    fprintf(file, "{\"kind\":\"%s\",\"thread\":%zu,\"time\":%lld", mr_trace_kind_name(kind), thread_number, time);
}

static void write_event(const mr_trace_event *event, void *context) {
    stack callers = {.count = 0};
    size_t numbers[MAX_CALLERS];
    _Unwind_Backtrace(add_caller, &callers);
    void *pool = objc_autoreleasePoolPush();
    change values = copy_change(event);
    objc_autoreleasePoolPop(pool);
    flockfile(file);
    locate(&callers, numbers);
    write_beginning(event->kind);
    write_object(event);
    if (event->cls) write_class(event->cls);
    if (event->selector) write_text("selector", sel_getName(event->selector));
    if (event->imp) write_imp(event->imp);
    write_other(event);
    write_text("text", event->text);
    write_text("old", values.old);
    write_text("new", values.new);
    write_callers(&callers, numbers);
    fputs("}\n", file);
    funlockfile(file);
    free(values.old);
    free(values.new);
}

// The folder that contains the folders of the layers, where the compiler found this file.
static void write_sources(void) {
    static const char path[] = __FILE__, end[] = "/CMiniRuntime/base/trace-file.c";
    if (sizeof path <= sizeof end || strcmp(path + sizeof path - sizeof end, end) != 0) return;
    char folder[sizeof path];
    memcpy(folder, path, sizeof path);
    folder[sizeof path - sizeof end] = '\0';
    write_text("sources", folder);
}

void mr_trace_file_boot(void) {
    // Not from the environment of a program that has more rights than its user.
    const char *path = mr_debug.trace_file ? secure_getenv("MINIRUNTIME_TRACE_FILE") : NULL;
    if (path == NULL) return;
    file = fopen(path, "we");
    if (file == NULL) return mr_log("MINIRUNTIME_TRACE_FILE: cannot write '%s': %s", path, strerror(errno));
    // Whole lines reach the file, even of a program that crashes.
    setvbuf(file, NULL, _IOLBF, 1 << 16);
    fprintf(file, "{\"kind\":\"begin\",\"version\":1,\"cpu\":\"%s\"", mr_cpu_name());
    write_sources();
    fputs("}\n", file);
    mr_trace_set_hook(write_event, NULL);
}
