// pthread.h - the name of <pthread.h> on Apple's systems.
#include <pthread.h>
