// sort-descriptors.c - NSSortDescriptor: a key path, and how to compare the values at its end. Instances are immutable.
#include "foundation.h"

typedef struct {
    Class isa;
    id key, block;  // +1; nil if the objects themselves are compared, or if a selector compares
    SEL selector;
    bool is_ascending;
} mr_sort_descriptor;

static mr_sort_descriptor *descriptor_of(id self) { return (mr_sort_descriptor *)(void *)self; }

static id fill(id self, id key, bool isAscending, SEL selector, id block) {
    mr_sort_descriptor *descriptor = descriptor_of(self);
    descriptor->key = key ? SEND(id, key, "copy") : nil;
    descriptor->block = block ? SEND(id, block, "copy") : nil;
    descriptor->selector = selector;
    descriptor->is_ascending = isAscending;
    return self;
}

static id init_with_selector(id self, SEL _cmd, id key, BOOL isAscending, SEL selector) {
    return fill(self, key, isAscending, selector ? selector : sel_registerName("compare:"), nil);
}

static id init_with_key(id self, SEL _cmd, id key, BOOL isAscending) {
    return init_with_selector(self, _cmd, key, isAscending, NULL);
}

static id init_with_block(id self, SEL _cmd, id key, BOOL isAscending, id block) {
    if (mr_is_block(self, _cmd, block)) return fill(self, key, isAscending, NULL, block);
    objc_release(self);
    return nil;
}

static id make_with_key(id cls, SEL _cmd, id key, BOOL isAscending) {
    return objc_autorelease(init_with_key(SEND(id, cls, "alloc"), _cmd, key, isAscending));
}

static id make_with_selector(id cls, SEL _cmd, id key, BOOL isAscending, SEL selector) {
    return objc_autorelease(init_with_selector(SEND(id, cls, "alloc"), _cmd, key, isAscending, selector));
}

static id make_with_block(id cls, SEL _cmd, id key, BOOL isAscending, id block) {
    return objc_autorelease(init_with_block(SEND(id, cls, "alloc"), _cmd, key, isAscending, block));
}

static void dealloc(id self, SEL _cmd) {
    objc_release(descriptor_of(self)->key);
    objc_release(descriptor_of(self)->block);
    object_dispose(self);
}

static id key(id self, SEL _cmd) { return descriptor_of(self)->key; }
static BOOL is_ascending(id self, SEL _cmd) { return descriptor_of(self)->is_ascending; }
static SEL selector(id self, SEL _cmd) { return descriptor_of(self)->selector; }
static id comparator(id self, SEL _cmd) { return descriptor_of(self)->block; }
static id copy(id self, SEL _cmd, void *zone) { return objc_retain(self); }

static bool are_equal(id first, id second) {
    return first == second || (first && SEND_WITH(bool, first, "isEqual:", (id, SEL, id), second));
}

// Two blocks are equal if they are the same object.
static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    if (!SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSSortDescriptor"))) return NO;
    const mr_sort_descriptor *first = descriptor_of(self), *second = descriptor_of(other);
    return first->is_ascending == second->is_ascending && first->selector == second->selector &&
           first->block == second->block && are_equal(first->key, second->key);
}

static size_t hash(id self, SEL _cmd) {
    return SEND(size_t, descriptor_of(self)->key, "hash") * 2 + descriptor_of(self)->is_ascending;
}

static id reversed(id self, SEL _cmd) {
    const mr_sort_descriptor *old = descriptor_of(self);
    id new = SEND(id, object_getClass(self), "alloc");
    return objc_autorelease(fill(new, old->key, !old->is_ascending, old->selector, old->block));
}

// nil comes before every object.
static long compare(id self, SEL _cmd, id first, id second) {
    const mr_sort_descriptor *descriptor = descriptor_of(self);
    id before = mr_exception_pending();
    if (descriptor->key) {
        first = SEND_WITH(id, first, "valueForKeyPath:", (id, SEL, id), descriptor->key);
        if (mr_has_raised(before)) return 0;
        second = SEND_WITH(id, second, "valueForKeyPath:", (id, SEL, id), descriptor->key);
        if (mr_has_raised(before)) return 0;
    }
    long order;
    if (first == nil || second == nil) {
        order = (first != nil) - (second != nil);
    } else if (descriptor->block) {
        order = CALL_BLOCK(long, descriptor->block, (id, id, id), first, second);
    } else {
        order = ((long (*)(id, SEL, id))(void *)objc_msgSend)(first, descriptor->selector, second);
    }
    return descriptor->is_ascending ? order : -order;
}

void mr_sort_descriptors_boot(void) {
    static const mr_method_entry makers[] = {
        {"sortDescriptorWithKey:ascending:", "@28@0:8@16B24", (IMP)make_with_key},
        {"sortDescriptorWithKey:ascending:selector:", "@36@0:8@16B24:28", (IMP)make_with_selector},
        {"sortDescriptorWithKey:ascending:comparator:", "@36@0:8@16B24@?28", (IMP)make_with_block},
    };
    static const mr_method_entry methods[] = {
        {"initWithKey:ascending:", "@28@0:8@16B24", (IMP)init_with_key},
        {"initWithKey:ascending:selector:", "@36@0:8@16B24:28", (IMP)init_with_selector},
        {"initWithKey:ascending:comparator:", "@36@0:8@16B24@?28", (IMP)init_with_block},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"key", "@16@0:8", (IMP)key},
        {"ascending", "B16@0:8", (IMP)is_ascending},
        {"selector", ":16@0:8", (IMP)selector},
        {"comparator", "@?16@0:8", (IMP)comparator},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)hash},
        {"reversedSortDescriptor", "@16@0:8", (IMP)reversed},
        {"compareObject:toObject:", "q32@0:8@16@24", (IMP)compare},
    };
    mr_adopt(MR_MAKE_CLASS("NSSortDescriptor", mr_sort_descriptor, methods), "NSCopying");
    ADD_CLASS_METHODS_TO("NSSortDescriptor", makers);
}
