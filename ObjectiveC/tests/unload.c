// unload.c - opens and closes the library of the runtime, without being linked with it: its code stays mapped, because
// the end of a thread that has used it needs it. The argument is the library's path.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *(*push)(void);
static int is_closed[2];

static void *use(void *unused) {
    push();
    char byte;
    return read(is_closed[0], &byte, 1) == 1 ? NULL : "nothing to read";
}

int main(int count, char **arguments) {
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) return puts(count > 1 ? dlerror() : "usage: unload LIBRARY"), 1;
    push = (void *(*)(void))dlsym(library, "objc_autoreleasePoolPush");
    pthread_t thread;
    if (pipe(is_closed) != 0 || pthread_create(&thread, NULL, use, NULL) != 0) return 2;
    dlclose(library);
    if (write(is_closed[1], "x", 1) != 1) return 3;
    void *failure = NULL;
    pthread_join(thread, &failure);  // a memory fault, if the library is not mapped
    return failure != NULL;
}
