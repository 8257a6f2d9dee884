// observing-fakes.c - nodes, observers and their log, registrations; and the thread that each test runs on.
#include "observing-fakes.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

fake_counts fake_called;

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

id fake_instance(Class cls, size_t extra) {
    ctests_spare_allocations(true);
    id object = class_createInstance(cls, extra);
    ctests_spare_allocations(false);
    return object;
}

id fake_make(Class cls, const char *name) {
    id object = fake_instance(cls, sizeof(fake_observer_state));
    ((fake_observer_state *)fake_extra(object))->name = name;
    return object;
}

id fake_node(const char *name) { return fake_make(fake_node_class, name); }
id fake_foreign(const char *name) { return fake_make(fake_foreign_class, name); }
id fake_observer(const char *name) { return fake_make(fake_observer_class, name); }

void fake_react(id object, fake_reaction reaction, void *context) {
    ((fake_observer_state *)fake_extra(object))->react = reaction;
    ((fake_observer_state *)fake_extra(object))->context = context;
}

int fake_notification_count(id object) { return ((fake_observer_state *)fake_extra(object))->notifications; }

id fake_text(const char *text) {
    id object = fake_instance(fake_text_class, strlen(text) + 1);
    strcpy(fake_extra(object), text);
    return object;
}

const char *fake_text_of(id text) { return fake_extra(text); }

SEL fake_setter_of(const char *key) {
    char name[32];
    snprintf(name, sizeof name, "set%c%s:", key[0] - 'a' + 'A', key + 1);
    return sel(name);
}

void fake_set(id node, const char *key, id value) { SENDER(void, id, SEL, id)(node, fake_setter_of(key), value); }
void fake_set_int(id node, const char *key, int value) { SENDER(void, id, SEL, int)(node, fake_setter_of(key), value); }
id fake_get(id node, const char *key) { return SENDER(id, id, SEL)(node, sel(key)); }
int fake_get_int(id node, const char *key) { return SENDER(int, id, SEL)(node, sel(key)); }

void fake_set_silently(id node, const char *key, id value) {
    object_setIvar(node, class_getInstanceVariable(fake_node_class, key), value);
}

void fake_release(const id *objects, size_t count) {
    for (size_t index = 0; index < count; index++) objc_release(objects[index]);
}

void fake_release_context(id observer, bool isPrior, void *context) { objc_release((id)context); }

id fake_send_super(id self, Class superclass, SEL selector) {
    struct objc_super super = {self, superclass};
    return ((id(*)(struct objc_super *, SEL))objc_msgSendSuper)(&super, selector);
}

int fake_own_retains, fake_own_releases;
static Class counting_superclass;

static id own_retain(id self, SEL _cmd) {
    fake_own_retains++;
    return fake_send_super(self, counting_superclass, _cmd);
}

static void own_release(id self, SEL _cmd) {
    fake_own_releases++;
    fake_send_super(self, counting_superclass, _cmd);
}

Class fake_counting_class(Class superclass) {
    Class cls = ctests_class("FakeCounting", superclass);
    ctests_method(cls, "retain", (void *)own_retain, "@16@0:8");
    ctests_method(cls, "release", (void *)own_release, "v16@0:8");
    counting_superclass = superclass;
    fake_own_retains = fake_own_releases = 0;
    return cls;
}

// ── The log ─────────────────────────────────────────────────────────────────────────────────────────

static _Thread_local char log_text[4096];
_Thread_local id fake_latest_change;

void fake_log(const char *text) {
    size_t length = strlen(log_text);
    snprintf(log_text + length, sizeof log_text - length, "%s%s", length ? "; " : "", text);
}

const char *fake_log_text(void) { return log_text; }

bool fake_table_is_whole(void) {
    ctests_spare_allocations(true);
    const char *wrong = kvo_check_invariants();
    ctests_spare_allocations(false);
    if (wrong) printf("%s\n", wrong);
    return wrong == NULL;
}

void fake_check_log(const char *expected, const char *file, int line) {
    bool is_same = strcmp(log_text, expected) == 0;
    if (!is_same) printf("notified: %s\nexpected: %s\n", log_text, expected);
    ctests_check(is_same, "the log is as expected", file, line);
    ctests_check(fake_table_is_whole(), "the table is whole", file, line);
    log_text[0] = '\0';
}

static const kvc_boxed *boxed_in(id value) { return (const kvc_boxed *)(void *)((char *)value + fake_number_storage); }

static void describe_boxed(char *text, size_t room, const char *label, const kvc_boxed *stored) {
    float single;
    double real;
    memcpy(&single, stored->words, sizeof single);
    memcpy(&real, stored->words, sizeof real);
    char type = stored->encoding[0];
    if (type == 'q') snprintf(text, room, " %s %lld", label, (long long)stored->words[0]);
    else if (type == 'Q') snprintf(text, room, " %s %llu", label, (unsigned long long)stored->words[0]);
    else if (type == '{') snprintf(text, room, " %s %s of %zu bytes", label, stored->encoding, stored->size);
    else snprintf(text, room, " %s %g", label, type == 'f' ? (double)single : real);
}

