/* Integration of Pfaffian systems: functions that are known by construction are found again, in the form
 * that one wants to read. */
#include "potential.h"

#include "algebra/pfaff/potential_private.h"

/* ---- tables ---- */

/* Lists are between semicolons. The forms are given one after the other, or are matrix *
 * d(known); no matrix: d(known). */
typedef struct row {
    const char *variables, *forms, *matrix, *known;
    const char *printed; /* what must come out, to the letter; NULL: any function of what is known */
} row;

/* clang-format off */
static const row table[] = {
    /* exact forms */
    {"x;y", NULL, NULL, "x*y", "x*y"},
    {"x;y;z", NULL, NULL, "x^2 + y^2 + z^2", "x^2 + y^2 + z^2"},
    {"x;y;z;u", NULL, NULL, "x*y*z*u + x^3 - u^2*y", NULL},
    {"x;y;z;u;v;w", NULL, NULL, "x*y*z + u*v*w + x^2*w^2", NULL},
    {"x;y;t", NULL, NULL, "x*y - t^2*x", NULL},
    {"x;y", NULL, NULL, "x^5*y^3 + x^2*y^7 - 3*y", NULL},
    {"x;y", NULL, NULL, "y/x", "x/y"},
    {"x;y;z", NULL, NULL, "(x + y)/(z - x)", NULL},
    {"x;y;z", NULL, NULL, "x/(1 + y^2) + z^2/y", NULL},
    {"x;th", NULL, NULL, "x*sin(th)", "x*sin(th)"},
    {"x;th;ph", NULL, NULL, "x*cos(th)*sin(ph) + x^2", NULL},
    {"x;y;th", NULL, NULL, "x*cos(th) + y*sin(th)", "x*cos(th) + y*sin(th)"},
    {"x;y;th;t", NULL, NULL, "x*cos(th - t) + y^2", NULL},
    {"x;th", NULL, NULL, "x^2*th*sin(2*th) - cos(th)^3", NULL},
    {"x;y", NULL, NULL, "sqrt(x^2 + y^2) - x", NULL},
    {"x;y", NULL, NULL, "y*exp(x) + x^2", NULL},
    {"x1;y1;x2;y2", NULL, NULL, "(x1 - x2)^2 + (y1 - y2)^2", "(x1 - x2)^2 + (y1 - y2)^2"},
    {"x1;y1;x2;y2;t", NULL, NULL, "(x1 - x2)^2 + (y1 - y2)^2 - t^2", NULL},
    {"x;y", NULL, NULL, "0.1*x^2 + 0.35*y", "2*x^2 + 7*y"},
    /* times a function */
    {"x;y;z", NULL, "1 + x^2", "x^2 + y^2 + z^2", "x^2 + y^2 + z^2"},
    {"x;y;z", NULL, "x*y - z", "x^2 + y*z", "x^2 + y*z"},
    {"x;y;t", NULL, "exp(x)", "x*y - t^2", NULL},
    {"x;y;th", NULL, "2 + sin(th)", "x*cos(th) + y*sin(th)", "x*cos(th) + y*sin(th)"},
    {"x;y;z;u", NULL, "x^2*y", "x*y*z + u^3", NULL},
    {"x;y", NULL, "1/(x + y)", "x^3 - y^2", NULL},
    {"x;y;z;u;v;w", NULL, "1 + x*u", "x*y + z*u + v*w", NULL},
    /* mixed by a matrix of functions */
    {"x;y;z", NULL, "1;x;y;1 + x*y + z^2", "x + y*z;x*y", NULL},
    {"x;y;z;u", NULL, "x;1;y;z", "x^2 + y^2;z*u + x", NULL},
    {"x;y;z;t", NULL, "1 + t^2;x;0;y", "x*y - t;z + x^2", NULL},
    {"x;y;th;ph", NULL, "cos(th);-sin(th);sin(th);cos(th)", "x + sin(th);y - cos(ph)", NULL},
    {"x;y;th;ph", NULL, "1;x;y;2 + x*y", "x*cos(th);y + ph^2", NULL},
    {"x;y;z;u;v", NULL, "1;x;0;0;1;y;z;0;1", "x + y^2;z*u;v + x*z", NULL},
    {"x;y;z;u;v;w", NULL, "1;x;u;y;1;0;0;z;2", "x*y + u;z^2 + v^2;w - x*z", NULL},
    {"x;y;z;u;v;w", NULL, "1;0;x;y;1;z;1;w;3", "x*u;y*v;z*w", NULL},
    /* powers, exponentials, logarithms */
    {"x;y;z", "y*z;x*z;2*x*y", NULL, "x*y*z^2", "x*y*z^2"},
    {"x;y;t", "y;x;-t*x*y", NULL, "x*y*exp(-t^2/2)", NULL},
    {"x;y;z", "1;0;-y;0;1;-x", NULL, "x^2 - y^2;(x + y)*exp(-z)", "(x - y)*exp(z);x^2 - y^2"},
    {"x;y", "1/x;a/y", NULL, "x*y^a", "x*y^a"},
    {"x;y", "a*y;b*x", NULL, "x^a*y^b", NULL},
    {"x;y", "(y - 1)/x;-1", NULL, "(y - 1)/x", "(y - 1)/x"},
    {"y;t", "1;y - t", NULL, "(y - t + 1)*exp(t)", "(y - t + 1)*exp(t)"},
    {"y;t", "1;a*y", NULL, "y*exp(a*t)", "y*exp(a*t)"},
    {"y;t", "1;2*t*y - t", NULL, "(2*y - 1)*exp(t^2)", NULL},
    {"y;t", "1;y/t - t^2", NULL, "y*t - t^4/4", NULL},
    {"y;t", "1;y - sin(t)", NULL, "exp(t)*(2*y - sin(t) + cos(t))", NULL},
    {"y;t", "1;-y^2", NULL, "t + 1/y", NULL},
    {"y;t", "1;-y*(1 - y)", NULL, "y*exp(-t)/(1 - y)", NULL},
    {"y;x", "1;-x*(1 + y^2)", NULL, "atan(y) - x^2/2", NULL},
    {"x;y", "2*x*y;y^2 - x^2", NULL, "(x^2 + y^2)/y", "x^2/y + y"},
    {"ph;t", "1;-sin(ph)", NULL, "tan(ph/2)*exp(-t)", NULL},
    {"ph;t", "1;-cos(ph)", NULL, "log((1 + sin(ph))/cos(ph)) - t", NULL},
    /* quadratures */
    {"y;x", "1;-(3*x^2 - x + 2)", NULL, "y - x^3 + x^2/2 - 2*x", NULL},
    {"y;x", "1;-x*sin(x)", NULL, "y + x*cos(x) - sin(x)", "x*cos(x) + y - sin(x)"},
    {"y;x", "1;-x^2*cos(3*x)", NULL, "y - x^2*sin(3*x)/3 - 2*x*cos(3*x)/9 + 2*sin(3*x)/27", NULL},
    {"y;x", "1;-exp(-x)", NULL, "y + exp(-x)", "y + exp(-x)"},
    {"y;x", "1;-x^2*exp(2*x)", NULL, "4*y - (2*x^2 - 2*x + 1)*exp(2*x)", NULL},
    {"y;x", "1;-1/(1 + x^2)", NULL, "y - atan(x)", "y - atan(x)"},
    {"y;x", "1;-1/(a^2 + x^2)", NULL, "y - atan(x/a)/a", NULL},
    {"y;x", "1;-1/x", NULL, "y - log(x)", NULL},
    {"y;x", "1;-log(x)", NULL, "y - x*log(x) + x", NULL},
    {"y;x", "1;-1/((x - 1)*(x + 2)*(x + 3))", NULL, "y - log(1 - x)/12 - log(x + 3)/4 + log(x + 2)/3", NULL},
    {"y;x", "1;-(x + 1)/(x^2*(x + 2))", NULL, NULL, NULL},
    {"y;x", "1;-1/sqrt(1 - x^2)", NULL, "y - asin(x)", "y - asin(x)"},
    {"y;x", "1;-1/sqrt(1 + x^2)", NULL, "y - log(x + sqrt(1 + x^2))", NULL},
    {"y;x", "1;-tan(x)", NULL, "y + log(cos(x))", NULL},
    {"y;x", "1;-1/cos(x)^2", NULL, "y - tan(x)", NULL},
    {"y;x", "1;-a*x^k", NULL, "y - a*x^(k + 1)/(k + 1)", NULL},
    /* mechanics */
    {"x;y", "be;-al", NULL, "be*x - al*y", "be*x - al*y"},
    {"z;th", "1;-R*cos(th)", NULL, "z - R*sin(th)", "z - R*sin(th)"},
    {"z;th;ps", "1;R*sin(th)*sin(ps);-R*cos(th)*cos(ps)", NULL, "z - R*cos(th)*sin(ps)", "z - R*sin(ps)*cos(th)"},
    {"x;ph;y;ps", "1;-R;0;0;0;0;1;-R", NULL, "x - R*ph;y - R*ps", "x - R*ph;y - R*ps"},
    {"x;y;th", "cos(th);sin(th);-x*sin(th) + y*cos(th);0;0;1", NULL, "x*cos(th) + y*sin(th);th", NULL},
    {"q1;q2;q3;z",
     "2*q1 - 2*q1*q2/sqrt(1 - q1^2 - q2^2 - q3^2);"
     "2*sqrt(1 - q1^2 - q2^2 - q3^2) - 2*q2^2/sqrt(1 - q1^2 - q2^2 - q3^2);"
     "-2*q3*q2/sqrt(1 - q1^2 - q2^2 - q3^2);1",
     NULL, "z + q1^2 + 2*q2*sqrt(1 - q1^2 - q2^2 - q3^2)", NULL},
    {"x;y;u", NULL, "R - a*x + 1", "3*a*u - x + 3*y", "3*a*u - x + 3*y"},
    {"x;y;z", NULL, "1 + x*y", "a*x/(1 + y^2) + R*z/x", NULL},
    {"y;t", "1;3*t^2*y - 3*t^5", NULL, "(y - t^3 + 1)*exp(t^3)", NULL},
    /* harder */
    {"x;y;z", "1;0;-2*x;0;1;-3*y", NULL, "x*exp(-2*z);y*exp(-3*z)", NULL},
    {"x;y;z", "1;0;-x - y;0;1;-y", NULL, "y*exp(-z);x/y - z", NULL},
    {"x;y;z", "1;0;-2*x - y;0;1;-x - 2*y", NULL, "(x + y)*exp(-3*z);(x - y)*exp(-z)", NULL},
    {"x;y;t", "1;0;y;0;1;-x", NULL, "x^2 + y^2;atan(y/x) - t", NULL},
    {"x;y;z;t", "1;0;0;-y;0;1;0;-z;0;0;1;-x", NULL, NULL, NULL},
    {"x;y;z", "y*z;x*z;x*y + z", NULL, NULL, NULL},
    {"x;y", "x + y;y - x", NULL, "log(x^2 + y^2)/2 - atan(y/x)*0 + atan(x/y)", NULL},
    {"x;y", "y^2 + x*y;-x^2", NULL, NULL, NULL},
    {"x;y;z", "y + z;z + x;x + y", NULL, "x*y + y*z + z*x", NULL},
    {"x;y;z", "y*z + z;-x*z;x*y + x", NULL, NULL, NULL},
    {"y;x", "1;-(x + y)", NULL, "(y + x + 1)*exp(-x)", NULL},
    {"y;x", "1;y*cos(x) - sin(x)*cos(x)", NULL, "(y - sin(x) + 1)*exp(sin(x))", NULL},
    {"y;x", "1;-y/x - y^2", NULL, NULL, NULL},
    {"y;x", "x^2 + 1;-y*x", NULL, "y^2/(x^2 + 1)", NULL},
    {"y;x", "1;-sqrt(y)*x", NULL, "2*sqrt(y) - x^2/2", NULL},
    {"th;ph", "sin(ph)*cos(th);cos(ph)*sin(th)", NULL, "sin(th)*sin(ph)", "sin(ph)*sin(th)"},
    {"th;ph", "cos(th);-sin(th)*cos(ph)/sin(ph)", NULL, "sin(th)/sin(ph)", NULL},
    {"x;y;th;ph", "1;0;-R*cos(ph);R*th*sin(ph);0;1;-R*sin(ph);-R*th*cos(ph)", NULL,
     "x - R*th*cos(ph);y - R*th*sin(ph)", NULL},
    {"x;y;z;u", "y;x;0;0;1;0;u;z", NULL, "x*y;x + z*u", NULL},
    {"x;y;z;u;v;w", "x - u;y - v;z - w;u - x;v - y;w - z", NULL, "(x - u)^2 + (y - v)^2 + (z - w)^2", NULL},
    {"x;y", "abs(x);y", NULL, "x*abs(x) + y^2", NULL},
    {"x;y;t", "1;-m*k;-c*t", NULL, "x - m*k*y - c*t^2/2", NULL},
    {"x;y", "1/(x*log(x));-1/y", NULL, "log(x)/y", NULL},
    {"y;x", "1;-x*atan(x)", NULL, NULL, NULL},
    {"y;x", "1;-1/(x^2 + x + 1)", NULL, NULL, NULL},
    {"y;x", "1;-1/(x^2 - 2)", NULL, NULL, NULL},
    {"y;x", "1;-sinh(x)*x", NULL, "y - x*cosh(x) + sinh(x)", NULL},
    {"y;x", "1;-1/(1 + exp(x))", NULL, "y - x + log(1 + exp(x))", NULL},
    {"x;y;z", "1;0;0;0;1;0;0;0;1", NULL, "x;y;z", "x;y;z"},
    /* on the sets where one function is constant */
    {"x;y;z", "-y^z;1;0;0;0;1", NULL, "z;x - y^(1 - z)/(1 - z)", NULL},
    {"x;y;z", "-1/(1 + z^2*x^2);1;0;0;0;1", NULL, "z;y - atan(z*x)/z", NULL},
    {"x;y;z;u", "-1/(1 + z^2*u^2*x^2);1;u;z;0;0;u;z", NULL, "z*u;y - atan(z*u*x)/(z*u)", NULL},
    {"x;y;z;u", "x;y;0;0;0;0;z;-2*u", NULL, "x^2 + y^2;z^2 - 2*u^2", "x^2 + y^2;z^2 - 2*u^2"},
};
/* clang-format on */

