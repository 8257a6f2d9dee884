// support.c - the basis of every other file: allocation that never fails silently, lists, maps, environment switches.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base.h"

// ── Memory and text ─────────────────────────────────────────────────────────────────────────────────

static void *checked(void *memory, size_t size) {
    if (MR_UNLIKELY(memory == NULL)) mr_fatal("out of memory: %zu bytes could not be allocated", size);
    return memory;
}

void *mr_allocate(size_t size) { return checked(calloc(1, size), size); }

void *mr_allocate_extra(size_t size, size_t extra) {
    if (extra == 0) return mr_allocate(size);
    return extra > PTRDIFF_MAX - size ? NULL : calloc(1, size + extra);  // C has no larger objects
}

void *mr_allocate_lines(size_t count) {
    size_t size = count * MR_CACHE_LINE;
    return memset(checked(aligned_alloc(MR_CACHE_LINE, size), size), 0, size);
}

void *mr_reallocate(void *memory, size_t size) { return checked(realloc(memory, size), size); }

char *mr_copy_text(const char *text, size_t length) { return memcpy(mr_allocate(length + 1), text, length); }

char *mr_copy_string(const char *string) { return string ? mr_copy_text(string, strlen(string)) : NULL; }

char *mr_format(const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) checked(NULL, strlen(format));
    va_end(arguments);
    return text;
}

// Allocates nothing, because it also reports that memory ran out.
static void log_arguments(const char *format, va_list arguments) {
    flockfile(stderr);
    fprintf(stderr, "miniruntime[%d]: ", (int)getpid());
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void mr_log(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_arguments(format, arguments);
    va_end(arguments);
}

void mr_fatal(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_arguments(format, arguments);
    va_end(arguments);
    abort();
}

// ── Lists ───────────────────────────────────────────────────────────────────────────────────────────

void mr_list_append(mr_list *list, void *item) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 4;
        list->items = mr_reallocate(list->items, list->capacity * sizeof(void *));
    }
    list->items[list->count++] = item;
}

// Searches from the end, because recently added items are usually removed first. Returns the count if there is none.
static uint32_t list_find(const mr_list *list, const void *item) {
    for (uint32_t index = list->count; index-- > 0;) {
        if (list->items[index] == item) return index;
    }
    return list->count;
}

bool mr_list_contains(const mr_list *list, const void *item) { return list_find(list, item) < list->count; }

bool mr_list_remove(mr_list *list, const void *item) {
    uint32_t index = list_find(list, item);
    if (index == list->count) return false;
    list->count--;
    memmove(&list->items[index], &list->items[index + 1], (list->count - index) * sizeof(void *));
    return true;
}

void *mr_list_copy(const mr_list *list, unsigned int *outCount) {
    if (outCount) *outCount = list ? list->count : 0;
    if (list == NULL || list->count == 0) return NULL;
    void **copy = mr_allocate((list->count + 1) * sizeof(void *));
    return memcpy(copy, list->items, list->count * sizeof(void *));
}

void *mr_list_copy_shared(const mr_list *list, unsigned int *outCount) {
    mr_lock_acquire(&mr_runtime_lock);
    void *copy = mr_list_copy(list, outCount);
    mr_lock_release(&mr_runtime_lock);
    return copy;
}

void mr_list_free(mr_list *list) {
    free(list->items);
    *list = (mr_list){0};
}

// ── Maps ────────────────────────────────────────────────────────────────────────────────────────────
// Removing an entry clears its value and keeps its key, so that probes continue past it; rehashing drops such entries.
// The key of a map of strings is replaced by one that equals no string, because its owner may free it.

static const char removed_string[1];

size_t mr_hash_string(const char *string) { return mr_hash_bytes(string, strlen(string)); }

static size_t map_hash(const mr_map *map, const void *key) {
    return map->strings ? mr_hash_string(key) : mr_hash_address(key);
}

// `present` is the key of an entry.
static bool map_same_key(const mr_map *map, const void *present, const void *key) {
    return present == key || (map->strings && present != removed_string && strcmp(present, key) == 0);
}

// Returns the entry of `key`, or the free entry where it belongs.
static mr_map_entry *map_find(const mr_map *map, const void *key) {
    size_t mask = map->capacity - 1;
    for (size_t index = map_hash(map, key) & mask;; index = (index + 1) & mask) {
        mr_map_entry *entry = &map->entries[index];
        if (entry->key == NULL || map_same_key(map, entry->key, key)) return entry;
    }
}

static void map_rehash(mr_map *map) {
    mr_map old = *map;
    map->capacity = 8;
    while (map->capacity < old.count * 2 + 2) map->capacity *= 2;
    map->entries = mr_allocate(map->capacity * sizeof(mr_map_entry));
    map->used = map->count;
    for (uint32_t index = 0; index < old.capacity; index++) {
        if (old.entries[index].value) *map_find(map, old.entries[index].key) = old.entries[index];
    }
    free(old.entries);
}

