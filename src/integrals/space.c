/* What the terms of an ansatz are made of: independent velocities, and functions of time and positions that occur in
 * the equations of motion.
 *
 * Of an angle that is a sine and a cosine, of any other coordinate itself; roots and exponentials as they are, and the
 * roots of what occurs in denominators: reducing multipliers are of this kind, x' sqrt(1 + y^2) for one. */
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "integrals/integrals_private.h"

/* Elimination with 700 terms takes a second. */
enum {
    INVERSE_POWERS = 2,
    MOST_TERMS = 700,
    MOST_FACTORS = 24,
    MOST_LENGTH = 80, /* of a factor */
};

/* Whether it is a function of time and positions, and contains one of them. */
static bool is_of_positions(const nh_flow *flow, nh_expr e) {
    uint32_t known = flow->times + flow->positions;
    return nh_expr_depends_on(flow->pool, e, known, flow->variables) &&
           !nh_expr_depends_on(flow->pool, e, flow->count - known, flow->variables + known);
}

static void add_factor(nh_ansatz_space *space, nh_expr meaning, uint32_t most) {
    if (nh_expr_is_number(space->flow->pool, meaning) || space->factors.count == MOST_FACTORS) return;
    if (nh_expr_length(space->flow->pool, meaning) > MOST_LENGTH) return;
    for (size_t i = 0; i < space->factors.count; i++)
        if (space->factors.items[i].meaning == meaning) return;
    nh_array_push(&space->factors, ((nh_ansatz_base){meaning, most}));
}

/* ---- what is in the equations ---- */

/* The positions in an angle, each as an angle of its own. */
static void add_angles(nh_ansatz_space *space, nh_map *angles, nh_expr argument) {
    const nh_flow *flow = space->flow;
    for (uint32_t i = 0; i < flow->times + flow->positions; i++) {
        if (!nh_expr_depends_on(flow->pool, argument, 1, &flow->variables[i])) continue;
        add_factor(space, nh_expr_apply1(flow->pool, NH_EXPR_SIN, flow->variables[i]), 9);
        add_factor(space, nh_expr_apply1(flow->pool, NH_EXPR_COS, flow->variables[i]), 1);
        nh_map_put(angles, flow->variables[i], 1);
    }
}

/* Whether u, or -u, is what a dependent coordinate is the root of. */
static bool is_under_chart(const nh_flow *flow, nh_expr u) {
    for (uint32_t i = 0; i < flow->chart.count; i++) {
        nh_expr under = flow->chart.under[i];
        if (under == NH_EXPR_UNDEFINED) continue;
        if (nh_expr_is_proved_zero(flow->pool, nh_expr_sub(flow->pool, u, under)) ||
            nh_expr_is_proved_zero(flow->pool, nh_expr_add(flow->pool, u, under)))
            return true;
    }
    return false;
}

/* u^(p/q) in a product, or u in its denominator: the root of u. */
static void add_roots(nh_ansatz_space *space, nh_expr product) {
    nh_pool *pool = space->flow->pool;
    for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, product); i += 2) {
        const nh_expr *args = nh_expr_args(pool, product); /* which move when the pool grows, below */
        nh_expr u = args[i];
        nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
        if (!is_of_positions(space->flow, u)) continue;
        if (nh_expr_kind_of(pool, u) != NH_EXPR_SUM) {
            if (nh_rat_sign(exponent) < 0 && !nh_exprs_has(&space->poles, u)) nh_array_push(&space->poles, u);
            continue;
        }
        if (is_under_chart(space->flow, u)) continue;
        if (!nh_rat_is_int(exponent) || nh_rat_sign(exponent) < 0)
            add_factor(space, nh_expr_pow_rational(pool, u, nh_rat_make(1, 2)), 1);
    }
}

static void learn_from(nh_ansatz_space *space, nh_map *angles, const nh_exprs *list) {
    nh_pool *pool = space->flow->pool;
    nh_walk *walk = nh_walk_begin(pool, list->count, list->items, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr e = walk->order[i];
        switch (nh_expr_kind_of(pool, e)) {
            case NH_EXPR_SIN:
            case NH_EXPR_COS:
            case NH_EXPR_TAN:
                if (is_of_positions(space->flow, e)) add_angles(space, angles, nh_expr_args(pool, e)[0]);
                break;
            case NH_EXPR_EXP:
            case NH_EXPR_SINH:
            case NH_EXPR_COSH:
            case NH_EXPR_LOG:
            case NH_EXPR_CALL:
                if (is_of_positions(space->flow, e)) add_factor(space, e, 1);
                break;
            case NH_EXPR_PRODUCT: add_roots(space, e); break;
            default: break;
        }
    }
    nh_walk_end(walk);
}

