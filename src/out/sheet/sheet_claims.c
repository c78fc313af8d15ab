/* Sheets as claims: statements that `holds` reads after those of the model, one claim for each printed line.
 * Abbreviations and momenta become `let`, assumptions `assume`.
 *
 * The sign of a root is what the line of the explicit form says it is, in which it occurs linearly: v = a + sigma b
 * gives sigma = (v - a)/b, and that its square is 1 is what the line claims. The name sigma.v of the language would be
 * that of another choice of velocities where the formulation has its own: here it is sigma_v. */
#include <string.h>

#include "base/assert.h"
#include "base/map.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "form/momenta.h"
#include "out/sheet/sheet_private.h"

typedef struct claim_writer {
    nh_text *text;
    const nh_sheet *sheet;
    nh_arena *arena;
    nh_map declared; /* names of the model */
    nh_map known;    /* signs that have a value */
    nh_expr *plain;  /* as many: what is written for them */
    const char *prefix;
} claim_writer;

/* ---- lines ---- */

static bool has_open_sign(const claim_writer *c, const nh_sheet_side *side) {
    for (uint32_t i = 0; i < side->count; i++)
        for (uint32_t k = 0; k < c->sheet->sign_count; k++)
            if (nh_map_get(&c->known, c->sheet->signs[k]) == NULL &&
                nh_expr_depends_on(c->sheet->model->pool, side->parts[i], 1, &c->sheet->signs[k]))
                return true;
    return false;
}

/* Whether the multiplier of a row occurs in it that no statement declares: the language has no name for it. */
static bool has_hidden_multiplier(const claim_writer *c, const nh_sheet_side *side) {
    const nh_model *model = c->sheet->model;
    for (size_t i = 0; i < model->rows.count; i++) {
        if (!model->rows.items[i].is_hidden) continue;
        nh_expr lambda = nh_equations_multiplier(model, c->arena, (uint32_t)i);
        for (uint32_t k = 0; k < side->count; k++)
            if (nh_expr_depends_on(model->pool, side->parts[k], 1, &lambda)) return true;
    }
    return false;
}

static nh_expr in_plain(const claim_writer *c, nh_expr e) {
    const nh_sheet *s = c->sheet;
    return nh_expr_substitute(s->model->pool, e, s->sign_count, s->signs, c->plain, false);
}

static void add_expression(const claim_writer *c, nh_expr e) {
    nh_expr_print(c->sheet->model->pool, c->text, in_plain(c, e));
}

static void add_side(const claim_writer *c, const nh_sheet_side *side) {
    nh_expr *parts = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)side->count + 1);
    for (uint32_t i = 0; i < side->count; i++) parts[i] = in_plain(c, side->parts[i]);
    nh_sheet_write_side(c->text, c->sheet->model->pool, &(nh_sheet_side){side->count, parts}, nh_expr_print);
}

/* let name = right; what the model declares itself is left out. */
static void add_let(claim_writer *c, const nh_sheet_line *line) {
    nh_pool *pool = c->sheet->model->pool;
    nh_name name = nh_expr_symbol_of(pool, line->left.parts[0])->name;
    if (nh_map_get(&c->declared, name) != NULL) return;
    nh_text_add(c->text, "let ");
    add_side(c, &line->left);
    nh_text_add(c->text, " = ");
    add_side(c, &line->right);
    nh_text_add(c->text, "\n");
}

static void add_claim(claim_writer *c, const char *what, size_t number, const nh_sheet_line *line) {
    if (has_open_sign(c, &line->left) || has_open_sign(c, &line->right)) {
        nh_text_format(c->text, "# %s_%s_%zu has an unknown sign\n", c->prefix, what, number);
        return;
    }
    if (has_hidden_multiplier(c, &line->left) || has_hidden_multiplier(c, &line->right)) {
        nh_text_format(c->text, "# %s_%s_%zu contains the multiplier of a hidden constraint\n", c->prefix, what,
                       number);
        return;
    }
    nh_text_format(c->text, "claim %s_%s_%zu: ", c->prefix, what, number);
    if (line->name != NULL) nh_text_format(c->text, "%s.%s", c->sheet->form->name, line->name);
    else add_side(c, &line->left);
    nh_text_add(c->text, " = ");
    add_side(c, &line->right);
    nh_text_add(c->text, "\n");
}

static void add_claims(claim_writer *c, const char *what, const nh_sheet_lines *lines) {
    for (size_t i = 0; i < lines->count; i++) add_claim(c, what, i + 1, &lines->items[i]);
}

/* ---- variables ---- */

/* Of a momentum "p_x": momentum(x); of a quasi-velocity of the model: its name. */
static void add_variable(claim_writer *c, size_t number, const nh_sheet_line *line) {
    const nh_model *model = c->sheet->model;
    const nh_symbol *symbol = nh_expr_symbol_of(model->pool, line->left.parts[0]);
    const char *coordinate = strchr(nh_name_text(model->context, symbol->name), '_');
    if (nh_map_get(&c->declared, symbol->name) != NULL || coordinate == NULL) {
        add_claim(c, "variable", number, line);
        return;
    }
    add_let(c, line);
    nh_text_format(c->text, "claim %s_variable_%zu: momentum(%s) = ", c->prefix, number, coordinate + 1);
    add_side(c, &line->left);
    nh_text_add(c->text, "\n");
}

/* ---- signs ---- */

