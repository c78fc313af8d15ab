/* Every statement with its forms and defaults, as it is printed; and printed and read again. */
#include "readings.h"

static const printed mechanics[] = {
    {"coord x, y, z\n"
     "body B { at [x,y,z]\n"
     " rotation Rz(x)\n"
     " mass 2\n"
     " inertia 3 }\n"
     "body D { inertia diag(1,2,3), mass 1 }\n"
     "body F { inertia matrix(1,2,3,4,5,6) }\n"
     "body E { }\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "body B { at [x, y, z], rotation Rz(x), mass 2, inertia diag(0, 0, 3) }\n"
     "body D { at [0, 0, 0], mass 1, inertia diag(1, 2, 3) }\n"
     "body F { at [0, 0, 0], inertia matrix(1, 2, 3, 4, 5, 6) }\n"
     "body E { at [0, 0, 0] }\n"},
    {"coord x, y\n"
     "point P = [x, y] mass 2\n"
     "point Q = P + [0, 1]\n"
     "gravity [0, -9.8]\n"
     "spring P, Q stiffness 1 length 2\n"
     "spring P, 0 stiffness 3\n"
     "damper P, 0 coefficient 4\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "point P = [x, y, 0] mass 2\n"
     "point Q = [x, y + 1, 0]\n"
     "gravity [0, -49/5, 0]\n"
     "spring [x, y, 0], [x, y + 1, 0] stiffness 1 length 2\n"
     "spring [x, y, 0], [0, 0, 0] stiffness 3\n"
     "damper [x, y, 0], [0, 0, 0] coefficient 4\n"},
    {"coord x, y\n"
     "body B { at [x,y], mass 1, rotation Rz(x), inertia 1 }\n"
     "body A { }\n"
     "force B: [1,2]\n"
     "force B at [3,4]: [1,2]\n"
     "force [x,y]: x'*[1,0,0]\n"
     "force x: -x'\n"
     "torque B: [0,0,1]\n"
     "torque A, B: [0,0,t]\n"
     "force B.at([1,0]): B.R*[0,1]\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "body B { at [x, y, 0], rotation Rz(x), mass 1, inertia diag(0, 0, 1) }\n"
     "body A { at [0, 0, 0] }\n"
     "force B at [x, y, 0]: [1, 2, 0]\n"
     "force B at [3, 4, 0]: [1, 2, 0]\n"
     "force [x, y, 0]: [x', 0, 0]\n"
     "force x: -x'\n"
     "torque B: [0, 0, 1]\n"
     "torque A, B: [0, 0, t]\n"
     "force [x + cos(x), y + sin(x), 0]: [-sin(x), cos(x), 0]\n"},
    {"coord x, y, z\n"
     "point P = [x,y,z] mass 1\n"
     "constraint roll: P' = [y, z, 0]\n"
     "condition plane: x = 1\n"
     "condition v: P = 0\n"
     "assume x > 0\n"
     "assume x != y\n"
     "assume x <= 3\n"
     "assume x >= 1\n"
     "assume x < 9\n"
     "independent x', y'\n"
     "quasi eta = x' + y, zeta = y'\n"
     "transposition omega[x,y] = z\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass 1\n"
     "constraint roll: [x' - y, y' - z, z'] = 0\n"
     "condition plane: x - 1 = 0\n"
     "condition v: [x, y, z] = 0\n"
     "assume x > 0\n"
     "assume x != y\n"
     "assume x <= 3\n"
     "assume x >= 1\n"
     "assume x < 9\n"
     "independent x'\n"
     "independent y'\n"
     "quasi eta = x' + y\n"
     "quasi zeta = y'\n"
     "transposition omega[x,y] = z\n"},
    {"coord x\n"
     "lagrangian x'^2 - x\n",
     {.set = NULL},
     "coord x\n"
     "lagrangian x'^2 - x\n"},
    {"coord x, y\n"
     "let d = x^2 + y\n"
     "let v = [d, y]\n"
     "let R = Rz(x)*Rx(d)\n"
     "let S = R*inverse(R)\n"
     "let k = 3\n"
     "let q = x\n"
     "kinetic d*x'^2 + y'^2 + diff(d, x)*k*q + d'\n"
     "body B { rotation S, mass 1 }\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "let d = x^2 + y\n"
     "let v = [d, y, 0]\n"
     "let R = Rz(x)*Rx(d)\n"
     "let S = R*inverse(R)\n"
     "let k = 3\n"
     "let q = x\n"
     "kinetic d*x'^2 + y'^2 + diff(d, x)*x' + y' + 3*diff(d, x)*x\n"
     "body B { at [0, 0, 0], rotation S, mass 1 }\n"},
    {"coord x, q0, q1, q2, q3\n"
     "kinetic x'^2\n"
     "body B { rotation quaternion(q0,q1,q2,q3), mass 1, inertia 1 }\n"
     "watch w = lambda.unit.B\n"
     "body D { rotation rotation([0,1,0], x) }\n",
     {.set = NULL},
     "coord x\n"
     "coord q0\n"
     "coord q1\n"
     "coord q2\n"
     "coord q3\n"
     "kinetic x'^2\n"
     "body B { at [0, 0, 0], rotation quaternion(q0, q1, q2, q3), mass 1, inertia diag(0, 0, 1) }\n"
     "watch w = lambda.unit.B\n"
     "body D { at [0, 0, 0], rotation rotation([0, 1, 0], x) }\n"},
    {"coord q0, q1, q2, q3\n"
     "let Q = quaternion(q0,q1,q2,q3)\n"
     "body B { rotation Q, mass 1, inertia diag(1,1,1) }\n"
     "body C { rotation Q }\n"
     "watch w = lambda.unit.Q\n",
     {.set = NULL},
     "coord q0\n"
     "coord q1\n"
     "coord q2\n"
     "coord q3\n"
     "let Q = quaternion(q0, q1, q2, q3)\n"
     "body B { at [0, 0, 0], rotation Q, mass 1, inertia diag(1, 1, 1) }\n"
     "body C { at [0, 0, 0], rotation Q }\n"
     "watch w = lambda.unit.Q\n"},
};

