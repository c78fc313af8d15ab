/* Loading compiled tapes, and running them. */
#include "tape/native/native.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#elif defined __linux__
#include <sys/auxv.h>
#endif

#include "base/assert.h"
#include "base/diag.h"
#include "tape/native/native_private.h"
#include "tape/native/print_c.h"

enum { BLOCK = 8 }; /* lanes of the wide functions */

struct nh_native {
    void *handle; /* of the loader; NULL until it is loaded */
    size_t parameters, inputs, outputs;
    size_t work, work_lanes; /* doubles that the functions need; work_lanes is 0 when there are none for lanes */
    void (*begin)(const double *parameters, double *work);
    void (*run)(const double *inputs, double *outputs, double *work);
    void (*begin_lanes)(const double *parameters, double *work, size_t stride);
    void (*run_lanes)(const double *inputs, double *outputs, double *work, size_t stride);
};

nh_native_def nh_default_native(void) {
    return (nh_native_def){.lanes = true};
}

/* ---- notes ---- */

/* Each of several programs would say the same. */
static bool is_noted(const nh_context *context, const char *code) {
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        if (strcmp(nh_context_diag(context, i)->code, code) == 0) return true;
    return false;
}

void nh_native_note(nh_context *context, const char *code, const char *format, ...) {
    char why[1024];
    if (is_noted(context, code)) return;
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    nh_diag_add(context, &(nh_remark){.code = code, .severity = NH_SEVERITY_NOTE},
                "formulas are interpreted, not compiled: %s", why);
}

/* ---- the key ---- */

/* -O1 is as good as more here and compiles fastest; but gcc clears the upper halves of vector registers, without which
 * the caller's code runs slowly, only among the expensive optimizations. The C library is in the process already; the
 * mathematical one is named in case it is not. */
static const char *const flags[] = {"-O1",
                                    "-fexpensive-optimizations",
                                    "-march=native",
                                    "-ffp-contract=off",
                                    "-std=c11",
                                    "-w",
                                    "-pipe",
                                    "-fPIC",
                                    "-shared",
                                    "-nostdlib",
                                    NULL};

/* What -march=native depends on. */
static void add_processor(nh_cache_key *key) {
    unsigned long word[16] = {sizeof(void *)};
#if defined __x86_64__ || defined __i386__
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d)) word[1] = a, word[2] = c, word[3] = d;
    if ((c & bit_OSXSAVE) != 0) {
        unsigned low, high;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        word[4] = low; /* which registers the system keeps */
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) word[5] = b, word[6] = c, word[7] = d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) word[8] = a, word[9] = d;
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) word[10] = c, word[11] = d;
#elif defined __linux__
    word[1] = getauxval(AT_HWCAP);
    word[2] = getauxval(AT_HWCAP2);
#endif
    nh_cache_key_add(key, word, sizeof word);
}

static nh_cache_key make_key(const nh_compiler *compiler, const nh_text *text) {
    nh_cache_key key = {{0, 0}};
    nh_cache_key_add(&key, &compiler->identity, sizeof compiler->identity);
    for (const char *const *flag = flags; *flag != NULL; flag++) nh_cache_key_add(&key, *flag, strlen(*flag));
    add_processor(&key);
    nh_cache_key_add(&key, text->bytes, text->length);
    return key;
}

/* ---- loading ---- */

static void unload_object(void *object) {
    nh_native *native = object;
    if (native->handle != NULL) dlclose(native->handle);
}

