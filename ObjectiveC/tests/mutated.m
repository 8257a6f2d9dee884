// mutated.m - images in which some words were replaced at random. Each is loaded, or refused with a message. No pointer
// to unmapped memory is followed.
#import "check.h"
#import "handmade.h"
#import <objc/runtime.h>
#include <signal.h>
#include <stdint.h>

#if defined(__OPTIMIZE__)
enum { LEVEL = 2 };
#else
enum { LEVEL = 0 };
#endif
#if __has_feature(objc_arc)
enum { FIRST_SEED = 1 + LEVEL * 1000 };
#else
enum { FIRST_SEED = 1001 + LEVEL * 1000 };
#endif
enum { IMAGES = 1000 };

// All memory of the image, any part of which may be mutated.
static const struct {
    void *address;
    size_t size;
} regions[] = {
#define REGION(content) {&content, sizeof(content)},
    REGION(offset) REGION(method_list) REGION(ivar_list) REGION(property_list) REGION(class_ro) REGION(meta_ro)
        REGION(meta) REGION(made) REGION(classes) REGION(loads) REGION(handmade) REGION(protocol_list) REGION(extra)
            REGION(categories) REGION(text) REGION(selectors)};
enum { REGION_COUNT = sizeof regions / sizeof *regions };

static uint64_t state;
static uint64_t next(void) {  // xorshift
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static uint64_t below(uint64_t limit) { return next() % limit; }

static const char constant_bytes[64] = "constant";

// Returns a random replacement for a word: a special number, the old word slightly changed, or some address.
static uint64_t strange_word(uint64_t before) {
    uint64_t region = below(REGION_COUNT);
    switch (below(12)) {
        case 0: return 0;
        case 1: return below(256);
        case 2: return UINT64_MAX - below(256);
        case 3: return before ^ 1ull << below(64);
        case 4: return before + below(64) - 32;
        case 5: return (uint64_t)regions[region].address + below(regions[region].size);
        case 6: return (uint64_t)regions[region].address;
        case 7: return (uint64_t)&state - below(1 << 20);  // near this program's variables
        case 8: return (uint64_t)constant_bytes + below(64);
        case 9: return (uint64_t)(void *)below;              // code
        case 10: return (uint64_t)&before + below(1 << 16);  // the stack
        default: return next();
    }
}

static void mutate(void) {
    for (uint64_t times = 1 + below(3); times > 0; times--) {
        uint64_t region = below(REGION_COUNT);
        char *place = (char *)regions[region].address + below(regions[region].size / 4) * 4;
        uint64_t word = 0;
        size_t size = below(3) == 0 || place + 8 > (char *)regions[region].address + regions[region].size ? 4 : 8;
        memcpy(&word, place, size);
        word = strange_word(word);
        memcpy(place, &word, size);
    }
}

// Reads everything that the runtime returns about a class, without calling the class's methods.
static void look_around(void) {
    unsigned int count;
    Class cls = objc_getClass("Handmade");
    Method *methods = class_copyMethodList(cls, &count);
    for (unsigned int index = 0; index < count; index++) (void)method_getTypeEncoding(methods[index]);
    free(methods);
    free(class_copyIvarList(cls, &count));
    free(class_copyPropertyList(cls, &count));
    free(class_copyProtocolList(cls, &count));
    (void)class_getInstanceSize(cls);
}

static int try_image(uint64_t seed, char *said, size_t size) {
    int ends[2];
    if (pipe(ends) != 0) abort();
    pid_t child = guarded_fork(20);
    if (child == 0) {
        dup2(ends[1], 2);
        state = seed * 0x9e3779b97f4a7c15;
        mutate();
        mr_image image = make_image();
        mr_image_load(&image);
        look_around();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t got;
    while (length < size - 1 && (got = read(ends[0], said + length, size - 1 - length)) > 0) length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

TEST("of a thousand mutated images, each is loaded, or ends the process with a sentence about the image") {
    int loaded = 0, refused = 0;
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + IMAGES; seed++) {
        char said[4096];
        int status = try_image(seed, said, sizeof said);
        bool isRefused = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, "cannot be loaded: ");
        isRefused |= WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, "adopts itself");
        loaded += status == 0;
        refused += isRefused;
        if (status == 0 || isRefused) continue;
        CHECK(!"an image was followed");
        printf("seed %llu: status %d: %s\n", (unsigned long long)seed, status, said);
    }
    CHECK(loaded > IMAGES / 100 && refused > IMAGES / 4);
    if (getenv("VERBOSE")) printf("%d loaded, %d refused\n", loaded, refused);
}
