// foundation.c - functions and constants that Foundation's headers declare, methods that make an NSException from
// strings, and the function that sets up this folder.
#include "foundation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns an NSString, autoreleased; nil for NULL.
static id string_of(const char *text) {
    Class cls = text ? objc_getClass("NSString") : Nil;
    if (cls == Nil) return nil;
    return ((id(*)(Class, SEL, const char *))(void *)objc_msgSend)(cls, sel_registerName("stringWithUTF8String:"),
                                                                   text);
}

id mr_string_with_format(const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    int length = vasprintf(&text, format, list);
    va_end(list);
    if (length < 0) mr_fatal("out of memory for a string");
    id string = string_of(text);
    free(text);
    return string;
}

Class mr_make_class(const char *name, size_t size, const mr_method_entry *methods, size_t count) {
    Class cls = objc_allocateClassPair(objc_getClass("NSObject"), name, 0);
    assert(cls);
    if (size > sizeof(Class)) {
        char types[32];
        snprintf(types, sizeof types, "[%zuQ]", (size - sizeof(Class)) / sizeof(uint64_t));
        bool is_added = class_addIvar(cls, "_state", size - sizeof(Class), 3, types);
        assert(is_added && ivar_getOffset(class_getInstanceVariable(cls, "_state")) == sizeof(Class));
        (void)is_added;
    }
    mr_class_prepend_methods(cls, methods, count);
    objc_registerClassPair(cls);
    return cls;
}

// ── Names ───────────────────────────────────────────────────────────────────────────────────────────

id NSStringFromSelector(SEL selector) { return selector ? string_of(sel_getName(selector)) : nil; }

SEL NSSelectorFromString(id name) {
    const char *text = mr_c_string_of(name);
    return text ? sel_registerName(text) : NULL;
}

id NSStringFromClass(Class cls) { return cls ? string_of(class_getName(cls)) : nil; }

Class NSClassFromString(id name) { return objc_getClass(mr_c_string_of(name)); }

id NSStringFromProtocol(Protocol *protocol) { return string_of(protocol_getName(protocol)); }

Protocol *NSProtocolFromString(id name) { return objc_getProtocol(mr_c_string_of(name)); }

// ── Types and ranges ────────────────────────────────────────────────────────────────────────────────

const char *NSGetSizeAndAlignment(const char *types, size_t *size, size_t *alignment) {
    size_t found_size = 0, found_alignment = 0;
    if (!mr_type_layout(types, &found_size, &found_alignment)) {
        mr_raise("NSInvalidArgumentException", "NSGetSizeAndAlignment(): unsupported type encoding spec '%s'",
                 types ? types : "(null)");
        return types;
    }
    if (size) *size = found_size;
    if (alignment) *alignment = found_alignment;
    return objc_skip_argspec(types);
}

id NSAllocateObject(Class cls, size_t extra, void *zone) { return class_createInstance(cls, extra); }
void NSDeallocateObject(id object) { object_dispose(object); }
id NSCopyObject(id object, size_t extra, void *zone) {
    return object_copy(object, class_getInstanceSize(object_getClass(object)) + extra);
}

static size_t end_of(mr_range range) { return range.location + range.length; }

mr_range NSIntersectionRange(mr_range a, mr_range b) {
    size_t start = a.location > b.location ? a.location : b.location;
    size_t end = end_of(a) < end_of(b) ? end_of(a) : end_of(b);
    return start < end ? (mr_range){start, end - start} : (mr_range){0, 0};
}

mr_range NSUnionRange(mr_range a, mr_range b) {
    size_t start = a.location < b.location ? a.location : b.location;
    size_t end = end_of(a) > end_of(b) ? end_of(a) : end_of(b);
    return (mr_range){start, end - start};
}

id NSStringFromRange(mr_range range) {
    char text[64];
    snprintf(text, sizeof text, "{%zu, %zu}", range.location, range.length);
    return string_of(text);
}

mr_range NSRangeFromString(id string) {
    size_t numbers[2] = {0, 0};
    mr_utf8 text = mr_utf8_of(string);
    const char *rest = text.bytes, *end = text.bytes + text.length;
    for (int index = 0; index < 2; index++) {
        while (rest < end && (*rest < '0' || *rest > '9')) rest++;
        char *after = (char *)(uintptr_t)rest;
        if (rest < end) numbers[index] = strtoul(rest, &after, 10);
        rest = after;
    }
    return (mr_range){numbers[0], numbers[1]};
}

