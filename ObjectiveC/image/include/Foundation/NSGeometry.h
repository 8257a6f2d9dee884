// NSGeometry.h - points, sizes and rectangles under Foundation's names, as values and as strings.
#ifndef FOUNDATION_NSGEOMETRY_H
#define FOUNDATION_NSGEOMETRY_H

#include <CoreGraphics/CGGeometry.h>
#import <Foundation/NSValue.h>

#pragma clang assume_nonnull begin

typedef CGPoint NSPoint;
typedef CGSize NSSize;
typedef CGRect NSRect;
#define NSZeroPoint CGPointZero
#define NSZeroSize CGSizeZero
#define NSZeroRect CGRectZero

NS_INLINE NSPoint NSMakePoint(CGFloat x, CGFloat y) { return CGPointMake(x, y); }
NS_INLINE NSSize NSMakeSize(CGFloat width, CGFloat height) { return CGSizeMake(width, height); }
NS_INLINE NSRect NSMakeRect(CGFloat x, CGFloat y, CGFloat width, CGFloat height) {
    return CGRectMake(x, y, width, height);
}
NS_INLINE BOOL NSEqualPoints(NSPoint a, NSPoint b) { return CGPointEqualToPoint(a, b); }
NS_INLINE BOOL NSEqualSizes(NSSize a, NSSize b) { return CGSizeEqualToSize(a, b); }
NS_INLINE BOOL NSEqualRects(NSRect a, NSRect b) { return CGRectEqualToRect(a, b); }
NS_INLINE CGPoint NSPointToCGPoint(NSPoint point) { return point; }
NS_INLINE NSPoint NSPointFromCGPoint(CGPoint point) { return point; }
NS_INLINE CGSize NSSizeToCGSize(NSSize size) { return size; }
NS_INLINE NSSize NSSizeFromCGSize(CGSize size) { return size; }
NS_INLINE CGRect NSRectToCGRect(NSRect rectangle) { return rectangle; }
NS_INLINE NSRect NSRectFromCGRect(CGRect rectangle) { return rectangle; }

typedef struct NSEdgeInsets {
    CGFloat top, left, bottom, right;
} NSEdgeInsets;
NS_INLINE NSEdgeInsets NSEdgeInsetsMake(CGFloat top, CGFloat left, CGFloat bottom, CGFloat right) {
    NSEdgeInsets insets = {top, left, bottom, right};
    return insets;
}

// ── Parts of rectangles ─────────────────────────────────────────────────────────────────────────────
//
// Other than those of CGGeometry.h, these functions take a width and height as they are, and a rectangle whose width or
// height is 0 or less is empty: it contains nothing, and a union with it is the other one.

typedef NS_ENUM(NSUInteger, NSRectEdge) {
    NSRectEdgeMinX,
    NSRectEdgeMinY,
    NSRectEdgeMaxX,
    NSRectEdgeMaxY,
    NSMinXEdge = NSRectEdgeMinX,
    NSMinYEdge = NSRectEdgeMinY,
    NSMaxXEdge = NSRectEdgeMaxX,
    NSMaxYEdge = NSRectEdgeMaxY,
};
NS_INLINE CGFloat NSMinX(NSRect rectangle) { return rectangle.origin.x; }
NS_INLINE CGFloat NSMinY(NSRect rectangle) { return rectangle.origin.y; }
NS_INLINE CGFloat NSMidX(NSRect rectangle) { return rectangle.origin.x + rectangle.size.width / 2; }
NS_INLINE CGFloat NSMidY(NSRect rectangle) { return rectangle.origin.y + rectangle.size.height / 2; }
NS_INLINE CGFloat NSMaxX(NSRect rectangle) { return rectangle.origin.x + rectangle.size.width; }
NS_INLINE CGFloat NSMaxY(NSRect rectangle) { return rectangle.origin.y + rectangle.size.height; }
NS_INLINE CGFloat NSWidth(NSRect rectangle) { return rectangle.size.width; }
NS_INLINE CGFloat NSHeight(NSRect rectangle) { return rectangle.size.height; }
NS_INLINE BOOL NSIsEmptyRect(NSRect rectangle) { return !(rectangle.size.width > 0 && rectangle.size.height > 0); }
NS_INLINE BOOL NSPointInRect(NSPoint point, NSRect r) {
    return point.x >= NSMinX(r) && point.x < NSMaxX(r) && point.y >= NSMinY(r) && point.y < NSMaxY(r);
}
NS_INLINE BOOL NSContainsRect(NSRect a, NSRect b) {
    return !NSIsEmptyRect(b) && NSMinX(a) <= NSMinX(b) && NSMinY(a) <= NSMinY(b) && NSMaxX(a) >= NSMaxX(b) &&
           NSMaxY(a) >= NSMaxY(b);
}
NS_INLINE NSRect NSOffsetRect(NSRect r, CGFloat dx, CGFloat dy) {
    return NSMakeRect(NSMinX(r) + dx, NSMinY(r) + dy, NSWidth(r), NSHeight(r));
}
NS_INLINE NSRect NSInsetRect(NSRect r, CGFloat dx, CGFloat dy) {
    return NSMakeRect(NSMinX(r) + dx, NSMinY(r) + dy, NSWidth(r) - 2 * dx, NSHeight(r) - 2 * dy);
}
NS_INLINE NSRect NSIntegralRect(NSRect r) { return NSIsEmptyRect(r) ? NSZeroRect : CGRectIntegral(r); }
NS_INLINE NSRect NSUnionRect(NSRect a, NSRect b) {
    if (NSIsEmptyRect(a)) return NSIsEmptyRect(b) ? NSZeroRect : b;
    return NSIsEmptyRect(b) ? a : CGRectUnion(a, b);
}
NS_INLINE NSRect NSIntersectionRect(NSRect a, NSRect b) {
    NSRect part = NSIsEmptyRect(a) || NSIsEmptyRect(b) ? NSZeroRect : CGRectIntersection(a, b);
    return NSIsEmptyRect(part) ? NSZeroRect : part;
}
NS_INLINE BOOL NSIntersectsRect(NSRect a, NSRect b) { return !NSIsEmptyRect(NSIntersectionRect(a, b)); }
NS_INLINE void NSDivideRect(NSRect r, NSRect *slice, NSRect *rest, CGFloat amount, NSRectEdge edge) {
    CGRectDivide(r, slice, rest, amount, (CGRectEdge)edge);
}

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

// Such as {1, 2.5} and {{0, 0}, {320, 480}}.
FOUNDATION_EXPORT NSString *NSStringFromPoint(NSPoint point);
FOUNDATION_EXPORT NSString *NSStringFromSize(NSSize size);
FOUNDATION_EXPORT NSString *NSStringFromRect(NSRect rectangle);
// Read the numbers of the string in turn; each that is missing is 0.
FOUNDATION_EXPORT NSPoint NSPointFromString(NSString *_Nullable string);
FOUNDATION_EXPORT NSSize NSSizeFromString(NSString *_Nullable string);
FOUNDATION_EXPORT NSRect NSRectFromString(NSString *_Nullable string);

@interface NSValue (NSValueGeometryExtensions)
+ (NSValue *)valueWithPoint:(NSPoint)point;
+ (NSValue *)valueWithSize:(NSSize)size;
+ (NSValue *)valueWithRect:(NSRect)rectangle;
@property(readonly) NSPoint pointValue;
@property(readonly) NSSize sizeValue;
@property(readonly) NSRect rectValue;
@end

#pragma clang assume_nonnull end

#endif
