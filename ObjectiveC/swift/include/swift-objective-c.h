// swift-objective-c.h - nothing that a program calls: Swift's compiler and libswiftCore know the functions of this
// library by name.
#ifndef MR_SWIFT_OBJECTIVE_C_H
#define MR_SWIFT_OBJECTIVE_C_H
#endif
