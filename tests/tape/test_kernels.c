/* The kernels of the tape: sine and cosine against MPFR, every kernel in lanes against the single double, the same
 * under other compilers and flags, and the values that the header promises.
 *
 * Prints the largest errors seen, in units of the last place. */
#include "support.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mpfr.h>

#include "kernels_unit.h"

extern char **environ;

typedef _Bool (*unit_function)(int lanes, int op, int count, const double *const in[3], double *r, double *r2);

static const struct {
    const char *name;
    int arguments;
} ops[] = {
#define OP(name, arguments, words) {#name, arguments},
#include "tape/ops.def"
#undef OP
};
enum { OP_COUNT = sizeof ops / sizeof ops[0] };

static uint64_t bits_of(double a) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* The same bits; of NaN it is not promised which. */
static bool same(double a, double b) {
    return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b));
}

#define assert_same(a, b) assert_same_at(a, b, #a, __LINE__)
static void assert_same_at(double a, double b, const char *what, int line) {
    if (same(a, b)) return;
    print_error("line %d: %s is %a, not %a\n", line, what, a, b);
    fail();
}

/* Any finite double, all exponents alike. */
static double random_double(nh_random *random) {
    uint64_t bits = nh_random_u64(random);
    uint64_t exponent = nh_random_below(random, 2047);
    return double_of((bits & 0x800fffffffffffffu) | exponent << 52);
}

/* What an argument in a model looks like, or anything. */
static double random_mixed(nh_random *random) {
    switch (nh_random_below(random, 5)) {
        case 0: return random_double(random);
        case 1: return nh_random_uniform(random, -10, 10);
        case 2: return nh_random_uniform(random, -1e9, 1e9);
        case 3: return (double)nh_random_between(random, -20, 20) / 2;
        default: return nh_random_normal(random);
    }
}

/* ---- sine and cosine against MPFR */

typedef struct accuracy {
    mpfr_t x, sine, cosine, difference;
    double sine_error, cosine_error; /* largest so far, in units of the last place */
    double sine_at, cosine_at;
} accuracy;

static void accuracy_begin(accuracy *a) {
    memset(a, 0, sizeof *a);
    mpfr_init2(a->x, 53);
    mpfr_inits2(120, a->sine, a->cosine, a->difference, (mpfr_ptr)0);
}

static void accuracy_end(accuracy *a, const char *family, double bound) {
    mpfr_clears(a->x, a->sine, a->cosine, a->difference, (mpfr_ptr)0);
    print_message("  %-28s sin %.4f ulp at %a, cos %.4f ulp at %a\n", family, a->sine_error, a->sine_at,
                  a->cosine_error, a->cosine_at);
    assert_true(a->sine_error < bound && a->cosine_error < bound);
}

/* |value - exact| in units of the last place of exact. */
static double ulps(double value, mpfr_srcptr exact, mpfr_ptr scratch) {
    if (mpfr_zero_p(exact)) return value == 0 ? 0 : INFINITY;
    long exponent = (long)mpfr_get_exp(exact) - 53;
    mpfr_sub_d(scratch, exact, value, MPFR_RNDN);
    mpfr_mul_2si(scratch, scratch, exponent < -1074 ? 1074 : -exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(scratch, MPFR_RNDN));
}

static void check_angle(accuracy *a, double x) {
    double sine, cosine;
    nh_sincos_1(x, &sine, &cosine);
    assert_same(nh_sin_1(x), sine);
    assert_same(nh_cos_1(x), cosine);
    assert_same(nh_sin_1(-x), -sine);
    assert_same(nh_cos_1(-x), cosine);
    mpfr_set_d(a->x, x, MPFR_RNDN);
    mpfr_sin_cos(a->sine, a->cosine, a->x, MPFR_RNDN);
    double sine_error = ulps(sine, a->sine, a->difference), cosine_error = ulps(cosine, a->cosine, a->difference);
    if (!(sine_error <= a->sine_error)) a->sine_error = sine_error, a->sine_at = x;
    if (!(cosine_error <= a->cosine_error)) a->cosine_error = cosine_error, a->cosine_at = x;
}

