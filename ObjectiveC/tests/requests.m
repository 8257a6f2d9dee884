// requests.m - requests and responses of HTTP, as values.
#include "check-foundation.h"

static NSURL *address(void) { return [NSURL URLWithString:@"http://example.org/a/page.html?x=1"]; }

TEST("a request has defaults, and a mutable one is changed") {
    NSURLRequest *request = [NSURLRequest requestWithURL:address()];
    CHECK([request.URL isEqual:address()] && [request.HTTPMethod isEqual:@"GET"] && request.timeoutInterval == 60);
    CHECK(request.HTTPBody == nil && request.allHTTPHeaderFields.count == 0 && request.HTTPShouldHandleCookies);
    NSMutableURLRequest *change = [NSMutableURLRequest requestWithURL:address()
                                                          cachePolicy:NSURLRequestReloadIgnoringCacheData
                                                      timeoutInterval:5];
    CHECK([change isKindOfClass:[NSMutableURLRequest class]] && change.timeoutInterval == 5 && change.cachePolicy == 1);
    change.HTTPMethod = @"post";
    change.HTTPBody = [@"body" dataUsingEncoding:NSUTF8StringEncoding];
    change.HTTPShouldHandleCookies = NO;
    CHECK([change.HTTPMethod isEqual:@"POST"] && change.HTTPBody.length == 4 && !change.HTTPShouldHandleCookies);
    change.HTTPBodyStream = [NSInputStream inputStreamWithData:change.HTTPBody];
    CHECK(change.HTTPBody == nil && change.HTTPBodyStream != nil);
    change.HTTPMethod = @"Own";
    CHECK([change.HTTPMethod isEqual:@"Own"]);
}

TEST("the fields of a header are found without their case") {
    NSMutableURLRequest *request = AUTORELEASE([[NSMutableURLRequest alloc] initWithURL:address()]);
    [request setValue:@"text/plain" forHTTPHeaderField:@"Content-Type"];
    [request addValue:@"a" forHTTPHeaderField:@"Accept"];
    [request addValue:@"b" forHTTPHeaderField:@"ACCEPT"];
    CHECK([[request valueForHTTPHeaderField:@"content-type"] isEqual:@"text/plain"]);
    CHECK([request.allHTTPHeaderFields isEqual:(@{@"Content-Type" : @"text/plain", @"Accept" : @"a,b"})]);
    [request setValue:nil forHTTPHeaderField:@"accept"];
    CHECK(request.allHTTPHeaderFields.count == 1 && [request valueForHTTPHeaderField:@"Accept"] == nil);
    request.allHTTPHeaderFields = @{@"X" : @"1"};
    CHECK([request.allHTTPHeaderFields isEqual:@{@"X" : @"1"}]);
}

TEST("a copy of a request is independent") {
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:address()];
    NSURLRequest *copy = AUTORELEASE([request copy]);
    CHECK([copy isEqual:request] && copy.hash == request.hash && ![copy isKindOfClass:[NSMutableURLRequest class]]);
    request.HTTPMethod = @"PUT";
    CHECK([copy.HTTPMethod isEqual:@"GET"] && ![copy isEqual:request] && AUTORELEASE([copy copy]) == copy);
    NSMutableURLRequest *other = AUTORELEASE([copy mutableCopy]);
    other.timeoutInterval = 1;
    CHECK([other isKindOfClass:[NSMutableURLRequest class]] && copy.timeoutInterval == 60);
}

TEST("a response has the type and length of its header") {
    NSDictionary *fields = @{@"content-type" : @"Text/HTML; charset=\"UTF-8\"", @"Content-Length" : @"12"};
    NSHTTPURLResponse *response = AUTORELEASE([[NSHTTPURLResponse alloc] initWithURL:address()
                                                                          statusCode:404
                                                                         HTTPVersion:@"HTTP/1.1"
                                                                        headerFields:fields]);
    CHECK(response.statusCode == 404 && [response.MIMEType isEqual:@"text/html"]);
    CHECK(response.expectedContentLength == 12 && [response.textEncodingName isEqual:@"utf-8"]);
    CHECK([response.URL isEqual:address()] && [response.suggestedFilename isEqual:@"page.html"]);
    CHECK([[response valueForHTTPHeaderField:@"Content-type"] hasPrefix:@"Text"]);
    CHECK([response.allHeaderFields isEqual:fields] && AUTORELEASE([response copy]) == response);
    CHECK([[NSHTTPURLResponse localizedStringForStatusCode:404] isEqual:@"not found"]);
    CHECK([[NSHTTPURLResponse localizedStringForStatusCode:299] isEqual:@"success"]);
    NSURLResponse *plain = AUTORELEASE([[NSURLResponse alloc] initWithURL:address()
                                                                 MIMEType:@"a/b"
                                                    expectedContentLength:-1
                                                         textEncodingName:nil]);
    CHECK(plain.expectedContentLength == NSURLResponseUnknownLength && plain.textEncodingName == nil);
}

@interface Answer : NSHTTPURLResponse
@end
@implementation Answer
- (NSInteger)statusCode {
    return 201;
}
@end

TEST("a program subclasses the response") {
    Answer *answer = AUTORELEASE([Answer new]);
    CHECK(answer.statusCode == 201 && answer.URL == nil && answer.allHeaderFields.count == 0);
}

TEST("errors of loading have a domain and codes") {
    NSError *error = [NSError errorWithDomain:NSURLErrorDomain
                                         code:NSURLErrorTimedOut
                                     userInfo:@{NSURLErrorFailingURLStringErrorKey : @"http://example.org"}];
    CHECK(error.code == -1001 && [error.domain isEqual:@"NSURLErrorDomain"]);
    CHECK([error.userInfo[@"NSErrorFailingURLStringKey"] isEqual:@"http://example.org"]);
}
