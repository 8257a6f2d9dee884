// process.c - NSProcessInfo: the process, its arguments and environment, and the system.
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "foundation.h"

extern char **environ;

static id shared;

static id text(const char *bytes) {
    return SEND_WITH(id, objc_getClass("NSString"), "stringWithUTF8String:", (id, SEL, const char *), bytes);
}

static id process_info(id cls, SEL _cmd) { return shared; }
static id process_name(id self, SEL _cmd) { return text(program_invocation_short_name); }
static int process_identifier(id self, SEL _cmd) { return getpid(); }

// The kernel lists the arguments, each with a zero byte at its end. An argument that is not UTF-8 is left out.
static id arguments(id self, SEL _cmd) {
    id all = SEND(id, objc_getClass("NSMutableArray"), "array");
    FILE *list = fopen("/proc/self/cmdline", "re");
    char *argument = NULL;
    size_t room = 0;
    while (list && getdelim(&argument, &room, 0, list) >= 0) {
        id string = text(argument);
        if (string) mr_add_object(all, string);
    }
    free(argument);
    if (list) fclose(list);
    return all;
}

static id environment(id self, SEL _cmd) {
    id all = SEND(id, objc_getClass("NSMutableDictionary"), "dictionary");
    for (char **each = environ; each && *each; each++) {
        const char *value = strchr(*each, '=');
        if (value == NULL) continue;
        char *name = mr_copy_text(*each, (size_t)(value - *each));
        id key = text(name), object = text(value + 1);
        free(name);
        if (key && object) SEND_WITH(void, all, "setObject:forKey:", (id, SEL, id, id), object, key);
    }
    return all;
}

// Differs in each call, in all processes of all machines.
static id unique_string(id self, SEL _cmd) {
    static atomic_uint calls;
    char host[256] = "";
    struct timespec time;
    gethostname(host, sizeof host - 1);
    clock_gettime(CLOCK_REALTIME, &time);
    return mr_string_with_format("%s-%d-%llx%09lx-%u", host, getpid(), (unsigned long long)time.tv_sec, time.tv_nsec,
                                 atomic_fetch_add(&calls, 1));
}

static size_t processor_count(id self, SEL _cmd) { return (size_t)sysconf(_SC_NPROCESSORS_ONLN); }

static unsigned long long physical_memory(id self, SEL _cmd) {
    return (unsigned long long)sysconf(_SC_PHYS_PAGES) * (unsigned long long)sysconf(_SC_PAGESIZE);
}

static double uptime(id self, SEL _cmd) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// ── The system ──────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    long major, minor, patch;
} mr_version;

// That of the kernel.
static mr_version system_version(id self, SEL _cmd) {
    struct utsname system;
    mr_version version = {0, 0, 0};
    if (uname(&system) == 0) sscanf(system.release, "%ld.%ld.%ld", &version.major, &version.minor, &version.patch);
    return version;
}

static id system_version_string(id self, SEL _cmd) {
    struct utsname system;
    return uname(&system) == 0 ? mr_string_with_format("%s %s", system.sysname, system.release) : text("");
}

static bool is_at_least(id self, SEL _cmd, mr_version wanted) {
    mr_version version = system_version(self, _cmd);
    if (version.major != wanted.major) return version.major > wanted.major;
    if (version.minor != wanted.minor) return version.minor > wanted.minor;
    return version.patch >= wanted.patch;
}

static id host_name(id self, SEL _cmd) {
    struct utsname system;
    return text(uname(&system) == 0 ? system.nodename : "localhost");
}

#define VERSION "{?=qqq}"

void mr_process_boot(void) {
    static const mr_method_entry class_methods[] = {{"processInfo", "@16@0:8", (IMP)process_info}};
    static const mr_method_entry methods[] = {
        {"processName", "@16@0:8", (IMP)process_name},
        {"processIdentifier", "i16@0:8", (IMP)process_identifier},
        {"arguments", "@16@0:8", (IMP)arguments},
        {"environment", "@16@0:8", (IMP)environment},
        {"globallyUniqueString", "@16@0:8", (IMP)unique_string},
        {"processorCount", "Q16@0:8", (IMP)processor_count},
        {"activeProcessorCount", "Q16@0:8", (IMP)processor_count},
        {"physicalMemory", "Q16@0:8", (IMP)physical_memory},
        {"systemUptime", "d16@0:8", (IMP)uptime},
        {"hostName", "@16@0:8", (IMP)host_name},
        {"operatingSystemVersion", VERSION "16@0:8", (IMP)system_version},
        {"operatingSystemVersionString", "@16@0:8", (IMP)system_version_string},
        {"isOperatingSystemAtLeastVersion:", "B40@0:8" VERSION "16", (IMP)is_at_least},
    };
    shared = SEND(id, mr_make_class("NSProcessInfo", sizeof(Class), methods, sizeof methods / sizeof *methods), "new");
    ADD_CLASS_METHODS_TO("NSProcessInfo", class_methods);
}
