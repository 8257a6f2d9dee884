// runtime.h - classes, methods, ivars, properties and protocols, made and read at run time.
//
// Rules that hold for the whole chapter:
//   - nil, Nil and NULL are accepted everywhere; the result is then nil, NULL, 0 or NO.
//   - `_copy...` returns memory to be freed with free(): a list ends with NULL and is NULL when empty.
//     `_get...` returns borrowed memory that lives as long as its class.
//   - strings given are copied; names are compared byte by byte.
//   - where there is no memory the process ends with one line that says how much was asked for. Only extra bytes, whose
//     number is the caller's, may fail.
//   - every function may be called from any thread, and none holds a lock when it returns.
#ifndef OBJC_RUNTIME_H
#define OBJC_RUNTIME_H

#include "objc.h"

typedef struct objc_method *Method;
typedef struct objc_ivar *Ivar;
typedef struct objc_property *objc_property_t;
typedef struct objc_protocol Protocol;

struct objc_method_description {
    SEL name;
    char *types;
};

typedef struct {
    const char *name;   // "T", "V", "C" ...
    const char *value;  // "" when the attribute has none
} objc_property_attribute_t;

// ── Looking classes up ──────────────────────────────────────────────────────────────────────────────
// By name. Nil if no registered class has it. objc_getRequiredClass ends the process instead.
Class objc_getClass(const char *name);
Class objc_lookUpClass(const char *name);
Class objc_getMetaClass(const char *name);
Class objc_getRequiredClass(const char *name);
// Fills `buffer` with at most `count` classes and returns how many are registered.
int objc_getClassList(Class *buffer, int count);
Class *objc_copyClassList(unsigned int *outCount);

// ── Making a class ──────────────────────────────────────────────────────────────────────────────────
// A class is allocated together with its metaclass, given ivars and methods, and then registered:
//
//        isa                 isa                       isa
//   p ───────► Person ───────────► Person (meta) ─────────────┐
//                │ superclass          │ superclass           ▼
//              NSObject ─────────► NSObject (meta) ◄──isa── itself
//                │                     │ superclass
//               Nil                 NSObject
//
// Between the two calls the pair belongs to the thread that makes it. Ivars can be added only then;
// methods, properties and protocols at any time.

// Nil if `name` is taken or NULL, if `superclass` is not registered yet, or if the extra bytes cannot be had. A Nil superclass makes a root class.
// `extraBytes` are appended to the class object: object_getIndexedIvars((id)cls) finds them.
Class objc_allocateClassPair(Class superclass, const char *name, size_t extraBytes);
// Makes the class known by its name. Does nothing, with a line on standard error, on a class registered before
// or whose name another class has taken since.
void objc_registerClassPair(Class cls);
// Frees a class pair. One that still has subclasses or instances stays, with a line on standard error.
void objc_disposeClassPair(Class cls);

// ── Facts about a class ─────────────────────────────────────────────────────────────────────────────
const char *class_getName(Class cls);  // "nil" for Nil
Class class_getSuperclass(Class cls);
// Deprecated since it was born, and kept because books show it. Returns the superclass that was replaced.
Class class_setSuperclass(Class cls, Class superclass);
BOOL class_isMetaClass(Class cls);
// Bytes of an instance from its isa to the end of its last ivar, rounded up to a word.
size_t class_getInstanceSize(Class cls);
int class_getVersion(Class cls);
void class_setVersion(Class cls, int version);

// ── Instances ───────────────────────────────────────────────────────────────────────────────────────
// A zeroed instance with retain count 1, +1 (caller releases). nil for Nil, for a class not registered, and if the extra
// bytes cannot be had.
id class_createInstance(Class cls, size_t extraBytes);
// Makes an instance in memory of the caller's, who put at least mr_header_size() zeroed bytes in front of it,
// and class_getInstanceSize bytes behind. Such an object is never freed by the runtime.
id objc_constructInstance(Class cls, void *bytes);
// What dealloc does short of freeing: releases strong ivars, clears weak references to the object and its own,
// drops associated objects. Returns `object`.
void *objc_destructInstance(id object);
// A shallow copy, +1 (caller releases): strong ivars are retained, weak ones registered. `size` is the instance's
// size, extra bytes included.
id object_copy(id object, size_t size);
// objc_destructInstance, then frees the memory. Returns nil.
id object_dispose(id object);

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────
// A method is selector + type encoding + IMP. Adding and replacing flush the caches of the class and of all its
// subclasses, so that a method added after a first miss is found.

