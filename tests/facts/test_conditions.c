/* Singular places, compared by value: at random points of the places that are expected, as a parametrisation gives
 * them, one condition holds and the rank of the rows, in doubles, is lower, or not lower where only the choice fails;
 * at random admissible states no condition holds. */
#include "../state/state_support.h"

#include "expr/inspect.h"
#include "expr/read/read.h"
#include "facts/places/conditions.h"
#include "model/inputs.h"
#include "num/linear/dense.h"

enum { MOST_PLACES = 4, POINTS = 5 };

/* A place: "x' = 0; y' = 2*x'": one assignment after the other, the rest random. */
typedef struct place {
    nh_condition_kind kind;
    const char *at;
} place;

typedef struct expected {
    const char *text;
    place places[MOST_PLACES];
    enum {
        RANK,
        ALL,
        FOUND
    } extent; /* no other conditions of the rank; of any kind; others may be there, the search did not end */
} expected;

#define R NH_CONDITION_RANK
#define C NH_CONDITION_CHOICE
#define SPACE "coord x, y, z\nkinetic 1/2*(x'^2 + y'^2 + z'^2)\n"
#define PAIR "param m = 2\ncoord x1, y1, x2, y2\nkinetic m/2*(x1'^2 + y1'^2) + 1/2*(x2'^2 + y2'^2)\n"
#define PERMUTED "param m = 2\ncoord y2, x1, y1, x2\nkinetic m/2*(x1'^2 + y1'^2) + 1/2*(x2'^2 + y2'^2)\n"
#define CHAIN "coord x1, z1, x2, z2, x3, z3\nkinetic 1/2*(x1'^2 + x2'^2 + x3'^2 + z1'^2 + z2'^2 + z3'^2)\n"
#define THREE(names) "coord " names "\nkinetic 1/2*(x1'^2 + x2'^2 + x3'^2 + y1'^2 + y2'^2 + y3'^2)\n"
#define KNIVES                                                                                                         \
    "constraint o: (x1-x2)*(x2-x3)+(y1-y2)*(y2-y3) = 0\nconstraint s: x1'*(x1-x2)+y1'*(y1-y2) = 0\n"                   \
    "constraint w2: x2'*(y1-y2)-y2'*(x1-x2) = 0\nconstraint w3: x3'*(y2-y3)-y3'*(x2-x3) = 0\n"
#define VECTORS(N)                                                                                                     \
    "const N = " N "\ncoord x[1..N], y[1..N], z[1..N]\npoint P[i=1..N] = [x[i], y[i], z[i]] mass 1\n"                  \
    "constraint c[i=2..N]: cross(P[1]', P[i]') = 0\n"

#define LINE(N)                                                                                                        \
    "const N = " N "\ncoord x[1..N]\nkinetic sum(i=1..N, x[i]'^2)/2\nconstraint c[i=1..N-1]: x[i]'*x[i+1]' = 0\n"

