/* The inside of a tape; only src/tape sees it. */
#ifndef NH_TAPE_TAPE_PRIVATE_H
#define NH_TAPE_TAPE_PRIVATE_H

#include "base/arena.h"
#include "num/rational.h"
#include "tape/op_private.h"
#include "tape/tape.h"

/* One operation on numbered places. dst2 is the second result, of sincos only. Places that an
 * operation does not have are 0. */
typedef struct nh_instr {
    uint32_t op; /* nh_op */
    uint32_t dst, dst2;
    uint32_t a, b, c;
} nh_instr;

/* A constant: a rational, or pi. */
typedef struct nh_constant {
    nh_rat exact;
    bool is_pi;
    double value; /* nearest double */
} nh_constant;

/* "Output number `output` is what lies at place `place`." */
typedef struct nh_store {
    uint32_t output, place;
} nh_store;

/* Straight-line code. It has two forms with the same operations in the same order:
 *   instr: places are slots, which are used again when a value is dead: the working set is small. For doubles and
 *          balls;
 *   ssa: places are values, each of which is written once. For Taylor series, which need all of them, and for the C
 *        printer.
 * In both, places 0 .. constant_count-1 hold the constants, the next external_count ones what comes from outside: for
 * the main code the parameters, then the inputs; for the body of a loop what its gathers fetch. */
typedef struct nh_code {
    uint32_t constant_count, external_count;
    const nh_constant *constants;
    uint32_t count;   /* instructions */
    uint32_t prelude; /* the first ones, which depend on constants and parameters only; their slots are not reused */
    const nh_instr *instr;
    const nh_instr *ssa;
    uint32_t slots;  /* places of instr */
    uint32_t values; /* places of ssa */
    uint32_t store_count;
    const nh_store *stores; /* by slot; a prelude value or an input may be an output too */
    const nh_store *ssa_stores;
} nh_code;

/* Numbers that go with the members of a loop: base + stride * i, or table[i] when table is not NULL. */
typedef struct nh_series {
    uint32_t base;
    int32_t stride;
    const uint32_t *table;
} nh_series;

static inline uint32_t nh_series_at(const nh_series *series, uint32_t i) {
    return series->table != NULL ? series->table[i] : (uint32_t)((int64_t)series->base + (int64_t)series->stride * i);
}

/* A family of outputs: for each member, gather externals, run the body, scatter its outputs. */
typedef struct nh_loop {
    uint32_t members;
    uint32_t parameters;      /* this many gathers, the first ones, are parameters of the tape, for every member */
    nh_code body;             /* its externals are the gathers, its store k is scattered by scatters[k] */
    const nh_series *gathers; /* body.external_count: from which external of the tape (parameters first, then inputs) */
    const nh_series *scatters; /* body.store_count: to which output of the tape */
} nh_loop;

struct nh_tape {
    nh_context *context;
    uint32_t inputs, parameters, outputs;
    nh_code main; /* externals: the parameters, then the inputs */
    uint32_t loop_count;
    nh_loop *loops;
    size_t bytes;
    const struct nh_vm *vm; /* the machine that runs it over doubles */
};

#endif
