/* The text of the machine. A file that includes it sets NH_VM (the name of the nh_vm) and NH_VM_NAME, and is compiled
 * for one instruction set.
 *
 * Operands are read before results are written, so a result may lie where an operand lay. */
#define NH_LANES 1
#include "tape/kernels.h"
#undef NH_LANES
#define NH_LANES NH_LANES_NATIVE
#include "tape/kernels.h"

#include "tape/vm.h"

/* clang-format off */

/* ---- one double ---- */

#undef NH_LANES
#define NH_LANES 1

#define A slots[code->a]
#define B slots[code->b]
#define C slots[code->c]
#define ONE(name) \
    do_##name: slots[code->dst] = NH_K(name)(A); NEXT;
#define TWO(name) \
    do_##name: slots[code->dst] = NH_K(name)(A, B); NEXT;
#define THREE(name) \
    do_##name: slots[code->dst] = NH_K(name)(A, B, C); NEXT;
#define PAIR(name) \
    do_##name: NH_K(name)(A, &slots[code->dst], &slots[code->dst2]); NEXT;

/* Every operation once, by the number of its arguments. */
#define OPERATIONS                                                                                                     \
    TWO(add) TWO(sub) TWO(mul) TWO(div) ONE(neg) THREE(fma) THREE(fms) THREE(fnma) ONE(sqrt) ONE(cbrt) TWO(root)       \
    TWO(pow) ONE(sin) ONE(cos) PAIR(sincos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) TWO(atan2) ONE(sinh) ONE(cosh)      \
    ONE(tanh) ONE(exp) ONE(log) ONE(abs) ONE(sign) TWO(min) TWO(max) TWO(mod) THREE(select)

/* One jump an operation, from where the last one ends: the processor learns which operation follows which. That takes
 * labels as values, which gcc and clang have and the standard has not. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
static void run_scalar(const nh_instr *code, uint32_t count, double *slots) {
    static const void *const place[] = {
#define OP(name, arguments, meaning) &&do_##name,
#include "tape/ops.def"
#undef OP
    };
#define NEXT                        \
    if (++code == end) return;      \
    goto *place[code->op]
    const nh_instr *end = code + count;
    if (count == 0) return;
    goto *place[code->op];
    OPERATIONS
#undef NEXT
}
#pragma GCC diagnostic pop

#undef A
#undef B
#undef C
#undef ONE
#undef TWO
#undef THREE
#undef PAIR

/* ---- rows ---- */

#undef NH_LANES
#define NH_LANES NH_LANES_NATIVE

/* Once for rows of any length, once for the full block, whose length the compiler then knows. */
#define NH_VM_ROWS run_any_rows
#define NH_VM_ROW_LENGTH lanes
#include "tape/vm_rows.h"
#define NH_VM_ROWS run_full_rows
#define NH_VM_ROW_LENGTH NH_VM_LANES
#include "tape/vm_rows.h"

static void run_rows(const nh_instr *code, uint32_t count, double *slots, uint32_t lanes) {
    if (lanes == NH_VM_LANES) run_full_rows(code, count, slots, lanes);
    else run_any_rows(code, count, slots, lanes);
}

const nh_vm NH_VM = {NH_VM_NAME, NH_LANES_NATIVE, run_scalar, run_rows};

/* clang-format on */
