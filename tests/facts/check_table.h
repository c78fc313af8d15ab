/* Systems with what mechanics says about them: rows that depend on each other, branch, contradict each other, or are
 * badly chosen; energies that are kept or not; Lagrangians that are degenerate.
 *
 * facts, one letter each: alpha-bar = alpha, energy conserved, Chaplygin, regular, regular without the constraints.
 *   y yes, proved (of the last two: yes)   c yes, by any evidence   n no
 *   u nothing can be known                 x not refuted              - not compared */
#ifndef NH_TESTS_CHECK_TABLE_H
#define NH_TESTS_CHECK_TABLE_H

#include <nonholo/check.h>

/* Instead of a number: not compared; or not claimed, since the gradient of the row vanishes wherever the row holds:
 * 0, or without evidence. */
enum { ANY = -1, UNCLAIMED = -2 };

typedef struct system {
    const char *name, *coordinates, *text;
    int m, k, geometric;   /* ANY: not compared */
    const char *redundant; /* names of rows, a blank after each */
    const char *facts;
    int form;           /* of nh_check_form */
    int homogeneous;    /* rows that are printed in place of others */
    const char *turned; /* two or three coordinates that may be turned; NULL: none */
    bool warns, rank_drops, refused, nowhere, only_renamed;
    const char *open; /* what the analysis does not do: it is compared and told, and is no failure */
} system_case;

#define PARTICLE "point P = [x, y, z] mass 2\n"
#define PLANAR "point P = [x, y] mass 2\n"
#define PAIR "point P = [x1, y1, z1] mass 1\npoint Q = [x2, y2, z2] mass 2\n"
#define PAIR_NAMES "x1 y1 z1 x2 y2 z2"

