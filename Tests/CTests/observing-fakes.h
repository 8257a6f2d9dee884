// observing-fakes.h - the layer above key-value observing, as small as the tests of its C part need it.
//
// A node is an object with some keys, and a foreign node one with an addObserver:... of its own. An observer writes
// each notification into the log of its thread, which NOTIFIED compares and empties. The values of a node's keys:
//
//      next, other   objects, retained         summary  depends on count and ratio
//      best          object, depends on next   label    depends on the path next.count
//      count         int                       chain    depends on the path next.chain
//      ratio, share  double, float             ring     depends on link, which depends on ring
//      big           long long                 manual   int, announced only
//      fleeting      int, whose property does not live as long as the class
#ifndef OBSERVING_FAKES_H
#define OBSERVING_FAKES_H
#include <stdatomic.h>
#include <stdint.h>

#include "ctests.h"
#include "observing.h"

// Defines a test that runs on a thread of its own, so that the end of a thread is tested each time. Afterwards nobody
// observes anything, and the table is whole.
#define OBSERVING_TEST(function, sentence)                                                                             \
    static void body_of_##function(void);                                                                              \
    TEST(function, sentence) { fake_run(body_of_##function); }                                                         \
    static void body_of_##function(void)
void fake_run(void (*body)(void));
// Runs a function on another thread, with a pool, and waits until it has returned.
void fake_on_thread(void (*body)(void *context), void *context);

// Checks the log: notifications separated by "; ", each "observer keyPath", then " before", " from" and " to" with
// values. Checks the table as well.
#define NOTIFIED(expected) fake_check_log(expected, __FILE__, __LINE__)
void fake_check_log(const char *expected, const char *file, int line);
void fake_log(const char *text);  // adds to the log
const char *fake_log_text(void);
#define CHECK_TABLE() CHECK(fake_table_is_whole())
bool fake_table_is_whole(void);

// ── Objects, all of them +1 ─────────────────────────────────────────────────────────────────────────

extern Class fake_node_class, fake_notifying_class, fake_foreign_class, fake_observer_class;
Class fake_notifying_class_of(Class original, const char *name);  // makes one
id fake_node(const char *name);
id fake_foreign(const char *name);
id fake_text(const char *text);  // stands for an NSString
const char *fake_text_of(id text);
// Called by an observer after it has logged a notification; NULL for nothing more.
typedef void (*fake_reaction)(id observer, bool isPrior, void *context);
id fake_observer(const char *name);
void fake_react(id observer, fake_reaction reaction, void *context);
int fake_notification_count(id observer);    // on all threads
extern _Thread_local id fake_latest_change;  // the dictionary that was sent last on this thread: its address

void fake_set(id node, const char *key, id value);  // by the setter of an object
void fake_set_int(id node, const char *key, int value);
void fake_set_silently(id node, const char *key, id value);  // in the ivar: nobody is notified
id fake_get(id node, const char *key);                       // borrowed
int fake_get_int(id node, const char *key);
// Of tagged numbers: the one for 0 of a type (i, f or d), and the value of another.
uint64_t fake_zero(char type);
bool fake_is_integer(id tagged);
int64_t fake_integer(id tagged);
double fake_real(id tagged);
// Releases the objects, in this order.
#define RELEASE(...) fake_release((id[]){__VA_ARGS__}, sizeof((id[]){__VA_ARGS__}) / sizeof(id))
void fake_release(const id *objects, size_t count);
// A reaction: releases the context.
void fake_release_context(id observer, bool isPrior, void *context);
// Calls the superclass's method, which takes nothing and returns an object or nothing.
id fake_send_super(id self, Class superclass, SEL selector);
// A subclass with a -retain and a -release of its own, and how often these were called since the subclass was made.
Class fake_counting_class(Class superclass);
extern int fake_own_retains, fake_own_releases;

// ── Registrations ───────────────────────────────────────────────────────────────────────────────────

// Adds a registration, and checks nothing: other threads may be changing the table.
kvo_observance *fake_add(id node, id observer, const kvo_property *property, const char *path, uint32_t options,
                         void *context);  // +1
void fake_observe_with(id node, id observer, const char *path, uint32_t options, void *context);
static inline void fake_observe(id node, id observer, const char *path, uint32_t options) {
    fake_observe_with(node, observer, path, options, NULL);
}
// Whether there was one. The second compares the context.
bool fake_unobserve(id node, id observer, const char *path);
bool fake_unobserve_with(id node, id observer, const char *path, void *context);
bool fake_is_observed(id node, const char *key);
size_t fake_observance_count(id node);
// The property of a key of a node: borrowed, if it is lasting. The key.
const kvo_property *fake_property(const char *key);
const kvc_key *fake_key(const char *key);

// A change of a key that is said by two messages.
void fake_will(id node, const char *key);
void fake_did(id node, const char *key);
// A change of the elements of a key, around `body`.
void fake_change_elements(id node, const char *key, void (*body)(void *context), void *context);

// ── What the C below has called ─────────────────────────────────────────────────────────────────────

typedef struct {
    atomic_int values, dictionaries, deaths, silent_deaths, replaced;
    atomic_int elements_begun, elements_ended;
    atomic_int registrations_lost;  // of objects that died while they were observed
    atomic_int properties;          // those that are not lasting, and not gone
    atomic_int delegates;           // registered with foreign objects, and not removed
} fake_counts;
extern fake_counts fake_called;

// What the tests may change: a function that runs in place of nothing when a delegate is removed; one that is called
// with each observance of an object that has died.
extern void (*fake_on_undelegate)(void);
extern void (*fake_on_value)(void);  // called after a value was read, and before it is returned
extern kvo_visitor fake_on_death;
extern kvo_node *fake_latest_delegated;  // the node of the latest delegate
extern id fake_latest_delegate;          // that delegate
// Sends the latest delegate a notification, as a foreign object does.
void fake_notify_delegate(id foreign, bool isPrior, bool hasElements);
id fake_elements(void);  // describes a change of elements, +1
// Makes the getter of a key one that the C below sends by itself; until methods change.
void fake_know_getter(const char *key);
kvc_getter fake_getter(const char *key);  // a copy of its description

// ── Shared by observing-fakes.c and observing-hooks.c ───────────────────────────────────────────────

typedef struct {
    const char *name;
    fake_reaction react;
    void *context;
    atomic_int notifications;
} fake_observer_state;  // behind an observer; the name behind a node as well
typedef struct {
    id kind, indexes, old, new, is_prior;
} fake_dictionary;  // the ivar of a change dictionary
fake_dictionary *fake_entries(id dictionary);
typedef struct {
    const char *text;
    char type;
    bool is_manual, is_fleeting;
    const char *keys[2], *path;  // that it depends on
    kvc_key key;
    kvo_property property, foreign;
    kvc_getter getter;
} fake_declared;
extern Class fake_text_class, fake_number_class, fake_value_class;
extern ptrdiff_t fake_number_storage;  // the offset of a kvc_boxed
extern id fake_null;
static inline void *fake_extra(id object) { return object_getIndexedIvars(object); }
id fake_make(Class cls, const char *name);
id fake_instance(Class cls, size_t extra);  // for which there is always memory
SEL fake_setter_of(const char *key);
fake_declared *fake_find_key(const char *text, size_t length);
const kvo_property *fake_find_property(id object, const char *text, size_t length, bool isForeign);
void fake_release_property(const kvo_property *property);
void fake_observe_value(id self, SEL _cmd, id keyPath, id object, id change, void *context);

#endif
