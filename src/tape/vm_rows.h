/* The machine over rows, as a function named NH_VM_ROWS for rows of NH_VM_ROW_LENGTH; vm_code.h includes it twice. */

/* clang-format off */

#define ROW(place) (slots + (size_t)code->place * NH_VM_ROW_LENGTH)
#define EACH _Pragma("GCC unroll 16") for (uint32_t l = 0; l < NH_VM_ROW_LENGTH; l += NH_LANES)
#define A NH_K(load)(ROW(a) + l)
#define B NH_K(load)(ROW(b) + l)
#define C NH_K(load)(ROW(c) + l)
#define ONE(name) do_##name: EACH NH_K(store)(ROW(dst) + l, NH_K(name)(A)); NEXT;
#define TWO(name) do_##name: EACH NH_K(store)(ROW(dst) + l, NH_K(name)(A, B)); NEXT;
#define THREE(name) do_##name: EACH NH_K(store)(ROW(dst) + l, NH_K(name)(A, B, C)); NEXT;
#define PAIR(name)                                \
    do_##name:                                    \
    EACH {                                        \
        nh_real first, second;                    \
        NH_K(name)(A, &first, &second);           \
        NH_K(store)(ROW(dst) + l, first);         \
        NH_K(store)(ROW(dst2) + l, second);       \
    }                                             \
    NEXT;
#define NEXT                        \
    if (++code == end) return;      \
    goto *place[code->op]

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
static void NH_VM_ROWS(const nh_instr *code, uint32_t count, double *slots, uint32_t lanes) {
    static const void *const place[] = {
#define OP(name, arguments, meaning) &&do_##name,
#include "tape/ops.def"
#undef OP
    };
    const nh_instr *end = code + count;
    (void)lanes;
    if (count == 0) return;
    goto *place[code->op];
    OPERATIONS
}
#pragma GCC diagnostic pop

#undef ROW
#undef EACH
#undef A
#undef B
#undef C
#undef ONE
#undef TWO
#undef THREE
#undef PAIR
#undef NEXT
#undef NH_VM_ROWS
#undef NH_VM_ROW_LENGTH

/* clang-format on */
