/* Running a tape over doubles.
 *
 * Lanes are taken in blocks of up to NH_VM_LANES rows; the working space has one area a block, with all slots of the
 * main code and of the loop bodies. One lane alone runs as scalars, except in loops, where the members themselves are
 * the lanes: a chain of 10^5 points is evaluated 32 points at a time. */
#include <string.h>

#include "base/assert.h"
#include "tape/tape_private.h"
#include "tape/vm.h"

static uint32_t smaller_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t padded_lanes(uint32_t lanes) {
    return (lanes + 7) & ~(uint32_t)7;
}

/* A block of lanes and its area of the working space. */
typedef struct block {
    const nh_tape *tape;
    uint32_t lanes;     /* of all blocks: the length of the caller's rows */
    uint32_t first;     /* lane of this block */
    uint32_t count;     /* lanes of this block */
    uint32_t rows;      /* length of its rows: 1, or count padded to a multiple of 8 */
    double *slots;      /* of the main code */
    double *loops;      /* of the loop bodies, one after the other */
    uint32_t loop_rows; /* length of their rows: NH_VM_LANES members, or the lanes of the block */
} block;

static size_t loop_size(const nh_tape *tape) {
    size_t size = 0;
    for (uint32_t i = 0; i < tape->loop_count; i++) size += (size_t)tape->loops[i].body.slots * NH_VM_LANES;
    return size;
}

/* A multiple of 8 doubles, so that every area is aligned like the first. */
static size_t main_size(const nh_tape *tape, uint32_t rows) {
    return ((size_t)tape->main.slots * rows + 7) & ~(size_t)7;
}

static size_t area_size(const nh_tape *tape, uint32_t lanes) {
    return main_size(tape, lanes == 1 ? 1 : NH_VM_LANES) + loop_size(tape);
}

size_t nh_tape_work_size(const nh_tape *tape, uint32_t lanes) {
    return area_size(tape, lanes) * ((lanes + NH_VM_LANES - 1) / NH_VM_LANES);
}

static block block_at(const nh_tape *tape, uint32_t lanes, uint32_t first, double *work) {
    block b = {.tape = tape, .lanes = lanes, .first = first, .count = smaller_of(lanes - first, NH_VM_LANES)};
    b.rows = lanes == 1 ? 1 : padded_lanes(b.count);
    b.slots = work + area_size(tape, lanes) * (first / NH_VM_LANES);
    b.loops = b.slots + main_size(tape, lanes == 1 ? 1 : NH_VM_LANES);
    b.loop_rows = lanes == 1 ? NH_VM_LANES : b.rows;
    return b;
}

static void fill_row(double *row, uint32_t rows, double value) {
    for (uint32_t l = 0; l < rows; l++) row[l] = value;
}

/* Rows of the caller into slots; the lanes that pad a row repeat the last one, so that they compute nothing strange. */
static void load_rows(const block *b, uint32_t slot, uint32_t count, const double *from) {
    if (b->rows == 1) {
        for (uint32_t i = 0; i < count; i++) b->slots[slot + i] = from[i]; /* a call of memcpy costs more */
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        double *row = b->slots + (size_t)(slot + i) * b->rows;
        const double *given = from + (size_t)i * b->lanes + b->first;
        memcpy(row, given, b->count * sizeof *row);
        fill_row(row + b->count, b->rows - b->count, given[b->count - 1]);
    }
}

static void run_code(const block *b, const nh_instr *code, uint32_t count) {
    if (b->rows == 1) b->tape->vm->scalar(code, count, b->slots);
    else b->tape->vm->rows(code, count, b->slots, b->rows);
}

static void begin_block(const block *b, const double *parameters) {
    const nh_code *code = &b->tape->main;
    for (uint32_t i = 0; i < code->constant_count; i++)
        fill_row(b->slots + (size_t)i * b->rows, b->rows, code->constants[i].value);
    load_rows(b, code->constant_count, b->tape->parameters, parameters);
    run_code(b, code->instr, code->prelude);
    double *local = b->loops;
    for (uint32_t i = 0; i < b->tape->loop_count; i++) {
        const nh_code *body = &b->tape->loops[i].body;
        for (uint32_t k = 0; k < body->constant_count; k++)
            fill_row(local + (size_t)k * b->loop_rows, b->loop_rows, body->constants[k].value);
        local += (size_t)body->slots * b->loop_rows;
    }
}