void *mr_map_get(const mr_map *map, const void *key) { return map->capacity ? map_find(map, key)->value : NULL; }

void mr_map_set(mr_map *map, const void *key, void *value) {
    if ((map->used + 1) * 4 > map->capacity * 3) map_rehash(map);
    mr_map_entry *entry = map_find(map, key);
    if (entry->key == NULL) map->used++;
    if (entry->value == NULL) map->count++;
    *entry = (mr_map_entry){key, value};
}

void *mr_map_remove(mr_map *map, const void *key) {
    mr_map_entry *entry = map->capacity ? map_find(map, key) : NULL;
    void *value = entry ? entry->value : NULL;
    if (value == NULL) return NULL;
    entry->value = NULL;
    if (map->strings) entry->key = removed_string;
    map->count--;
    return value;
}

void mr_map_free(mr_map *map) {
    free(map->entries);
    *map = (mr_map){.strings = map->strings};
}

// ── Switches ────────────────────────────────────────────────────────────────────────────────────────

mr_debug_switches mr_debug;

static const struct {
    const char *name;
    uint8_t *value;  // an index of a word
    const char *help;
} switches[] = {
    {"MINIRUNTIME_ZOMBIES", &mr_debug.zombies, "keep dead objects, and end the process when one is sent a message"},
    {"MINIRUNTIME_CHECK", &mr_debug.check, "check the order of locks, and that foreign code runs under none"},
    {"MINIRUNTIME_TRACE", &mr_debug.trace, "print the runtime's events on standard error"},
    {"MINIRUNTIME_TRACE_MESSAGES", &mr_debug.trace_messages, "print every message on standard error"},
    {"MINIRUNTIME_TRACE_FILE", &mr_debug.trace_file, "write the runtime's events to this file, as lines of JSON"},
    {"MINIRUNTIME_PERF_MAP", &mr_debug.perf_map,
     "for profilers: write the names of methods made at run time to a file"},
    {"MINIRUNTIME_REPORT_OBSERVERS", &mr_debug.report_observers, "list the observers left over when the process ends"},
    {"MINIRUNTIME_LEFTOVERS", &mr_debug.leftovers, "raise, log or forgive a registration that outlives its object"},
    {"MINIRUNTIME_REFUSE_WX", &mr_debug.refuse_wx, "end the process if memory for code is writable and executable"},
    {"MINIRUNTIME_CLOSURES", &mr_debug.libffi_closures, "libffi: make all closures, accessors and setters by libffi"},
    {"MINIRUNTIME_HELP", &mr_debug.help, "print this table on standard error"},
};

// The words of the variables that choose; they accept no others, and the first is the default.
static const struct {
    const uint8_t *value;
    const char *words[4];
} choices[] = {
    {&mr_debug.leftovers, {"raise", "log", "forgive"}},
    {&mr_debug.libffi_closures, {"stubs", "libffi"}},
};
// The other variables are on or off. Every value but 0 and NO turns them on.
static const char *const off_on[] = {"off", "on", NULL};

static const char *const *words_of(size_t index) {
    for (size_t choice = 0; choice < sizeof choices / sizeof *choices; choice++) {
        if (choices[choice].value == switches[index].value) return choices[choice].words;
    }
    return off_on;
}

static void log_unknown_word(size_t index, const char *text) {
    const char *const *words = words_of(index);
    char *list = mr_format("'%s'", words[0]);
    for (size_t word = 1; words[word]; word++) {
        char *longer = mr_format("%s%s'%s'", list, words[word + 1] ? ", " : " or ", words[word]);
        free(list);
        list = longer;
    }
    mr_log("%s is '%s', and must be %s: '%s' is used", switches[index].name, text, list, words[0]);
    free(list);
}

static uint8_t chosen_word(size_t index, const char *text) {
    const char *const *words = words_of(index);
    if (text == NULL || *text == '\0') return 0;
    if (words == off_on) return strcmp(text, "0") != 0 && strcmp(text, "NO") != 0;
    for (uint8_t word = 0; words[word]; word++) {
        if (strcmp(text, words[word]) == 0) return word;
    }
    log_unknown_word(index, text);
    return 0;
}

void mr_debug_read_switches(void) {
    for (size_t index = 0; index < sizeof switches / sizeof *switches; index++) {
        *switches[index].value = chosen_word(index, getenv(switches[index].name));
    }
    if (mr_debug.help) mr_debug_print_switches();
}

bool mr_debug_reports_observers(void) { return mr_debug.report_observers; }

uint8_t mr_debug_leftovers(void) { return mr_debug.leftovers; }

bool mr_debug_keeps_zombies(void) { return mr_debug.zombies; }

void mr_debug_print_switches(void) {
    for (size_t index = 0; index < sizeof switches / sizeof *switches; index++) {
        const char *value = words_of(index)[*switches[index].value];
        fprintf(stderr, "%-28s %-7s %s\n", switches[index].name, value, switches[index].help);
    }
}
