// xml-parser.c - NSXMLParser, which reads a document with libxml2. xml-events.c notifies its delegate.
#include <dlfcn.h>
#include <pthread.h>

#include "xml-parser.h"

static mr_xml_parser *parser_of(id self) { return (mr_xml_parser *)(void *)self; }

// NSXMLParserError
enum { INTERNAL_ERROR = 1, IS_EMPTY = 4, WAS_ABORTED = 512 };

// ── libxml2 ─────────────────────────────────────────────────────────────────────────────────────────

static mr_libxml2 library;
static bool has_library;

static void find_library(void) {
    void *handle = dlopen("libxml2.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen("libxml2.so.16", RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return;
    has_library = true;
#define FIND(name)                                                                                                     \
    *(void **)(void *)&library.name = dlsym(handle, #name);                                                            \
    has_library &= library.name != NULL;
    FIND(xmlCreatePushParserCtxt)
    FIND(xmlCtxtUseOptions)
    FIND(xmlParseChunk)
    FIND(xmlFreeParserCtxt)
    FIND(xmlFreeDoc)
    FIND(xmlSAX2StartDocument)
    FIND(xmlSAX2InternalSubset)
    FIND(xmlSAX2GetEntity)
    FIND(xmlSAX2GetParameterEntity)
    FIND(xmlSAX2EntityDecl)
    FIND(xmlSAX2AttributeDecl)
    FIND(xmlSAX2GetLineNumber)
    FIND(xmlSAX2GetColumnNumber)
#undef FIND
}

// ── Making ──────────────────────────────────────────────────────────────────────────────────────────

static id init_with_data(id self, SEL _cmd, id data) {
    mr_xml_parser *parser = parser_of(self);
    parser->data = data ? SEND(id, data, "copy") : SEND(id, objc_getClass("NSData"), "new");
    return self;
}

static id init_with_url(id self, SEL _cmd, id url) {
    id data = url ? SEND_WITH(id, objc_getClass("NSData"), "dataWithContentsOfURL:", (id, SEL, id), url) : nil;
    if (data) return SEND_WITH(id, self, "initWithData:", (id, SEL, id), data);
    objc_release(self);
    return nil;
}

static id init_with_stream(id self, SEL _cmd, id stream) {
    id data = SEND(id, objc_getClass("NSMutableData"), "data");
    char bytes[4096];
    SEND(void, stream, "open");
    while (true) {
        long count = SEND_WITH(long, stream, "read:maxLength:", (id, SEL, void *, size_t), bytes, sizeof bytes);
        if (count <= 0) break;
        SEND_WITH(void, data, "appendBytes:length:", (id, SEL, const void *, size_t), bytes, (size_t)count);
    }
    return SEND_WITH(id, self, "initWithData:", (id, SEL, id), data);
}

static void dealloc(id self, SEL _cmd) {
    mr_xml_parser *parser = parser_of(self);
    objc_release(parser->data);
    objc_release(parser->error);
    objc_destroyWeak(&parser->delegate);
    object_dispose(self);
}

// ── Parsing ─────────────────────────────────────────────────────────────────────────────────────────

// Passes the document to libxml2 in parts, each in a pool of its own. The first four bytes show the encoding.
static void read_document(mr_xml_parser *parser, const char *bytes, size_t length) {
    enum { FIRST = 4, PART = 4096 };
    mr_xml_handler events = mr_xml_events;
    int first = length < FIRST ? (int)length : FIRST;
    mr_xml_context *context = library.xmlCreatePushParserCtxt(&events, parser, bytes, first, NULL);
    if (context == NULL) return;
    parser->context = context;
    library.xmlCtxtUseOptions(context, XML_OPTIONS);
    for (size_t place = (size_t)first; !parser->is_over;) {
        int count = length - place < PART ? (int)(length - place) : PART;
        void *pool = objc_autoreleasePoolPush();
        library.xmlParseChunk(context, bytes + place, count, count == 0);
        objc_autoreleasePoolPop(pool);
        if (count == 0) break;
        place += (size_t)count;
    }
    parser->context = NULL;
    library.xmlFreeDoc(context->document);
    library.xmlFreeParserCtxt(context);
}

static BOOL parse(id self, SEL _cmd) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    mr_xml_parser *parser = parser_of(self);
    id before = mr_exception_pending();
    if (parser->context) return NO;  // the delegate has called it
    pthread_once(&once, find_library);
    parser->library = &library;
    objc_release(parser->error);
    parser->error = nil;
    parser->is_over = false;
    size_t length = SEND(size_t, parser->data, "length");
    objc_retain(self);
    if (!has_library || length == 0) {
        mr_xml_fail(parser, has_library ? IS_EMPTY : INTERNAL_ERROR);
    } else {
        parser->prefixes = SEND(id, objc_getClass("NSMutableArray"), "new");
        read_document(parser, SEND(const char *, parser->data, "bytes"), length);
        objc_release(parser->prefixes);
        parser->prefixes = nil;
    }
    BOOL is_complete = parser->error == nil && !mr_has_raised(before);
    objc_release(self);
    return is_complete;
}

static void abort_parsing(id self, SEL _cmd) {
    mr_xml_parser *parser = parser_of(self);
    if (parser->context && !parser->is_over) mr_xml_fail(parser, WAS_ABORTED);
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

static id delegate(id self, SEL _cmd) { return objc_loadWeak(&parser_of(self)->delegate); }
static void set_delegate(id self, SEL _cmd, id new) { objc_storeWeak(&parser_of(self)->delegate, new); }
static BOOL processes(id self, SEL _cmd) { return parser_of(self)->processes_namespaces; }
static void set_processes(id self, SEL _cmd, BOOL new) { parser_of(self)->processes_namespaces = new; }
static BOOL reports(id self, SEL _cmd) { return parser_of(self)->reports_prefixes; }
static void set_reports(id self, SEL _cmd, BOOL new) { parser_of(self)->reports_prefixes = new; }
static BOOL loads(id self, SEL _cmd) { return parser_of(self)->loads_entities; }
static void set_loads(id self, SEL _cmd, BOOL new) { parser_of(self)->loads_entities = new; }
static id error(id self, SEL _cmd) { return objc_retainAutorelease(parser_of(self)->error); }
static long line(id self, SEL _cmd) { return parser_of(self)->line; }
static long column(id self, SEL _cmd) { return parser_of(self)->column; }

void mr_xml_parser_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithData:", "@24@0:8@16", (IMP)init_with_data},
        {"initWithContentsOfURL:", "@24@0:8@16", (IMP)init_with_url},
        {"initWithStream:", "@24@0:8@16", (IMP)init_with_stream},
        {"dealloc", "v16@0:8", (IMP)dealloc},
        {"parse", "B16@0:8", (IMP)parse},
        {"abortParsing", "v16@0:8", (IMP)abort_parsing},
        {"delegate", "@16@0:8", (IMP)delegate},
        {"setDelegate:", "v24@0:8@16", (IMP)set_delegate},
        {"shouldProcessNamespaces", "B16@0:8", (IMP)processes},
        {"setShouldProcessNamespaces:", "v20@0:8B16", (IMP)set_processes},
        {"shouldReportNamespacePrefixes", "B16@0:8", (IMP)reports},
        {"setShouldReportNamespacePrefixes:", "v20@0:8B16", (IMP)set_reports},
        {"shouldResolveExternalEntities", "B16@0:8", (IMP)loads},
        {"setShouldResolveExternalEntities:", "v20@0:8B16", (IMP)set_loads},
        {"parserError", "@16@0:8", (IMP)error},
        {"lineNumber", "q16@0:8", (IMP)line},
        {"columnNumber", "q16@0:8", (IMP)column},
    };
    MR_MAKE_CLASS("NSXMLParser", mr_xml_parser, methods);
}
