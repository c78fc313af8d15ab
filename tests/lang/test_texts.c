/* The text of a model: alphabets, line ends, where statements end, exact numbers, names that hide others, the title. */
#include "readings.h"

#include "expr/calculus/calculus.h"

typedef struct pair {
    const char *text, *plain; /* read as the same */
} pair;

static const pair pairs[] = {
    {"\xEF\xBB\xBF"
     "coord x\r\nkinetic x'^2\r\n",
     "coord x\nkinetic x'^2\n"},
    {"nonholo 1\ncoord\tx # a comment \"\n# another\nkinetic x'^2 # end", "coord x\nkinetic x'^2\n"},
    {"coord x,\n y,\n\n z\nkinetic x'^2 +\n y'^2\n + z'^2\n", "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\n"},
    {"coord x\nlet a =\n 2*x\nkinetic (x'\n + 1\n)^2", "coord x\nlet a = 2*x\nkinetic (x' + 1)^2\n"},
    {"coord x\nkinetic x'\n*2", "coord x\nkinetic x'*2"},
    {"coord x\nkinetic x'^2\nconstraint c:\n x' = 1", "coord x\nkinetic x'^2\nconstraint c: x' = 1"},
    {"coord x\nparam k = 1 \"a # is no comment here\"\nkinetic k*x'^2",
     "coord x\nparam k = 1 \"a # is no comment here\"\nkinetic k*x'^2"},
    {"coord x\nkinetic x′^2 − x’", "coord x\nkinetic x'^2 - x'"},
    {"coord \xC2\xB5\nkinetic \xCE\xBC'^2", "coord \xCE\xBC\nkinetic \xC2\xB5'^2"},   /* micro and mu */
    {"coord e\xCC\x81\nkinetic \xC3\xA9'^2", "coord \xC3\xA9\nkinetic e\xCC\x81'^2"}, /* NFC */
    {"coord θ, жук_2, _a\nkinetic θ'^2 + жук_2'^2 + _a'^2",
     "coord θ\ncoord жук_2, _a\nkinetic θ'^2 + жук_2'^2 + _a'^2"},
    {"coord x\nkinetic 0.1*x'^2 + 1e-3*x", "coord x\nkinetic x'^2/10 + x/1000"},
    {"coord x[1..2]\nkinetic x[1]'^2+x[2]'^2", "const N = 2\ncoord x[1 .. N]\nkinetic x[1]'^2 + x[2]'^2"},
};

/* After the constants, which only one of them may have. */
static const char *without_consts(const char *text) {
    while (strncmp(text, "const", 5) == 0) text = strchr(text, '\n') + 1;
    return text;
}

PROTECTED_TEST(forms_of_text) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        reading a = read_good(context, pairs[i].text, (options){.set = NULL});
        reading b = read_good(context, pairs[i].plain, (options){.set = NULL});
        assert_string_equal(without_consts(print_of(&a)), without_consts(print_of(&b)));
        forget(&a);
        forget(&b);
    }
}

/* ---- the title ---- */

static void check_title(nh_context *context, const char *file, const char *text, const char *title) {
    nh_read_def def = nh_default_read();
    def.name = file;
    nh_status status;
    nh_model *model = nh_lang_read(context, &def, text, strlen(text), &status);
    assert_non_null(model);
    assert_string_equal(nh_name_text(context, model->title), title);
    nh_model_destroy(model);
}

PROTECTED_TEST(titles) {
    check_title(context, "a/b/leibniz.nh", "coord x\nkinetic x'^2\nsystem \"A # particle\"", "A # particle");
    check_title(context, "a/b/leibniz.nh", "coord x\nkinetic x'^2", "leibniz");
    check_title(context, "leibniz.txt", "coord x\nkinetic x'^2", "leibniz.txt");
    check_title(context, NULL, "", "untitled");
}

/* ---- energies by value ---- */

/* T, V and L of the text are these expressions. */
typedef struct energy {
    const char *text, *T, *V;
} energy;

