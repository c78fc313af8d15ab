/* Straight-line code as C functions.
 *
 * Values are local variables named after their places: c3 a constant, p2 a parameter, x1 an input, g0 what a loop
 * gathered, v17 the result of an operation. Each is declared where a part needs it first. A value that is used outside
 * its part has a row of the working space. Values that share a slot in the interpreter share a row: the tape has seen
 * to it that no two of them are needed at once. */
#include <inttypes.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "tape/native/print_c_private.h"

#define NO_ROW UINT32_MAX

/* ---- the plan ---- */

static uint32_t leaves_of(const nh_code *code) {
    return code->constant_count + code->external_count;
}

/* By place: the instruction that computes it; that of a leaf is 0, like that of the first value. */
static uint32_t *find_makers(nh_arena *scratch, const nh_code *code) {
    uint32_t *maker = NH_NEW_ARRAY(scratch, uint32_t, code->values);
    for (uint32_t i = 0; i < code->count; i++) {
        maker[code->ssa[i].dst] = i;
        if (code->ssa[i].op == NH_OP_sincos) maker[code->ssa[i].dst2] = i;
    }
    return maker;
}

/* When store k can be done at the earliest: after this many instructions. Nothing is stored when parameters are set. */
static uint32_t ready_at(const nh_code *code, const uint32_t *maker, uint32_t k, uint32_t prelude) {
    uint32_t place = code->ssa_stores[k].place;
    uint32_t ready = place < leaves_of(code) ? 0 : maker[place] + 1;
    return ready > prelude ? ready : prelude;
}

/* All instructions in order, each followed by the stores of what it computes; so the prelude comes first, by itself.
 * Counting sort: begin[i] becomes the number of stores that are ready before i instructions were run. */
static void list_items(nh_arena *scratch, nh_print_c_unit *unit, uint32_t prelude) {
    const nh_code *code = unit->code;
    const uint32_t *maker = find_makers(scratch, code);
    uint32_t *begin = NH_NEW_ARRAY(scratch, uint32_t, (size_t)code->count + 2);
    unit->items = NH_NEW_ARRAY(scratch, nh_print_c_item, (size_t)code->count + code->store_count);
    for (uint32_t k = 0; k < code->store_count; k++) begin[ready_at(code, maker, k, prelude) + 1]++;
    for (uint32_t i = 0; i < code->count; i++) {
        unit->items[i + begin[i] + begin[i + 1]] = (nh_print_c_item){false, i};
        begin[i + 1] += begin[i];
    }
    for (uint32_t k = 0; k < code->store_count; k++) {
        uint32_t ready = ready_at(code, maker, k, prelude);
        unit->items[ready + begin[ready]++] = (nh_print_c_item){true, k};
    }
}

/* Cuts items from .. to into parts of about the same length, at least this many. */
static void cut_parts(nh_print_c_unit *unit, uint32_t from, uint32_t to, uint32_t least) {
    uint32_t count = to - from, parts = (count + NH_PRINT_C_PART - 1) / NH_PRINT_C_PART;
    if (parts < least) parts = least;
    for (uint32_t i = 0; i < parts; i++) unit->first[unit->parts++] = from + (uint32_t)((uint64_t)count * i / parts);
    unit->first[unit->parts] = to;
}

/* The places that an item reads. */
static uint32_t places_read(const nh_code *code, nh_print_c_item item, uint32_t places[3]) {
    if (item.is_store) {
        places[0] = code->ssa_stores[item.number].place;
        return 1;
    }
    const nh_instr *instr = &code->ssa[item.number];
    places[0] = instr->a, places[1] = instr->b, places[2] = instr->c;
    return nh_op_arity((nh_op)instr->op);
}

static uint32_t slot_of(const nh_code *code, uint32_t maker, uint32_t place) {
    return place == code->ssa[maker].dst ? code->instr[maker].dst : code->instr[maker].dst2;
}

/* The row of a slot; slots that no other part needs have none, so that the working space is small. */
static uint32_t row_of_slot(nh_print_c_unit *unit, uint32_t *rows, uint32_t slot) {
    if (rows[slot] == 0) rows[slot] = ++unit->rows;
    return rows[slot] - 1;
}

