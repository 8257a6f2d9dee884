// archive-reference.c - values of type UID in property lists.
#include "archive-reference.h"

extern void *_CFKeyedArchiverUIDCreate(const void *allocator, uint32_t value);
extern uint32_t _CFKeyedArchiverUIDGetValue(void *uid);
extern unsigned long _CFKeyedArchiverUIDGetTypeID(void);
extern unsigned long CFGetTypeID(void *object);

void *mr_archive_reference(uint32_t index) { return _CFKeyedArchiverUIDCreate(0, index); }

int64_t mr_archive_index(void *object) {
    if (CFGetTypeID(object) != _CFKeyedArchiverUIDGetTypeID()) return -1;
    return _CFKeyedArchiverUIDGetValue(object);
}