/* The determinant of the kinetic energy in the independent velocities contains the root of Chaplygin's multiplier. */
static void learn_from_mass(nh_ansatz_space *space, nh_map *angles) {
    const nh_flow *flow = space->flow;
    uint32_t m = flow->form->m;
    nh_expr L = nh_flow_restrict(flow, flow->model->L), determinant;
    nh_expr *mass = NH_NEW_ARRAY(space->arena, nh_expr, (size_t)m * m + 1);
    if (m == 0 || m > 3) return;
    const nh_expr *velocities = flow->variables + flow->times + flow->positions;
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < m; j++)
            mass[i * m + j] = nh_expr_diff(flow->pool, nh_expr_diff(flow->pool, L, velocities[i]), velocities[j]);
    if (nh_linear_determinant(flow->pool, m, mass, &determinant) != NH_LINEAR_DONE) return;
    nh_expr inverse = nh_expr_pow_int(flow->pool, nh_expr_factored(flow->pool, determinant), -1);
    nh_exprs list = {.arena = space->arena};
    nh_array_push(&list, inverse);
    learn_from(space, angles, &list);
}

/* ---- bodies ---- */

/* e by a name of the language, where it is more than a symbol. */
static nh_expr name_for(const nh_ansatz_space *space, nh_expr e, const char *name) {
    nh_pool *pool = space->flow->pool;
    if (nh_expr_length(pool, e) <= 2) return e;
    return nh_expr_abbreviation(pool, nh_name_of_text(nh_pool_context(pool), name), e);
}

/* As it is called; one that is there is not added again. */
static nh_expr add_velocity(nh_ansatz_space *space, nh_expr v, const char *body, const char *member, char component) {
    nh_pool *pool = space->flow->pool;
    nh_expr value = nh_expr_expand_names(pool, v);
    if (nh_expr_is_number(pool, value)) return value;
    for (size_t i = 0; i < space->velocities.count; i++)
        if (nh_expr_expand_names(pool, space->velocities.items[i]) == value) return space->velocities.items[i];
    nh_text name = nh_text_begin(space->arena);
    nh_text_format(&name, "%s.%s.%c", body, member, component);
    nh_expr named = name_for(space, value, nh_text_string(&name));
    nh_array_push(&space->velocities, named);
    return named;
}

/* A component of an axis of the body in space, as it is called. */
static nh_expr add_entry(nh_ansatz_space *space, nh_expr entry, const char *body, const char *axis, char component) {
    nh_expr value = nh_expr_expand_names(space->flow->pool, entry);
    if (nh_expr_is_number(space->flow->pool, value)) return value;
    nh_text name = nh_text_begin(space->arena);
    nh_text_format(&name, "(%s.R*%s).%c", body, axis, component);
    nh_expr named = name_for(space, value, nh_text_string(&name));
    add_factor(space, named, 9);
    return named;
}