static const expected table[] = {
    {SPACE "constraint c: x'^2 + y'^2 - z'^2 = 0", {{R, "x' = 0; y' = 0; z' = 0"}}, ALL},
    {"coord b, c, a\nkinetic 1/2*(a'^2 + b'^2 + c'^2)\nconstraint k: a'^2 + 3*b'^2 = 2*c'^2",
     {{R, "a' = 0; b' = 0; c' = 0"}},
     ALL},
    {SPACE "param c = 2\nconstraint k: x'^2 + y'^2 = c^2\nindependent x', z'",
     {{C, "x' = 2; y' = 0"}, {C, "x' = -2; y' = 0"}},
     ALL},
    {SPACE "param c = 2\nconstraint k: x'^2 + y'^2 + z'^2 = c^2\nindependent x', y'",
     {{C, "y' = 0; x' = 2; z' = 0"}},
     ALL},
    {SPACE "constraint p: (y - 2*sin(t))*x' - (x - 2*cos(t))*y' = 0\nindependent x', z'",
     {{R, "x = 2*cos(t); y = 2*sin(t)"}, {C, "x = 2*cos(t); x' = 0"}},
     ALL},
    {"coord x, y, f\nkinetic 1/2*(x'^2 + y'^2 + f'^2)\nconstraint k: x'*sin(f) = y'*cos(f)\nindependent x', f'",
     {{C, "f = pi/2; x' = 0"}},
     ALL},
    {"coord f, y, x\nkinetic 1/2*(x'^2 + y'^2 + f'^2)\nconstraint k: x'*sin(f) = y'*cos(f)\nindependent y', f'",
     {{C, "f = pi; y' = 0"}},
     ALL},
    {PAIR "constraint p: x1'*x2' + y1'*y2' = 0\nindependent x1', y1', x2'",
     {{R, "x1' = 0; x2' = 0; y1' = 0; y2' = 0"}, {C, "y1' = 0; x2' = 0"}},
     ALL},
    {PERMUTED "constraint p: x1'*x2' + y1'*y2' = 0\nindependent x1', y2', x2'",
     {{R, "x1' = 0; x2' = 0; y1' = 0; y2' = 0"}, {C, "y2' = 0; x2' = 0"}},
     ALL},
    {CHAIN "constraint p: x1'*x2' + z1'*z2' = 0\nconstraint q: x2'*x3' + z2'*z3' = 0",
     {{R, "x2' = 0; z2' = 0; x3' = 3*x1'; z3' = 3*z1'"}},
     RANK},
    {"coord q1, q2, q3\nkinetic 1/2*(q1'^2 + q2'^2 + q3'^2)\nconstraint b: q3'*(q1'*sin(q3) - q2'*cos(q3)) = 0",
     {{R, "q3' = 0; q1' = 2*cos(q3); q2' = 2*sin(q3)"}},
     RANK},
    {PAIR
     "constraint a: (x1-x2)*(x1'-x2')+(y1-y2)*(y1'-y2') = 0\nconstraint b: (x1'+x2')*(x1'-x2')+(y1'+y2')*(y1'-y2') = 0",
     {{R, "x1' = 3*(x1-x2); y1' = 3*(y1-y2); x2' = x1'; y2' = y1'"}},
     ALL},
    {PERMUTED "constraint b: x1'^2-x2'^2+y1'^2-y2'^2 = 0\nconstraint a: (x1-x2)*(x1'-x2')+(y1-y2)*(y1'-y2') = 0\n"
              "init x1 = 1, x2 = 0, y1 = 0, y2 = 0, x1' = 2, x2' ~ 2, y1' = 1, y2' ~ -1",
     {{R, "x1 = x2; y1 = y2; x1' = x2'; y1' = -y2'"}, {R, "x1' = 3*(x1-x2); y1' = 3*(y1-y2); x2' = x1'; y2' = y1'"}},
     RANK},
    {PAIR "constraint a2: x1'*x2'+y1'*y2' = 0\nconstraint b2: (x1-x2)*x1'+(y1-y2)*y1' = 0\ninit x1 = 1, x1' = 0, y1' = "
          "1, x2' = 1, y2' = 0, x2 = 0",
     {{R, "x1 = x2; y1 = y2; x2' = -2*y1'; y2' = 2*x1'"}, {R, "x1' = 0; y1' = 0; x2' = 2*(x1-x2); y2' = 2*(y1-y2)"}},
     RANK},
    {THREE("x1, y1, x2, y2, x3, y3") KNIVES
     "init x1 = 0.2145, y1 = 0.1646, x2 = 1.541866233852608, y2 = 0.9763, x3 = 1.0337, y3 = 1.8073, x1' ~ 0.0758, y1' "
     "= -0.124, x2' ~ 0.0776, y2' ~ 0.0475, x3' ~ -0.867, y3' = 1.4182",
     {{R, "x1 = x2; y1 = y2; x1' = x2'; y1' = y2'; x3' = 2*(x2-x3); y3' = 2*(y2-y3)"},
      {R, "x3 = x2; y3 = y2; x1' = y1-y2; y1' = x2-x1; x2' = 2*(x1-x2); y2' = 2*(y1-y2); x3' = x2'; y3' = y2'"}},
     FOUND},
    {VECTORS("2"), {{R, "x[1]' = 0; y[1]' = 0; z[1]' = 0; x[2]' = 0; y[2]' = 0; z[2]' = 0"}}, RANK},
    {SPACE "constraint s: x^2 + y^2 + z^2 = 1\ninit z = 1\nindependent x', y'",
     {{C, "z = 0; x = 0.6; y = 0.8; x' = -4; y' = 3"}},
     ALL},
    {SPACE "constraint s: x*y = 0\ninit x = 0, y = 1, x' = 0\nindependent y', z'", {{R, "x = 0; y = 0"}}, ALL},
    /* on the current component only */
    {LINE("3") "init x[1]' = 1, x[3]' = 1", {{R, "x[1]' = 0; x[2]' = 0; x[3]' = 0"}}, ALL},
    {LINE("3") "init x[2]' = 1", {{R, "x[1]' = 0; x[2]' = 0; x[3]' = 0"}}, ALL},
    {LINE("4") "init x[1]' = 1, x[3]' = 1", {{R, "x[2]' = 0; x[3]' = 0; x[4]' = 0"}}, ALL},
    {LINE("5") "init x[1]' = 1, x[3]' = 1, x[5]' = 1",
     {{R, "x[2]' = 0; x[3]' = 0; x[4]' = 0; x[5]' = 0"}, {R, "x[1]' = 0; x[2]' = 0; x[3]' = 0; x[4]' = 0"}},
     ALL},
    {SPACE "constraint s: x'*y' = 0\nconstraint r: x*x'*z' = 0\ninit y' = 1, z' = 1, x = 1",
     {{R, "x' = 0; y' = 0; z' = 0"}, {R, "x = 0; x' = 0; y' = 0"}},
     ALL},
    /* all of the rows that depend on each other */
    {VECTORS("2") "independent x[1]', y[1]', z[1]', z[2]'",
     {{R, "x[1]' = 0; y[1]' = 0; z[1]' = 0; x[2]' = 0; y[2]' = 0; z[2]' = 0"},
      {C, "z[1]' = 0; z[2]' = 0; x[2]' = 2*x[1]'; y[2]' = 2*y[1]'"},
      {C, "x[1]' = 0; y[1]' = 0; z[1]' = 0"}},
     RANK},
    {SPACE "constraint s: sin(x)*(y' - z') = 0\ninit x = 1\nindependent x', z'", {{R, "x = pi"}}, ALL},
    {SPACE "constraint s: (x - t)*x' + y*y' = 0\nindependent x', z'", {{R, "x = t; y = 0"}, {C, "y = 0; x' = 0"}}, ALL},
    {SPACE "constraint s: (1 + x^2)*y' = z'*sin(x)\nindependent x', z'", {{0}}, ALL},
    {SPACE "param a = 3\nconstraint s: (a + 2 + cos(x))*y' = z*x'\nindependent x', z'", {{0}}, ALL},
    {"coord x, y, z, a, b, c\nkinetic 1/2*(x'^2 + y'^2 + z'^2 + a'^2 + b'^2 + c'^2)\nconstraint s: x'^2 + y'^2 = "
     "z'^2\nconstraint k: a'^2 + b'^2 = 5*c'^2",
     {{R, "x' = 0; y' = 0; z' = 0; a' = 2; b' = 1; c' = 1"}, {R, "a' = 0; b' = 0; c' = 0; x' = 3; y' = 4; z' = 5"}},
     ALL},
    {"coord x, y\nkinetic 1/2*cos(x)^2*x'^2 + 1/2*y'^2",
     {{NH_CONDITION_HESSIAN, "x = pi/2"}, {NH_CONDITION_MASS, "x = -pi/2"}},
     ALL},
    {"coord x, y\nkinetic 1/2*(1 - cos(x)^2)*x'^2 + 1/2*y'^2",
     {{NH_CONDITION_HESSIAN, "x = pi"}, {NH_CONDITION_MASS, "x = 0"}},
     ALL},
    {"param m = 1, M = 2, l = 1\ncoord a, b\nkinetic 1/2*(m + M)*l^2*a'^2 + 1/2*M*l^2*b'^2 + M*l^2*a'*b'*cos(a - b)",
     {{0}},
     ALL},
    {"coord x, y\nkinetic 1/2*x^2*y'^2 + 1/2*x'^2",
     {{NH_CONDITION_HESSIAN, "x = 0"}, {NH_CONDITION_MASS, "x = 0"}},
     ALL},
    {"coord x, y, z\nkinetic 1/2*(x^2 + y^2)*z'^2 + 1/2*x'^2 + 1/2*y'^2",
     {{NH_CONDITION_HESSIAN, "x = 0; y = 0"}, {NH_CONDITION_MASS, "x = 0; y = 0"}},
     ALL},
    /* Euler's angles, and a row that mends what they lack: phi' is known where psi' + phi' is */
    {"coord f, h, p\nbody B { rotation Rz(f)*Rx(h)*Rz(p), mass 1, inertia diag(1, 2, 3) }",
     {{NH_CONDITION_HESSIAN, "h = pi"}, {NH_CONDITION_MASS, "h = 0"}},
     ALL},
    {"coord f, h, p\nbody B { rotation Rz(f)*Rx(h)*Rz(p), mass 1, inertia diag(1, 2, 3) }\nconstraint c: f' = 0",
     {{NH_CONDITION_HESSIAN, "h = pi; f' = 0"}},
     ALL},
    /* with the values of the parameters only */
    {SPACE "param a = 0\nconstraint c: x'*y' = a\nindependent y', z'", {{R, "x' = 0; y' = 0"}}, RANK},
    {SPACE "param a = 0\nconstraint c: x*x' + y*y' = a", {{R, "x = 0; y = 0"}}, RANK},
    {SPACE "param a = 0\nconstraint c: x*y = a", {{R, "x = 0; y = 0"}}, RANK},
    {SPACE "param a = 1\nconstraint c: x'^2 - a = y'^2 - 1", {{R, "x' = 0; y' = 0"}}, RANK},
    {SPACE "param k = 1\nconstraint c: x'^2 + y'^2 = k^2 - 2*k + 1 + z'^2", {{R, "x' = 0; y' = 0; z' = 0"}}, RANK},
    {SPACE "param k = 1, l = 1\nconstraint c: sin(x)*y' + (k - l)*z' = 0", {{R, "x = pi"}}, RANK},
    {SPACE "param a = 1\nconstraint c: (x^2 + a - 1)*y' = z'*x", {{R, "x = 0"}}, RANK},
    {SPACE "param k = 1\nconstraint c: (1 + k*cos(x))*y' = (1 - k*cos(x))*sin(x)*z'", {{R, "x = pi"}}, RANK},
    /* the explicit form divides by both */
    {"coord x, y, f, h\nkinetic 1/2*(x'^2 + y'^2 + f'^2 + h'^2)\nconstraint a: x'*sin(f) = y'*cos(f)\n"
     "constraint b: h'*(2*cos(h) - 1) = x' + y'\nindependent x', f'",
     {{R, "f = -pi/4; h = pi/3; y' = -x'"},
      {C, "f = pi/2; x' = 0; y' = h'*(2*cos(h) - 1)"},
      {C, "h = pi/3; x' = 0; y' = 0"}},
     ALL},
};

