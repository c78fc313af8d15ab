/* Models as texts: every statement of the language, line by line. */
#include "base/text/text.h"
#include "model/print.h"
#include "models.h"

static const char *printed(nh_model *model) {
    nh_text text = nh_text_begin(model->arena);
    nh_model_print(model, &text);
    return nh_text_string(&text);
}

/* The model is printed as these lines. */
#define check_print(model, expected) assert_string_equal(printed(model), expected)

static nh_model *model_of(nh_context *context, const char *parameters, const char *coordinates) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, parameters);
    declare_coordinates(model, coordinates);
    model->items.count = 0; /* they are printed by a test of their own */
    return model;
}

PROTECTED_TEST(empty) {
    nh_model *model = nh_model_begin(context);
    check_print(model, "");
    model->title = name_of(model, "Leibniz particle");
    model->random_start = true;
    check_print(model, "system \"Leibniz particle\"\ninit random\n");
    model->random_start = false;
    model->title = name_of(model, "a \"file\"\nname");
    check_print(model, "system \"a 'file' name\"\n");
    nh_model_destroy(model);
}

PROTECTED_TEST(declarations) {
    nh_model *model = nh_model_begin(context);
    nh_model_add(model, consts, NH_ITEM_CONST, ((nh_const){.name = name_of(model, "N"), .value = -4}));
    declare_parameters(model, "k m[3] I");
    model->parameters.items[1].value = expr_of(model, "1.5");
    model->parameters.items[1].words = name_of(model, "a mass, kg");
    model->parameters.items[1].low = expr_of(model, "0");
    model->parameters.items[1].high = expr_of(model, "20");
    model->parameters.items[2].value = expr_of(model, "m[3]*k^2/2");
    model->parameters.items[2].low = expr_of(model, "-k");
    model->parameters.items[2].high = expr_of(model, "k/2");
    declare_coordinates(model, "x u[2][3] θ");
    declare_function(model, "C", "C(t) = exp(-t)");
    declare_function(model, "h[2]", NULL);
    declare_function(model, "f", "f(s)");
    check_print(model, "const N = -4\n"
                       "param k\n"
                       "param m[3] = 3/2 \"a mass, kg\" in 0 .. 20\n"
                       "param I = m[3]*k^2/2 in -k .. k/2\n"
                       "coord x\n"
                       "coord u[2][3]\n"
                       "coord θ\n"
                       "function C(t) = exp(-t)\n"
                       "function f(s)\n");
    nh_model_destroy(model);
}

static void declare_let(nh_model *model, const char *name, nh_quantity value) {
    nh_let let = {.name = name_of(model, name), .value = value};
    if (value.kind == NH_QUANTITY_SCALAR) let.value.scalar = nh_expr_abbreviation(model->pool, let.name, value.scalar);
    nh_model_add(model, lets, NH_ITEM_LET, let);
}

PROTECTED_TEST(lets) {
    nh_model *model = model_of(context, "m", "x y");
    declare_body(model, "B", nh_vector_zero(), nh_matrix3_identity(), NULL);
    declare_let(model, "d", (nh_quantity){.kind = NH_QUANTITY_SCALAR, .scalar = expr_of(model, "sqrt(x^2 + y^2)")});
    declare_let(model, "e", (nh_quantity){.kind = NH_QUANTITY_SCALAR, .scalar = expr_of(model, "d")});
    declare_let(model, "n", (nh_quantity){.kind = NH_QUANTITY_SCALAR, .scalar = expr_of(model, "7")});
    declare_let(model, "v", (nh_quantity){.kind = NH_QUANTITY_VECTOR, .vector = vector_of(model, "d*x'", "0", "m")});
    declare_let(model, "R", (nh_quantity){.kind = NH_QUANTITY_ROTATION, .text = "Rz(x)*Rx(y)"});
    declare_let(model, "A", (nh_quantity){.kind = NH_QUANTITY_BODY, .body = 0});
    declare_term(model, NH_TERM_KINETIC, "d*e + diff(d, x)");
    /* a value that is the name of another one */
    nh_let other = {.name = name_of(model, "f"), .value = {.kind = NH_QUANTITY_SCALAR, .scalar = expr_of(model, "d")}};
    nh_model_add(model, lets, NH_ITEM_LET, other);
    check_print(model, "body B { at [0, 0, 0] }\n"
                       "let d = sqrt(x^2 + y^2)\n"
                       "let e = d\n"
                       "let n = 7\n"
                       "let v = [d*x', 0, m]\n"
                       "let R = Rz(x)*Rx(y)\n"
                       "let A = B\n"
                       "kinetic d*e + diff(d, x)\n"
                       "let f = d\n");
    nh_model_destroy(model);
}

