// accessors.h - the numbers that descriptors.c and accessors.S must agree on.
#ifndef MR_SWIFT_ACCESSORS_H
#define MR_SWIFT_ACCESSORS_H

#define MR_ACCESSOR_CAPACITY 2048
#define MR_ACCESSOR_SIZE 16

#endif
