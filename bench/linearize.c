/* Linearised equations of ten systems with linear constraints, against SymPy's Linearizer (peers/linearizer.py).
 *
 * Ours goes from the text of the model to certified eigenvalues and a verdict; SymPy's from expressions to the matrix,
 * and its eigenvalues, which are not counted, come from there with 60 digits. They must agree to 1e-12, relative to
 * 1 + their size. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nonholo/linearize.h>

#include "bench.h"
#include "sympy.h"

enum { ROUNDS = 5, VALUES_MOST = SYMPY_MOST_VALUES / 2 };
#define SAME 1e-12
#define GOAL 50

/* As the program of peers/ reads them: "-" is nothing, lists have blanks or semicolons. Velocities are written x_d. */
typedef struct linear_system {
    const char *name, *coordinates, *parameters, *lagrangian, *geometric, *kinematic, *forces, *point;
    const char *dependent_q, *dependent_v;
} linear_system;

static const linear_system systems[] = {
    {"pendulum", "a", "m=1 l=1/2 g=981/100", "m*l**2*a_d**2/2 + m*g*l*cos(a)", "-", "-", "-", "-", "-", "-"},
    {"double pendulum", "a b", "m=1 n=2 l=1/2 k=3/4 g=981/100",
     "(m + n)*l**2*a_d**2/2 + n*k**2*b_d**2/2 + n*l*k*a_d*b_d*cos(a - b) + (m + n)*g*l*cos(a) + n*g*k*cos(b)", "-", "-",
     "-", "-", "-", "-"},
    {"cart with a standing pendulum", "x a", "m=1 n=2 l=1/2 g=981/100",
     "(m + n)*x_d**2/2 + m*l*x_d*a_d*cos(a) + m*l**2*a_d**2/2 - m*g*l*cos(a)", "-", "-", "-", "-", "-", "-"},
    {"bead on a turning hoop", "a", "m=1 R=1 g=981/100 w=4", "m*R**2*(a_d**2 + w**2*sin(a)**2)/2 + m*g*R*cos(a)", "-",
     "-", "-", "-", "-", "-"},
    {"three masses with springs and dampers", "x y z", "m=1 k=3 c=1/5",
     "m*(x_d**2 + y_d**2 + z_d**2)/2 - k*(x**2 + (x - y)**2 + (y - z)**2)/2", "-", "-",
     "x: -c*x_d; y: -2*c*y_d; z: -c*z_d", "-", "-", "-"},
    {"mass in a turning frame", "x y", "w=2 k=3", "((x_d - w*y)**2 + (y_d + w*x)**2)/2 - k*(x**2 + 2*y**2)/2", "-", "-",
     "-", "-", "-", "-"},
    {"sleeping top", "a b c", "J=2/5 I=1/10 P=5 g=981/100",
     "J*(a_d**2*cos(b)**2 + b_d**2)/2 + I*(c_d + a_d*sin(b))**2/2 - P*g/10*cos(a)*cos(b)", "-", "-", "-", "c_d=29", "-",
     "-"},
    {"pendulum in Cartesian coordinates", "x y", "m=1 l=1/2 g=981/100", "m*(x_d**2 + y_d**2)/2 - m*g*y",
     "x**2 + y**2 - l**2", "-", "-", "y=-1/2", "y", "y"},
    {"Chaplygin's sleigh", "x y a", "m=1 J=3/10 b=2/5",
     "m*((x_d - b*sin(a)*a_d)**2 + (y_d + b*cos(a)*a_d)**2)/2 + J*a_d**2/2", "-", "x_d*sin(a) - y_d*cos(a)", "-",
     "x_d=2", "-", "y"},
    {"rolling disc", "x y s p a", "m=1 R=1/2 g=981/100",
     "m*(x_d**2 + y_d**2 + R**2*(a_d**2 + p_d**2*sin(a)**2))/2 - m*R*(a_d*cos(a)*(x_d*sin(p) - y_d*cos(p)) + "
     "p_d*sin(a)*(x_d*cos(p) + y_d*sin(p))) + m*R**2*(a_d**2 + p_d**2*cos(a)**2)/8 + m*R**2*(s_d - p_d*sin(a))**2/4 - "
     "m*g*R*cos(a)",
     "-", "x_d - R*cos(p)*s_d; y_d - R*sin(p)*s_d", "-", "s_d=3 x_d=3/2", "-", "x y"},
};
enum { SYSTEMS = sizeof systems / sizeof *systems };

/* ---- the model ---- */

/* x_d is x', ** is ^. */
static void add_expression(FILE *to, const char *from, const char *end) {
    for (const char *c = from; c < end; c++)
        if (c[0] == '_' && c[1] == 'd') fputc('\'', to), c++;
        else if (c[0] == '*' && c[1] == '*') fputc('^', to), c++;
        else fputc(*c, to);
}