static const energy energies[] = {
    {"param m = 1, g = 2\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]", "m*(x'^2 + y'^2 + z'^2)/2",
     "m*g*z"},
    {"param m = 1, J = 2\ncoord x, f\nbody B { at [x, 0], rotation Rz(f), mass m, inertia J }", "m*x'^2/2 + J*f'^2/2",
     "0"},
    {"param A = 1, C = 2\ncoord f, g, h\nbody B { rotation Rz(f)*Rx(g)*Rz(h), inertia diag(A, A, C) }",
     "A*(g'^2 + f'^2*sin(g)^2)/2 + C*(h' + f'*cos(g))^2/2", "0"},
    {"param a = 1\ncoord f\nbody B { rotation Rx(f), inertia matrix(a, 2, 3, 4, 5, 6) }", "a*f'^2/2", "0"},
    {"param k = 1, l = 2\ncoord x, y\npoint P = [x, y] mass 1\nspring P, [1, 0] stiffness k", "(x'^2 + y'^2)/2",
     "k*((x - 1)^2 + y^2)/2"},
    {"param k = 1, l = 2\ncoord x, y\npoint P = [x, y] mass 1\nspring P, [1, 0] stiffness k length l",
     "(x'^2 + y'^2)/2", "k*(sqrt((x - 1)^2 + y^2) - l)^2/2"},
    {"coord x\nkinetic x'^2\nkinetic x'*x\npotential x\npotential x^2", "x'^2 + x*x'", "x + x^2"},
};

PROTECTED_TEST(energies_by_value) {
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) {
        if (!holds(context, energies[i].text, "T", energies[i].T)) fail_msg("T of %s", energies[i].text);
        if (!holds(context, energies[i].text, "V", energies[i].V)) fail_msg("V of %s", energies[i].text);
        assert_true(holds(context, energies[i].text, "L", "T - V"));
    }
    assert_true(holds(context, "coord x\nlagrangian x'^2*x", "L", "x'^2*x"));
    assert_true(holds(context, "coord x\nlagrangian x'^2*x", "E", "x'^2*x"));
}

/* ---- rows ---- */

/* A row is a - b as it is written, geometric when it has no velocity. */
PROTECTED_TEST(rows) {
    reading r = read_good(context,
                          "coord x, y\nkinetic x'^2 + y'^2\nconstraint a: x = 2*y\nconstraint b: x' = t\n"
                          "let v = x'\ncondition c: v = 1\nconstraint d: [y, x'] = 0",
                          (options){.set = NULL});
    static const char *const names[] = {"a", "b", "c", "d.x", "d.y"};
    static const bool geometric[] = {true, false, false, true, false}, imposed[] = {true, true, false, true, true};
    assert_int_equal(r.model->rows.count, 5);
    for (size_t i = 0; i < 5; i++) {
        const nh_row *row = &r.model->rows.items[i];
        assert_string_equal(nh_name_text(context, row->name), names[i]);
        assert_int_equal(row->is_geometric, geometric[i]);
        assert_int_equal(row->is_imposed, imposed[i]);
    }
    nh_expr x = r.model->coordinates.items[0].q, y = r.model->coordinates.items[1].q;
    nh_pool *pool = r.model->pool;
    assert_true(r.model->rows.items[0].residual == nh_expr_sub(pool, x, nh_expr_mul(pool, nh_expr_int(pool, 2), y)));
    forget(&r);
}

/* The unit constraint of a quaternion. */
PROTECTED_TEST(quaternions) {
    const char *text = "coord a, b, c, d\nbody B { rotation quaternion(a, b, c, d), mass 1, inertia diag(1, 2, 3) }\n"
                       "body C { rotation quaternion(a, b, c, d) }";
    reading r = read_good(context, text, (options){.set = NULL});
    assert_int_equal(r.model->rows.count, 1); /* one for both */
    assert_string_equal(nh_name_text(context, r.model->rows.items[0].name), "unit.B");
    assert_true(r.model->rows.items[0].is_unit && r.model->rows.items[0].is_geometric);
    forget(&r);
    assert_true(holds(context, text, "B.R*[0, 0, 1]", "[2*(b*d + a*c), 2*(c*d - a*b), a^2 - b^2 - c^2 + d^2]") ||
                holds(context, text, "B.R*[0, 0, 1]", "[2*(b*d + a*c), 2*(c*d - a*b), 1 - 2*(b^2 + c^2)]"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_text), cmocka_unit_test(titles),      cmocka_unit_test(energies_by_value),
        cmocka_unit_test(rows),          cmocka_unit_test(quaternions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
