/* Initial values, conditions and constraints that are lifted or imposed, and what options put in place of the text. */
#include "readings.h"

static const printed start[] = {
    {"coord x, y, z\n"
     "body B { at [x,y,z], mass 1, rotation Rz(x) }\n"
     "point P = [x,y]\n"
     "init x = 1, y ~ 2\n"
     "init B.Omega = [0,0,3]\n"
     "init |P'| = 3\n"
     "init z = y + 1\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "body B { at [x, y, z], rotation Rz(x), mass 1 }\n"
     "point P = [x, y, 0]\n"
     "init x = 1\n"
     "init y ~ 2\n"
     "init x' = 3\n"
     "init sqrt(x'^2 + y'^2) = 3\n"
     "init z - y - 1 = 0\n"},
    {"coord x, y\n"
     "point P = [x, y] mass 1\n"
     "init P ~ [1, 2], P' = [y, 3]\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "point P = [x, y, 0] mass 1\n"
     "init x ~ 1\n"
     "init y ~ 2\n"
     "init x' - y = 0\n"
     "init y' = 3\n"},
    {"coord x[1..2], y[1..2]\n"
     "point P[i=1..2] = [x[i], y[i]] mass 1\n"
     "init P[i] = 2*[cos(i*pi), sin(i*pi)] for i = 1..2\n",
     {.set = NULL},
     "coord x[1]\n"
     "coord x[2]\n"
     "coord y[1]\n"
     "coord y[2]\n"
     "point P[1] = [x[1], y[1], 0] mass 1\n"
     "point P[2] = [x[2], y[2], 0] mass 1\n"
     "init x[1] = -2\n"
     "init y[1] = 0\n"
     "init x[2] = 2\n"
     "init y[2] = 0\n"},
    {"coord x, y\n"
     "constraint c: x' = y\n"
     "kinetic x'^2+y'^2\n"
     "init mu.c = 0.2\n"
     "quasi eta = x' + y\n"
     "init eta ~ 1\n"
     "init E = 3\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "constraint c: x' - y = 0\n"
     "kinetic x'^2 + y'^2\n"
     "init mu.c = 1/5\n"
     "quasi eta = x' + y\n"
     "init eta ~ 1\n"
     "init E = 3\n"},
    {"coord x, y, z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1, y' ~ 2, x' = y'\n",
     {.init = "x=5"},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 5\n"
     "init y' ~ 2\n"
     "init x' - y' = 0\n"},
    {"coord x, y, z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1, y' ~ 2, x' = y'\n",
     {.init = "y' = 3, z ~ 1"},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1\n"
     "init y' = 3\n"
     "init x' - y' = 0\n"
     "init z ~ 1\n"},
    {"coord x, y, z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1, y' ~ 2, x' = y'\n",
     {.init = "x' = 3"},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1\n"
     "init y' ~ 2\n"
     "init x' = 3\n"},
    {"coord x, y, z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x = 1, y' ~ 2, x' = y'\n",
     {.init = "x ~ 1"},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "kinetic x'^2 + y'^2 + z'^2\n"
     "init x ~ 1\n"
     "init y' ~ 2\n"
     "init x' - y' = 0\n"},
};

static const printed choices[] = {
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.with = "d"},
     "param m = 2\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: [x' - y, y' - z, z' - 1] = 0\n"
     "constraint d[1]: x' - y' = 0\n"
     "constraint d[2]: x' - 2*y' = 0\n"
     "condition e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.with = "d[2], e"},
     "param m = 2\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: [x' - y, y' - z, z' - 1] = 0\n"
     "condition d[1]: x' - y' = 0\n"
     "constraint d[2]: x' - 2*y' = 0\n"
     "constraint e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.without = "c"},
     "param m = 2\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "condition c: [x' - y, y' - z, z' - 1] = 0\n"
     "condition d[1]: x' - y' = 0\n"
     "condition d[2]: x' - 2*y' = 0\n"
     "condition e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.without = "c.y"},
     "param m = 2\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c.x: x' - y = 0\n"
     "condition c.y: y' - z = 0\n"
     "constraint c.z: z' - 1 = 0\n"
     "condition d[1]: x' - y' = 0\n"
     "condition d[2]: x' - 2*y' = 0\n"
     "condition e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.with = "e,d", .without = "c.x, c.z"},
     "param m = 2\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "condition c.x: x' - y = 0\n"
     "constraint c.y: y' - z = 0\n"
     "condition c.z: z' - 1 = 0\n"
     "constraint d[1]: x' - y' = 0\n"
     "constraint d[2]: x' - 2*y' = 0\n"
     "constraint e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.set = "m = 1/3"},
     "param m = 1/3\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: [x' - y, y' - z, z' - 1] = 0\n"
     "condition d[1]: x' - y' = 0\n"
     "condition d[2]: x' - 2*y' = 0\n"
     "condition e: z - 1 = 0\n"},
    {"param m = 2\n"
     "coord x, y, z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: P' = [y, z, 1]\n"
     "condition d[i=1..2]: x' = i*y'\n"
     "condition e: z = 1\n",
     {.set = "m=1e-3"},
     "param m = 1/1000\n"
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass m\n"
     "constraint c: [x' - y, y' - z, z' - 1] = 0\n"
     "condition d[1]: x' - y' = 0\n"
     "condition d[2]: x' - 2*y' = 0\n"
     "condition e: z - 1 = 0\n"},
    {"function C(t)\n"
     "coord x\n"
     "kinetic x'^2*C(t) + C'(t)\n",
     {.set = "C(t)=1/sqrt(t)"},
     "function C(t) = 1/sqrt(t)\n"
     "coord x\n"
     "kinetic x'^2/sqrt(t) - 1/(2*t^(3/2))\n"},
    {"function C(t)\n"
     "coord x\n"
     "kinetic x'^2*C(t) + C'(t)\n",
     {.set = "C(s)=s^2"},
     "function C(s) = s^2\n"
     "coord x\n"
     "kinetic t^2*x'^2 + 2*t\n"},
    {"function C(t)\n"
     "coord x\n"
     "kinetic x'^2*C(t) + C'(t)\n",
     {.set = NULL},
     "function C(t)\n"
     "coord x\n"
     "kinetic C(t)*x'^2 + C(t)'\n"},
    {"const N = 3\n"
     "coord x[1..N]\n"
     "kinetic sum(i=1..N, x[i]'^2)\n",
     {.set = "N = 2"},
     "const N = 2\n"
     "coord x[1]\n"
     "coord x[2]\n"
     "kinetic x[1]'^2 + x[2]'^2\n"},
    {"param a = 1, b = 2*a\n"
     "coord x\n"
     "kinetic a*b*x'^2\n",
     {.set = "b=a+1"},
     "param a = 1\n"
     "param b = a + 1\n"
     "coord x\n"
     "kinetic a*b*x'^2\n"},
};