static const nh_expr *read_matrix(fixture *f, uint32_t rank, const char *text) {
    nh_expr *matrix = NH_NEW_ARRAY(f->arena, nh_expr, MOST_ROWS * MOST_ROWS);
    for (uint32_t i = 0; i < rank; i++) matrix[i * (rank + 1)] = NH_EXPR_ONE;
    if (text) assert_int_equal(read_list(f, text, matrix), rank * rank);
    return matrix;
}

static problem read_problem(fixture *f, const row *r) {
    problem p = {.known_count = 0};
    nh_expr *variables = NH_NEW_ARRAY(f->arena, nh_expr, MOST_COLUMNS);
    nh_expr *forms = NH_NEW_ARRAY(f->arena, nh_expr, MOST_ROWS * MOST_COLUMNS);
    p.system.count = read_list(f, r->variables, variables);
    p.system.variables = variables, p.system.forms = forms;
    if (r->known) p.known_count = read_list(f, r->known, p.known);
    if (!r->forms) make_forms(f, &p, read_matrix(f, p.known_count, r->matrix), forms);
    else p.system.rank = read_list(f, r->forms, forms) / p.system.count;
    return p;
}

static void check_printed(fixture *f, const row *r, const nh_potentials *found) {
    nh_text text = nh_text_begin(f->arena);
    for (uint32_t i = 0; i < found->count; i++)
        nh_text_format(&text, "%s%s", i ? ";" : "", text_of(f, found->items[i]));
    assert_string_equal(nh_text_string(&text), r->printed);
}

