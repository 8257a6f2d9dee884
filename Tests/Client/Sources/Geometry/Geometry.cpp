// Geometry.cpp - the C API of the runtime, called from C++.
#include "Geometry.h"

#include <miniruntime.h>

namespace geometry {

std::string lineage(const std::string &className) {
    std::string names = className;
    for (Class cls = class_getSuperclass(objc_getClass(className.c_str())); cls; cls = class_getSuperclass(cls)) {
        names += std::string(" < ") + class_getName(cls);
    }
    return names;
}

double measure(const std::string &className, const std::string &selector) {
    const id cls = reinterpret_cast<id>(objc_getClass(className.c_str()));
    const id object = reinterpret_cast<id (*)(id, SEL)>(objc_msgSend)(cls, sel_registerName("new"));
    const SEL sel = sel_registerName(selector.c_str());
    const double result = reinterpret_cast<double (*)(id, SEL)>(objc_msgSend)(object, sel);
    objc_release(object);
    return result;
}

}  // namespace geometry
