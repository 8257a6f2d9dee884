// compiled.h - what Swift imports of this target: nothing but a function that makes the linker take it.
#ifndef COMPILED_H
#define COMPILED_H

// How often +load has run.
int compiled_load_count(void);

#endif
