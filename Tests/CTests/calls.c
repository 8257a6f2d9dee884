// calls.c - one table of methods, with arguments and results of every kind and number, and every road that a message
// can take to them. A method checks what it was given and returns a constant; the sender checks what comes back.
//
//      the messenger, cold and cached      objc_msgSendSuper, objc_msgSendSuper2     tagged receivers
//      a forwarding target                 an invocation, forwarded or invoked       calls by signature
//      closures: registers unpacked by closure-*.S or by libffi, passed on by libffi
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

#include "ctests.h"

// ── The cases ───────────────────────────────────────────────────────────────────────────────────────

typedef void (*messenger)(void);
typedef struct call_case {
    const char *name, *types;
    void *imp;
    void (*send)(messenger messenger, void *receiver, SEL sel);
    const struct call_case *next;
} call_case;

static const call_case *cases;
static int entered;  // how often a method found its arguments as they were sent

// In parentheses: the method's parameters; what holds of them; what the sender passes; what holds of the `result`.
#define CASE(name, types, R, parameters, expected, arguments, value, answered)                                         \
    static R imp_##name parameters {                                                                                   \
        CHECK expected;                                                                                                \
        entered++;                                                                                                     \
        return value;                                                                                                  \
    }                                                                                                                  \
    static void send_##name(messenger messenger, void *self, SEL _cmd) {                                               \
        R result = ((R(*) parameters)messenger)arguments;                                                              \
        CHECK answered;                                                                                                \
    }                                                                                                                  \
    __attribute__((constructor)) static void enter_##name(void) {                                                      \
        static call_case entry = {#name, types, (void *)imp_##name, send_##name, NULL};                                \
        entry.next = cases;                                                                                            \
        cases = &entry;                                                                                                \
    }

// clang-format off
typedef struct { int32_t a, b; } two_ints;
typedef struct { double x, y; } point;
typedef struct { int64_t word; double real; } word_real;
typedef struct { double real; int64_t word; } real_word;
typedef struct { float a, b, c; } three_floats;
typedef struct { float a, b, c, d, e; } five_floats;
typedef struct { double a, b, c, d; } four_doubles;
typedef struct { int8_t a, b, c; } three_bytes;
typedef struct { int64_t words[5]; } five_words;
typedef struct { float real; int32_t word; } float_int;
typedef struct { point origin, size; } rectangle;
typedef struct { long double value; } long_real;
typedef struct { __int128 value; } wide_structure;
typedef union { float real; int32_t word; } float_or_int;
typedef struct { float real; double more; } float_double;
// Arrays of length zero: they align what is beside them, and on aarch64 say in which registers it travels.
typedef struct { __int128 none[0]; double real; } aligned_real;
typedef struct { __int128 none[0]; int64_t word; } aligned_word;
typedef struct { struct { __int128 none[0]; } empty; float real; } aligned_float;
typedef union { long double none[0]; float real; } aligned_union;
typedef struct { double of[3]; } three_doubles;
typedef struct { double of[6]; } six_doubles;
typedef struct { uint64_t of[2]; } two_words;
typedef struct { int none[0]; double x, y; } real_pair;
typedef struct { struct { int none[0]; } empty; double x, y; } point_beside;
typedef struct { float real; struct { double none[0]; } empty; } padded_float;

#define ROOT objc_getClass("NSObject")
#define POINT "{P=dd}"
static const point somewhere = {1.25, -2.5};
static const four_doubles quad = {1, 2, 3, 4};
static const __int128 far = (__int128)2 << 70;
static const five_words big = {{1, 2, 3, 4, 5}};
static bool is_quad(four_doubles q) { return memcmp(&q, &quad, sizeof q) == 0; }
static bool is_big(five_words b) { return memcmp(&b, &big, sizeof b) == 0; }

CASE(nothing, "i@:", int, (id self, SEL _cmd), (true), (self, _cmd), -7, (result == -7))
CASE(bytes, "c@:cCB", int8_t, (id self, SEL _cmd, int8_t a, uint8_t b, bool c),
     (a == -1 && b == 255 && c), (self, _cmd, -1, 255, true), -128, (result == -128))
