// archive-reference.h - the places of objects in keyed archives, as values of property lists. Swift's Foundation
// exports the functions, which have no names in Swift.
#ifndef MR_ARCHIVE_REFERENCE_H
#define MR_ARCHIVE_REFERENCE_H

#include <stdint.h>

// Returns a Swift object at +1 that a property list stores as a UID.
void *mr_archive_reference(uint32_t index);

// Returns the index of such an object; -1 for any other object of Swift's Foundation.
int64_t mr_archive_index(void *object);

#endif
