// runtime.h - creates and inspects classes, methods, ivars, properties and protocols at run time.
//
// Rules for every function in this file:
//   - nil, Nil and NULL are accepted everywhere; the result is then nil, NULL, 0 or NO.
//   - `_copy...` returns memory that the caller frees with free(). A list ends with NULL, and an empty list is NULL.
//     `_get...` returns borrowed memory that lives as long as its class.
//   - Strings passed in are copied. Names are compared byte by byte.
//   - If memory runs out, the process ends with one line that names the size. Only allocations with extra bytes, whose
//     number the caller chooses, return nil or Nil instead.
//   - Every function may be called from any thread, and none holds a lock when it returns.
#ifndef OBJC_RUNTIME_H
#define OBJC_RUNTIME_H

#include "objc.h"

MR_BEGIN_DECLS

typedef struct objc_method *Method;
typedef struct objc_ivar *Ivar;
typedef struct objc_property *objc_property_t;
#ifdef __OBJC__
@class Protocol;
#else
typedef struct objc_protocol Protocol;
#endif

struct objc_method_description {
    SEL name;
    char *types;
};

typedef struct {
    const char *name;   // "T", "V", "C" ...
    const char *value;  // "" if the attribute has no value
} objc_property_attribute_t;

// ── Class lookup ────────────────────────────────────────────────────────────────────────────────────
// Return the registered class with that name, or Nil. objc_getRequiredClass ends the process instead of returning Nil.
Class objc_getClass(const char *name);
Class objc_lookUpClass(const char *name);
Class objc_getMetaClass(const char *name);
Class objc_getRequiredClass(const char *name);
// Fills `buffer` with at most `count` classes and returns the number of registered classes.
int objc_getClassList(Class *buffer, int count);
Class *objc_copyClassList(unsigned int *outCount);
// The path of the program or library that contains a class; NULL for Nil and for a class that was made at run time. It
// lives for ever. The two lists, of these paths and of the names of an image's classes, end with NULL; the caller frees
// a list, but not the names. NULL if a list is empty.
const char *class_getImageName(Class cls);
const char **objc_copyImageNames(unsigned int *outCount);
const char **objc_copyClassNamesForImage(const char *image, unsigned int *outCount);

// ── Class pairs ─────────────────────────────────────────────────────────────────────────────────────
// A class is allocated together with its metaclass, given ivars and methods, and then registered:
//
//        isa                 isa                       isa
//   p ───────► Person ───────────► Person (meta) ─────────────┐
//                │ superclass          │ superclass           ▼
//              NSObject ─────────► NSObject (meta) ◄──isa── itself
//                │                     │ superclass
//               Nil                 NSObject
//
// Between allocation and registration the pair belongs to the thread that creates it. Ivars can be added only during
// that time; methods, properties and protocols at any time.

// Allocates a class and its metaclass. Returns Nil if `name` is NULL or taken, if `superclass` is not registered, or if
// the extra bytes cannot be allocated. A Nil superclass makes a root class. The zeroed `extraBytes` follow the class
// object: object_getIndexedIvars((id)cls) returns their address.
Class objc_allocateClassPair(Class superclass, const char *name, size_t extraBytes);
// Makes the class findable by name, and able to have instances and subclasses. Logs one line on standard error and does
// nothing else if the class is already registered, or if another class of that name was registered first.
void objc_registerClassPair(Class cls);
// Frees an unused class pair, after its notifying class. A class that still has other subclasses or instances stays,
// and the reason is logged on standard error.
void objc_disposeClassPair(Class cls);

// ── Class information ───────────────────────────────────────────────────────────────────────────────
const char *class_getName(Class cls);  // "nil" for Nil
Class class_getSuperclass(Class cls);
// Changes the superclass and flushes the caches of all classes below. Returns the previous superclass; Nil, without a
// change, if `superclass` inherits from `cls`. Deprecated, as in Apple's runtime; do not use it in new code.
Class class_setSuperclass(Class cls, Class superclass);
BOOL class_isMetaClass(Class cls);
// The bytes of an instance from its isa to the end of its last ivar, rounded up to a whole word.
size_t class_getInstanceSize(Class cls);
// A number for the class's own use; initially 0.
int class_getVersion(Class cls);
void class_setVersion(Class cls, int version);

