// tag.c - tagged pointers: objects whose value is in the pointer itself, so that they need no memory.
//
//       63   62 ... 60   59 ...                  0     bits
//      ┌───┬───────────┬──────────────────────────┐
//      │ 1 │    tag    │         payload          │
//      └───┴───────────┴──────────────────────────┘
//
// The tag selects the class, which object_setClass cannot change. Retain and release ignore tagged pointers. A program
// that has classes in Swift has no tagged pointers (adopting.h).
#include "object.h"

Class mr_tagged_classes[MR_TAG_COUNT];

bool mr_tag_register(unsigned int tag, Class cls) {
    if (tag >= MR_TAG_COUNT || cls == Nil) return false;
    mr_lock_acquire(&mr_runtime_lock);
    bool free = mr_tagged_classes[tag] == Nil || mr_tagged_classes[tag] == cls;
    if (free && !&mr_native) mr_tagged_classes[tag] = cls;
    mr_lock_release(&mr_runtime_lock);
    if (free) mr_class_set_permanent(cls);
    return free;
}

id mr_tag_make(unsigned int tag, uint64_t payload) {
    if (tag >= MR_TAG_COUNT || mr_tagged_classes[tag] == Nil || payload >> MR_TAG_PAYLOAD_BITS) return nil;
    return (id)(uintptr_t)((UINT64_C(1) << 63) | ((uint64_t)tag << MR_TAG_SHIFT) | payload);
}
