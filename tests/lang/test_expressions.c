/* What expressions mean, by value: each row says that two of them are equal, whatever the symbols are. */
#include "readings.h"

typedef struct same {
    const char *declarations, *left, *right;
} same;

static void check_all(nh_context *context, size_t count, const same *rows, const char *before) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < count; i++)
        if (!holds(context, joined(arena, before, rows[i].declarations), rows[i].left, rows[i].right))
            fail_msg("%s\n%s is not %s", rows[i].declarations, rows[i].left, rows[i].right);
    nh_arena_destroy(arena);
}

#define CHECK(rows, before) check_all(context, sizeof(rows) / sizeof *(rows), rows, before)

static const char coordinates[] = "param m = 1, a = 2, b = 3\ncoord x, y, z\nkinetic x'^2 + y'^2 + z'^2\n";

/* ---- numbers and operators ---- */

static const same arithmetic[] = {
    {"", "0.1 + 0.2 - 0.3", "0"},
    {"", "1e-3", "1/1000"},
    {"", "-x^2", "0 - x*x"},
    {"", "2^3^2", "512"},
    {"", "x^-2", "1/(x*x)"},
    {"", "x'^2", "x'*x'"},
    {"", "a - b - x", "(a - b) - x"},
    {"", "a/b/x", "a/(b*x)"},
    {"", "a/b*x", "(a/b)*x"},
    {"", "-a*b", "0 - (a*b)"},
    {"", "a*-b", "0 - a*b"},
    {"", "2*x - -y", "2*x + y"},
    {"", "a + b*x^2", "a + (b*(x^2))"},
    {"", "a −\n b", "a - b"},
    {"", "x′", "x'"},
    {"", "x’", "x'"},
    {"", "|x|*|x|", "x^2"},
    {"", "||x| - |y||", "abs(abs(x) - abs(y))"},
    {"", "2*|x|*3", "6*abs(x)"},
    {"", "|[3, 4]|", "5"},
    {"", "sqrt(x^2)", "|x|"},
    {"", "cbrt(-8)", "-2"},
    {"", "root(-32, 5)", "-2"},
    {"", "root(x^2, 4)^2", "|x|"},
    {"", "cos(pi/3)", "1/2"},
    {"", "mod(-1, 3)", "2"},
    {"", "mod(7.5, 2)", "1.5"},
    {"", "min(3, 1, 2) + max(3, 1, 2)", "4"},
    {"", "sign(-3) + abs(-2)", "1"},
    {"", "atan2(1, 0)", "pi/2"},
    {"", "exp(log(a^2))", "a^2"},
    {"", "sinh(x)", "(exp(x) - exp(-x))/2"},
    {"", "cosh(x)*tanh(x)", "(exp(x) - exp(-x))/2"},
    {"", "asin(sin(1/2)) + acos(cos(1/2)) + atan(tan(1/2))", "3/2"},
    {"", "if(1 < 2, 5, 6)", "5"},
    {"", "if(2 < 1, 5, 6)", "6"},
    {"", "if(1 < 1, 5, 6)", "6"},
    {"", "if(1 <= 1, 5, 6)", "5"},
    {"", "if(1 >= 1, 5, 6)", "5"},
    {"", "if(1 > 1, 5, 6)", "6"},
    {"", "if(2 > 1, 5, 6)", "5"},
    {"", "if(2 <= 1, 5, 6)", "6"},
    {"", "if(x < 0, -x, x)", "|x|"},
    {"", "if(1 < 2, [1, 2], 0)", "[1, 2, 0]"},
    {"", "sum(i=1..4, i^2)", "30"},
    {"", "sum(i=1..3, j=1..i, i*j)", "1 + 2*3 + 3*6"},
    {"", "sum(i=1..0, x)", "0"},
    {"", "sum(i=1..0, x)", "[0, 0, 0]"},
    {"", "sum(i=1..2, [i, x])", "[3, 2*x, 0]"},
};

PROTECTED_TEST(numbers) {
    CHECK(arithmetic, coordinates);
}

