// NSZone.h - memory zones. There is one, the heap of malloc, and all functions ignore their zone.
#ifndef FOUNDATION_NSZONE_H
#define FOUNDATION_NSZONE_H

#import <Foundation/NSObjCRuntime.h>
#include <stdlib.h>

#define NS_ANY_ZONE NSZone *zone __attribute__((unused))

static inline NSZone *NSDefaultMallocZone(void) { return (NSZone *)0; }
static inline NSZone *NSZoneFromPointer(void *pointer) { return (NSZone *)0; }
static inline void *NSZoneMalloc(NS_ANY_ZONE, NSUInteger size) { return malloc(size); }
static inline void *NSZoneCalloc(NS_ANY_ZONE, NSUInteger count, NSUInteger size) { return calloc(count, size); }
static inline void *NSZoneRealloc(NS_ANY_ZONE, void *pointer, NSUInteger size) { return realloc(pointer, size); }
static inline void NSZoneFree(NS_ANY_ZONE, void *pointer) { free(pointer); }

#endif
