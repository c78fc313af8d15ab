/* Models that use all of the language in few lines, and texts that are wrong, for tests in which memory fails. */
#ifndef NH_TESTS_LANG_RICH_MODELS_H
#define NH_TESTS_LANG_RICH_MODELS_H

#include <string.h>

#include "support.h"

#include "base/text/text.h"
#include "lang/lang.h"
#include "model/print.h"

typedef struct rich_model {
    const char *name, *text;
    const char *set, *init, *with, *without; /* options; may be NULL */
    nh_status status;
} rich_model;

static const rich_model rich_models[] = {
    {.name = "chain",
     .text = "system \"Open chain\"\n"
             "const N = 3\n"
             "param m[i=1..N] = 1 + i/10, l[1..3] = (1.2, 0.8, 1.4), k \"stiffness\" in 0 .. 2\n"
             "coord x[1..N], y[1..N], z[1..N]\n"
             "point P[i=1..N] = [x[i], y[i], z[i]] mass m[i]\n"
             "spring P[i], P[i+1] stiffness k length l[i] for i = 1..N-1\n"
             "damper P[1], P[N] coefficient 0.1\n"
             "gravity [0, 0, -9.81]\n"
             "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n"
             "condition flat[i=1..N]: P[i] = [x[i], y[i], 0]\n"
             "init x[i]' = 1, y[i]' ~ i for i = 1..N\n"
             "draw trail P\n",
     .set = "N=4",
     .init = "z[2]' = 3",
     .with = "flat",
     .without = "perp[1]"},
    {.name = "bodies",
     .text = "param R = 0.5, m = 1, Omega = 2\n"
             "coord x, y, a, b, c, d, θ\n"
             "body B { at [x, y, R], rotation quaternion(a, b, c, d), mass m, inertia diag(m*R^2/2, m*R^2/2, 1) }\n"
             "body W { rotation Rz(θ)*Rx(1), inertia matrix(1, 2, 3, 0.1, 0, 0.2) }\n"
             "let Q = B.c - [0, 0, R]\n"
             "constraint roll: B.velocity(Q) = cross([0, 0, Omega], Q)\n"
             "constraint same: sin(θ)^2 + cos(θ)^2 = 1\n"
             "force B at Q: [t, 0, -x']\n"
             "torque B, W: B.R*[0, 0, 1]\n"
             "watch w = B.Omega\n"
             "claim f: reaction(B) = lambda.roll\n"
             "init a = 1, B.Omega = [0, 0, -5]\n"
             "draw disc W radius R\n"},
    {.name = "functions",
     .text = "param c = 2\n"
             "coord x, y\n"
             "function C(t)\n"
             "function g[i=1..3](s) = i*s^2 + c\n"
             "function h(s) = g[1](g[2](s)) + C(s)\n"
             "kinetic x'^2 + h(x)*y'^2\n"
             "potential if(x < 0, g[1]'(x), diff(g[3], 1)(y)) + sum(i=1..3, g[i](x))\n"
             "let H = T + V\n"
             "quasi eta1 = momentum(x), eta2 = y'\n"
             "constraint k: x' = C(t)*y'\n"
             "transposition omega[x, y] = x'*y'\n"
             "independent y'\n"
             "assume x > 0\n"
             "simulate t = 0 .. 1 step 0.1\n"
             "stop when x < 0\n"
             "event up: y rising\n"
             "invariant J: H\n"
             "claim q: x'' = lambda.k + alpha.x\n",
     .set = "C(t) = 1/sqrt(t)",
     .init = "random"},
    {.name = "wrong",
     .text = "param m = 1\ncoord x, y\npoint P = [x, y mass m\nlet a = thta + x[3] + P\nconstraint c: x' = 1 = y\n"
             "kinetic x'^2 for i = 1..q\nforce P: 1\nbody B { mas m }\nlet θ = θ\ndraw disk P\ninit x = 1, x = 2\n",
     .set = "q=1",
     .status = NH_E_MODEL},
};

enum { RICH_MODELS = sizeof rich_models / sizeof *rich_models };

static inline nh_strings rich_option(const char *const *text) {
    return (nh_strings){text, *text != NULL ? 1 : 0};
}

/* Reads the model, whose outcome must be as told, and prints it. Its argument is the model. */
static inline void rich_body(nh_context *context, void *argument) {
    const rich_model *rich = argument;
    nh_read_def def = nh_default_read();
    def.name = "folder/rich.nh";
    def.set = rich_option(&rich->set);
    def.init = rich_option(&rich->init);
    def.with = rich_option(&rich->with);
    def.without = rich_option(&rich->without);
    nh_status status;
    nh_model *model = nh_lang_read(context, &def, rich->text, strlen(rich->text), &status);
    assert_true(rich->status == NH_OK ? status == NH_OK : model == NULL);
    if (model == NULL) return;
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_model_print(model, &text);
    assert_true(text.length > 100);
    nh_arena_destroy(arena);
    nh_model_destroy(model);
}

#endif
