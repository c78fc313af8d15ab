/* The claims of the model, as expressions in the state, accelerations and multipliers. Names in them stand for
 *
 *     reaction(P).x, ...      constraint forces (motion/forces/reaction.h), with auxiliary symbols
 *                             that linear systems give
 *     E_star, E.forces, ...   energies and the terms of their balances (verify_energies.c)
 *     alpha.x, alphabar.x     [Homogeneous] (9), (19), of a dependent velocity
 *     sigma.x                 the sign of the root in alpha.x
 *     voronec.B[a][x], ...    coefficients of a formulation
 *
 * A name that is differentiated is a call of a function of that name (lang/unknowns.c): of t, q, q', q'' and
 * parameters; coefficients of hamilton, routh and hamel are functions of their own variables, momenta and
 * quasi-velocities, which are put in afterwards.
 *
 * All but the first depend on which velocities are independent, and are meant with the choice of `check`
 * (verify_choice.c): where that fails they have no meaning. Where the constraints are not homogeneous, E_star and
 * alphabar depend on it in value, and the model has to say which. */
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/run/observe.h"
#include "state/explicit/kind.h"
#include "truth/verify/verify_private.h"

/* ---- constraint forces, once ---- */

static void find_forces(nh_verifier *v, nh_expr claim, nh_map *known, nh_exprs *from, nh_exprs *to) {
    uint32_t count;
    if (nh_verify_law_is_apart(v)) return; /* they are those under the Chetaev condition */
    const nh_expr *symbols = nh_expr_symbols(v->model->pool, v->arena, 1, &claim, &count);
    for (uint32_t i = 0; i < count; i++) {
        const char *why;
        if (nh_map_get(known, symbols[i]) != NULL) continue;
        nh_map_put(known, symbols[i], 1);
        nh_expr value = nh_reactions_value(v->forces, symbols[i], &why);
        if (value == NH_EXPR_UNDEFINED) continue;
        nh_array_push(from, symbols[i]);
        nh_array_push(to, value);
    }
}

/* What the sides of a claim need, in room of its own: constraint forces are substituted. */
static nh_needs copy_needs(const nh_verifier *v, nh_needs needs) {
    nh_need *items = NH_NEW_ARRAY(v->arena, nh_need, needs.count + 1);
    for (size_t i = 0; i < needs.count; i++) items[i] = needs.items[i];
    return (nh_needs){needs.count, items};
}

/* Whether e is a parameter that has a value other than 0 in the model, and so has one in all sets of values. */
static bool is_never_zero(const nh_model *model, nh_expr e) {
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        if (parameter->symbol == e) return parameter->value != NH_EXPR_UNDEFINED && parameter->value != NH_EXPR_ZERO;
    }
    return false;
}

/* Whether e is a product of such. */
static bool is_product_of_nonzero(const nh_model *model, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(model->pool, e, &ignored);
    if (nh_expr_kind_of(model->pool, e) != NH_EXPR_PRODUCT) return is_never_zero(model, e);
    for (uint32_t i = 0; i < nh_expr_arity(model->pool, e); i += 2)
        if (!is_never_zero(model, nh_expr_args(model->pool, e)[i])) return false;
    return true;
}

/* Whether they may fail at some states, or with some values. */
static bool is_bound(const nh_model *model, nh_needs needs) {
    for (size_t i = 0; i < needs.count; i++)
        if (needs.items[i].kind != NH_NEED_NONZERO || !is_product_of_nonzero(model, needs.items[i].e)) return true;
    return false;
}

static void put_forces_in(nh_verifier *v, const nh_exprs *from, const nh_exprs *to) {
    nh_pool *pool = v->model->pool;
    size_t count = v->model->records.count;
    if (from->count == 0) return;
    nh_expr_substitute_all(pool, count, v->claims, (uint32_t)from->count, from->items, to->items, true);
    for (size_t i = 0; i < v->pieces.count; i++) {
        nh_exprs *conditions = &v->pieces.items[i].all.conditions;
        nh_expr_substitute_all(pool, conditions->count, conditions->items, (uint32_t)from->count, from->items,
                               to->items, true);
    }
    for (size_t i = 0; i < count; i++) {
        nh_need *items = (nh_need *)(uintptr_t)v->needs[i].items;
        for (size_t k = 0; k < v->needs[i].count; k++)
            items[k].e = nh_expr_substitute(pool, items[k].e, (uint32_t)from->count, from->items, to->items, true);
    }
}

