/* `integrals`. For people each first integral with where it comes from, and what was searched. */
#include <string.h>

#include "base/assert.h"
#include "out/integrals_private.h"
#include "out/print/print_private.h"

/* ---- text ---- */

/* "gauge momentum of X1/y: x = 1/y" */
static void add_field(nh_text *text, const nh_integral *item) {
    NH_ASSERT(item->field != NULL || item->generators != NULL);
    nh_text_format(text, "\n      %smomentum of ", item->is_gauge ? "gauge " : "");
    if (item->generators != NULL) nh_text_add(text, item->generators);
    if (item->generators != NULL && item->field != NULL) nh_text_add(text, ": ");
    if (item->field != NULL) nh_text_add(text, item->field);
}

static void add_item(nh_text *text, const nh_integral *item) {
    nh_text_format(text, "\n  %s\n      %s; %s", item->text, nh_integrals_word(item->by), item->from);
    if (item->degree >= 0) nh_text_format(text, "; degree %d in the velocities", item->degree);
    bool is_told = strncmp(item->from, "momentum of ", 12) == 0 && !item->is_gauge;
    if (!is_told && (item->field != NULL || item->generators != NULL)) add_field(text, item);
    if (item->when != NULL) nh_text_format(text, "\n      when %s", item->when);
    if (item->where != NULL) nh_text_format(text, "\n      where %s", item->where);
}

static void add_symmetry(nh_text *text, const nh_integrals_symmetry *s, size_t number) {
    NH_ASSERT(number > 0);
    nh_text_format(text, "\n  X%zu: %s\n      J = %s", number, s->text, s->momentum);
    if (s->rate != NULL) nh_text_format(text, "\n      J' = %s", s->rate);
    else nh_text_add(text, "\n      J' could not be decided");
    nh_text_add(text, s->is_compatible ? "; compatible with the constraints" : "");
    if (s->rate != NULL) nh_text_format(text, "; %s", nh_integrals_word(s->by));
}

static void add_symmetries(nh_text *text, const nh_integrals_result *found) {
    const nh_integrals_info *info = &found->info;
    if (info->symmetries + info->open_symmetries == 0) return;
    nh_text_add(text, "\n\nsymmetries of the Lagrangian and of the constraints (proved), momenta");
    for (size_t i = 0; i < found->symmetries.count; i++) add_symmetry(text, &found->symmetries.items[i], i + 1);
    for (size_t i = 0; i < info->commutator_count; i++) nh_text_format(text, "\n  %s", info->commutators[i]);
    if (info->symmetries > 1 && info->brackets)
        nh_text_add(text, info->commutator_count > 0 ? "\n  all others commute" : "\n  they commute");
    if (info->open_symmetries > 0)
        nh_text_format(text, "\n  %zu further possible symmetr%s could not be decided", info->open_symmetries,
                       info->open_symmetries == 1 ? "y" : "ies");
}

static void add_linear(nh_text *text, const nh_integrals_linear *l) {
    NH_ASSERT(l->count > 0);
    nh_text_format(text, "\n\nlinear equations in %s (proved): their solutions give %zu first integral%s", l->variable,
                   l->count, nh_plural(l->count));
    for (size_t i = 0; i < l->count; i++) nh_text_format(text, "\n  %s", l->equations[i]);
    if (l->second_order != NULL) nh_text_format(text, "\n  %s", l->second_order);
    if (l->special != NULL) nh_text_format(text, "\n  this is %s", l->special);
}

static void add_separation(nh_text *text, const nh_integrals_separation *s) {
    bool has_positions = *s->positions != '\0';
    NH_ASSERT(s->count > 1);
    nh_text_format(text, "\n\nquasi-velocities that separate: of the positions, their rates contain %s (%s)",
                   has_positions ? s->positions : "none", nh_integrals_word(s->by));
    for (size_t i = 0; i < s->count; i++)
        nh_text_format(text, "\n  quasi %s\n      %s", s->definitions[i], s->rates[i]);
}

