// NSXMLParser.h - reads an XML document, and sends a delegate a message for each part of it. libxml2 is loaded when the
// first document is read.
#ifndef FOUNDATION_NSXMLPARSER_H
#define FOUNDATION_NSXMLPARSER_H

#import <Foundation/NSDictionary.h>
#import <Foundation/NSError.h>

#pragma clang assume_nonnull begin

@class NSData, NSInputStream, NSURL;
@protocol NSXMLParserDelegate;

@interface NSXMLParser : NSObject
- (nullable instancetype)initWithContentsOfURL:(NSURL *)url;  // of a file; nil if it cannot be read
- (instancetype)initWithData:(NSData *)data;
- (instancetype)initWithStream:(NSInputStream *)stream;  // reads the stream to its end
@property(nullable, weak) id<NSXMLParserDelegate> delegate;
// If YES, elements have namespaces, and names of elements have no prefix.
@property BOOL shouldProcessNamespaces;
@property BOOL shouldReportNamespacePrefixes;
// If YES, an external entity is read if it is a file, and the delegate has no content for it.
@property BOOL shouldResolveExternalEntities;
// Returns NO after an error, which ends the document.
- (BOOL)parse;
// For the delegate, while the parser reads. The delegate is notified of an error.
- (void)abortParsing;
@property(nullable, readonly, copy) NSError *parserError;
@property(readonly) NSInteger lineNumber;
@property(readonly) NSInteger columnNumber;
@end

@protocol NSXMLParserDelegate <NSObject>
@optional
- (void)parserDidStartDocument:(NSXMLParser *)parser;
- (void)parserDidEndDocument:(NSXMLParser *)parser;
- (void)parser:(NSXMLParser *)parser
    didStartElement:(NSString *)name
       namespaceURI:(nullable NSString *)address
      qualifiedName:(nullable NSString *)qualifiedName
         attributes:(NSDictionary<NSString *, NSString *> *)attributes;
- (void)parser:(NSXMLParser *)parser
    didEndElement:(NSString *)name
     namespaceURI:(nullable NSString *)address
    qualifiedName:(nullable NSString *)qualifiedName;
- (void)parser:(NSXMLParser *)parser didStartMappingPrefix:(NSString *)prefix toURI:(NSString *)address;
- (void)parser:(NSXMLParser *)parser didEndMappingPrefix:(NSString *)prefix;
// The text of an element may come in several parts.
- (void)parser:(NSXMLParser *)parser foundCharacters:(NSString *)text;
- (void)parser:(NSXMLParser *)parser foundIgnorableWhitespace:(NSString *)text;
- (void)parser:(NSXMLParser *)parser
    foundProcessingInstructionWithTarget:(NSString *)target
                                    data:(nullable NSString *)data;
- (void)parser:(NSXMLParser *)parser foundComment:(NSString *)text;
// A delegate without this method receives the text as characters.
- (void)parser:(NSXMLParser *)parser foundCDATA:(NSData *)data;
- (void)parser:(NSXMLParser *)parser
    foundNotationDeclarationWithName:(NSString *)name
                            publicID:(nullable NSString *)publicID
                            systemID:(nullable NSString *)systemID;
- (void)parser:(NSXMLParser *)parser
    foundUnparsedEntityDeclarationWithName:(NSString *)name
                                  publicID:(nullable NSString *)publicID
                                  systemID:(nullable NSString *)systemID
                              notationName:(nullable NSString *)notationName;
- (void)parser:(NSXMLParser *)parser
    foundAttributeDeclarationWithName:(NSString *)name
                           forElement:(NSString *)element
                                 type:(nullable NSString *)type
                         defaultValue:(nullable NSString *)value;
// The model is empty.
- (void)parser:(NSXMLParser *)parser foundElementDeclarationWithName:(NSString *)name model:(NSString *)model;
- (void)parser:(NSXMLParser *)parser
    foundInternalEntityDeclarationWithName:(NSString *)name
                                     value:(nullable NSString *)value;
- (void)parser:(NSXMLParser *)parser
    foundExternalEntityDeclarationWithName:(NSString *)name
                                  publicID:(nullable NSString *)publicID
                                  systemID:(nullable NSString *)systemID;
// Returns the content of an external entity that the document has declared.
- (nullable NSData *)parser:(NSXMLParser *)parser
    resolveExternalEntityName:(NSString *)name
                     systemID:(nullable NSString *)systemID;
- (void)parser:(NSXMLParser *)parser parseErrorOccurred:(NSError *)error;
@end

FOUNDATION_EXPORT NSErrorDomain const NSXMLParserErrorDomain;

