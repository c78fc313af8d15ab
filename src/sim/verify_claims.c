/* The claims of the model, as expressions in the state, accelerations and multipliers. Names in them stand for
 *
 *     reaction(P).x, ...      constraint forces (sim/reaction.h), with auxiliary symbols that linear systems give
 *     E_star                  [Homogeneous] (17)
 *     alpha.x, alphabar.x     [Homogeneous] (9), (19), of a dependent velocity
 *     voronec.B[a][x], ...    coefficients of a formulation
 *
 * A name that is differentiated is a call of a function of that name (lang/unknowns.c): of t, q, q', q''.
 *
 * All but the first depend on which velocities are independent. Where the constraints are not homogeneous, E_star and alphabar do so in value, and the model has to say which. */
#include <string.h>

#include "analysis/kind.h"
#include "expr/inspect.h"
#include "model/values.h"
#include "sim/verify_private.h"

typedef NH_ARRAY(nh_expr) exprs;

/* ---- constraint forces, once ---- */

static void find_forces(nh_verifier *v, nh_expr claim, nh_map *known, exprs *from, exprs *to) {
    uint32_t count;
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

/* What the sides of a claim need, in room of its own: constraint forces are put in. */
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

static void put_forces_in(nh_verifier *v, const exprs *from, const exprs *to) {
    nh_pool *pool = v->model->pool;
    size_t count = v->model->records.count;
    if (from->count == 0) return;
    nh_expr_substitute_all(pool, count, v->claims, (uint32_t)from->count, from->items, to->items, true);
    for (size_t i = 0; i < count; i++) {
        nh_need *items = (nh_need *)(uintptr_t)v->needs[i].items;
        for (size_t k = 0; k < v->needs[i].count; k++)
            items[k].e =
                nh_expr_substitute(pool, items[k].e, (uint32_t)from->count, from->items, to->items, true);
    }
}

void nh_verify_claims_prepare(nh_verifier *v) {
    const nh_model *model = v->model;
    size_t count = model->records.count;
    nh_map known = nh_map_make(v->arena);
    exprs from = {.arena = v->arena}, to = {.arena = v->arena};
    v->forces = nh_reactions_make(v->arena, v->chetaev);
    v->claims = NH_NEW_ARRAY(v->arena, nh_expr, count + 1);
    v->needs = NH_NEW_ARRAY(v->arena, nh_needs, count + 1);
    v->claim_question = NH_NEW_ARRAY(v->arena, size_t, count + 1);
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
        for (size_t k = 0; k < record->needs.count; k++)
            find_forces(v, record->needs.items[k].e, &known, &from, &to);
    }
    put_forces_in(v, &from, &to);
}

/* ---- what depends on the choice ---- */

typedef struct naming {
    nh_verifier *v;
    const nh_explicit *choice;
    nh_claim_names *names;
    bool is_function; /* the formula is wanted, not only the value */
    const char *why;
} naming;

static nh_expr refuse(naming *n, const char *why) {
    n->why = why;
    return NH_EXPR_UNDEFINED;
}

/* Whether it does not matter which velocities are independent, or the model says it. */
static bool is_determined(const naming *n) {
    const nh_model *model = n->v->model;
    bool is_homogeneous = true;
    for (uint32_t j = 0; j < n->v->rows; j++)
        is_homogeneous = is_homogeneous && nh_kind_of(model->pool, n->v->chetaev->rates[j]).homogeneous == NH_YES;
    if (is_homogeneous || n->choice->k == 0) return true;
    size_t found = 0;
    for (size_t i = 0; i < model->independents.count; i++)
        for (uint32_t j = 0; j < n->choice->m; j++)
            found += model->independents.items[i].coordinate == n->choice->independent[j];
    return found == n->choice->m;
}

/* The number of a dependent velocity by the name of its coordinate, or NH_MODEL_NONE. */
static uint32_t dependent_of(const naming *n, const char *coordinate) {
    const nh_model *model = n->v->model;
    for (uint32_t d = 0; d < n->choice->k; d++) {
        nh_name name = model->coordinates.items[n->choice->dependent[d].coordinate].name;
        if (strcmp(nh_name_text(model->context, name), coordinate) == 0) return d;
    }
    return NH_MODEL_NONE;
}