// NO if the class itself (not a superclass) has the method already, or an argument is NULL.
BOOL class_addMethod(Class cls, SEL name, IMP imp, const char *types);
// Adds or replaces; returns the IMP replaced, or NULL if there was none. `types` counts only when adding.
IMP class_replaceMethod(Class cls, SEL name, IMP imp, const char *types);
// Found in the class or a superclass. Does not resolve, does not forward.
Method class_getInstanceMethod(Class cls, SEL name);
Method class_getClassMethod(Class cls, SEL name);
// What a message would jump to. _objc_msgForward if nothing implements `name`; NULL for Nil or NULL.
IMP class_getMethodImplementation(Class cls, SEL name);
// Whether an instance would find `name`, method resolution included.
BOOL class_respondsToSelector(Class cls, SEL name);
// The class's own, in the order they were added.
Method *class_copyMethodList(Class cls, unsigned int *outCount);

SEL method_getName(Method method);
IMP method_getImplementation(Method method);
// "v20@0:8i16"; NULL if it was added without.
const char *method_getTypeEncoding(Method method);
// Seen by the next send, in every class that inherits the method. Returns the IMP replaced.
IMP method_setImplementation(Method method, IMP imp);
// Sends running meanwhile see one IMP or the other. A method exchanged with itself stays as it is.
void method_exchangeImplementations(Method lhs, Method rhs);
// self and _cmd count. 0 for a method without types, or with types that cannot be read.
unsigned int method_getNumberOfArguments(Method method);
char *method_copyReturnType(Method method);
char *method_copyArgumentType(Method method, unsigned int index);
// Like strncpy: fills `size` bytes, padding with NULs. An empty string if there is no such argument.
void method_getReturnType(Method method, char *buffer, size_t size);
void method_getArgumentType(Method method, unsigned int index, char *buffer, size_t size);
struct objc_method_description *method_getDescription(Method method);

// Replaces forwarding by a function of the caller's: what nobody implements jumps there, with its arguments as they
// were. NULL puts the runtime's own back. The second is for messages that return a structure in memory.
void objc_setForwardHandler(void *forward, void *forwardStret);

// ── Blocks as methods ───────────────────────────────────────────────────────────────────────────────
// A block is an object made with mr_block_create() (miniruntime.h). As a method it is called with self and the
// arguments of the message, without _cmd.

// An IMP of its own address for `block`, which it retains. NULL for nil and for an object that is no block.
IMP imp_implementationWithBlock(id block);
// Borrowed. nil if `imp` was not made by imp_implementationWithBlock, or was removed.
id imp_getBlock(IMP imp);
// Frees the IMP and releases its block. NO if imp_getBlock would answer nil. Take it out of every method first.
BOOL imp_removeBlock(IMP imp);

// ── Ivars ───────────────────────────────────────────────────────────────────────────────────────────
// NO once the class is registered, on a metaclass, if the name is taken in this class or any superclass, or the
// alignment is above 16. `alignment` is the logarithm to base 2 of the ivar's alignment in bytes.
BOOL class_addIvar(Class cls, const char *name, size_t size, uint8_t alignment, const char *types);
Ivar class_getInstanceVariable(Class cls, const char *name);
Ivar class_getClassVariable(Class cls, const char *name);
Ivar *class_copyIvarList(Class cls, unsigned int *outCount);
// Which words of an instance are strong, and which weak, references: pairs of nibbles, words to skip then words that
// count, from the end of the superclass's ivars on. What is strong is released when the object dies. NULL for
// none. To be set before registration.
const uint8_t *class_getIvarLayout(Class cls);
const uint8_t *class_getWeakIvarLayout(Class cls);
void class_setIvarLayout(Class cls, const uint8_t *layout);
void class_setWeakIvarLayout(Class cls, const uint8_t *layout);