/* The rows would not hold if anything else was meant. */
PROTECTED_TEST(what_does_not_hold) {
    assert_false(holds(context, coordinates, "-x^2", "(-x)^2"));
    assert_false(holds(context, coordinates, "2^3^2", "64"));
    assert_false(holds(context, coordinates, "Rz(x)*[1, 0, 0]", "[cos(x), -sin(x), 0]"));
    assert_false(holds(context, coordinates, "[x, y, 1e-9]", "[x, y]"));
}

/* ---- vectors ---- */

static const char points[] = "param m = 1, a = 2, b = 3\ncoord x, y, z, u, v, w\npoint P = [x, y, z] mass m\n"
                             "point Q = [u, v] mass m\npoint W = [0, 0, w] mass m\n";

static const same vectors[] = {
    {"", "[a, b]", "[a, b, 0]"},
    {"", "P.x", "x"},
    {"", "(P + Q).y", "y + v"},
    {"", "P'.z", "z'"},
    {"", "(P + Q)'.x", "x' + u'"},
    {"", "|P|", "sqrt(x^2 + y^2 + z^2)"},
    {"", "|P - Q|'",
     "diff(|P - Q|, x)*x' + diff(|P - Q|, y)*y' + diff(|P - Q|, z)*z' + diff(|P - Q|, u)*u' + "
     "diff(|P - Q|, v)*v'"},
    {"", "norm(P)^2", "dot(P, P)"},
    {"", "dot(P, Q)", "x*u + y*v"},
    {"", "cross([1, 0, 0], [0, 1, 0])", "[0, 0, 1]"},
    {"", "cross(P, Q)", "[-z*v, z*u, x*v - y*u]"},
    {"", "2*P/a", "[2*x/a, 2*y/a, 2*z/a]"},
    {"", "P*2", "2*P"},
    {"", "-P", "[-x, -y, -z]"},
    {"", "P - 0", "P"},
    {"", "P", "0 + P"},
    {"", "(x*y)'", "x'*y + x*y'"},
    {"", "x''", "(x')'"},
    {"", "P''", "[x'', y'', z'']"},
    {"", "(t*x)'", "x + t*x'"},
    {"", "a'", "0"},
    {"", "sin(x)'", "cos(x)*x'"},
};

PROTECTED_TEST(of_vectors) {
    CHECK(vectors, points);
}

/* ---- rotations and bodies ---- */

static const char bodies[] = "param m = 1, J = 2\ncoord x, y, z, f, g, h, q0, q1, q2, q3\n"
                             "kinetic x'^2 + y'^2 + z'^2 + f'^2 + g'^2 + h'^2 + q0'^2 + q1'^2 + q2'^2 + q3'^2\n"
                             "body B { at [x, y, z], rotation Rz(f)*Rx(g)*Rz(h), mass m, inertia diag(J, J, 1) }\n"
                             "body A { mass m, rotation Rz(f) }\nbody F { }\n";