static void describe(char *text, size_t room, const char *label, id value) {
    size_t length = strlen(text);
    text += length;
    room -= length;
    if (value == nil) return;
    if (value == fake_null) snprintf(text, room, " %s nil", label);
    else if (mr_is_tagged(value) && !fake_is_integer(value)) snprintf(text, room, " %s %g", label, fake_real(value));
    else if (mr_is_tagged(value)) snprintf(text, room, " %s %lld", label, (long long)fake_integer(value));
    else if (object_getClass(value) == fake_number_class || object_getClass(value) == fake_value_class)
        describe_boxed(text, room, label, boxed_in(value));
    else snprintf(text, room, " %s %s", label, ((fake_observer_state *)fake_extra(value))->name);
}

void fake_observe_value(id self, SEL _cmd, id keyPath, id object, id change, void *context) {
    fake_observer_state *me = fake_extra(self);
    const fake_dictionary *entries = fake_entries(change);
    char text[200];
    snprintf(text, sizeof text, "%s %s%s%s", me->name, fake_text_of(keyPath), entries->is_prior ? " before" : "",
             entries->indexes ? " elements" : "");
    describe(text, sizeof text, "from", entries->old);
    describe(text, sizeof text, "to", entries->new);
    fake_log(text);
    me->notifications++;
    fake_latest_change = change;
    if (me->react) me->react(self, entries->is_prior != nil, me->context);
}

// ── Registrations ───────────────────────────────────────────────────────────────────────────────────

kvo_observance *fake_add(id node, id observer, const kvo_property *property, const char *path, uint32_t options,
                         void *context) {
    const kvc_key *key = property->key;
    bool is_key = strchr(path, '.') == NULL;
    id text = is_key ? objc_retain(key->name) : fake_text(path);
    path = is_key ? key->text : path;
    kvo_observance *made = kvo_add(node, observer, property, text, path, options, context);
    objc_release(text);
    return made;
}

void fake_observe_with(id node, id observer, const char *path, uint32_t options, void *context) {
    const kvo_property *property =
        fake_find_property(node, path, strcspn(path, "."), object_getClass(node) == fake_foreign_class);
    kvo_observance_release(fake_add(node, observer, property, path, options, context));
    if (!property->is_lasting) fake_release_property(property);
    CHECK_TABLE();
}

static bool unobserve(id node, id observer, const char *path, void *context, bool isAnyContext) {
    size_t length = strcspn(path, ".");
    const kvc_key *key = &fake_find_key(path, length)->key;
    kvo_request request = {node, observer, key, path, context, isAnyContext};
    kvo_removal removal = kvo_remove(&request);
    if (removal.replaced.key) fake_called.replaced++;
    objc_release(removal.replaced.key);
    objc_release(removal.replaced.object);
    return removal.found;
}

bool fake_unobserve(id node, id observer, const char *path) { return unobserve(node, observer, path, NULL, true); }
bool fake_unobserve_with(id node, id observer, const char *path, void *context) {
    return unobserve(node, observer, path, context, false);
}

bool fake_is_observed(id node, const char *key) { return kvo_is_observed(node, fake_key(key)); }

static void count_observance(const kvo_observance *observance, id live, void *context) { ++*(size_t *)context; }

size_t fake_observance_count(id node) {
    size_t count = 0;
    kvo_visit(node, count_observance, &count);
    return count;
}

void fake_will(id node, const char *key) {
    kvo_subject place = {.object = node, .key = fake_is_observed(node, key) ? fake_key(key) : NULL};
    kvo_will_change(&place, key);
}

void fake_did(id node, const char *key) {
    kvo_did_change(node, fake_is_observed(node, key) ? fake_key(key) : NULL, key, NULL);
}

void fake_change_elements(id node, const char *key, void (*body)(void *context), void *context) {
    kvo_subject place = {.object = node, .key = fake_key(key), .elements = fake_elements()};
    kvo_change_around(&place, body, context);
}

// ── Running ─────────────────────────────────────────────────────────────────────────────────────────

typedef struct {
    void (*body)(void *context);
    void *context;
} work;

static void *run(void *context) {
    const work *work = context;
    void *pool = objc_autoreleasePoolPush();
    work->body(work->context);
    objc_autoreleasePoolPop(pool);
    CHECK(mr_exception_pending() == nil);
    return NULL;
}

void fake_on_thread(void (*body)(void *context), void *context) {
    work work = {body, context};
    pthread_t thread;
    pthread_create(&thread, NULL, run, &work);
    pthread_join(thread, NULL);
}

static void run_test(void *body) { (*(void (**)(void))body)(); }

static void reset(void) {
    int properties = fake_called.properties, delegates = fake_called.delegates;
    CHECK(properties == 0 && delegates == 0);
    memset(&fake_called, 0, sizeof fake_called);
    fake_on_undelegate = NULL;
    fake_on_value = NULL;
    fake_on_death = NULL;
}

void fake_run(void (*body)(void)) {
    fake_on_thread(run_test, &body);
    size_t count;
    free(kvo_objects_copy(&count));
    CHECK(count == 0 && fake_table_is_whole());
    reset();
}
