// back.c - a library whose function jumps back into the program, as a messenger does: what a message costs at least where the
// runtime is a shared library.
void call_back(void *receiver, void (*function)(void *receiver)) { function(receiver); }