// ── Constants ───────────────────────────────────────────────────────────────────────────────────────

#define CONSTANTS(X)                                                                                                   \
    X(NSGenericException, "NSGenericException")                                                                        \
    X(NSAssertionHandlerKey, "NSAssertionHandler")                                                                     \
    X(NSInvalidArgumentException, "NSInvalidArgumentException")                                                        \
    X(NSInternalInconsistencyException, "NSInternalInconsistencyException")                                            \
    X(NSRangeException, "NSRangeException")                                                                            \
    X(NSParseErrorException, "NSParseErrorException")                                                                  \
    X(NSCocoaErrorDomain, "NSCocoaErrorDomain")                                                                        \
    X(NSPOSIXErrorDomain, "NSPOSIXErrorDomain")                                                                        \
    X(NSOSStatusErrorDomain, "NSOSStatusErrorDomain")                                                                  \
    X(NSXMLParserErrorDomain, "NSXMLParserErrorDomain")                                                                \
    X(NSProgressKindFile, "NSProgressKindFile")                                                                        \
    X(NSProgressEstimatedTimeRemainingKey, "NSProgressEstimatedTimeRemainingKey")                                      \
    X(NSProgressThroughputKey, "NSProgressThroughputKey")                                                              \
    X(NSProgressFileOperationKindKey, "NSProgressFileOperationKindKey")                                                \
    X(NSProgressFileURLKey, "NSProgressFileURLKey")                                                                    \
    X(NSProgressFileTotalCountKey, "NSProgressFileTotalCountKey")                                                      \
    X(NSProgressFileCompletedCountKey, "NSProgressFileCompletedCountKey")                                              \
    X(NSURLErrorDomain, "NSURLErrorDomain")                                                                            \
    X(NSURLErrorFailingURLErrorKey, "NSErrorFailingURLKey")                                                            \
    X(NSURLErrorFailingURLStringErrorKey, "NSErrorFailingURLStringKey")                                                \
    X(NSLocalizedDescriptionKey, "NSLocalizedDescription")                                                             \
    X(NSLocalizedFailureReasonErrorKey, "NSLocalizedFailureReason")                                                    \
    X(NSLocalizedRecoverySuggestionErrorKey, "NSLocalizedRecoverySuggestion")                                          \
    X(NSLocalizedRecoveryOptionsErrorKey, "NSLocalizedRecoveryOptions")                                                \
    X(NSUnderlyingErrorKey, "NSUnderlyingError")                                                                       \
    X(NSFilePathErrorKey, "NSFilePath")                                                                                \
    X(NSInvalidArchiveOperationException, "NSInvalidArchiveOperationException")                                        \
    X(NSInvalidUnarchiveOperationException, "NSInvalidUnarchiveOperationException")                                    \
    X(NSKeyedArchiveRootObjectKey, "root")                                                                             \
    X(NSNegateBooleanTransformerName, "NSNegateBoolean")                                                               \
    X(NSIsNilTransformerName, "NSIsNil")                                                                               \
    X(NSIsNotNilTransformerName, "NSIsNotNil")                                                                         \
    X(NSFileHandleOperationException, "NSFileHandleOperationException")                                                \
    X(NSStreamDataWrittenToMemoryStreamKey, "NSStreamDataWrittenToMemoryStreamKey")                                    \
    X(NSURLNameKey, "NSURLNameKey")                                                                                    \
    X(NSURLIsDirectoryKey, "NSURLIsDirectoryKey")                                                                      \
    X(NSURLIsRegularFileKey, "NSURLIsRegularFileKey")                                                                  \
    X(NSURLIsSymbolicLinkKey, "NSURLIsSymbolicLinkKey")                                                                \
    X(NSURLContentModificationDateKey, "NSURLContentModificationDateKey")                                              \
    X(NSURLCreationDateKey, "NSURLCreationDateKey")                                                                    \
    X(NSURLIsExcludedFromBackupKey, "NSURLIsExcludedFromBackupKey")                                                    \
    X(NSURLFileResourceIdentifierKey, "NSURLFileResourceIdentifierKey")                                                \
    X(NSStringEncodingDetectionSuggestedEncodingsKey, "NSStringEncodingDetectionSuggestedEncodingsKey")                \
    X(NSStringEncodingDetectionUseOnlySuggestedEncodingsKey, "NSStringEncodingDetectionUseOnlySuggestedEncodingsKey")  \
    X(NSStringEncodingDetectionAllowLossyKey, "NSStringEncodingDetectionAllowLossyKey")                                \
    X(NSURLFileSizeKey, "NSURLFileSizeKey")                                                                            \
    X(NSURLFileAllocatedSizeKey, "NSURLFileAllocatedSizeKey")                                                          \
    X(NSURLTotalFileAllocatedSizeKey, "NSURLTotalFileAllocatedSizeKey")                                                \
    X(NSFileCreationDate, "NSFileCreationDate")                                                                        \
    X(NSBundleDidLoadNotification, "NSBundleDidLoadNotification")                                                      \
    X(NSFileType, "NSFileType")                                                                                        \
    X(NSFileSize, "NSFileSize")                                                                                        \
    X(NSFileModificationDate, "NSFileModificationDate")                                                                \
    X(NSFilePosixPermissions, "NSFilePosixPermissions")                                                                \
    X(NSFileTypeRegular, "NSFileTypeRegular")                                                                          \
    X(NSFileTypeDirectory, "NSFileTypeDirectory")                                                                      \
    X(NSFileTypeSymbolicLink, "NSFileTypeSymbolicLink")                                                                \
    X(NSFileSystemSize, "NSFileSystemSize")                                                                            \
    X(NSFileSystemFreeSize, "NSFileSystemFreeSize")                                                                    \
    X(NSFileSystemNodes, "NSFileSystemNodes")                                                                          \
    X(NSFileSystemFreeNodes, "NSFileSystemFreeNodes")                                                                  \
    X(NSFileProtectionKey, "NSFileProtectionKey")                                                                      \
    X(NSFileProtectionNone, "NSFileProtectionNone")                                                                    \
    X(NSFileProtectionComplete, "NSFileProtectionComplete")                                                            \
    X(NSFileProtectionCompleteUnlessOpen, "NSFileProtectionCompleteUnlessOpen")                                        \
    X(NSFileProtectionCompleteUntilFirstUserAuthentication, "NSFileProtectionCompleteUntilFirstUserAuthentication")    \
    X(NSMallocException, "NSMallocException")                                                                          \
    X(NSObjectInaccessibleException, "NSObjectInaccessibleException")                                                  \
    X(NSObjectNotAvailableException, "NSObjectNotAvailableException")                                                  \
    X(NSTaskDidTerminateNotification, "NSTaskDidTerminateNotification")                                                \
    X(NSDestinationInvalidException, "NSDestinationInvalidException")                                                  \
    X(NSInvocationOperationVoidResultException, "NSInvocationOperationVoidResultException")                            \
    X(NSInvocationOperationCancelledException, "NSInvocationOperationCancelledException")                              \
    X(NSLocaleIdentifier, "kCFLocaleIdentifierKey")                                                                    \
    X(NSLocaleLanguageCode, "kCFLocaleLanguageCodeKey")                                                                \
    X(NSLocaleCountryCode, "kCFLocaleCountryCodeKey")                                                                  \
    X(NSLocaleDecimalSeparator, "kCFLocaleDecimalSeparatorKey")                                                        \
    X(NSLocaleGroupingSeparator, "kCFLocaleGroupingSeparatorKey")                                                      \
    X(NSLocaleCurrencyCode, "kCFLocaleCurrencyCodeKey")                                                                \
    X(NSLocaleCurrencySymbol, "kCFLocaleCurrencySymbolKey")                                                            \
    X(NSDecimalNumberDivideByZeroException, "NSDecimalNumberDivideByZeroException")                                    \
    X(NSDecimalNumberOverflowException, "NSDecimalNumberOverflowException")                                            \
    X(NSDecimalNumberUnderflowException, "NSDecimalNumberUnderflowException")                                          \
    X(NSDecimalNumberExactnessException, "NSDecimalNumberExactnessException")                                          \
    X(NSDefaultRunLoopMode, "kCFRunLoopDefaultMode")                                                                   \
    X(NSThreadWillExitNotification, "NSThreadWillExitNotification")                                                    \
    X(NSUserDefaultsDidChangeNotification, "NSUserDefaultsDidChangeNotification")                                      \
    X(NSRunLoopCommonModes, "kCFRunLoopCommonModes")                                                                   \
    X(mr_kCFRunLoopDefaultMode, "kCFRunLoopDefaultMode")                                                               \
    X(mr_kCFRunLoopCommonModes, "kCFRunLoopCommonModes")                                                               \
    X(mr_kCFBundleNameKey, "CFBundleName")                                                                             \
    X(mr_kCFBundleVersionKey, "CFBundleVersion")                                                                       \
    X(mr_kCFBundleIdentifierKey, "CFBundleIdentifier")                                                                 \
    X(mr_kCFBundleExecutableKey, "CFBundleExecutable")                                                                 \
    X(NSCalendarIdentifierGregorian, "gregorian")                                                                      \
    X(NSCalendarIdentifierBuddhist, "buddhist")                                                                        \
    X(NSCalendarIdentifierChinese, "chinese")                                                                          \
    X(NSCalendarIdentifierCoptic, "coptic")                                                                            \
    X(NSCalendarIdentifierEthiopicAmeteMihret, "ethiopic")                                                             \
    X(NSCalendarIdentifierEthiopicAmeteAlem, "ethiopic-amete-alem")                                                    \
    X(NSCalendarIdentifierHebrew, "hebrew")                                                                            \
    X(NSCalendarIdentifierIndian, "indian")                                                                            \
    X(NSCalendarIdentifierIslamic, "islamic")                                                                          \
    X(NSCalendarIdentifierIslamicCivil, "islamic-civil")                                                               \
    X(NSCalendarIdentifierIslamicTabular, "islamic-tbla")                                                              \
    X(NSCalendarIdentifierIslamicUmmAlQura, "islamic-umalqura")                                                        \
    X(NSCalendarIdentifierJapanese, "japanese")                                                                        \
    X(NSCalendarIdentifierPersian, "persian")                                                                          \
    X(NSCalendarIdentifierRepublicOfChina, "roc")                                                                      \
    X(NSCalendarIdentifierISO8601, "iso8601")                                                                          \
    X(NSUndefinedKeyException, "NSUnknownKeyException")                                                                \
    X(NSKeyValueChangeKindKey, "kind")                                                                                 \
    X(NSKeyValueChangeNewKey, "new")                                                                                   \
    X(NSKeyValueChangeOldKey, "old")                                                                                   \
    X(NSKeyValueChangeIndexesKey, "indexes")                                                                           \
    X(NSKeyValueChangeNotificationIsPriorKey, "notificationIsPrior")

