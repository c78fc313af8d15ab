/* The operations of tapes, from the one table. */
#ifndef NH_TAPE_OP_PRIVATE_H
#define NH_TAPE_OP_PRIVATE_H

#include <stdint.h>

typedef enum nh_op {
#define OP(name, arguments, meaning) NH_OP_##name,
#include "tape/ops.def"
#undef OP
    NH_OPS
} nh_op;

uint32_t nh_op_arity(nh_op op);
const char *nh_op_name(nh_op op);

#endif