// ── Instances ───────────────────────────────────────────────────────────────────────────────────────
// Returns a zeroed instance, +1 (caller releases). nil if `cls` is Nil, not registered, or a metaclass, or if the extra
// bytes cannot be allocated.
id class_createInstance(Class cls, size_t extraBytes);
// Creates an instance at `bytes`, in memory that the caller owns: at least mr_header_size() zeroed bytes before `bytes`
// and class_getInstanceSize(cls) bytes from there on. The runtime never frees such an object.
id objc_constructInstance(Class cls, void *bytes);
// Does everything that dealloc does except freeing the memory: releases the strong ivars, destroys the weak ones,
// removes associated objects and clears weak references to the object. Returns `object`.
void *objc_destructInstance(id object);
// Returns a shallow copy, +1 (caller releases): strong ivars are retained, weak ivars are registered. `size` is the
// size of the instance including its extra bytes.
id object_copy(id object, size_t size);
// Calls objc_destructInstance and frees the memory. Returns nil.
id object_dispose(id object);

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────
// A method is a selector, a type encoding and an IMP. Adding or replacing a method flushes the method caches of the
// class and all its subclasses, so a method that is added after a failed lookup is found.

// Adds a method. NO if the class itself (not a superclass) already has one for `name`, or if an argument is NULL.
BOOL class_addMethod(Class cls, SEL name, IMP imp, const char *types);
// Adds a method, or replaces the IMP of an existing one. Returns the replaced IMP, or NULL if the method was added.
// `types` is used only when a method is added.
IMP class_replaceMethod(Class cls, SEL name, IMP imp, const char *types);
// Returns the method of the class or the nearest superclass, after method resolution if necessary.
Method class_getInstanceMethod(Class cls, SEL name);
Method class_getClassMethod(Class cls, SEL name);
// Returns the IMP that a message would call. _objc_msgForward if no class implements `name`; NULL for Nil or NULL.
IMP class_getMethodImplementation(Class cls, SEL name);
#if defined(__x86_64__)
// The same for methods that return a structure in memory: _objc_msgForward_stret if no class implements `name`.
IMP class_getMethodImplementation_stret(Class cls, SEL name);
#endif
// Whether instances have a method for `name`, after method resolution if necessary.
BOOL class_respondsToSelector(Class cls, SEL name);
// The class's own methods, in the order in which they were added.
Method *class_copyMethodList(Class cls, unsigned int *outCount);

SEL method_getName(Method method);
IMP method_getImplementation(Method method);
// For example "v20@0:8i16". NULL if the method was added without types.
const char *method_getTypeEncoding(Method method);
// Takes effect with the next message, in every class that inherits the method. Returns the replaced IMP.
IMP method_setImplementation(Method method, IMP imp);
// Concurrent messages call either the old or the new IMP. Exchanging a method with itself does nothing.
void method_exchangeImplementations(Method lhs, Method rhs);
// Counts self and _cmd. 0 if the method has no types, or malformed ones.
unsigned int method_getNumberOfArguments(Method method);
char *method_copyReturnType(Method method);
char *method_copyArgumentType(Method method, unsigned int index);
// Fill all `size` bytes of `buffer`, padding with NULs, like strncpy: a string that is too long is cut off without a
// NUL. An empty string if there is no such argument.
void method_getReturnType(Method method, char *buffer, size_t size);
void method_getArgumentType(Method method, unsigned int index, char *buffer, size_t size);
// Borrowed: the selector and the types of the method itself.
struct objc_method_description *method_getDescription(Method method);

// Replaces forwarding: messages that no class implements call `forward`, with their arguments in place. `forwardStret`
// is called for messages that return a structure in memory. NULL restores the runtime's own forwarding.
void objc_setForwardHandler(void *forward, void *forwardStret);

// ── Blocks as methods ───────────────────────────────────────────────────────────────────────────────
// A block is an object: a compiled block, or one created with mr_block_create() (miniruntime.h). When it implements a
// method, it receives self and the message's arguments, but no _cmd.

// Returns a new IMP that calls `block`, which it copies. NULL for nil, and for an object that is not a block.
IMP imp_implementationWithBlock(id block);
// Borrowed. nil if imp_implementationWithBlock did not create `imp`, or if `imp` was removed.
id imp_getBlock(IMP imp);
// Frees the IMP and releases its block. NO if `imp` has no block. Remove `imp` from every method first.
BOOL imp_removeBlock(IMP imp);

