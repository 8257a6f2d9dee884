// random.h - random values for tests, the same in each run, and how many of them a test tries.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>
#include <stdlib.h>

static uint64_t random_state = 20261128;

// Returns 64 random bits (xorshift64*).
__attribute__((unused)) static uint64_t random_bits(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717u;
}

__attribute__((unused)) static unsigned random_below(unsigned limit) { return (unsigned)(random_bits() >> 32) % limit; }

// Returns how often a test repeats something: a hundred times as often with MINIRUNTIME_LONG_TESTS, as `rounds` of
// Tests/Support does.
__attribute__((unused)) static int rounds(int few) { return getenv("MINIRUNTIME_LONG_TESTS") ? 100 * few : few; }

#endif