void nh_verify_claims_prepare(nh_verifier *v) {
    const nh_model *model = v->model;
    size_t count = model->records.count;
    nh_map known = nh_map_make(v->arena);
    nh_exprs from = {.arena = v->arena}, to = {.arena = v->arena};
    v->forces = nh_reactions_make(v->arena, v->chetaev);
    v->claims = NH_NEW_ARRAY(v->arena, nh_expr, count + 1);
    v->needs = NH_NEW_ARRAY(v->arena, nh_needs, count + 1);
    v->claim_question = NH_NEW_ARRAY(v->arena, size_t, count + 1);
    v->claim_choices = NH_NEW_ARRAY(v->arena, uint32_t, count + 1);
    nh_verify_choices_find(v);
    for (size_t i = 0; i < count; i++) {
        const nh_record *record = &model->records.items[i];
        bool is_claim = record->kind == NH_RECORD_CLAIM && record->is_judged == v->def.is_judging;
        v->claims[i] = is_claim ? record->value : NH_EXPR_ZERO;
        v->claim_question[i] =
            is_claim ? nh_verifier_ask(v, NH_VERIFY_CLAIM, nh_name_text(model->context, record->name)) : NH_VERIFY_NONE;
        if (!is_claim) continue;
        v->needs[i] = copy_needs(v, record->needs);
        v->questions.items[v->claim_question[i]].domain.is_bound = is_bound(model, record->needs);
        find_forces(v, record->value, &known, &from, &to);
        for (size_t k = 0; k < record->needs.count; k++) find_forces(v, record->needs.items[k].e, &known, &from, &to);
    }
    nh_verify_pieces_find(v);
    put_forces_in(v, &from, &to);
}

/* ---- what depends on the choice ---- */

typedef struct claim_resolver {
    nh_verifier *v;
    const nh_explicit *choice;
    nh_claim_names *names;
    size_t record;
    bool is_function; /* the formula is wanted, not only the value */
    const char *why;
    bool is_whole; /* why says it all */
} claim_resolver;

static nh_expr refuse_name(claim_resolver *n, const char *why) {
    n->why = why;
    return NH_EXPR_UNDEFINED;
}

/* Notes that the claim is meant with a choice; false, and a refusal, where that does not serve. */
static bool is_meant_with(claim_resolver *n, uint32_t number) {
    NH_ASSERT(number < 32);
    nh_verifier *v = n->v;
    const nh_meaning_choice *choice = number < v->choices.count ? &v->choices.items[number] : NULL;
    nh_text text = nh_text_begin(v->arena);
    if (choice != NULL && choice->why == NULL) v->claim_choices[n->record] |= UINT32_C(1) << number;
    if (choice != NULL && (n->names->serving >> number & 1) != 0) return true;
    if (choice == NULL || choice->why != NULL)
        nh_text_add(&text, choice != NULL ? choice->why : "no choice of independent velocities was found");
    else
        nh_text_format(&text,
                       "it assumes independent %s, but the constraints cannot be solved for the other velocities there",
                       choice->words != NULL ? choice->words : "velocities");
    (void)refuse_name(n, nh_text_string(&text));
    return false;
}

/* The number of a dependent velocity by the name of its coordinate, or NH_MODEL_NONE. */
static uint32_t dependent_of(const claim_resolver *n, const char *coordinate) {
    const nh_model *model = n->v->model;
    for (uint32_t d = 0; d < n->choice->k; d++) {
        nh_name name = model->coordinates.items[n->choice->dependent[d].coordinate].name;
        if (strcmp(nh_name_text(model->context, name), coordinate) == 0) return d;
    }
    return NH_MODEL_NONE;
}

/* Of a formula as a function of t, q, the independent velocities and their rates: the others are substituted, since a
 * partial derivative holds none of them. */
