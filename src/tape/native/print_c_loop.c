/* Families as C loops.
 *
 * A member is evaluated by the functions of its body, which take what was gathered in g and leave results in o. Loops
 * come in two forms: over members, each in all lanes of the evaluation (or in its single double); and, for a single
 * evaluation when the file has lanes, over blocks of members that are themselves the lanes. */
#include <inttypes.h>

#include "base/assert.h"
#include "tape/native/print_c_private.h"

/* Where the externals of a series are: all parameters, all inputs, or some of each. */
typedef enum source { FROM_PARAMETERS, FROM_INPUTS, FROM_BOTH } source;

static source source_of(const nh_print_c *print, const nh_loop *loop, const nh_series *series) {
    uint32_t parameters = print->tape->parameters, inputs = 0;
    if (series->table == NULL) { /* the ends decide */
        inputs += nh_series_at(series, 0) >= parameters;
        inputs += nh_series_at(series, loop->members - 1) >= parameters;
        return inputs == 0 ? FROM_PARAMETERS : inputs == 2 ? FROM_INPUTS : FROM_BOTH;
    }
    for (uint32_t i = 0; i < loop->members; i++) inputs += series->table[i] >= parameters;
    return inputs == 0 ? FROM_PARAMETERS : inputs == loop->members ? FROM_INPUTS : FROM_BOTH;
}

/* One array that a loop reads or writes, as the C text needs it. */
typedef struct access {
    const nh_series *series;
    uint32_t shift;   /* what the C text subtracts from the numbers of the series */
    uint32_t loop, k; /* the name of its table */
    const char *kind; /* likewise: "from" or "to" */
    char array;       /* x, w or y */
    bool both;        /* numbers below the shift are in w, the others in x; then nothing is subtracted */
} access;

static access gather_of(const nh_print_c *print, uint32_t loop, uint32_t k) {
    const nh_series *series = &print->tape->loops[loop].gathers[k];
    source from = source_of(print, &print->tape->loops[loop], series);
    return (access){.series = series,
                    .loop = loop,
                    .k = k,
                    .kind = "from",
                    .array = from == FROM_INPUTS ? 'x' : 'w',
                    .shift = from == FROM_PARAMETERS ? 0 : print->tape->parameters,
                    .both = from == FROM_BOTH};
}

static access scatter_of(const nh_print_c *print, uint32_t loop, uint32_t k) {
    return (access){.series = &print->tape->loops[loop].scatters[k], .loop = loop, .k = k, .kind = "to", .array = 'y'};
}

/* ---- tables ---- */

static void add_table_name(nh_print_c *print, const access *a) {
    nh_text_format(print->text, "%s_loop%" PRIu32 "_%s%" PRIu32, print->def->prefix, a->loop, a->kind, a->k);
}

static void print_table(nh_print_c *print, const access *a) {
    uint32_t members = print->tape->loops[a->loop].members, shift = a->both ? 0 : a->shift;
    if (a->series->table == NULL) return;
    nh_text_add(print->text, "static const uint32_t ");
    add_table_name(print, a);
    nh_text_format(print->text, "[%" PRIu32 "] = {", members);
    for (uint32_t i = 0; i < members; i++)
        nh_text_format(print->text, "%s%" PRIu32 ",", i % 16 == 0 ? "\n    " : " ", a->series->table[i] - shift);
    nh_text_add(print->text, "\n};\n\n");
}

void nh_print_c_tables(nh_print_c *print) {
    for (uint32_t i = 0; i < print->tape->loop_count; i++) {
        const nh_code *body = &print->tape->loops[i].body;
        for (uint32_t k = 0; k < body->external_count; k++) {
            access a = gather_of(print, i, k);
            print_table(print, &a);
        }
        for (uint32_t k = 0; k < body->store_count; k++) {
            access a = scatter_of(print, i, k);
            print_table(print, &a);
        }
    }
}

/* ---- one member ---- */

/* The number in its array that goes with member i. */
static void add_index(nh_print_c *print, const access *a, const char *i) {
    int64_t stride = a->series->stride;
    uint32_t base = a->series->base - (a->both ? 0 : a->shift);
    if (a->series->table != NULL) {
        add_table_name(print, a);
        nh_text_format(print->text, "[%s]", i);
        return;
    }
    bool bare = base == 0 && stride > 0;
    if (!bare) nh_text_format(print->text, "%" PRIu32, base);
    if (stride == 0) return;
    if (!bare) nh_text_add(print->text, stride > 0 ? " + " : " - ");
    if (stride != 1 && stride != -1) nh_text_format(print->text, "%" PRId64 " * ", stride < 0 ? -stride : stride);
    nh_text_add(print->text, i);
}

