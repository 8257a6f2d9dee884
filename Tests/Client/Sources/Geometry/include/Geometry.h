// Geometry.h - a library in C++, which uses the runtime through its C API.
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <string>

namespace geometry {

// The names of a class and its superclasses, from the class to its root: "Circle < Shape < NSObject".
std::string lineage(const std::string &className);

// Sends a message without arguments, whose method returns a double, to a new instance of a class.
double measure(const std::string &className, const std::string &selector);

}  // namespace geometry

#endif