static nh_expr in_independent(claim_resolver *n, const nh_explicit *choice, nh_expr e) {
    const nh_model *model = n->v->model;
    nh_pool *pool = model->pool;
    uint32_t count = 2 * choice->k;
    nh_expr *from = NH_NEW_ARRAY(n->v->arena, nh_expr, (size_t)count + 1);
    nh_expr *to = NH_NEW_ARRAY(n->v->arena, nh_expr, (size_t)count + 1);
    if (!n->is_function || e == NH_EXPR_UNDEFINED) return e;
    e = nh_expr_expand_names(pool, e);
    for (uint32_t d = 0; d < choice->k; d++) {
        from[d] = model->coordinates.items[choice->dependent[d].coordinate].v;
        from[choice->k + d] = nh_expr_dot(pool, from[d]);
        to[d] = choice->dependent[d].alpha;
    }
    if (!nh_expr_depends_on(pool, e, count, from)) return e;
    for (uint32_t d = 0; d < choice->k; d++)
        if (to[d] == NH_EXPR_UNDEFINED)
            return refuse_name(n, "the constraints are not solved for the dependent velocities");
    for (uint32_t d = 0; d < choice->k; d++)
        to[choice->k + d] = nh_expr_substitute(pool, nh_expr_total_derivative(pool, nh_expr_expand_names(pool, to[d])),
                                               choice->k, from, to, true);
    return nh_expr_substitute(pool, e, count, from, to, true);
}

static nh_expr explicit_velocity(claim_resolver *n, const char *coordinate, bool is_bar) {
    const nh_model *model = n->v->model;
    if (!is_meant_with(n, 0)) return NH_EXPR_UNDEFINED;
    uint32_t d = dependent_of(n, coordinate);
    if (d == NH_MODEL_NONE) return refuse_name(n, "its velocity is an independent one");
    nh_expr alpha = n->choice->dependent[d].alpha;
    if (!is_bar && !n->is_function) return model->coordinates.items[n->choice->dependent[d].coordinate].v;
    if (!is_bar)
        return alpha != NH_EXPR_UNDEFINED ? alpha : refuse_name(n, "the constraints could not be solved for it");
    if (!nh_verify_choice_is_determined(n->v, n->choice))
        return refuse_name(
            n,
            "it depends on which velocities are independent, and the model does not say; add an independent statement");
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t j = 0; j < n->choice->m; j++) {
        nh_expr u = model->coordinates.items[n->choice->independent[j]].v, slope = nh_explicit_first(n->choice, d, u);
        if (slope == NH_EXPR_UNDEFINED)
            return refuse_name(n, "the derivatives of the dependent velocities are too long");
        sum = nh_expr_add(model->pool, sum, nh_expr_mul(model->pool, slope, u));
    }
    return in_independent(n, n->choice, sum);
}

/* The sign of the root in alpha.x, as `check` names it. */
static nh_expr explicit_sign(claim_resolver *n, const char *coordinate) {
    if (!is_meant_with(n, 0)) return NH_EXPR_UNDEFINED;
    uint32_t d = dependent_of(n, coordinate);
    if (d == NH_MODEL_NONE) return refuse_name(n, "its velocity is an independent one");
    nh_expr sign = n->choice->dependent[d].sign;
    return sign != NH_EXPR_UNDEFINED ? sign : refuse_name(n, "the explicit form of its velocity has no open sign");
}

/* Whether "B[a][x]", as the language writes it, is "B[a,x]". */
static bool is_name(const char *written, const char *name) {
    while (*written != '\0' && *name != '\0') {
        bool is_comma = strncmp(written, "][", 2) == 0 && *name == ',';
        if (!is_comma && *written != *name) return false;
        written += is_comma ? 2 : 1;
        name++;
    }
    return *written == *name;
}

/* How much of a name precedes its indices. */
static size_t base_length(const char *name) {
    return strcspn(name, "[");
}

/* What an index names: several of these, a coordinate whose velocity is a variable. */
enum { INDEX_COORDINATE = 1, INDEX_ROW = 2, INDEX_VARIABLE = 4 };

static bool is_called(const claim_resolver *n, nh_name name, const char *text) {
    return strcmp(nh_name_text(n->v->model->context, name), text) == 0;
}

/* Whether the equations have the row. */
static bool is_row_of(const nh_equations *e, uint32_t row) {
    NH_ASSERT(row < e->model->rows.count);
    bool is_found = e->choice == NULL && e->model->rows.items[row].is_imposed;
    for (uint32_t d = 0; e->choice != NULL && d < e->choice->k; d++)
        is_found = is_found || e->choice->dependent[d].row == row;
    return is_found;
}

