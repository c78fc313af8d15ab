/* Classics of rolling with `contact`: at most twelve lines each. */
#ifndef NH_TESTS_ROLLING_H
#define NH_TESTS_ROLLING_H

enum { ROLLING_LINES = 12 };

typedef struct rolling_system {
    const char *name, *text;
} rolling_system;

#define ROLLING_BALL                                                                                                   \
    "param r = 0.2, J = 2/5*r^2\ncoord x, y, z\norientation B\n"                                                       \
    "body B { at [x, y, z], mass 1, inertia diag(J, J, J) }\n"
#define ROLLING_BODY "coord x, y, z\norientation B\nbody B { at [x, y, z], mass 1, inertia diag(0.2, 0.3, 0.4) }\n"
#define ROLLING_DOWN "gravity [0, 0, -9.81]\n"

static const rolling_system rolling_systems[] = {
    {"ball in a cylinder", ROLLING_BALL ROLLING_DOWN "contact C: sphere of B radius r in cylinder radius 1 rolls\n"
                                                     "init x = 1 - r, y = 0, z = 0, y' = 2, B.omega.x = 2\n"},
    {"ball in a cone", ROLLING_BALL ROLLING_DOWN "contact C: sphere of B radius r in cone angle 0.6 rolls\n"
                                                 "init x = 0.5, y = 0, z ~ 1, y' = 2\n"},
    {"ball on a sphere", ROLLING_BALL ROLLING_DOWN "contact C: sphere of B radius r on sphere radius 1 rolls\n"
                                                   "init x = 0.1, y = 0, z ~ 1 + r\nstop when C.normal_force < 0\n"},
    {"ball on a tilted turntable",
     ROLLING_BALL "gravity 9.81*[sin(0.1), 0, -cos(0.1)]\nbody T { rotation Rz(2*t) }\n"
                  "contact C: sphere of B radius r on plane of T rolls\ninit x = 0, y = 0, x' = 1\n"},
    {"Chaplygin's ball", ROLLING_BODY ROLLING_DOWN "contact C: sphere of B radius 1 on plane rolls\n"
                                                   "init x = 0, y = 0, B.R = Rx(1), B.Omega = [1, 2, 3]\n"},
    {"Chaplygin's top", ROLLING_BODY ROLLING_DOWN "contact C: sphere of B radius 1 at [0, 0, 0.1] on plane rolls\n"
                                                  "init x = 0, y = 0, B.R = Rx(1), B.Omega = [1, 2, 3]\n"},
    {"rubber ball on a plane", ROLLING_BODY "contact C: sphere of B radius 1 on plane rolls without spin\n"
                                            "init x = 0, y = 0, x' = 1, y' = 1\n"},
    {"rubber ball on a sphere", ROLLING_BODY "contact C: sphere of B radius 1 on sphere radius 2 rolls without spin\n"
                                             "init x = 0.1, y = 0, z ~ 3, y' = 1\n"},
    {"ellipsoid", ROLLING_BODY ROLLING_DOWN "contact C: ellipsoid of B axes [0.3, 0.4, 0.5] on plane rolls\n"
                                            "init x = 0, y = 0, z ~ 0.5, B.R = Rx(0.4), B.Omega = [1, 2, 3]\n"},
    {"torus", ROLLING_BODY ROLLING_DOWN "contact C: torus of B radius 0.5 tube 0.1 axis [0, 1, 0] on plane rolls\n"
                                        "init x = 0, y = 0, z ~ 0.6, B.R = Rx(0.3), B.Omega = [0, 5, 1]\n"},
    {"tippe top", "param R = 0.02, mu = 0.06\ncoord x, y, z\norientation B\n"
                  "body B { at [x, y, z], mass 0.02, inertia 1e-6*diag(3, 3, 3.2) }\n" ROLLING_DOWN
                  "contact C: sphere of B radius R at [0, 0, 0.3*R] on plane slides\nforce B at C.point: -mu*C.slip\n"
                  "init x = 0, y = 0, B.R = Rx(0.1), B.Omega = [0, 0, 150], x' ~ 0, y' ~ 0\n"},
    {"rattleback", "coord x, y, z\norientation B\n"
                   "body B { at [x, y, z], mass 1, inertia matrix(2e-4, 1.6e-3, 1.7e-3, -2e-5, 0, 0) }\n" ROLLING_DOWN
                   "contact C: ellipsoid of B axes [0.2, 0.03, 0.02] at [0, 0, 0.01] on plane rolls\n"
                   "init x = 0, y = 0, z ~ 0.01, B.R = Rx(0.01)*Ry(0.01), B.Omega = [0, 0, -5]\n"},
    {"two balls",
     ROLLING_BALL ROLLING_DOWN "coord X, Y, Z\norientation A\nbody A { at [X, Y, Z], mass 5, inertia diag(2, 2, 2) }\n"
                               "contact F: sphere of A radius 1 on plane rolls\n"
                               "contact C: sphere of B radius r on sphere of A radius 1 rolls\n"
                               "init X = 0, Y = 0, x = 0.1, y = 0, z ~ 2.2\nstop when C.normal_force < 0\n"},
    {"disc on an incline",
     ROLLING_BODY ROLLING_DOWN "contact C: disc of B radius 0.5 axis [0, 1, 0] on plane normal [0.3, 0, 1] rolls\n"
                               "init x = 0, y = 0, z ~ 0.5, B.R = Rx(0.2), B.Omega = [0, 5, 1]\n"},
    {"disc on a curved road", "function road(x, y) = sin(x)/4\n" ROLLING_BODY ROLLING_DOWN
                              "contact C: wheel of B radius 0.2 axis [0, 1, 0] on graph road rolls\n"
                              "init x = 0, y = 0, z ~ 0.2, B.R = Rx(0.1), B.Omega = [0, 5, 1]\n"},
    {"bicycle",
     "param w = 1.02, c = 0.08, tilt = pi/10\ncoord x, y, z, yaw, lean, pitch, steer, turnR, turnF\n"
     "let tilted = Rz(yaw)*Rx(lean), frame = tilted*Ry(pitch), fork = frame*rotation([-sin(tilt), 0, cos(tilt)], "
     "-steer)\n"
     "let hub = [x, y, z], head = hub + frame*[w + c, 0, -0.3]\n"
     "body rear { at hub, rotation tilted*Ry(turnR), mass 2, inertia diag(0.0603, 0.12, 0.0603) }\n"
     "body rider { at hub + frame*[0.3, 0, 0.6], rotation frame, mass 85, inertia matrix(9.2, 11, 2.8, 0, -2.4, 0) }\n"
     "body bar { at head + fork*[-0.2, 0, 0.7], rotation fork, mass 4, inertia diag(0.059, 0.06, 0.007) }\n"
     "body front { at head + fork*[-c, 0, 0.35], rotation fork*Ry(turnF), mass 3, inertia diag(0.1405, 0.28, 0.1405) "
     "}\n" ROLLING_DOWN "contact A: wheel of rear radius 0.3 axis [0, 1, 0] on plane rolls\n"
     "contact B: wheel of front radius 0.35 axis [0, 1, 0] on plane rolls\n"
     "init x = 0, y = 0, yaw = 0, lean = 0, steer = 0, z ~ 0.3, lean' = 0.2, steer' = 0, turnR' = 15\n"},
    {"skateboard",
     "param m = 60, h = 0.9, l = 0.4, k = 0.5, stiff = 900\ncoord x, y, yaw, lean\n"
     "body rider { at [x, y, 0] + Rz(yaw)*Rx(lean)*[0, 0, h], rotation Rz(yaw)*Rx(lean), mass m, inertia diag(9, 9, 2) "
     "}\n"
     "body front { at [x, y, 0] + Rz(yaw)*[l, 0, 0], rotation Rz(yaw - k*lean) }\n"
     "body back { at [x, y, 0] + Rz(yaw)*[-l, 0, 0], rotation Rz(yaw + k*lean) }\n" ROLLING_DOWN
     "potential stiff*lean^2/2\ncontact F: blade of front along [1, 0, 0] on plane slides\n"
     "contact B: blade of back along [1, 0, 0] on plane slides\ninit x = 0, y = 0, yaw = 0, lean = 0.1, x' ~ 4\n"},
};

enum { ROLLING_SYSTEMS = sizeof rolling_systems / sizeof *rolling_systems };

#endif