static void add_search(nh_text *text, const nh_integrals_info *info) {
    if (info->why != NULL)
        nh_text_format(text, "\n\nonly energy, momenta and functions of positions were tried: %s", info->why);
    if (info->searched_count > 0) nh_text_add(text, "\n\nsearched");
    for (size_t i = 0; i < info->searched_count; i++) nh_text_format(text, "\n  %s", info->searched[i]);
    if (info->undecided > 0)
        nh_text_format(text, "\n\n%zu further candidate%s could not be decided", info->undecided,
                       nh_plural(info->undecided));
}

static void add_hamiltonian(nh_text *text, const nh_integrals_measure *m) {
    NH_ASSERT(m->momentum_count > 1);
    bool is_other_time = strcmp(m->multiplier, "1") != 0;
    nh_text_add(text, "\n  Hamilton's equations hold for");
    if (is_other_time) nh_text_format(text, " the time tau, dtau = (%s) dt, and", m->multiplier);
    nh_text_format(text, " these momenta (%s)", nh_integrals_word(m->hamiltonian_by));
    for (size_t i = 0; i < m->momentum_count; i++) nh_text_format(text, "\n      %s", m->momenta[i]);
    nh_text_format(text, "\n      H = %s", m->hamiltonian);
}

static void add_measure(nh_text *text, const nh_integrals_measure *m) {
    if (m->density != NULL)
        nh_text_format(text, "\n\ninvariant measure\n  (%s) %s\n      %s", m->density, m->volume,
                       nh_integrals_word(m->by));
    else if (m->obstruction != NULL)
        nh_text_format(text,
                       "\n\ninvariant measure with a smooth density in the coordinates: none (proved, for almost all "
                       "values of the parameters)\n  %s",
                       m->obstruction);
    else nh_text_format(text, "\n\ninvariant measure with a density in the coordinates: unknown\n  %s", m->why);
    if (m->when != NULL) nh_text_format(text, "\n      when %s", m->when);
    if (m->quadratures != NULL)
        nh_text_format(text, "\n  %s (Euler-Jacobi): %s",
                       m->is_integrable ? "integrable by quadratures" : "quadratures are not shown", m->quadratures);
    if (m->multiplier != NULL) add_hamiltonian(text, m);
    if (m->special != NULL) nh_text_format(text, "\n  there is one when %s", m->special);
}

static void print_text(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    const nh_integrals_info *info = &found->info;
    nh_text_format(text, "%s\n\nfirst integrals: ", nh_name_text(model->context, model->title));
    size_t special = 0;
    for (size_t i = 0; i < found->items.count; i++) special += found->items.items[i].when != NULL;
    nh_text_format(text, "%zu found", found->items.count - special);
    if (info->most > 0) nh_text_format(text, "; there are at most %zu independent ones", info->most);
    if (special > 0) nh_text_format(text, "; %zu more for special values of parameters", special);
    for (size_t i = 0; i < found->items.count; i++) add_item(text, &found->items.items[i]);
    for (size_t i = 0; i < found->linear.count; i++) add_linear(text, &found->linear.items[i]);
    add_symmetries(text, found);
    if (found->separation.count > 0) add_separation(text, &found->separation);
    if (found->measure != NULL) add_measure(text, found->measure);
    add_search(text, info);
    nh_text_format(text, "\n\nseed %llu\n", nh_whole(seed));
}

/* ---- JSON ---- */

static void print_json(nh_text *text, const nh_model *model, const nh_integrals_result *found, uint64_t seed) {
    nh_json json = nh_print_open(text, model);
    nh_integrals_write_json(&json, found);
    nh_json_integer(&json, "seed", seed);
    nh_print_close(&json, model);
}

void nh_print_integrals(nh_text *text, nh_print_as as, const nh_model *model, const nh_integrals_result *found,
                        const nh_integrals_def *def) {
    if (as == NH_PRINT_JSON) print_json(text, model, found, def->seed);
    else print_text(text, model, found, def->seed);
}
