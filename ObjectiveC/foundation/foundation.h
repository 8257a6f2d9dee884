// foundation.h - declarations that the files of this folder share. Each _boot function adds the classes and methods of
// its file; mr_load_CObjectiveCFoundation calls them once, before the first image is loaded.
#ifndef MR_FOUNDATION_H
#define MR_FOUNDATION_H
#include <assert.h>
#include <stdarg.h>
#include <time.h>

#include "adopting.h"
#include "exported-constants.h"

// Sends a message without arguments that returns an R.
#define SEND(R, object, selector) (((R(*)(id, SEL))(void *)objc_msgSend)((id)(object), sel_registerName(selector)))

// Sends a message with arguments, whose types are given like those of a function: (id, SEL, size_t).
#define SEND_WITH(R, object, selector, types, ...)                                                                     \
    (((R(*) types)(void *)objc_msgSend)((id)(object), sel_registerName(selector), __VA_ARGS__))

// NSFastEnumerationState, with the layout that compiled code relies on.
struct mr_enumeration {
    unsigned long state;
    id *items;
    unsigned long *mutations;
    unsigned long extra[5];
};

// NSRange, with its layout.
typedef struct {
    size_t location, length;
} mr_range;

// Adds the methods of a static table to a class, or to its metaclass, before those of the class.
#define ADD_METHODS(name, table) mr_class_prepend_methods(objc_getClass(name), table, sizeof table / sizeof *table)
#define ADD_CLASS_METHODS_TO(name, table)                                                                              \
    mr_class_prepend_methods(objc_getMetaClass(name), table, sizeof table / sizeof *table)

// Registers and returns a subclass of NSObject whose instances are laid out as the structure `type`, isa included.
#define MR_MAKE_CLASS(name, type, methods) mr_make_class(name, sizeof(type), methods, sizeof methods / sizeof *methods)
Class mr_make_class(const char *name, size_t size, const mr_method_entry *methods, size_t count);
// Returns an NSString made by printf, autoreleased.
id mr_string_with_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Returns an NSString made as +stringWithFormat: makes one, with %@ for objects, autoreleased.
id mr_string_with_objects(const char *format, ...);

enum { NOT_FOUND = INTPTR_MAX };  // NSNotFound

// Calls the function of a block, which has the block as its first argument.
#define CALL_BLOCK(R, block, types, ...)                                                                               \
    (((R(*) types)(void *)((const struct mr_block_header *)(const void *)(block))->invoke)((block), __VA_ARGS__))

// Raises an exception and returns false if the block of the method `selector` is nil.
bool mr_is_block(id self, SEL selector, id block);
// The same for another argument.
bool mr_is_argument(id self, SEL selector, id argument);
// Returns whether an exception was raised since `before` was the pending exception.
static inline bool mr_has_raised(id before) { return mr_exception_pending() != before; }

static inline size_t mr_count_of(id collection) { return SEND(size_t, collection, "count"); }
static inline id mr_object_at(id array, size_t index) {
    return SEND_WITH(id, array, "objectAtIndex:", (id, SEL, size_t), index);
}
static inline void mr_add_object(id collection, id object) {
    SEND_WITH(void, collection, "addObject:", (id, SEL, id), object);
}
// Raises an NSRangeException and returns false if the range is not within `count` elements.
bool mr_is_in_range(id self, SEL selector, mr_range range, size_t count);

// Lets a class adopt a protocol that MiniFoundation has made.
static inline void mr_adopt(Class cls, const char *protocol) { class_addProtocol(cls, objc_getProtocol(protocol)); }

// ── room.c ──────────────────────────────────────────────────────────────────────────────────────────

// Returns memory for `count` elements, and one more, that is freed when the autorelease pool is popped, so that an
// exception does not leak it. Ends the process if memory runs out.
void *mr_room(size_t count, size_t size);
// Raises an exception and returns false if no memory can have `count` elements of `size` bytes.
bool mr_is_length(id self, SEL selector, size_t count, size_t size);
// Stores the sum of two lengths in bytes. Raises an exception and returns false if no memory can have it.
bool mr_is_sum_of_lengths(id self, SEL selector, size_t length, size_t added, size_t *sum);

// ── c-strings.c ─────────────────────────────────────────────────────────────────────────────────────

// UTF-8 bytes, which may contain zero bytes; another zero byte follows them.
typedef struct {
    const char *bytes;
    size_t length;
} mr_utf8;