#define DEFINE_CONSTANT(name, text) MR_DEFINE_CONSTANT(name);
CONSTANTS(DEFINE_CONSTANT)

static const struct {
    id *exported, *own;
    const char *text;
} constants[] = {
#define CONSTANT_ROW(name, text) {&mr_exported_##name, &mr_own_##name, text},
    CONSTANTS(CONSTANT_ROW)};

static void make_constants(void) {
    for (size_t index = 0; index < sizeof constants / sizeof *constants; index++) {
        mr_set_constant(constants[index].exported, constants[index].own, objc_retain(string_of(constants[index].text)));
    }
}

// ── Exceptions ──────────────────────────────────────────────────────────────────────────────────────

static const char user_info_key, name_key, reason_key;

// Sets a text that contains U+0000, which the exception itself stores as it is shown.
static void keep(id self, const char *key, id text) {
    if (text && mr_c_string_of(text) == NULL)
        objc_setAssociatedObject(self, key, text, OBJC_ASSOCIATION_COPY_NONATOMIC);
}

static id text_for(id self, const char *key, const char *shown) {
    id kept = objc_getAssociatedObject(self, key);
    return kept ? kept : string_of(shown);
}

static id exception_name(id self, SEL _cmd) { return text_for(self, &name_key, mr_exception_name(self)); }
static id exception_reason(id self, SEL _cmd) { return text_for(self, &reason_key, mr_exception_reason(self)); }