static nh_expr explicit_velocity(naming *n, const char *coordinate, bool is_bar) {
    const nh_model *model = n->v->model;
    uint32_t d = dependent_of(n, coordinate);
    if (d == NH_MODEL_NONE) return refuse(n, "its velocity is an independent one");
    nh_expr alpha = n->choice->dependent[d].alpha;
    if (!is_bar && !n->is_function) return model->coordinates.items[n->choice->dependent[d].coordinate].v;
    if (!is_bar) return alpha != NH_EXPR_UNDEFINED ? alpha : refuse(n, "the constraints are not solved for it");
    if (!is_determined(n))
        return refuse(n, "it depends on which velocities are independent, and the model does not say");
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t j = 0; j < n->choice->m; j++) {
        nh_expr u = model->coordinates.items[n->choice->independent[j]].v, slope = nh_explicit_first(n->choice, d, u);
        if (slope == NH_EXPR_UNDEFINED) return refuse(n, "the derivatives of the dependent velocities are too long");
        sum = nh_expr_add(model->pool, sum, nh_expr_mul(model->pool, slope, u));
    }
    return sum;
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

/* Whether equations are those of the choice: a formulation may ask for another one. */
static bool has_choice(const naming *n, const nh_equations *e) {
    if (e->choice == NULL) return true;
    for (uint32_t d = 0; d < n->choice->k; d++)
        if (e->choice->k != n->choice->k || e->choice->dependent[d].coordinate != n->choice->dependent[d].coordinate)
            return false;
    return true;
}

/* How much of a name stands before its indices. */
static size_t base_length(const char *name) {
    return strcspn(name, "[");
}

/* What an index names. */
typedef enum index_kind { INDEX_UNKNOWN, INDEX_COORDINATE, INDEX_QUASI, INDEX_ROW } index_kind;

static index_kind kind_of_index(const naming *n, const char *index) {
    const nh_model *model = n->v->model;
    for (size_t i = 0; i < model->coordinates.count; i++)
        if (strcmp(nh_name_text(model->context, model->coordinates.items[i].name), index) == 0) return INDEX_COORDINATE;
    for (size_t i = 0; i < model->quasis.count; i++)
        if (strcmp(nh_name_text(model->context, model->quasis.items[i].name), index) == 0) return INDEX_QUASI;
    for (size_t i = 0; i < model->rows.count; i++)
        if (strcmp(nh_name_text(model->context, model->rows.items[i].name), index) == 0) return INDEX_ROW;
    return INDEX_UNKNOWN;
}

/* The kinds of the indices of a name, "B[a,x]" or "B[a][x]", at most as many as there is room for; how many. */
static uint32_t kinds_of(const naming *n, const char *name, uint32_t room, index_kind *kinds) {
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
        kinds[count] = kind_of_index(n, nh_text_string(&text));
        name += length + (name[length] == ']');
    }
    return count;
}

/* Whether it is one of a kind of which only those that are not 0 have names: indices that name the same kinds of things as those of another one. */
static bool is_zero(const naming *n, const nh_equations *e, const char *name) {
    enum { MOST = 4 };
    index_kind own[MOST], others[MOST];
    bool leaves_out =
        strcmp(e->form, "hamel") == 0 || strcmp(e->form, "chetaev") == 0 || strcmp(e->form, "udwadia") == 0;
    uint32_t count = kinds_of(n, name, MOST, own);
    for (size_t k = 0; leaves_out && count > 0 && k < e->coefficients.count; k++) {
        const char *other = e->coefficients.items[k].name;
        if (base_length(other) != base_length(name) || strncmp(other, name, base_length(name)) != 0) continue;
        bool fits = kinds_of(n, other, MOST, others) == count;
        for (uint32_t i = 0; i < count && fits; i++) fits = own[i] != INDEX_UNKNOWN && own[i] == others[i];
        if (fits) return true;
    }
    return false;
}

/* Whether the path begins with the name of a formulation whose motion is another one. */
static bool is_apart(const char *path, size_t length) {
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        if (form->is_apart && strncmp(form->name, path, length) == 0 && form->name[length] == '\0') return true;
    }
    return false;
}

static nh_expr coefficient(naming *n, const char *path) {
    const char *name = strchr(path, '.') + 1;
    size_t length = (size_t)(name - path) - 1;
    if (is_apart(path, length))
        return refuse(n, "the motion of this formulation is another one, on which claims are not tested");
    for (size_t i = 0; i < n->v->forms.count; i++) {
        const nh_verify_form *f = &n->v->forms.items[i];
        if (strncmp(f->form->name, path, length) != 0 || f->form->name[length] != '\0') continue;
        if (f->equations != NULL && f->formula == NULL && f->equations->coefficients.count == 0)
            nh_chetaev_name(f->equations);
        const nh_equations *e = f->formula != NULL ? nh_formula_equations(f->formula) : f->equations;
        for (size_t k = 0; e != NULL && has_choice(n, e) && k < e->coefficients.count; k++) {
            if (!is_name(name, e->coefficients.items[k].name)) continue;
            nh_expr value = e->coefficients.items[k].value;
            nh_equations_in_velocities(e, 1, &value);
            return value;
        }
        if (e != NULL && has_choice(n, e) && is_zero(n, e, name)) return NH_EXPR_ZERO;
    }
    return refuse(n, "there is no such coefficient with these independent velocities");
}

