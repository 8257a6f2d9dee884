// mach_time.h - the clock of Apple's systems, which counts nanoseconds here.
#ifndef MACH_MACH_TIME_H
#define MACH_MACH_TIME_H

#include <stdint.h>
#include <time.h>

// How many nanoseconds a tick has, as a fraction.
typedef struct mach_timebase_info {
    uint32_t numer, denom;
} mach_timebase_info_data_t, *mach_timebase_info_t;

static inline int mach_timebase_info(mach_timebase_info_t info) {
    info->numer = info->denom = 1;
    return 0;
}

// Returns the time since the machine was started, in ticks.
static inline uint64_t mach_absolute_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
