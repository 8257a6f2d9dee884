// runtime.c - fuzz target: the input is a program for the runtime. Each byte selects an operation, and the bytes behind
// it its operands: a few numbered classes, objects, selectors and weak references.
//
// After each operation no exception may be pending. At the end everything is released; then no object, class or closure
// may be left, and the invariants of all classes must hold. Mistakes that the runtime leaves to its caller (an isa with
// another instance size, a retain cycle) are not made: an object owns only objects with higher numbers.
#include "boot/boot.h"
#include "fuzz.h"
#include "message/message.h"
#include "object/object.h"

enum { CLASSES = 6, OBJECTS = 10, SELECTORS = 8, WEAKS = 5, KEYS = 3, BLOCKS = 4, POOLS = 4, MAX_OPERATIONS = 300 };

static struct {
    fuzz_bytes bytes;
    Class classes[CLASSES];
    id objects[OBJECTS];
    id weaks[WEAKS];
    IMP closures[BLOCKS];
    void *pools[POOLS];
    int pool_count;
} world;

static SEL selectors[SELECTORS];
static char keys[KEYS];
static int depth;

static SEL a_selector(void) { return selectors[fuzz_below(&world.bytes, SELECTORS)]; }
static Class *a_place(void) { return &world.classes[fuzz_below(&world.bytes, CLASSES)]; }
static unsigned an_index(void) { return fuzz_below(&world.bytes, OBJECTS); }

// Returns one of the target's classes, its metaclass, or NSObject.
static Class a_class(void) {
    uint8_t which = fuzz_take(&world.bytes);
    Class cls = world.classes[which % CLASSES];
    if (cls == Nil) cls = mr_class.NSObject;
    return which & 0x80 && cls != mr_class.NSObject ? object_getClass((id)cls) : cls;
}