/* How many places there are of each kind, with states and without: R C M H, and whether these are all: p proved, c
 * certified with the values of the parameters, n not known; what stands for other values after. */
typedef struct verdict {
    const char *text;
    uint32_t count[NH_CONDITION_KINDS];
    const char *complete; /* of the rank, of the mass matrix on the constraints */
    uint32_t elsewhere;
} verdict;

#define QUATERNION                                                                                                     \
    "coord q0, q1, q2, q3\nbody B { rotation quaternion(q0, q1, q2, q3), mass 1, inertia diag(1, 2, 3) }\n"

#define SPACE_WITHOUT_Z "coord x, y, z\nkinetic 1/2*(x'^2 + y'^2)\n"

static const verdict verdicts[] = {
    /* outside of the domain of L */
    {"coord x, y\nlagrangian -sqrt(1 - x'^2 - y'^2)\nconstraint g: y' = x'^2\ninit x' = 0.3", {0}, "pp", 0},
    {"param c = 2\ncoord x, y, z\nlagrangian -c^2*sqrt(1 - (x'^2 + y'^2 + z'^2)/c^2) - x*y\nconstraint g: z' = x'*y'/2 "
     "+ "
     "t*x\ninit x' = 0.3",
     {0},
     "pc",
     0},
    {"coord x, y\nkinetic x'^2/2 + y'^2/2\npotential log(x)\nconstraint g: x*x' = y*y'\ninit x = 1",
     {0, 0, 0, 0},
     "pp",
     0},
    {"coord x, y\nlagrangian x'^2/2 + y'^2/2 + log(x^2 - 1)\nconstraint c: x*x' = y*y'\ninit x = 2, y = 1",
     {0},
     "pp",
     0},
    /* excluded by a row, by the value of a row at rest, by an assumption */
    {QUATERNION "constraint c: B.omega.x = 0\ninit q0 ~ 1, q1 = 0.1, q2 = 0.2", {0, 1, 0, 0}, "pp", 0},
    {SPACE "constraint c: x'^2 + 2*y'^2 + z'^2 = (2 + cos(t))^2\ninit x' = 1, y' = 1\nindependent x', y'",
     {0, 1},
     "pp",
     0},
    {SPACE "constraint p: x*y' = y*x'\nassume x^2 + y^2 > 0\nindependent y', z'\ninit x = 1, y = 1", {0, 1}, "pp", 0},
    {SPACE "constraint p: x*y' = y*x'\nassume x > 0\nindependent x', z'\ninit x = 1, y = 1", {0, 0}, "pp", 0},
    {SPACE "constraint p: x*y' = y*x'\nindependent y', z'\ninit x = 1, y = 1", {1, 1}, "pp", 0},
    /* a gradient without a value where the row does not hold, and where it does */
    {SPACE "param c = 2\nconstraint k: sqrt(x'^2 + y'^2 + z'^2) = c\nindependent x', y'", {0, 1}, "cp", 0},
    {SPACE "param a = 1\nconstraint k: sqrt(x'^2 + a) = y'\nindependent x', z'", {0}, "cp", 0},
    {SPACE "constraint k: sqrt(x'^2 + y'^2) = z'\nindependent x', y'\ninit x' = 1", {0}, "np", 0},
    /* with other values of the parameters; of a parameter that is 0 */
    {SPACE "param a = 0.3\nconstraint k: cos(a*sin(t))*x' = cos(a*sin(t))*y'\nindependent y', z'", {0}, "cp", 1},
    {SPACE "param a = 3\nconstraint k: cos(a*sin(t))*x' = cos(a*sin(t))*y'\nindependent y', z'", {1}, "cp", 0},
    {SPACE "param a = 0\nconstraint k: (x^2 + a)*x' = (x^2 + a)*y'\nindependent y', z'\ninit x = 1", {1}, "cp", 0},
    {"param d = 0\ncoord x, y, a\npoint P = [x + d*cos(a), y + d*sin(a)] mass 1\nkinetic a'^2/2", {0}, "pp", 0},
    {"param d = 0\ncoord x, y, a\npoint P = [x, y] mass 1\nkinetic d^2*a'^2/2", {0}, "pn", 0},
    {SPACE "param a = 0\nconstraint c: x'*y' = a", {1}, "cp", 0},
    {SPACE "param a = 1\nconstraint c: x'^2 = a*y'^2 + 1", {0}, "cp", 0},
    {SPACE "param w = 4, b = 0.3\nconstraint c: sin(b*cos(w*t))*x' = cos(b*cos(w*t))*y'", {0, 0}, "cp", 1},
    /* constants between which there are relations, or may be; roots of integers and one other have none */
    {SPACE "constraint c: x'*y' = log(6) - log(2) - log(3)\nindependent y', z'", {0}, "nn", 0},
    {SPACE "constraint c: x*y = log(6) - log(2) - log(3)\ninit y = 1\nindependent y', z'", {0}, "nn", 0},
    {SPACE "param a = log(6)\nconstraint c: x'*y' = a - log(2) - log(3)\nindependent y', z'", {0}, "nn", 0},
    {SPACE "function f(s)\nconstraint c: f(0)*x' = x*y'", {0}, "nn", 0},
    {SPACE "constraint c: y' = (log(2) + sqrt(2) - sqrt(3))*z'\nindependent x', z'", {0}, "pp", 0},
    /* parameters whose difference is 0 */
    {SPACE "param k = 1, l = 1\nconstraint c: sin(x)*y' + (k - l)*z' = 0\ninit x = 1", {1}, "cp", 0},
    {"param a = 1, b = 1\ncoord x, y\nkinetic x'^2/2 + (a - b)^2*y'^2/2", {0}, "pn", 0},
    {"param a = 1, b = 1\ncoord x, y, z\nkinetic x'^2/2 + (a - b)^2*(y' + x*z')^2/2 + z'^2/2", {0}, "pn", 0},
    {SPACE "param a = 0\npotential a*x\nconstraint k: x' = z*y'\nindependent y', z'", {0}, "pp", 0},
    /* functions without a body: algebra only */
    {"function G(x)\n" SPACE "constraint k: x' = G(z)*y'", {0}, "pp", 0},
    {"function G(x)\ncoord f, h, p\nkinetic (h'^2 + f'^2*sin(h)^2)/2 + (p' + f'*cos(h))^2/4\npotential G(h)",
     {0, 0, 1, 1},
     "pp",
     0},
    /* the mass matrix is definite as a sum of squares; not so, but regular; neither */
    {"param m = 1, l = 2\ncoord x, a, b\npoint P = [x, 0] mass m\npoint Q = P + l*[sin(a), cos(a)] mass m\n"
     "point R = Q + l*[sin(b), cos(b)] mass m",
     {0},
     "pc",
     0},
    {"param m = -1\ncoord x, y\nkinetic m*x'^2/2 + y'^2/2 + x*x'*y'", {0}, "pc", 0},
    {"coord x, y\nkinetic y'^2/2 - x'^2/2 + x*x'*y' + x*x'^2/2", {0}, "pp", 0},
    {"coord x, y\nkinetic y'^2/2 + x*x'^2/2 + x'*y'", {0, 0, 1, 1}, "pp", 0},
    {"coord x, y\nkinetic (x'^2 + y'^2)^(3/4)\ninit x' = 1", {0, 0, 1, 1}, "pn", 0},
    /* negative weights are no squares: as a number, as a parameter, on the constraints only */
    {"coord x, y, z\nkinetic (x'^2 - y'^2)/2 + z'^2/2\nconstraint c: x' = (1 + z)*y'\ninit z = 1",
     {0, 0, 2, 0},
     "pp",
     0},
    {"param m = -1, a = 2\ncoord x, y, z\nkinetic (x'^2 + z'^2)/2 + m*y'^2/2\nconstraint c: x' = (a + z)*y'\ninit z = "
     "1",
     {0, 0, 1, 0},
     "pc",
     0},
    {"param m = 1\ncoord x, y, z\nkinetic (x'^2 + z'^2)/2 - m*y'^2/2\nconstraint c: x' = z*y'\ninit z = 3",
     {0, 0, 1, 0},
     "pc",
     0},
    /* what the rows mend, and where they do not */
    {SPACE_WITHOUT_Z "constraint c: (z' - x)^2 + y' = 1 + z\ninit x' = 1, x = 2", {0, 0, 1, 0}, "pp", 0},
    {"coord x, y, z\nkinetic (x' - y')^2/2 + (y' - z')^2/2\nconstraint c: x' = sin(z)*y'\ninit z = 0",
     {0, 0, 1, 0},
     "pp",
     0},
    {"coord x, y, z\nkinetic (x' - y')^2/2 + (y' - z')^2/2\nconstraint c: x' = 2*sin(z)*y' + y'\ninit z = 1",
     {0, 0, 1, 0},
     "pp",
     0},
};

