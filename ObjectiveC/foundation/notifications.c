// notifications.c - NSNotification and NSNotificationCenter.
//
// -addObserverForName:... returns a registration (notification-table.h) as the token. A post retains the matching
// registrations under the center's lock and calls them without it, so that observers may add, remove and post. It skips
// registrations that were removed before their turn. Any thread may use a center. Observers run on the thread that
// posts, or as operations of their queue, for which the post waits.
#include <stdlib.h>

#include "notification-table.h"

static inline void *state_of(id self) { return (char *)(void *)self + sizeof(Class); }

// ── NSNotification ──────────────────────────────────────────────────────────────────────────────────

typedef struct {
    id name, object, info;  // +1 each
} mr_notification;

static inline mr_notification *notification_of(id self) { return state_of(self); }

static id init_notification(id self, SEL _cmd, id name, id object, id info) {
    if (name == nil) {
        objc_autorelease(self);  // released even if the exception leaves this frame
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: name cannot be nil", object_getClassName(self),
                 sel_getName(_cmd));
        return nil;
    }
    *notification_of(self) = (mr_notification){
        .name = SEND(id, name, "copy"), .object = objc_retain(object), .info = SEND(id, info, "copy")};
    return self;
}

static id make_notification(id cls, SEL _cmd, id name, id object, id info) {
    SEL init = sel_registerName("initWithName:object:userInfo:");
    return objc_autorelease(
        ((id(*)(id, SEL, id, id, id))(void *)objc_msgSend)(SEND(id, cls, "alloc"), init, name, object, info));
}

static id make_plain_notification(id cls, SEL _cmd, id name, id object) {
    return make_notification(cls, _cmd, name, object, nil);
}

static id notification_name(id self, SEL _cmd) { return notification_of(self)->name; }
static id notification_object(id self, SEL _cmd) { return notification_of(self)->object; }
static id notification_info(id self, SEL _cmd) { return notification_of(self)->info; }
static id notification_copy(id self, SEL _cmd, void *zone) { return objc_retain(self); }

static id notification_description(id self, SEL _cmd) {
    SEL make = sel_registerName("stringWithFormat:");
    const mr_notification *state = notification_of(self);
    id format = ((id(*)(Class, SEL, const char *))(void *)objc_msgSend)(
        objc_getClass("NSString"), sel_registerName("stringWithUTF8String:"),
        "%s %p {name = %@; object = %@; userInfo = %@}");
    return ((id(*)(Class, SEL, id, ...))(void *)objc_msgSend)(objc_getClass("NSString"), make, format,
                                                              object_getClassName(self), self, state->name,
                                                              state->object, state->info);
}

static void notification_dealloc(id self, SEL _cmd) {
    mr_notification state = *notification_of(self);
    object_dispose(self);
    objc_release(state.name);
    objc_release(state.object);
    objc_release(state.info);
}

// ── The center ──────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    mr_lock *lock;  // guards the rest
    mr_registrations table;
} mr_center;

static id default_center;

static inline mr_center *center_of(id self) { return state_of(self); }

static id init_center(id self, SEL _cmd) {
    mr_center *center = center_of(self);
    // fork() acquires locks of this rank, so that the default center is in a consistent state in the child.
    if (center->lock == NULL) center->lock = mr_lock_create(MR_LOCK_TABLE);
    return self;
}

static void center_dealloc(id self, SEL _cmd) {
    mr_center center = *center_of(self);
    object_dispose(self);
    if (center.lock) mr_lock_destroy(center.lock);
    mr_registrations_end(&center.table);
}

static id get_default_center(id cls, SEL _cmd) { return default_center; }

static void remove_matching(mr_center *center, const mr_removal *removal) {
    mr_lock_take(center->lock);
    id gone = mr_registrations_remove(&center->table, removal);
    mr_lock_give(center->lock);
    mr_registrations_release(gone);
}