static const system_case systems[] = {
    /* ---- pieces, which derivatives and states do not show ---- */
    {"potential that is switched on", "x y",
     PLANAR "potential if(t < 5, 0, x)\nconstraint a: y' = x'\ninit x = 1, x' = 1", 1, 1, 0, "", "yu-yy",
     NH_FORM_LINEAR, .only_renamed = true},
    {"potential with a sign of time", "x y",
     PLANAR "potential sign(t - 5)*x\nconstraint a: y' = x'\ninit x = 1, x' = 1", 1, 1, 0, "", "yu-yy", NH_FORM_LINEAR,
     .only_renamed = true},
    {"force beyond a place", "x y", PLANAR "force x: if(x < 100, 0, x'^3)\nconstraint a: y' = x'\ninit x = 1, x' = 1",
     1, 1, 0, "", "yu-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"affine beyond a place", "x y", PLANAR "constraint a: y' = 2*x' + max(x - 1000000, 0)\ninit x = 1, x' = 1", 1, 1,
     0, "", "u--yy", ANY, .only_renamed = true},
    {"force on one side of a root", "x y z", PARTICLE "force z: |z'| - z'\nconstraint a: |P'| = 2\ninit x' = 1, z' ~ 1",
     2, 1, 0, "", "n--yy", NH_FORM_RADICAL, .only_renamed = true},
    {"mass that is 0 by its value", "x y", "param m = 0\nkinetic x'^2/2 + m*y'^2/2\nconstraint a: x' = 0\ninit x = 1",
     ANY, ANY, 0, NULL, "yy---", ANY, .only_renamed = true},
    {"parallel gradients at all real states", "x y z",
     PARTICLE "constraint a: x'^2 + y'^2 = z'^2\nconstraint b: x'^2 - y'^2 = z'^2\ninit x' = 1, z' ~ 1", UNCLAIMED,
     UNCLAIMED, UNCLAIMED, NULL, "uuuuy", NH_FORM_UNKNOWN, .warns = true, .only_renamed = true},
    {"component close to another one", "x y z",
     PARTICLE "constraint a: sqrt(x'^2 + z'^2) = 2\nconstraint b: y' = x'\nconstraint c: z' = (1 + z^2)*z'^2\n"
              "init x = 0.5, z = -1.75, x' ~ 2, y' ~ 2, z' = 0",
     0, 3, 0, "", "nc-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"row without a value as it is written", "x y z", PARTICLE "constraint a: z'/z' = z", UNCLAIMED, UNCLAIMED,
     UNCLAIMED, NULL, "uuuuu", NH_FORM_UNKNOWN, .warns = true, .only_renamed = true},
    /* ---- rows that depend on each other ---- */
    {"cross product", PAIR_NAMES, PAIR "constraint par: cross(P', Q') = 0", 4, 2, 0, "par.z ", "yynyy",
     NH_FORM_RATIONAL, .turned = "x1 y1 z1"},
    {"row twice", "x y z", PARTICLE "constraint a: x' = 2*y'\nconstraint b: x' = 2*y'", 2, 1, 0, "b ", "yyyyy",
     NH_FORM_LINEAR, .turned = "x y z"},
    {"row times 2", "x y z", PARTICLE "constraint a: x' = y'\nconstraint b: 2*x' = 2*y'", 2, 1, 0, "b ", "yyyyy",
     NH_FORM_LINEAR, .turned = "x y z"},
    {"multiple before the row", "x y z", PARTICLE "constraint a: x'*y' = 0\nconstraint b: x' = 0", 2, 1, 0, "a ",
     "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"multiple before the row, at the start", "x y z",
     PARTICLE "potential x\nconstraint a: x'*(x' - y') = 0\nconstraint b: x' = 0\ninit y' = 1", 2, 1, 0, "a ", "yy-yy",
     NH_FORM_LINEAR, .only_renamed = true},
    {"square and absolute value beside the row", "x y z",
     PARTICLE "constraint a: x'^2 = y'^2\nconstraint b: x' = y'\nconstraint c: |x'| = |y'|\ninit x' = 1, y' = 1", 2, 1,
     0, "a c ", "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"multiple by a coordinate", "x y z", PARTICLE "constraint a: x*(x' - y') = 0\nconstraint b: x' = y'\ninit x = 1",
     2, 1, 0, "a ", "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"geometric multiple", "x y", PLANAR "constraint a: x*y = 0\nconstraint b: x = 0\ninit y = 1", 1, 0, 1, "a ",
     "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"geometric row after its rate", "x y", PLANAR "constraint a: x*y' = 0\nconstraint b: y = 0\ninit x = 1", 1, 0, 1,
     "a ", "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"geometric row that a kinematic one before it does not replace", "x y z",
     PARTICLE "constraint a: x*x' + z*z' = 0\nconstraint b: x^2 = 1\nconstraint c: z = 0\ninit x ~ -1", 1, 0, 2, "a ",
     "yy-yy", NH_FORM_LINEAR, .only_renamed = true},
    {"row squared", "x y z", PARTICLE "constraint a: x' = y'\nconstraint b: (x' - y')^2 = 0", 2, 1, 0, "b ", "yyyyy",
     NH_FORM_LINEAR, .turned = "y z", .open = "rounding in a gradient that vanishes counts as a row"},
    {"sum of two rows", "x y z",
     PARTICLE
     "constraint a: x' = y'\nconstraint b: y' = x*z'\nconstraint c: x' = x*z'\ninit x = 1, x' = 1, y' ~ 1, z' ~ 1",
     1, 2, 0, "c ", "yyyyy", NH_FORM_LINEAR, .turned = "x z"},
    {"row times a function", "x y z", PARTICLE "constraint a: x' = z*y'\nconstraint b: exp(x)*x' = exp(x)*z*y'", 2, 1,
     0, "b ", "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"product of rows", "x y z",
     PARTICLE "constraint a: x' = y'\nconstraint b: y' = z'\nconstraint c: (x' - y')*(y' - z') = 0", 1, 2, 0, "c ",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y", .open = "rounding in a gradient that vanishes counts as a row"},
    {"round trip", "x y z", PARTICLE "constraint a: x' = y'\nconstraint b: y' = z'\nconstraint c: z' = x'", 1, 2, 0,
     "c ", "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"geometric row and its square", "x y", PLANAR "constraint a: x^2 + y^2 = 4\nconstraint b: (x^2 + y^2)^2 = 16", 1,
     0, 1, "b ", "yynyy", NH_FORM_LINEAR, .turned = "x y"},
    {"geometric row and its root", "x y z",
     PARTICLE "constraint a: x^2 + y^2 + z^2 = 4\nconstraint b: |P| = 2\ngravity [0, 0, -10]", 2, 0, 1, "b ", "yynyy",
     NH_FORM_LINEAR, .turned = "x y z"},
    {"geometric row and its rate", "x y z",
     PARTICLE "constraint a: x^2 + y^2 + z^2 = 4\nconstraint b: x*x' + y*y' + z*z' = 0", 2, 0, 1, "b ", "yynyy",
     NH_FORM_LINEAR, .turned = "x y z"},
    {"twice a geometric row", "x y z", PARTICLE "constraint a: x = y\nconstraint b: y = x\nconstraint c: 3*x = 3*y", 2,
     0, 1, "b c ", "yyyyy", NH_FORM_LINEAR, .turned = "y z"},
    {"three rows of rolling", "x y z φ θ ψ",
     "param R = 1.5\n"
     "body B { at [x, y, z], rotation Rz(φ)*Rx(θ)*Rz(ψ), mass 2, inertia diag(1, 1, 1) }\n"
     "constraint height: z = R\nconstraint roll: B.velocity([x, y, z - R]) = 0\n"
     "init z = R, θ = 1, φ = 0.3, φ' = 1, θ' = 0.5, ψ' = 0.2",
     3, 2, 1, "roll.z ", "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"rolling under gravity", "x y z φ θ ψ",
     "param R = 1.5\n"
     "body B { at [x, y, z], rotation Rz(φ)*Rx(θ)*Rz(ψ), mass 2, inertia diag(1, 1, 1) }\ngravity [0, 0, -10]\n"
     "constraint height: z = R\nconstraint roll: B.velocity([x, y, z - R]) = 0\n"
     "init z = R, θ = 1, φ = 0.3, φ' = 1, θ' = 0.5, ψ' = 0.2",
     3, 2, 1, "roll.z ", "yynyy", NH_FORM_LINEAR, .turned = "x y"},
    {"planar chain of four", "x1 y1 x2 y2 x3 y3 x4 y4",
     "point P[1] = [x1, y1] mass 1\npoint P[2] = [x2, y2] mass 2\npoint P[3] = [x3, y3] mass 3\npoint P[4] = [x4, y4] "
     "mass 4\n"
     "constraint perp[i=1..4]: dot(P[i]', P[mod(i,4)+1]') = 0\n"
     "init x1' = 1, y1' = 2, x2' ~ -2, y2' ~ 1, x3' ~ 0.5, y3' ~ 1, x4' ~ 4, y4' ~ -2",
     5, 3, 0, "perp[4] ", "yyn--", NH_FORM_RATIONAL, .turned = "x2 y2"},
    {"planar chain of four is regular", "x1 y1 x2 y2 x3 y3 x4 y4",
     "point P[1] = [x1, y1] mass 1\npoint P[2] = [x2, y2] mass 2\npoint P[3] = [x3, y3] mass 3\npoint P[4] = [x4, y4] "
     "mass 4\n"
     "constraint perp[i=1..4]: dot(P[i]', P[mod(i,4)+1]') = 0\n"
     "init x1' = 1, y1' = 2, x2' ~ -2, y2' ~ 1, x3' ~ 0.5, y3' ~ 1, x4' ~ 4, y4' ~ -2",
     5, 3, 0, "perp[4] ", "---yy", NH_FORM_RATIONAL, .turned = "x2 y2"},
    {"hidden by sine and cosine", "x y φ",
     PLANAR "kinetic φ'^2/2\nconstraint a: x'*cos(φ) + y'*sin(φ) = 0\n"
            "constraint b: x'*cos(φ)*sin(φ) + y'*(1 - cos(φ)^2) = 0",
     2, 1, 0, "b ", "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"more rows than coordinates", "x y",
     PLANAR "constraint a: x' = 0\nconstraint b: y' = 0\nconstraint c: x' + y' = 0", 0, 2, 0, "c ", "yy-cy",
     NH_FORM_LINEAR, .turned = "x y"},
    {"rigid pair", PAIR_NAMES, PAIR "constraint d: |P - Q|^2 = 4\nconstraint same: P' = Q'", 3, 2, 1, "same.z ",
     "yy-yy", NH_FORM_LINEAR, .turned = "x1 y1 z1"},
    {"affine row twice", "x y z", PARTICLE "constraint a: x' = 1 + y'\nconstraint b: 2*x' = 2 + 2*y'", 2, 1, 0, "b ",
     "nyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"speed and its square", "x y", PLANAR "constraint a: x'^2 + y'^2 = 1\nconstraint b: (x'^2 + y'^2)^2 = 1", 1, 1, 0,
     "b ", "nynyy", NH_FORM_RADICAL, .turned = "x y"},
    {"speed and its root", "x y", PLANAR "constraint a: x'^2 + y'^2 = 4\nconstraint b: |P'| = 2", 1, 1, 0, "b ",
     "nynyy", NH_FORM_RADICAL, .turned = "x y"},
    {"zero by an identity", "x y", PLANAR "constraint a: (sin(x)^2 + cos(x)^2 - 1)*y' = 0\nconstraint b: x' = y'", 1, 1,
     0, NULL, "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"combination of two with functions", "x y z w",
     PARTICLE
     "kinetic w'^2\nconstraint a: x' = z*w'\nconstraint b: y' = x*w'\nconstraint c: y*x' + z*y' = (y*z + z*x)*w'\n"
     "init x = 1, y = 0.5, z = 2, w' = 1, x' ~ 2, y' ~ 1, z' = 0.4",
     2, 2, 0, "c ", "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"cross product in a plane", PAIR_NAMES,
     PAIR "constraint par: cross(P', Q') = 0\ninit x1' = 1, y1' = 1, z1' = 0, x2' = 2, y2' ~ 2, z2' = 0", 4, 2, 0,
     "par.z ", "yynyy", ANY, .only_renamed = true},
    {"driven place and its rate", "x y", PLANAR "constraint a: x = sin(t)\nconstraint b: x' = (sin(t))'", 1, 0, 1, "b ",
     "nnnyy", NH_FORM_LINEAR, .turned = "x y"},
    {"rate before the geometric row", "x y z",
     PARTICLE "constraint b: x*x' + y*y' + z*z' = 0\nconstraint a: x^2 + y^2 + z^2 = 4", 2, ANY, ANY, NULL, "yynyy",
     NH_FORM_LINEAR, .turned = "x y z"},

    /* ---- branches, double roots, singular places ---- */
    {"product of velocities", "x y z", PARTICLE "constraint a: x'*y' = 0\ninit x' = 0, y' = 1, z' = 2", 2, 1, 0, "",
     "yy-yy", ANY, .turned = "y z"},
    {"crossing lines", "x y", PLANAR "constraint a: (x - y)*(x + y) = 0\ninit x = 1, y = 1, x' = 1, y' = 1", 1, 0, 1,
     "", "yy-yy", NH_FORM_LINEAR, .turned = "x y"},
    {"where lines cross", "x y", PLANAR "constraint a: x^2 - y^2 = 0\ninit x = 0, y = 0, x' = 1, y' = 1", 1, 0, 1, "",
     "yy-yy", NH_FORM_LINEAR, .warns = true, .rank_drops = true, .only_renamed = true},
    {"where lines cross, in other units", "x y",
     PLANAR "constraint a: x^2 - y^2 = 0\ninit x = 0, y = 0, x' = 1, y' = 1", 1, 0, 1, "", "yy-yy", NH_FORM_LINEAR,
     .warns = true, .rank_drops = true,
     .open = "held relations between velocities do not count as velocities that were given"},
    {"cone at rest", "x y z", PARTICLE "constraint a: x'^2 + y'^2 = z'^2\ninit x' = 0, y' = 0, z' = 0", 2, 1, 0, "",
     "yynyy", NH_FORM_RADICAL, .warns = true, .rank_drops = true, .turned = "x y", .only_renamed = true},
    {"cone at rest, in other units", "x y z", PARTICLE "constraint a: x'^2 + y'^2 = z'^2\ninit x' = 0, y' = 0, z' = 0",
     2, 1, 0, "", "yynyy", NH_FORM_RADICAL, .warns = true, .rank_drops = true, .turned = "x y",
     .open = "held relations between velocities do not count as velocities that were given"},
    {"cone from rest", "x y z", PARTICLE "constraint a: x'^2 + y'^2 = z'^2\ninit x = 1", 2, 1, 0, "", "yynyy",
     NH_FORM_RADICAL, .turned = "x y"},
    {"cusp", "x y", PLANAR "constraint a: x^2 = y^3\ninit x = 0, y = 0", 1, 0, 1, "", "yynyy", NH_FORM_LINEAR,
     .warns = true, .rank_drops = true, .only_renamed = true},
    {"circles that touch", "x y", PLANAR "constraint a: x^2 + y^2 = 1\nconstraint b: (x - 2)^2 + y^2 = 1", UNCLAIMED,
     UNCLAIMED, UNCLAIMED, NULL, "uuuuy", NH_FORM_UNKNOWN, .warns = true, .turned = "x y"},
    {"double root", "x y z", PARTICLE "constraint a: x'^2 - 2*x'*y' + y'^2 = 0", UNCLAIMED, UNCLAIMED, UNCLAIMED, NULL,
     "uuuuy", NH_FORM_UNKNOWN, .warns = true, .turned = "y z"},
    {"triple root", "x y z", PARTICLE "constraint a: (x' - y')^3 = 0", UNCLAIMED, UNCLAIMED, UNCLAIMED, NULL, "uuuuy",
     NH_FORM_UNKNOWN, .warns = true, .turned = "y z"},
    {"sum of squares", "x y z", PARTICLE "constraint a: x'^2 + y'^2 = 0", UNCLAIMED, UNCLAIMED, UNCLAIMED, NULL,
     "uuuuy", NH_FORM_UNKNOWN, .warns = true, .turned = "x y"},
    {"double root among positions", "x y", PLANAR "constraint a: (x - y)^2 = 0", UNCLAIMED, UNCLAIMED, UNCLAIMED, NULL,
     "uuuuy", NH_FORM_UNKNOWN, .warns = true, .turned = "x y"},
    {"independent for ever impossible", "x y", PLANAR "constraint a: x' = 0\nindependent x'", 1, 1, 0, "", "yyyyy",
     NH_FORM_LINEAR, .refused = true, .only_renamed = true},
    {"independent impossible here", "x y z",
     PARTICLE "constraint a: z' = x*y'\nindependent x', z'\ninit x = 0, y = 0, z = 0, x' = 1, y' = 1, z' = 0", 2, 1, 0,
     "", "yyyyy", NH_FORM_LINEAR, .refused = true, .only_renamed = true},
    {"independent possible", "x y z",
     PARTICLE "constraint a: z' = x*y'\nindependent x', z'\ninit x = 1, y = 0, z = 0, x' = 1, y' ~ 1, z' = 1", 2, 1, 0,
     "", "yyyyy", NH_FORM_LINEAR, .only_renamed = true},

    /* ---- contradictions ---- */
    {"two speeds at once", "x y", PLANAR "constraint a: x' = 1\nconstraint b: x' = 2", ANY, ANY, ANY, NULL, "uu---",
     ANY, .warns = true, .nowhere = true, .turned = "x y"},
    {"hidden contradiction", "x y z", PARTICLE "constraint a: x' - y' = 1\nconstraint b: 2*x' - 2*y' = 3", ANY, ANY,
     ANY, NULL, "uu---", ANY, .warns = true, .nowhere = true, .turned = "x y z"},
    {"two places at once", "x y", PLANAR "constraint a: x = 1\nconstraint b: x = 2", ANY, ANY, ANY, NULL, "uu---", ANY,
     .warns = true, .nowhere = true, .turned = "x y"},
    {"no real velocity", "x y", PLANAR "constraint a: x'^2 + y'^2 = -1", ANY, ANY, ANY, NULL, "-----", ANY,
     .warns = true, .nowhere = true, .turned = "x y"},
    {"contradiction at the start", "x y", PLANAR "constraint a: x' = 1\nconstraint b: x' = 2\ninit x' = 1", ANY, ANY,
     ANY, NULL, "-----", ANY, .warns = true, .nowhere = true, .turned = "x y"},
    {"places contradict at the start", "x y z",
     PARTICLE "constraint a: x + y + z = 1\nconstraint b: x + y + z = 2\ninit x = 1", ANY, ANY, ANY, NULL, "-----", ANY,
     .warns = true, .nowhere = true, .turned = "x y z"},
    {"no real velocity at the start", "x y", PLANAR "constraint a: x'^2 + y'^2 = -1\ninit x' = 1", ANY, ANY, ANY, NULL,
     "-----", ANY, .warns = true, .nowhere = true, .turned = "x y"},

    /* ---- no freedom ---- */
    {"driven all around", "x y", PLANAR "constraint a: x' = 1\nconstraint b: y' = x", 0, 2, 0, "", "nn-cy",
     NH_FORM_LINEAR, .turned = "x y"},
    {"driven straight", "x y", PLANAR "constraint a: x' = 1\nconstraint b: y' = 2", 0, 2, 0, "", "ny-cy",
     NH_FORM_LINEAR, .turned = "x y"},
    {"nothing moves", "x y z", PARTICLE "constraint a: x' = 0\nconstraint b: y' = 0\nconstraint c: z' = 0", 0, 3, 0, "",
     "yy-cy", NH_FORM_LINEAR, .turned = "x y z"},
    {"nothing is there", "", "param c = 1", 0, 0, 0, "", "yynyy", NH_FORM_LINEAR, .turned = NULL},

    /* ---- energy ---- */
    {"friction", "x y z", PARTICLE "force P: -0.3*P'\nconstraint a: z' = x*y'", 2, 1, 0, "", "ynyyy", NH_FORM_LINEAR,
     .turned = "x y z"},
    {"time in the kinetic energy", "x y", "kinetic (1 + t^2)*(x'^2 + y'^2)/2", 2, 0, 0, "", "ynnyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"time in the potential", "x y z", PARTICLE "potential x*cos(t)\nconstraint a: z' = x*y'", 2, 1, 0, "", "ynnyy",
     NH_FORM_LINEAR, .turned = "x y z"},
    {"time in a total derivative", "x y", PLANAR "kinetic (x^2)'*t + x^2\nconstraint a: x' = 2*y'", 1, 1, 0, "",
     "ynnyy", NH_FORM_LINEAR, .turned = "x y"},
    {"force without power", "x y z", PARTICLE "force P: cross([0, 0, 3], P')\nconstraint a: z' = x*y'", 2, 1, 0, "",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"force along the multiplier", "x y z", PARTICLE "force P: 5*[x, -1, 0]\nconstraint a: x*x' = y'", 2, 1, 0, "",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"constant speed", "x y z", PARTICLE "constraint a: |P'| = 2", 2, 1, 0, "", "nynyy", NH_FORM_RADICAL,
     .turned = "x y z"},
    {"constant speed under gravity", "x y z", PARTICLE "gravity [0, 0, -10]\nconstraint a: |P'| = 2", 2, 1, 0, "",
     "nnnyy", NH_FORM_RADICAL, .turned = "x y z"},
    {"speed that changes", "x y", PLANAR "constraint a: x'^2 + y'^2 = 2 + sin(t)", 1, 1, 0, "", "nnnyy",
     NH_FORM_RADICAL, .turned = "x y"},
    {"driven to and fro", "x y", PLANAR "constraint a: x = sin(t)", 1, 0, 1, "", "nnnyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"driven steadily", "x y", PLANAR "constraint a: x = 2*t", 1, 0, 1, "", "ny-yy", NH_FORM_LINEAR, .turned = "x y"},
    {"pursuit", "x y", PLANAR "constraint a: (y - t)*x' = x*y'\ninit x = 2, y = 1, x' = 1", 1, 1, 0, "", "yynyy",
     NH_FORM_LINEAR, .turned = "x y"},
    {"pendulum", "x y", PLANAR "gravity [0, -10, 0]\nconstraint a: x^2 + y^2 = 4", 1, 0, 1, "", "yynyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"rolling disc", "x y φ θ",
     PLANAR "kinetic φ'^2/2 + θ'^2\nconstraint a: x' = 2*cos(φ)*θ'\nconstraint b: y' = 2*sin(φ)*θ'", 2, 2, 0, "",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"disc on a belt", "x y φ θ",
     PLANAR "kinetic φ'^2/2 + θ'^2\nconstraint a: x' = 2*cos(φ)*θ' + 1\nconstraint b: y' = 2*sin(φ)*θ'", 2, 2, 0, "",
     "nnyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"beta that varies", "x y", PLANAR "constraint a: x' = y' + y", 1, 1, 0, "", "nnnyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"friction that is not felt", "x y z", PARTICLE "force P: -0.3*[x' - y', y' - x', 0]\nconstraint a: x' = y'", 2, 1,
     0, "", "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"constant speed with friction", "x y", PLANAR "force P: -0.3*P'\nconstraint a: |P'| = 2", 1, 1, 0, "", "nynyy",
     NH_FORM_RADICAL, .turned = "x y"},
    {"constant speed on a level", "x y z", PARTICLE "gravity [0, 0, -10]\nconstraint a: |P'| = 2\nconstraint b: z' = 0",
     1, 2, 0, "", "nynyy", NH_FORM_RADICAL, .turned = "x y"},
    {"energy as a constraint", "x y",
     PLANAR "gravity [0, -10, 0]\nforce P: -0.3*P'\nconstraint a: x'^2 + y'^2 + 20*y = 40", 1, 1, 0, "", "nynyy",
     NH_FORM_RADICAL, .turned = "x y"},
    {"force that vanishes on a circle", "x y", PLANAR "force P: (x^2 + y^2 - 4)*[1, 2, 0]\nconstraint a: x^2 + y^2 = 4",
     1, 0, 1, "", "yynyy", NH_FORM_LINEAR, .turned = "x y"},
    {"force that vanishes with an implicit row", "x y z",
     PARTICLE "force P: (x'^5 + x'*y'^4 + x'^2*z'^3 + y'^3*z'^2 + z'^5)*[1, 2, 0]\nconstraint a: x'^5 + x'*y'^4 + "
              "x'^2*z'^3 + y'^3*z'^2 + z'^5 = 0",
     2, 1, 0, "", "yynyy", NH_FORM_IMPLICIT, .turned = "x y"},
    {"time in a force without power", "x y", PLANAR "force P: [t*y', -t*x', 0]", 2, 0, 0, "", "yynyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"driven against a force", "x y", PLANAR "force P: [-1, 0]\nconstraint a: x' = t", 1, 1, 0, "", "nnnyy",
     NH_FORM_LINEAR, .turned = "x y"},
    {"sleigh", "x y φ",
     "point C = [x + cos(φ), y + sin(φ)] mass 2\nkinetic φ'^2/2\nconstraint a: x'*sin(φ) = y'*cos(φ)", 2, 1, 0, "",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"sleigh on a slope", "x y φ",
     "point C = [x + cos(φ), y + sin(φ)] mass 2\nkinetic φ'^2/2\ngravity [0, -1, 0]\nconstraint a: x'*sin(φ) = "
     "y'*cos(φ)",
     2, 1, 0, "", "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"sleigh on a slope with springs", "x y φ",
     "point C = [x + cos(φ), y + sin(φ)] mass 2\nkinetic φ'^2/2\npotential x^2 + y^2\nconstraint a: x'*sin(φ) = "
     "y'*cos(φ)",
     2, 1, 0, "", "yynyy", NH_FORM_LINEAR, .turned = "x y"},

    /* ---- homogeneous, openly and in disguise ---- */
    {"in disguise", "x y z", PARTICLE "constraint a: (x' - y')*(1 + x'^2) = 0", 2, 1, 0, "", "yy-yy", NH_FORM_LINEAR, 1,
     .turned = "y z"},
    {"in disguise beside another", "x y z w",
     PARTICLE "kinetic w'^2\nconstraint a: (x'^2 + y'^2 - z'^2)*(2 + w'^2) = 0\nconstraint b: w' = x*y'\n"
              "init x = 1, x' = 1, y' = 1, z' ~ 1.4, w' ~ 1",
     2, 2, 0, "", "yynyy", NH_FORM_RADICAL, 1, .turned = "x z"},
    {"in disguise by rows together", "x y z", PARTICLE "constraint a: x' = y'\nconstraint b: z' = 2*x' + (x' - y')^2",
     1, 2, 0, "", "yy-yy", NH_FORM_LINEAR, 1, .turned = "x z"},
    {"mixed degrees", "x y z w", PARTICLE "kinetic w'^2\nconstraint a: x'^2 + y'^2 = z'^2\nconstraint b: w' = x*y'", 2,
     2, 0, "", "yynyy", NH_FORM_RADICAL, .turned = "x y z"},
    {"equal speeds", PAIR_NAMES, PAIR "constraint a: |P'| = |Q'|", 5, 1, 0, "", "yynyy", NH_FORM_RADICAL,
     .turned = "x2 y2 z2"},
    {"perpendicular velocities", PAIR_NAMES, PAIR "gravity [0, 0, -10]\nconstraint a: dot(P', Q') = 0", 5, 1, 0, "",
     "yynyy", NH_FORM_RATIONAL, .turned = "x2 y2 z2"},
    {"linear in disguise", "x y z", PARTICLE "constraint a: x'^2 = y'^2\ninit x' = 1, y' ~ 1", 2, 1, 0, "", "yynyy",
     NH_FORM_LINEAR, .turned = "y z"}, /* Chaplygin asks for rows that are linear as they are written */
    {"linear by cases", "x y z", PARTICLE "constraint a: z' = if(x < 0, x', y')", 2, 1, 0, "", "yy-yy", ANY,
     .turned = NULL},
    {"larger velocity", "x y z", PARTICLE "constraint a: z' = max(x', y')", 2, 1, 0, "", "yynyy", ANY, .turned = NULL},
    {"logarithms", "x y z", PARTICLE "constraint a: log(x') = log(y') + log(2)\ninit x' = 2, y' ~ 1", 2, 1, 0, "",
     "yy-yy", ANY, .turned = "y z"},
    {"direction", "x y z", PLANAR "kinetic z'^2\nconstraint a: atan2(y', x') = z\ninit x' = 1, y' ~ 0.8, z = 0.7", 2, 1,
     0, "", "yy-yy", ANY, .turned = "x y"},
    {"harmonic", "x y z", PARTICLE "constraint a: 1/x' = 1/y' + 1/z'", 2, 1, 0, "", "yynyy", NH_FORM_RATIONAL,
     .turned = "y z"},

    /* ---- without numbers ---- */
    {"open parameters", "x y z",
     "param m, g, c\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\nconstraint a: |P'| = c", 2, 1, 0, "", "nnnyy",
     NH_FORM_RADICAL, .turned = "x y z"},
    {"open parameters, redundant", "x y z",
     "param m, c\npoint P = [x, y, z] mass m\nconstraint a: x' = c*y'\nconstraint b: c*x' = c^2*y'", 2, 1, 0, "b ",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y z"},
    {"open function", "x y", PLANAR "function f(s)\nconstraint a: x' = f(x)*y'", ANY, ANY, ANY, NULL, "yy---", ANY,
     .turned = "x y", .nowhere = true},
    {"open function of time", "x y", PLANAR "function f(s)\nconstraint a: x'^2 + y'^2 = f(t)", ANY, ANY, ANY, NULL,
     "uu---", ANY, .turned = "x y", .nowhere = true},

    /* ---- Lagrangians ---- */
    {"no constraints", "x y", PLANAR "potential x^2*y", 2, 0, 0, "", "yynyy", NH_FORM_LINEAR, .turned = "x y"},
    {"no mass", "x y", "kinetic x'^2/2", 2, 0, 0, "", "yynnn", NH_FORM_LINEAR, .turned = "x y"},
    {"mass by the constraint", "x y", "kinetic x'^2/2\nconstraint a: y' = x*x'", 1, 1, 0, "", "yyyyn", NH_FORM_LINEAR,
     .turned = "x y"},
    {"no mass on the constraint", "x y", "kinetic x'^2/2\nconstraint a: x' = 0", 1, 1, 0, "", "yyynn", NH_FORM_LINEAR,
     .turned = "x y"},
    {"relativistic", "x y",
     "lagrangian -sqrt(1 - x'^2 - y'^2)\nconstraint a: y' = x*x'\ninit x = 0.5, y = 0, x' = 0.4, y' ~ 0.2", 1, 1, 0, "",
     "yyyyy", NH_FORM_LINEAR, .turned = "x y"},
    {"magnetic", "x y", "lagrangian x'^2/2 + y'^2/2 + x*y'", 2, 0, 0, "", "yynyy", NH_FORM_LINEAR, .turned = "x y"},
    {"one coordinate", "x", "kinetic x'^2\npotential x^2", 1, 0, 0, "", "yynyy", NH_FORM_LINEAR, .turned = NULL},
    {"quaternion", "a b c d",
     "body B { rotation quaternion(a, b, c, d), inertia diag(1, 2, 3) }\ninit a = 1, b' = 1, c' = 0.5", 3, 0, 1, "",
     "yynyn", NH_FORM_LINEAR, .turned = "b c d"},
    {"time in a linear term", "x y", "lagrangian x'^2/2 + y'^2/2 + t*x'", 2, 0, 0, "", "ynnyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"of the first order", "x y", "lagrangian x*y' - (x^2 + y^2)/2", 2, 0, 0, "", "yynnn", NH_FORM_LINEAR,
     .turned = "x y"},
    {"indefinite", "x y", "kinetic (x'^2 - y'^2)/2\nconstraint a: x' = 2*y'", 1, 1, 0, "", "yyyyy", NH_FORM_LINEAR,
     .turned = "x y"},
    {"lightlike constraint", "x y", "kinetic (x'^2 - y'^2)/2\nconstraint a: x' = y'", 1, 1, 0, "", "yyyny",
     NH_FORM_LINEAR, .turned = NULL},
};

enum { SYSTEMS = sizeof systems / sizeof *systems };

#endif