const char *ivar_getName(Ivar ivar);
const char *ivar_getTypeEncoding(Ivar ivar);
ptrdiff_t ivar_getOffset(Ivar ivar);
// For ivars of object type. Assigning obeys the layouts; an ivar in neither is assigned without a retain by
// the first, and with one by ...WithStrongDefault. The value read is borrowed.
id object_getIvar(id object, Ivar ivar);
void object_setIvar(id object, Ivar ivar, id value);
void object_setIvarWithStrongDefault(id object, Ivar ivar, id value);
// The same by name, for ivars of pointer size. Return the ivar, or NULL if there is none.
Ivar object_getInstanceVariable(id object, const char *name, void **outValue);
Ivar object_setInstanceVariable(id object, const char *name, void *value);

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────
// A property is a name and a list of attributes, written "Ti,N,V_age". It says how a class is meant to be
// used; the accessors are methods like others.

BOOL class_addProperty(Class cls, const char *name, const objc_property_attribute_t *attributes, unsigned int count);
void class_replaceProperty(Class cls, const char *name, const objc_property_attribute_t *attributes,
                           unsigned int count);
// In the class or a superclass.
objc_property_t class_getProperty(Class cls, const char *name);
objc_property_t *class_copyPropertyList(Class cls, unsigned int *outCount);
const char *property_getName(objc_property_t property);
const char *property_getAttributes(objc_property_t property);
// One block of memory: freeing the list frees its strings.
objc_property_attribute_t *property_copyAttributeList(objc_property_t property, unsigned int *outCount);
char *property_copyAttributeValue(objc_property_t property, const char *name);

// ── Protocols ───────────────────────────────────────────────────────────────────────────────────────
// Like a class pair, a protocol is allocated, filled, and registered; then it never changes and lives for ever.

Protocol *objc_getProtocol(const char *name);
Protocol **objc_copyProtocolList(unsigned int *outCount);
// NULL if a registered protocol has the name.
Protocol *objc_allocateProtocol(const char *name);
void objc_registerProtocol(Protocol *protocol);
// These three do nothing once `protocol` is registered; the protocol added must be registered.
void protocol_addMethodDescription(Protocol *protocol, SEL name, const char *types, BOOL isRequired, BOOL isInstance);
void protocol_addProtocol(Protocol *protocol, Protocol *addition);
void protocol_addProperty(Protocol *protocol, const char *name, const objc_property_attribute_t *attributes,
                          unsigned int count, BOOL isRequired, BOOL isInstance);
const char *protocol_getName(Protocol *protocol);
// Equal names.
BOOL protocol_isEqual(Protocol *lhs, Protocol *rhs);
// Equal, or adopted by `protocol` at any depth.
BOOL protocol_conformsToProtocol(Protocol *protocol, Protocol *other);
// Searches adopted protocols too. {NULL, NULL} if there is none.
struct objc_method_description protocol_getMethodDescription(Protocol *protocol, SEL name, BOOL isRequired,
                                                             BOOL isInstance);
struct objc_method_description *protocol_copyMethodDescriptionList(Protocol *protocol, BOOL isRequired, BOOL isInstance,
                                                                   unsigned int *outCount);
objc_property_t protocol_getProperty(Protocol *protocol, const char *name, BOOL isRequired, BOOL isInstance);
objc_property_t *protocol_copyPropertyList(Protocol *protocol, unsigned int *outCount);
Protocol **protocol_copyProtocolList(Protocol *protocol, unsigned int *outCount);

// NO if the class itself has adopted it already.
BOOL class_addProtocol(Class cls, Protocol *protocol);
// The class itself, not its superclasses: -conformsToProtocol: asks those as well.
BOOL class_conformsToProtocol(Class cls, Protocol *protocol);
Protocol **class_copyProtocolList(Class cls, unsigned int *outCount);

// ── Associated objects ──────────────────────────────────────────────────────────────────────────────
// Values that hang on an object under a key, an address. They survive a change of isa, and are released
// after the dealloc methods have run.

typedef enum {
    OBJC_ASSOCIATION_ASSIGN = 0,
    OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1,
    OBJC_ASSOCIATION_COPY_NONATOMIC = 3,
    OBJC_ASSOCIATION_RETAIN = 01401,
    OBJC_ASSOCIATION_COPY = 01403
} objc_AssociationPolicy;

// A nil value removes the association. Nothing happens on nil, or on a tagged pointer.
void objc_setAssociatedObject(id object, const void *key, id value, objc_AssociationPolicy policy);
// Borrowed; under the two atomic policies it is autoreleased as well, so that another thread cannot take it away.
id objc_getAssociatedObject(id object, const void *key);
void objc_removeAssociatedObjects(id object);

#endif