static void check_row(nh_context *context, void *argument) {
    const row *r = argument;
    fixture f = begin(context);
    problem p = read_problem(&f, r);
    const char *name = r->forms ? r->forms : r->known;
    nh_potentials found = integrate(&f, &p, p.system.rank, name);
    if (found.count != p.system.rank) fail_msg("%u of %u found: %s", found.count, p.system.rank, name);
    if (r->printed) check_printed(&f, r, &found);
    end(&f);
}

static void run_table(size_t count, const row *rows, test_body body) {
    for (size_t i = 0; i < count; i++) {
        nh_context *context = test_context();
        test_run(context, body, (void *)&rows[i]);
        nh_context_destroy(context);
    }
}

static void test_table(void **state) {
    (void)state;
    run_table(sizeof table / sizeof *table, table, check_row);
}

/* ---- what has fewer functions, or none that can be written ---- */

/* At most this many functions as are listed as known. What is not integrable has none at all. */
/* clang-format off */
static const row scarce[] = {
    {"z;y;x", "1;0;-y", NULL, NULL, NULL},                                /* contact form */
    {"x;y;th", "sin(th);-cos(th);0", NULL, NULL, NULL},                   /* knife edge */
    {"x;y;th;ph", "1;0;0;-R*cos(th);0;1;0;-R*sin(th)", NULL, NULL, NULL}, /* rolling disc */
    {"y;x", "1;-exp(-x^2)", NULL, NULL, NULL},
    {"y;x", "1;-sin(x)/x", NULL, NULL, NULL},
    {"y;x", "1;-x^2 - y^2", NULL, NULL, NULL},
    {"y;x", "1;-sin(x*y)", NULL, NULL, NULL},
    {"y;x", "1;-1/sqrt(1 + x^4)", NULL, NULL, NULL},
    {"x;y;z;t", "1;0;0;-x;0;1;0;-y*x;0;0;1;-z*y", NULL, "x*exp(-t);y*exp(-x)", NULL},
    {"x;y;z;t", "1;0;0;10*x - 10*y;0;1;0;x*z + y - 28*x;0;0;1;8*z/3 - x*y", NULL, NULL, NULL}, /* Lorenz */
    {"x;y;z;u;v;w", "1;-y*z;-sin(u);w;v^2;x;0;1;u*v;-x*w;cos(z);y", NULL, NULL, NULL},
    {"x;y", "max(x, y);1", NULL, "x", NULL},
    {"x;y", "mod(x, 2);-y", NULL, "x", NULL},
};
/* clang-format on */