static const char *const axes[] = {"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};

static void add_body(nh_ansatz_space *space, const nh_rigid_body *body) {
    const char *name = nh_name_text(nh_pool_context(space->flow->pool), body->name);
    const nh_rotation *R = &body->rotation;
    nh_body_names names;
    for (int i = 0; i < 3; i++) names.omega[i] = add_velocity(space, R->omega.x[i], name, "omega", "xyz"[i]);
    for (int i = 0; i < 3; i++) names.Omega[i] = add_velocity(space, R->Omega.x[i], name, "Omega", "xyz"[i]);
    for (int i = 0; i < 3; i++) {
        nh_expr c = nh_expr_expand_names(space->flow->pool, body->center.x[i]);
        add_velocity(space, nh_expr_total_derivative(space->flow->pool, c), name, "c'", "xyz"[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) names.entry[i][j] = add_entry(space, R->matrix.r[i][j], name, axes[j], "xyz"[i]);
    nh_array_push(&space->bodies, names);
}

/* e with omega_i of the body as its components along the axes of the body. */
static nh_expr in_body_frame(const nh_ansatz_space *space, const nh_body_names *b, nh_expr e) {
    nh_pool *pool = space->flow->pool;
    for (int i = 0; i < 3; i++) {
        nh_expr sum = NH_EXPR_ZERO;
        if (nh_expr_kind_of(pool, b->omega[i]) != NH_EXPR_SYMBOL) continue;
        for (int j = 0; j < 3; j++) sum = nh_expr_add(pool, sum, nh_expr_mul(pool, b->entry[i][j], b->Omega[j]));
        e = nh_expr_substitute(pool, e, 1, &b->omega[i], &sum, false);
    }
    return e;
}

/* As a sum of products of names with factored coefficients; e itself when it is not a polynomial in them. */
static nh_expr collect_names(const nh_ansatz_space *space, nh_expr e) {
    nh_pool *pool = space->flow->pool;
    nh_exprs names = {.arena = space->arena};
    nh_collected c;
    for (size_t i = 0; i < space->velocities.count; i++) nh_array_push(&names, space->velocities.items[i]);
    for (size_t i = 0; i < space->factors.count; i++)
        if (nh_expr_kind_of(pool, space->factors.items[i].meaning) == NH_EXPR_SYMBOL)
            nh_array_push(&names, space->factors.items[i].meaning);
    if (!nh_expr_collect(pool, space->arena, e, (uint32_t)names.count, names.items, MOST_TERMS, &c)) return e;
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t k = 0; k < c.count; k++) {
        nh_expr term = nh_expr_factored(pool, c.coefficient[k]);
        for (uint32_t i = c.start[k]; i < c.start[k + 1]; i++)
            term = nh_expr_mul(pool, term, nh_expr_pow_int(pool, names.items[c.symbol[i]], c.power[i]));
        sum = nh_expr_add(pool, sum, term);
    }
    return sum;
}

/* How many of its terms would be written with a minus. */
static int count_signs(const nh_ansatz_space *space, nh_expr e) {
    nh_text text = nh_text_begin(space->arena);
    nh_expr_print(space->flow->pool, &text, e);
    int count = 0;
    for (const char *at = nh_text_string(&text); *at != '\0'; at++) count += *at == '-';
    return count;
}

/* Whether it contains the rotation about the vertical, and the vertical as the body sees it. */
static bool is_mixed(const nh_ansatz_space *space, const nh_body_names *b, nh_expr e) {
    nh_pool *pool = space->flow->pool;
    uint32_t count;
    const nh_expr *names = nh_expr_names(pool, space->arena, 1, &e, &count);
    bool has_spin = false, has_entry = false;
    for (uint32_t k = 0; k < count && space->kind == NH_SPACE_FRAMES; k++)
        for (int i = 0; i < 9; i++) {
            has_spin |= names[k] == b->omega[i / 3];
            has_entry |= names[k] == b->entry[i / 3][i % 3];
        }
    return has_spin && has_entry;
}

nh_expr nh_ansatz_space_polish(const nh_ansatz_space *space, nh_expr e) {
    NH_ASSERT(e != NH_EXPR_UNDEFINED);
    nh_pool *pool = space->flow->pool;
    for (size_t i = 0; i < space->bodies.count; i++) {
        const nh_body_names *b = &space->bodies.items[i];
        nh_expr other = collect_names(space, in_body_frame(space, b, e));
        if (is_mixed(space, b, e) || nh_expr_length(pool, other) < nh_expr_length(pool, e)) e = other;
    }
    nh_expr by_velocities = nh_expr_collect_by(pool, e, (uint32_t)space->velocities.count, space->velocities.items);
    if (nh_expr_length(pool, by_velocities) < nh_expr_length(pool, e)) e = by_velocities;
    nh_expr opposite = nh_expr_neg(pool, e);
    return count_signs(space, opposite) < count_signs(space, e) ? opposite : e;
}

/* Whether a rotation of a body depends on one of the symbols in e. */
static bool is_in_rotation(const nh_flow *flow, nh_expr e) {
    nh_pool *pool = flow->pool;
    for (size_t k = 0; k < flow->model->coordinates.count; k++) {
        nh_expr q = flow->model->coordinates.items[k].q;
        if (!nh_expr_depends_on(pool, e, 1, &q)) continue;
        for (size_t b = 0; b < flow->model->bodies.count; b++)
            for (int i = 0; i < 9; i++)
                if (nh_expr_depends_on(pool, flow->model->bodies.items[b].rotation.matrix.r[i / 3][i % 3], 1, &q))
                    return true;
    }
    return false;
}

nh_ansatz_space nh_ansatz_space_of_bodies(nh_arena *arena, const nh_flow *flow, const nh_ansatz_space *own) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_ansatz_space space = {
        flow, arena, {.arena = arena}, {.arena = arena}, NH_SPACE_BODIES, {.arena = arena}, 0, {.arena = arena}};
    for (size_t i = 0; i < flow->model->bodies.count; i++) add_body(&space, &flow->model->bodies.items[i]);
    space.entries = space.factors.count;
    for (size_t i = 0; i < own->factors.count; i++)
        if (!is_in_rotation(flow, own->factors.items[i].meaning))
            add_factor(&space, own->factors.items[i].meaning, own->factors.items[i].most);
    return space;
}

/* The axis of gravity; the third one without. */
static int find_vertical(const nh_model *model) {
    for (size_t i = 0; i < model->terms.count; i++)
        for (int axis = 2; axis >= 0; axis--)
            if (model->terms.items[i].kind == NH_TERM_GRAVITY && model->terms.items[i].field.x[axis] != NH_EXPR_ZERO)
                return axis;
    return 2;
}

nh_ansatz_space nh_ansatz_space_of_frames(nh_arena *arena, const nh_flow *flow) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_ansatz_space space = {
        flow, arena, {.arena = arena}, {.arena = arena}, NH_SPACE_FRAMES, {.arena = arena}, 0, {.arena = arena}};
    int vertical = find_vertical(flow->model);
    for (size_t k = 0; k < flow->model->bodies.count; k++) {
        const nh_rigid_body *body = &flow->model->bodies.items[k];
        const char *name = nh_name_text(nh_pool_context(flow->pool), body->name);
        char z = "xyz"[vertical];
        nh_body_names names = {{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO}, {0}, {{0}}};
        for (int i = 2; i >= 0; i--)
            names.Omega[i] = add_velocity(&space, body->rotation.Omega.x[i], name, "Omega", "xyz"[i]);
        names.omega[vertical] = add_velocity(&space, body->rotation.omega.x[vertical], name, "omega", z);
        for (int i = 2; i >= 0; i--)
            names.entry[vertical][i] = add_entry(&space, body->rotation.matrix.r[vertical][i], name, axes[i], z);
        nh_array_push(&space.bodies, names);
    }
    space.entries = space.factors.count;
    if (space.entries == 0) space.velocities.count = 0;
    return space;
}