static unsigned kinds_of_index(const claim_resolver *n, const nh_equations *e, const char *index) {
    const nh_model *model = n->v->model;
    unsigned kinds = 0;
    for (size_t i = 0; i < model->coordinates.count; i++)
        if (is_called(n, model->coordinates.items[i].name, index)) kinds |= INDEX_COORDINATE;
    for (size_t i = 0; i < model->rows.count; i++)
        if (is_called(n, model->rows.items[i].name, index) && is_row_of(e, (uint32_t)i)) kinds |= INDEX_ROW;
    for (uint32_t i = 0; e->symbols != NULL && i < e->count; i++)
        if (is_called(n, nh_expr_symbol_of(model->pool, e->symbols[i])->name, index)) kinds |= INDEX_VARIABLE;
    return kinds;
}

/* The kinds of the indices of a name, "B[a,x]" or "B[a][x]", at most as many as there is room for; how many. */
static uint32_t kinds_of(const claim_resolver *n, const nh_equations *e, const char *name, uint32_t room,
                         unsigned *kinds) {
    uint32_t count = 0;
    nh_text text = nh_text_begin(n->v->arena);
    for (name += base_length(name); (*name == '[' || *name == ',') && count < room; count++) {
        size_t depth = 0, length = 0;
        for (name++; name[length] != '\0' && (depth > 0 || (name[length] != ']' && name[length] != ',')); length++) {
            if (name[length] == '[') depth++;
            if (name[length] == ']') depth--;
        }
        text.length = 0;
        nh_text_add_bytes(&text, name, length);
        kinds[count] = kinds_of_index(n, e, nh_text_string(&text));
        name += length + (name[length] == ']');
    }
    return count;
}

/* Coefficients of which those that are 0 have no names, and what their indices name: x a coordinate,
 * y a variable, r a row. */
static const struct {
    const char *form, *base, *indices;
    bool is_sorted; /* only there where L is a polynomial of degree 2 in the velocities, and then A_Gamma is */
} left_out[] = {
    {"hamel", "Z", "yx", false},      {"hamel", "psi", "y", false},  {"hamel", "Gamma", "xy", false},
    {"hamel", "Theta", "xr", false},  {"hamel", "pi", "r", false},   {"hamel", "A_Gamma", "yy", true},
    {"hamel", "A_Theta", "rr", true}, {"hamel", "Q", "y", true},     {"hamel", "A_GammaTheta", "yr", true},
    {"hamel", "Lambda", "y", true},   {"hamel", "N", "y", true},     {"hamel", "tail", "y", true},
    {"hamel", "missing", "y", true},  {"hamel", "D", "xyy", true},   {"chetaev", "M", "xx", false},
    {"chetaev", "F", "x", false},     {"chetaev", "A", "rx", false}, {"chetaev", "drift", "r", false},
    {"udwadia", "M", "xx", false},    {"udwadia", "F", "x", false},  {"udwadia", "A", "rx", false},
    {"udwadia", "drift", "r", false},
};

static bool has_base(const nh_equations *e, const char *base) {
    for (size_t k = 0; k < e->coefficients.count; k++) {
        size_t length = base_length(e->coefficients.items[k].name);
        if (strncmp(e->coefficients.items[k].name, base, length) == 0 && base[length] == '\0') return true;
    }
    return false;
}

static bool is_kind(unsigned kinds, char wanted) {
    unsigned kind = wanted == 'y' ? INDEX_VARIABLE : wanted == 'x' ? INDEX_COORDINATE : INDEX_ROW;
    return (kinds & kind) != 0;
}

/* Whether it is one that has no name because it is 0. Of systems without names it is not known. */
static bool is_zero(const claim_resolver *n, const nh_equations *e, const char *name) {
    enum { MOST = 4 };
    unsigned own[MOST];
    uint32_t count = kinds_of(n, e, name, MOST, own);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out && e->coefficients.count > 0; i++) {
        bool is_it = strcmp(left_out[i].form, e->form) == 0 && strlen(left_out[i].base) == base_length(name) &&
                     strncmp(left_out[i].base, name, base_length(name)) == 0 && strlen(left_out[i].indices) == count;
        for (uint32_t k = 0; k < count && is_it; k++) is_it = is_kind(own[k], left_out[i].indices[k]);
        if (is_it && (!left_out[i].is_sorted || has_base(e, "A_Gamma"))) return true;
    }
    return false;
}