/* The bound that the derivation in the header gives. */
#define BOUND 0.8

static void angles_of_all_sizes(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 1);
    static const struct {
        const char *name;
        double reach;
    } families[] = {{"up to pi/4", 0.7853981633974483},
                    {"up to 10", 10},
                    {"up to 1e6", 1e6},
                    {"up to 2^24", 0x1p24},
                    {"up to 1e12", 1e12}};
    accuracy a;
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        accuracy_begin(&a);
        for (int i = test_count(40000); i > 0; i--) check_angle(&a, nh_random_uniform(&random, 0, families[f].reach));
        accuracy_end(&a, families[f].name, BOUND);
    }
    accuracy_begin(&a);
    for (int i = test_count(20000); i > 0; i--) check_angle(&a, random_double(&random));
    accuracy_end(&a, "any exponent", BOUND);
    accuracy_begin(&a);
    for (int i = test_count(2000); i > 0; i--)
        check_angle(&a, double_of(nh_random_u64(&random) >> 12 >> nh_random_below(&random, 52)));
    accuracy_end(&a, "subnormal", BOUND);
}

/* The doubles next to multiples of pi/4, and to where the reductions change. */
static void angles_near_multiples(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 2);
    mpfr_t multiple, pi;
    mpfr_init2(multiple, 120);
    mpfr_init2(pi, 1200);
    mpfr_const_pi(pi, MPFR_RNDN);
    accuracy a;
    accuracy_begin(&a);
    for (int i = test_count(8000); i > 0; i--) {
        uint64_t n = i <= 2000 ? (uint64_t)i : nh_random_u64(&random) >> nh_random_below(&random, 62);
        mpfr_mul_d(multiple, pi, 0.25 * (double)n, MPFR_RNDN);
        double x = mpfr_get_d(multiple, MPFR_RNDN);
        check_angle(&a, x);
        check_angle(&a, nextafter(x, 0));
        check_angle(&a, nextafter(x, INFINITY));
    }
    for (int i = -20; i <= 20; i++) {
        check_angle(&a, 0x1p24 + i * 0x1p-29);
        check_angle(&a, 1 + i * DBL_EPSILON);
    }
    accuracy_end(&a, "near multiples of pi/4", BOUND);
    mpfr_clears(multiple, pi, (mpfr_ptr)0);
}

/* Of one binade the doubles that come nearest to multiples of pi/2: x = m 2^(e-52), where m is a multiple of a
 * denominator of a convergent (or of a fraction between two) of 2^(e-52) 2/pi. */
static void check_worst_of_binade(accuracy *a, mpfr_t fraction, mpfr_t whole, int e, const mpfr_t two_over_pi) {
    mpfr_mul_2si(fraction, two_over_pi, e - 52, MPFR_RNDN);
    mpfr_frac(fraction, fraction, MPFR_RNDN);
    uint64_t before = 0, denominator = 1;
    while (denominator < (uint64_t)1 << 53 && !mpfr_zero_p(fraction)) {
        uint64_t m = denominator;
        m *= (((uint64_t)1 << 52) + m - 1) / m;
        if (m < (uint64_t)1 << 53) check_angle(a, ldexp((double)m, e - 52));
        m = denominator + before;
        m *= (((uint64_t)1 << 52) + m - 1) / m;
        if (m < (uint64_t)1 << 53) check_angle(a, ldexp((double)m, e - 52));
        mpfr_ui_div(fraction, 1, fraction, MPFR_RNDN);
        mpfr_floor(whole, fraction);
        if (mpfr_cmp_d(whole, 0x1p53) > 0) break;
        mpfr_sub(fraction, fraction, whole, MPFR_RNDN);
        uint64_t quotient = (uint64_t)mpfr_get_ui(whole, MPFR_RNDN), next;
        if (__builtin_mul_overflow(quotient, denominator, &next) || __builtin_add_overflow(next, before, &next)) break;
        before = denominator;
        denominator = next;
    }
}