static nh_matrix3 full_inertia(nh_model *model) {
    nh_matrix3 inertia = nh_matrix3_diag(expr_of(model, "1"), expr_of(model, "2"), expr_of(model, "3"));
    inertia.r[0][1] = inertia.r[1][0] = expr_of(model, "-a");
    inertia.r[0][2] = inertia.r[2][0] = expr_of(model, "1/2");
    inertia.r[1][2] = inertia.r[2][1] = expr_of(model, "b");
    return inertia;
}

PROTECTED_TEST(points_and_bodies) {
    nh_model *model = model_of(context, "m a b I1 I3", "x y phi theta psi");
    declare_point(model, "P", vector_of(model, "x", "y", "0"), "m");
    declare_point(model, "Q[2]", vector_of(model, "x + 1", "-y", "t"), NULL);
    nh_vector center = vector_of(model, "x", "y", "sin(theta)");
    declare_body(model, "D", center, euler_rotation(model, "phi", "theta", "psi"), "Rz(phi)*Rx(theta)*Rz(psi)");
    declare_body(model, "E", center, nh_matrix3_identity(), NULL);
    declare_body(model, "F", center, nh_matrix3_identity(), "inverse(D.R)");
    nh_rigid_body *bodies = model->bodies.items;
    bodies[0].mass = expr_of(model, "m");
    bodies[0].inertia = nh_matrix3_diag(expr_of(model, "I1"), expr_of(model, "I1"), expr_of(model, "I3"));
    bodies[1].mass = expr_of(model, "2*m");
    bodies[1].inertia = full_inertia(model);
    check_print(
        model,
        "point P = [x, y, 0] mass m\n"
        "point Q[2] = [x + 1, -y, t]\n"
        "body D { at [x, y, sin(theta)], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, inertia diag(I1, I1, I3) }\n"
        "body E { at [x, y, sin(theta)], mass 2*m, inertia matrix(1, 2, 3, -a, 1/2, b) }\n"
        "body F { at [x, y, sin(theta)], rotation inverse(D.R) }\n");
    nh_model_destroy(model);
}

PROTECTED_TEST(energies_and_links) {
    nh_model *model = model_of(context, "k l c g", "x y");
    nh_vector P = vector_of(model, "x", "0", "0"), Q = vector_of(model, "0", "y", "t");
    declare_term(model, NH_TERM_KINETIC, "x'^2/2");
    declare_term(model, NH_TERM_POTENTIAL, "-k*x");
    declare_gravity(model, vector_of(model, "0", "0", "-g"));
    declare_link(model, false, P, Q, "k", NULL);
    declare_link(model, false, P, Q, "k", "l + 1");
    declare_link(model, true, Q, P, "c/2", NULL);
    declare_term(model, NH_TERM_LAGRANGIAN, "x'^2 - y");
    check_print(model, "kinetic x'^2/2\n"
                       "potential -k*x\n"
                       "gravity [0, 0, -g]\n"
                       "spring [x, 0, 0], [0, y, t] stiffness k\n"
                       "spring [x, 0, 0], [0, y, t] stiffness k length l + 1\n"
                       "damper [0, y, t], [x, 0, 0] coefficient c/2\n"
                       "lagrangian x'^2 - y\n");
    nh_model_destroy(model);
}

PROTECTED_TEST(forces) {
    nh_model *model = model_of(context, "F", "x y[1]");
    declare_body(model, "A", nh_vector_zero(), nh_matrix3_identity(), NULL);
    declare_body(model, "B", nh_vector_zero(), nh_matrix3_identity(), NULL);
    model->items.count = 0;
    nh_force force = empty_force(NH_FORCE_AT_POINT);
    force.position = vector_of(model, "x", "y[1]", "0");
    force.vector = vector_of(model, "F*t", "-x'", "0");
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    force.kind = NH_FORCE_ON_BODY;
    force.body = 1;
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    force.kind = NH_FORCE_TORQUE;
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    force.other = 0;
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    force = empty_force(NH_FORCE_COORDINATE);
    force.coordinate = 1;
    force.scalar = expr_of(model, "-F*y[1]'");
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    check_print(model, "force [x, y[1], 0]: [F*t, -x', 0]\n"
                       "force B at [x, y[1], 0]: [F*t, -x', 0]\n"
                       "torque B: [F*t, -x', 0]\n"
                       "torque B, A: [F*t, -x', 0]\n"
                       "force y[1]: -F*y[1]'\n");
    nh_model_destroy(model);
}

/* ---- rows and records ---- */

static void declare_row(nh_model *model, const char *name, const char *label, const char *residual, bool is_imposed) {
    nh_row row = {.name = name_of(model, name), .label = name_of(model, label), .is_imposed = is_imposed};
    row.residual = expr_of(model, residual);
    nh_model_add(model, rows, NH_ITEM_ROW, row);
}

