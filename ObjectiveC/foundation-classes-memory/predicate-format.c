// predicate-format.c - +[NSPredicate predicateWithFormat:] and +[NSExpression expressionWithFormat:], whose arguments
// follow the format: puts them into an array.
#include <stdarg.h>
#include <string.h>

#include "miniruntime.h"
#include "predicate-format.h"

#define SEND(R, types) ((R(*) types)(void *)objc_msgSend)

// Returns the argument for a conversion as an object; %@ and %K take one, all others a number.
static id next_argument(const char *conversion, va_list *list) {
    id number = (id)objc_getClass("NSNumber");
    bool isLong = strpbrk(conversion, "lqzt") != NULL;
    switch (conversion[strlen(conversion) - 1]) {
        case '@':
        case 'K': return va_arg(*list, id);
        case 'f':
        case 'g':
        case 'e': {
            SEL selector = sel_registerName("numberWithDouble:");
            return SEND(id, (id, SEL, double))(number, selector, va_arg(*list, double));
        }
        case 'u': {
            SEL selector = sel_registerName("numberWithUnsignedLongLong:");
            unsigned long long value = isLong ? va_arg(*list, unsigned long) : va_arg(*list, unsigned int);
            return SEND(id, (id, SEL, unsigned long long))(number, selector, value);
        }
        default: {
            SEL selector = sel_registerName("numberWithLongLong:");
            long long value = isLong ? va_arg(*list, long) : va_arg(*list, int);
            return SEND(id, (id, SEL, long long))(number, selector, value);
        }
    }
}

// Returns an array of the arguments for the conversions of a format, except those in quotation marks.
static id collect_arguments(const char *text, const char *end, va_list *list) {
    id arguments = SEND(id, (id, SEL))((id)objc_getClass("NSMutableArray"), sel_registerName("array"));
    for (char quote = 0; text < end; text++) {
        if (quote ? *text == quote : (*text == '"' || *text == '\'')) quote = quote ? 0 : *text;
        if (*text != '%' || quote) continue;
        char conversion[8] = "";
        size_t length = 1 + strspn(text + 1, "lqzth");
        if (text[length] == '\0' || length + 2 > sizeof conversion) break;
        memcpy(conversion, text, length + 1);
        id argument = next_argument(conversion, list);
        if (argument == nil) argument = SEND(id, (id, SEL))((id)objc_getClass("NSNull"), sel_registerName("null"));
        SEND(void, (id, SEL, id))(arguments, sel_registerName("addObject:"), argument);
        text += length;
    }
    return arguments;
}

static id make(id cls, const char *selector, id format, va_list *list) {
    // The format may contain zero bytes.
    enum { UTF8 = 4 };
    SEL bytes = sel_registerName("cStringUsingEncoding:"), length = sel_registerName("lengthOfBytesUsingEncoding:");
    const char *text = SEND(const char *, (id, SEL, size_t))(format, bytes, (size_t)UTF8);
    size_t count = text ? SEND(size_t, (id, SEL, size_t))(format, length, (size_t)UTF8) : 0;
    id arguments = collect_arguments(text, text + count, list);
    return SEND(id, (id, SEL, id, id))(cls, sel_registerName(selector), format, arguments);
}

static id make_predicate(id cls, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id predicate = make(cls, "predicateWithFormat:argumentArray:", format, &list);
    va_end(list);
    return predicate;
}

static id make_expression(id cls, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id expression = make(cls, "expressionWithFormat:argumentArray:", format, &list);
    va_end(list);
    return expression;
}

static void add(const char *cls, const char *selector, IMP imp) {
    class_addMethod(object_getClass((id)objc_getClass(cls)), sel_registerName(selector), imp, "@24@0:8@16");
}

void mr_add_predicate_format(void) {
    add("NSPredicate", "predicateWithFormat:", (IMP)make_predicate);
    add("NSExpression", "expressionWithFormat:", (IMP)make_expression);
}
