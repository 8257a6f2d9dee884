// back.c - a shared library with a function that jumps back into the program, as objc_msgSend does. It measures the
// least cost of a message where the runtime is a shared library.
void call_back(void *receiver, void (*function)(void *receiver)) { function(receiver); }