/* n < 3 ? w[n] : x[n - 3], for a series over parameters and inputs. */
static void print_gather_both(nh_print_c *print, const access *a) {
    nh_text_format(print->text, "        size_t n%" PRIu32 " = ", a->k);
    add_index(print, a, "i");
    nh_text_format(print->text,
                   print->wide ? ";\n        g[%" PRIu32 "] = NH_K(load)(n%" PRIu32 " < %" PRIu32 " ? w + 8 * n%" PRIu32
                                 " : x + (n%" PRIu32 " - %" PRIu32 ") * stride);\n"
                               : ";\n        g[%" PRIu32 "] = n%" PRIu32 " < %" PRIu32 " ? w[n%" PRIu32
                                 "] : x[n%" PRIu32 " - %" PRIu32 "];\n",
                   a->k, a->k, a->shift, a->k, a->k, a->shift);
}

static void print_gather(nh_print_c *print, const access *a) {
    if (a->both) {
        print_gather_both(print, a);
        return;
    }
    nh_text_format(print->text, "        g[%" PRIu32 "] = ", a->k);
    if (!print->wide) nh_text_format(print->text, "%c[", a->array);
    else nh_text_add(print->text, a->array == 'w' ? "NH_K(load)(w + 8 * (" : "NH_K(load)(x + (");
    add_index(print, a, "i");
    nh_text_add(print->text, !print->wide ? "];\n" : a->array == 'w' ? "));\n" : ") * stride);\n");
}

static void print_scatter(nh_print_c *print, const access *a) {
    nh_text_add(print->text, print->wide ? "        NH_K(store)(y + (" : "        y[");
    add_index(print, a, "i");
    nh_text_format(print->text, print->wide ? ") * stride, o[%" PRIu32 "]);\n" : "] = o[%" PRIu32 "];\n", a->k);
}

static void print_calls(nh_print_c *print, uint32_t loop, const char *suffix, uint64_t offset) {
    for (uint32_t part = 0; part < print->bodies[loop].parts; part++)
        nh_text_format(print->text, "        %s_loop%" PRIu32 "_body%s_%" PRIu32 "(g, o, w + %" PRIu64 ");\n",
                       print->def->prefix, loop, suffix, part, offset);
}

/* What a member gathers and leaves; an array has at least one element in C. */
static void print_locals(nh_print_c *print, const nh_code *body, const char *type) {
    nh_text_format(print->text, "        %s g[%" PRIu32 "], o[%" PRIu32 "];\n", type,
                   body->external_count > 0 ? body->external_count : 1, body->store_count);
}

static void print_each(nh_print_c *print, uint32_t number) {
    const nh_loop *loop = &print->tape->loops[number];
    uint64_t offset = print->wide ? (uint64_t)NH_PRINT_C_LANES * print->main_rows : print->main_rows;
    nh_text_format(print->text, "    for (; i < %" PRIu32 "; i++) {\n", loop->members);
    print_locals(print, &loop->body, print->wide ? "nh_real" : "double");
    for (uint32_t k = 0; k < loop->body.external_count; k++) {
        access a = gather_of(print, number, k);
        print_gather(print, &a);
    }
    print_calls(print, number, nh_print_c_suffix(print), offset);
    for (uint32_t k = 0; k < loop->body.store_count; k++) {
        access a = scatter_of(print, number, k);
        print_scatter(print, &a);
    }
    nh_text_add(print->text, "    }\n");
}

/* ---- members as lanes ---- */

/* Element by element: from parameters and inputs. */
static void print_block_both(nh_print_c *print, const access *a) {
    nh_text_format(print->text,
                   "        NH_K(elements) e%" PRIu32 ";\n"
                   "        for (size_t l = 0; l < NH_LANES; l++) {\n"
                   "            size_t n = ",
                   a->k);
    add_index(print, a, a->series->table != NULL ? "i + l" : "(i + l)");
    nh_text_format(print->text,
                   ";\n            e%" PRIu32 ".at[l] = n < %" PRIu32 " ? w[n] : x[n - %" PRIu32 "];\n        }\n"
                   "        g[%" PRIu32 "] = e%" PRIu32 ".real;\n",
                   a->k, a->shift, a->shift, a->k, a->k);
}

static void print_block_gather(nh_print_c *print, const access *a) {
    int32_t stride = a->series->stride;
    if (a->both) {
        print_block_both(print, a);
        return;
    }
    nh_text_format(print->text, "        g[%" PRIu32 "] = ", a->k);
    if (a->series->table != NULL) {
        nh_text_format(print->text, "NH_K(pick)(%c, ", a->array);
        add_table_name(print, a);
        nh_text_add(print->text, " + i);\n");
        return;
    }
    nh_text_format(print->text,
                   stride == 0   ? "NH_K(splat)(%c["
                   : stride == 1 ? "NH_K(load)(%c + ("
                                 : "NH_K(gather)(%c + (",
                   a->array);
    add_index(print, a, "i");
    if (stride == 0) nh_text_add(print->text, "]);\n");
    else if (stride == 1) nh_text_add(print->text, "));\n");
    else nh_text_format(print->text, "), %" PRId32 ");\n", stride);
}