static void angles_hardest(void **state) {
    (void)state;
    mpfr_t two_over_pi, fraction, whole;
    mpfr_inits2(2600, two_over_pi, fraction, whole, (mpfr_ptr)0);
    mpfr_const_pi(two_over_pi, MPFR_RNDN);
    mpfr_ui_div(two_over_pi, 2, two_over_pi, MPFR_RNDN);
    accuracy a;
    accuracy_begin(&a);
    for (int e = 0; e <= 1023; e++) check_worst_of_binade(&a, fraction, whole, e, two_over_pi);
    check_angle(&a, ldexp(6381956970095103.0, 797));
    check_angle(&a, ldexp(6411027962775774.0, -47));
    check_angle(&a, DBL_MAX);
    check_angle(&a, 1e22);
    accuracy_end(&a, "nearest to multiples of pi/2", BOUND);
    mpfr_clears(two_over_pi, fraction, whole, (mpfr_ptr)0);
}

static void angles_special(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 3);
    assert_same(nh_sin_1(0.0), 0.0);
    assert_same(nh_sin_1(-0.0), -0.0);
    assert_same(nh_cos_1(-0.0), 1.0);
    for (int i = 0; i < test_count(2000); i++) {
        double tiny = ldexp(nh_random_uniform(&random, -1, 1), -27 - (int)nh_random_below(&random, 1050));
        assert_same(nh_sin_1(tiny), tiny);
        assert_same(nh_cos_1(tiny), 1.0);
    }
    double sine = 0, cosine = 0;
    const double bad[] = {INFINITY, -INFINITY, NAN, -NAN};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        nh_sincos_1(bad[i], &sine, &cosine);
        assert_true(isnan(sine) && isnan(cosine));
    }
}

/* ---- lanes and other compilers against the single double */

static const double specials[] = {0.0,
                                  -0.0,
                                  NAN,
                                  INFINITY,
                                  -INFINITY,
                                  0x1p-1074,
                                  -0x1p-1074,
                                  0x1.fffffffffffffp-1023,
                                  DBL_MIN,
                                  DBL_MAX,
                                  -DBL_MAX,
                                  1,
                                  -1,
                                  0.5,
                                  -2.5,
                                  3,
                                  5,
                                  7,
                                  1.5707963267948966,
                                  -3.141592653589793,
                                  1e6,
                                  -0x1p24,
                                  0x1.0000000000001p24,
                                  1e22,
                                  -0x1p1000,
                                  0x1p51,
                                  -0x1.8p52,
                                  1e-9,
                                  -1e-300,
                                  0x1.fffffffffffffp-1,
                                  8};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

/* Arguments of all kernels, and what the single double makes of them. */
typedef struct sample {
    int count; /* a multiple of 8 */
    double *in[3];
    double *r[OP_COUNT], *r2[OP_COUNT];
} sample;

static double *doubles(int count) {
    double *a = calloc((size_t)count, sizeof *a);
    assert_non_null(a);
    return a;
}

/* All triples of special values, then random ones; large, small and odd ones mixed in the lanes. */
static void sample_begin(sample *s, uint64_t stream) {
    nh_random random = nh_random_make(test_seed(), stream);
    int special = SPECIALS * SPECIALS * SPECIALS;
    s->count = (special + test_count(10000) + 7) / 8 * 8;
    for (int k = 0; k < 3; k++) s->in[k] = doubles(s->count);
    for (int i = 0; i < s->count; i++) {
        int rest = i;
        for (int k = 0; k < 3; k++, rest /= SPECIALS)
            s->in[k][i] = i < special ? specials[rest % SPECIALS] : random_mixed(&random);
    }
    for (int op = 0; op < OP_COUNT; op++) {
        s->r[op] = doubles(s->count);
        s->r2[op] = doubles(s->count);
        assert_true(kernels_unit(1, op, s->count, (const double *const *)s->in, s->r[op], s->r2[op]));
    }
}

