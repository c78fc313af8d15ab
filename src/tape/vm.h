/* The machine that runs code over doubles: one text, compiled for several instruction sets, all with the same bits. */
#ifndef NH_TAPE_VM_H
#define NH_TAPE_VM_H

#include "tape/tape_private.h"

typedef struct nh_vm {
    const char *name; /* of the instruction set */
    uint32_t width;   /* doubles in a vector register */
    /* Runs count instructions on the slots: one double a slot. */
    void (*scalar)(const nh_instr *code, uint32_t count, double *slots);
    /* The same on rows: slot s is slots[s*lanes] .. slots[s*lanes + lanes-1]; lanes is a multiple
     * of 8 up to NH_VM_LANES. */
    void (*rows)(const nh_instr *code, uint32_t count, double *slots, uint32_t lanes);
} nh_vm;

/* Rows of a full block: long enough to hide the cost of decoding, short enough for the first cache. */
enum { NH_VM_LANES = 32 };

extern const nh_vm nh_vm_base;
extern const nh_vm nh_vm_avx2;
extern const nh_vm nh_vm_avx512;

/* The fastest one for this processor. */
const nh_vm *nh_vm_choose(void);

#endif