PROTECTED_TEST(of_the_start) {
    check_table(context, sizeof start / sizeof *start, start);
}

PROTECTED_TEST(of_choices) {
    check_table(context, sizeof choices / sizeof *choices, choices);
}

/* --init random asks for a start that is drawn. */
PROTECTED_TEST(random_start) {
    reading r = read_good(context, "coord x\nkinetic x'^2", (options){.init = " random "});
    assert_true(r.model->random_start);
    assert_int_equal(r.model->initials.count, 0);
    forget(&r);
}

/* Of several the last counts; one for a member before one for its family. */
PROTECTED_TEST(several_options) {
    static const char *const sets[] = {"m=7", "m[2]=9", "k=1", "m=8", "k=2"}, *const inits[] = {"x=1", "x'=2, y~3"};
    static const char *const with[] = {"d", "e"};
    const char *text = "param m[i=1..3] = i, k = 5\ncoord x, y\nkinetic k*(m[1] + m[2] + m[3])*x'^2 + y'^2\n"
                       "condition d: x' = y'\ncondition e: x = y\ninit x = 4, y = 5\n";
    nh_read_def def = nh_default_read();
    def.set = (nh_strings){sets, 5};
    def.init = (nh_strings){inits, 2};
    def.with = (nh_strings){with, 2};
    reading r = {.context = context};
    r.model = nh_lang_read(context, &def, text, strlen(text), &r.status);
    assert_non_null(r.model);
    assert_string_equal(print_of(&r), "param m[1] = 8\nparam m[2] = 9\nparam m[3] = 8\nparam k = 2\ncoord x\ncoord y\n"
                                      "kinetic k*(m[1] + m[2] + m[3])*x'^2 + y'^2\nconstraint d: x' - y' = 0\n"
                                      "constraint e: x - y = 0\ninit x = 1\ninit y ~ 3\ninit x' = 2\n");
    forget(&r);
}

/* A label may have a component: such rows are like those of a vector. */
PROTECTED_TEST(labels_with_components) {
    const char *text = "coord x\ncoord y\nkinetic x'^2 + y'^2\nconstraint c.x: x' = y\ncondition c.z: y' = 1\n"
                       "constraint d[i=1..2].y: x = i*y\nwatch w = lambda.c.x + lambda.d[2].y\n";
    check_print(context, text, (options){.set = NULL},
                "coord x\ncoord y\nkinetic x'^2 + y'^2\nconstraint c.x: x' - y = 0\ncondition c.z: y' - 1 = 0\n"
                "constraint d[1].y: x - y = 0\nconstraint d[2].y: x - 2*y = 0\nwatch w = lambda.c.x + lambda.d[2].y\n");
    check_print(context, text, (options){.with = "c", .without = "d[1]"},
                "coord x\ncoord y\nkinetic x'^2 + y'^2\nconstraint c.x: x' - y = 0\nconstraint c.z: y' - 1 = 0\n"
                "condition d[1].y: x - y = 0\nconstraint d[2].y: x - 2*y = 0\nwatch w = lambda.c.x + lambda.d[2].y\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_the_start), cmocka_unit_test(of_choices),
                                       cmocka_unit_test(random_start), cmocka_unit_test(several_options),
                                       cmocka_unit_test(labels_with_components)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