/* A statement for each part of a list; the numbered ones have a name, "c1: ... = 0". */
static void add_list(FILE *to, const char *word, const char *list, char separator, bool is_equation) {
    int number = 0;
    for (const char *c = list; strcmp(list, "-") != 0 && *c != '\0'; number++) {
        const char *end = strchr(c, separator);
        if (end == NULL) end = c + strlen(c);
        if (is_equation) fprintf(to, "%s %c%d: ", word, *word == 'c' ? 'r' : 'n', number);
        else fprintf(to, "%s ", word);
        add_expression(to, c, end);
        fputs(is_equation ? " = 0\n" : "\n", to);
        c = *end == '\0' ? end : end + 1;
        while (*c == ' ') c++;
    }
}

/* What the point does not name is 0. */
static void add_initials(FILE *to, const linear_system *s) {
    for (const char *c = s->coordinates; *c != '\0'; c++) {
        char q[8], v[8];
        if (*c == ' ') continue;
        snprintf(q, sizeof q, "%c=", *c);
        snprintf(v, sizeof v, "%c_d=", *c);
        if (strstr(s->point, q) == NULL) fprintf(to, "init %c = 0\n", *c);
        if (strstr(s->point, v) == NULL && strchr(s->dependent_v, *c) == NULL) fprintf(to, "init %c' = 0\n", *c);
    }
    add_list(to, "init", s->point, ' ', false);
}

static char *text_of(const linear_system *s) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL) return NULL;
    add_list(to, "param", s->parameters, ' ', false);
    add_list(to, "coord", s->coordinates, ' ', false);
    add_list(to, "lagrangian", s->lagrangian, '\n', false);
    add_list(to, "constraint", s->geometric, ';', true);
    add_list(to, "constraint", s->kinematic, ';', true);
    add_list(to, "force", s->forces, ';', false);
    add_initials(to, s);
    return fclose(to) == 0 ? text : NULL;
}

/* ---- ours ---- */

typedef struct own_work {
    nh_context *context;
    const char *text;
    size_t count;
    double values[2 * VALUES_MOST];
} own_work;

static void linearize_own(void *user) {
    own_work *w = user;
    nh_model *model = NULL;
    nh_linearize *linear = NULL;
    nh_read_def read = nh_default_read();
    nh_linearize_def def = nh_default_linearize();
    w->count = 0;
    if (nh_model_read(w->context, &read, w->text, strlen(w->text), &model) == NH_OK &&
        nh_linearize_make(model, &def, &linear) == NH_OK) {
        const nh_linearize_info *info = nh_linearize_get(linear);
        for (size_t i = 0; i < info->eigenvalues; i++)
            for (size_t k = 0; k < info->eigenvalue[i].multiplicity && w->count < VALUES_MOST; k++, w->count++) {
                w->values[2 * w->count] = info->eigenvalue[i].re;
                w->values[2 * w->count + 1] = info->eigenvalue[i].im;
            }
    }
    nh_linearize_destroy(linear);
    nh_model_destroy(model);
}

/* Each of ours is one of theirs. */
static bool are_same(const own_work *own, const sympy_answer *other) {
    bool is_taken[VALUES_MOST] = {false};
    if ((size_t)other->count != 2 * own->count) return false;
    for (size_t i = 0; i < own->count; i++) {
        double re = own->values[2 * i], im = own->values[2 * i + 1];
        size_t k = 0;
        while (k < own->count && (is_taken[k] || !(hypot(re - other->values[2 * k], im - other->values[2 * k + 1]) <=
                                                   SAME * (1 + hypot(re, im)))))
            k++;
        if (k == own->count) return false;
        is_taken[k] = true;
    }
    return true;
}

/* ---- both ---- */

void bench_linearize(nh_context *context) {
    double own_total = 0, peer_total = 0, least = INFINITY;
    static const char what[] = "linearised equations of ten systems, SymPy's Linearizer / ours, all together";
    for (size_t i = 0; i < SYSTEMS; i++) {
        const linear_system *s = &systems[i];
        const char *parts[] = {s->coordinates, s->parameters, s->lagrangian,  s->geometric,  s->kinematic,
                               s->forces,      s->point,      s->dependent_q, s->dependent_v};
        char task[1400] = "", *text = text_of(s);
        own_work own = {.context = context, .text = text};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            snprintf(task + strlen(task), sizeof task - strlen(task), " \"%s\"", parts[k]);
        double seconds = bench_best(ROUNDS, linearize_own, &own);
        sympy_answer peer = sympy_fastest("linearizer.py", task, 0, NULL);
        free(text);
        if (peer.missing[0] == 0 && !peer.is_stopped && !are_same(&own, &peer))
            snprintf(peer.missing, sizeof peer.missing, "the eigenvalues of the %.60s are not ours", s->name);
        if (peer.missing[0] != 0) {
            bench_not_measured(what, peer.missing);
            return;
        }
        bench_note("    %s: ours %.2f ms, ratio %.0f", s->name, 1e3 * seconds, peer.seconds / seconds);
        own_total += seconds;
        peer_total += peer.seconds;
        least = fmin(least, peer.seconds / seconds);
    }
    bench_line(what, peer_total / own_total, ">=", GOAL);
    bench_note("    the least of the ten: %.0f", least);
}
