/* The inside of a builder; only src/tape sees it. */
#ifndef NH_TAPE_BUILD_PRIVATE_H
#define NH_TAPE_BUILD_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
#include "tape/build.h"
#include "tape/tape_private.h"

/* What a value is, in addition to an operation of ops.def. */
enum {
    NH_VALUE_CONSTANT = NH_OPS, /* a: its number among the constants */
    NH_VALUE_EXTERNAL,          /* a: its number among the externals */
    NH_VALUE_COSINE,            /* a: the sincos whose second result this is */
};

/* What a value depends on. */
typedef enum nh_level {
    NH_LEVEL_CONSTANT,
    NH_LEVEL_PARAMETER,
    NH_LEVEL_INPUT,
} nh_level;

typedef struct nh_value_node {
    uint32_t op;
    nh_value a, b, c;
    nh_level level;
} nh_value_node;

typedef NH_ARRAY(nh_value_node) nh_value_nodes;
typedef NH_ARRAY(nh_constant) nh_constants;
typedef NH_ARRAY(nh_value) nh_values;

struct nh_builder {
    nh_arena *arena;
    nh_pool *pool;
    uint32_t parameters, inputs;
    nh_value_nodes nodes; /* arguments have lower numbers */
    nh_index index;       /* of nodes */
    nh_constants constants;
    nh_index constant_index;
    nh_map externals; /* symbol to number */
    nh_map memo;      /* expression to value */
    nh_values outputs;
};

nh_level nh_build_level(const nh_builder *builder, nh_value v);
/* The value of a constant, if it is one and not pi. */
bool nh_build_get_number(const nh_builder *builder, nh_value v, nh_rat *number);
nh_value nh_build_pi(nh_builder *builder);
nh_value nh_build_external(nh_builder *builder, uint32_t number);
nh_value nh_build_power(nh_builder *builder, nh_value base, nh_rat exponent); /* exponent > 0 */

/* Code from the values: those needed for the given outputs, in order, with slots (code.c). */
nh_code nh_code_make(nh_arena *arena, const nh_builder *builder, uint32_t store_count, const nh_store *stores);

#endif