static const same rotations[] = {
    {"", "Rz(f)*[1, 0, 0]", "[cos(f), sin(f), 0]"},
    {"", "Rx(f)*[0, 1, 0]", "[0, cos(f), sin(f)]"},
    {"", "Ry(f)*[0, 0, 1]", "[sin(f), 0, cos(f)]"},
    {"", "rotation([0, 0, 2], f)*[x, y, z]", "Rz(f)*[x, y, z]"},
    {"", "rotation([1, 1, 1], 2*pi/3)*[x, y, z]", "[z, x, y]"},
    {"", "Rz(f)*Rx(g)*[x, y, z]", "Rz(f)*(Rx(g)*[x, y, z])"},
    {"", "inverse(Rz(f)*Rx(g))*[x, y, z]", "Rx(-g)*(Rz(-f)*[x, y, z])"},
    {"", "2*Rz(f)*[x, y, z]", "Rz(f)*(2*[x, y, z])"},
    {"", "-Rz(f)*[x, y, z]", "Rz(f)*[-x, -y, -z]"},
    {"", "quaternion(1, 1, 0, 0)*[x, y, z]", "Rx(pi/2)*[x, y, z]"},
    {"let R = Rz(f)*Rx(g)", "R*R*[x, y, z]", "R*(R*[x, y, z])"},
    {"", "B.c", "[x, y, z]"},
    {"", "B.R*[1, 2, 3]", "Rz(f)*Rx(g)*Rz(h)*[1, 2, 3]"},
    {"", "B.omega", "[0, 0, f'] + Rz(f)*[g', 0, 0] + Rz(f)*Rx(g)*[0, 0, h']"},
    {"", "B.Omega", "inverse(B.R)*B.omega"},
    {"", "B.at([1, 2, 3])", "B.c + B.R*[1, 2, 3]"},
    {"", "B.at([1, 2, 3])'", "B.velocity(B.at([1, 2, 3]))"},
    {"", "B.velocity([1, 2, 3])", "B.c' + cross(B.omega, [1, 2, 3] - B.c)"},
    {"", "B.velocity(B)", "B'"},
    {"", "B + [1, 0]", "B.c + [1, 0, 0]"},
    {"", "|B|^2", "x^2 + y^2 + z^2"},
    {"", "A.c", "[0, 0, 0]"},
    {"", "F.R*[1, 2, 3]", "[1, 2, 3]"},
    {"", "F.omega", "0"},
    {"", "A.omega", "[0, 0, f']"},
};

PROTECTED_TEST(of_rotations) {
    CHECK(rotations, bodies);
}

/* ---- functions ---- */

static const same functions[] = {
    {"function g(s) = a*s^2", "g(x + 1)", "a*(x + 1)^2"},
    {"function g(s) = a*s^2", "g(x)'", "2*a*x*x'"},
    {"function g(s) = a*s^2", "g'(x)", "2*a*x"},
    {"function g(s) = a*s^2", "g''(x)", "2*a"},
    {"function C(t) = exp(-t)", "C(t)'", "-exp(-t)"},
    {"function C(t) = exp(-t)", "C(2)", "exp(-2)"},
    {"function C(t)", "C(t)'", "C'(t)"},
    {"function C(s)", "C(x*y)'", "C'(x*y)*(x'*y + x*y')"},
    {"function C(s)", "diff(C(2*x), x)", "2*C'(2*x)"},
    {"function h(u, v) = u^2*v^3", "h(x, y)", "x^2*y^3"},
    {"function h(u, v) = u^2*v^3", "diff(h, 1)(x, y)", "2*x*y^3"},
    {"function h(u, v) = u^2*v^3", "diff(h, 2)(x, y)", "3*x^2*y^2"},
    {"function h(u, v) = u^2*v^3", "diff(h, 1, 2)(x, y)", "6*x*y^2"},
    {"function h(u, v)", "diff(h(x, y), x)", "diff(h, 1)(x, y)"},
    {"function h(u, v)", "h(x, y)'", "diff(h, 1)(x, y)*x' + diff(h, 2)(x, y)*y'"},
    {"function r(v) = dot(v, v)", "r([x, y])", "x^2 + y^2"},
    {"function r(s) = [cos(s), sin(s)]", "r(x)'", "[-sin(x)*x', cos(x)*x', 0]"},
    {"function r(s) = [cos(s), sin(s)]", "r'(x)", "[-sin(x), cos(x), 0]"},
    {"function f[i=1..3](s) = s^i", "f[3](x)", "x^3"},
    {"function f[i=1..3](s) = s^i", "f[3]'(x)", "3*x^2"},
    {"function f[i=1..3](s) = s^i", "diff(f[2], 1)(x)", "2*x"},
    {"function f(s) = s\nfunction g(s) = f(s)*f(2*s)", "g(x)", "2*x^2"},
    {"function f(x) = x^2", "f(y)", "y^2"},
    {"let c = 2*x\nfunction f(s) = c*s", "f(y)", "2*x*y"},
    {"function k(v, s) = s*v", "k([1, 2], x)", "[x, 2*x, 0]"},
};