/* Whether coefficients depend on the choice: those of equations along all coordinates do not. */
static bool depends_on_choice(const claim_resolver *n, const nh_equations *e) {
    return e->choice != NULL && e->choice->k > 0 && e->count < n->v->n;
}

/* Of the general choice. */
static const char *words_of_choice(const claim_resolver *n) {
    const char *words = n->v->choices.count > 0 ? n->v->choices.items[0].words : NULL;
    return words != NULL ? words : "all velocities";
}

/* The i-th variable of a formulation as it is written: a velocity, a quasi-velocity of the model, else momentum(x). */
static nh_expr written_variable(const claim_resolver *n, const nh_equations *e, uint32_t i) {
    NH_ASSERT(i < e->count);
    const nh_model *model = n->v->model;
    if (nh_expr_symbol_of(model->pool, e->symbols[i])->role == NH_ROLE_COORDINATE) return e->symbols[i];
    for (size_t k = 0; k < model->quasis.count; k++)
        if (e->symbols[i] == model->quasis.items[k].symbol) return e->symbols[i];
    return nh_model_momentum_symbol(model, n->v->arena, i); /* one along each coordinate */
}

/* A coefficient as a function of the variables of the formulation, as they are written. */
static nh_expr in_own_variables(claim_resolver *n, const nh_equations *e, const nh_coefficient *c) {
    nh_expr *to = NH_NEW_ARRAY(n->v->arena, nh_expr, (size_t)e->count + 1);
    for (uint32_t i = 0; i < n->v->n && e->velocities != NULL; i++)
        if (e->velocities[i] == NH_EXPR_UNDEFINED)
            return refuse_name(n, "the momenta cannot be solved for the velocities, so it cannot be expressed in them");
    for (uint32_t i = 0; i < e->count; i++) to[i] = written_variable(n, e, i);
    return nh_expr_substitute(n->v->model->pool, c->own, e->count, e->symbols, to, true);
}

static bool is_of_base(const char *coefficient, const char *name) {
    return base_length(coefficient) == base_length(name) && strncmp(coefficient, name, base_length(name)) == 0;
}

/* Whether it is one of those that are there only where L is a polynomial of degree 2 in the velocities. */
static bool needs_squares(const nh_equations *e, const char *name) {
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (left_out[i].is_sorted && strcmp(left_out[i].form, e->form) == 0 && is_of_base(left_out[i].base, name))
            return !has_base(e, "A_Gamma");
    return false;
}

/* Adds names of coefficients, the first of each base, or those of the base of a name. */
static void add_examples(nh_text *text, const nh_equations *e, const char *name) {
    enum { MOST_EXAMPLES = 5 };
    int count = 0;
    for (size_t k = 0; k < e->coefficients.count && count < MOST_EXAMPLES; k++) {
        const char *one = e->coefficients.items[k].name;
        bool is_wanted =
            name != NULL ? is_of_base(one, name) : k == 0 || !is_of_base(one, e->coefficients.items[k - 1].name);
        if (is_wanted) nh_text_format(text, "%s%s", count++ > 0 ? ", " : "", one);
    }
}

static nh_expr refuse_coefficient(claim_resolver *n, const nh_equations *e, const char *name) {
    nh_text text = nh_text_begin(n->v->arena);
    if (needs_squares(e, name))
        return refuse_name(n, "it exists only if the Lagrangian is a polynomial of degree 2 in the velocities");
    nh_text_format(&text, "the formulation '%s' has no such coefficient", e->form);
    if (depends_on_choice(n, e)) nh_text_format(&text, " if %s are independent", words_of_choice(n));
    if (e->coefficients.count > 0) nh_text_add(&text, "; it has ");
    char *base = nh_arena_string(n->v->arena, name);
    base[base_length(name)] = '\0';
    add_examples(&text, e, has_base(e, base) ? name : NULL);
    return refuse_name(n, nh_text_string(&text));
}