/* ---- velocities ---- */

/* Whether a variable is below a fraction line, or under a root. */
static bool has_denominator(const nh_flow *flow, nh_expr e) {
    nh_walk *walk = nh_walk_begin(flow->pool, 1, &e, NH_WALK_PLAIN);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        nh_expr_kind kind = nh_expr_kind_of(flow->pool, walk->order[i]);
        const nh_expr *args = nh_expr_args(flow->pool, walk->order[i]);
        for (uint32_t k = 0; kind == NH_EXPR_PRODUCT && k + 1 < nh_expr_arity(flow->pool, walk->order[i]); k += 2) {
            int64_t whole;
            bool is_power = nh_rat_get_int(nh_expr_rational(flow->pool, args[k + 1]), &whole) && whole > 0;
            found |= !is_power && nh_expr_depends_on(flow->pool, args[k], flow->count, flow->variables);
        }
    }
    nh_walk_end(walk);
    return found;
}

/* Dependent velocities that are polynomials in the independent ones, with polynomials as coefficients, are left out. */
static void learn_velocities(nh_ansatz_space *space) {
    const nh_flow *flow = space->flow;
    uint32_t known = flow->times + flow->positions;
    for (uint32_t i = known; i < flow->count; i++) nh_array_push(&space->velocities, flow->variables[i]);
    for (uint32_t i = 0; i < flow->form->k; i++) {
        nh_expr v = flow->model->coordinates.items[flow->form->dependent[i].coordinate].v;
        if (has_denominator(flow, nh_flow_restrict(flow, v))) nh_array_push(&space->velocities, v);
    }
}