// Returns a class that may be changed: NSObject's methods stay as they are.
static Class our_class(void) {
    Class cls = a_class();
    return cls == mr_class.NSObject ? Nil : cls;
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

static int send(id object, SEL sel) { return mr_send0(int, object, sel); }

static int answer_one(id self, SEL _cmd) { return 1; }
static int answer_two(id self, SEL _cmd) { return 2; }

static int raise_exception(id self, SEL _cmd) {
    mr_raise("FuzzException", "%s", sel_getName(_cmd));
    return 0;
}

static int replace_itself(id self, SEL _cmd) {
    class_replaceMethod(object_getClass(self), _cmd, (IMP)answer_two, "i@:");
    return 3;
}

static int send_another(id self, SEL _cmd) {
    if (depth > 3) return 4;
    depth++;
    for (int index = 0; index < SELECTORS; index++) {
        if (selectors[index] != _cmd) send(self, selectors[index]);
    }
    depth--;
    return 4;
}

static int hold_on(id self, SEL _cmd) {
    objc_autorelease(objc_retain(self));
    return 5;
}

static void block_entered(void *context, void *result, void **arguments) { *(int *)result = 6; }

static const IMP imps[] = {(IMP)answer_one,     (IMP)answer_two,   (IMP)raise_exception,
                           (IMP)replace_itself, (IMP)send_another, (IMP)hold_on};
static IMP an_imp(void) { return imps[fuzz_below(&world.bytes, sizeof imps / sizeof *imps)]; }

static id forward_to_first(id self, SEL _cmd, SEL sel) { return world.objects[0]; }

static BOOL resolve_by_adding(id self, SEL _cmd, SEL sel) { return class_addMethod((Class)self, sel, imps[0], "i@:"); }

static void raise_initialize(id self, SEL _cmd) { mr_raise("FuzzException", "+initialize"); }

static void raise_dealloc(id self, SEL _cmd) {
    mr_raise("FuzzException", "-dealloc");
    object_dispose(self);
}

static id retain_by_message(id self, SEL _cmd) { return mr_root_retain(self); }

// ── Operations: classes ─────────────────────────────────────────────────────────────────────────────

static void allocate_class(void) {
    static const char *const names[] = {"", "A", "B", "a rather longer name, with spaces", "\xC3\xA9", "NSObject"};
    Class *place = a_place(), superclass = a_class();
    const char *name = names[fuzz_below(&world.bytes, sizeof names / sizeof *names)];
    if (*place || mr_is_meta(superclass)) return;
    *place = objc_allocateClassPair(superclass, name, fuzz_below(&world.bytes, 40));
}

// If the name was registered by another class first, the class stays unregistered. The first message is sent here, so
// that +initialize runs here: an exception that it raises replaces the message, and a release that is not delivered
// would leave its object alive.
static void register_class(void) {
    Class cls = *a_place();
    objc_registerClassPair(cls);
    if (mr_class_is_registered(cls)) send((id)cls, mr_sel.class);
}

static void dispose_class(void) {
    Class *place = a_place();
    if (*place == Nil) return;
    char *reason = mr_class_dispose(*place);
    if (reason == NULL) *place = Nil;
    free(reason);
}

static void add_ivar(void) {
    Class cls = our_class();
    uint8_t kind = fuzz_take(&world.bytes);
    char name[2] = {(char)('a' + kind % 16), 0};
    if (kind & 0x40) class_addIvar(cls, name, sizeof(id), 3, "@");
    else class_addIvar(cls, name, kind % 21, kind % 6, "?");
}

// Declares the first word after some unmanaged words as strong or weak, and no other reference.
static void set_layout(void) {
    Class cls = our_class();
    uint8_t layout[3] = {(uint8_t)((fuzz_take(&world.bytes) & 0x30) | 1), 0, 0};
    bool weak = fuzz_take(&world.bytes) & 1;
    if (class_getIvarLayout(cls) || class_getWeakIvarLayout(cls)) return;
    if (weak) class_setWeakIvarLayout(cls, layout);
    else class_setIvarLayout(cls, layout);
}

static void add_method(void) {
    Class cls = our_class();
    class_addMethod(cls, a_selector(), an_imp(), fuzz_take(&world.bytes) & 1 ? "i@:" : NULL);
}

static void replace_method(void) {
    Class cls = our_class();
    class_replaceMethod(cls, a_selector(), an_imp(), "i16@0:8");
}

static void exchange_methods(void) {
    Method lhs = class_getInstanceMethod(our_class(), a_selector()),
           rhs = class_getInstanceMethod(our_class(), a_selector());
    method_exchangeImplementations(lhs, rhs);
}

static void set_implementation(void) {
    method_setImplementation(class_getInstanceMethod(our_class(), a_selector()), an_imp());
}

static void add_special_method(void) {
    Class cls = our_class();
    if (cls == Nil) return;
    Class meta = mr_is_meta(cls) ? cls : object_getClass((id)cls);
    switch (fuzz_below(&world.bytes, 5)) {
        case 0: class_addMethod(cls, mr_sel.forwardingTargetForSelector, (IMP)forward_to_first, "@@::"); break;
        case 1: class_addMethod(meta, mr_sel.resolveInstanceMethod, (IMP)resolve_by_adding, "B@::"); break;
        case 2: class_addMethod(meta, mr_sel.initialize, (IMP)raise_initialize, "v@:"); break;
        case 3:
            if (!mr_is_meta(cls)) class_addMethod(cls, mr_sel.dealloc, (IMP)raise_dealloc, "v@:");
            break;
        case 4:
            if (!mr_is_meta(cls)) class_addMethod(cls, mr_sel.retain, (IMP)retain_by_message, "@@:");
            break;
    }
}

static void add_block_method(void) {
    IMP *place = &world.closures[fuzz_below(&world.bytes, BLOCKS)];
    if (*place == NULL) {
        id block = mr_block_create("i@:", block_entered, NULL, NULL);
        *place = imp_implementationWithBlock(block);
        objc_release(block);
    }
    class_replaceMethod(our_class(), a_selector(), *place, "i@:");
}

static void add_property(void) {
    objc_property_attribute_t attributes[] = {{"T", "i"}, {"N", ""}, {"V", "_a"}};
    Class cls = our_class();
    const char *name = sel_getName(a_selector());
    unsigned count = fuzz_below(&world.bytes, 4);
    if (fuzz_take(&world.bytes) & 1) class_addProperty(cls, name, attributes, count);
    else class_replaceProperty(cls, name, attributes, count);
    class_addProtocol(cls, objc_getProtocol("NSObject"));
}

static void read_class(void) {
    Class cls = a_class();
    unsigned count;
    free(class_copyMethodList(cls, &count));
    free(class_copyIvarList(cls, &count));
    free(class_copyPropertyList(cls, &count));
    free(class_copyProtocolList(cls, &count));
    free(mr_cache_copy_methods(cls, &count));
    objc_lookUpClass(class_getName(cls));
    mr_check_invariants(Nil);
}

// ── Operations: objects ─────────────────────────────────────────────────────────────────────────────

static void create_object(void) {
    unsigned index = an_index();
    Class cls = a_class();
    if (world.objects[index] || mr_is_meta(cls)) return;
    world.objects[index] = class_createInstance(cls, fuzz_below(&world.bytes, 24));
}

static void send_message(void) {
    id object = world.objects[an_index()];
    SEL sel = a_selector();
    Method method = object ? mr_method_lookup(object_getClass(object), sel) : NULL;
    bool plain = method && (mr_method_imp(method) == imps[0] || mr_method_imp(method) == imps[1]);
    int wanted = plain && mr_method_imp(method) == imps[1] ? 2 : 1, answer = send(object, sel);
    // The first message sends +initialize, which may raise.
    if (plain && mr_exception_pending() == nil) EXPECT(answer == wanted);
}

static void send_class_message(void) { send((id)a_class(), a_selector()); }

static void release_object(void) {
    id *place = &world.objects[an_index()], object = *place;
    *place = nil;
    if (fuzz_take(&world.bytes) & 1 && world.pool_count) objc_autorelease(object);
    else objc_release(object);
}

// Changes the isa only between a class and a subclass without ivars of its own.
static void change_isa(void) {
    id object = world.objects[an_index()];
    Class cls = a_class(), old = object_getClass(object);
    if (object == nil || mr_is_meta(cls) || !mr_class_is_registered(cls)) return;
    bool related = mr_inherits(cls, old) || mr_inherits(old, cls);
    if (!related || class_getInstanceSize(cls) != class_getInstanceSize(old)) return;
    if (class_getIvarLayout(cls) || class_getWeakIvarLayout(cls) || class_getIvarLayout(old)) return;
    if (!class_getWeakIvarLayout(old)) object_setClass(object, cls);
}

static void associate(void) {
    static const objc_AssociationPolicy policies[] = {OBJC_ASSOCIATION_RETAIN, OBJC_ASSOCIATION_RETAIN_NONATOMIC};
    unsigned owner = an_index(), value = an_index(), kind = fuzz_take(&world.bytes);
    id object = world.objects[owner];
    void *key = &keys[kind % KEYS];
    if (kind & 0x80) objc_removeAssociatedObjects(object);
    else if (owner < value) objc_setAssociatedObject(object, key, world.objects[value], policies[kind & 1]);
    else if (world.pool_count) objc_getAssociatedObject(object, key);
}

static void set_reference(void) {
    unsigned owner = an_index(), value = an_index();
    char name[2] = {(char)('a' + fuzz_below(&world.bytes, 16)), 0};
    id object = world.objects[owner];
    Ivar ivar = class_getInstanceVariable(object_getClass(object), name);
    if (owner >= value || ivar == NULL || *ivar_getTypeEncoding(ivar) != '@') return;
    // Without a layout, the ivar would not retain its value, and could dangle.
    if (class_getIvarLayout(object_getClass(object)) == NULL) return;
    object_setIvar(object, ivar, world.objects[value]);
    object_setIvar(object, ivar, fuzz_take(&world.bytes) & 1 ? nil : object_getIvar(object, ivar));
}

static void use_weak(void) {
    id *weak = &world.weaks[fuzz_below(&world.bytes, WEAKS)], *other = &world.weaks[fuzz_below(&world.bytes, WEAKS)];
    switch (fuzz_below(&world.bytes, 4)) {
        case 0: objc_storeWeakOrNil(weak, world.objects[an_index()]); break;
        case 1: objc_release(objc_loadWeakRetained(weak)); break;
        case 2:
            if (weak == other) break;
            objc_destroyWeak(weak);
            objc_copyWeak(weak, other);
            break;
        case 3:
            if (weak == other) break;
            objc_destroyWeak(weak);
            objc_moveWeak(weak, other);
            *other = nil;
            break;
    }
}

static void use_pool(void) {
    if (fuzz_take(&world.bytes) & 1 && world.pool_count < POOLS) {
        world.pools[world.pool_count++] = objc_autoreleasePoolPush();
    } else if (world.pool_count) {
        objc_autoreleasePoolPop(world.pools[--world.pool_count]);
    }
}

// Copies an object to the next lower number, which may own every object that the original owns.
static void copy_object(void) {
    unsigned from = an_index();
    id object = world.objects[from];
    if (from == 0 || world.objects[from - 1] || object == nil) return;
    world.objects[from - 1] = object_copy(object, class_getInstanceSize(object_getClass(object)));
}

static void synchronize(void) {
    id object = world.objects[an_index()];
    if (objc_sync_enter(object) == 0 && object) EXPECT(objc_sync_exit(object) == 0);
}

static void trace_messages(void) { instrumentObjcMessageSends(fuzz_take(&world.bytes) & 1); }

static void (*const operations[])(void) = {
    allocate_class,     register_class, dispose_class,    add_ivar,           set_layout,
    add_method,         replace_method, exchange_methods, set_implementation, add_special_method,
    add_block_method,   add_property,   read_class,       create_object,      send_message,
    send_class_message, release_object, change_isa,       associate,          set_reference,
    use_weak,           use_pool,       copy_object,      synchronize,        trace_messages,
};

// ── The run ─────────────────────────────────────────────────────────────────────────────────────────

static void forget_exception(void) { objc_release(mr_exception_take()); }

// Disposes of all classes. A class can be disposed of only after its subclasses, so this takes one round per level.
static void give_back_classes(void) {
    for (int round = 0; round < CLASSES; round++) {
        for (int index = 0; index < CLASSES; index++) {
            Class cls = world.classes[index];
            char *reason = cls ? mr_class_dispose(cls) : NULL;
            if (cls && reason == NULL) world.classes[index] = Nil;
            if (reason && round == CLASSES - 1) fprintf(stderr, "%s\n", reason);
            free(reason);
        }
    }
    for (int index = 0; index < CLASSES; index++) EXPECT(world.classes[index] == Nil);
}

static void give_back(void *outermost) {
    instrumentObjcMessageSends(NO);
    for (int index = 0; index < WEAKS; index++) objc_destroyWeak(&world.weaks[index]);
    for (int index = 0; index < OBJECTS; index++) {
        objc_release(world.objects[index]);
        world.objects[index] = nil;
        forget_exception();
    }
    objc_autoreleasePoolPop(outermost);
    forget_exception();
    give_back_classes();
    for (int index = 0; index < BLOCKS; index++) imp_removeBlock(world.closures[index]);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char *const names[SELECTORS] = {"one", "two", "three", "four", "five", "six", "seven", "eight"};
    for (int index = 0; index < SELECTORS; index++) selectors[index] = sel_registerName(names[index]);
    mr_debug.check = true;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memset(&world, 0, sizeof world);
    world.bytes = (fuzz_bytes){data, data + size};
    void *pool = objc_autoreleasePoolPush();
    size_t objects = mr_live_object_count(), closures = mr_closure_count();
    int classes = objc_getClassList(NULL, 0);
    for (int count = 0; world.bytes.at < world.bytes.end && count < MAX_OPERATIONS; count++) {
        operations[fuzz_below(&world.bytes, sizeof operations / sizeof *operations)]();
        forget_exception();
    }
    give_back(pool);
    EXPECT(mr_live_object_count() == objects && mr_closure_count() == closures);
    EXPECT(objc_getClassList(NULL, 0) == classes);
    EXPECT(mr_check_invariants(Nil) == NULL);
    return 0;
}