/* ---- values ---- */

typedef struct trial {
    subject s;
    nh_admissible *a;
    nh_conditions found;
    nh_state state;
    nh_random random;
    const char *name;
} trial;

static const double *values_at(const trial *t, const nh_state *state, uint32_t count, const nh_expr *e) {
    const nh_model *model = t->s.model;
    nh_arena *arena = t->s.arena;
    uint32_t n = t->s.n;
    nh_tape_def def = nh_model_tape_def(model, arena, false, count, e);
    const nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * (size_t)n + 1),
           *values = NH_NEW_ARRAY(arena, double, (size_t)count + 1);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    inputs[0] = state->t;
    memcpy(inputs + 1, state->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, state->v, n * sizeof *inputs);
    nh_tape_begin(tape, 1, nh_states_parameters(t->a->states), work);
    nh_tape_run(tape, 1, inputs, values, work);
    return values;
}

static double largest(const trial *t, const nh_state *state, uint32_t count, const nh_expr *e) {
    const double *values = values_at(t, state, count, e);
    double most = 0;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

/* The rank of the rates by the velocities. */
static uint32_t rank_at(const trial *t, const nh_state *state) {
    const nh_lagrange *x = &t->a->lagrange;
    const double *entries = values_at(t, state, x->jacobian.start[x->rows], x->jacobian.entry);
    double *dense = NH_NEW_ARRAY(t->s.arena, double, (size_t)x->rows * x->n + 1);
    for (uint32_t r = 0; r < x->rows; r++)
        for (uint32_t k = x->jacobian.start[r]; k < x->jacobian.start[r + 1]; k++)
            dense[r + x->jacobian.column[k] * x->rows] = entries[k];
    nh_svd *svd = nh_svd_make(t->s.arena, (int)x->rows, (int)x->n);
    assert_true(nh_svd_factor(svd, dense));
    uint32_t rank = 0, most = x->rows < x->n ? x->rows : x->n;
    for (uint32_t i = 0; i < most; i++) rank += nh_svd_values(svd)[i] > 1e-9;
    return rank;
}

/* The least singular value of the Hessian of L, or of the matrix of accelerations and multipliers. */
static double least_at(const trial *t, bool with_rows) {
    const nh_lagrange *x = &t->a->lagrange;
    uint32_t size = x->n + (with_rows ? x->rows : 0);
    const double *m = values_at(t, &t->state, x->matrix.start[x->n], x->matrix.entry);
    const double *a = values_at(t, &t->state, x->jacobian.start[x->rows], x->jacobian.entry);
    double *dense = NH_NEW_ARRAY(t->s.arena, double, (size_t)size *size + 1);
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t k = x->matrix.start[i]; k < x->matrix.start[i + 1]; k++)
            dense[i + x->matrix.column[k] * size] = m[k];
    for (uint32_t r = 0; r < x->rows && with_rows; r++)
        for (uint32_t k = x->jacobian.start[r]; k < x->jacobian.start[r + 1]; k++)
            dense[x->n + r + x->jacobian.column[k] * size] = dense[x->jacobian.column[k] + (x->n + r) * size] = a[k];
    nh_svd *svd = nh_svd_make(t->s.arena, (int)size, (int)size);
    assert_true(nh_svd_factor(svd, dense));
    double least = nh_svd_values(svd)[0];
    for (uint32_t i = 0; i < size; i++) least = fmin(least, nh_svd_values(svd)[i]);
    return least;
}

