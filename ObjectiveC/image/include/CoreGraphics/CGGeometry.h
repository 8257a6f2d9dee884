// CGGeometry.h - points, sizes and rectangles.
#ifndef COREGRAPHICS_CGGEOMETRY_H
#define COREGRAPHICS_CGGEOMETRY_H

#include <CoreGraphics/CGBase.h>
#include <math.h>

typedef struct CGPoint {
    CGFloat x, y;
} CGPoint;
typedef struct CGSize {
    CGFloat width, height;
} CGSize;
typedef struct CGVector {
    CGFloat dx, dy;
} CGVector;
typedef struct CGRect {
    CGPoint origin;
    CGSize size;
} CGRect;
typedef struct CGAffineTransform {
    CGFloat a, b, c, d, tx, ty;
} CGAffineTransform;

static const CGPoint CGPointZero = {0, 0};
static const CGSize CGSizeZero = {0, 0};
static const CGRect CGRectZero = {{0, 0}, {0, 0}};

CG_INLINE CGPoint CGPointMake(CGFloat x, CGFloat y) {
    CGPoint point = {x, y};
    return point;
}
CG_INLINE CGSize CGSizeMake(CGFloat width, CGFloat height) {
    CGSize size = {width, height};
    return size;
}
CG_INLINE CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height) {
    CGRect rectangle = {{x, y}, {width, height}};
    return rectangle;
}
CG_INLINE bool CGPointEqualToPoint(CGPoint a, CGPoint b) { return a.x == b.x && a.y == b.y; }
CG_INLINE bool CGSizeEqualToSize(CGSize a, CGSize b) { return a.width == b.width && a.height == b.height; }
CG_INLINE bool CGRectEqualToRect(CGRect a, CGRect b) {
    return CGPointEqualToPoint(a.origin, b.origin) && CGSizeEqualToSize(a.size, b.size);
}

// ── Parts of rectangles ─────────────────────────────────────────────────────────────────────────────
//
// A width or height below zero is that of the same rectangle from its other side. The null rectangle contains nothing.

static const CGRect CGRectNull = {{INFINITY, INFINITY}, {0, 0}};

CG_INLINE bool CGRectIsNull(CGRect rectangle) { return isinf(rectangle.origin.x) || isinf(rectangle.origin.y); }
CG_INLINE CGRect CGRectStandardize(CGRect r) {
    if (CGRectIsNull(r)) return CGRectNull;
    return CGRectMake(r.size.width < 0 ? r.origin.x + r.size.width : r.origin.x,
                      r.size.height < 0 ? r.origin.y + r.size.height : r.origin.y, fabs(r.size.width),
                      fabs(r.size.height));
}
CG_INLINE CGFloat CGRectGetWidth(CGRect rectangle) { return fabs(rectangle.size.width); }
CG_INLINE CGFloat CGRectGetHeight(CGRect rectangle) { return fabs(rectangle.size.height); }
CG_INLINE CGFloat CGRectGetMinX(CGRect rectangle) { return CGRectStandardize(rectangle).origin.x; }
CG_INLINE CGFloat CGRectGetMinY(CGRect rectangle) { return CGRectStandardize(rectangle).origin.y; }
CG_INLINE CGFloat CGRectGetMidX(CGRect rectangle) { return rectangle.origin.x + rectangle.size.width / 2; }
CG_INLINE CGFloat CGRectGetMidY(CGRect rectangle) { return rectangle.origin.y + rectangle.size.height / 2; }
CG_INLINE CGFloat CGRectGetMaxX(CGRect rectangle) { return CGRectGetMinX(rectangle) + CGRectGetWidth(rectangle); }
CG_INLINE CGFloat CGRectGetMaxY(CGRect rectangle) { return CGRectGetMinY(rectangle) + CGRectGetHeight(rectangle); }
CG_INLINE bool CGRectIsEmpty(CGRect r) { return CGRectIsNull(r) || r.size.width == 0 || r.size.height == 0; }

// ── Rectangles made of others ───────────────────────────────────────────────────────────────────────