static const printed motion[] = {
    {"coord x, y\n"
     "point P = [x,y] mass 1\n"
     "constraint c: x' = y\n"
     "constraint d: P' = [1, x']\n"
     "watch a = lambda.c\n"
     "watch b: mu.d.y\n"
     "watch e = reaction(P)\n"
     "watch f = reaction(P, c).x + alpha.x*alphabar.y\n"
     "watch g = voronec.B[c,x] + voronec.Tstar + acceleration.C[x,y] + reduced.A[x] + hamel.Gamma[x,eta1]\n"
     "watch h = E_star + x''\n"
     "watch T2 = T + V + L + E\n"
     "claim k: E = T + V\n"
     "claim v: P' = reaction(P)\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "point P = [x, y, 0] mass 1\n"
     "constraint c: x' - y = 0\n"
     "constraint d: [x' - 1, y' - x', 0] = 0\n"
     "watch a = lambda.c\n"
     "watch b = mu.d.y\n"
     "watch e = [reaction(P).x, reaction(P).y, reaction(P).z]\n"
     "watch f = alphabar.y*alpha.x + reaction(P, c).x\n"
     "watch g = acceleration.C[x][y] + hamel.Gamma[x][eta1] + reduced.A[x] + voronec.B[c][x] + voronec.Tstar\n"
     "watch h = x'' + E_star\n"
     "watch T2 = E + L + T + V\n"
     "claim k: E - T - V = 0\n"
     "claim v: [x' - reaction(P).x, y' - reaction(P).y, -reaction(P).z] = 0\n"},
    {"coord x\n"
     "body B { rotation Rz(x), inertia 1 }\n"
     "constraint c[i=1..2]: x'^i = 1\n"
     "watch a = reactiontorque(B)\n"
     "watch b = reaction(B, c[2])\n"
     "watch e[i=1..2] = lambda.c[i]\n"
     "watch f = mu.c[1]\n",
     {.set = NULL},
     "coord x\n"
     "body B { at [0, 0, 0], rotation Rz(x), inertia diag(0, 0, 1) }\n"
     "constraint c[1]: x' - 1 = 0\n"
     "constraint c[2]: x'^2 - 1 = 0\n"
     "watch a = [reactiontorque(B).x, reactiontorque(B).y, reactiontorque(B).z]\n"
     "watch b = [reaction(B, c[2]).x, reaction(B, c[2]).y, reaction(B, c[2]).z]\n"
     "watch e[1] = lambda.c[1]\n"
     "watch e[2] = lambda.c[2]\n"
     "watch f = mu.c[1]\n"},
    {"param lambda = 2, mu = 3, E = 4, T = 5, voronec = 6, alpha = 7\n"
     "coord x\n"
     "kinetic lambda*mu*E*T*voronec*alpha*x'^2\n"
     "constraint c: x' = 0\n"
     "watch a = lambda*x + lambda.c + mu.c\n"
     "watch b = T + E\n",
     {.set = NULL},
     "param lambda = 2\n"
     "param mu = 3\n"
     "param E = 4\n"
     "param T = 5\n"
     "param voronec = 6\n"
     "param alpha = 7\n"
     "coord x\n"
     "kinetic E*T*voronec*alpha*lambda*mu*x'^2\n"
     "constraint c: x' = 0\n"
     "watch a = lambda*x + lambda.c + mu.c\n"
     "watch b = E + T\n"},
    {"coord x, y\n"
     "point P = [x, y] mass 1\n"
     "constraint c: x' = x'\n"
     "constraint d: [x', 0] = 0\n"
     "watch a = lambda.c + 1\n"
     "watch b = lambda.d.y + lambda.d.x\n"
     "watch v = lambda.d\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "point P = [x, y, 0] mass 1\n"
     "constraint d: [x', 0, 0] = 0\n"
     "watch a = 1\n"
     "watch b = lambda.d.x\n"
     "watch v = [lambda.d.x, 0, 0]\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "stop when x\n"
     "stop when x rising\n"
     "stop when x falling\n"
     "stop when x < 1\n"
     "stop when x >= 1\n"
     "event a: x' falling\n"
     "event b: x > t\n"
     "event e: x rising\n"
     "simulate t = 0 .. 2*pi step 0.01\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"
     "stop when x\n"
     "stop when x rising\n"
     "stop when x falling\n"
     "stop when x - 1 < 0\n"
     "stop when 1 - x <= 0\n"
     "event a: x' falling\n"
     "event b: t - x < 0\n"
     "event e: x rising\n"
     "simulate t = 0 .. 2*pi step 1/100\n"},
    {"coord x\n"
     "kinetic x'^2\n"
     "simulate t = 3 .. -1\n"
     "watch let = x\n"
     "watch P = [x, t]\n"
     "event t: x\n"
     "invariant x: x'\n"
     "claim E: x = 1\n"
     "constraint x: x' = 1\n"
     "condition kinetic: x = 2\n",
     {.set = NULL},
     "coord x\n"
     "kinetic x'^2\n"
     "simulate t = 3 .. -1\n"
     "watch let = x\n"
     "watch P = [x, t, 0]\n"
     "event t: x\n"
     "invariant x: x'\n"
     "claim E: x - 1 = 0\n"
     "constraint x: x' - 1 = 0\n"
     "condition kinetic: x - 2 = 0\n"},
    {"coord x, y, z\n"
     "point P = [x,y,z] mass 1\n"
     "point Q[i=1..2] = i*P\n"
     "body B { at P }\n"
     "draw trail P, Q\n"
     "draw trail Q[1]\n"
     "draw trail B\n"
     "draw segment P, Q[1]\n"
     "draw arrow P, P'\n"
     "draw disc B radius 1\n"
     "draw disc B radius 2 axis [0,1,0]\n"
     "draw sphere P radius 1\n"
     "draw sphere Q radius x\n"
     "draw ellipsoid B [1,2,3]\n"
     "draw box P [1,2,3]\n"
     "draw curve [s, s^2] for s = 0 .. 1\n"
     "draw plane\n"
     "draw plane at P normal [0,1,0]\n"
     "draw plane normal P\n"
     "draw none\n",
     {.set = NULL},
     "coord x\n"
     "coord y\n"
     "coord z\n"
     "point P = [x, y, z] mass 1\n"
     "point Q[1] = [x, y, z]\n"
     "point Q[2] = [2*x, 2*y, 2*z]\n"
     "body B { at [x, y, z] }\n"
     "draw trail [x, y, z]\n"
     "draw trail [x, y, z]\n"
     "draw trail [2*x, 2*y, 2*z]\n"
     "draw trail [x, y, z]\n"
     "draw trail [x, y, z]\n"
     "draw segment [x, y, z], [x, y, z]\n"
     "draw arrow [x, y, z], [x', y', z']\n"
     "draw disc B radius 1 axis [0, 0, 1]\n"
     "draw disc B radius 2 axis [0, 1, 0]\n"
     "draw sphere [x, y, z] radius 1\n"
     "draw sphere [x, y, z] radius x\n"
     "draw sphere [2*x, 2*y, 2*z] radius x\n"
     "draw ellipsoid B [1, 2, 3]\n"
     "draw box [x, y, z] [1, 2, 3]\n"
     "draw curve [s, s^2, 0] for s = 0 .. 1\n"
     "draw plane at [0, 0, 0] normal [0, 0, 1]\n"
     "draw plane at [x, y, z] normal [0, 1, 0]\n"
     "draw plane at [0, 0, 0] normal [x, y, z]\n"
     "draw none\n"},
};

PROTECTED_TEST(of_mechanics) {
    check_table(context, sizeof mechanics / sizeof *mechanics, mechanics);
}

PROTECTED_TEST(of_the_motion) {
    check_table(context, sizeof motion / sizeof *motion, motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_mechanics), cmocka_unit_test(of_the_motion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
