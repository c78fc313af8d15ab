/* Equations that are true along every motion of a built-in model, whatever its parameters are: what tests
 * of the judge start from.
 *
 * They are the claims of the models, the papers' lines with their misprints corrected, and lines of a derivation
 * between them. Every one is examined in doubles too (test_mutations.c), by code that the judge does not use. */
#ifndef NH_TESTS_TRUE_EQUATIONS_H
#define NH_TESTS_TRUE_EQUATIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of a system relative to its equations: how true ones may be written in another way. */
typedef struct true_system {
    const char *model;
    const char *row;       /* an expression that is 0 by a constraint; NULL: there is none */
    const char *from, *to; /* equal by the constraints: one may occur in the place of the other; NULL: none */
} true_system;

static const true_system true_systems[] = {
    /* linear */
    {"sleigh", "dot(K', aside)", "w", "((cos(phi)*y' - sin(phi)*x')/a)"},
    {"rolling-disc", "x' - R*psi'*cos(phi)", "psi'", "((x'*cos(phi) + y'*sin(phi))/R)"},
    {"vertical-disc", "y' - R*psi'*sin(phi)", "psi'", "((x'*cos(phi) + y'*sin(phi))/R)"},
    {"incline-skate", "x'*sin(theta) - y'*cos(theta)", "speed", "(x'*cos(theta) + y'*sin(theta))"},
    {"rod", "q1'*sin(q3) - q2'*cos(q3)", "u", "(q1'*cos(q3) + q2'*sin(q3))"},
    {"spring-pair", "dot(P[1]', d)", "q3'", "(a11*q1')"},
    {"normal-velocities", "dot(P[1]', d)", NULL, NULL},
    {"suslov", "dot([0, 0, 1], B.Omega)", NULL, NULL},
    /* affine */
    {"affine", "q[3]' - (q[2] + t)*q[1]' - q[4]*q[2]' - 1 - q[1]*q[3]", "q[4]'",
     "(q[3]*q[1]' + (q[1] + q[3]*t)*q[2]' + q[2]*cos(t))"},
    {"ball-on-turntable", "slip.x", NULL, NULL},
    {"turntable-quasi", "x' - R*q2' + Omega(t)*y", "x'", "(R*q2' - W*y)"},
    {"robot", "R*phi_l' - v + b*w", "w", "((R*phi_r' - R*phi_l')/(2*b))"},
    /* not linear */
    {"leibniz", "|P'| - c", "z'^2", "(c^2 - x'^2 - y'^2)"},
    {"forced-speed", "dot(P', P') - C^2", "C^2", "(x'^2 + y'^2 + z'^2)"},
    {"cone", "b^2*(q1'^2 + q2'^2) - q3'^2", "q3'^2", "(b^2*q1'^2 + b^2*q2'^2)"},
    {"pair-6", "cross(B', d).z", NULL, NULL},
    {"equal-speeds", "dot(P[1]', P[1]') - dot(P[2]', P[2]')", NULL, NULL},
    /* with time */
    {"heavy-speed", "dot(P', P') - C(t)^2", "C(t)^2", "(x'^2 + y'^2 + z'^2)"},
    {"weighted-speed", "a*x'^2 + b*y'^2 + c*z'^2 - C(t)^2", "alpha", "(c*z'^2)"},
    {"powers", "sum(j=1..3, s[j]*q[j]'^2) - zeta", "zeta", "(s[1]*q[1]'^2 + s[2]*q[2]'^2 + s[3]*q[3]'^2)"},
    {"driven-pendulum", NULL, NULL, NULL},
    /* geometric */
    {"four-bar", "gap.x", NULL, NULL},
};

enum { TRUE_SYSTEMS = sizeof true_systems / sizeof *true_systems };

/* What an equation is about; they may be added. */
typedef enum true_kind {
    TRUE_PLAIN = 0,
    TRUE_VECTOR = 1, /* its sides are vectors */
    /* It names coefficients of a formulation, or derivatives of alpha: nothing that is computed along a motion. */
    TRUE_NAMED = 2,
} true_kind;

typedef struct true_equation {
    const char *model, *equation;
    true_kind kind;
} true_equation;

