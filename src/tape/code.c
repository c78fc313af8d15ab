/* Values to code: what the outputs need, in the order of a depth-first walk from them, first the part that depends on
 * parameters only; then slots, which are used again as soon as their value is dead. */
#include "base/assert.h"
#include "tape/build_private.h"

#define UNPLACED UINT32_MAX

typedef struct coder {
    const nh_builder *builder;
    nh_arena *arena; /* of the result */
    nh_arena *scratch;
    bool *needed;           /* by value */
    uint32_t *place;        /* by value: its place in ssa form; UNPLACED when not needed */
    nh_constants constants; /* those needed, in order of first use */
    nh_values order;        /* needed operations, arguments first */
} coder;

static const nh_value_node *node_of(const coder *code, nh_value v) {
    return &code->builder->nodes.items[v];
}

static bool is_operation(const nh_value_node *node) {
    return node->op < NH_OPS;
}

/* ---- order ---- */

/* The i-th value that v is computed from; false after the last one. */
static bool argument_of(const nh_value_node *node, uint32_t i, nh_value *found) {
    uint32_t arity = is_operation(node) ? nh_op_arity((nh_op)node->op) : node->op == NH_VALUE_COSINE ? 1 : 0;
    *found = i == 0 ? node->a : i == 1 ? node->b : node->c;
    return i < arity;
}

typedef struct step {
    nh_value v;
    uint32_t next;
} step;

typedef NH_ARRAY(step) steps;

static void finish_value(coder *code, nh_value v) {
    const nh_value_node *node = node_of(code, v);
    if (is_operation(node)) nh_array_push(&code->order, v);
    if (node->op == NH_VALUE_CONSTANT) {
        code->place[v] = (uint32_t)code->constants.count;
        nh_array_push(&code->constants, code->builder->constants.items[node->a]);
    }
}

static void visit_values(coder *code, steps *stack, nh_value root) {
    if (code->needed[root]) return;
    code->needed[root] = true;
    nh_array_push(stack, ((step){root, 0}));
    while (stack->count > 0) {
        step *top = &stack->items[stack->count - 1];
        nh_value found;
        if (!argument_of(node_of(code, top->v), top->next++, &found)) {
            finish_value(code, top->v);
            stack->count--;
        } else if (!code->needed[found]) {
            code->needed[found] = true;
            nh_array_push(stack, ((step){found, 0}));
        }
    }
}

/* Short code is put in the order of depth: an operation comes after all those of lower depth, so that neighbours do
 * not wait for each other, and a processor works on several at once. Long code stays in the order of the walk, which
 * keeps few values alive. */
enum { LONGEST_BY_DEPTH = 4096 };

static void order_by_depth(coder *code) {
    size_t count = code->order.count;
    if (count > LONGEST_BY_DEPTH) return;
    uint32_t *depth = NH_NEW_ARRAY(code->scratch, uint32_t, code->builder->nodes.count);
    uint32_t deepest = 0;
    for (size_t i = 0; i < count; i++) {
        nh_value v = code->order.items[i], from;
        for (uint32_t k = 0; argument_of(node_of(code, v), k, &from); k++) {
            if (node_of(code, from)->op == NH_VALUE_COSINE) from = node_of(code, from)->a;
            if (depth[from] + 1 > depth[v]) depth[v] = depth[from] + 1;
        }
        if (depth[v] > deepest) deepest = depth[v];
    }
    nh_values sorted = {.arena = code->scratch};
    /* counting sort, which keeps ties in order */
    uint32_t *start = NH_NEW_ARRAY(code->scratch, uint32_t, (size_t)deepest + 2);
    for (size_t i = 0; i < count; i++) start[depth[code->order.items[i]] + 1]++;
    for (uint32_t d = 0; d <= deepest; d++) start[d + 1] += start[d];
    nh_array_reserve(&sorted, count);
    for (size_t i = 0; i < count; i++) sorted.items[start[depth[code->order.items[i]]]++] = code->order.items[i];
    sorted.count = count;
    code->order = sorted;
}

