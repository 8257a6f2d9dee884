// xml-events.c - passes what libxml2 finds in a document to the delegate of an NSXMLParser, as messages.
//
// The delegate may change while a document is read. If it raises an exception, it is not notified any more.
#include <stdlib.h>
#include <string.h>

#include "xml-parser.h"

static id text_of(mr_xml_text bytes, size_t length) {
    return bytes ? mr_string_of_utf8((const char *)bytes, length) : nil;
}

static id string(mr_xml_text bytes) { return bytes ? text_of(bytes, strlen(bytes)) : nil; }

// Returns the delegate, autoreleased, if it responds to the message.
static id receiver(mr_xml_parser *parser, const char *message) {
    if (parser->is_over) return nil;
    if (parser->context) {
        parser->line = parser->library->xmlSAX2GetLineNumber(parser->context);
        parser->column = parser->library->xmlSAX2GetColumnNumber(parser->context);
    }
    id delegate = objc_loadWeak(&parser->delegate);
    if (delegate == nil) return nil;
    return SEND_WITH(bool, delegate, "respondsToSelector:", (id, SEL, SEL), sel_registerName(message)) ? delegate : nil;
}

// Sends the delegate a message whose arguments are the parser and up to four objects, if it responds.
static id notify(mr_xml_parser *parser, const char *message, id a, id b, id c, id d) {
    id before = mr_exception_pending(), delegate = receiver(parser, message);
    id result = nil;
    if (delegate) result = SEND_WITH(id, delegate, message, (id, SEL, id, id, id, id, id), (id)parser, a, b, c, d);
    if (mr_has_raised(before)) {
        parser->is_over = true;
        return nil;
    }
    return result;
}

void mr_xml_fail(mr_xml_parser *parser, long code) {
    MR_OWN(NSXMLParserErrorDomain);
    if (parser->error) return;
    parser->error =
        objc_retain(SEND_WITH(id, objc_getClass("NSError"), "errorWithDomain:code:userInfo:", (id, SEL, id, long, id),
                              NSXMLParserErrorDomain, code, nil));
    notify(parser, "parser:parseErrorOccurred:", parser->error, nil, nil, nil);
    parser->is_over = true;
}

static void found_error(void *data, const mr_xml_error *error) {
    if (error->level == XML_ERROR_IS_FATAL && !((mr_xml_parser *)data)->is_over) mr_xml_fail(data, error->code);
}

// ── The document and its elements ───────────────────────────────────────────────────────────────────

static void start_document(void *data) {
    mr_xml_parser *parser = data;
    parser->library->xmlSAX2StartDocument(parser->context);
    notify(parser, "parserDidStartDocument:", nil, nil, nil, nil);
}

static void end_document(void *data) { notify(data, "parserDidEndDocument:", nil, nil, nil, nil); }

// Returns a name with its prefix.
static id qualified(mr_xml_text prefix, mr_xml_text name) {
    return prefix && *prefix ? mr_string_with_format("%s:%s", prefix, name) : string(name);
}

static void set(id dictionary, id key, id value) {
    SEND_WITH(void, dictionary, "setObject:forKey:", (id, SEL, id, id), value, key);
}