// Adds a registration and consumes its +1. A full table first drops the registrations whose observers were deallocated.
static void append(mr_center *center, id registration) {
    mr_lock_take(center->lock);
    bool isFull = center->table.count == center->table.room;
    id gone = isFull ? mr_registrations_grow(&center->table) : nil;
    mr_registrations_add(&center->table, registration);
    mr_lock_give(center->lock);
    mr_registrations_release(gone);
}

static bool is_present(id self, SEL _cmd, const void *argument, const char *name) {
    if (argument) return true;
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: %s cannot be nil", object_getClassName(self),
             sel_getName(_cmd), name);
    return false;
}

static void add_observer(id self, SEL _cmd, id observer, SEL selector, id name, id sender) {
    if (!is_present(self, _cmd, observer, "observer") || !is_present(self, _cmd, selector, "selector")) return;
    append(center_of(self), mr_registration_create(observer, selector, nil, nil, name, sender));
}

static id add_block(id self, SEL _cmd, id name, id sender, id queue, id block) {
    if (!is_present(self, _cmd, block, "block")) return nil;
    id token = mr_registration_create(nil, NULL, queue, block, name, sender);
    append(center_of(self), objc_retain(token));
    return objc_autorelease(token);
}

static void remove_observer_for(id self, SEL _cmd, id observer, id name, id sender) {
    mr_removal removal = {.address = observer, .sender = sender, .name = mr_name_of(name)};
    if (observer) remove_matching(center_of(self), &removal);
}

static void remove_observer(id self, SEL _cmd, id observer) { remove_observer_for(self, _cmd, observer, nil, nil); }

// ── Posting ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the matching registrations, autoreleased and in the order in which they were added.
static id *find_matching(mr_center *center, mr_utf8 name, const void *sender, size_t *out_count) {
    for (size_t room = 0, needed;; room = needed + needed / 4) {
        id *found = room ? mr_room(room, sizeof(id)) : NULL;
        mr_lock_take(center->lock);
        needed = mr_registrations_find(&center->table, name, sender, found, room);
        mr_lock_give(center->lock);
        size_t count = *out_count = needed < room ? needed : room;
        for (size_t index = 0; index < count; index++) objc_autorelease(found[index]);
        if (needed > room) continue;
        if (count) qsort(found, count, sizeof *found, mr_registration_order);
        return found;
    }
}

static bool is_removed(const mr_registration *registration) {
    return __atomic_load_n(&registration->is_removed, __ATOMIC_ACQUIRE);
}

// The method by which an operation calls the block.
static void call_block(id self, SEL _cmd, id notification) {
    const mr_registration *registration = mr_registration_of(self);
    if (!is_removed(registration)) CALL_BLOCK(void, registration->block, (id, id), notification);
}

static void call_on_queue(id registration, id notification) {
    id queue = mr_registration_of(registration)->queue;
    if (SEND(id, object_getClass(queue), "currentQueue") == queue) return call_block(registration, NULL, notification);
    id operation = SEND_WITH(id, SEND(id, objc_getClass("NSInvocationOperation"), "alloc"),
                             "initWithTarget:selector:object:", (id, SEL, id, SEL, id), registration,
                             sel_registerName("callBlock:"), notification);
    id operations = SEND_WITH(id, objc_getClass("NSArray"), "arrayWithObject:", (id, SEL, id), operation);
    SEND_WITH(void, queue, "addOperations:waitUntilFinished:", (id, SEL, id, BOOL), operations, YES);
    objc_release(operation);
}

static void notify(id item, id notification) {
    const mr_registration *registration = mr_registration_of(item);
    if (is_removed(registration)) return;
    if (registration->queue) return call_on_queue(item, notification);
    if (registration->block) return call_block(item, NULL, notification);
    // If the observer was deallocated, this is nil, and the message has no effect.
    id observer = objc_loadWeak((id *)&registration->observer);
    ((void (*)(id, SEL, id))(void *)objc_msgSend)(observer, registration->selector, notification);
}