static void sample_end(sample *s) {
    for (int k = 0; k < 3; k++) free(s->in[k]);
    for (int op = 0; op < OP_COUNT; op++) {
        free(s->r[op]);
        free(s->r2[op]);
    }
}

/* Triples matter to kernels with three arguments only; for the others this many are enough. */
static int count_for(const sample *s, int op) {
    return ops[op].arguments == 3 ? s->count : SPECIALS * SPECIALS / 8 * 8 + 8;
}

static int differences(const sample *s, unit_function unit, int lanes, int op, int from, int count) {
    double *r = doubles(count), *r2 = doubles(count);
    const double *in[3] = {s->in[0] + from, s->in[1] + from, s->in[2] + from};
    int wrong = 0;
    if (!unit(lanes, op, count, in, r, r2)) count = 0;
    for (int i = 0; i < count; i++) {
        if (same(r[i], s->r[op][from + i]) && same(r2[i], s->r2[op][from + i])) continue;
        if (wrong++ < 3)
            print_error("%s(%a, %a, %a) in %d lanes is %a, %a, not %a, %a\n", ops[op].name, in[0][i], in[1][i],
                        in[2][i], lanes, r[i], r2[i], s->r[op][from + i], s->r2[op][from + i]);
    }
    free(r);
    free(r2);
    return wrong;
}

static void assert_agrees(const sample *s, unit_function unit, const char *name) {
    int wrong = 0, random_part = SPECIALS * SPECIALS * SPECIALS / 8 * 8;
    for (int op = 0; op < OP_COUNT; op++)
        for (int lanes = 1; lanes <= 8; lanes *= 2) {
            wrong += differences(s, unit, lanes, op, 0, count_for(s, op));
            wrong += differences(s, unit, lanes, op, random_part, s->count - random_part);
        }
    if (wrong != 0) print_error("%d differences under %s\n", wrong, name);
    assert_int_equal(wrong, 0);
}

/* What is constant for the compiler is what libm computes. */
static void assert_constants_agree(void (*constants)(double *r), const char *name) {
    static const enum kernel_op five[] = {OP_sinh, OP_cosh, OP_tanh, OP_tan, OP_pow};
#define VALUE(v) v,
    static const double values[] = {KERNELS_CONSTANT(VALUE)}, powers[] = {1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5};
#undef VALUE
    const double *const in[3] = {values, powers, values};
    double r[KERNELS_CONSTANTS], expected[8], unused[8];
    constants(r);
    for (int k = 0; k < 5; k++) {
        assert_true(kernels_unit(1, (int)five[k], 8, in, expected, unused));
        for (int i = 0; i < 8; i++)
            if (!same(r[5 * i + k], expected[i])) {
                print_error("%s(%a) of a constant under %s: %a, not %a\n", ops[five[k]].name, values[i], name,
                            r[5 * i + k], expected[i]);
                fail();
            }
    }
}

static void lanes_agree(void **state) {
    (void)state;
    sample s;
    double lanes[2];
    nh_store_2(lanes, nh_splat_2(-0.0));
    assert_same(lanes[0], -0.0);
    assert_same(lanes[1], -0.0);
    sample_begin(&s, 4);
    assert_agrees(&s, kernels_unit, "the flags of this test");
    assert_constants_agree(kernels_constants, "the flags of this test");
    sample_end(&s);
}