// The prefixes and addresses of namespaces alternate. Attributes are five words: the name, the prefix, the address, and
// the first and the last byte of the value.
static void start_element(void *data, mr_xml_text name, mr_xml_text prefix, mr_xml_text address, int namespace_count,
                          mr_xml_text *namespaces, int attribute_count, int default_count, mr_xml_text *attributes) {
    mr_xml_parser *parser = data;
    if (parser->is_over) return;
    id table = SEND(id, objc_getClass("NSMutableDictionary"), "dictionary");
    id prefixes = SEND(id, objc_getClass("NSMutableArray"), "array");
    for (int index = 0; index < namespace_count; index++) {
        mr_xml_text declared = namespaces[2 * index] ? namespaces[2 * index] : "", to = namespaces[2 * index + 1];
        id target = string(to ? to : "");
        mr_add_object(prefixes, string(declared));
        if (!parser->processes_namespaces) {
            set(table, *declared ? mr_string_with_format("xmlns:%s", declared) : string("xmlns"), target);
        }
        if (!parser->reports_prefixes) continue;
        notify(parser, "parser:didStartMappingPrefix:toURI:", string(declared), target, nil, nil);
    }
    mr_add_object(parser->prefixes, prefixes);
    for (int index = 0; index < attribute_count; index++, attributes += 5) {
        size_t length = (size_t)(attributes[4] - attributes[3]);
        set(table, qualified(attributes[1], attributes[0]), text_of(attributes[3], length));
    }
    id whole = qualified(prefix, name);
    if (parser->processes_namespaces) {
        notify(parser, "parser:didStartElement:namespaceURI:qualifiedName:attributes:", string(name),
               string(address ? address : ""), whole, table);
    } else {
        notify(parser, "parser:didStartElement:namespaceURI:qualifiedName:attributes:", whole, nil, nil, table);
    }
}

