// CoreGraphics.h - the types of CoreGraphics that other libraries use. There is no drawing.
#ifndef COREGRAPHICS_COREGRAPHICS_H
#define COREGRAPHICS_COREGRAPHICS_H

#include <CoreGraphics/CGBase.h>
#include <CoreGraphics/CGGeometry.h>

#endif