/* ---- points of a place ---- */

static nh_expr read_in(const trial *t, const char *text, size_t length) {
    nh_model *model = t->s.model;
    nh_expr *symbols = NH_NEW_ARRAY(t->s.arena, nh_expr, (size_t)t->s.n + 1), result = NH_EXPR_UNDEFINED;
    for (uint32_t i = 0; i < t->s.n; i++) symbols[i] = model->coordinates.items[i].q;
    symbols[t->s.n] = model->time;
    nh_read_names known = nh_read_names_of(model->pool, t->s.arena, t->s.n + 1, symbols);
    if (!nh_expr_read(model->pool, text, length, NULL, &known, &result)) fail_msg("%s: cannot read %s", t->name, text);
    return result;
}

static void assign(const trial *t, const char *text, size_t length) {
    const char *sign = memchr(text, '=', length);
    assert_non_null(sign);
    nh_expr left = read_in(t, text, (size_t)(sign - text));
    nh_expr right = read_in(t, sign + 1, length - (size_t)(sign + 1 - text));
    double value = values_at(t, &t->state, 1, &right)[0];
    bool is_found = false;
    for (uint32_t i = 0; i < t->s.n; i++) {
        const nh_coordinate *c = &t->s.model->coordinates.items[i];
        if (left == c->q) t->state.q[i] = value;
        if (left == c->v) t->state.v[i] = value;
        is_found = is_found || left == c->q || left == c->v;
    }
    assert_true(is_found);
}