static void check_scarce(nh_context *context, void *argument) {
    const row *r = argument;
    fixture f = begin(context);
    problem p = read_problem(&f, r);
    uint32_t most = p.known_count;
    p.known_count = 0;
    nh_potentials found = integrate(&f, &p, most, r->forms);
    if (found.count > most) fail_msg("%u found, not %u: %s", found.count, most, r->forms);
    end(&f);
}

static void test_scarce(void **state) {
    (void)state;
    run_table(sizeof scarce / sizeof *scarce, scarce, check_scarce);
}

/* ---- many variables ---- */

/* sum over i of x_i x_(i+1) in 24 variables, next to sums of three squares that share no
 * variables: parts of their own. */
static void test_many_body(nh_context *context, void *unused) {
    (void)unused;
    enum { MANY = 24 };
    fixture f = begin(context);
    nh_expr variables[MANY], forms[2 * MANY], terms[MANY];
    for (int i = 0; i < MANY; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "s%d", i);
        variables[i] = nh_expr_symbol_text(f.pool, NH_ROLE_COORDINATE, name);
    }
    for (int part = 0; part < 2; part++) {
        int first = part * MANY / 2, count = 0;
        for (int i = first; i + 1 < first + MANY / 2; i++)
            terms[count++] = nh_expr_mul(f.pool, variables[i], nh_expr_pow_int(f.pool, variables[i + 1], 1 + part));
        nh_expr sum = nh_expr_sum(f.pool, (size_t)count, terms);
        nh_expr_gradient(f.pool, sum, MANY, variables, forms + (size_t)part * MANY);
    }
    nh_pfaffian system = {.count = MANY, .variables = variables, .rank = 2, .forms = forms};
    nh_potentials r = nh_pfaffian_integrate(f.pool, f.arena, &system);
    assert_int_equal(r.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        nh_expr slope = nh_expr_diff(f.pool, r.items[i], variables[i * MANY / 2 + 2]);
        assert_true(slope == forms[i * MANY + i * MANY / 2 + 2] ||
                    slope == nh_expr_neg(f.pool, forms[i * MANY + i * MANY / 2 + 2]));
    }
    end(&f);
}

