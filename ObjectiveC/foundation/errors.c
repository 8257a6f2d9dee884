// errors.c - NSError: a domain, a code, and a dictionary that describes the error. Instances are immutable.
#include <stddef.h>

#include "foundation.h"
#include "swift-support.h"

typedef struct {
    Class isa;
    id domain;  // this and `info` are +1
    mr_swift_error swift;
    long code;
    id info;
} mr_error;

MR_OWN(NSLocalizedDescriptionKey);
MR_OWN(NSLocalizedFailureReasonErrorKey);
MR_OWN(NSLocalizedRecoverySuggestionErrorKey);
MR_OWN(NSLocalizedRecoveryOptionsErrorKey);

static mr_error *error_of(id self) { return (mr_error *)(void *)self; }

_Static_assert(offsetof(mr_error, swift) == 16, "swift-support.h");

static id alloc(id self, SEL _cmd, void *zone) {
    id error = class_createInstance((Class)self, 0);
    if (error && mr_swift_error_prepare) mr_swift_error_prepare(error, &error_of(error)->swift);
    return error;
}

static id init_error(id self, SEL _cmd, id domain, long code, id info) {
    if (domain == nil) {
        objc_autorelease(self);  // released even if the exception leaves this frame
        mr_raise("NSInvalidArgumentException", "*** -[%s %s]: nil domain", object_getClassName(self),
                 sel_getName(_cmd));
        return nil;
    }
    error_of(self)->domain = SEND(id, domain, "copy");
    error_of(self)->code = code;
    error_of(self)->info = info ? SEND(id, info, "copy") : SEND(id, objc_getClass("NSDictionary"), "new");
    return self;
}

static id make_error(id cls, SEL _cmd, id domain, long code, id info) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"),
                                      "initWithDomain:code:userInfo:", (id, SEL, id, long, id), domain, code, info));
}

static void dealloc(id self, SEL _cmd) {
    objc_release(error_of(self)->domain);
    objc_release(error_of(self)->info);
    object_dispose(self);
}

static id domain(id self, SEL _cmd) { return error_of(self)->domain; }
static long code(id self, SEL _cmd) { return error_of(self)->code; }
static id user_info(id self, SEL _cmd) { return error_of(self)->info; }
static id copy(id self, SEL _cmd, void *zone) { return objc_retain(self); }

static id info_for(id self, id key) {
    return SEND_WITH(id, SEND(id, self, "userInfo"), "objectForKey:", (id, SEL, id), key);
}

static id sentence(id self) {
    id text = info_for(self, NSLocalizedDescriptionKey);
    return text ? text
                : mr_error_sentence(SEND(id, self, "domain"), SEND(long, self, "code"), SEND(id, self, "userInfo"));
}

static id failure_reason(id self, SEL _cmd) {
    id reason = info_for(self, NSLocalizedFailureReasonErrorKey);
    return reason ? reason : mr_error_cause(SEND(id, self, "domain"), SEND(long, self, "code"));
}

static id localized_description(id self, SEL _cmd) {
    id text = sentence(self);
    if (text) return text;
    id reason = failure_reason(self, _cmd);
    if (reason) return mr_string_with_objects("The operation couldn’t be completed. %@", reason);
    return mr_string_with_objects("The operation couldn’t be completed. (%@ error %ld.)", SEND(id, self, "domain"),
                                  SEND(long, self, "code"));
}

static id recovery_options(id self, SEL _cmd) { return info_for(self, NSLocalizedRecoveryOptionsErrorKey); }
static id recovery_suggestion(id self, SEL _cmd) { return info_for(self, NSLocalizedRecoverySuggestionErrorKey); }

static id description(id self, SEL _cmd) {
    id info = SEND(id, self, "userInfo"), domain = SEND(id, self, "domain"), text = sentence(self);
    long code = SEND(long, self, "code");
    if (text == nil) text = mr_error_cause(domain, code);
    text = mr_string_with_objects("Error Domain=%@ Code=%ld \"%@\"", domain, code, text);
    if (mr_count_of(info) == 0) return text;
    return mr_string_with_objects("%@ UserInfo={%@}", text, mr_error_dictionary_text(info));
}

static bool are_equal(id a, id b) { return SEND_WITH(bool, a, "isEqual:", (id, SEL, id), b); }

static BOOL is_equal(id self, SEL _cmd, id other) {
    if (self == other) return YES;
    if (!SEND_WITH(bool, other, "isKindOfClass:", (id, SEL, Class), objc_getClass("NSError"))) return NO;
    return SEND(long, self, "code") == SEND(long, other, "code") &&
           are_equal(SEND(id, self, "domain"), SEND(id, other, "domain")) &&
           are_equal(SEND(id, self, "userInfo"), SEND(id, other, "userInfo"));
}

static size_t hash(id self, SEL _cmd) { return (size_t)SEND(long, self, "code"); }

void mr_errors_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithDomain:code:userInfo:", "@40@0:8@16q24@32", (IMP)init_error},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"domain", "@16@0:8", (IMP)domain},
        {"code", "q16@0:8", (IMP)code},
        {"userInfo", "@16@0:8", (IMP)user_info},
        {"copyWithZone:", "@24@0:8^v16", (IMP)copy},
        {"localizedDescription", "@16@0:8", (IMP)localized_description},
        {"localizedFailureReason", "@16@0:8", (IMP)failure_reason},
        {"localizedRecoveryOptions", "@16@0:8", (IMP)recovery_options},
        {"localizedRecoverySuggestion", "@16@0:8", (IMP)recovery_suggestion},
        {"description", "@16@0:8", (IMP)description},
        {"isEqual:", "B24@0:8@16", (IMP)is_equal},
        {"hash", "Q16@0:8", (IMP)hash},
    };
    static const mr_method_entry makers[] = {
        {"allocWithZone:", "@24@0:8^v16", (IMP)alloc},
        {"errorWithDomain:code:userInfo:", "@40@0:8@16q24@32", (IMP)make_error},
    };
    MR_MAKE_CLASS("NSError", mr_error, methods);
    ADD_CLASS_METHODS_TO("NSError", makers);
    mr_adopt(objc_getClass("NSError"), "NSCopying");
}