/* Runs a command, given as words; its exit status, 127 when there is no such program. */
static int run_words(const char *const *words) {
    pid_t child;
    int status;
    if (posix_spawnp(&child, words[0], NULL, NULL, (char *const *)words, environ) != 0) return 127;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Where the sources are: this file is tests/tape/test_kernels.c. */
static const char *path_of(char *buffer, size_t size, const char *relative) {
    assert_true(snprintf(buffer, size, "%s/tape/%s", NH_TEST_SOURCE, relative) < (int)size);
    return buffer;
}

typedef struct variant {
    const char *compiler, *flags[4];
    bool needs_fma; /* of this machine, beyond what the build is for */
} variant;

static bool machine_has_fma(void) {
#if defined __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

/* Compiles kernels_unit.h and compares; false when the compiler is not there. */
static bool check_variant(const sample *s, const variant *v, const char *folder) {
    char source[1024], include[1024], library[1024], option[1100], name[200];
    path_of(source, sizeof source, "kernels_unit.h");
    path_of(include, sizeof include, "../../src");
    assert_true(snprintf(option, sizeof option, "-I%s", include) > 0);
    assert_true(snprintf(library, sizeof library, "%s/unit.so", folder) > 0);
    const char *words[20] = {v->compiler,
                             "-std=c17",
                             "-ffp-contract=off",
                             "-Wno-psabi",
                             "-DKERNELS_WIDE",
                             "-fPIC",
                             "-shared",
                             option,
                             "-o",
                             library,
                             "-x",
                             "c",
                             source,
                             "-lm"};
    int at = 14, used = snprintf(name, sizeof name, "%s", v->compiler);
    for (int i = 0; i < 4 && v->flags[i] != NULL; i++) {
        words[at++] = v->flags[i];
        used += snprintf(name + used, sizeof name - (size_t)used, " %s", v->flags[i]);
    }
    int status = run_words(words);
    if (status == 127) return false;
    if (status != 0) print_error("%s: does not compile\n", name);
    assert_int_equal(status, 0);
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        print_error("%s\n", dlerror());
        fail();
        return false;
    }
    void *symbols[] = {dlsym(handle, "kernels_unit"), dlsym(handle, "kernels_constants")};
    unit_function unit;
    void (*constants)(double *r);
    memcpy(&unit, &symbols[0], sizeof unit); /* ISO C has no conversion from an object's address to a function's */
    memcpy(&constants, &symbols[1], sizeof constants);
    assert_agrees(s, unit, name);
    assert_constants_agree(constants, name);
    dlclose(handle);
    assert_int_equal(remove(library), 0);
    print_message("  same bits under %s\n", name);
    return true;
}

static void flags_agree(void **state) {
    (void)state;
    static const variant variants[] = {
        {"cc", {"-O0"}, false},
        {"cc", {"-O1", "-march=native"}, false},
        {"cc", {"-O2"}, false},
        {"cc", {"-O3", "-march=native", "-fno-math-errno"}, false},
        {"cc", {"-O2", "-mavx2", "-mfma"}, true},
        {"clang", {"-O0", "-march=native"}, false},
        {"clang", {"-O2"}, false},
        {"clang", {"-O3", "-march=native"}, false},
    };
    char folder[] = "/tmp/nonholo-kernels-XXXXXX";
    int done = 0;
    sample s;
    assert_non_null(mkdtemp(folder));
    sample_begin(&s, 5);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (!variants[i].needs_fma || machine_has_fma()) done += check_variant(&s, &variants[i], folder);
    sample_end(&s);
    assert_int_equal(rmdir(folder), 0);
    if (done == 0) skip();
}

static void copy_text(FILE *to, const char *path) {
    char buffer[4096];
    FILE *from = fopen(path, "r");
    assert_non_null(from);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, from)) > 0;) assert_int_equal(fwrite(buffer, 1, n, to), n);
    assert_int_equal(fclose(from), 0);
}

