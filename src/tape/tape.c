/* Tapes: put together from the main code and the loops. */
#include "base/assert.h"
#include "tape/build_private.h"
#include "tape/family_private.h"
#include "tape/vm.h"

static size_t code_bytes(const nh_code *code) {
    return code->constant_count * sizeof(nh_constant) + code->count * 2 * sizeof(nh_instr) +
           code->store_count * 2 * sizeof(nh_store);
}

static size_t series_bytes(const nh_series *series, uint32_t count, uint32_t members) {
    size_t bytes = count * sizeof *series;
    for (uint32_t i = 0; i < count; i++)
        if (series[i].table != NULL) bytes += members * sizeof(uint32_t);
    return bytes;
}

static size_t tape_bytes(const nh_tape *tape) {
    size_t bytes = sizeof *tape + code_bytes(&tape->main);
    for (uint32_t i = 0; i < tape->loop_count; i++) {
        const nh_loop *loop = &tape->loops[i];
        bytes += sizeof *loop + code_bytes(&loop->body);
        bytes += series_bytes(loop->gathers, loop->body.external_count, loop->members);
        bytes += series_bytes(loop->scatters, loop->body.store_count, loop->members);
    }
    return bytes;
}

/* A tape whose main code computes the given outputs of the builder; without loops. */
static nh_tape *finish_tape(nh_arena *arena, const nh_builder *builder, uint32_t outputs, uint32_t store_count,
                            const nh_store *stores) {
    nh_tape *tape = NH_NEW(arena, nh_tape);
    tape->context = nh_pool_context(builder->pool);
    tape->inputs = builder->inputs;
    tape->parameters = builder->parameters;
    tape->outputs = outputs;
    tape->main = nh_code_make(arena, builder, store_count, stores);
    tape->vm = nh_vm_choose();
    return tape;
}

nh_tape *nh_builder_finish(nh_builder *builder) {
    uint32_t count = (uint32_t)builder->outputs.count;
    nh_store *stores = NH_NEW_ARRAY(builder->arena, nh_store, count);
    for (uint32_t i = 0; i < count; i++) stores[i] = (nh_store){i, builder->outputs.items[i]};
    nh_tape *tape = finish_tape(builder->arena, builder, count, count, stores);
    tape->bytes = tape_bytes(tape);
    return tape;
}

/* The outputs that no loop computes, as stores of the builder's values. */
static nh_store *straight_outputs(nh_builder *builder, nh_arena *scratch, const nh_tape_def *def, const bool *is_member,
                                  uint32_t *count) {
    nh_expr *e = NH_NEW_ARRAY(scratch, nh_expr, def->output_count);
    nh_value *values = NH_NEW_ARRAY(scratch, nh_value, def->output_count);
    nh_store *stores = NH_NEW_ARRAY(scratch, nh_store, def->output_count);
    *count = 0;
    for (uint32_t i = 0; i < def->output_count; i++) {
        if (is_member[i]) continue;
        stores[*count].output = i;
        e[(*count)++] = def->outputs[i];
    }
    nh_build_exprs(builder, *count, e, values);
    for (uint32_t i = 0; i < *count; i++) stores[i].place = values[i];
    return stores;
}

nh_tape *nh_tape_make(nh_arena *arena, nh_pool *pool, const nh_tape_def *def) {
    nh_arena *own = nh_arena_create(nh_arena_context(arena)); /* for what the tape is made from */
    bool *is_member = NH_NEW_ARRAY(own, bool, def->output_count);
    uint32_t loop_count = 0, store_count;
    nh_loop *loops = def->loop_from > 0 ? nh_family_find(arena, pool, def, is_member, &loop_count) : NULL;
    nh_builder *builder = nh_builder_create(own, pool, def);
    const nh_store *stores = straight_outputs(builder, own, def, is_member, &store_count);
    nh_tape *tape = finish_tape(arena, builder, def->output_count, store_count, stores);
    tape->loop_count = loop_count;
    tape->loops = loops;
    tape->bytes = tape_bytes(tape);
    nh_arena_destroy(own);
    return tape;
}

uint32_t nh_tape_inputs(const nh_tape *tape) {
    return tape->inputs;
}

uint32_t nh_tape_parameters(const nh_tape *tape) {
    return tape->parameters;
}

uint32_t nh_tape_outputs(const nh_tape *tape) {
    return tape->outputs;
}

uint32_t nh_tape_operations(const nh_tape *tape) {
    uint32_t count = tape->main.count;
    for (uint32_t i = 0; i < tape->loop_count; i++) count += tape->loops[i].body.count;
    return count;
}

uint64_t nh_tape_operations_run(const nh_tape *tape) {
    uint64_t count = tape->main.count - tape->main.prelude;
    for (uint32_t i = 0; i < tape->loop_count; i++)
        count += (uint64_t)tape->loops[i].members * tape->loops[i].body.count;
    return count;
}

uint32_t nh_tape_operations_prelude(const nh_tape *tape) {
    return tape->main.prelude;
}

uint32_t nh_tape_slots(const nh_tape *tape) {
    uint32_t slots = tape->main.slots;
    for (uint32_t i = 0; i < tape->loop_count; i++) slots += tape->loops[i].body.slots;
    return slots;
}

size_t nh_tape_bytes(const nh_tape *tape) {
    return tape->bytes;
}

const char *nh_tape_machine(const nh_tape *tape) {
    return tape->vm->name;
}

uint32_t nh_tape_width(const nh_tape *tape) {
    return tape->vm->width;
}
