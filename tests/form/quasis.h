/* Systems for quasi-velocities under test: texts, and random quasi-velocities for them. */
#ifndef NH_TESTS_QUASIS_H
#define NH_TESTS_QUASIS_H

#include "forms.h"

#include "base/text/text.h"
#include "expr/inspect.h"
#include "form/formulation/hamel.h"

typedef struct quasi_system {
    const char *name;
    uint32_t n, k;
    const char *text;
} quasi_system;

/* Coordinates are q1, q2, ... in all of them. */
static const quasi_system quasi_systems[] = {
    {"free", 3, 0,
     "coord q1, q2, q3\n"
     "kinetic (2 + sin(q2 + t))/2*q1'^2 + (1.5 + cos(q1)^2)/2*q2'^2 + (1 + q1^2)/2*q3'^2 + 0.4*cos(q3)*q1'*q2' - "
     "0.2*q1'*q3'\n"
     "kinetic q2*t*q1' + sin(q1 + t)*q3' + cos(t*q2)/3\n"
     "potential q1^2/2 + sin(q2)*cos(t) + q3\n"
     "force q1: -0.3*q1'\nforce q3: q2*q1' + t\n"},
    {"stationary", 4, 2,
     "coord q1, q2, q3, q4\n"
     "kinetic (2 + sin(q2))/2*q1'^2 + (1.5 + cos(q1)^2)/2*q2'^2 + (1 + q1^2)/2*q3'^2 + q4'^2 + 0.4*cos(q3)*q1'*q2' + "
     "q2*q3'*q4'/4\n"
     "potential q1^2/2 + sin(q2) + q3*q4\n"
     "constraint a: q1'*cos(q3) + q2'*sin(q3) - q4' = 0\n"
     "constraint b: q3' - q4*q1' + q2^2*q2' = 0\n"},
    {"moving", 4, 2,
     "coord q1, q2, q3, q4\n"
     "kinetic (2 + sin(q2 + t))/2*q1'^2 + (1.5 + cos(q1)^2)/2*q2'^2 + (1 + q1^2)/2*q3'^2 + q4'^2 + "
     "0.4*cos(q3)*q1'*q2' + "
     "q2*q3'*q4'/4\n"
     "kinetic q2*t*q1' + sin(q1 + t)*q3' + q3*q4' + cos(t*q2)/3\n"
     "potential q1^2/2 + sin(q2)*cos(t) + q3*q4\n"
     "constraint a: (1 + t/5)*q1'*cos(q3) + q2'*sin(q3 + t) - q4' + q1*sin(t) = 0\n"
     "constraint b: q3' - q4*q1' + q2^2*q2' - cos(q4*t) = 0\n"
     "force q1: -0.3*q1'\nforce q4: q2*q1' + t\n"},
    {"geometric", 4, 2,
     "coord q1, q2, q3, q4\n"
     "kinetic (q1'^2 + q2'^2)/2 + q3'^2 + q4'^2/3 + q1*q3'*q4'/4 + q2*q3'\n"
     "potential 2*q2 + q3^2*t\n"
     "constraint sphere: q1^2 + q2^2 + q3^2/4 = (1 + t/4)^2\n"
     "constraint roll: q4' = q1*q3' - q2*q1' + t\n"
     "force q3: -q4'\n"},
    {"given directly", 3, 1,
     "coord q1, q2, q3\n"
     "lagrangian 3*sqrt(4 + q1'^2 + q2'^2*(1 + q1^2)/2) + q3'^4/40 + q3'^2 + q2*t*q1' - q1*q2\n"
     "constraint edge: q1'*sin(q3) - q2'*cos(q3) = t/9\n"
     "force q2: q3'/5\n"},
    {"V with velocities", 3, 1,
     "coord q1, q2, q3\n"
     "kinetic (q1'^2 + q2'^2)/2 + q3'^2\n"
     "potential q1*q2*q3' - t*q2'^2/20 + q1^2\n"
     "constraint edge: q1'*sin(q3) - q2'*cos(q3) = t/9\n"},
};

enum { QUASI_SYSTEMS = sizeof quasi_systems / sizeof *quasi_systems };

/* "free", "moving", ... */
static inline const quasi_system *quasi_find(const char *name) {
    for (size_t i = 0; i < QUASI_SYSTEMS; i++)
        if (strcmp(quasi_systems[i].name, name) == 0) return &quasi_systems[i];
    fail_msg("no system %s", name);
    return NULL;
}

/* Z and psi: whether they depend on time, and whether psi is there. */
typedef struct quasi_kind {
    bool has_time, has_shift;
} quasi_kind;

/* "quasi y1 = ..., y2 = ...": each mostly one velocity, mixed with the others by functions of the place. */
static inline const char *quasi_text(const quasi_system *system, nh_arena *arena, nh_random *random, uint32_t count,
                                     quasi_kind kind) {
    nh_text text = nh_text_begin(arena);
    const char *t = kind.has_time ? " + t" : "";
    nh_text_format(&text, "%s", system->text);
    for (uint32_t i = 1; i <= count; i++) {
        nh_text_format(&text, "quasi y%u = 0", (unsigned)i);
        for (uint32_t j = 1; j <= system->n; j++) {
            double mean = i == j ? 2 : nh_random_uniform(random, -0.5, 0.5),
                   swing = nh_random_uniform(random, -0.4, 0.4);
            unsigned by = 1 + (unsigned)nh_random_below(random, system->n);
            nh_text_format(&text, " + (%.3f + %.3f*sin(q%u%s))*q%u'", mean, swing, by, t, (unsigned)j);
        }
        if (kind.has_shift) {
            double size = nh_random_uniform(random, 0.5, 1);
            unsigned by = 1 + (unsigned)nh_random_below(random, system->n);
            nh_text_format(&text, " + %.3f*cos(q%u%s)", size, by, t);
        }
        nh_text_format(&text, "\n");
    }
    return nh_text_string(&text);
}

/* The frame and what hamel makes from it, for the choice at a state. */
typedef struct quasi_case {
    subject s;
    nh_state state;
    const nh_explicit *choice;
    const nh_quasi_frame *f;
    nh_hamel h;
    nh_equations *e;
} quasi_case;

static inline void quasi_at(quasi_case *c, nh_state state) {
    const char *why = NULL;
    c->state = state;
    c->choice = choice_at(&c->s, &state);
    c->f = nh_quasi_make(c->s.model, c->s.arena, c->choice, false, &why);
    if (c->f == NULL) fail_msg("%s: %s", c->s.name, why);
    c->h = nh_hamel_prepare(c->f);
    c->e = derive(&c->s, "hamel", c->choice);
}

static inline quasi_case quasi_begin(nh_context *context, const char *name, const char *text, nh_random *random) {
    quasi_case c = {.s = subject_make(context, name, text)};
    quasi_at(&c, subject_random(&c.s, random));
    return c;
}

static inline double *grid_values(const quasi_case *c, nh_grid a) {
    return entries_at(&c->s, c->e, &c->state, (size_t)a.rows * a.columns, a.e);
}

/* The accelerations by multipliers, whatever formulation is under test. */
static inline double *quasi_wanted(const quasi_case *c) {
    return accelerations_by(&c->s, derive(&c->s, "maggi", c->choice), &c->state);
}

#endif
