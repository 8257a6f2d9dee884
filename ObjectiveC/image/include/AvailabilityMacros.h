// AvailabilityMacros.h - versions of macOS under their older names, and attributes of declarations.
#ifndef AVAILABILITYMACROS_H
#define AVAILABILITYMACROS_H

#include <Availability.h>

#define MAC_OS_X_VERSION_10_4 1040
#define MAC_OS_X_VERSION_10_5 __MAC_10_5
#define MAC_OS_X_VERSION_10_6 __MAC_10_6
#define MAC_OS_X_VERSION_10_7 __MAC_10_7
#define MAC_OS_X_VERSION_10_8 __MAC_10_8
#define MAC_OS_X_VERSION_10_9 __MAC_10_9
#define MAC_OS_X_VERSION_10_10 __MAC_10_10
#define MAC_OS_X_VERSION_10_11 __MAC_10_11
#define MAC_OS_X_VERSION_10_12 __MAC_10_12
#define MAC_OS_X_VERSION_10_13 __MAC_10_13
#define MAC_OS_X_VERSION_10_14 __MAC_10_14
#define MAC_OS_X_VERSION_10_15 __MAC_10_15
#define MAC_OS_X_VERSION_MIN_REQUIRED __MAC_OS_X_VERSION_MIN_REQUIRED
#define MAC_OS_X_VERSION_MAX_ALLOWED __MAC_OS_X_VERSION_MAX_ALLOWED

#define UNAVAILABLE_ATTRIBUTE __attribute__((unavailable))
#define DEPRECATED_ATTRIBUTE __attribute__((deprecated))
#define DEPRECATED_MSG_ATTRIBUTE(message) __attribute__((deprecated(message)))
#define WEAK_IMPORT_ATTRIBUTE __attribute__((weak))

#endif