/* The text in front of a program, twice, without a word from the compiler about it. */
static void text_can_be_pasted(void **state) {
    (void)state;
    char folder[] = "/tmp/nonholo-kernels-XXXXXX", header[1024], program[1024], object[1024];
    assert_non_null(mkdtemp(folder));
    path_of(header, sizeof header, "../../src/tape/kernels.h");
    assert_true(snprintf(program, sizeof program, "%s/pasted.c", folder) > 0);
    assert_true(snprintf(object, sizeof object, "%s/pasted.o", folder) > 0);
    FILE *file = fopen(program, "w");
    assert_non_null(file);
    for (int lanes = 1; lanes <= 2; lanes++) {
        fprintf(file, "#undef NH_LANES\n#define NH_LANES %d\n", lanes);
        copy_text(file, header);
        fputs("void NH_K(f)(nh_real *a);\nvoid NH_K(f)(nh_real *a) { a[1] = NH_K(sin)(a[0] * a[0]); }\n", file);
    }
    assert_int_equal(fclose(file), 0);
    const char *words[] = {"cc",           "-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
                           "-Wconversion", "-Werror",  "-c",  "-o",    object,    program,      NULL};
    int status = run_words(words);
    assert_int_equal(remove(program), 0);
    if (status == 0) assert_int_equal(remove(object), 0);
    assert_int_equal(rmdir(folder), 0);
    if (status == 127) skip();
    assert_int_equal(status, 0);
}

/* ---- values */

/* Exact in between: a product of doubles has 106 bits, and exponents differ by less than 4300. */
static void fma_rounds_once(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 6);
    mpfr_t a, b, c, exact;
    mpfr_inits2(53, a, b, c, (mpfr_ptr)0);
    mpfr_init2(exact, 4500);
    for (int i = 0; i < test_count(5000); i++) {
        double x = random_mixed(&random), y = random_mixed(&random), z = random_mixed(&random);
        if (i % 2 == 0) z = -x * y * (1 + (double)nh_random_between(&random, -2, 2) * DBL_EPSILON); /* cancels */
        if (!isfinite(z)) continue;
        mpfr_set_d(a, x, MPFR_RNDN);
        mpfr_set_d(b, y, MPFR_RNDN);
        mpfr_set_d(c, z, MPFR_RNDN);
        mpfr_fma(exact, a, b, c, MPFR_RNDN);
        double expected = mpfr_get_d(exact, MPFR_RNDN);
        if (mpfr_zero_p(exact)) continue; /* MPFR has its own rule for the sign */
        assert_same(nh_fma_1(x, y, z), expected);
        assert_same(nh_fms_1(x, y, -z), expected);
        assert_same(nh_fnma_1(-x, y, z), expected);
    }
    mpfr_clears(a, b, c, exact, (mpfr_ptr)0);
}

/* a - b floor(a/b), from the exact remainder. */
static double exact_mod(double x, double y, mpfr_t a, mpfr_t b, mpfr_t rest) {
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    mpfr_fmod(rest, a, b, MPFR_RNDN);
    if (!mpfr_zero_p(rest) && mpfr_signbit(rest) != mpfr_signbit(b)) mpfr_add(rest, rest, b, MPFR_RNDN);
    return mpfr_get_d(rest, MPFR_RNDN) + 0.0;
}

static void mod_rounds_once(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 7);
    mpfr_t a, b, rest;
    mpfr_inits2(53, a, b, (mpfr_ptr)0);
    mpfr_init2(rest, 4500);
    for (int i = 0; i < test_count(10000); i++) {
        double x = random_mixed(&random), y = random_mixed(&random);
        if (i % 3 == 0) x = y * (double)nh_random_between(&random, -1000, 1000); /* next to multiples of b */
        if (i % 9 == 0) x = nextafter(x, -INFINITY);
        if (y == 0 || !isfinite(x)) continue;
        assert_same(nh_mod_1(x, y), exact_mod(x, y, a, b, rest));
    }
    mpfr_clears(a, b, rest, (mpfr_ptr)0);
    assert_same(nh_mod_1(7, 3), 1);
    assert_same(nh_mod_1(-7, 3), 2);
    assert_same(nh_mod_1(7, -3), -2);
    assert_same(nh_mod_1(-7, -3), -1);
    assert_same(nh_mod_1(-6, 3), 0.0);
    assert_same(nh_mod_1(-0.0, 3), 0.0);
    assert_same(nh_mod_1(-1e-30, 3), 3); /* rounded */
    assert_same(nh_mod_1(0x1p80 + 0x1p30, 3), 2);
    assert_same(nh_mod_1(1, 0), NAN);
    assert_same(nh_mod_1(0, 0), NAN);
    assert_same(nh_mod_1(1, -0.0), NAN);
    assert_same(nh_mod_1(INFINITY, 2), NAN);
    assert_same(nh_mod_1(2, INFINITY), NAN);
    assert_same(nh_mod_1(NAN, 2), NAN);
    assert_same(nh_mod_1(2, NAN), NAN);
}