static id init_exception(id self, SEL _cmd, id name, id reason, id info) {
    mr_exception_set_texts(self, mr_shown(name), mr_shown(reason));
    keep(self, &name_key, name);
    keep(self, &reason_key, reason);
    objc_setAssociatedObject(self, &user_info_key, info, OBJC_ASSOCIATION_COPY_NONATOMIC);
    return self;
}

static id make_exception(id self, SEL _cmd, id name, id reason, id info) {
    id exception = SEND(id, self, "alloc");
    SEL init = sel_registerName("initWithName:reason:userInfo:");
    return objc_autorelease(((id(*)(id, SEL, id, id, id))(void *)objc_msgSend)(exception, init, name, reason, info));
}

static objc_uncaught_exception_handler uncaught_handler;

objc_uncaught_exception_handler NSGetUncaughtExceptionHandler(void) { return uncaught_handler; }

void NSSetUncaughtExceptionHandler(objc_uncaught_exception_handler handler) {
    uncaught_handler = handler;
    objc_setUncaughtExceptionHandler(handler);
}

static id retained_self(id self, SEL _cmd, void *zone) { return objc_retain(self); }

static id no_calls(id self, SEL _cmd) { return SEND(id, objc_getClass("NSArray"), "array"); }

static id user_info(id self, SEL _cmd) { return objc_getAssociatedObject(self, &user_info_key); }