CASE(flag, "B@:B", bool, (id self, SEL _cmd, bool a), (!a), (self, _cmd, false), true, (result == true))
CASE(shorts, "S@:sS", uint16_t, (id self, SEL _cmd, int16_t a, uint16_t b),
     (a == -2 && b == 65535), (self, _cmd, -2, 65535), 65535, (result == 65535))
CASE(ints, "i@:iI", int32_t, (id self, SEL _cmd, int32_t a, uint32_t b),
     (a == -3 && b == UINT32_MAX), (self, _cmd, -3, UINT32_MAX), INT32_MIN, (result == INT32_MIN))
CASE(longs, "Q@:qQ", uint64_t, (id self, SEL _cmd, int64_t a, uint64_t b),
     (a == INT64_MIN && b == UINT64_MAX), (self, _cmd, INT64_MIN, UINT64_MAX), UINT64_MAX, (result == UINT64_MAX))
CASE(many_words, "q@:cCsSiIqQcq", int64_t,
     (id self, SEL _cmd, int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h,
      int8_t i, int64_t j),
     (a == -1 && b == 2 && c == -3 && d == 4 && e == -5 && f == 6 && g == -7 && h == 8 && i == -9 && j == 10),
     (self, _cmd, -1, 2, -3, 4, -5, 6, -7, 8, -9, 10), -11, (result == -11))
