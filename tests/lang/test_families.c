/* Families of every kind, written out; and printed and read again. */
#include "readings.h"

static const printed families[] = {
    {"coord x[1..3]\n"
     "kinetic sum(i=1..3, x[i]'^2)\n",
     {.set = NULL},
     "coord x[1]\n"
     "coord x[2]\n"
     "coord x[3]\n"
     "kinetic x[1]'^2 + x[2]'^2 + x[3]'^2\n"},
    {"const N = 2\n"
     "coord u[1..N, 1..N]\n"
     "kinetic u[2,1]'*u[2][1]' for i = 1..2, j = 1..i-1\n"
     "potential u[i,j] for i = 1..N, j = 1..i\n",
     {.set = NULL},
     "const N = 2\n"
     "coord u[1][1]\n"
     "coord u[1][2]\n"
     "coord u[2][1]\n"
     "coord u[2][2]\n"
     "kinetic u[2][1]'^2\n"
     "potential u[1][1]\n"
     "potential u[2][1]\n"
     "potential u[2][2]\n"},
    {"const N = 3\n"
     "coord x[0..N]\n"
     "point P[0] = [x[0], 0] mass 1\n"
     "point P[i=1..N] = P[i-1] + [x[i], i] mass i\n"
     "spring P[i], P[mod(i,N)+1] stiffness i for i = 1..N\n",
     {.set = NULL},
     "const N = 3\n"
     "coord x[0]\n"
     "coord x[1]\n"
     "coord x[2]\n"
     "coord x[3]\n"
     "point P[0] = [x[0], 0, 0] mass 1\n"
     "point P[1] = [x[0] + x[1], 1, 0] mass 1\n"
     "point P[2] = [x[0] + x[1] + x[2], 3, 0] mass 2\n"
     "point P[3] = [x[0] + x[1] + x[2] + x[3], 6, 0] mass 3\n"
     "spring [x[0] + x[1], 1, 0], [x[0] + x[1] + x[2], 3, 0] stiffness 1\n"
     "spring [x[0] + x[1] + x[2], 3, 0], [x[0] + x[1] + x[2] + x[3], 6, 0] stiffness 2\n"
     "spring [x[0] + x[1] + x[2] + x[3], 6, 0], [x[0] + x[1], 1, 0] stiffness 3\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "coord e[i=1..0]\n"
     "let a[i=3..2] = e[i]\n"
     "kinetic e[i] for i = 1..0\n"
     "constraint c[i=1..0]: e[i] = 0\n"
     "draw trail a\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "let f[0] = 1\n"
     "let f[1] = 1\n"
     "let f[i=2..10] = f[i-1] + f[i-2]\n"
     "let a = f[10]*x\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"
     "let f[0] = 1\n"
     "let f[1] = 1\n"
     "let f[2] = 2\n"
     "let f[3] = 3\n"
     "let f[4] = 5\n"
     "let f[5] = 8\n"
     "let f[6] = 13\n"
     "let f[7] = 21\n"
     "let f[8] = 34\n"
     "let f[9] = 55\n"
     "let f[10] = 89\n"
     "let a = 89*x\n"},
    {"coord x[-1..1]\n"
     "kinetic x[-1]'^2 + x[0]'^2 + x[1]'^2\n",
     {.set = NULL},
     "coord x[-1]\n"
     "coord x[0]\n"
     "coord x[1]\n"
     "kinetic x[-1]'^2 + x[0]'^2 + x[1]'^2\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "let a[i=1..2] = sin(i*pi/2)*x\n"
     "let b = 2^3/4 - mod(-1,3)*x\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"
     "let a[1] = x\n"
     "let a[2] = 0\n"
     "let b = 2 - 2*x\n"},
    {"coord x, y\n"
     "kinetic x'^2 + y'^2\n"
     "constraint perp[i=1..2]: i*x' = y\n"
     "condition v[i=1..2]: [x, y] = [i, 0]\n"
     "watch w[i=1..2] = i*x\n"
     "event e[i=1..2]: x - i\n"
     "invariant q[i=1..2]: x*i\n"
     "claim r[i=1..2]: x = i\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "kinetic x'^2 + y'^2\n"
     "constraint perp[1]: x' - y = 0\n"
     "constraint perp[2]: 2*x' - y = 0\n"
     "condition v[1]: [x - 1, y, 0] = 0\n"
     "condition v[2]: [x - 2, y, 0] = 0\n"
     "watch w[1] = x\n"
     "watch w[2] = 2*x\n"
     "event e[1]: x - 1\n"
     "event e[2]: x - 2\n"
     "invariant q[1]: x\n"
     "invariant q[2]: 2*x\n"
     "claim r[1]: x - 1 = 0\n"
     "claim r[2]: x - 2 = 0\n"},
    {"param m[1..2] = 1, k[i=1..2] = (3, 4), q[i=1..2, j=1..i] = 10*i + j\n"
     "coord x\n"
     "kinetic m[1]*m[2]*k[1]*k[2]*x'^2*q[2,2]\n",
     {.set = NULL},
     "param m[1] = 1\n"
     "param m[2] = 1\n"
     "param k[1] = 3\n"
     "param k[2] = 4\n"
     "param q[1][1] = 11\n"
     "param q[2][1] = 21\n"
     "param q[2][2] = 22\n"
     "coord x\n"
     "kinetic m[1]*m[2]*k[1]*k[2]*q[2][2]*x'^2\n"},
    {"coord x[1..2]\n"
     "kinetic x[i]'^2 for i = 1..2\n"
     "init x[i] = i, x[i]' ~ -i for i = 1..2\n",
     {.set = NULL},
     "coord x[1]\n"
     "coord x[2]\n"
     "kinetic x[1]'^2\n"
     "kinetic x[2]'^2\n"
     "init x[1] = 1\n"
     "init x[1]' ~ -1\n"
     "init x[2] = 2\n"
     "init x[2]' ~ -2\n"},
    {"coord x[1..3, 1..2, 1..2, 1..1]\n"
     "kinetic x[3,2,1,1]'^2\n",
     {.set = NULL},
     "coord x[1][1][1][1]\n"
     "coord x[1][1][2][1]\n"
     "coord x[1][2][1][1]\n"
     "coord x[1][2][2][1]\n"
     "coord x[2][1][1][1]\n"
     "coord x[2][1][2][1]\n"
     "coord x[2][2][1][1]\n"
     "coord x[2][2][2][1]\n"
     "coord x[3][1][1][1]\n"
     "coord x[3][1][2][1]\n"
     "coord x[3][2][1][1]\n"
     "coord x[3][2][2][1]\n"
     "kinetic x[3][2][1][1]'^2\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "function f[i=1..2](s) = s^i\n"
     "function g(s)\n"
     "body B[i=1..2] { at [f[i](x), 0], mass i }\n"
     "quasi eta[i=1..1] = g(x)*x'\n"
     "draw sphere B[i] radius i for i = 1..2\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"
     "function f[1](s) = s^(1)\n"
     "function f[2](s) = s^(2)\n"
     "function g(s)\n"
     "body B[1] { at [x, 0, 0], mass 1 }\n"
     "body B[2] { at [x^2, 0, 0], mass 2 }\n"
     "quasi eta[1] = g(x)*x'\n"
     "draw sphere B[1] radius 1\n"
     "draw sphere B[2] radius 2\n"},
    {"const N = 2, M = N^2 - 1\n"
     "coord x[1..M]\n"
     "kinetic x[M]'^2 + x[1]'^2 + x[2]'^2\n",
     {.set = NULL},
     "const N = 2\n"
     "const M = 3\n"
     "coord x[1]\n"
     "coord x[2]\n"
     "coord x[3]\n"
     "kinetic x[1]'^2 + x[2]'^2 + x[3]'^2\n"},
    {"const N = 2\n"
     "param m[i=1..N] = i\n"
     "coord x[1..N]\n"
     "kinetic m[i]*x[i]'^2 for i = 1..N\n",
     {.set = "N=3"},
     "const N = 3\n"
     "param m[1] = 1\n"
     "param m[2] = 2\n"
     "param m[3] = 3\n"
     "coord x[1]\n"
     "coord x[2]\n"
     "coord x[3]\n"
     "kinetic m[1]*x[1]'^2\n"
     "kinetic m[2]*x[2]'^2\n"
     "kinetic m[3]*x[3]'^2\n"},
    {"param m[i=1..3] = i\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n",
     {.set = "m=7"},
     "param m[1] = 7\n"
     "param m[2] = 7\n"
     "param m[3] = 7\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n"},
    {"param m[i=1..3] = i\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n",
     {.set = "m[2]=7"},
     "param m[1] = 1\n"
     "param m[2] = 7\n"
     "param m[3] = 3\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n"},
    {"param m[1..3] = (1, 2, 3)\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n",
     {.set = "m[3]=1/3"},
     "param m[1] = 1\n"
     "param m[2] = 2\n"
     "param m[3] = 1/3\n"
     "coord x\n"
     "kinetic (m[1] + m[2] + m[3])*x'^2\n"},
};

PROTECTED_TEST(of_families) {
    check_table(context, sizeof families / sizeof *families, families);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
