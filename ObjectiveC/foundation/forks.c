// forks.c - what the child of fork() finds ready: the metadata that Swift's libraries make at the first use of a type.
//
// They make it under locks of their own, which fork() does not take. A child whose parent's other threads were making
// the same metadata would wait for them for ever. So the common methods of strings, collections, numbers, dates and
// exceptions are sent once at load, while there is only one thread.
#include "foundation.h"

static id send_one(id receiver, const char *selector, id argument) {
    return SEND_WITH(id, receiver, selector, (id, SEL, id), argument);
}

static id numbered(const char *cls, const char *selector, double number) {
    return SEND_WITH(id, objc_getClass(cls), selector, (id, SEL, double), number);
}

static id with_objects(const char *cls, const char *selector, const id *objects, size_t count) {
    return SEND_WITH(id, objc_getClass(cls), selector, (id, SEL, const id *, size_t), objects, count);
}

// What all objects have, and copies.
static void use_object(id object) {
    SEND(id, object, "description");
    SEND(size_t, object, "hash");
    send_one(object, "isEqual:", objc_autorelease(SEND(id, object, "copy")));
}

static void use_string(id text) {
    use_object(text);
    id longer = send_one(text, "stringByAppendingString:", text),
       buffer = objc_autorelease(SEND(id, text, "mutableCopy"));
    send_one(buffer, "appendString:", longer);
    send_one(longer, "hasPrefix:", text);
    send_one(longer, "hasSuffix:", text);
    send_one(longer, "componentsSeparatedByString:", text);
    SEND(const char *, longer, "UTF8String");
    SEND_WITH(id, longer, "substringFromIndex:", (id, SEL, size_t), SEND(size_t, text, "length"));
    SEND_WITH(unsigned short, longer, "characterAtIndex:", (id, SEL, size_t), (size_t)1);
}

static void enumerate(id collection) {
    struct mr_enumeration state = {0};
    id buffer[4];
    SEND_WITH(size_t, collection,
              "countByEnumeratingWithState:objects:count:", (id, SEL, struct mr_enumeration *, id *, size_t), &state,
              buffer, (size_t)4);
}

static void use_collections(id text) {
    id members[] = {text, numbered("NSNumber", "numberWithDouble:", 1.5),
                    numbered("NSDate", "dateWithTimeIntervalSince1970:", 0)};
    id array = with_objects("NSArray", "arrayWithObjects:count:", members, 3);
    id set = with_objects("NSSet", "setWithObjects:count:", members, 3), values[] = {array, set};
    id dictionary = SEND_WITH(id, objc_getClass("NSDictionary"),
                              "dictionaryWithObjects:forKeys:count:", (id, SEL, const id *, const id *, size_t), values,
                              members, (size_t)2);
    id all[] = {array, set, dictionary};
    for (size_t index = 0; index < 3; index++) {
        use_object(all[index]);
        enumerate(all[index]);
        enumerate(objc_autorelease(SEND(id, all[index], "mutableCopy")));
    }
    send_one(dictionary, "objectForKey:", text);
    send_one(array, "arrayByAddingObject:", text);
    send_one(array, "componentsJoinedByString:", text);
    mr_add_object(objc_autorelease(SEND(id, array, "mutableCopy")), text);
    mr_add_object(objc_autorelease(SEND(id, set, "mutableCopy")), dictionary);
    SEND_WITH(void, objc_autorelease(SEND(id, dictionary, "mutableCopy")), "setObject:forKey:", (id, SEL, id, id), set,
              array);
}

void mr_forks_boot(void) {
    for (int round = 0; round < 2; round++) {
        id text = mr_string_with_format("%s %d %.1f", round ? "ä" : "a", 1, 0.5);
        use_string(text);
        use_collections(text);
        use_object(SEND_WITH(id, objc_getClass("NSException"),
                             "exceptionWithName:reason:userInfo:", (id, SEL, id, id, id), text, text, nil));
    }
}