CASE(doubles, "d@:dddddddddd", double,
     (id self, SEL _cmd, double a, double b, double c, double d, double e, double f, double g, double h, double i,
      double j),
     (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && j == 10),
     (self, _cmd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 0.5, (result == 0.5))
CASE(floats, "f@:fffffffffff", float,
     (id self, SEL _cmd, float a, float b, float c, float d, float e, float f, float g, float h, float i, float j,
      float k),
     (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && j == 10 && k == 11),
     (self, _cmd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 0.25f, (result == 0.25f))
CASE(mixed, "d@:idfqfdiqqqqfddddd", double,
     (id self, SEL _cmd, int a, double b, float c, int64_t d, float e, double f, int g, int64_t h, int64_t i, int64_t j,
      int64_t k, float l, double m, double n, double o, double p, double q),
     (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && j == 10 && k == 11 &&
      l == 12 && m == 13 && n == 14 && o == 15 && p == 16 && q == 17),
     (self, _cmd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17), -1.5, (result == -1.5))
// The last that closures take without libffi, and the first that they do not, by words and by floats.
CASE(all_registers, "f@:cdsfIdBfdfdf", float,
     (id self, SEL _cmd, int8_t a, double b, int16_t c, float d, uint32_t e, double f, bool g, float h, double i,
      float j, double k, float l),
     (a == -1 && b == 2 && c == -3 && d == 4 && e == UINT32_MAX && f == 6 && g && h == 8 && i == 9 && j == 10 &&
      k == 11 && l == 12),
     (self, _cmd, -1, 2, -3, 4, UINT32_MAX, 6, true, 8, 9, 10, 11, 12), -0.125f, (result == -0.125f))
CASE(fifth_word, "s@:cdSiCl", int16_t,
     (id self, SEL _cmd, int8_t a, double b, uint16_t c, int32_t d, uint8_t e, int32_t f),
     (a == -1 && b == 2 && c == 65533 && d == -4 && e == 255 && f == -6),
     (self, _cmd, -1, 2, 65533, -4, 255, -6), -7, (result == -7))
CASE(ninth_float, "C@:dfdfdfdfcf", uint8_t,
     (id self, SEL _cmd, double a, float b, double c, float d, double e, float f, double g, float h, int8_t i, float j),
     (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == -9 && j == 10),
     (self, _cmd, 1, 2, 3, 4, 5, 6, 7, 8, -9, 10), 250, (result == 250))
CASE(pointers, "*@:*:#^i@", const char *, (id self, SEL _cmd, const char *a, SEL b, Class c, int *d, id e),
     (strcmp(a, "text") == 0 && b == _cmd && c == ROOT && *d == 5 && e == (id)ROOT),
     (self, _cmd, "text", _cmd, ROOT, &(int){5}, (id)ROOT), "answer", (strcmp(result, "answer") == 0))
CASE(small_structures, "{I=ii}@:{I=ii}{B=ccc}", two_ints, (id self, SEL _cmd, two_ints a, three_bytes b),
     (a.a == 1 && a.b == -2 && b.a == 3 && b.c == -5), (self, _cmd, (two_ints){1, -2}, (three_bytes){3, 4, -5}),
     ((two_ints){-6, 7}), (result.a == -6 && result.b == 7))
CASE(bytes_returned, "{B=ccc}@:i", three_bytes, (id self, SEL _cmd, int a), (a == 1), (self, _cmd, 1),
     ((three_bytes){1, -2, 3}), (result.a == 1 && result.b == -2 && result.c == 3))
CASE(points, POINT "@:" POINT POINT "d", point, (id self, SEL _cmd, point a, point b, double c),
     (a.x == 1.25 && a.y == -2.5 && b.x == 3 && b.y == 4 && c == 5), (self, _cmd, somewhere, (point){3, 4}, 5),
     ((point){6, 7}), (result.x == 6 && result.y == 7))
// Without arguments: structures of doubles and of words, and such as only look like them.
CASE(a_point, POINT "@:", point, (id self, SEL _cmd), (true), (self, _cmd), ((point){1, 2}),
     (result.x == 1 && result.y == 2))
CASE(a_triple, "{T=ddd}@:", three_doubles, (id self, SEL _cmd), (true), (self, _cmd), ((three_doubles){{1, 2, 3}}),
     (result.of[0] == 1 && result.of[1] == 2 && result.of[2] == 3))
CASE(a_rectangle, "{R={P=dd}{S=dd}}@:", four_doubles, (id self, SEL _cmd), (true), (self, _cmd), quad, (is_quad(result)))
CASE(a_transform, "r{T=dddddd}@:", six_doubles, (id self, SEL _cmd), (true), (self, _cmd),
     ((six_doubles){{1, 2, 3, 4, 5, 6}}), (result.of[0] == 1 && result.of[3] == 4 && result.of[5] == 6))
CASE(a_range, "{R=QQ}@:", two_words, (id self, SEL _cmd), (true), (self, _cmd), ((two_words){{1, UINT64_MAX}}),
     (result.of[0] == 1 && result.of[1] == UINT64_MAX))
CASE(a_mixture, "{W=qd}@:", word_real, (id self, SEL _cmd), (true), (self, _cmd), ((word_real){8, 9}),
     (result.word == 8 && result.real == 9))
CASE(an_overlap, "{O=(U=dd)d}@:", point, (id self, SEL _cmd), (true), (self, _cmd), ((point){3, 4}),
     (result.x == 3 && result.y == 4))
CASE(an_empty_array, "{N=[0i]dd}@:", real_pair, (id self, SEL _cmd), (true), (self, _cmd), ((real_pair){{}, 5, 6}),
     (result.x == 5 && result.y == 6))
// Pairs of doubles in registers, and one that begins in the last of them: then none of it is there.
CASE(pairs, "i@:i" POINT "d" POINT "B" POINT, int32_t,
     (id self, SEL _cmd, int32_t a, point b, double c, point d, bool e, point f),
     (a == 1 && b.x == 2 && b.y == 3 && c == 4 && d.x == 5 && d.y == 6 && e && f.x == 7 && f.y == 8),
     (self, _cmd, 1, (point){2, 3}, 4, (point){5, 6}, true, (point){7, 8}), -9, (result == -9))
CASE(divided_pair, "q@:" POINT POINT POINT "d" POINT "q", int64_t,
     (id self, SEL _cmd, point a, point b, point c, double d, point e, int64_t f),
     (a.x == 1 && b.y == 4 && c.x == 5 && c.y == 6 && d == 7 && e.x == 8 && e.y == 9 && f == 10),
     (self, _cmd, (point){1, 2}, (point){3, 4}, (point){5, 6}, 7, (point){8, 9}, 10), 11, (result == 11))
CASE(word_and_real, "{W=qd}@:{W=qd}{R=dq}i", word_real, (id self, SEL _cmd, word_real a, real_word b, int c),
     (a.word == 1 && a.real == 2 && b.real == 3 && b.word == 4 && c == 5),
     (self, _cmd, (word_real){1, 2}, (real_word){3, 4}, 5), ((word_real){8, 9}), (result.word == 8 && result.real == 9))
CASE(real_and_word, "{R=dq}@:", real_word, (id self, SEL _cmd), (true), (self, _cmd), ((real_word){1.5, -2}),
     (result.real == 1.5 && result.word == -2))
CASE(last_register, "d@:dqqq{W=qd}{W=qd}d", double,
     (id self, SEL _cmd, double a, int64_t b, int64_t c, int64_t d, word_real e, word_real f, double g),
     (a == 1 && b == 2 && c == 3 && d == 4 && e.word == 5 && e.real == 6 && f.word == 7 && f.real == 8 && g == 9),
     (self, _cmd, 1, 2, 3, 4, (word_real){5, 6}, (word_real){7, 8}, 9), 10, (result == 10))
CASE(float_structures, "{T=fff}@:{T=fff}f{F=fffff}{M=fi}{X=fd}", three_floats,
     (id self, SEL _cmd, three_floats a, float b, five_floats c, float_int d, float_double e),
     (a.a == 1 && a.c == 3 && b == 4 && c.a == 5 && c.e == 9 && d.real == 10 && d.word == 11 && e.more == 13),
     (self, _cmd, (three_floats){1, 2, 3}, 4, (five_floats){5, 6, 7, 8, 9}, (float_int){10, 11},
      (float_double){12, 13}),
     ((three_floats){13, 14, 15}), (result.a == 13 && result.b == 14 && result.c == 15))
CASE(five_returned, "{F=fffff}@:", five_floats, (id self, SEL _cmd), (true), (self, _cmd),
     ((five_floats){1, 2, 3, 4, 5}), (result.a == 1 && result.e == 5))
CASE(four_reals, "{Q=dddd}@:i{Q=dddd}d{Q=dddd}", four_doubles,
     (id self, SEL _cmd, int a, four_doubles b, double c, four_doubles d),
     (a == 1 && is_quad(b) && c == 2 && is_quad(d)), (self, _cmd, 1, quad, 2, quad), quad, (is_quad(result)))
CASE(nested, "{Rect={P=dd}{P=dd}}@:{Rect={P=dd}{P=dd}}", rectangle, (id self, SEL _cmd, rectangle a),
     (a.origin.x == 1 && a.size.y == 4), (self, _cmd, (rectangle){{1, 2}, {3, 4}}), ((rectangle){{4, 3}, {2, 1}}),
     (result.origin.x == 4 && result.size.y == 1))
CASE(in_memory, "{L=[5q]}@:{L=[5q]}qqqqqqi{L=[5q]}d", five_words,
     (id self, SEL _cmd, five_words a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int h,
      five_words i, double j),
     (is_big(a) && b == 1 && c == 2 && d == 3 && e == 4 && f == 5 && g == 6 && h == 7 && is_big(i) && j == 8),
     (self, _cmd, big, 1, 2, 3, 4, 5, 6, 7, big, 8), big, (is_big(result)))
CASE(long_doubles, "D@:Di{D=D}DdDDDDDDD", long double,
     (id self, SEL _cmd, long double a, int b, long_real c, long double d, double e, long double f, long double g,
      long double h, long double i, long double j, long double k, long double l),
     (a == 1 && b == 2 && c.value == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && j == 10 &&
      k == 11 && l == 12),
     (self, _cmd, 1, 2, (long_real){3}, 4, 5, 6, 7, 8, 9, 10, 11, 12), 1e300L * 1e300L, (result == 1e300L * 1e300L))
CASE(complex_numbers, "jd@:jfijd", double complex, (id self, SEL _cmd, float complex a, int b, double complex c),
     (crealf(a) == 1 && cimagf(a) == 2 && b == 3 && creal(c) == 4 && cimag(c) == 5),
     (self, _cmd, 1 + 2.0f * I, 3, 4 + 5.0 * I), 6 + 7.0 * I, (creal(result) == 6 && cimag(result) == 7))
CASE(wide, "t@:itqTcqt", __int128,
     (id self, SEL _cmd, int a, __int128 b, int64_t c, unsigned __int128 d, int8_t e, int64_t f, __int128 g),
     (a == 1 && b == -far && c == 3 && d == 4 && e == -5 && f == 6 && g == 7),
     (self, _cmd, 1, -far, 3, 4, -5, 6, 7), -4 * far, (result == -4 * far))
CASE(wide_structures, "{W=t}@:{W=t}i{W=t}d{W=t}", wide_structure,
     (id self, SEL _cmd, wide_structure a, int b, wide_structure c, double d, wide_structure e),
     (a.value == far && b == 1 && c.value == -far && d == 2 && e.value == 3),
     (self, _cmd, (wide_structure){far}, 1, (wide_structure){-far}, 2, (wide_structure){3}), ((wide_structure){-far}),
     (result.value == -far))
CASE(unions, "(U=fi)@:(U=fi)(U=fi)f", float_or_int, (id self, SEL _cmd, float_or_int a, float_or_int b, float c),
     (a.real == 1.5f && b.word == -2 && c == 3),
     (self, _cmd, (float_or_int){.real = 1.5f}, (float_or_int){.word = -2}, 3),
     ((float_or_int){.word = 42}), (result.word == 42))
CASE(padded_structures, "{A=[0T]d}@:{A=[0T]d}i{W=[0t]q}qq{W=[0t]q}q{A=[0T]d}{W=[0t]q}", aligned_real,
     (id self, SEL _cmd, aligned_real a, int b, aligned_word c, int64_t d, int64_t e, aligned_word f, int64_t g,
      aligned_real h, aligned_word i),
     (a.real == 1 && b == 2 && c.word == 3 && d == 4 && e == 5 && f.word == 6 && g == 7 && h.real == 8 && i.word == 9),
     (self, _cmd, (aligned_real){{}, 1}, 2, (aligned_word){{}, 3}, 4, 5, (aligned_word){{}, 6}, 7,
      (aligned_real){{}, 8}, (aligned_word){{}, 9}),
     ((aligned_real){{}, 10}), (result.real == 10))
CASE(padded_words, "{W=[0t]q}@:q{W=[0t]q}c", aligned_word, (id self, SEL _cmd, int64_t a, aligned_word b, int8_t c),
     (a == 1 && b.word == 2 && c == -3), (self, _cmd, 1, (aligned_word){{}, 2}, -3), ((aligned_word){{}, -4}),
     (result.word == -4))
CASE(padded_floats, "{F={E=[0t]}f}@:{F={E=[0t]}f}f(U=[0D]f)i{P=f{E=[0d]}}i", aligned_float,
     (id self, SEL _cmd, aligned_float a, float b, aligned_union c, int d, padded_float e, int f),
     (a.real == 1 && b == 2 && c.real == 3 && d == 4 && e.real == 5 && f == 6),
     (self, _cmd, (aligned_float){{}, 1}, 2, (aligned_union){.real = 3}, 4, (padded_float){5, {}}, 6),
     ((aligned_float){{}, 7}), (result.real == 7))
CASE(empty_arrays, "{N=[0i]dd}@:d{N=[0i]dd}{B={E=[0i]}dd}dqqq{N=[0i]dd}", real_pair,
     (id self, SEL _cmd, double a, real_pair b, point_beside c, double d, int64_t e, int64_t f, int64_t g, real_pair h),
     (a == 1 && b.x == 2 && b.y == 3 && c.x == 4 && c.y == 5 && d == 6 && e == 7 && f == 8 && g == 9 && h.x == 10 &&
      h.y == 11),
     (self, _cmd, 1, (real_pair){{}, 2, 3}, (point_beside){{}, 4, 5}, 6, 7, 8, 9, (real_pair){{}, 10, 11}),
     ((real_pair){{}, 12, 13}), (result.x == 12 && result.y == 13))

// clang-format on

// ── The roads ───────────────────────────────────────────────────────────────────────────────────────

static bool returns_in_memory(const call_case *each) {
    return mr_signature_returns_in_memory(mr_signature_get(each->types));
}

static const call_case *case_of(SEL sel) {
    for (const call_case *each = cases; each; each = each->next) {
        if (strcmp(each->name, sel_getName(sel)) == 0) return each;
    }
    return NULL;
}

// Sends each case's message twice, and looks whether its method was there each time.
static void send_all(id receiver) {
    for (const call_case *each = cases; each; each = each->next) {
        ctests_note = each->name;
        entered = 0;
        COLD_AND_CACHED each->send(returns_in_memory(each) ? SEND_STRET : objc_msgSend, receiver, sel(each->name));
        CHECK(entered == 2);
    }
}

// Has all the methods.
static Class make_target(const char *name) {
    Class cls = ctests_class(name, Nil);
    for (const call_case *each = cases; each; each = each->next) ctests_method(cls, each->name, each->imp, each->types);
    return cls;
}

TEST(direct, "Every kind of argument and result arrives") {
    Class cls = make_target("Target");
    id object = ctests_new(cls);
    send_all(object);
    objc_release(object);
    objc_disposeClassPair(cls);
}

TEST(tagged, "A tagged pointer is a receiver like any other") {
    Class cls = make_target("Tagged");
    CHECK(mr_tag_register(5, cls));
    send_all(mr_tag_make(5, 77));
}

TEST(super_sends, "A message to super arrives at the superclass, whatever it carries") {
    Class cls = make_target("SuperTarget"), subclass = ctests_class("SuperSubclass", cls);
    id object = ctests_new(subclass);
    for (const call_case *each = cases; each; each = each->next) {
        ctests_note = each->name;
        ctests_method(subclass, each->name, (void *)_objc_msgForward, each->types);
        entered = 0;
        COLD_AND_CACHED {
            struct objc_super super = {object, cls}, super2 = {object, subclass};
            bool memory = returns_in_memory(each);
            each->send(memory ? SEND_SUPER_STRET : objc_msgSendSuper, &super, sel(each->name));
            each->send(memory ? SEND_SUPER2_STRET : objc_msgSendSuper2, &super2, sel(each->name));
        }
        CHECK(entered == 4);
    }
    objc_release(object);
    objc_disposeClassPair(subclass);
    objc_disposeClassPair(cls);
}

// ── Forwarding ──────────────────────────────────────────────────────────────────────────────────────

static id target_object;

// Sends everything to an instance of `cls`, which hands it on to one of `target`. Disposes of both.
static void check_forwarding(Class cls, Class target) {
    id object = ctests_new(cls);
    target_object = ctests_new(target);
    send_all(object);
    objc_release(object);
    objc_release(target_object);
    objc_disposeClassPair(cls);
    objc_disposeClassPair(target);
}

static id forwarding_target(id self, SEL _cmd, SEL sel) { return target_object; }

TEST(forwarding_targets, "A forwarding target gets the message as it was sent") {
    Class cls = ctests_class("Hopping", Nil), target = make_target("HopTarget");
    ctests_method(cls, "forwardingTargetForSelector:", (void *)forwarding_target, "@@::");
    check_forwarding(cls, target);
}

static id signature_for(id self, SEL _cmd, SEL sel) {
    const call_case *found = case_of(sel);
    return found ? mr_method_signature_object(found->types) : nil;
}

static void forward_invocation(id self, SEL _cmd, id invocation) {
    mr_invocation_set_argument(invocation, &target_object, 0);
    mr_invocation_invoke(invocation);
}

TEST(invocations, "A message packed into an invocation, and sent on, comes back with its result") {
    Class cls = ctests_class("Packing", Nil), target = make_target("PackTarget");
    ctests_method(cls, "methodSignatureForSelector:", (void *)signature_for, "@@::");
    ctests_method(cls, "forwardInvocation:", (void *)forward_invocation, "v@:@");
    check_forwarding(cls, target);
}

TEST(invocation_indexes,
     "The result of an invocation has the index -1, and any other index that no argument has raises") {
    id invocation = mr_invocation_create(mr_signature_get("q24@0:8q16"));
    int64_t value = 7, found = 0, right[] = {-1, 2}, wrong[] = {-2, 3, INT64_C(1) << 32, INT64_MIN, INT64_MAX};
    for (int index = 0; index < 2; index++) {
        SENDER(void, id, SEL, void *, int64_t)(invocation, sel("setArgument:atIndex:"), &value, right[index]);
        SENDER(void, id, SEL, void *, int64_t)(invocation, sel("getArgument:atIndex:"), &found, right[index]);
        CHECK(found == value++);
    }
    CHECK(mr_invocation_get_return_value(invocation, &found) && found == 7);
    CHECK(mr_invocation_get_argument(invocation, &found, 2) && found == 8);
    for (int index = 0; index < 5; index++) {
        SENDER(void, id, SEL, void *, int64_t)(invocation, sel("setArgument:atIndex:"), &value, wrong[index]);
        CHECK(ctests_raised("NSInvalidArgumentException"));
        SENDER(void, id, SEL, void *, int64_t)(invocation, sel("getArgument:atIndex:"), &found, wrong[index]);
        CHECK(ctests_raised("NSInvalidArgumentException"));
    }
    objc_release(invocation);
}

// ── Closures and calls by signature ─────────────────────────────────────────────────────────────────

// A closure's handler that passes on what it was given: to the case's function, or by a message.
static void call_on(void *context, void *result, void **arguments) {
    const call_case *each = context;
    mr_call((IMP)each->imp, mr_signature_get(each->types), result, arguments);
}

static void send_on(void *context, void *result, void **arguments) {
    const call_case *each = context;
    arguments[0] = &target_object;
    mr_send(mr_signature_get(each->types), result, arguments);
}

static void send_to_super(void *context, void *result, void **arguments) {
    const call_case *each = context;
    mr_send_super(object_getClass(*(id *)arguments[0]), mr_signature_get(each->types), result, arguments);
}

static void check_closures(mr_block_function handler) {
    Class superclass = make_target("ClosureTarget"), cls = ctests_class("ClosureSubclass", superclass);
    IMP imps[100];
    int count = 0;
    for (const call_case *each = cases; each; each = each->next) {
        id block = mr_block_create(each->types, handler, (void *)each, NULL);
        imps[count] = imp_implementationWithBlock(block);
        objc_release(block);
        ctests_method(cls, each->name, (void *)imps[count++], each->types);
    }
    target_object = ctests_new(superclass);
    id object = ctests_new(cls);
    send_all(object);
    objc_release(object);
    objc_release(target_object);
    objc_disposeClassPair(cls);
    objc_disposeClassPair(superclass);
    while (count > 0) CHECK(imp_removeBlock(imps[--count]));
}

TEST(closures_calling, "A closure reads its arguments, calls with them, and returns") { check_closures(call_on); }

TEST(closures_sending, "A closure sends the message on to another object") { check_closures(send_on); }

TEST(closures_super, "A closure sends the message on to super") { check_closures(send_to_super); }

static void answer_negative(void *context, void *result, void **arguments) { memset(result, 0xfe, 1); }

TEST(closures_widen, "A closure's small result fills the register, with its sign") {
    static const struct {
        const char *types;
        int64_t expected;
    } results[] = {{"c@:", -2}, {"C@:", 0xfe}, {"s@:", 0xfe}, {"i@:", 0xfe}, {"c@:{P=dd}", -2}, {"C@:D", 0xfe}};
    for (size_t index = 0; index < sizeof results / sizeof *results; index++) {
        ctests_note = results[index].types;
        id block = mr_block_create(results[index].types, answer_negative, NULL, NULL);
        IMP imp = imp_implementationWithBlock(block);
        objc_release(block);
        CHECK(((int (*)(id, SEL, point, long double))(void *)imp)(nil, sel("small"), somewhere, 1) ==
              results[index].expected);
        CHECK(imp_removeBlock(imp));
    }
}

// ── What the table cannot say ───────────────────────────────────────────────────────────────────────

static void set_pair(id self, SEL _cmd, point value, int64_t *out) { *out = (int64_t)(value.x * value.y); }

TEST(void_results, "A method without a result") {
    Class cls = ctests_class("Setting", Nil);
    ctests_method(cls, "set", (void *)set_pair, "v@:{P=dd}^q");
    id object = ctests_new(cls);
    COLD_AND_CACHED {
        int64_t product = 0;
        SENDER(void, id, SEL, point, int64_t *)(object, sel("set"), (point){6, 7}, &product);
        CHECK(product == 42);
    }
    objc_release(object);
    objc_disposeClassPair(cls);
}

static double sum(id self, SEL _cmd, int count, ...) {
    double total = 0;
    va_list numbers;
    va_start(numbers, count);
    for (int index = 0; index < count; index++) total += index % 2 ? va_arg(numbers, double) : va_arg(numbers, int);
    va_end(numbers);
    return total;
}

TEST(variadic, "A variadic method gets them all, in registers and on the stack") {
    Class cls = ctests_class("Adding", Nil);
    ctests_method(cls, "sum", (void *)sum, "d@:i");
    id object = ctests_new(cls);
    COLD_AND_CACHED {
        double total = SENDER(double, id, SEL, int, ...)(object, sel("sum"), 20, 1, 2.0, 3, 4.0, 5, 6.0, 7, 8.0, 9,
                                                         10.0, 11, 12.0, 13, 14.0, 15, 16.0, 17, 18.0, 19, 20.0);
        CHECK(total == 210);
    }
    objc_release(object);
    objc_disposeClassPair(cls);
}

TEST(nil_answers, "nil answers zero, in every register that a result comes back in") {
    COLD_AND_CACHED {
        CHECK(SENDER(int64_t, id, SEL, int64_t)(nil, sel("word"), 5) == 0);
        CHECK(SENDER(double, id, SEL, double)(nil, sel("real"), 5) == 0);
        CHECK(SENDER(float, id, SEL, float)(nil, sel("small"), 5) == 0);
        CHECK(SENDER(__int128, id, SEL)(nil, sel("wide")) == 0);
        point zero = SENDER(point, id, SEL, point)(nil, sel("point"), somewhere);
        CHECK(zero.x == 0 && zero.y == 0);
        three_floats none = SENDER(three_floats, id, SEL, three_floats)(nil, sel("floats"), (three_floats){1, 2, 3});
        CHECK(none.a == 0 && none.b == 0 && none.c == 0);
#if defined(__x86_64__)
        long double real = ((long double (*)(id, SEL))objc_msgSend_fpret)(nil, sel("long"));
        CHECK(real == 0);
#endif
    }
}

TEST(scalar_calls, "Calls by registers, without libffi") {
    mr_registers registers = {.floats = {1.25, -2.5, 3, 4, 5}};
    Class cls = ctests_class("Scalar", Nil);
    ctests_method(cls, "points", (void *)imp_points, POINT "@:" POINT POINT "d");
    id object = ctests_new(cls);
    COLD_AND_CACHED CHECK(mr_call_double(mr_messenger(), object, sel("points"), &registers) == 6);
    objc_release(object);
    objc_disposeClassPair(cls);
}
