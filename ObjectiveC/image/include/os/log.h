// log.h - messages of the parts of a program, written to standard error like those of NSLog. Those of the types info
// and debug are written only if OS_ACTIVITY_MODE in the environment is info or debug.
#ifndef OS_LOG_H
#define OS_LOG_H

#include <stdbool.h>
#include <stdint.h>

// A part of the program, which precedes its messages.
#ifdef __OBJC__
#import <objc/NSObject.h>
@protocol OS_os_log <NSObject>
@end
typedef NSObject<OS_os_log> *os_log_t;
#define MR_LOG_RETAINED __attribute__((ns_returns_retained))
#else
typedef struct os_log_s *os_log_t;
#define MR_LOG_RETAINED
#endif

typedef uint8_t os_log_type_t;
enum {
    OS_LOG_TYPE_DEFAULT = 0x00,
    OS_LOG_TYPE_INFO = 0x01,
    OS_LOG_TYPE_DEBUG = 0x02,
    OS_LOG_TYPE_ERROR = 0x10,
    OS_LOG_TYPE_FAULT = 0x11,
};

#ifdef __cplusplus
extern "C" {
#endif

os_log_t os_log_create(const char *subsystem, const char *category) MR_LOG_RETAINED;  // +1
bool os_log_type_enabled(os_log_t log, os_log_type_t type);
extern const os_log_t mr_os_log_default, mr_os_log_disabled;
void mr_os_log(os_log_t log, os_log_type_t type, const char *format, ...) __attribute__((format(os_log, 3, 4)));

#ifdef __cplusplus
}
#endif

#define OS_LOG_DEFAULT mr_os_log_default
#define OS_LOG_DISABLED mr_os_log_disabled
#define os_log_info_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_INFO)
#define os_log_debug_enabled(log) os_log_type_enabled(log, OS_LOG_TYPE_DEBUG)
// The format is that of NSLog, and may say who may read an argument, as in %{public}@, which has no effect.
#define os_log_with_type(log, type, ...) mr_os_log(log, type, __VA_ARGS__)
#define os_log(log, ...) mr_os_log(log, OS_LOG_TYPE_DEFAULT, __VA_ARGS__)
#define os_log_info(log, ...) mr_os_log(log, OS_LOG_TYPE_INFO, __VA_ARGS__)
#define os_log_debug(log, ...) mr_os_log(log, OS_LOG_TYPE_DEBUG, __VA_ARGS__)
#define os_log_error(log, ...) mr_os_log(log, OS_LOG_TYPE_ERROR, __VA_ARGS__)
#define os_log_fault(log, ...) mr_os_log(log, OS_LOG_TYPE_FAULT, __VA_ARGS__)

#endif