/* Puts what does not depend on inputs first, and keeps the order within both parts. Returns how many those are. */
static uint32_t prelude_first(coder *code) {
    nh_values varying = {.arena = code->scratch};
    uint32_t fixed = 0;
    for (size_t i = 0; i < code->order.count; i++) {
        nh_value v = code->order.items[i];
        if (node_of(code, v)->level == NH_LEVEL_INPUT) nh_array_push(&varying, v);
        else code->order.items[fixed++] = v;
    }
    for (size_t i = 0; i < varying.count; i++) code->order.items[fixed + i] = varying.items[i];
    return fixed;
}

/* ---- ssa form ---- */

/* Which values are the cosines of needed sincos operations: by the sincos. */
static nh_value *find_cosines(const coder *code) {
    size_t count = code->builder->nodes.count;
    nh_value *cosine = NH_NEW_ARRAY(code->scratch, nh_value, count);
    for (size_t v = 0; v < count; v++) cosine[v] = UNPLACED;
    for (size_t v = 0; v < count; v++)
        if (code->needed[v] && node_of(code, (nh_value)v)->op == NH_VALUE_COSINE)
            cosine[node_of(code, (nh_value)v)->a] = (nh_value)v;
    return cosine;
}

static void place_externals(coder *code) {
    for (size_t v = 0; v < code->builder->nodes.count; v++)
        if (code->needed[v] && node_of(code, (nh_value)v)->op == NH_VALUE_EXTERNAL)
            code->place[v] = (uint32_t)code->constants.count + node_of(code, (nh_value)v)->a;
}

static nh_instr *make_ssa(coder *code, uint32_t *values) {
    const nh_value *cosine = find_cosines(code);
    nh_instr *ssa = nh_arena_alloc(code->arena, code->order.count * sizeof *ssa);
    uint32_t next = (uint32_t)code->constants.count + code->builder->parameters + code->builder->inputs;
    place_externals(code);
    for (size_t i = 0; i < code->order.count; i++) {
        nh_value v = code->order.items[i];
        const nh_value_node *node = node_of(code, v);
        nh_instr instr = {.op = node->op};
        uint32_t *into[] = {&instr.a, &instr.b, &instr.c};
        nh_value from;
        for (uint32_t k = 0; k < 3 && argument_of(node, k, &from); k++) *into[k] = code->place[from];
        instr.dst = code->place[v] = next++;
        if (cosine[v] != UNPLACED) instr.dst2 = code->place[cosine[v]] = next++;
        if (instr.op == NH_OP_sincos && cosine[v] == UNPLACED) instr.op = NH_OP_sin;
        ssa[i] = instr;
    }
    *values = next;
    return ssa;
}

/* ---- slots ---- */

typedef struct slots {
    uint32_t *of;     /* by ssa place */
    uint32_t *last;   /* by ssa place: the instruction that uses it last; UNPLACED when it lives to the end */
    nh_values unused; /* slots that are free again */
    uint32_t count;
} slots;

static uint32_t arity_of(const nh_instr *instr) {
    uint32_t arity = nh_op_arity((nh_op)instr->op);
    NH_ASSERT(arity <= 3);
    return arity;
}

static void note_uses(slots *s, const nh_instr *ssa, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t args[] = {ssa[i].a, ssa[i].b, ssa[i].c};
        for (uint32_t k = 0; k < arity_of(&ssa[i]); k++)
            if (s->last[args[k]] != UNPLACED) s->last[args[k]] = i;
    }
}

static uint32_t take_slot(slots *s) {
    return s->unused.count > 0 ? s->unused.items[--s->unused.count] : s->count++;
}

/* Frees the slots of arguments that instruction i uses last; an argument that occurs twice is freed once. */
static void free_arguments(slots *s, const nh_instr *instr, uint32_t i) {
    const uint32_t args[] = {instr->a, instr->b, instr->c};
    for (uint32_t k = 0; k < arity_of(instr); k++) {
        if (s->last[args[k]] != i) continue;
        s->last[args[k]] = UNPLACED;
        nh_array_push(&s->unused, s->of[args[k]]);
    }
}

static nh_instr in_slots(const slots *s, nh_instr instr) {
    uint32_t arity = arity_of(&instr);
    instr.a = s->of[instr.a];
    if (arity > 1) instr.b = s->of[instr.b];
    if (arity > 2) instr.c = s->of[instr.c];
    return instr;
}

