// pthread_spis.h - policies of mutexes that Apple's systems have. Mutexes of Linux are never fair, so the policy is
// ignored.
#ifndef PTHREAD_PTHREAD_SPIS_H
#define PTHREAD_PTHREAD_SPIS_H

#include <pthread.h>

#define _PTHREAD_MUTEX_POLICY_FAIRSHARE 1
#define _PTHREAD_MUTEX_POLICY_FIRSTFIT 3

static inline int pthread_mutexattr_setpolicy_np(pthread_mutexattr_t *attributes, int policy) {
    (void)attributes;
    (void)policy;
    return 0;
}

#endif