PROTECTED_TEST(rows) {
    nh_model *model = model_of(context, "c", "x y");
    declare_row(model, "speed", "speed", "x'^2 + y'^2 - c^2", true);
    declare_row(model, "roll.x", "roll", "x' - y", true);
    declare_row(model, "roll.y", "roll", "y'", true);
    declare_row(model, "roll.z", "roll", "x'*y'", true);
    declare_row(model, "slip.z", "slip", "-x", false);
    declare_row(model, "perp[3].x", "perp[3]", "x", true);
    declare_row(model, "perp[3].z", "perp[3]", "y", true);
    declare_row(model, "perp[4].y", "perp[4]", "y*t", true);
    declare_row(model, "unit.B", "unit.B", "x^2 + y^2 - 1", true);
    model->rows.items[model->rows.count - 1].is_unit = true;
    declare_row(model, "lifted[2]", "lifted[2]", "x - y", false);
    check_print(model, "constraint speed: x'^2 + y'^2 - c^2 = 0\n"
                       "constraint roll: [x' - y, y', x'*y'] = 0\n"
                       "condition slip: [0, 0, -x] = 0\n"
                       "constraint perp[3]: [x, 0, y] = 0\n"
                       "constraint perp[4]: [0, t*y, 0] = 0\n"
                       "condition lifted[2]: x - y = 0\n");
    nh_model_destroy(model);
}

static void declare_record(nh_model *model, nh_record_kind kind, const char *name, const char *label,
                           const char *value) {
    nh_record record = {.kind = kind, .name = name_of(model, name), .label = name_of(model, label)};
    record.value = expr_of(model, value);
    nh_model_add(model, records, NH_ITEM_RECORD, record);
}

PROTECTED_TEST(records) {
    nh_model *model = model_of(context, "m", "x y");
    declare_record(model, NH_RECORD_WATCH, "w", "w", "x''");
    declare_record(model, NH_RECORD_WATCH, "p.x", "p", "m*x'");
    declare_record(model, NH_RECORD_WATCH, "p.y", "p", "m*y'");
    declare_record(model, NH_RECORD_WATCH, "p.z", "p", "0");
    declare_record(model, NH_RECORD_INVARIANT, "e", "e", "x'^2 + y");
    declare_record(model, NH_RECORD_INVARIANT, "v[1].y", "v[1]", "y");
    declare_record(model, NH_RECORD_CLAIM, "a", "a", "x'' + x");
    declare_record(model, NH_RECORD_CLAIM, "b.x", "b", "x - y");
    declare_record(model, NH_RECORD_CLAIM, "b.z", "b", "y''");
    check_print(model, "watch w = x''\n"
                       "watch p = [m*x', m*y', 0]\n"
                       "invariant e: x'^2 + y\n"
                       "invariant v[1]: [0, y, 0]\n"
                       "claim a: x'' + x = 0\n"
                       "claim b: [x - y, 0, y''] = 0\n");
    nh_model_destroy(model);
}

/* ---- the motion ---- */

static void declare_assumption(nh_model *model, nh_relation relation) {
    nh_assumption assumption = {expr_of(model, "x + y"), expr_of(model, "a"), relation, {0}};
    nh_model_add(model, assumptions, NH_ITEM_ASSUMPTION, assumption);
}

PROTECTED_TEST(assumptions_and_choices) {
    nh_model *model = model_of(context, "a", "x y");
    for (int relation = NH_LESS; relation <= NH_NOT_EQUAL; relation++) declare_assumption(model, (nh_relation)relation);
    nh_model_add(model, independents, NH_ITEM_INDEPENDENT, ((nh_independent){.coordinate = 1}));
    nh_quasi quasi = {.name = name_of(model, "eta1"), .definition = expr_of(model, "x' - a*y'")};
    quasi.symbol = nh_expr_symbol(model->pool, NH_ROLE_QUASI, quasi.name, 0);
    nh_model_add(model, quasis, NH_ITEM_QUASI, quasi);
    nh_transposition entry = {.row = 0, .column = 1, .value = expr_of(model, "-x'/y")};
    nh_model_add(model, transpositions, NH_ITEM_TRANSPOSITION, entry);
    check_print(model, "assume x + y < a\n"
                       "assume x + y > a\n"
                       "assume x + y <= a\n"
                       "assume x + y >= a\n"
                       "assume x + y != a\n"
                       "independent y'\n"
                       "quasi eta1 = x' - a*y'\n"
                       "transposition omega[x,y] = -x'/y\n");
    nh_model_destroy(model);
}