nh_ansatz_space nh_ansatz_space_make(nh_arena *arena, const nh_flow *flow, size_t count, const nh_expr *others) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_ansatz_space space = {flow, arena,           {.arena = arena}, {.arena = arena}, NH_SPACE_OWN, {.arena = arena},
                             0,    {.arena = arena}};
    nh_map angles = nh_map_make(arena);
    nh_exprs list = {.arena = arena};
    nh_flow_list(flow, &list);
    for (size_t i = 0; i < count; i++) add_factor(&space, others[i], 9);
    learn_from(&space, &angles, &list);
    learn_from_mass(&space, &angles);
    learn_velocities(&space);
    for (uint32_t i = 0; i < flow->times + flow->positions; i++)
        if (nh_map_get(&angles, flow->variables[i]) == NULL) add_factor(&space, flow->variables[i], 9);
    /* What the constraints give by the others is a factor, too: its square is not one. */
    for (uint32_t i = 0; i < flow->replaced; i++)
        for (size_t k = 0; k < flow->model->coordinates.count; k++)
            if (flow->model->coordinates.items[k].q == flow->from[i]) add_factor(&space, flow->from[i], 1);
    return space;
}

static bool is_root(nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT && nh_expr_arity(pool, e) == 2 &&
           nh_rat_eq(nh_expr_rational(pool, nh_expr_args(pool, e)[1]), nh_rat_make(1, 2));
}

void nh_ansatz_space_take_real_roots(nh_ansatz_space *space) {
    nh_pool *pool = space->flow->pool;
    for (size_t i = 0; i < space->factors.count; i++) {
        nh_expr root = space->factors.items[i].meaning;
        if (!is_root(pool, root)) continue;
        nh_expr u = nh_expr_args(pool, root)[0];
        if (nh_flow_value(space->flow, u) < 0)
            space->factors.items[i].meaning = nh_expr_pow_rational(pool, nh_expr_neg(pool, u), nh_rat_make(1, 2));
    }
}

nh_ansatz_space nh_ansatz_space_of_inverses(const nh_ansatz_space *own) {
    nh_pool *pool = own->flow->pool;
    nh_ansatz_space space = *own;
    space.factors.items = NULL;
    space.factors.count = space.factors.capacity = 0;
    bool has_inverses = own->poles.count > 0;
    for (size_t i = 0; i < own->factors.count; i++) {
        nh_ansatz_base base = own->factors.items[i];
        if (is_root(pool, base.meaning)) {
            base = (nh_ansatz_base){nh_expr_pow_int(pool, base.meaning, -1), INVERSE_POWERS};
            has_inverses = true;
        }
        nh_array_push(&space.factors, base);
    }
    for (size_t i = 0; i < own->poles.count; i++)
        add_factor(&space, nh_expr_pow_int(pool, own->poles.items[i], -1), INVERSE_POWERS);
    if (!has_inverses) space.velocities.count = 0;
    return space;
}

static void add_list(const nh_ansatz_space *space, nh_text *text, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++) {
        nh_text_add(text, i > 0 ? ", " : "");
        nh_expr_print(space->flow->pool, text, e[i]);
    }
}

const char *nh_ansatz_space_velocities(const nh_ansatz_space *space) {
    nh_text text = nh_text_begin(space->arena);
    if (space->kind == NH_SPACE_BODIES) return "angular velocities and velocities of bodies";
    if (space->kind == NH_SPACE_FRAMES) return "angular velocities in the frames of bodies";
    add_list(space, &text, space->velocities.count, space->velocities.items);
    return nh_text_string(&text);
}

/* Entries of rotations have names; the others are listed. */
const char *nh_ansatz_space_words(const nh_ansatz_space *space) {
    nh_text text = nh_text_begin(space->arena);
    nh_exprs others = {.arena = space->arena};
    for (size_t i = 0; i < space->factors.count; i++) {
        nh_expr meaning = space->factors.items[i].meaning;
        bool is_entry = space->kind != NH_SPACE_OWN && i < space->entries;
        if (!is_entry) nh_array_push(&others, meaning);
    }
    if (space->factors.count > 0) nh_text_add(&text, " in ");
    if (space->kind == NH_SPACE_BODIES) nh_text_add(&text, "the entries of their rotations");
    if (space->kind == NH_SPACE_FRAMES) nh_text_add(&text, "the vertical in these frames");
    if (space->kind != NH_SPACE_OWN && others.count > 0) nh_text_add(&text, ", ");
    add_list(space, &text, others.count, others.items);
    return nh_text_string(&text);
}

/* ---- terms ---- */