static void draw(trial *t, const char *at) {
    t->state.t = nh_random_uniform(&t->random, 0.3, 1);
    for (uint32_t i = 0; i < t->s.n; i++) {
        t->state.q[i] = nh_random_uniform(&t->random, 0.5, 2);
        t->state.v[i] = nh_random_uniform(&t->random, 0.5, 2);
    }
    for (const char *next = at; *next != '\0';) {
        size_t length = strcspn(next, ";");
        assign(t, next, length);
        next += length + (next[length] == ';');
    }
}

/* ---- checks ---- */

static double residual_at(const trial *t) {
    const nh_model *model = t->s.model;
    double most = largest(t, &t->state, t->a->lagrange.rows, t->a->lagrange.rates);
    for (size_t i = 0; i < model->rows.count; i++)
        most = fmax(most, largest(t, &t->state, 1, &model->rows.items[i].residual));
    return most;
}

/* The condition that holds at the state: there is one. */
static uint32_t holding(const trial *t, const place *p) {
    uint32_t found = 0, which = 0;
    for (uint32_t i = 0; i < t->found.count; i++) {
        const nh_condition *c = &t->found.items[i];
        if (c->kind != p->kind || largest(t, &t->state, c->count, c->zero) > 1e-9) continue;
        which = i;
        found++;
    }
    if (found != 1) fail_msg("%s: at %s %u conditions hold", t->name, p->at, found);
    return which;
}