// Each post has its own autorelease pool, so that retaining the observers does not keep them alive longer than the
// post. If an observer raises an exception, the remaining observers are not called, and the surrounding pool releases
// the objects of this one.
static void post(id self, SEL _cmd, id notification) {
    if (!is_present(self, _cmd, notification, "notification")) return;
    void *pool = objc_autoreleasePoolPush();
    id before = mr_exception_pending();
    mr_utf8 name = mr_name_of(SEND(id, notification, "name"));
    size_t count = 0;
    id *found = find_matching(center_of(self), name, SEND(id, notification, "object"), &count);
    for (size_t index = 0; index < count && mr_exception_pending() == before; index++) {
        notify(found[index], notification);
    }
    objc_autoreleasePoolPop(pool);
}

static void post_with_info(id self, SEL _cmd, id name, id sender, id info) {
    void *pool = objc_autoreleasePoolPush();
    id notification = make_notification((id)objc_getClass("NSNotification"), _cmd, name, sender, info);
    if (notification) post(self, _cmd, notification);
    objc_autoreleasePoolPop(pool);
}

static void post_named(id self, SEL _cmd, id name, id sender) { post_with_info(self, _cmd, name, sender, nil); }

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

#define COUNT(list) (sizeof list / sizeof *list)
#define ADD_CLASS_METHODS(cls, list) mr_class_prepend_methods(object_getClass((id)cls), list, COUNT(list))

void mr_notifications_boot(void) {
    static const mr_method_entry notification[] = {
        {"initWithName:object:userInfo:", "@40@0:8@16@24@32", (IMP)init_notification},
        {"name", "@16@0:8", (IMP)notification_name},
        {"object", "@16@0:8", (IMP)notification_object},
        {"userInfo", "@16@0:8", (IMP)notification_info},
        {"copyWithZone:", "@24@0:8^v16", (IMP)notification_copy},
        {"description", "@16@0:8", (IMP)notification_description},
        {"dealloc", "v16@0:8", (IMP)notification_dealloc},
    };
    static const mr_method_entry makers[] = {
        {"notificationWithName:object:userInfo:", "@40@0:8@16@24@32", (IMP)make_notification},
        {"notificationWithName:object:", "@32@0:8@16@24", (IMP)make_plain_notification},
    };
    static const mr_method_entry registration[] = {
        {"callBlock:", "v24@0:8@16", (IMP)call_block},
        {"dealloc", "v16@0:8", (IMP)mr_registration_dealloc},
    };
    static const mr_method_entry center[] = {
        {"init", "@16@0:8", (IMP)init_center},
        {"dealloc", "v16@0:8", (IMP)center_dealloc},
        {"addObserver:selector:name:object:", "v48@0:8@16:24@32@40", (IMP)add_observer},
        {"addObserverForName:object:queue:usingBlock:", "@48@0:8@16@24@32@?40", (IMP)add_block},
        {"removeObserver:", "v24@0:8@16", (IMP)remove_observer},
        {"removeObserver:name:object:", "v40@0:8@16@24@32", (IMP)remove_observer_for},
        {"postNotification:", "v24@0:8@16", (IMP)post},
        {"postNotificationName:object:", "v32@0:8@16@24", (IMP)post_named},
        {"postNotificationName:object:userInfo:", "v40@0:8@16@24@32", (IMP)post_with_info},
    };
    static const mr_method_entry getter[] = {{"defaultCenter", "@16@0:8", (IMP)get_default_center}};
#define SIZE(state) (sizeof(Class) + sizeof(state))
    Class cls = mr_make_class("NSNotification", SIZE(mr_notification), notification, COUNT(notification));
    ADD_CLASS_METHODS(cls, makers);
    mr_adopt(cls, "NSCopying");
    mr_registration_class = mr_make_class("__NSObserver", SIZE(mr_registration), registration, COUNT(registration));
    cls = mr_make_class("NSNotificationCenter", SIZE(mr_center), center, COUNT(center));
    ADD_CLASS_METHODS(cls, getter);
    default_center = SEND(id, cls, "new");
}