/* ISO C has no conversion from a pointer to an object to one to a function. */
static bool find_function(const nh_native *native, const char *name, void *function) {
    void *found = dlsym(native->handle, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool find_size(const nh_native *native, const char *name, size_t *size) {
    size_t (*function)(void);
    if (!find_function(native, name, &function)) return false;
    *size = function();
    return true;
}

static bool find_all(nh_native *native, bool lanes) {
    bool found = find_size(native, "tape_parameters", &native->parameters) &&
                 find_size(native, "tape_inputs", &native->inputs) &&
                 find_size(native, "tape_outputs", &native->outputs) && find_size(native, "tape_work", &native->work) &&
                 find_function(native, "tape_begin", &native->begin) && find_function(native, "tape_run", &native->run);
    if (!lanes) return found;
    return found && find_size(native, "tape_work_lanes", &native->work_lanes) &&
           find_function(native, "tape_begin_lanes", &native->begin_lanes) &&
           find_function(native, "tape_run_lanes", &native->run_lanes);
}

/* Loads the file; in the arena. NULL, with a note, when the system does not allow it. */
static nh_native *open_object(nh_arena *arena, const char *path, bool lanes) {
    nh_native *native = NH_NEW(arena, nh_native);
    nh_arena_on_release(arena, unload_object, native);
    native->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (native->handle != NULL && find_all(native, lanes)) return native;
    const char *why = dlerror();
    nh_native_note(nh_arena_context(arena), "native-load", "cannot load the compiled code: %s",
                   why != NULL ? why : path);
    return NULL;
}

/* ---- making ---- */

/* Compiles the text and makes it the entry of the key. */
static bool compile_text(const nh_cache *cache, const nh_compiler *compiler, nh_cache_key key, const nh_text *text) {
    enum { FLAGS = sizeof flags / sizeof *flags - 1 };
    const char *arguments[FLAGS + 5] = {0};
    const char *folder = nh_cache_workshop(cache);
    if (folder == NULL) return false;
    const char *source = nh_cache_write(cache, folder, "tape.c", text);
    if (source == NULL) return false;
    nh_text object = nh_text_begin(cache->arena);
    nh_text_format(&object, "%s/tape.so", folder);
    memcpy(arguments, flags, sizeof flags);
    arguments[FLAGS] = source;
    arguments[FLAGS + 1] = "-lm";
    arguments[FLAGS + 2] = "-o";
    arguments[FLAGS + 3] = nh_text_string(&object);
    if (!nh_compiler_run(cache->arena, compiler, &(nh_compiler_job){folder, arguments})) return false;
    if (!nh_cache_put(cache, key, nh_text_string(&object))) return false;
    nh_cache_trim(cache, NH_NATIVE_ENTRIES);
    return true;
}

static nh_native *load_object(nh_arena *arena, nh_arena *own, const nh_tape *tape, const nh_native_def *def) {
    nh_compiler compiler;
    nh_cache cache;
    nh_text text = nh_text_begin(own);
    nh_print_c_def print = nh_default_print_c();
    if (!nh_compiler_find(own, def->compiler, &compiler) || !nh_cache_open(own, def->folder, &cache)) return NULL;
    print.lanes = def->lanes;
    nh_tape_print_c(tape, &text, &print);
    nh_cache_key key = make_key(&compiler, &text);
    if (!nh_cache_has(&cache, key) && (def->must_exist || !compile_text(&cache, &compiler, key, &text))) return NULL;
    return open_object(arena, nh_cache_path(&cache, key), def->lanes);
}

nh_native *nh_native_load(nh_arena *arena, const nh_tape *tape, const nh_native_def *def) {
    nh_arena *own = nh_arena_create(nh_arena_context(arena));
    nh_native *native = load_object(arena, own, tape, def);
    nh_arena_destroy(own);
    NH_ASSERT(native == NULL || (native->inputs == nh_tape_inputs(tape) && native->outputs == nh_tape_outputs(tape)));
    return native;
}

/* ---- running ---- */

static size_t larger_of(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Room for what is copied in and out. */
static size_t staging_size(const nh_native *native) {
    return larger_of(native->parameters, native->inputs + native->outputs);
}

static bool has_lanes(const nh_native *native) {
    return native->run_lanes != NULL;
}

static uint32_t blocks_of(uint32_t lanes) {
    return (lanes + BLOCK - 1) / BLOCK;
}

size_t nh_native_work_size(const nh_native *native, uint32_t lanes) {
    if (lanes == 1) return native->work;
    if (!has_lanes(native)) return lanes * native->work + staging_size(native);
    if (lanes < BLOCK) return native->work_lanes + BLOCK * staging_size(native);
    return blocks_of(lanes) * native->work_lanes;
}

/* The first lane of a block. The last one may have lanes in common with the one before: they
 * get the same bits twice. */
static uint32_t block_lane(uint32_t lanes, uint32_t block) {
    return block * BLOCK + BLOCK <= lanes ? block * BLOCK : lanes - BLOCK;
}

/* `count` rows of fewer lanes than a block has into rows of a block; the lanes that pad them repeat the last one. */
static void widen_rows(double *to, const double *from, size_t count, uint32_t lanes) {
    size_t lane[BLOCK];
    for (uint32_t l = 0; l < BLOCK; l++) lane[l] = l < lanes ? l : lanes - 1;
    for (size_t i = 0; i < count; i++, to += BLOCK, from += lanes)
        for (uint32_t l = 0; l < BLOCK; l++) to[l] = from[lane[l]];
}

static void narrow_rows(double *to, const double *from, size_t count, uint32_t lanes) {
    for (size_t i = 0; i < count; i++, to += lanes, from += BLOCK)
        for (uint32_t l = 0; l < lanes; l++) to[l] = from[l];
}

/* One lane of rows, and back. */
static void take_lane(double *to, const double *from, size_t count, uint32_t lanes, uint32_t l) {
    for (size_t i = 0; i < count; i++) to[i] = from[i * lanes + l];
}

static void put_lane(double *to, const double *from, size_t count, uint32_t lanes, uint32_t l) {
    for (size_t i = 0; i < count; i++) to[i * lanes + l] = from[i];
}

static void begin_each(const nh_native *native, uint32_t lanes, const double *parameters, double *work) {
    double *one = work + lanes * native->work;
    for (uint32_t l = 0; l < lanes; l++) {
        take_lane(one, parameters, native->parameters, lanes, l);
        native->begin(one, work + l * native->work);
    }
}

static void run_each(const nh_native *native, uint32_t lanes, const double *inputs, double *outputs, double *work) {
    double *one = work + lanes * native->work, *result = one + native->inputs;
    for (uint32_t l = 0; l < lanes; l++) {
        take_lane(one, inputs, native->inputs, lanes, l);
        native->run(one, result, work + l * native->work);
        put_lane(outputs, result, native->outputs, lanes, l);
    }
}

void nh_native_begin(const nh_native *native, uint32_t lanes, const double *parameters, double *work) {
    NH_ASSERT(lanes >= 1);
    if (lanes == 1) {
        native->begin(parameters, work);
    } else if (!has_lanes(native)) {
        begin_each(native, lanes, parameters, work);
    } else if (lanes < BLOCK) {
        widen_rows(work + native->work_lanes, parameters, native->parameters, lanes);
        native->begin_lanes(work + native->work_lanes, work, BLOCK);
    } else {
        for (uint32_t b = 0; b < blocks_of(lanes); b++)
            native->begin_lanes(parameters + block_lane(lanes, b), work + b * native->work_lanes, lanes);
    }
}

void nh_native_run(const nh_native *native, uint32_t lanes, const double *inputs, double *outputs, double *work) {
    NH_ASSERT(lanes >= 1);
    if (lanes == 1) {
        native->run(inputs, outputs, work);
    } else if (!has_lanes(native)) {
        run_each(native, lanes, inputs, outputs, work);
    } else if (lanes < BLOCK) {
        double *wide = work + native->work_lanes, *result = wide + BLOCK * native->inputs;
        widen_rows(wide, inputs, native->inputs, lanes);
        native->run_lanes(wide, result, work, BLOCK);
        narrow_rows(outputs, result, native->outputs, lanes);
    } else {
        for (uint32_t b = 0; b < blocks_of(lanes); b++) {
            uint32_t first = block_lane(lanes, b);
            native->run_lanes(inputs + first, outputs + first, work + b * native->work_lanes, lanes);
        }
    }
}