static void print_block_scatter(nh_print_c *print, const access *a) {
    int32_t stride = a->series->stride;
    if (a->series->table != NULL) {
        nh_text_add(print->text, "        NH_K(place)(y, ");
        add_table_name(print, a);
        nh_text_format(print->text, " + i, o[%" PRIu32 "]);\n", a->k);
        return;
    }
    nh_text_add(print->text, stride == 1 ? "        NH_K(store)(y + (" : "        NH_K(scatter)(y + (");
    add_index(print, a, "i");
    if (stride == 1) nh_text_format(print->text, "), o[%" PRIu32 "]);\n", a->k);
    else nh_text_format(print->text, "), %" PRId32 ", o[%" PRIu32 "]);\n", stride, a->k);
}

static void print_blocks(nh_print_c *print, uint32_t number) {
    const nh_loop *loop = &print->tape->loops[number];
    nh_text_format(print->text, "    for (; i + NH_LANES <= %" PRIu32 "; i += NH_LANES) {\n", loop->members);
    print_locals(print, &loop->body, "nh_real");
    for (uint32_t k = 0; k < loop->body.external_count; k++) {
        access a = gather_of(print, number, k);
        print_block_gather(print, &a);
    }
    print_calls(print, number, "_lanes", print->main_rows);
    for (uint32_t k = 0; k < loop->body.store_count; k++) {
        access a = scatter_of(print, number, k);
        print_block_scatter(print, &a);
    }
    nh_text_add(print->text, "    }\n");
}

/* Elements from and to places that are not side by side. Written out, because a compiler makes shuffles of
 * that and calls of a loop. */
static const char *const block_helpers[] = {
    "#if NH_LANES == 8\n",
    "#define NH_EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)\n",
    "#elif NH_LANES == 4\n",
    "#define NH_EACH(f) f(0), f(1), f(2), f(3)\n",
    "#else\n",
    "#define NH_EACH(f) f(0), f(1)\n",
    "#endif\n\n",
    "NH_KERNEL nh_real NH_K(gather)(const double *from, ptrdiff_t step) {\n",
    "#define NH_ELEMENT(l) from[(l) * step]\n",
    "    return (nh_real){NH_EACH(NH_ELEMENT)};\n",
    "#undef NH_ELEMENT\n}\n\n",
    "NH_KERNEL nh_real NH_K(pick)(const double *from, const uint32_t *at) {\n",
    "#define NH_ELEMENT(l) from[at[l]]\n",
    "    return (nh_real){NH_EACH(NH_ELEMENT)};\n",
    "#undef NH_ELEMENT\n}\n\n",
    "NH_KERNEL void NH_K(scatter)(double *to, ptrdiff_t step, nh_real a) {\n",
    "#define NH_ELEMENT(l) to[(l) * step] = a[l]\n",
    "    NH_EACH(NH_ELEMENT);\n",
    "#undef NH_ELEMENT\n}\n\n",
    "NH_KERNEL void NH_K(place)(double *to, const uint32_t *at, nh_real a) {\n",
    "#define NH_ELEMENT(l) to[at[l]] = a[l]\n",
    "    NH_EACH(NH_ELEMENT);\n",
    "#undef NH_ELEMENT\n}\n\n",
};

/* ---- together ---- */

void nh_print_c_bodies(nh_print_c *print) {
    for (uint32_t i = 0; i < print->tape->loop_count; i++) {
        nh_text name = nh_text_begin(print->scratch);
        nh_text_format(&name, "loop%" PRIu32 "_body", i);
        nh_print_c_parts(print, &print->bodies[i], nh_text_string(&name), 0, print->bodies[i].parts);
    }
    if (!print->wide || print->tape->loop_count == 0) return;
    for (size_t i = 0; i < sizeof block_helpers / sizeof *block_helpers; i++)
        nh_text_add(print->text, block_helpers[i]);
}

void nh_print_c_loops(nh_print_c *print) {
    for (uint32_t i = 0; i < print->tape->loop_count; i++) {
        nh_text_format(print->text,
                       "static void %s_loop%" PRIu32
                       "%s(const double *restrict x, double *restrict y, double *restrict w%s) {\n"
                       "    size_t i = 0;\n",
                       print->def->prefix, i, nh_print_c_suffix(print), print->wide ? ", size_t stride" : "");
        if (!print->wide && print->def->lanes) print_blocks(print, i);
        print_each(print, i);
        nh_text_add(print->text, "}\n\n");
    }
}