// ── Ivars ───────────────────────────────────────────────────────────────────────────────────────────
// Adds an ivar. `alignment` is the base-2 logarithm of the ivar's alignment in bytes. NO if the class is registered or
// a metaclass, if it (not a superclass) already has an ivar of that name, or if the alignment is above 16 bytes.
BOOL class_addIvar(Class cls, const char *name, size_t size, uint8_t alignment, const char *types);
// Return the ivar with that name, of the class (or of its metaclass) or the nearest superclass.
Ivar class_getInstanceVariable(Class cls, const char *name);
Ivar class_getClassVariable(Class cls, const char *name);
// The class's own ivars, in the order in which they were added.
Ivar *class_copyIvarList(Class cls, unsigned int *outCount);
// Ivar layouts say which words of an instance are strong references, and which are weak. Each byte holds two nibbles:
// the number of words to skip, then the number of references that follow. The layout starts at the end of the
// superclass's ivars and ends with a zero byte; NULL means none. Strong ivars are released when the object dies. Set
// layouts before registering the class: afterwards the setters do nothing.
const uint8_t *class_getIvarLayout(Class cls);
const uint8_t *class_getWeakIvarLayout(Class cls);
void class_setIvarLayout(Class cls, const uint8_t *layout);
void class_setWeakIvarLayout(Class cls, const uint8_t *layout);

const char *ivar_getName(Ivar ivar);
const char *ivar_getTypeEncoding(Ivar ivar);
ptrdiff_t ivar_getOffset(Ivar ivar);
// For ivars of object type. Assignment follows the ivar layouts. object_setIvar assigns an ivar in neither layout
// without a retain. ...WithStrongDefault retains the new value and releases the old one, unless the class declares its
// ownership, as ARC's classes do: the ivar is then unretained. A class that relies on ...WithStrongDefault for an ivar
// in neither layout releases the ivar in its -dealloc, because the runtime releases only the ivars that the layouts
// name. The value returned by object_getIvar is borrowed.
id object_getIvar(id object, Ivar ivar);
void object_setIvar(id object, Ivar ivar, id value);
void object_setIvarWithStrongDefault(id object, Ivar ivar, id value);
// The same by name, for ivars of pointer size. Return the ivar, or NULL if there is none with that name.
Ivar object_getInstanceVariable(id object, const char *name, void **outValue);
Ivar object_setInstanceVariable(id object, const char *name, void *value);
Ivar object_setInstanceVariableWithStrongDefault(id object, const char *name, void *value);

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────
// A property is a name and a list of attributes, written as a string like "Ti,V_age". It documents how to use the
// class; its accessors are ordinary methods.

// Adds a property. NO if the class itself already has one with that name.
BOOL class_addProperty(Class cls, const char *name, const objc_property_attribute_t *attributes, unsigned int count);
// Adds a property, or replaces the attributes of an existing one.
void class_replaceProperty(Class cls, const char *name, const objc_property_attribute_t *attributes,
                           unsigned int count);
// Searches the class and its superclasses.
objc_property_t class_getProperty(Class cls, const char *name);
objc_property_t *class_copyPropertyList(Class cls, unsigned int *outCount);
const char *property_getName(objc_property_t property);
const char *property_getAttributes(objc_property_t property);
// One allocation: freeing the list frees its strings as well.
objc_property_attribute_t *property_copyAttributeList(objc_property_t property, unsigned int *outCount);
char *property_copyAttributeValue(objc_property_t property, const char *name);

// The accessors that a compiler synthesizes call these functions. `offset` is the offset of the ivar in bytes.
// objc_getProperty returns the value autoreleased if `atomic`, otherwise borrowed. If `shouldCopy` is 1,
// objc_setProperty sends -copy to the new value; if it is 2, -mutableCopy. If the copy raises, the ivar keeps its
// value. objc_copyStruct copies a structure of `size` bytes out of or into an ivar, and ignores `hasStrong`.
id objc_getProperty(id self, SEL _cmd, ptrdiff_t offset, BOOL atomic);
void objc_setProperty(id self, SEL _cmd, ptrdiff_t offset, id value, BOOL atomic, signed char shouldCopy);
void objc_copyStruct(void *destination, const void *source, ptrdiff_t size, BOOL atomic, BOOL hasStrong);

// ── Protocols ───────────────────────────────────────────────────────────────────────────────────────
// Like a class pair, a protocol is allocated, filled and registered. After that it is immutable and lives for ever.