static nh_expr resolve_coefficient(claim_resolver *n, const char *path) {
    const nh_form *form = nh_verify_form_of_name(path);
    const char *name = strchr(path, '.') + 1;
    if (form == NULL) return refuse_name(n, "there is no such formulation");
    if (form->is_apart && form != n->v->def.form)
        return refuse_name(n, "this formulation has different motions, on which claims are not tested");
    const nh_verify_named *named = nh_verify_named_equations(n->v, form);
    const nh_equations *e = named->equations;
    if (e == NULL) return refuse_name(n, named->why);
    if (depends_on_choice(n, e) && !is_meant_with(n, nh_verify_choice_of(n->v, form))) return NH_EXPR_UNDEFINED;
    for (size_t k = 0; k < e->coefficients.count; k++) {
        if (!is_name(name, e->coefficients.items[k].name)) continue;
        if (n->is_function && nh_model_formula_has_variables(path))
            return in_own_variables(n, e, &e->coefficients.items[k]);
        nh_expr value = e->coefficients.items[k].value;
        nh_equations_in_velocities(e, 1, &value);
        return depends_on_choice(n, e) ? in_independent(n, e->choice, value) : value;
    }
    if (is_zero(n, e, name)) return NH_EXPR_ZERO;
    return refuse_coefficient(n, e, name);
}

static nh_expr resolve_energy(claim_resolver *n, const char *name) {
    const char *why = NULL;
    if (strncmp(name, "E.", 2) != 0 && !is_meant_with(n, 0)) return NH_EXPR_UNDEFINED;
    nh_expr value = nh_verify_energy(n->v, n->names, name, &why);
    return value == NH_EXPR_UNDEFINED ? refuse_name(n, why) : in_independent(n, n->choice, value);
}

static bool is_energy(const char *name) {
    return nh_model_is_chosen_energy(name) || nh_model_is_energy_part(name);
}

/* What belongs to motions under the Chetaev condition only. */
static bool is_of_chetaev(const char *name) {
    return strncmp(name, "reaction", 8) == 0 || nh_model_is_energy_part(name);
}

static nh_expr value_of(claim_resolver *n, const char *name) {
    if (nh_verify_law_is_apart(n->v) && is_of_chetaev(name))
        return refuse_name(n, "it belongs to motions under the Chetaev condition; vakonomic ones have mu.NAME'");
    if (is_energy(name)) return resolve_energy(n, name);
    if (strncmp(name, "transposition.", 14) == 0) {
        const char *why = NULL;
        nh_expr value = nh_verify_transposition(n->v, name, &why);
        return value != NH_EXPR_UNDEFINED ? value : refuse_name(n, why);
    }
    if (strncmp(name, "alpha.", 6) == 0) return explicit_velocity(n, name + 6, false);
    if (strncmp(name, "sigma.", 6) == 0) return explicit_sign(n, name + 6);
    if (strncmp(name, "alphabar.", 9) == 0) return explicit_velocity(n, name + 9, true);
    return strchr(name, '.') != NULL ? resolve_coefficient(n, name) : refuse_name(n, "it is not computed");
}

static const char *format_sentence(const nh_verifier *v, const char *name, const char *why) {
    nh_text text = nh_text_begin(v->arena);
    nh_text_add(&text, "'");
    for (const char *at = name; *at != '\0'; at += strncmp(at, "][", 2) == 0 ? 2 : 1) /* B[a][x] is written B[a,x] */
        nh_text_format(&text, "%c", strncmp(at, "][", 2) == 0 ? ',' : *at);
    nh_text_format(&text, "': %s", why);
    return nh_text_string(&text);
}

static bool is_sign(const nh_explicit *choice, nh_expr symbol) {
    return nh_is_among(symbol, choice->signs, choice->sign);
}

/* Whether it is a name that value_of knows, and no function of the model. */
static bool is_formula(const char *name) {
    return nh_model_is_chosen_energy(name) || strchr(name, '.') != NULL;
}

/* The claim without calls of formulas; undefined, and n->why, when one is not known. */
static nh_expr open_formulas(claim_resolver *n, nh_expr claim, const char **name) {
    nh_verifier *v = n->v;
    nh_pool *pool = v->model->pool;
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &claim, &count);
    n->is_function = true;
    for (uint32_t i = 0; i < count && claim != NH_EXPR_UNDEFINED; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(pool, symbols[i]);
        const char *text = nh_name_text(v->model->context, symbol.name);
        uint32_t arguments;
        if (symbol.role != NH_ROLE_FUNCTION) continue;
        const nh_expr *list =
            nh_model_formula_arguments(v->model, v->arena, nh_model_formula_has_variables(text), &arguments);
        if (symbol.by_count != arguments || !is_formula(text)) continue;
        *name = text;
        nh_expr body = value_of(n, text);
        if (body == NH_EXPR_UNDEFINED) return body;
        claim = nh_expr_define_function(pool, claim, nh_expr_function(pool, symbol.name, arguments), list,
                                        nh_expr_expand_names(pool, body));
    }
    n->is_function = false;
    return claim;
}

