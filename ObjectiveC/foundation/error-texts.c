// error-texts.c - the sentences of errors whose dictionary has none, and how -[NSError description] shows a dictionary.
//
// Apple's systems have a sentence for each code of NSCocoaErrorDomain; these are those of most errors that the
// library itself makes, and their neighbours. A sentence names the file, if the error has one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

MR_OWN(NSCocoaErrorDomain);
MR_OWN(NSPOSIXErrorDomain);
MR_OWN(NSFilePathErrorKey);

// The parts of a sentence before and after the name of the file, and after the name of its folder. Without `folder`,
// the sentence does not name the folder.
typedef struct {
    long code;
    const char *before, *after, *folder;
} sentence;

#define OPENED(reason) "couldn’t be opened" reason
#define NOT_CORRECT "The data couldn’t be read because it isn’t in the correct format."

static const sentence sentences[] = {
    {4, "The file", "doesn’t exist.", NULL},
    {256, "The file", OPENED("."), NULL},
    {257, "The file", OPENED(" because you don’t have permission to view it."), NULL},
    {258, "The file", OPENED(" because the file name is invalid."), NULL},
    {259, "The file", OPENED(" because it isn’t in the correct format."), NULL},
    {260, "The file", OPENED(" because there is no such file."), NULL},
    {263, "The file", OPENED(" because it is too large."), NULL},
    {264, "The file", OPENED(" because the text encoding of its contents can’t be determined."), NULL},
    {512, "The file", "couldn’t be saved.", NULL},
    {513, "You don’t have permission to save the file", "", "."},
    {514, "The file", "couldn’t be saved because the file name is invalid.", NULL},
    {516, "The file", "couldn’t be saved", " because a file with the same name already exists."},
    {640, "The file", "couldn’t be saved because there isn’t enough space.", NULL},
    {642, "The file", "couldn’t be saved because the volume is read only.", NULL},
    {3840, NOT_CORRECT, NULL, NULL},
    {4864, NOT_CORRECT, NULL, NULL},
    {4865, "The data couldn’t be read because it is missing.", NULL, NULL},
};

static id path_of(id info) {
    id path = SEND_WITH(id, info, "objectForKey:", (id, SEL, id), NSFilePathErrorKey);
    return path && SEND_WITH(BOOL, path, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSString")) ? path : nil;
}

static id file_sentence(const sentence *found, id path) {
    const char *space = *found->after ? " " : "";
    if (path == nil) {
        return mr_string_with_format("%s%s%s%s", found->before, space, found->after,
                                     found->folder ? found->folder : "");
    }
    id name = SEND(id, path, "lastPathComponent");
    if (found->folder == NULL) return mr_string_with_objects("%s “%@”%s%s", found->before, name, space, found->after);
    id folder = SEND(id, SEND(id, path, "stringByDeletingLastPathComponent"), "lastPathComponent");
    return mr_string_with_objects("%s “%@”%s%s in the folder “%@”%s", found->before, name, space, found->after, folder,
                                  found->folder);
}

id mr_error_sentence(id domain, long code, id info) {
    if (!SEND_WITH(BOOL, domain, "isEqual:", (id, SEL, id), NSCocoaErrorDomain)) return nil;
    for (size_t index = 0; index < sizeof sentences / sizeof *sentences; index++) {
        const sentence *found = &sentences[index];
        if (found->code == code) {
            return found->after ? file_sentence(found, path_of(info)) : mr_string_with_format("%s", found->before);
        }
    }
    return nil;
}

id mr_error_cause(id domain, long code) {
    if (!SEND_WITH(BOOL, domain, "isEqual:", (id, SEL, id), NSPOSIXErrorDomain)) return nil;
    char text[256];
    return mr_string_with_format("%s", strerror_r((int)code, text, sizeof text));
}

id mr_error_dictionary_text(id info) {
    id text = SEND(id, objc_getClass("NSMutableString"), "string"), keys = SEND(id, info, "allKeys");
    size_t count = mr_count_of(keys);
    for (size_t index = 0; index < count; index++) {
        id key = SEND_WITH(id, keys, "objectAtIndex:", (id, SEL, size_t), index);
        id value = SEND_WITH(id, info, "objectForKey:", (id, SEL, id), key);
        bool is_error = SEND_WITH(BOOL, value, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSError"));
        const char *separator = index ? ", " : "";
        id entry = is_error ? mr_string_with_objects("%s%@=%p {%@}", separator, key, (void *)value, value)
                            : mr_string_with_objects("%s%@=%@", separator, key, value);
        SEND_WITH(void, text, "appendString:", (id, SEL, id), entry);
    }
    return text;
}