// Called by CObjectiveC before it loads the first image.
void mr_load_CObjectiveCFoundation(void);
void mr_load_CObjectiveCFoundation(void) {
    static const mr_method_entry methods[] = {
        {"initWithName:reason:userInfo:", "@40@0:8@16@24@32", (IMP)init_exception},
        {"name", "@16@0:8", (IMP)exception_name},
        {"reason", "@16@0:8", (IMP)exception_reason},
        {"description", "@16@0:8", (IMP)exception_reason},
        {"userInfo", "@16@0:8", (IMP)user_info},
        {"callStackReturnAddresses", "@16@0:8", (IMP)no_calls},
        {"callStackSymbols", "@16@0:8", (IMP)no_calls},
        {"copyWithZone:", "@24@0:8^v16", (IMP)retained_self},
    };
    static const mr_method_entry class_methods[] = {
        {"exceptionWithName:reason:userInfo:", "@40@0:8@16@24@32", (IMP)make_exception},
    };
    Class cls = objc_getClass("NSException");
    assert(cls);
    mr_adopt(cls, "NSCopying");
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)cls), class_methods, sizeof class_methods / sizeof *class_methods);
    void *pool = objc_autoreleasePoolPush();
    make_constants();
    mr_core_foundation_boot();
    mr_core_foundation_collections_boot();
    mr_autorelease_pool_boot();
    mr_format_boot();
    mr_map_table_boot();
    mr_hash_table_boot();
    mr_makers_boot();
    mr_copying_boot();
    mr_strings_boot();
    mr_values_boot();
    mr_geometry_boot();
    mr_notifications_boot();
    mr_locks_boot();
    mr_condition_lock_boot();
    mr_blocks_over_collections_boot();
    mr_sorting_boot();
    mr_sort_descriptors_boot();
    mr_arrays_boot();
    mr_errors_boot();
    mr_character_sets_boot();
    mr_counted_set_boot();
    mr_pointer_array_boot();
    mr_pointer_functions_boot();
    mr_process_boot();
    mr_encodings_boot();
    mr_encoding_detection_boot();
    mr_searching_boot();
    mr_transformers_boot();
    mr_data_boot();
    mr_dates_boot();
    mr_threads_boot();
    mr_assertions_boot();
    mr_dictionaries_and_sets_boot();
    mr_index_sets_boot();
    mr_percent_escapes_boot();
    mr_base64_boot();
    mr_files_boot();
    mr_file_handles_boot();
    mr_streams_boot();
    mr_xml_parser_boot();
    mr_logging_boot();
    mr_paths_boot();
    mr_forks_boot();
    objc_autoreleasePoolPop(pool);
}