/* ---- variables of formulations ---- */

static bool is_printed_so(const claim_resolver *n, nh_expr e, const char *text) {
    nh_text printed = nh_text_begin(n->v->arena);
    nh_expr_print(n->v->model->pool, &printed, e);
    return strcmp(nh_text_string(&printed), text) == 0;
}

static bool is_among(const claim_resolver *n, uint32_t count, const nh_expr *e, const char *text) {
    for (uint32_t i = 0; i < count; i++)
        if (is_printed_so(n, e[i], text)) return true;
    return false;
}

/* Of a symbol "hamel by v" (lang/unknowns.c): 1 where v is a variable of the formulation, "explicit by x'"
 * where x' is independent. */
static nh_expr mark_value(claim_resolver *n, const char *mark) {
    nh_verifier *v = n->v;
    const char *by = strstr(mark, " by ") + 4;
    size_t length = (size_t)(by - mark) - 4;
    nh_expr *variables = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)v->n + 1);
    uint32_t count = 0;
    nh_text owner = nh_text_begin(v->arena);
    nh_text_add_bytes(&owner, mark, length);
    nh_text_add(&owner, ".");
    const nh_form *form = nh_verify_form_of_name(nh_text_string(&owner));
    const nh_equations *e = form != NULL ? nh_verify_named_equations(v, form)->equations : NULL;
    if (form != NULL && e == NULL) return refuse_name(n, nh_verify_named_equations(v, form)->why);
    if (e != NULL && e->symbols == NULL) return NH_EXPR_ONE; /* all velocities */
    for (uint32_t i = 0; e != NULL && i < e->count; i++) variables[count++] = written_variable(n, e, i);
    for (uint32_t i = 0; e == NULL && i < n->choice->m; i++)
        variables[count++] = v->model->coordinates.items[n->choice->independent[i]].v;
    if (is_among(n, count, variables, by)) return NH_EXPR_ONE;
    nh_text text = nh_text_begin(v->arena);
    if (form == NULL) nh_text_format(&text, "%s is not independent: %s are", by, words_of_choice(n));
    else nh_text_format(&text, "%s is not a variable of %s", by, form->name);
    return refuse_name(n, nh_text_string(&text));
}

/* The claim with 1 for all such symbols: before anything else, since a derivative by what is not a variable would be 0.
 * Undefined, and n->why, when one has none. */
static nh_expr open_marks(claim_resolver *n, nh_expr claim, const char **name) {
    nh_pool *pool = n->v->model->pool;
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, n->v->arena, 1, &claim, &count);
    for (uint32_t i = 0; i < count; i++) {
        *name = nh_name_text(n->v->model->context, nh_expr_symbol_of(pool, symbols[i])->name);
        if (nh_expr_symbol_of(pool, symbols[i])->role != NH_ROLE_PARAMETER || strstr(*name, " by ") == NULL) continue;
        nh_expr value = mark_value(n, *name);
        if (value == NH_EXPR_UNDEFINED) return value;
        claim = nh_expr_substitute(pool, claim, 1, &symbols[i], &value, true);
    }
    return claim;
}

/* A momentum or a quasi-velocity by the velocities, or its rate; undefined: it is neither. */
static nh_expr variable_value(const claim_resolver *n, nh_expr symbol) {
    const nh_model *model = n->v->model;
    nh_expr value = NH_EXPR_UNDEFINED;
    nh_symbol at = *nh_expr_symbol_of(model->pool, symbol);
    if (at.role != NH_ROLE_QUASI || at.order > 1) return NH_EXPR_UNDEFINED;
    nh_expr base = nh_expr_symbol(model->pool, NH_ROLE_QUASI, at.name, 0);
    for (uint32_t i = 0; i < n->v->n && value == NH_EXPR_UNDEFINED; i++)
        if (base == nh_model_momentum_symbol(model, n->v->arena, i))
            value = nh_expr_diff(model->pool, model->L, model->coordinates.items[i].v);
    for (size_t i = 0; i < model->quasis.count && value == NH_EXPR_UNDEFINED; i++)
        if (base == model->quasis.items[i].symbol) value = model->quasis.items[i].definition;
    return value != NH_EXPR_UNDEFINED && at.order == 1 ? nh_expr_total_derivative(model->pool, value) : value;
}

