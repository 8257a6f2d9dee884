// throw.cpp - what a C++ exception costs. The unwinder looks up a description of every frame that it leaves.
#include "kernels.h"

[[gnu::noinline]] static void raise(long number) { throw number; }

extern "C" void kernel_throw(scene *, long count) {
    for (long left = count; left > 0; left--) {
        try {
            raise(left);
        } catch (long) {}
    }
}