typedef enum CGRectEdge { CGRectMinXEdge, CGRectMinYEdge, CGRectMaxXEdge, CGRectMaxYEdge } CGRectEdge;

CG_INLINE CGRect CGRectOffset(CGRect r, CGFloat dx, CGFloat dy) {
    if (CGRectIsNull(r)) return r;
    r = CGRectStandardize(r);
    return CGRectMake(r.origin.x + dx, r.origin.y + dy, r.size.width, r.size.height);
}
// The null rectangle if nothing would be left.
CG_INLINE CGRect CGRectInset(CGRect r, CGFloat dx, CGFloat dy) {
    r = CGRectStandardize(r);
    if (CGRectIsNull(r) || r.size.width < 2 * dx || r.size.height < 2 * dy) return CGRectNull;
    return CGRectMake(r.origin.x + dx, r.origin.y + dy, r.size.width - 2 * dx, r.size.height - 2 * dy);
}
CG_INLINE CGRect CGRectIntegral(CGRect r) {
    if (CGRectIsNull(r)) return r;
    CGFloat x = floor(CGRectGetMinX(r)), y = floor(CGRectGetMinY(r));
    return CGRectMake(x, y, ceil(CGRectGetMaxX(r)) - x, ceil(CGRectGetMaxY(r)) - y);
}
CG_INLINE CGRect CGRectUnion(CGRect a, CGRect b) {
    if (CGRectIsNull(a)) return b;
    if (CGRectIsNull(b)) return a;
    CGFloat x = fmin(CGRectGetMinX(a), CGRectGetMinX(b)), y = fmin(CGRectGetMinY(a), CGRectGetMinY(b));
    return CGRectMake(x, y, fmax(CGRectGetMaxX(a), CGRectGetMaxX(b)) - x, fmax(CGRectGetMaxY(a), CGRectGetMaxY(b)) - y);
}
CG_INLINE CGRect CGRectIntersection(CGRect a, CGRect b) {
    if (CGRectIsNull(a) || CGRectIsNull(b)) return CGRectNull;
    CGFloat x = fmax(CGRectGetMinX(a), CGRectGetMinX(b)), y = fmax(CGRectGetMinY(a), CGRectGetMinY(b));
    CGFloat width = fmin(CGRectGetMaxX(a), CGRectGetMaxX(b)) - x;
    CGFloat height = fmin(CGRectGetMaxY(a), CGRectGetMaxY(b)) - y;
    return width < 0 || height < 0 ? CGRectNull : CGRectMake(x, y, width, height);
}
CG_INLINE bool CGRectIntersectsRect(CGRect a, CGRect b) { return !CGRectIsEmpty(CGRectIntersection(a, b)); }
CG_INLINE bool CGRectContainsRect(CGRect a, CGRect b) {
    return CGRectEqualToRect(CGRectUnion(a, b), CGRectStandardize(a));
}
// A point on the right or upper edge is outside.
CG_INLINE bool CGRectContainsPoint(CGRect r, CGPoint point) {
    return !CGRectIsEmpty(r) && point.x >= CGRectGetMinX(r) && point.x < CGRectGetMaxX(r) &&
           point.y >= CGRectGetMinY(r) && point.y < CGRectGetMaxY(r);
}
// Cuts a slice of that thickness from an edge.
CG_INLINE void CGRectDivide(CGRect r, CGRect *slice, CGRect *rest, CGFloat amount, CGRectEdge edge) {
    r = CGRectStandardize(r);
    *slice = *rest = r;
    bool isAcross = edge == CGRectMinXEdge || edge == CGRectMaxXEdge;
    CGFloat whole = isAcross ? r.size.width : r.size.height, part = fmin(fmax(amount, 0), whole);
    if (isAcross) {
        slice->size.width = part;
        rest->size.width = whole - part;
    } else {
        slice->size.height = part;
        rest->size.height = whole - part;
    }
    if (edge == CGRectMinXEdge) rest->origin.x += part;
    if (edge == CGRectMinYEdge) rest->origin.y += part;
    if (edge == CGRectMaxXEdge) slice->origin.x += whole - part;
    if (edge == CGRectMaxYEdge) slice->origin.y += whole - part;
}

#endif