static uint32_t check_place(trial *t, const place *p) {
    uint32_t which = 0;
    for (int i = 0; i < POINTS; i++) {
        draw(t, p->at);
        if (residual_at(t) > 1e-9) fail_msg("%s: %s breaks a row by %g", t->name, p->at, residual_at(t));
        which = holding(t, p);
        uint32_t rank = rank_at(t, &t->state);
        if (p->kind == R && rank >= t->a->rank) fail_msg("%s: at %s the rank is still %u", t->name, p->at, rank);
        if (p->kind == C && rank != t->a->rank) fail_msg("%s: at %s the rank is %u", t->name, p->at, rank);
        if (p->kind >= NH_CONDITION_MASS && least_at(t, p->kind == NH_CONDITION_MASS) > 1e-9)
            fail_msg("%s: at %s the matrix is regular", t->name, p->at);
    }
    assert_int_equal(t->found.items[which].by, NH_EVIDENCE_PROVED);
    return which;
}

static void check_others(trial *t) {
    for (int i = 0; i < POINTS; i++) {
        if (!nh_samples_draw(t->a->states, &t->random, &t->a->state, 0.1, &t->state)) continue;
        for (uint32_t k = 0; k < t->found.count; k++) {
            const nh_condition *c = &t->found.items[k];
            assert_false(c->is_near);
            if (largest(t, &t->state, c->count, c->zero) < 1e-6)
                fail_msg("%s: condition %u holds everywhere", t->name, k);
        }
    }
}