/* Gives rows to the values that are read outside the part that computes them. */
static void give_rows(nh_arena *scratch, nh_print_c_unit *unit) {
    const nh_code *code = unit->code;
    const uint32_t *maker = find_makers(scratch, code);
    uint32_t *home = NH_NEW_ARRAY(scratch, uint32_t, code->count); /* by instruction: its part */
    uint32_t *rows = NH_NEW_ARRAY(scratch, uint32_t, code->slots); /* by slot: its row, plus 1 */
    for (uint32_t v = 0; v < code->values; v++) unit->row[v] = NO_ROW;
    for (uint32_t part = 0; part < unit->parts; part++) {
        for (uint32_t i = unit->first[part]; i < unit->first[part + 1]; i++) {
            uint32_t places[3] = {0}, count = places_read(code, unit->items[i], places);
            for (uint32_t k = 0; k < count; k++) {
                uint32_t place = places[k];
                if (place < leaves_of(code) || home[maker[place]] == part) continue;
                unit->row[place] = row_of_slot(unit, rows, slot_of(code, maker[place], place));
            }
            if (!unit->items[i].is_store) home[unit->items[i].number] = part;
        }
    }
}

static nh_print_c_unit plan_unit(nh_print_c *print, const nh_code *code, bool is_body) {
    nh_print_c_unit unit = {.code = code, .is_body = is_body, .parameters = is_body ? 0 : print->tape->parameters};
    uint32_t items = code->count + code->store_count;
    nh_tick(print->tape->context, items);
    unit.rows = unit.parameters;
    unit.first = NH_NEW_ARRAY(print->scratch, uint32_t, (size_t)items / NH_PRINT_C_PART + 4);
    unit.row = NH_NEW_ARRAY(print->scratch, uint32_t, code->values);
    unit.seen = NH_NEW_ARRAY(print->scratch, uint32_t, code->values);
    uint32_t prelude = is_body ? 0 : code->prelude;
    list_items(print->scratch, &unit, prelude);
    cut_parts(&unit, 0, prelude, 0);
    unit.begin_parts = unit.parts;
    cut_parts(&unit, prelude, items, is_body ? 1 : 0);
    give_rows(print->scratch, &unit);
    return unit;
}

nh_print_c_unit nh_print_c_main(nh_print_c *print) {
    return plan_unit(print, &print->tape->main, false);
}

nh_print_c_unit nh_print_c_body(nh_print_c *print, const nh_code *body) {
    return plan_unit(print, body, true);
}

/* ---- words ---- */

const char *nh_print_c_suffix(const nh_print_c *print) {
    return print->wide ? "_lanes" : "";
}

/* Exactly, in hexadecimal: 0x1.8p+1. The C library's %a would follow the locale. */
void nh_print_c_double(nh_text *text, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 2047);
    uint64_t fraction = bits & 0xfffffffffffffu;
    if (bits >> 63) nh_text_add_char(text, '-');
    if (exponent == 2047) {
        nh_text_add(text, fraction != 0 ? "__builtin_nan(\"\")" : "__builtin_inf()");
        return;
    }
    nh_text_add(text, exponent > 0 ? "0x1" : "0x0");
    if (fraction != 0) nh_text_add_char(text, '.');
    for (; fraction != 0; fraction = fraction << 4 & 0xfffffffffffffu)
        nh_text_add_char(text, "0123456789abcdef"[fraction >> 48]);
    nh_text_format(text, "p%+d", exponent > 0 ? exponent - 1023 : value != 0 ? -1022 : 0);
}

static const char *type_of(const nh_print_c *print) {
    return print->wide ? "nh_real" : "double";
}

static void add_kernel(nh_print_c *print, const char *name) {
    nh_text_format(print->text, print->wide ? "NH_K(%s)" : "nh_%s_1", name);
}