static nh_expr energy(naming *n) {
    nh_verifier *v = n->v;
    const char *why = NULL;
    if (n->names->E_star == NH_EXPR_UNDEFINED) {
        const nh_balance *balance = nh_balance_of_restricted(v->model, v->arena, n->choice, &why);
        if (balance == NULL) return refuse(n, "the derivatives of the dependent velocities are too long");
        n->names->E_star = balance->energy;
    }
    if (is_determined(n)) return n->names->E_star;
    return refuse(n, "it depends on which velocities are independent, and the model does not say");
}

static nh_expr value_of(naming *n, const char *name) {
    if (strcmp(name, "E_star") == 0) return energy(n);
    if (strncmp(name, "alpha.", 6) == 0) return explicit_velocity(n, name + 6, false);
    if (strncmp(name, "alphabar.", 9) == 0) return explicit_velocity(n, name + 9, true);
    return strchr(name, '.') != NULL ? coefficient(n, name) : refuse(n, "it is not computed by this version");
}

static const char *sentence(const nh_verifier *v, const char *name, const char *why) {
    nh_text text = nh_text_begin(v->arena);
    nh_text_format(&text, "'%s': %s", name, why);
    return nh_text_string(&text);
}

static bool is_sign(const nh_explicit *choice, nh_expr symbol) {
    for (uint32_t i = 0; i < choice->signs; i++)
        if (choice->sign[i] == symbol) return true;
    return false;
}

/* The claim without calls of formulas; undefined, and n->why, when one is not known. */
static nh_expr open_formulas(naming *n, nh_expr claim, const char **name) {
    nh_verifier *v = n->v;
    nh_pool *pool = v->model->pool;
    uint32_t count, arguments = 1 + 3 * v->n;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &claim, &count);
    n->is_function = true;
    for (uint32_t i = 0; i < count && claim != NH_EXPR_UNDEFINED; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(pool, symbols[i]);
        if (symbol.role != NH_ROLE_FUNCTION || symbol.by_count != arguments) continue;
        *name = nh_name_text(v->model->context, symbol.name);
        nh_expr body = value_of(n, *name);
        if (body == NH_EXPR_UNDEFINED) return body;
        /* the first inputs are t, q, q', q'', its arguments */
        claim = nh_expr_define_function(pool, claim, nh_expr_function(pool, symbol.name, arguments), v->inputs,
                                        nh_expr_expand_names(pool, body));
    }
    n->is_function = false;
    return claim;
}

/* e, of a claim, with what names stand for put in. */
static nh_expr put_names_in(nh_verifier *v, nh_expr e, nh_claim_names *names, const char **why) {
    naming n = {.v = v, .choice = names->choice, .names = names};
    nh_pool *pool = v->model->pool;
    uint32_t count;
    const char *name = "";
    nh_expr claim = open_formulas(&n, e, &name);
    if (claim == NH_EXPR_UNDEFINED && n.why == NULL) name = "the equation";
    if (claim == NH_EXPR_UNDEFINED) *why = sentence(v, name, n.why != NULL ? n.why : "it has no value");
    if (claim == NH_EXPR_UNDEFINED) return claim;
    const nh_expr *symbols = nh_expr_symbols(pool, v->arena, 1, &claim, &count);
    exprs from = {.arena = v->arena}, to = {.arena = v->arena};
    for (uint32_t i = 0; i < count; i++) {
        if (nh_map_get(&v->known, symbols[i]) != NULL || is_sign(names->choice, symbols[i])) continue;
        const nh_symbol *symbol = nh_expr_symbol_of(pool, symbols[i]);
        name = nh_name_text(v->model->context, symbol->name);
        bool is_named = symbol->role == NH_ROLE_MULTIPLIER && symbol->order == 0;
        const char *missing = symbol->role == NH_ROLE_COORDINATE && symbol->order > 2
                                  ? "its third derivative by time is not computed by this version"
                                  : "it is not computed by this version";
        nh_expr value = is_named ? value_of(&n, name) : refuse(&n, missing);
        if (value == NH_EXPR_UNDEFINED) *why = sentence(v, name, n.why);
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
    return put_names_in(v, v->claims[record], names, why);
}

bool nh_verify_claim_needs(nh_verifier *v, size_t record, nh_claim_names *names, nh_needs *needs, const char **why) {
    *needs = copy_needs(v, v->needs[record]);
    nh_need *items = (nh_need *)(uintptr_t)needs->items;
    for (size_t i = 0; i < needs->count; i++) {
        items[i].e = put_names_in(v, items[i].e, names, why);
        if (items[i].e == NH_EXPR_UNDEFINED) return false;
    }
    return true;
}
