// xml-parser.h - what xml-parser.c and xml-events.c share, and the part of libxml2's interface that they use.
//
// The functions of libxml2 are found when the first document is parsed, so that other programs do not load the library,
// and its headers are not needed. All of it is public interface: the order of the callbacks, of the first members of a
// context and of an error, and the numbers.
#ifndef MR_XML_PARSER_H
#define MR_XML_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "foundation.h"

typedef const char *mr_xml_text;  // UTF-8

// xmlError
typedef struct {
    int domain, code;
    const char *message;
    int level;
} mr_xml_error;
enum { XML_ERROR_IS_FATAL = 3 };
// Types of entities.
enum { XML_INTERNAL_ENTITY = 1, XML_EXTERNAL_ENTITY = 2, XML_EXTERNAL_PARAMETER_ENTITY = 5 };
// Options: entities are replaced by their text, and nothing is loaded from the network.
enum { XML_OPTIONS = 1 << 1 | 1 << 11 };
enum { XML_SAX2_MAGIC = 0xDEEDBEAF };

// xmlSAXHandler. The data is an mr_xml_reading.
typedef struct {
    void (*internalSubset)(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id);
    void *is_standalone, *has_internal_subset, *has_external_subset, *resolveEntity;
    void *(*getEntity)(void *data, mr_xml_text name);
    void (*entityDecl)(void *data, mr_xml_text name, int type, mr_xml_text public_id, mr_xml_text system_id,
                       char *content);
    void (*notationDecl)(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id);
    void (*attributeDecl)(void *data, mr_xml_text element, mr_xml_text name, int type, int presence, mr_xml_text value,
                          void *names);
    void (*elementDecl)(void *data, mr_xml_text name, int type, void *content);
    void (*unparsedEntityDecl)(void *data, mr_xml_text name, mr_xml_text public_id, mr_xml_text system_id,
                               mr_xml_text notation);
    void *setDocumentLocator;
    void (*startDocument)(void *data);
    void (*endDocument)(void *data);
    void *startElement, *endElement, *reference;
    void (*characters)(void *data, mr_xml_text text, int length);
    void (*ignorableWhitespace)(void *data, mr_xml_text text, int length);
    void (*processingInstruction)(void *data, mr_xml_text target, mr_xml_text text);
    void (*comment)(void *data, mr_xml_text text);
    void *warning, *error, *fatalError;
    void *(*getParameterEntity)(void *data, mr_xml_text name);
    void (*cdataBlock)(void *data, mr_xml_text text, int length);
    void *externalSubset;
    unsigned initialized;
    void *private_data;
    void (*startElementNs)(void *data, mr_xml_text name, mr_xml_text prefix, mr_xml_text address, int namespace_count,
                           mr_xml_text *namespaces, int attribute_count, int default_count, mr_xml_text *attributes);
    void (*endElementNs)(void *data, mr_xml_text name, mr_xml_text prefix, mr_xml_text address);
    void (*serror)(void *data, const mr_xml_error *error);
} mr_xml_handler;

// The first members of an xmlParserCtxt.
typedef struct {
    mr_xml_handler *handler;
    void *data, *document;
} mr_xml_context;

typedef struct {
    mr_xml_context *(*xmlCreatePushParserCtxt)(mr_xml_handler *, void *data, const char *bytes, int length,
                                               const char *name);
    int (*xmlCtxtUseOptions)(mr_xml_context *, int options);
    int (*xmlParseChunk)(mr_xml_context *, const char *bytes, int length, int is_last);
    void (*xmlFreeParserCtxt)(mr_xml_context *);
    void (*xmlFreeDoc)(void *document);
    // The callbacks that keep the entities of a document.
    void (*xmlSAX2StartDocument)(void *context);
    void (*xmlSAX2InternalSubset)(void *context, mr_xml_text, mr_xml_text, mr_xml_text);
    void *(*xmlSAX2GetEntity)(void *context, mr_xml_text);
    void *(*xmlSAX2GetParameterEntity)(void *context, mr_xml_text);
    void (*xmlSAX2EntityDecl)(void *context, mr_xml_text, int, mr_xml_text, mr_xml_text, char *);
    void (*xmlSAX2AttributeDecl)(void *context, mr_xml_text, mr_xml_text, int, int, mr_xml_text, void *);
    int (*xmlSAX2GetLineNumber)(void *context);
    int (*xmlSAX2GetColumnNumber)(void *context);
} mr_libxml2;

// An NSXMLParser. One thread at a time may use it.
typedef struct {
    Class isa;
    id data, error;  // this and `prefixes` are +1
    id delegate;     // weak
    id prefixes;     // while a document is read: for each open element, an array of the prefixes that it declares
    const mr_libxml2 *library;
    mr_xml_context *context;  // while a document is read
    long line, column;
    bool processes_namespaces, reports_prefixes, loads_entities;
    bool is_over;  // the delegate is not notified any more
} mr_xml_parser;

// The callbacks, whose data is an mr_xml_parser.
extern const mr_xml_handler mr_xml_events;

// Ends reading, stores an error with that code, and notifies the delegate of it.
void mr_xml_fail(mr_xml_parser *parser, long code);

#endif