// Returns the C string of a string; NULL for nil, and if the string contains U+0000, which would end it early. It lives
// as long as the string and until the autorelease pool is popped.
const char *mr_c_string_of(id string);
// Returns the bytes of a string, which live as long; no bytes for nil.
mr_utf8 mr_utf8_of(id string);
// encodings.c: initializes a newly allocated NSString, which is consumed, with UTF-8. A byte order mark is a character
// like others. Returns the string, +1; nil if the bytes are malformed, unless these become replacement characters.
id mr_init_with_utf8(id string, const char *bytes, size_t length, bool replaces_malformed);
// Returns an NSString, autoreleased; nil if the bytes are not UTF-8.
id mr_string_of_utf8(const char *bytes, size_t length);
// Returns the text of a string for people, in which `\0` stands for U+0000; NULL for nil. It lives as long.
const char *mr_shown(id string);

// ── files.c ─────────────────────────────────────────────────────────────────────────────────────────

// Stores an NSError with the path, and with an errno as its cause; 0 stands for a path that contains U+0000. Does
// nothing if `error` is NULL.
void mr_store_file_error(id *error, id path, int number, bool is_writing);

// ── conversions.c ───────────────────────────────────────────────────────────────────────────────────

// Returns the text of a format and its arguments in UTF-8, malloc'd, with a zero byte at its end. Returns NULL and
// raises an exception if a width or precision is larger than any int. Ends the process if no memory is left.
char *mr_format_text(mr_utf8 format, va_list list, size_t *length);

// Returns the time of day of an NSDate, for functions of pthread that wait until then.
struct timespec mr_time_of_date(id date);
// The parts of a number of seconds since 1970, in the local time zone or in UTC.
struct tm mr_parts_of_time(time_t seconds, bool is_local);

// The class methods of NSThread that return the calls of this thread, from the innermost on.
id mr_call_stack_addresses(id cls, SEL _cmd);
id mr_call_stack_symbols(id cls, SEL _cmd);

void mr_core_foundation_boot(void);
void mr_core_foundation_collections_boot(void);
void mr_autorelease_pool_boot(void);
// error-texts.c: the sentence for a code of NSCocoaErrorDomain, the cause for one of NSPOSIXErrorDomain, or nil;
// and a dictionary as -[NSError description] shows it. Autoreleased.
id mr_error_sentence(id domain, long code, id info);
id mr_error_cause(id domain, long code);
id mr_error_dictionary_text(id info);
void mr_format_boot(void);
void mr_map_table_boot(void);
void mr_hash_table_boot(void);
void mr_makers_boot(void);
void mr_copying_boot(void);
void mr_strings_boot(void);
void mr_values_boot(void);
// values.c: an NSValue, autoreleased, of a C value of that type; and the bytes of a value.
id mr_value_of(id cls, const void *bytes, const char *type);
void mr_read_value(id value, void *bytes, size_t size);
void mr_geometry_boot(void);
void mr_notifications_boot(void);
void mr_locks_boot(void);
void mr_condition_lock_boot(void);
void mr_blocks_over_collections_boot(void);
void mr_sorting_boot(void);
void mr_sort_descriptors_boot(void);
void mr_arrays_boot(void);
void mr_errors_boot(void);
void mr_character_sets_boot(void);
void mr_counted_set_boot(void);
void mr_pointer_array_boot(void);
void mr_pointer_functions_boot(void);
void mr_process_boot(void);
void mr_encodings_boot(void);
void mr_encoding_detection_boot(void);
void mr_searching_boot(void);
void mr_transformers_boot(void);
void mr_data_boot(void);
void mr_dates_boot(void);
void mr_threads_boot(void);
void mr_assertions_boot(void);
void mr_dictionaries_and_sets_boot(void);
void mr_index_sets_boot(void);
void mr_percent_escapes_boot(void);
void mr_base64_boot(void);
void mr_files_boot(void);
void mr_file_handles_boot(void);
void mr_streams_boot(void);
void mr_paths_boot(void);
void mr_forks_boot(void);
void mr_xml_parser_boot(void);
void mr_logging_boot(void);

// ── byte-encodings.c ────────────────────────────────────────────────────────────────────────────────

// Whether an encoding has one byte for each character, and a table of them.
bool mr_has_byte_encoding(unsigned long encoding);
// Returns the character of a byte in such an encoding; 0 if the byte has none.
uint32_t mr_scalar_of_byte(uint8_t byte, unsigned long encoding);
// Returns the byte of a character; 0 if the encoding lacks the character.
uint8_t mr_byte_of_scalar(uint32_t scalar, unsigned long encoding);

#endif