/* The local variable of a place. */
static void add_name(nh_print_c *print, const nh_print_c_unit *unit, uint32_t place) {
    const nh_code *code = unit->code;
    uint32_t external = place - code->constant_count;
    if (place < code->constant_count) nh_text_format(print->text, "c%" PRIu32, place);
    else if (place >= leaves_of(code)) nh_text_format(print->text, "v%" PRIu32, place);
    else if (unit->is_body) nh_text_format(print->text, "g%" PRIu32, external);
    else if (external < unit->parameters) nh_text_format(print->text, "p%" PRIu32, external);
    else nh_text_format(print->text, "x%" PRIu32, external - unit->parameters);
}

static void add_load(nh_print_c *print, char array, uint32_t i) {
    if (!print->wide) nh_text_format(print->text, "%c[%" PRIu32 "]", array, i);
    else if (array == 'w') nh_text_format(print->text, "NH_K(load)(w + %" PRIu64 ")", (uint64_t)NH_PRINT_C_LANES * i);
    else nh_text_format(print->text, "NH_K(load)(%c + %" PRIu32 " * stride)", array, i);
}

/* ---- leaves ---- */

/* What a constant is, in words that are shorter than a line. */
static void explain_constant(nh_print_c *print, const nh_constant *constant) {
    if (!print->def->document) return;
    if (constant->is_pi) nh_text_add(print->text, " /* pi */");
    else if (nh_rat_is_small(constant->exact))
        nh_text_format(print->text, " /* %s */", nh_rat_text(print->scratch, constant->exact));
}

static void add_constant(nh_print_c *print, const nh_constant *constant) {
    if (print->wide) nh_text_add(print->text, "NH_K(splat)(");
    nh_print_c_double(print->text, constant->value);
    nh_text_add(print->text, print->wide ? ");" : ";");
    explain_constant(print, constant);
}

/* Where an external comes from: the caller's arrays, except parameters while the tape runs,
 * which begin has put aside. */
static void add_external(nh_print_c *print, const nh_print_c_unit *unit, uint32_t external, bool in_begin) {
    if (unit->is_body) nh_text_format(print->text, "g[%" PRIu32 "]", external);
    else if (external >= unit->parameters) add_load(print, 'x', external - unit->parameters);
    else add_load(print, in_begin ? 'p' : 'w', external);
    nh_text_add_char(print->text, ';');
}

/* Declares the local variable of a place, unless this part has it already. */
static void declare_place(nh_print_c *print, nh_print_c_unit *unit, uint32_t place, bool in_begin) {
    const nh_code *code = unit->code;
    if (unit->seen[place] == unit->serial) return;
    unit->seen[place] = unit->serial;
    nh_text_format(print->text, "    %s ", type_of(print));
    add_name(print, unit, place);
    nh_text_add(print->text, " = ");
    if (place < code->constant_count) {
        add_constant(print, &code->constants[place]);
    } else if (place < leaves_of(code)) {
        add_external(print, unit, place - code->constant_count, in_begin);
    } else {
        NH_ASSERT(unit->row[place] != NO_ROW);
        add_load(print, 'w', unit->row[place]);
        nh_text_add_char(print->text, ';');
    }
    nh_text_add_char(print->text, '\n');
}

/* ---- operations ---- */

static const char *operator_of(uint32_t op) {
    switch (op) {
        case NH_OP_add: return " + ";
        case NH_OP_sub: return " - ";
        case NH_OP_mul: return " * ";
        case NH_OP_div: return " / ";
        default: return NULL;
    }
}

/* a + b, kernel(a, b, c). C's own operators with two sides mean the same as their kernels, read better and compile
 * faster. The sign does not: see the kernel. */
static void add_operation(nh_print_c *print, const nh_print_c_unit *unit, const nh_instr *instr) {
    const uint32_t args[] = {instr->a, instr->b, instr->c};
    const char *infix = operator_of(instr->op);
    uint32_t arity = nh_op_arity((nh_op)instr->op);
    if (infix == NULL) add_kernel(print, nh_op_name((nh_op)instr->op)), nh_text_add_char(print->text, '(');
    for (uint32_t k = 0; k < arity && k < 3; k++) {
        if (k > 0) nh_text_add(print->text, infix != NULL ? infix : ", ");
        add_name(print, unit, args[k]);
    }
    if (instr->op == NH_OP_sincos) nh_text_format(print->text, ", &v%" PRIu32 ", &v%" PRIu32, instr->dst, instr->dst2);
    if (infix == NULL) nh_text_add_char(print->text, ')');
    nh_text_add(print->text, ";\n");
}

