// CGBase.h - the floating-point type of CoreGraphics.
#ifndef COREGRAPHICS_CGBASE_H
#define COREGRAPHICS_CGBASE_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

typedef double CGFloat;
#define CGFLOAT_TYPE double
#define CGFLOAT_IS_DOUBLE 1
#define CGFLOAT_MIN DBL_MIN
#define CGFLOAT_MAX DBL_MAX
#define CGFLOAT_EPSILON DBL_EPSILON
#define CGFLOAT_DEFINED 1
#define CG_INLINE static inline
#ifdef __cplusplus
#define CG_EXTERN extern "C"
#else
#define CG_EXTERN extern
#endif

#endif