/* Values that live for ever: constants, externals, the prelude, and what is stored at the end. */
static void pin_slots(slots *s, const nh_code *code) {
    uint32_t leaves = code->constant_count + code->external_count;
    for (uint32_t i = 0; i < leaves; i++) s->of[i] = i, s->last[i] = UNPLACED;
    for (uint32_t i = 0; i < code->prelude; i++) {
        s->last[code->ssa[i].dst] = UNPLACED;
        if (code->ssa[i].op == NH_OP_sincos) s->last[code->ssa[i].dst2] = UNPLACED;
    }
    for (uint32_t i = 0; i < code->store_count; i++) s->last[code->ssa_stores[i].place] = UNPLACED;
    s->count = leaves;
}

static void give_slots(nh_arena *arena, nh_arena *scratch, nh_code *code) {
    slots s = {.of = NH_NEW_ARRAY(scratch, uint32_t, code->values),
               .last = NH_NEW_ARRAY(scratch, uint32_t, code->values)};
    s.unused.arena = scratch;
    nh_instr *instr = nh_arena_alloc(arena, code->count * sizeof *instr);
    nh_store *stores = nh_arena_alloc(arena, code->store_count * sizeof *stores);
    pin_slots(&s, code);
    note_uses(&s, code->ssa, code->count);
    for (uint32_t i = 0; i < code->count; i++) {
        instr[i] = in_slots(&s, code->ssa[i]);
        free_arguments(&s, &code->ssa[i], i);
        instr[i].dst = s.of[code->ssa[i].dst] = take_slot(&s);
        if (instr[i].op == NH_OP_sincos) instr[i].dst2 = s.of[code->ssa[i].dst2] = take_slot(&s);
        /* a sine that only accompanies its cosine: nobody uses it, so its last use is none, 0 */
        if (s.last[code->ssa[i].dst] == 0) nh_array_push(&s.unused, instr[i].dst);
    }
    for (uint32_t i = 0; i < code->store_count; i++)
        stores[i] = (nh_store){code->ssa_stores[i].output, s.of[code->ssa_stores[i].place]};
    code->instr = instr;
    code->stores = stores;
    code->slots = s.count;
}

/* ---- together ---- */

static nh_code assemble_code(coder *code, uint32_t store_count, const nh_store *stores) {
    order_by_depth(code);
    uint32_t prelude = prelude_first(code), values;
    nh_instr *ssa = make_ssa(code, &values);
    nh_constant *constants = nh_arena_alloc(code->arena, code->constants.count * sizeof *constants);
    for (size_t i = 0; i < code->constants.count; i++) {
        constants[i] = code->constants.items[i];
        constants[i].exact = nh_rat_copy(code->arena, constants[i].exact);
    }
    nh_store *ssa_stores = nh_arena_alloc(code->arena, store_count * sizeof *ssa_stores);
    for (uint32_t i = 0; i < store_count; i++)
        ssa_stores[i] = (nh_store){stores[i].output, code->place[stores[i].place]};
    nh_code result = {
        .constant_count = (uint32_t)code->constants.count,
        .external_count = code->builder->parameters + code->builder->inputs,
        .constants = constants,
        .count = (uint32_t)code->order.count,
        .prelude = prelude,
        .ssa = ssa,
        .values = values,
        .store_count = store_count,
        .ssa_stores = ssa_stores,
    };
    give_slots(code->arena, code->scratch, &result);
    return result;
}

nh_code nh_code_make(nh_arena *arena, const nh_builder *builder, uint32_t store_count, const nh_store *stores) {
    nh_arena *scratch = nh_scratch(nh_arena_context(arena));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    coder code = {.builder = builder, .arena = arena, .scratch = scratch};
    code.constants.arena = code.order.arena = scratch;
    code.needed = NH_NEW_ARRAY(scratch, bool, builder->nodes.count);
    code.place = NH_NEW_ARRAY(scratch, uint32_t, builder->nodes.count);
    steps stack = {.arena = scratch};
    for (uint32_t i = 0; i < store_count; i++) visit_values(&code, &stack, stores[i].place);
    nh_code result = assemble_code(&code, store_count, stores);
    nh_arena_release(scratch, mark);
    return result;
}