/* Words that are special only in their place; parameters have their values here. */
static const same words[] = {
    {"param at = 3, mass = 2, step = 5, length = 1", "at + mass + step + length", "11"},
    {"param sin = 3", "sin*sin(x)", "3*sin(x)"},
    {"param lambda = 3, mu = lambda + 1", "lambda*mu", "12"},
    {"param a2 = 3, b2 = a2^2, c2 = b2 + a2", "c2", "12"},
    {"param k[1..3] = (1.2, 0.8, 1.4)", "k[1] + 10*k[2] + 100*k[3]", "149.2"},
    {"param k[i=1..3] = 1 + i/10", "k[3]", "1.3"},
};

/* With the values of the parameters put in. */
static bool holds_with_values(nh_context *context, const same *row) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s\nclaim the_claim: %s = %s\n", coordinates, row->declarations, row->left, row->right);
    reading r = read_good(context, nh_text_string(&text), (options){.set = NULL});
    nh_expr e = r.model->records.items[r.model->records.count - 1].value;
    for (size_t i = r.model->parameters.count; i-- > 0;) {
        const nh_parameter *p = &r.model->parameters.items[i];
        if (p->value != NH_EXPR_UNDEFINED) e = nh_expr_substitute(r.model->pool, e, 1, &p->symbol, &p->value, true);
    }
    bool good = is_zero(r.model, e);
    forget(&r);
    nh_arena_destroy(arena);
    return good;
}

static const same derivatives[] = {
    {"", "diff(x^2*y, x)", "2*x*y"},
    {"", "diff(x'^2*y, x')", "2*x'*y"},
    {"", "diff(x'^2*y, x)", "0"},
    {"", "diff(t^2*x, t)", "2*t*x"},
    {"", "diff(a^3*x, a)", "3*a^2*x"},
    {"", "diff(x^3*y^2, x, y)", "6*x^2*y"},
    {"point P = [x, y, z]", "diff(x^2*y + z, P)", "[2*x*y, x^2, 1]"},
    {"point P = [x, y]", "diff(x^2*y + z, P)", "[2*x*y, x^2, 0]"},
    {"point P = [x, y, z]", "diff(x'^2 + y', P')", "[2*x', 1, 0]"},
    {"", "diff([x^2, y], x)", "[2*x, 0, 0]"},
    {"let d = x^2*y", "diff(d, x)", "2*x*y"},
    {"let d = x^2*y", "d'", "2*x*x'*y + x^2*y'"},
    {"let d = [x^2, y]", "d'", "[2*x*x', y', 0]"},
    {"let r = Rz(x)", "r*[1, 0]", "[cos(x), sin(x), 0]"},
    {"", "momentum(x)", "2*x'"},
    {"", "T", "x'^2 + y'^2 + z'^2"},
    {"potential x^2", "V", "x^2"},
    {"potential x^2", "L", "T - V"},
    {"potential x^2", "E", "T + V"},
    {"let p = momentum(x)", "p", "2*x'"},
    {"let e = T - V\nlet f = 2*e", "f", "2*L"},
    {"quasi eta = momentum(x) + y", "eta", "2*x' + y"},
    {"quasi eta = x'*cos(y), zeta = x'*sin(y)", "eta^2 + zeta^2", "x'^2"},
    {"param T = 5", "T*x", "x*T"},
};

PROTECTED_TEST(of_functions) {
    CHECK(functions, coordinates);
}

PROTECTED_TEST(of_words) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!holds_with_values(context, &words[i]))
            fail_msg("%s\n%s is not %s", words[i].declarations, words[i].left, words[i].right);
}

PROTECTED_TEST(of_derivatives) {
    CHECK(derivatives, coordinates);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),      cmocka_unit_test(what_does_not_hold), cmocka_unit_test(of_vectors),
        cmocka_unit_test(of_rotations), cmocka_unit_test(of_functions),       cmocka_unit_test(of_derivatives),
        cmocka_unit_test(of_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