Protocol *objc_getProtocol(const char *name);
Protocol *MR_UNRETAINED *objc_copyProtocolList(unsigned int *outCount);
// NULL if a registered protocol has that name.
Protocol *objc_allocateProtocol(const char *name);
void objc_registerProtocol(Protocol *protocol);
// The next three functions do nothing once `protocol` is registered. `addition` must be registered.
void protocol_addMethodDescription(Protocol *protocol, SEL name, const char *types, BOOL isRequired, BOOL isInstance);
void protocol_addProtocol(Protocol *protocol, Protocol *addition);
void protocol_addProperty(Protocol *protocol, const char *name, const objc_property_attribute_t *attributes,
                          unsigned int count, BOOL isRequired, BOOL isInstance);
const char *protocol_getName(Protocol *protocol);
// Whether the names are equal.
BOOL protocol_isEqual(Protocol *lhs, Protocol *rhs);
// Whether `protocol` is equal to `other` or adopts it at any depth.
BOOL protocol_conformsToProtocol(Protocol *protocol, Protocol *other);
// Also searches adopted protocols. {NULL, NULL} if there is none.
struct objc_method_description protocol_getMethodDescription(Protocol *protocol, SEL name, BOOL isRequired,
                                                             BOOL isInstance);
struct objc_method_description *protocol_copyMethodDescriptionList(Protocol *protocol, BOOL isRequired, BOOL isInstance,
                                                                   unsigned int *outCount);
objc_property_t protocol_getProperty(Protocol *protocol, const char *name, BOOL isRequired, BOOL isInstance);
objc_property_t *protocol_copyPropertyList(Protocol *protocol, unsigned int *outCount);
Protocol *MR_UNRETAINED *protocol_copyProtocolList(Protocol *protocol, unsigned int *outCount);

// NO if the class itself already adopts the protocol.
BOOL class_addProtocol(Class cls, Protocol *protocol);
// Tests the class alone; -conformsToProtocol: also tests its superclasses.
BOOL class_conformsToProtocol(Class cls, Protocol *protocol);
Protocol *MR_UNRETAINED *class_copyProtocolList(Class cls, unsigned int *outCount);

// ── Associated objects ──────────────────────────────────────────────────────────────────────────────
// Values attached to an object under a key, which is an address. They survive a change of isa, and are released after
// the object's dealloc methods have run.

typedef enum {
    OBJC_ASSOCIATION_ASSIGN = 0,
    OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1,
    OBJC_ASSOCIATION_COPY_NONATOMIC = 3,
    OBJC_ASSOCIATION_RETAIN = 01401,
    OBJC_ASSOCIATION_COPY = 01403
} objc_AssociationPolicy;

// A nil value removes the association. Does nothing if `object` is nil or a tagged pointer.
void objc_setAssociatedObject(id object, const void *key, id value, objc_AssociationPolicy policy);
// Borrowed. Under the two atomic policies the value is also retained and autoreleased, so it stays valid if another
// thread replaces it.
id objc_getAssociatedObject(id object, const void *key);
void objc_removeAssociatedObjects(id object);

// ── Letters of type encodings ───────────────────────────────────────────────────────────────────────
// encoding.h explains them.
#define _C_ID '@'
#define _C_CLASS '#'
#define _C_SEL ':'
#define _C_CHR 'c'
#define _C_UCHR 'C'
#define _C_SHT 's'
#define _C_USHT 'S'
#define _C_INT 'i'
#define _C_UINT 'I'
#define _C_LNG 'l'
#define _C_ULNG 'L'
#define _C_LNG_LNG 'q'
#define _C_ULNG_LNG 'Q'
#define _C_FLT 'f'
#define _C_DBL 'd'
#define _C_LNG_DBL 'D'
#define _C_BFLD 'b'
#define _C_BOOL 'B'
#define _C_VOID 'v'
#define _C_UNDEF '?'
#define _C_PTR '^'
#define _C_CHARPTR '*'
#define _C_ARY_B '['
#define _C_ARY_E ']'
#define _C_UNION_B '('
#define _C_UNION_E ')'
#define _C_STRUCT_B '{'
#define _C_STRUCT_E '}'
#define _C_CONST 'r'
#define _C_IN 'n'
#define _C_INOUT 'N'
#define _C_OUT 'o'
#define _C_BYCOPY 'O'
#define _C_ONEWAY 'V'

MR_END_DECLS

#endif