static void comparisons_are_as_promised(void **state) {
    (void)state;
    for (int i = 0; i < SPECIALS; i++)
        for (int j = 0; j < SPECIALS; j++) {
            double a = specials[i], b = specials[j];
            double low = a < b ? a : b, high = a < b ? b : a;
            if (a == b) low = signbit(a) ? a : b, high = signbit(a) ? b : a;
            if (isnan(a) || isnan(b)) low = high = NAN;
            assert_same(nh_min_1(a, b), low);
            assert_same(nh_max_1(a, b), high);
            assert_same(nh_select_1(a, b, 17), isnan(a) ? a : a < 0 ? b : 17);
            assert_same(nh_select_1(a, 17, b), isnan(a) ? a : a < 0 ? 17 : b);
        }
    for (int i = 0; i < SPECIALS; i++) {
        double a = specials[i];
        assert_same(nh_abs_1(a), fabs(a));
        assert_same(nh_sign_1(a), isnan(a) ? NAN : a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0);
        assert_same(nh_neg_1(a), -a);
    }
    assert_same(nh_min_1(-0.0, 0.0), -0.0);
    assert_same(nh_max_1(-0.0, 0.0), 0.0);
}

static void roots_are_real_and_accurate(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 8);
    mpfr_t exact, scratch;
    mpfr_inits2(120, exact, scratch, (mpfr_ptr)0);
    double worst = 0;
    for (int i = 0; i < test_count(5000); i++) {
        unsigned long order = 3 + 2 * nh_random_below(&random, i % 10 == 0 ? 490 : 20);
        double a = random_mixed(&random);
        mpfr_set_d(exact, a, MPFR_RNDN);
        mpfr_rootn_ui(exact, exact, order, MPFR_RNDN);
        double error = ulps(nh_root_1(a, (double)order), exact, scratch);
        if (!(error <= worst)) worst = error;
    }
    mpfr_clears(exact, scratch, (mpfr_ptr)0);
    print_message("  root %.4f ulp\n", worst);
    assert_true(worst < 0.51);
    for (int order = 3; order <= 41; order += 2)
        for (int base = 1; pow(base, order) < 0x1p53; base++) {
            assert_same(nh_root_1(pow(base, order), order), base);
            assert_same(nh_root_1(-pow(base, order), order), -base);
        }
    assert_same(nh_root_1(-0.0, 5), -0.0);
    assert_same(nh_root_1(-INFINITY, 5), -INFINITY);
    assert_same(nh_root_1(NAN, 5), NAN);
    assert_same(nh_root_1(2, NAN), NAN);
    assert_same(nh_root_1(2, 4), NAN);
    assert_same(nh_root_1(2, 4.5), NAN);
    for (int base = 1; base < 1000; base++) assert_same(nh_cbrt_1(-base * base * base), -base);
    assert_same(nh_sqrt_1(-0.0), -0.0);
    assert_same(nh_sqrt_1(-1), NAN);
    assert_same(nh_atan2_1(1, 0), 1.5707963267948966);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_of_all_sizes),
        cmocka_unit_test(angles_near_multiples),
        cmocka_unit_test(angles_hardest),
        cmocka_unit_test(angles_special),
        cmocka_unit_test(lanes_agree),
        cmocka_unit_test(flags_agree),
        cmocka_unit_test(text_can_be_pasted),
        cmocka_unit_test(fma_rounds_once),
        cmocka_unit_test(mod_rounds_once),
        cmocka_unit_test(comparisons_are_as_promised),
        cmocka_unit_test(roots_are_real_and_accurate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