typedef NS_ENUM(NSInteger, NSXMLParserError) {
    NSXMLParserInternalError = 1,
    NSXMLParserOutOfMemoryError,
    NSXMLParserDocumentStartError,
    NSXMLParserEmptyDocumentError,
    NSXMLParserPrematureDocumentEndError,
    NSXMLParserInvalidHexCharacterRefError,
    NSXMLParserInvalidDecimalCharacterRefError,
    NSXMLParserInvalidCharacterRefError,
    NSXMLParserInvalidCharacterError,
    NSXMLParserCharacterRefAtEOFError,
    NSXMLParserCharacterRefInPrologError,
    NSXMLParserCharacterRefInEpilogError,
    NSXMLParserCharacterRefInDTDError,
    NSXMLParserEntityRefAtEOFError,
    NSXMLParserEntityRefInPrologError,
    NSXMLParserEntityRefInEpilogError,
    NSXMLParserEntityRefInDTDError,
    NSXMLParserParsedEntityRefAtEOFError,
    NSXMLParserParsedEntityRefInPrologError,
    NSXMLParserParsedEntityRefInEpilogError,
    NSXMLParserParsedEntityRefInInternalSubsetError,
    NSXMLParserEntityReferenceWithoutNameError,
    NSXMLParserEntityReferenceMissingSemiError,
    NSXMLParserParsedEntityRefNoNameError,
    NSXMLParserParsedEntityRefMissingSemiError,
    NSXMLParserUndeclaredEntityError,
    NSXMLParserUnparsedEntityError = 28,
    NSXMLParserEntityIsExternalError,
    NSXMLParserEntityIsParameterError,
    NSXMLParserUnknownEncodingError,
    NSXMLParserEncodingNotSupportedError,
    NSXMLParserStringNotStartedError,
    NSXMLParserStringNotClosedError,
    NSXMLParserNamespaceDeclarationError,
    NSXMLParserEntityNotStartedError,
    NSXMLParserEntityNotFinishedError,
    NSXMLParserLessThanSymbolInAttributeError,
    NSXMLParserAttributeNotStartedError,
    NSXMLParserAttributeNotFinishedError,
    NSXMLParserAttributeHasNoValueError,
    NSXMLParserAttributeRedefinedError,
    NSXMLParserLiteralNotStartedError,
    NSXMLParserLiteralNotFinishedError,
    NSXMLParserCommentNotFinishedError,
    NSXMLParserProcessingInstructionNotStartedError,
    NSXMLParserProcessingInstructionNotFinishedError,
    NSXMLParserNotationNotStartedError,
    NSXMLParserNotationNotFinishedError,
    NSXMLParserAttributeListNotStartedError,
    NSXMLParserAttributeListNotFinishedError,
    NSXMLParserMixedContentDeclNotStartedError,
    NSXMLParserMixedContentDeclNotFinishedError,
    NSXMLParserElementContentDeclNotStartedError,
    NSXMLParserElementContentDeclNotFinishedError,
    NSXMLParserXMLDeclNotStartedError,
    NSXMLParserXMLDeclNotFinishedError,
    NSXMLParserConditionalSectionNotStartedError,
    NSXMLParserConditionalSectionNotFinishedError,
    NSXMLParserExternalSubsetNotFinishedError,
    NSXMLParserDOCTYPEDeclNotFinishedError,
    NSXMLParserMisplacedCDATAEndStringError,
    NSXMLParserCDATANotFinishedError,
    NSXMLParserMisplacedXMLDeclarationError,
    NSXMLParserSpaceRequiredError,
    NSXMLParserSeparatorRequiredError,
    NSXMLParserNMTOKENRequiredError,
    NSXMLParserNAMERequiredError,
    NSXMLParserPCDATARequiredError,
    NSXMLParserURIRequiredError,
    NSXMLParserPublicIdentifierRequiredError,
    NSXMLParserLTRequiredError,
    NSXMLParserGTRequiredError,
    NSXMLParserLTSlashRequiredError,
    NSXMLParserEqualExpectedError,
    NSXMLParserTagNameMismatchError,
    NSXMLParserUnfinishedTagError,
    NSXMLParserStandaloneValueError,
    NSXMLParserInvalidEncodingNameError,
    NSXMLParserCommentContainsDoubleHyphenError,
    NSXMLParserInvalidEncodingError,
    NSXMLParserExternalStandaloneEntityError,
    NSXMLParserInvalidConditionalSectionError,
    NSXMLParserEntityValueRequiredError,
    NSXMLParserNotWellBalancedError,
    NSXMLParserExtraContentError,
    NSXMLParserInvalidCharacterInEntityError,
    NSXMLParserParsedEntityRefInInternalError,
    NSXMLParserEntityRefLoopError,
    NSXMLParserEntityBoundaryError,
    NSXMLParserInvalidURIError,
    NSXMLParserURIFragmentError,
    NSXMLParserNoDTDError = 94,
    NSXMLParserDelegateAbortedParseError = 512,
};

#pragma clang assume_nonnull end

#endif
