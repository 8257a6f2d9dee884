// counted-set.c - NSCountedSet: a mutable set that counts how often each member was added.
//
// A subclass of NSMutableSet that overrides its primitives. The members are the keys of a table, and their counts the
// values; the table is an associated object, because the storage of the superclass belongs to the superclass.
// One thread at a time may use a set.
#include "foundation.h"

static const char counts_key;

// The counts by member: an NSMapTable, which does not copy its keys.
static id counts_of(id self) {
    id counts = objc_getAssociatedObject(self, &counts_key);
    if (counts) return counts;
    counts = SEND(id, objc_getClass("NSMapTable"), "strongToStrongObjectsMapTable");
    objc_setAssociatedObject(self, &counts_key, counts, OBJC_ASSOCIATION_RETAIN_NONATOMIC);
    return counts;
}

static size_t count_for(id self, SEL _cmd, id object) {
    if (object == nil) return 0;
    return SEND(size_t, SEND_WITH(id, counts_of(self), "objectForKey:", (id, SEL, id), object), "unsignedIntegerValue");
}

static void set_count(id self, id object, size_t count) {
    id number = SEND_WITH(id, objc_getClass("NSNumber"), "numberWithUnsignedInteger:", (id, SEL, size_t), count);
    SEND_WITH(void, counts_of(self), "setObject:forKey:", (id, SEL, id, id), number, object);
}

static void send_super(id self, const char *selector, id argument) {
    struct objc_super super = {self, objc_getClass("NSMutableSet")};
    ((void (*)(struct objc_super *, SEL, id))(void *)objc_msgSendSuper)(&super, sel_registerName(selector), argument);
}

static void add(id self, SEL _cmd, id object) {
    id before = mr_exception_pending();
    send_super(self, "addObject:", object);  // raises for nil
    if (!mr_has_raised(before)) set_count(self, object, count_for(self, _cmd, object) + 1);
}

static void remove_one(id self, SEL _cmd, id object) {
    size_t count = count_for(self, _cmd, object);
    if (count > 1) {
        set_count(self, object, count - 1);
        return;
    }
    if (count == 1) SEND_WITH(void, counts_of(self), "removeObjectForKey:", (id, SEL, id), object);
    send_super(self, "removeObject:", object);
}

static void remove_all(id self, SEL _cmd) {
    SEND(void, counts_of(self), "removeAllObjects");
    send_super(self, "removeAllObjects", nil);
}

// Sets are equal if they have the same members, and counted sets if these also have the same counts.
static BOOL is_equal(id self, SEL _cmd, id other) {
    struct objc_super super = {self, objc_getClass("NSMutableSet")};
    if (!((bool (*)(struct objc_super *, SEL, id))(void *)objc_msgSendSuper)(&super, _cmd, other)) return NO;
    if (!SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSCountedSet"))) return YES;
    id members = SEND(id, self, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        id member = mr_object_at(members, index);
        if (count_for(self, _cmd, member) != count_for(other, _cmd, member)) return NO;
    }
    return YES;
}

static id init_with_objects(id self, SEL _cmd, const id *objects, size_t count) {
    for (size_t index = 0; index < count; index++) mr_add_object(self, objects[index]);
    return self;
}

static id init_with_members(id self, SEL _cmd, id collection) {
    id members = SEND(id, SEND(id, collection, "objectEnumerator"), "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        mr_add_object(self, mr_object_at(members, index));
    }
    return self;
}

// The class methods of NSSet do not send init messages.
static id with_array(id cls, SEL _cmd, id array) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithArray:", (id, SEL, id), array));
}

static id with_set(id cls, SEL _cmd, id set) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithSet:", (id, SEL, id), set));
}

static id with_objects(id cls, SEL _cmd, const id *objects, size_t count) {
    return objc_autorelease(
        SEND_WITH(id, SEND(id, cls, "alloc"), "initWithObjects:count:", (id, SEL, const id *, size_t), objects, count));
}

static id with_object(id cls, SEL _cmd, id object) { return with_objects(cls, _cmd, &object, 1); }

static id copy(id self, SEL _cmd, void *zone) {
    id other = SEND(id, objc_getClass("NSCountedSet"), "new"), members = SEND(id, self, "allObjects");
    for (size_t index = 0, count = mr_count_of(members); index < count; index++) {
        id member = mr_object_at(members, index);
        mr_add_object(other, member);
        set_count(other, member, count_for(self, _cmd, member));
    }
    return other;
}

void mr_counted_set_boot(void) {
    static const mr_method_entry methods[] = {
        {"countForObject:", "Q24@0:8@16", (IMP)count_for},
        {"addObject:", "v24@0:8@16", (IMP)add},
        {"removeObject:", "v24@0:8@16", (IMP)remove_one},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"removeAllObjects", "v16@0:8", (IMP)remove_all},
        {"initWithObjects:count:", "@32@0:8r^@16Q24", (IMP)init_with_objects},
        {"initWithArray:", "@24@0:8@16", (IMP)init_with_members},
        {"initWithSet:", "@24@0:8@16", (IMP)init_with_members},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"mutableCopyWithZone:", "@24@0:8^v16", (IMP)copy},
    };
    static const mr_method_entry makers[] = {
        {"setWithArray:", "@24@0:8@16", (IMP)with_array},
        {"setWithSet:", "@24@0:8@16", (IMP)with_set},
        {"setWithObject:", "@24@0:8@16", (IMP)with_object},
        {"setWithObjects:count:", "@32@0:8r^@16Q24", (IMP)with_objects},
    };
    Class cls = objc_allocateClassPair(objc_getClass("NSMutableSet"), "NSCountedSet", 0);
    assert(cls);
    mr_class_prepend_methods(cls, methods, sizeof methods / sizeof *methods);
    objc_registerClassPair(cls);
    ADD_CLASS_METHODS_TO("NSCountedSet", makers);
}