PROTECTED_TEST(starts_and_spans) {
    nh_model *model = model_of(context, "a", "x y");
    nh_initial held = {.quantity = expr_of(model, "x'"), .value = expr_of(model, "1"), .is_held = true};
    nh_model_add(model, initials, NH_ITEM_INITIAL, held);
    nh_initial guess = {.quantity = expr_of(model, "x*y' + a"), .value = expr_of(model, "-1.4")};
    nh_model_add(model, initials, NH_ITEM_INITIAL, guess);
    guess.quantity = nh_expr_symbol_text(model->pool, NH_ROLE_MULTIPLIER, "mu.roll.x");
    nh_model_add(model, initials, NH_ITEM_INITIAL, guess);
    nh_span span = {expr_of(model, "-1"), expr_of(model, "a*2"), expr_of(model, "0.01"), {0}};
    nh_model_add(model, spans, NH_ITEM_SPAN, span);
    span.step = span.to = NH_EXPR_UNDEFINED;
    nh_model_add(model, spans, NH_ITEM_SPAN, span);
    check_print(model, "init x' = 1\n"
                       "init x*y' + a ~ -7/5\n"
                       "init mu.roll.x ~ -7/5\n"
                       "simulate t = -1 .. 2*a step 1/100\n"
                       "simulate t = -1 .. 10\n");
    nh_model_destroy(model);
}

PROTECTED_TEST(events) {
    nh_model *model = model_of(context, "a", "x y");
    nh_event event = {.name = name_of(model, "hit"), .value = expr_of(model, "x - a")};
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    event.direction = NH_RISING;
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    event.direction = NH_FALLING;
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    event.is_comparison = true;
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    event.is_stop = true;
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    event.is_comparison = false;
    nh_model_add(model, events, NH_ITEM_EVENT, event);
    check_print(model, "event hit: x - a\n"
                       "event hit: x - a rising\n"
                       "event hit: x - a falling\n"
                       "event hit: x - a < 0\n"
                       "stop when x - a < 0\n"
                       "stop when x - a falling\n");
    nh_model_destroy(model);
}

/* ---- the picture ---- */

static void declare_drawing(nh_model *model, nh_shape shape, uint32_t body) {
    nh_drawing drawing = {.shape = shape, .body = body, .at = vector_of(model, "x", "y", "0")};
    drawing.vector = vector_of(model, "0", "1", "a");
    drawing.radius = expr_of(model, "2*a");
    drawing.variable = nh_expr_symbol_text(model->pool, NH_ROLE_PARAMETER, "s");
    drawing.low = expr_of(model, "0");
    drawing.high = expr_of(model, "2*pi");
    if (shape == NH_SHAPE_CURVE) drawing.at.x[2] = nh_expr_apply1(model->pool, NH_EXPR_COS, drawing.variable);
    nh_model_add(model, drawings, NH_ITEM_DRAWING, drawing);
}

PROTECTED_TEST(drawings) {
    nh_model *model = model_of(context, "a", "x y");
    declare_body(model, "B", nh_vector_zero(), nh_matrix3_identity(), NULL);
    model->items.count = 0;
    for (int shape = 0; shape < NH_SHAPES; shape++) declare_drawing(model, (nh_shape)shape, NH_MODEL_NONE);
    for (int shape = NH_SHAPE_DISC; shape <= NH_SHAPE_BOX; shape++) declare_drawing(model, (nh_shape)shape, 0);
    check_print(model, "draw none\n"
                       "draw trail [x, y, 0]\n"
                       "draw segment [x, y, 0], [0, 1, a]\n"
                       "draw arrow [x, y, 0], [0, 1, a]\n"
                       "draw disc [x, y, 0] radius 2*a axis [0, 1, a]\n"
                       "draw sphere [x, y, 0] radius 2*a\n"
                       "draw ellipsoid [x, y, 0] [0, 1, a]\n"
                       "draw box [x, y, 0] [0, 1, a]\n"
                       "draw curve [x, y, cos(s)] for s = 0 .. 2*pi\n"
                       "draw plane at [x, y, 0] normal [0, 1, a]\n"
                       "draw disc B radius 2*a axis [0, 1, a]\n"
                       "draw sphere B radius 2*a\n"
                       "draw ellipsoid B [0, 1, a]\n"
                       "draw box B [0, 1, a]\n");
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty),
        cmocka_unit_test(declarations),
        cmocka_unit_test(lets),
        cmocka_unit_test(points_and_bodies),
        cmocka_unit_test(energies_and_links),
        cmocka_unit_test(forces),
        cmocka_unit_test(rows),
        cmocka_unit_test(records),
        cmocka_unit_test(assumptions_and_choices),
        cmocka_unit_test(starts_and_spans),
        cmocka_unit_test(events),
        cmocka_unit_test(drawings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