static const true_equation true_equations[] = {
    {"sleigh", "v' = a*w^2", TRUE_PLAIN},
    {"sleigh", "(J + m*a^2)*w' = -m*a*v*w", TRUE_PLAIN},
    {"sleigh", "E = m/2*v^2 + (J + m*a^2)/2*w^2", TRUE_PLAIN},
    {"sleigh", "lambda.edge = m*J/(J + m*a^2)*v*w", TRUE_PLAIN},

    {"rolling-disc", "(J + I2)*psi'' - (J + I2)*s*phi'' - (2*J + I2)*c*phi'*theta' = 0", TRUE_PLAIN},
    {"rolling-disc", "-(J + I1)*theta'' + (J - I1 + I2)*s*c*phi'^2 - (J + I2)*c*psi'*phi' + m*g*R*s = 0", TRUE_PLAIN},
    {"rolling-disc", "[x', y'] = R*psi'*[cos(phi), sin(phi)]", TRUE_VECTOR},
    {"rolling-disc", "B.omega.z = phi' - psi'*sin(theta)", TRUE_PLAIN},

    {"vertical-disc", "(I + m*R^2)*psi'' = m*gs*R*cos(phi)", TRUE_PLAIN},
    {"vertical-disc", "x'*y'' - y'*x'' = phi'*(x'^2 + y'^2)", TRUE_PLAIN},
    {"vertical-disc", "lambda.roll.y*cos(phi) - lambda.roll.x*sin(phi) = m*R*psi'*phi' + m*gs*sin(phi)", TRUE_PLAIN},

    {"incline-skate", "speed' = gs*cos(theta)", TRUE_PLAIN},
    {"incline-skate", "m*speed*theta' = -m*gs*sin(theta) - lambda.skate", TRUE_PLAIN},
    {"incline-skate", "x'' = gs*cos(theta)^2 - speed*theta'*sin(theta)", TRUE_PLAIN},

    {"rod", "M*(u' - a*q3'^2) = -M*g*sin(q3)", TRUE_PLAIN},
    {"rod", "M*l^2/4*q3'' + M*a*u*q3' = -M*g*a*cos(q3)", TRUE_PLAIN},
    {"rod", "T = M/2*u^2 + M*l^2/8*q3'^2", TRUE_PLAIN},

    {"spring-pair", "T = M_1/2*(1 + a11^2)*q1'^2 + M_2/2*(1 + a22^2)*q2'^2", TRUE_PLAIN},
    {"spring-pair", "(1 + a11^2)*(q1'' + (q1 - q2)/(q3 - q4)^2*q1'^2) = -a11*g", TRUE_PLAIN},
    {"spring-pair", "M_2*(1 + a22^2)*(q2'' - q1'*q2'/(q1 - q2)) = kappa*((q1 - q2) + a22*(q3 - q4)) - M_2*a22*g",
     TRUE_PLAIN},
    {"spring-pair", "q1'*q2' + q3'*q4' = 0", TRUE_PLAIN},

    {"normal-velocities", "E_star = E", TRUE_PLAIN},
    {"normal-velocities", "m[1]*dot(P[1]'', n) + m[2]*dot(P[2]'', n) = -(m[1] + m[2])*g*n.y", TRUE_PLAIN},
    {"normal-velocities", "(x[2] - x[1])*(x[2]' - x[1]') + (y[2] - y[1])*(y[2]' - y[1]') = 0", TRUE_PLAIN},

    {"suslov", "I1*B.Omega.x' = -(I13*B.Omega.x + I23*B.Omega.y)*B.Omega.y", TRUE_PLAIN},
    {"suslov", "I2*B.Omega.y' = (I13*B.Omega.x + I23*B.Omega.y)*B.Omega.x", TRUE_PLAIN},
    {"suslov", "2*T = I1*B.Omega.x^2 + I2*B.Omega.y^2", TRUE_PLAIN},

    {"affine", "E' = lambda.l[1]*beta[1] + lambda.l[2]*beta[2]", TRUE_PLAIN},
    {"affine",
     "momentum(q[1])' - diff(L, q[1]) + alpha[1,1]*(momentum(q[3])' + g) + q[3]*(momentum(q[4])' + k*q[4]) = 0",
     TRUE_PLAIN},
    {"affine", "momentum(q[3]) = M[3]*(2 + q[1]^2)*q[3]'", TRUE_PLAIN},
    {"affine", "maggi.N[q[3],q[1]] = q[2] + t", TRUE_NAMED},

    {"ball-on-turntable", "P'' = cross([0, 0, k], P')", TRUE_VECTOR},
    {"ball-on-turntable", "(J + m*R^2)*x'' = -J*W*y'", TRUE_PLAIN},
    {"ball-on-turntable", "lambda.roll.y = m*k*x'", TRUE_PLAIN},

    {"turntable-quasi", "A*q1'' - R^2*W*q2' - R*W1*x + R*W^2*y = 0", TRUE_PLAIN},
    {"turntable-quasi", "x'' + k^2/A*(W*y' + W1*y) = 0", TRUE_PLAIN},
    {"turntable-quasi", "(R^2 + k^2)*y'' - k^2*(W*x' + W1*x) = 0", TRUE_PLAIN},

    {"robot", "M*v' = (left(t) + right(t))/R + m*d*w^2", TRUE_PLAIN},
    {"robot", "I*w' = b/R*(right(t) - left(t)) - m*d*v*w", TRUE_PLAIN},
    {"robot", "T = M/2*v^2 + I/2*w^2", TRUE_PLAIN},

    {"leibniz", "z'' = -g*(1 - z'^2/c^2)", TRUE_PLAIN},
    {"leibniz", "(c^2 - y'^2)*x'' + x'*y'*y'' = g*x'*z'", TRUE_PLAIN},
    {"leibniz", "lambda.speed = m*g*z'/c", TRUE_PLAIN},
    {"leibniz", "reaction(P) = m*g*z'/c^2*P'", TRUE_VECTOR},
    {"leibniz", "E' = m*g*z'", TRUE_PLAIN},

    {"forced-speed", "M*((C^2 - y'^2)*x'' + x'*y'*y'') = z'*(z'*(f[1] - k1*y) - x'*(f[3] - c*z'))", TRUE_PLAIN},
    {"forced-speed", "reaction(P).y = -(F.x*x' + F.y*y' + F.z*z')/C^2*y'", TRUE_PLAIN},
    {"forced-speed", "voronec.Tstar = M*C^2/2", TRUE_NAMED},
    {"forced-speed", "diff(alpha.z, x')*z' = -x'", TRUE_NAMED},
    {"forced-speed", "acceleration.C[x,y]*z'^2 = M*x'*y'", TRUE_NAMED},

    {"cone", "q3'' = -G*b^2/(1 + b^2) + f*b^2/(1 + b^2)*q1'/q3'", TRUE_PLAIN},
    {"cone", "q1''*q2' - q1'*q2'' = f*q2'", TRUE_PLAIN},
    {"cone", "q3'*q3'' = b^2*(q1'*q1'' + q2'*q2'')", TRUE_PLAIN},
    {"cone", "alphabar.q3 = q3'", TRUE_NAMED},

    {"pair-6", "|P[1]'| = |P[2]'|", TRUE_PLAIN},
    {"pair-6", "x[1]'^2 + y[1]'^2 = x[2]'^2 + y[2]'^2", TRUE_PLAIN},
    {"pair-6", "V = k/2*dot(d, d) + g*(m[1]*y[1] + m[2]*y[2])", TRUE_PLAIN},

    {"equal-speeds", "m[2]*(z[2]'*x[2]'' - x[2]'*z[2]'') = z[2]'*F[2].x - x[2]'*F[2].z", TRUE_PLAIN},
    {"equal-speeds", "m[3]*(z[3]'*y[3]'' - y[3]'*z[3]'') = -k[3]*z[3]'*y[3] + y[3]'*(m[3]*g + k[3]*z[3])", TRUE_PLAIN},

    {"heavy-speed", "(C(t)^2 - y'^2)*x'' + x'*(y'*y'' - C(t)*C'(t)) = g*x'*z'", TRUE_PLAIN},
    {"heavy-speed", "lambda.speed = M*C'(t) + M*g*z'/C(t)", TRUE_PLAIN},
    {"heavy-speed", "E' = C(t)*lambda.speed", TRUE_PLAIN},

    {"weighted-speed", "M*(alpha*x'' - a*x'*alpha'/(2*c)) = M*g*a*x'*z'", TRUE_PLAIN},
    {"weighted-speed", "2*lambda.speed*(a^2*x'^2 + b^2*y'^2 + c^2*z'^2) = M*(C(t)*C'(t) + g*c*z')", TRUE_PLAIN},
    {"weighted-speed", "reaction(P) = 2*lambda.speed*[a*x', b*y', c*z']", TRUE_VECTOR},

    {"powers", "E' = -diff(L, t) + 2*lambda.affine*zeta", TRUE_PLAIN},
    {"powers", "(E_star - E)*s[3]*q[3]' = -zeta*M[3]*q[3]'", TRUE_PLAIN},
    {"powers", "2*lambda.affine*s[3]*q[3]' = M[3]*q[3]'' + g", TRUE_PLAIN},

    {"driven-pendulum", "l*theta'' = (g - a*w^2*cos(w*t))*sin(theta)", TRUE_PLAIN},
    {"driven-pendulum", "diff(L, theta')' - diff(L, theta) = 0", TRUE_PLAIN},

    {"four-bar", "a*cos(q1) + b*cos(q2) = d + c*cos(q3)", TRUE_PLAIN},
    {"four-bar", "a*q1'*cos(q1) + b*q2'*cos(q2) = c*q3'*cos(q3)", TRUE_PLAIN},
    {"four-bar", "E' = crank*q1'", TRUE_PLAIN},
};

enum { TRUE_EQUATIONS = sizeof true_equations / sizeof *true_equations };

#endif