/* Over the powers as an odometer: the next product of exactly this degree, or false. */
typedef struct odometer {
    size_t count;
    uint32_t *power;
    uint32_t degree;
} odometer;

static bool first_powers(odometer *o, const uint32_t *most) {
    uint32_t left = o->degree;
    for (size_t i = 0; i < o->count; i++) {
        o->power[i] = left < most[i] ? left : most[i];
        left -= o->power[i];
    }
    return left == 0;
}

/* In falling order of the first powers. */
static bool next_powers(odometer *o, const uint32_t *most) {
    for (size_t i = o->count; i-- > 0;) {
        if (o->power[i] == 0) continue;
        uint32_t left = 1, room = 0;
        for (size_t k = i + 1; k < o->count; k++) left += o->power[k], room += most[k];
        if (left > room) continue;
        o->power[i]--;
        for (size_t k = i + 1; k < o->count; k++) {
            o->power[k] = left < most[k] ? left : most[k];
            left -= o->power[k];
        }
        return true;
    }
    return false;
}

static nh_expr product_of(nh_pool *pool, const odometer *o, const nh_expr *bases) {
    nh_expr product = NH_EXPR_ONE;
    for (size_t i = 0; i < o->count; i++)
        if (o->power[i] > 0) product = nh_expr_mul(pool, product, nh_expr_pow_int(pool, bases[i], o->power[i]));
    return product;
}

nh_exprs nh_products_of(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *bases, const uint32_t *most,
                        uint32_t degree) {
    nh_exprs list = {.arena = arena};
    odometer o = {count, NH_NEW_ARRAY(arena, uint32_t, count + 1), degree};
    bool is_one = first_powers(&o, most);
    for (; is_one && list.count <= MOST_TERMS; is_one = next_powers(&o, most))
        nh_array_push(&list, product_of(pool, &o, bases));
    return list;
}

size_t nh_ansatz_space_squares(const nh_ansatz_space *space, uint32_t factors, size_t i, nh_exprs *terms) {
    const nh_flow *flow = space->flow;
    size_t m = space->velocities.count;
    nh_expr *bases = NH_NEW_ARRAY(space->arena, nh_expr, space->factors.count + 1);
    uint32_t *most = NH_NEW_ARRAY(space->arena, uint32_t, space->factors.count + 1);
    for (size_t k = 0; k < space->factors.count; k++)
        bases[k] = space->factors.items[k].meaning, most[k] = space->factors.items[k].most;
    for (uint32_t e = 0; e <= factors && i < m; e++) {
        nh_exprs back = nh_products_of(flow->pool, space->arena, space->factors.count, bases, most, e);
        nh_expr square = nh_expr_pow_int(flow->pool, space->velocities.items[i], 2);
        for (size_t k = 0; k < back.count; k++) nh_array_push(terms, nh_expr_mul(flow->pool, square, back.items[k]));
    }
    return m;
}

/* Those of lower degree in the velocities first, of these those with fewer factors. */
bool nh_ansatz_space_terms(const nh_ansatz_space *space, uint32_t velocities, uint32_t factors, nh_exprs *terms) {
    const nh_flow *flow = space->flow;
    NH_ASSERT(terms->count == 0);
    uint32_t m = (uint32_t)space->velocities.count;
    nh_expr *bases = NH_NEW_ARRAY(space->arena, nh_expr, space->factors.count + 1);
    uint32_t *most = NH_NEW_ARRAY(space->arena, uint32_t, space->factors.count + 1);
    uint32_t *any = NH_NEW_ARRAY(space->arena, uint32_t, m + 1);
    for (size_t i = 0; i < space->factors.count; i++)
        bases[i] = space->factors.items[i].meaning, most[i] = space->factors.items[i].most;
    for (uint32_t i = 0; i < m; i++) any[i] = velocities;
    for (uint32_t d = 0; d <= velocities; d++) {
        nh_exprs front = nh_products_of(flow->pool, space->arena, m, space->velocities.items, any, d);
        for (uint32_t e = 0; e <= factors; e++) {
            nh_exprs back = nh_products_of(flow->pool, space->arena, space->factors.count, bases, most, e);
            if (terms->count + front.count * back.count > MOST_TERMS) return false;
            for (size_t i = 0; i < front.count; i++)
                for (size_t k = 0; k < back.count; k++)
                    nh_array_push(terms, nh_expr_mul(flow->pool, front.items[i], back.items[k]));
        }
    }
    return true;
}