/* Puts a value aside for other parts. */
static void keep_value(nh_print_c *print, const nh_print_c_unit *unit, uint32_t place) {
    uint32_t row = unit->row[place];
    if (row == NO_ROW) return;
    if (!print->wide) nh_text_format(print->text, "    w[%" PRIu32 "] = v%" PRIu32 ";\n", row, place);
    else
        nh_text_format(print->text, "    NH_K(store)(w + %" PRIu64 ", v%" PRIu32 ");\n",
                       (uint64_t)NH_PRINT_C_LANES * row, place);
}

static void print_instr(nh_print_c *print, nh_print_c_unit *unit, const nh_instr *instr) {
    bool two = instr->op == NH_OP_sincos;
    nh_text_format(print->text, "    %s v%" PRIu32, type_of(print), instr->dst);
    if (two) nh_text_format(print->text, ", v%" PRIu32 ";\n    ", instr->dst2);
    else nh_text_add(print->text, " = ");
    add_operation(print, unit, instr);
    unit->seen[instr->dst] = unit->serial;
    keep_value(print, unit, instr->dst);
    if (!two) return;
    unit->seen[instr->dst2] = unit->serial;
    keep_value(print, unit, instr->dst2);
}

static void print_store(nh_print_c *print, const nh_print_c_unit *unit, const nh_store *store) {
    if (unit->is_body) nh_text_format(print->text, "    o[%" PRIu32 "] = ", store->output);
    else if (!print->wide) nh_text_format(print->text, "    y[%" PRIu32 "] = ", store->output);
    else nh_text_format(print->text, "    NH_K(store)(y + %" PRIu32 " * stride, ", store->output);
    add_name(print, unit, store->place);
    nh_text_add(print->text, print->wide && !unit->is_body ? ");\n" : ";\n");
}

/* ---- functions ---- */

static void print_head(nh_print_c *print, const nh_print_c_unit *unit, const char *name, uint32_t number,
                       bool in_begin) {
    const char *stride = print->wide ? ", size_t stride" : "", *type = type_of(print);
    const char *is_inline = unit->is_body && unit->parts == 1 ? "inline " : "";
    nh_text_format(print->text, "static %svoid %s_%s%s_%" PRIu32 "(", is_inline, print->def->prefix, name,
                   nh_print_c_suffix(print), number);
    if (unit->is_body)
        nh_text_format(print->text, "const %s *restrict g, %s *restrict o, double *restrict w", type, type);
    else if (in_begin) nh_text_format(print->text, "const double *restrict p, double *restrict w%s", stride);
    else nh_text_format(print->text, "const double *restrict x, double *restrict y, double *restrict w%s", stride);
    nh_text_add(print->text, ") {\n");
}

void nh_print_c_parts(nh_print_c *print, nh_print_c_unit *unit, const char *name, uint32_t begin, uint32_t end) {
    const nh_code *code = unit->code;
    for (uint32_t part = begin; part < end; part++) {
        bool in_begin = part < unit->begin_parts;
        unit->serial++;
        nh_tick(print->tape->context, unit->first[part + 1] - unit->first[part]);
        print_head(print, unit, name, part - begin, in_begin);
        for (uint32_t i = unit->first[part]; i < unit->first[part + 1]; i++) {
            nh_print_c_item item = unit->items[i];
            uint32_t places[3] = {0}, count = places_read(code, item, places);
            for (uint32_t k = 0; k < count; k++) declare_place(print, unit, places[k], in_begin);
            if (item.is_store) print_store(print, unit, &code->ssa_stores[item.number]);
            else print_instr(print, unit, &code->ssa[item.number]);
        }
        nh_text_add(print->text, "}\n\n");
    }
}
