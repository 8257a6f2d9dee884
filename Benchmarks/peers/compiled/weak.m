// weak.m - a loop that reads a weak reference, with ARC.
#import <Foundation/Foundation.h>

static volatile long seen;

void load_weak(id object, long count) {
    __weak id reference = object;
    for (; count > 0; count--) {
        id found = reference;
        if (found) seen++;
    }
}
