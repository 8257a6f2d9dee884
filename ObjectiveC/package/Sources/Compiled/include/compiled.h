// compiled.h - the one function of this target that Swift imports. Calling it makes the linker include the target.
#ifndef COMPILED_H
#define COMPILED_H

// Returns how often +[Account load] has run.
int compiled_load_count(void);

#endif