static void test_many(void **state) {
    (void)state;
    test_in_context(test_many_body);
}

/* ---- names, functions, no forms ---- */

PROTECTED_TEST(test_corners) {
    fixture f = begin(context);
    nh_expr *s = f.symbols, x = s[0], y = s[1], t = s[SYMBOLS];
    nh_pfaffian none = {.count = 2, .variables = s};
    assert_int_equal(nh_pfaffian_integrate(f.pool, f.arena, &none).count, 0);
    /* an abbreviation in a coefficient: c := 2 x, c dx + dy */
    nh_expr two_x = nh_expr_scale(f.pool, nh_rat_int(2), x);
    nh_expr named = nh_expr_abbreviation(f.pool, nh_name_of(context, "c0", 2), two_x);
    nh_expr forms[2] = {named, NH_EXPR_ONE}, variables[2] = {x, y};
    nh_pfaffian system = {.count = 2, .variables = variables, .rank = 1, .forms = forms};
    nh_potentials r = nh_pfaffian_integrate(f.pool, f.arena, &system);
    assert_int_equal(r.count, 1);
    assert_string_equal(text_of(&f, r.items[0]), "x^2 + y");
    /* a function without a body: dx - h'(t) dt */
    nh_expr h = nh_expr_function(f.pool, nh_name_of(context, "h", 1), 1), call = nh_expr_call(f.pool, h, 1, &t);
    nh_expr moving[2] = {x, t}, driven[2] = {NH_EXPR_ONE, nh_expr_neg(f.pool, nh_expr_diff(f.pool, call, t))};
    nh_pfaffian drive = {.count = 2, .variables = moving, .rank = 1, .forms = driven};
    r = nh_pfaffian_integrate(f.pool, f.arena, &drive);
    assert_true(r.count <= 1);
    if (r.count == 1) assert_string_equal(text_of(&f, r.items[0]), "x - h(t)");
    end(&f);
}

/* What is taken as proved: functions of a x dy + y dx = d(x y^a) y^(1-a), and others that are none. */
PROTECTED_TEST(test_proofs) {
    fixture f = begin(context);
    nh_expr variables[2] = {f.symbols[0], f.symbols[1]}, forms[2];
    (void)read_list(&f, "y;a*x", forms);
    nh_solved s;
    assert_true(nh_solved_make(f.pool, f.arena, (nh_pfaffian){2, variables, 1, forms}, &s));
    static const char *const right[] = {"x*y^a", "x^2*y^(2*a)", "log(x) + a*log(y)", "y*x^(1/a)", "a", "2 + a*exp(R)"};
    static const char *const wrong[] = {"x*y", "x*y^(a + 1)", "log(x) - a*log(y)", "x", "x*y^a + y", "x*y^a*exp(y)"};
    for (int i = 0; i < 6; i++) {
        assert_true(nh_solved_proves(&s, read_expr(&f, right[i], strlen(right[i]))));
        assert_false(nh_solved_proves(&s, read_expr(&f, wrong[i], strlen(wrong[i]))));
    }
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),   cmocka_unit_test(test_scarce), cmocka_unit_test(test_many),
        cmocka_unit_test(test_corners), cmocka_unit_test(test_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