/* "sigma.z" as a name of its own: sigma_z. */
static void name_signs(claim_writer *c) {
    const nh_sheet *s = c->sheet;
    c->plain = NH_NEW_ARRAY(c->arena, nh_expr, (size_t)s->sign_count + 1);
    for (uint32_t i = 0; i < s->sign_count; i++) {
        nh_text text = nh_text_begin(c->arena);
        for (const char *at = nh_name_text(s->model->context, nh_expr_symbol_of(s->model->pool, s->signs[i])->name);
             *at != '\0'; at++)
            if (*at != ']') nh_text_add_char(&text, *at == '.' || *at == '[' ? '_' : *at);
        while (nh_map_get(&c->declared, nh_name_of_text(s->model->context, nh_text_string(&text))) != NULL)
            nh_text_add_char(&text, '_');
        c->plain[i] = nh_expr_symbol_text(s->model->pool, NH_ROLE_PARAMETER, nh_text_string(&text));
    }
}

/* The one sign of the line that is not known; undefined when there is none, or several. */
static nh_expr only_open_sign(const claim_writer *c, const nh_sheet_line *line) {
    nh_expr found = NH_EXPR_UNDEFINED;
    for (uint32_t k = 0; k < c->sheet->sign_count; k++) {
        nh_expr sign = c->sheet->signs[k];
        bool stands = false;
        for (uint32_t i = 0; i < line->right.count; i++)
            stands = stands || nh_expr_depends_on(c->sheet->model->pool, line->right.parts[i], 1, &sign);
        if (!stands || nh_map_get(&c->known, sign) != NULL) continue;
        if (found != NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
        found = sign;
    }
    return found;
}

/* let sigma = (v - a)/b of v = a + sigma b; false when it does not occur in it so. */
static bool add_sign(claim_writer *c, const nh_sheet_line *line) {
    nh_pool *pool = c->sheet->model->pool;
    nh_expr sign = only_open_sign(c, line), zero = NH_EXPR_ZERO;
    if (sign == NH_EXPR_UNDEFINED) return false;
    nh_expr right = nh_expr_expand_names(pool, nh_expr_sum(pool, line->right.count, line->right.parts));
    nh_expr b = nh_expr_diff(pool, right, sign), a = nh_expr_substitute(pool, right, 1, &sign, &zero, true);
    if (a == NH_EXPR_UNDEFINED || nh_expr_depends_on(pool, b, 1, &sign)) return false;
    nh_text_add(c->text, "let ");
    add_expression(c, sign);
    nh_text_add(c->text, " = (");
    add_expression(c, nh_expr_sub(pool, line->left.parts[0], a));
    nh_text_add(c->text, ")/(");
    add_expression(c, b);
    nh_text_format(c->text, ")\nclaim %s_", c->prefix);
    add_expression(c, sign);
    nh_text_add(c->text, ": ");
    add_expression(c, sign);
    nh_text_add(c->text, "^2 = 1\n");
    nh_map_put(&c->known, sign, 1);
    return true;
}

static void add_signs(claim_writer *c) {
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (size_t i = 0; i < c->sheet->explicit_form.count; i++)
            is_new = add_sign(c, &c->sheet->explicit_form.items[i]) || is_new;
    }
}

/* ---- assumptions ---- */

/* What is printed is printed for states where these hold; those of the model occur in its text. */
static void add_assumptions(claim_writer *c) {
    for (size_t i = 0; i < c->sheet->assumptions.count; i++) {
        const nh_sheet_condition *condition = &c->sheet->assumptions.items[i];
        nh_expr sides[] = {condition->left, condition->right};
        nh_sheet_side both = {2, sides};
        if (has_open_sign(c, &both)) continue;
        nh_text_add(c->text, "assume ");
        add_expression(c, condition->left);
        nh_text_format(c->text, " %s ", nh_sheet_relation(condition->relation));
        add_expression(c, condition->right);
        nh_text_add(c->text, "\n");
    }
}

/* ---- all of it ---- */

void nh_sheet_print_claims(nh_text *text, const nh_sheet *sheet) {
    NH_ASSERT(!sheet->form->is_apart);
    nh_arena *arena = nh_arena_create(sheet->model->context);
    claim_writer c = {.text = text, .sheet = sheet, .arena = arena, .prefix = sheet->form->name};
    c.declared = nh_momenta_declared(sheet->model, arena);
    c.known = nh_map_make(arena);
    name_signs(&c);
    nh_text_format(text, "# %s: %s\n", nh_name_text(sheet->model->context, sheet->model->title), sheet->form->title);
    add_signs(&c); /* abbreviations may contain them */
    for (size_t i = 0; i < sheet->early; i++) add_let(&c, &sheet->abbreviations.items[i]);
    add_claims(&c, "constraint", &sheet->constraints);
    add_claims(&c, "explicit", &sheet->explicit_form);
    for (size_t i = 0; i < sheet->variables.count; i++) add_variable(&c, i + 1, &sheet->variables.items[i]);
    for (size_t i = sheet->early; i < sheet->abbreviations.count; i++) add_let(&c, &sheet->abbreviations.items[i]);
    add_assumptions(&c);
    add_claims(&c, "velocity", &sheet->velocities);
    add_claims(&c, "coefficient", &sheet->coefficients);
    add_claims(&c, "equation", &sheet->equations);
    nh_sheet_vectors_claims(text, sheet);
    add_claims(&c, "row", &sheet->rows);
    nh_arena_destroy(arena);
}