static void end_element(void *data, mr_xml_text name, mr_xml_text prefix, mr_xml_text address) {
    mr_xml_parser *parser = data;
    if (parser->is_over) return;
    id whole = qualified(prefix, name);
    bool is_local = parser->processes_namespaces;
    notify(parser, "parser:didEndElement:namespaceURI:qualifiedName:", is_local ? string(name) : whole,
           is_local ? string(address ? address : "") : nil, is_local ? whole : nil, nil);
    id prefixes = objc_retainAutorelease(SEND(id, parser->prefixes, "lastObject"));
    SEND(void, parser->prefixes, "removeLastObject");
    for (size_t index = 0; parser->reports_prefixes && index < mr_count_of(prefixes); index++) {
        notify(parser, "parser:didEndMappingPrefix:", mr_object_at(prefixes, index), nil, nil, nil);
    }
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────

static void found_characters(void *data, mr_xml_text text, int length) {
    notify(data, "parser:foundCharacters:", text_of(text, (size_t)length), nil, nil, nil);
}

static void found_white_space(void *data, mr_xml_text text, int length) {
    notify(data, "parser:foundIgnorableWhitespace:", text_of(text, (size_t)length), nil, nil, nil);
}

// A delegate that does not respond to the message for such sections receives characters.
static void found_data(void *data, mr_xml_text text, int length) {
    if (receiver(data, "parser:foundCDATA:") == nil) {
        found_characters(data, text, length);
        return;
    }
    id bytes = SEND_WITH(id, objc_getClass("NSData"), "dataWithBytes:length:", (id, SEL, const void *, size_t), text,
                         (size_t)length);
    notify(data, "parser:foundCDATA:", bytes, nil, nil, nil);
}

static void found_instruction(void *data, mr_xml_text target, mr_xml_text text) {
    notify(data, "parser:foundProcessingInstructionWithTarget:data:", string(target), string(text), nil, nil);
}

static void found_comment(void *data, mr_xml_text text) {
    notify(data, "parser:foundComment:", string(text), nil, nil, nil);
}

// ── Declarations ────────────────────────────────────────────────────────────────────────────────────

static void start_subset(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id) {
    mr_xml_parser *parser = data;
    parser->library->xmlSAX2InternalSubset(parser->context, name, public_id, system_id);
}

static void *get_entity(void *data, mr_xml_text name) {
    mr_xml_parser *parser = data;
    return parser->library->xmlSAX2GetEntity(parser->context, name);
}

static void *get_parameter_entity(void *data, mr_xml_text name) {
    mr_xml_parser *parser = data;
    return parser->library->xmlSAX2GetParameterEntity(parser->context, name);
}

// Returns the content of an external entity as an NSData: the delegate's, or that of a file; nil if there is none.
static id content_of(mr_xml_parser *parser, mr_xml_text name, mr_xml_text system_id) {
    id content =
        notify(parser, "parser:resolveExternalEntityName:systemID:", string(name), string(system_id), nil, nil);
    if (content || !parser->loads_entities || system_id == NULL) return content;
    const char *path = strncmp(system_id, "file://", 7) == 0 ? system_id + 7 : system_id;
    if (*path != '/') return nil;
    return SEND_WITH(id, objc_getClass("NSData"), "dataWithContentsOfFile:", (id, SEL, id), string(path));
}

// libxml2 itself loads no external entity, because it does not know of one: it knows the content as an internal one.
static void declare_entity(void *data, mr_xml_text name, int type, mr_xml_text public_id, mr_xml_text system_id,
                           char *content) {
    mr_xml_parser *parser = data;
    if (type != XML_EXTERNAL_ENTITY && type != XML_EXTERNAL_PARAMETER_ENTITY) {
        notify(parser, "parser:foundInternalEntityDeclarationWithName:value:", string(name), string(content), nil, nil);
        parser->library->xmlSAX2EntityDecl(parser->context, name, type, public_id, system_id, content);
        return;
    }
    notify(parser, "parser:foundExternalEntityDeclarationWithName:publicID:systemID:", string(name), string(public_id),
           string(system_id), nil);
    id loaded = type == XML_EXTERNAL_ENTITY ? content_of(parser, name, system_id) : nil;
    if (loaded == nil) return;
    size_t length = SEND(size_t, loaded, "length");
    char *text = mr_allocate(length + 1);
    if (length) memcpy(text, SEND(const char *, loaded, "bytes"), length);
    parser->library->xmlSAX2EntityDecl(parser->context, name, XML_INTERNAL_ENTITY, NULL, NULL, text);
    free(text);
}

static void declare_notation(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id) {
    notify(data, "parser:foundNotationDeclarationWithName:publicID:systemID:", string(name), string(public_id),
           string(system_id), nil);
}

static void declare_unparsed_entity(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id,
                                    mr_xml_text notation) {
    notify(data, "parser:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:", string(name),
           string(public_id), string(system_id), string(notation));
}

static void declare_attribute(void *data, mr_xml_text element, mr_xml_text name, int type, int presence,
                              mr_xml_text value, void *names) {
    static const char *const types[] = {"",         "CDATA",   "ID",       "IDREF",       "IDREFS",  "ENTITY",
                                        "ENTITIES", "NMTOKEN", "NMTOKENS", "ENUMERATION", "NOTATION"};
    mr_xml_parser *parser = data;
    bool is_known = type > 0 && (size_t)type < sizeof types / sizeof *types;
    notify(parser, "parser:foundAttributeDeclarationWithName:forElement:type:defaultValue:", string(name),
           string(element), string(types[is_known ? type : 0]), string(value));
    parser->library->xmlSAX2AttributeDecl(parser->context, element, name, type, presence, value, names);
}

static void declare_element(void *data, mr_xml_text name, int type, void *content) {
    notify(data, "parser:foundElementDeclarationWithName:model:", string(name), string(""), nil, nil);
}

const mr_xml_handler mr_xml_events = {
    .internalSubset = start_subset,
    .getEntity = get_entity,
    .entityDecl = declare_entity,
    .notationDecl = declare_notation,
    .attributeDecl = declare_attribute,
    .elementDecl = declare_element,
    .unparsedEntityDecl = declare_unparsed_entity,
    .startDocument = start_document,
    .endDocument = end_document,
    .characters = found_characters,
    .ignorableWhitespace = found_white_space,
    .processingInstruction = found_instruction,
    .comment = found_comment,
    .getParameterEntity = get_parameter_entity,
    .cdataBlock = found_data,
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = start_element,
    .endElementNs = end_element,
    .serror = found_error,
};