/* ---- loops ---- */

static const double *external_row(const block *b, uint32_t number) {
    return b->slots + (size_t)(b->tape->main.constant_count + number) * b->rows;
}

/* Members first .. first+count-1 as lanes. */
static void run_members(const block *b, const nh_loop *loop, double *local, uint32_t first, uint32_t count,
                        double *outputs) {
    const nh_code *body = &loop->body;
    for (uint32_t g = 0; g < body->external_count; g++) {
        double *row = local + (size_t)(body->constant_count + g) * NH_VM_LANES;
        for (uint32_t k = 0; k < count; k++) row[k] = *external_row(b, nh_series_at(&loop->gathers[g], first + k));
        fill_row(row + count, NH_VM_LANES - count, row[count - 1]);
    }
    b->tape->vm->rows(body->instr, body->count, local, NH_VM_LANES);
    for (uint32_t s = 0; s < body->store_count; s++) {
        const double *row = local + (size_t)body->stores[s].place * NH_VM_LANES;
        for (uint32_t k = 0; k < count; k++) outputs[nh_series_at(&loop->scatters[s], first + k)] = row[k];
    }
}

/* One member over the lanes of the block. */
static void run_member(const block *b, const nh_loop *loop, double *local, uint32_t member, double *outputs) {
    const nh_code *body = &loop->body;
    for (uint32_t g = 0; g < body->external_count; g++) {
        double *row = local + (size_t)(body->constant_count + g) * b->rows;
        memcpy(row, external_row(b, nh_series_at(&loop->gathers[g], member)), b->rows * sizeof *row);
    }
    b->tape->vm->rows(body->instr, body->count, local, b->rows);
    for (uint32_t s = 0; s < body->store_count; s++)
        memcpy(outputs + (size_t)nh_series_at(&loop->scatters[s], member) * b->lanes + b->first,
               local + (size_t)body->stores[s].place * b->rows, b->count * sizeof *local);
}

static void run_loop(const block *b, const nh_loop *loop, double *local, double *outputs) {
    if (b->lanes > 1) {
        for (uint32_t i = 0; i < loop->members; i++) run_member(b, loop, local, i, outputs);
        return;
    }
    for (uint32_t first = 0; first < loop->members; first += NH_VM_LANES)
        run_members(b, loop, local, first, smaller_of(loop->members - first, NH_VM_LANES), outputs);
}

/* ---- the door ---- */

static void store_outputs(const block *b, double *outputs) {
    const nh_code *code = &b->tape->main;
    for (uint32_t i = 0; i < code->store_count; i++) {
        double *to = outputs + (size_t)code->stores[i].output * b->lanes + b->first;
        const double *row = b->slots + (size_t)code->stores[i].place * b->rows;
        if (b->rows == 1) *to = *row;
        else memcpy(to, row, b->count * sizeof *to);
    }
}

static void run_block(const block *b, const double *inputs, double *outputs) {
    const nh_code *code = &b->tape->main;
    load_rows(b, code->constant_count + b->tape->parameters, b->tape->inputs, inputs);
    run_code(b, code->instr + code->prelude, code->count - code->prelude);
    store_outputs(b, outputs);
    double *local = b->loops;
    for (uint32_t i = 0; i < b->tape->loop_count; i++) {
        run_loop(b, &b->tape->loops[i], local, outputs);
        local += (size_t)b->tape->loops[i].body.slots * b->loop_rows;
    }
}

void nh_tape_begin(const nh_tape *tape, uint32_t lanes, const double *parameters, double *work) {
    NH_ASSERT(lanes >= 1);
    for (uint32_t first = 0; first < lanes; first += NH_VM_LANES) {
        block b = block_at(tape, lanes, first, work);
        begin_block(&b, parameters);
    }
}

void nh_tape_run(const nh_tape *tape, uint32_t lanes, const double *inputs, double *outputs, double *work) {
    NH_ASSERT(lanes >= 1);
    for (uint32_t first = 0; first < lanes; first += NH_VM_LANES) {
        block b = block_at(tape, lanes, first, work);
        run_block(&b, inputs, outputs);
    }
}