static void check_one(nh_context *context, void *argument) {
    const expected *x = argument;
    trial t = {.s = subject_of_text(context, x->text), .random = nh_random_make(7, 1), .name = x->text};
    bool is_met[40] = {false};
    t.a = nh_admissible_make(t.s.arena, t.s.model, 1);
    t.state = t.s.state;
    assert_int_not_equal(t.a->at, NH_CHECK_NONE);
    t.found = nh_conditions_find(t.a);
    assert_true(t.found.count < 40);
    for (int i = 0; i < MOST_PLACES && x->places[i].at != NULL; i++) {
        uint32_t which = check_place(&t, &x->places[i]);
        if (is_met[which]) fail_msg("%s: %s is no condition of its own", t.name, x->places[i].at);
        is_met[which] = true;
    }
    for (uint32_t i = 0; i < t.found.count; i++) {
        if (i > 0) assert_true(t.found.items[i].kind >= t.found.items[i - 1].kind);
        if (!is_met[i] && (x->extent == ALL || t.found.items[i].kind == R))
            fail_msg("%s: condition %u was not expected", t.name, i);
    }
    if (x->extent != FOUND && t.found.complete[R] == NH_EVIDENCE_NONE)
        fail_msg("%s: the search for lost rank is not complete", t.name);
    check_others(&t);
    subject_end(&t.s);
}

static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        nh_context *context = test_context();
        test_run(context, check_one, (void *)&table[i]);
        nh_context_destroy(context);
    }
}

static void check_verdict(nh_context *context, void *argument) {
    static const char letters[] = {[NH_EVIDENCE_NONE] = 'n', [NH_EVIDENCE_PROVED] = 'p', [NH_EVIDENCE_CERTIFIED] = 'c'};
    const verdict *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, x->text, strlen(x->text), true);
    nh_conditions found = nh_conditions_find(nh_admissible_make(arena, model, 1));
    uint32_t count[NH_CONDITION_KINDS] = {0}, elsewhere = 0;
    for (uint32_t i = 0; i < found.count; i++) {
        const nh_condition *c = &found.items[i];
        bool is_certain = c->by == NH_EVIDENCE_PROVED;
        elsewhere += c->is_elsewhere;
        count[c->kind] += !c->is_elsewhere && is_certain;
        if (!c->is_elsewhere && !is_certain && strcmp(x->complete, "nn") != 0)
            fail_msg("%s: perhaps condition %u", x->text, i);
    }
    for (int kind = 0; kind < NH_CONDITION_KINDS; kind++)
        if (count[kind] != x->count[kind]) fail_msg("%s: %u places of kind %d", x->text, count[kind], kind);
    if (elsewhere != x->elsewhere) fail_msg("%s: %u places with other values", x->text, elsewhere);
    char rank = letters[found.complete[NH_CONDITION_RANK]], mass = letters[found.complete[NH_CONDITION_MASS]];
    if (rank != x->complete[0] || mass != x->complete[1]) fail_msg("%s: complete %c%c", x->text, rank, mass);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_verdicts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        nh_context *context = test_context();
        test_run(context, check_verdict, (void *)&verdicts[i]);
        nh_context_destroy(context);
    }
}

/* Systems whose forms are coupled, and one with a parameter that is 0: all places where the accelerations are
 * not determined are known. */
static void check_model(nh_context *context, void *argument) {
    const nh_builtin *builtin = nh_builtin_find(argument);
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, builtin->text, strlen(builtin->text), true);
    nh_conditions found = nh_conditions_find(nh_admissible_make(arena, model, 1));
    if (found.complete[NH_CONDITION_MASS] == NH_EVIDENCE_NONE) fail_msg("%s: not known", builtin->name);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found.count; i++) count += found.items[i].kind == NH_CONDITION_MASS;
    assert_int_equal(count, strcmp(builtin->name, "rattleback") == 0); /* cos(alpha) = 0 */
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_models(void **state) {
    static const char *const names[] = {"robot", "unicycle", "driven-unicycle", "rattleback"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        nh_context *context = test_context();
        test_run(context, check_model, (void *)(uintptr_t)names[i]);
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_verdicts),
                                       cmocka_unit_test(test_models)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