/* What a symbol stands for that is neither an input nor a parameter; undefined, and n->why,
 * when that is not computed. */
static nh_expr symbol_value(claim_resolver *n, nh_expr symbol) {
    const nh_model *model = n->v->model;
    nh_symbol at = *nh_expr_symbol_of(model->pool, symbol);
    const char *name = nh_name_text(model->context, at.name);
    const char *why = NULL;
    nh_expr value = at.role == NH_ROLE_MULTIPLIER ? nh_verify_law_value(n->v, symbol, &why) : NH_EXPR_UNDEFINED;
    if (value != NH_EXPR_UNDEFINED) return value;
    if (why != NULL) return refuse_name(n, why);
    if (at.role == NH_ROLE_MULTIPLIER && at.order == 0) return value_of(n, name);
    value = variable_value(n, symbol);
    if (value != NH_EXPR_UNDEFINED) return value;
    const char *beyond = nh_observer_beyond(model, n->v->arena, symbol);
    n->is_whole = beyond != NULL;
    return refuse_name(n, beyond != NULL ? beyond : "it is not computed");
}

/* e, of a claim, with what names stand for put in. */
static nh_expr put_names_in(nh_verifier *v, size_t record, nh_expr e, nh_claim_names *names, const char **why) {
    NH_ASSERT(record < v->model->records.count);
    claim_resolver n = {.v = v, .choice = names->choice, .names = names, .record = record};
    nh_pool *pool = v->model->pool;
    uint32_t count;
    const char *name = "";
    nh_expr claim = open_marks(&n, e, &name);
    if (claim != NH_EXPR_UNDEFINED) claim = open_formulas(&n, claim, &name);
    if (claim == NH_EXPR_UNDEFINED && n.why == NULL) name = "the equation";
    if (strstr(name, " by ") != NULL && n.why != NULL) { /* it says it all */
        *why = n.why;
        return NH_EXPR_UNDEFINED;
    }
    if (claim == NH_EXPR_UNDEFINED) *why = format_sentence(v, name, n.why != NULL ? n.why : "it has no value");
    if (claim == NH_EXPR_UNDEFINED) return claim;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &claim, &count);
    nh_exprs from = {.arena = v->arena}, to = {.arena = v->arena};
    for (uint32_t i = 0; i < count; i++) {
        if (nh_map_get(&v->known, symbols[i]) != NULL || is_sign(names->choice, symbols[i])) continue;
        name = nh_name_text(v->model->context, nh_expr_symbol_of(pool, symbols[i])->name);
        nh_expr value = symbol_value(&n, symbols[i]);
        if (value == NH_EXPR_UNDEFINED) *why = n.is_whole ? n.why : format_sentence(v, name, n.why);
        if (value == NH_EXPR_UNDEFINED) return value;
        nh_array_push(&from, symbols[i]);
        nh_array_push(&to, value);
    }
    if (from.count > 0) claim = nh_expr_substitute(pool, claim, (uint32_t)from.count, from.items, to.items, true);
    claim = nh_expr_expand_names(pool, claim); /* one of them may have no value */
    if (claim == NH_EXPR_UNDEFINED)
        *why = "it has no value: a division by 0, or a root or logarithm of a negative number";
    return claim;
}

nh_expr nh_verify_claim(nh_verifier *v, size_t record, nh_claim_names *names, const char **why) {
    NH_ASSERT(record < v->model->records.count && why != NULL);
    return put_names_in(v, record, v->claims[record], names, why);
}

nh_expr nh_verify_claim_part(nh_verifier *v, size_t record, nh_expr e, nh_claim_names *names) {
    NH_ASSERT(record < v->model->records.count);
    const char *why;
    return put_names_in(v, record, e, names, &why);
}

bool nh_verify_claim_needs(nh_verifier *v, size_t record, nh_claim_names *names, nh_needs *needs, const char **why) {
    NH_ASSERT(record < v->model->records.count && why != NULL);
    *needs = copy_needs(v, v->needs[record]);
    nh_need *items = (nh_need *)(uintptr_t)needs->items;
    for (size_t i = 0; i < needs->count; i++) {
        items[i].e = put_names_in(v, record, items[i].e, names, why);
        if (items[i].e == NH_EXPR_UNDEFINED) return false;
    }
    return true;
}
